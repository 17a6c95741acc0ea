//! Sight on maps of every kind: equal to a plain reference, symmetric over floor, and as bounded,
//! lit and incremental as its documentation says.

use undercroft_core::geom::{Pos, Size};
use undercroft_core::map::fov::{self, Sight, UNLIMITED};
use undercroft_core::map::{Map, Tile, TileSet, line};
use undercroft_core::mapgen::{ALL, MapSpec};
use undercroft_core::rng::{Seed, Stream};

/// The reference: symmetric shadowcasting tile by tile, with slopes as fractions, as Albert Ford
/// describes it.
mod oracle {
    use undercroft_core::geom::Pos;
    use undercroft_core::map::Map;

    /// One of the four quarters that are scanned, as the axes of its depth and its column.
    const QUADRANTS: [(Pos, Pos); 4] = [
        (Pos::new(0, -1), Pos::new(1, 0)),
        (Pos::new(1, 0), Pos::new(0, 1)),
        (Pos::new(0, 1), Pos::new(1, 0)),
        (Pos::new(-1, 0), Pos::new(0, 1)),
    ];

    /// A fraction with a positive denominator.
    #[derive(Clone, Copy)]
    struct Slope {
        num: i32,
        den: i32,
    }

    impl Slope {
        /// The slope that touches the near edge of column `col` at `depth`.
        const fn edge(depth: i32, col: i32) -> Self {
            Self {
                num: 2 * col - 1,
                den: 2 * depth,
            }
        }
    }

    /// A strip of columns at one depth, between two slopes.
    #[derive(Clone, Copy)]
    struct Row {
        depth: i32,
        start: Slope,
        end: Slope,
    }

    impl Row {
        /// The first column: `depth * start`, rounded, ties up.
        const fn first(self) -> i32 {
            (2 * self.depth * self.start.num + self.start.den).div_euclid(2 * self.start.den)
        }

        /// The last column: `depth * end`, rounded, ties down.
        const fn last(self) -> i32 {
            -(-2 * self.depth * self.end.num + self.end.den).div_euclid(2 * self.end.den)
        }

        /// Whether the centre of column `col` lies between the slopes: what makes sight symmetric.
        const fn holds_center(self, col: i32) -> bool {
            col * self.start.den >= self.depth * self.start.num
                && col * self.end.den <= self.depth * self.end.num
        }

        const fn next(self) -> Self {
            Self {
                depth: self.depth + 1,
                ..self
            }
        }
    }

    /// Calls `reveal` for each tile seen from `origin` within `radius` tiles (0 to 4096), the origin
    /// first, walls included; a tile on the border of two quarters twice.
    pub fn visible(map: &Map, origin: Pos, radius: u32, mut reveal: impl FnMut(Pos)) {
        if !map.tiles.contains(origin) {
            return;
        }
        reveal(origin);
        let radius = radius.min(4096) as i32;
        let mut rows = Vec::new();
        for (ahead, across) in QUADRANTS {
            rows.push(Row {
                depth: 1,
                start: Slope { num: -1, den: 1 },
                end: Slope { num: 1, den: 1 },
            });
            while let Some(mut row) = rows.pop() {
                if row.depth > radius {
                    continue;
                }
                let mut before = None;
                for col in row.first()..=row.last() {
                    let pos = Pos::new(
                        origin.x + row.depth * ahead.x + col * across.x,
                        origin.y + row.depth * ahead.y + col * across.y,
                    );
                    let wall = map.tiles.get(pos).is_none_or(|tile| tile.is_opaque());
                    let near = row.depth * row.depth + col * col <= radius * (radius + 1);
                    if near && (wall || row.holds_center(col)) && map.tiles.contains(pos) {
                        reveal(pos);
                    }
                    match before {
                        Some(true) if !wall => row.start = Slope::edge(row.depth, col),
                        Some(false) if wall => rows.push(Row {
                            end: Slope::edge(row.depth, col),
                            ..row.next()
                        }),
                        _ => {}
                    }
                    before = Some(wall);
                }
                if before == Some(false) {
                    rows.push(row.next());
                }
            }
        }
    }
}

/// What the reference sees.
fn expected(map: &Map, origin: Pos, radius: u32) -> TileSet {
    let mut seen = TileSet::new(map.size());
    oracle::visible(map, origin, radius, |pos| {
        seen.insert(pos);
    });
    seen
}

/// The map with what is seen of it; the origin is `@`, what is not seen is blank.
fn picture(map: &Map, origin: Pos, seen: &TileSet) -> String {
    let mut picture = Map::new(map.size(), Tile::Void);
    for pos in seen.iter() {
        picture.tiles[pos] = map.tiles[pos];
    }
    picture.start = Some(origin);
    picture.to_string()
}

fn floor(map: &Map) -> Vec<Pos> {
    let clear = map.tiles.iter().filter(|(_, tile)| !tile.is_opaque());
    clear.map(|(pos, _)| pos).collect()
}

/// Walls on `percent` of the tiles, also along the border.
fn pillars(size: Size, percent: u32, stream: &mut Stream) -> Map {
    let mut map = Map::new(size, Tile::Floor);
    for tile in map.tiles.as_mut_slice() {
        if stream.chance(percent, 100) {
            *tile = Tile::Wall;
        }
    }
    map
}

/// Maps of every generator, and random ones from empty to crowded, narrow and wide.
fn maps() -> Vec<(String, Map)> {
    let mut maps = Vec::new();
    for generator in ALL {
        let name = generator.info().name;
        for (size, seeds) in [(Size::new(80, 50), 0..4), (Size::new(200, 150), 4..5)] {
            for seed in seeds {
                let spec = MapSpec::new(name, size, Seed(seed)).unwrap();
                maps.push((spec.to_string(), spec.generate().unwrap()));
            }
        }
    }
    let mut stream = Stream::new(7, 1);
    for size in [
        Size::new(1, 1),
        Size::new(1, 90),
        Size::new(90, 1),
        Size::new(16, 12),
        Size::new(64, 64),
        Size::new(65, 130),
        Size::new(200, 30),
        Size::new(300, 300),
    ] {
        for percent in [0, 1, 5, 20, 40, 60] {
            let map = pillars(size, percent, &mut stream);
            maps.push((format!("pillars {size} {percent}%"), map));
        }
    }
    maps
}

#[test]
fn sight_equals_the_reference_on_maps_of_every_kind() {
    let mut stream = Stream::new(7, 2);
    let (mut sight, mut seen) = (Sight::default(), TileSet::default());
    let (mut looks, mut tiles) = (0, 0);
    for (name, map) in maps() {
        sight.reset(map.size(), |pos| map.tiles[pos].is_opaque());
        let size = map.size();
        for _ in 0..12 {
            let (x, y) = (stream.below(size.width), stream.below(size.height));
            let origin = Pos::new(x as i32, y as i32);
            for radius in [0, 1, 2, 5, 8, 20, 70, 4096] {
                sight.look(origin, radius, &mut seen);
                let expected = expected(&map, origin, radius);
                assert!(
                    seen == expected,
                    "{name}, from {origin}, radius {radius}: seen\n{}expected\n{}",
                    picture(&map, origin, &seen),
                    picture(&map, origin, &expected),
                );
                looks += 1;
                tiles += seen.len();
            }
            let unlimited = seen.clone();
            sight.look(origin, UNLIMITED, &mut seen);
            assert!(seen == unlimited, "{name}, from {origin}, unlimited");
        }
    }
    assert!(
        looks > 5_000 && tiles > 500_000,
        "{looks} looks, {tiles} tiles"
    );
}

#[test]
fn sight_equals_the_reference_on_every_small_map() {
    let size = Size::new(5, 3);
    let mut map = Map::new(size, Tile::Floor);
    let (mut sight, mut seen) = (Sight::default(), TileSet::default());
    for pattern in 0..1u32 << size.area() {
        for (bit, tile) in map.tiles.as_mut_slice().iter_mut().enumerate() {
            *tile = if pattern >> bit & 1 == 1 {
                Tile::Wall
            } else {
                Tile::Floor
            };
        }
        sight.reset(map.size(), |pos| map.tiles[pos].is_opaque());
        for x in 0..3 {
            let origin = Pos::new(x, x / 2);
            sight.look(origin, 4096, &mut seen);
            assert!(seen == expected(&map, origin, 4096), "from {origin}\n{map}");
        }
    }
}

#[test]
fn the_farthest_slopes_are_exact() {
    let mut stream = Stream::new(7, 3);
    let (mut sight, mut seen) = (Sight::default(), TileSet::default());
    for (size, percent) in [(Size::new(4096, 40), 1), (Size::new(30, 4096), 1)] {
        let map = pillars(size, percent, &mut stream);
        sight.reset(map.size(), |pos| map.tiles[pos].is_opaque());
        for origin in [
            Pos::new(3, 4),
            Pos::new(size.width as i32 - 1, size.height as i32 - 2),
        ] {
            sight.look(origin, UNLIMITED, &mut seen);
            let mut expected = TileSet::new(size);
            oracle::visible(&map, origin, 4096, |pos| {
                expected.insert(pos);
            });
            // The reference always has a disc; it ends at the corner of the map.
            let near = |pos: Pos| {
                let far = pos - origin;
                i64::from(far.x).pow(2) + i64::from(far.y).pow(2) <= 4096 * 4097
            };
            assert!(
                seen.iter().filter(|&pos| near(pos)).eq(expected.iter()),
                "{size}, {origin}"
            );
        }
    }
}

#[test]
fn sight_is_symmetric_over_floor_on_maps_of_every_kind() {
    let mut pairs = 0;
    for (name, map) in maps() {
        let mut sight = Sight::of(&map);
        let floor = floor(&map);
        // Up to 150 floor tiles, spread over the map.
        let step = floor.len().div_ceil(150).max(1);
        let some: Vec<Pos> = floor.into_iter().step_by(step).collect();
        for radius in [8, UNLIMITED] {
            let views: Vec<TileSet> = some
                .iter()
                .map(|&pos| {
                    let mut seen = TileSet::default();
                    sight.look(pos, radius, &mut seen);
                    seen
                })
                .collect();
            for (&a, from_a) in some.iter().zip(&views) {
                for (&b, from_b) in some.iter().zip(&views) {
                    assert_eq!(
                        from_a.contains(b),
                        from_b.contains(a),
                        "{name}, {a} and {b}, radius {radius}\n{map}"
                    );
                    pairs += usize::from(a != b && from_a.contains(b));
                }
            }
        }
    }
    assert!(pairs > 20_000, "{pairs} pairs see each other");
}

#[test]
fn an_open_hall_is_seen_as_a_disc() {
    let size = Size::new(21, 21);
    let mut sight = Sight::of(&Map::new(size, Tile::Floor));
    let mut seen = TileSet::default();
    let origin = Pos::new(10, 10);
    sight.look(origin, 6, &mut seen);
    let disc = seen.iter().all(|pos| {
        let d = pos - origin;
        d.x * d.x + d.y * d.y <= 42
    });
    assert!(disc && seen.len() == 137, "{} tiles", seen.len());
    sight.look(origin, UNLIMITED, &mut seen);
    assert_eq!(seen.len(), size.area());
    sight.look(Pos::new(-1, 3), 6, &mut seen);
    assert!(seen.is_empty());
}

#[test]
fn a_pillar_hides_what_is_behind_it() {
    let map = Map::from_text("..........\n..@.#.....\n..........\n").unwrap();
    let mut seen = TileSet::default();
    Sight::of(&map).look(map.start.unwrap(), 8, &mut seen);
    let shown = picture(&map, map.start.unwrap(), &seen);
    assert_eq!(shown, ".......   \n..@.#     \n.......   \n");
}

#[test]
fn a_door_that_opens_shows_what_is_behind_it_and_hides_it_when_it_closes() {
    let mut map = Map::from_text("#######\n#@.+..#\n#######\n").unwrap();
    let (start, door) = (map.start.unwrap(), Pos::new(3, 1));
    let mut sight = Sight::of(&map);
    let mut seen = TileSet::default();
    for tile in [Tile::DoorOpen, Tile::DoorClosed, Tile::DoorOpen] {
        map.tiles[door] = tile;
        sight.set_opaque(door, tile.is_opaque());
        assert_eq!(sight.is_opaque(door), tile.is_opaque());
        sight.look(start, UNLIMITED, &mut seen);
        assert_eq!(seen, expected(&map, start, 4096));
        assert_eq!(seen.contains(Pos::new(5, 1)), tile == Tile::DoorOpen);
    }
    assert!(sight.is_opaque(Pos::new(7, 1)));
}

#[test]
fn light_is_seen_from_afar_and_the_dark_only_near() {
    let mut stream = Stream::new(7, 4);
    let (mut sight, mut all, mut seen) = (Sight::default(), TileSet::default(), TileSet::default());
    let mut near = TileSet::default();
    let mut lit_afar = 0;
    for (name, map) in maps() {
        let mut lit = TileSet::new(map.size());
        for (pos, _) in map.tiles.iter() {
            if stream.chance(1, 5) {
                lit.insert(pos);
            }
        }
        sight.reset(map.size(), |pos| map.tiles[pos].is_opaque());
        for origin in floor(&map).into_iter().step_by(997) {
            sight.look(origin, UNLIMITED, &mut all);
            for radius in [0, 1, 4, 8, 31] {
                sight.look(origin, radius, &mut near);
                seen.reset(map.size());
                seen.insert_within(&all, origin, radius);
                assert_eq!(seen, near, "{name}, {origin}, {radius}");
            }
            fov::keep_lit(&all, origin, 8, &lit, &mut seen);
            for (pos, _) in map.tiles.iter() {
                let far = pos - origin;
                let near = i64::from(far.x).pow(2) + i64::from(far.y).pow(2) <= 72;
                let expected = all.contains(pos) && (near || lit.contains(pos));
                assert_eq!(seen.contains(pos), expected, "{name}, {pos} from {origin}");
                lit_afar += usize::from(expected && !near);
            }
        }
    }
    assert!(lit_afar > 1_000, "{lit_afar} tiles");
}

#[test]
fn a_single_look_tells_each_tile_once() {
    let mut tiles = 0;
    for (name, map) in maps() {
        for origin in floor(&map).into_iter().step_by(499) {
            for radius in [0, 3, 11, UNLIMITED] {
                let mut told = Vec::new();
                fov::visible(&map, origin, radius, |pos| told.push(pos));
                let expected = expected(&map, origin, radius.min(4096));
                assert!(
                    expected.iter().eq(told.iter().copied()),
                    "{name}, {origin}, {radius}"
                );
                tiles += told.len();
            }
        }
    }
    assert!(tiles > 100_000);
}

#[test]
fn a_bolt_reaches_every_floor_that_is_seen() {
    let mut stream = Stream::new(7, 5);
    let (mut sight, mut seen) = (Sight::default(), TileSet::default());
    let mut bolts = 0;
    for (name, map) in maps() {
        sight.reset(map.size(), |pos| map.tiles[pos].is_opaque());
        let floor = floor(&map);
        for _ in 0..8 {
            let Some(&origin) = stream.pick(&floor) else {
                continue;
            };
            sight.look(origin, UNLIMITED, &mut seen);
            for pos in seen.iter().filter(|&pos| !sight.is_opaque(pos)) {
                let mut crossed = line::bolt(origin, pos, |tile| sight.is_opaque(tile));
                assert!(
                    crossed.all(|tile| !sight.is_opaque(tile)),
                    "{name}, {origin} to {pos}\n{map}"
                );
                bolts += 1;
            }
        }
    }
    assert!(bolts > 100_000, "{bolts} bolts");
}

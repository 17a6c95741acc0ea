//! Metrics of a map, such as its dead ends, loops and longest path: all at once, or as a
//! [`Measurement`] those alone that are asked for. `table` has a row for each.

mod measurement;
mod shape;
mod table;
mod way;

pub use measurement::Measurement;
pub use table::{Metric, Metrics};
pub use way::{Place, Way};

use crate::geom::Pos;
use crate::map::distance::DistanceMap;
use crate::map::{Map, Regions, TileSet};

/// Buffers for [`Metrics::measure`], and the sets of tiles that it counted.
///
/// ```
/// use undercroft_core::{geom::Pos, map::Map, mapgen::metric::{MetricBuffers, Metrics}};
/// let map = Map::from_text("@..\n#.#\n#.#\n")?;
/// let mut buffers = MetricBuffers::default();
/// let metrics = Metrics::measure(&map, &mut buffers);
/// assert_eq!((metrics.dead_ends, metrics.choke_points, metrics.longest_steps), (3, 2, 3));
/// assert!(buffers.dead_ends().contains(Pos::new(1, 2)));
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MetricBuffers {
    open: TileSet,
    home: TileSet,
    corridors: TileSet,
    dead_ends: TileSet,
    chokes: TileSet,
    rock: TileSet,
    regions: Regions,
    sizes: Vec<u32>,
    distances: DistanceMap,
    /// From a place whose ways are measured.
    ways: DistanceMap,
}

impl MetricBuffers {
    /// The walkable tiles of the last map measured.
    pub const fn open(&self) -> &TileSet {
        &self.open
    }

    /// The tiles of corridors of the last map measured.
    pub const fn corridors(&self) -> &TileSet {
        &self.corridors
    }

    /// The dead ends of the last map measured.
    pub const fn dead_ends(&self) -> &TileSet {
        &self.dead_ends
    }

    /// The choke points of the last map measured.
    pub const fn choke_points(&self) -> &TileSet {
        &self.chokes
    }
}

/// A shortest path from one tile to the tile farthest from it.
#[derive(Clone, Copy, Debug)]
struct Path {
    from: Pos,
    to: Pos,
    steps: u32,
}

impl Metrics {
    /// Measures `map` with new buffers. At most linear in the area.
    pub fn of(map: &Map) -> Self {
        Self::measure(map, &mut MetricBuffers::default())
    }

    /// Measures `map` using the caller's buffers, with steps in four directions; allocates nothing once they have
    /// grown.
    pub fn measure(map: &Map, buffers: &mut MetricBuffers) -> Self {
        Measurement::new(map, buffers).all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Dir, Rect, Size};
    use crate::map::distance::UNBOUNDED;
    use crate::map::{Room, Steps, Tile};
    use crate::rng::Stream;

    fn metrics_of(text: &str) -> Metrics {
        Metrics::of(&Map::from_text(text).unwrap())
    }

    #[test]
    fn each_metric_is_found_by_its_name_and_its_words_fit_a_table_and_a_schema() {
        for metric in Metric::NAMED {
            assert_eq!(Metric::find(metric.name()), Some(metric));
            for words in [metric.name(), metric.unit(), metric.meaning()] {
                let is_phrase = !words.is_empty() && !words.ends_with('.');
                assert!(is_phrase && !words.contains(['|', '"', '\n']), "{words}");
            }
        }
    }

    #[test]
    fn the_steps_between_two_places_are_those_of_their_nearest_tiles() {
        let mut map =
            Map::from_text("#########\n#@..#..>#\n#...#...#\n#.......#\n#########\n").unwrap();
        let named = |name: &str, x, y, width| Room {
            name: Some(name.parse().unwrap()),
            ..Room::plain(Rect::sized(Pos::new(x, y), width, 1))
        };
        map.rooms = vec![
            named("den", 6, 1, 2),
            named("den", 1, 3, 2),
            named("pillar", 4, 1, 1),
        ];
        let mut buffers = MetricBuffers::default();
        let mut measurement = Measurement::new(&map, &mut buffers);
        let mut steps = |from: &str, to: &str| {
            let [from, to] = [from, to].map(|place| place.parse().unwrap());
            measurement.steps(Way { from, to })
        };
        assert_eq!(steps("start", "den"), Some(2), "the nearer of two");
        assert_eq!(steps("start", "exit"), Some(10));
        assert_eq!(steps("exit", "start"), Some(10));
        assert_eq!(steps("den", "exit"), Some(0));
        assert_eq!(steps("start", "pillar"), None, "it has no tile to walk on");
        assert_eq!(steps("start", "nowhere"), None);
    }

    #[test]
    fn a_ring_has_one_loop_and_no_dead_end() {
        let metrics = metrics_of("@...\n.##.\n....\n");
        assert_eq!((metrics.loops, metrics.dead_ends, metrics.open), (1, 0, 83));
        assert_eq!(
            (metrics.farthest, metrics.farthest_steps),
            (Some(Pos::new(3, 2)), 5)
        );
        assert_eq!((metrics.corridors, metrics.choke_points), (1, 0));
    }

    #[test]
    fn an_open_room_has_no_loop_and_a_corridor_two_dead_ends() {
        let room = metrics_of("@..\n...\n");
        assert_eq!((room.loops, room.dead_ends), (0, 0));
        let corridor = metrics_of("#@..#\n");
        assert_eq!((corridor.loops, corridor.dead_ends), (0, 2));
        let pillars = metrics_of(".....\n.#.#.\n..@..\n");
        assert_eq!(pillars.loops, 2);
    }

    #[test]
    fn a_map_without_start_has_no_farthest_tile() {
        let metrics = metrics_of("..\n");
        assert_eq!((metrics.farthest, metrics.loops), (None, 0));
        assert_eq!(metrics.longest_ends, Some([Pos::new(0, 0), Pos::new(1, 0)]));
        let rock = metrics_of("##\n");
        assert_eq!(
            (rock.open, rock.longest_ends, rock.longest_steps),
            (0, None, 0)
        );
    }

    #[test]
    fn corridors_are_split_by_junctions_and_end_at_rooms() {
        // A passage to a junction, from which one passage leads down and another to a hall.
        let text = "\
            ##########\n\
            #@.....###\n\
            ####.##..#\n\
            ####.....#\n\
            ####.##..#\n\
            ####.#####\n\
            ##########\n";
        // (2..=3, 1), (5, 1), (4, 2), (5..=6, 3), (4, 4): dead ends and junctions do not count.
        assert_eq!(metrics_of(text).corridors, 5);
        let mut map = Map::from_text(text).unwrap();
        map.rooms
            .push(Room::plain(Rect::sized(Pos::new(1, 1), 4, 1)));
        assert_eq!(Metrics::of(&map).corridors, 4);
        assert_eq!(metrics_of("@..\n...\n").corridors, 0);
        // All tiles have two neighbours, but none is a corridor.
        assert_eq!(metrics_of("..\n@.\n").corridors, 0);
    }

    #[test]
    fn a_loop_is_large_around_four_tiles() {
        let hall = "\
            @.......\n\
            .#.##.#.\n\
            ...#...#\n\
            ......#.\n";
        let loops = |text: &str| {
            let map = Map::from_text(text).unwrap();
            let mut buffers = MetricBuffers::default();
            let mut measurement = Measurement::new(&map, &mut buffers);
            [Metric::Loops, Metric::LargeLoops].map(|metric| measurement.get(metric))
        };
        // A pillar and a bend of three tiles. What is left touches the edge of the map.
        assert_eq!(loops(hall), [2, 0]);
        // The two touch at a corner, and another pillar is free.
        assert_eq!(loops(&hall.replace("...#...#", "..##....")), [2, 1]);
    }

    #[test]
    fn diagonal_steps_make_ways_shorter_and_loops_no_fewer() {
        let map = Map::from_text("@...\n....\n..#.\n....\n").unwrap();
        let mut buffers = MetricBuffers::default();
        let four = Metrics::measure(&map, &mut buffers);
        let measurement = Measurement::new(&map, &mut buffers).with_steps(Steps::Eight);
        let eight = measurement.all();
        assert_eq!((four.farthest_steps, four.longest_steps), (6, 6));
        assert_eq!((eight.farthest_steps, eight.longest_steps), (4, 4));
        assert_eq!(eight.longest_ends, Some([Pos::new(0, 0), Pos::new(3, 3)]));
        let other = |metrics: &Metrics| (metrics.loops, metrics.dead_ends, metrics.choke_points);
        assert_eq!(other(&four), other(&eight));
    }

    #[test]
    fn the_start_is_the_first_end_if_it_is_one() {
        let metrics = metrics_of("@....\n");
        assert_eq!(metrics.longest_ends, Some([Pos::new(0, 0), Pos::new(4, 0)]));
        let metrics = metrics_of("..@..\n");
        assert_eq!(metrics.longest_ends, Some([Pos::new(0, 0), Pos::new(4, 0)]));
        assert_eq!((metrics.farthest_steps, metrics.longest_steps), (2, 4));
    }

    fn random_map(stream: &mut Stream) -> Map {
        let width = stream.range(1, 24) as u32;
        let height = stream.range(1, 12) as u32;
        let walls = stream.range(0, 60) as u32;
        let mut map = Map::new(Size::new(width, height), Tile::Floor);
        for tile in map.tiles.as_mut_slice() {
            if stream.chance(walls, 100) {
                *tile = Tile::Wall;
            }
        }
        let start = map.tiles.iter().find(|(_, tile)| tile.is_walkable());
        map.start = start.map(|(pos, _)| pos);
        map
    }

    fn neighbours(map: &Map, pos: Pos) -> Vec<Pos> {
        let near = Dir::CARDINAL.into_iter().map(|dir| pos.step(dir));
        near.filter(|pos| map.is_walkable(*pos)).collect()
    }

    fn measure(distances: &mut DistanceMap, map: &Map, from: Pos) {
        let open = TileSet::of(&map.tiles, Tile::is_walkable);
        distances.measure(&open, Steps::Four, &[from], UNBOUNDED);
    }

    /// Number of regions of walkable tiles, by searching from each tile not yet found.
    fn regions(map: &Map) -> usize {
        let mut seen = crate::geom::Grid::new(map.size().width, map.size().height, false);
        let mut count = 0;
        let mut reach = DistanceMap::default();
        for (pos, tile) in map.tiles.iter() {
            if tile.is_walkable() && !seen[pos] {
                count += 1;
                measure(&mut reach, map, pos);
                for (pos, _) in map.tiles.iter() {
                    seen[pos] |= reach.get(pos).is_some();
                }
            }
        }
        count
    }

    /// Number of tiles of each piece of what is not in `region` and does not touch the edge of the map.
    fn holes(map: &Map, region: &[Pos]) -> Vec<usize> {
        let size = map.size();
        let frame = Rect::sized(
            Pos::new(-1, -1),
            size.width as i32 + 2,
            size.height as i32 + 2,
        );
        let mut left: Vec<Pos> = frame
            .positions()
            .filter(|pos| !region.contains(pos))
            .collect();
        let mut holes = Vec::new();
        while let Some(first) = left.first().copied() {
            let mut piece = vec![first];
            let mut head = 0;
            left.swap_remove(0);
            while let Some(pos) = piece.get(head).copied() {
                head += 1;
                for near in Dir::ALL.map(|dir| pos.step(dir)) {
                    if let Some(index) = left.iter().position(|other| *other == near) {
                        piece.push(left.swap_remove(index));
                    }
                }
            }
            if !piece.contains(&frame.positions().next().unwrap()) {
                holes.push(piece.len());
            }
        }
        holes
    }

    #[test]
    fn choke_points_are_the_tiles_whose_closing_makes_more_regions() {
        let mut stream = Stream::new(11, 2);
        let mut buffers = MetricBuffers::default();
        let mut found = 0;
        for _ in 0..300 {
            let mut map = random_map(&mut stream);
            let metrics = Metrics::measure(&map, &mut buffers);
            let before = regions(&map);
            let all: Vec<Pos> = buffers.open().iter().collect();
            for pos in all {
                map.tiles[pos] = Tile::Wall;
                let choke = regions(&map) > before;
                map.tiles[pos] = Tile::Floor;
                assert_eq!(
                    buffers.choke_points().contains(pos),
                    choke,
                    "{pos} on\n{map}"
                );
                found += usize::from(choke);
            }
            assert_eq!(buffers.choke_points().len() as u64, metrics.choke_points);
        }
        assert!(found > 1000);
    }

    #[test]
    fn the_other_measures_are_those_of_a_count_tile_by_tile() {
        let mut stream = Stream::new(12, 2);
        let mut buffers = MetricBuffers::default();
        let mut reach = DistanceMap::default();
        let (mut exact, mut trees, mut large_loops) = (0, 0, 0);
        for _ in 0..300 {
            let map = random_map(&mut stream);
            let metrics = Metrics::measure(&map, &mut buffers);
            let open: Vec<Pos> = buffers.open().iter().collect();
            let area = map.size().area() as u64;
            assert_eq!(metrics.open, open.len() as u64 * 100 / area);
            let is_dead_end = |pos: &Pos| neighbours(&map, *pos).len() == 1;
            let dead_ends: Vec<Pos> = open.iter().copied().filter(is_dead_end).collect();
            assert!(buffers.dead_ends().iter().eq(dead_ends), "\n{map}");
            let in_square = |pos: Pos| {
                let corner = |dx, dy| Rect::sized(Pos::new(pos.x + dx, pos.y + dy), 2, 2);
                [(-1, -1), (-1, 0), (0, -1), (0, 0)]
                    .into_iter()
                    .any(|(dx, dy)| corner(dx, dy).positions().all(|pos| map.is_walkable(pos)))
            };
            let is_corridor = |pos: &Pos| neighbours(&map, *pos).len() == 2 && !in_square(*pos);
            let corridors: Vec<Pos> = open.iter().copied().filter(is_corridor).collect();
            assert!(buffers.corridors().iter().eq(corridors), "\n{map}");

            let Some(start) = map.start else { continue };
            measure(&mut reach, &map, start);
            let home: Vec<Pos> = open
                .into_iter()
                .filter(|pos| reach.get(*pos).is_some())
                .collect();
            let holes = holes(&map, &home);
            assert_eq!(metrics.loops, holes.len() as u64, "\n{map}");
            let large = holes.iter().filter(|tiles| **tiles >= 4).count();
            let measured = Measurement::new(&map, &mut buffers).get(Metric::LargeLoops);
            assert_eq!(measured, large as u64, "\n{map}");
            large_loops += large;
            let mut longest = 0;
            for pos in &home {
                measure(&mut reach, &map, *pos);
                longest = longest.max(reach.farthest().map_or(0, |(_, steps)| u64::from(steps)));
            }
            let [from, to] = metrics.longest_ends.unwrap();
            measure(&mut reach, &map, from);
            assert_eq!(
                reach.get(to).map(u64::from),
                Some(metrics.longest_steps),
                "\n{map}"
            );
            assert!(metrics.longest_steps <= longest && metrics.longest_steps * 2 >= longest);
            exact += usize::from(metrics.longest_steps == longest);
            // Each pair of neighbours is counted twice.
            let links: usize = home.iter().map(|pos| neighbours(&map, *pos).len()).sum();
            if links / 2 + 1 == home.len() {
                trees += 1;
                assert_eq!(metrics.longest_steps, longest, "\n{map}");
                assert_eq!(metrics.loops, 0, "\n{map}");
            }
        }
        assert!(exact > 280 && trees > 50, "{exact} exact, {trees} trees");
        assert!(large_loops > 10, "{large_loops}");
    }

    #[test]
    fn buffers_that_measured_another_map_make_no_difference() {
        let mut buffers = MetricBuffers::default();
        for code in [
            "rogue/200x90#1",
            "caves/80x50#2",
            "box/5x5#3",
            "rooms/80x50#4",
        ] {
            let spec: crate::mapgen::MapSpec = code.parse().unwrap();
            let map = spec.generate().unwrap();
            assert_eq!(
                Metrics::measure(&map, &mut buffers),
                Metrics::of(&map),
                "{code}"
            );
        }
    }
}

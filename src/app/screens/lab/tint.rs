//! The colours of the overlays, and which tiles they colour: turns a map into a [`Tint`].

use super::action::Overlay;
use crate::app::glyph::Tint;
use crate::geom::{Dir, Grid, Pos, Rect, Size};
use crate::map::distance::{DistanceMap, UNBOUNDED, UNREACHED};
use crate::map::{Map, Steps, Thing, ThingClass, Tile, TileSet, fov};
use crate::mapgen::Edits;
use crate::mapgen::metric::{Measurement, Metric, MetricBuffers};

/// Radius of [`Overlay::Sight`], in tiles.
const SIGHT_RADIUS: u32 = 48;

/// Number of colours on the scale of [`Overlay::Distance`].
const HEAT_STEPS: u32 = 48;

/// Rooms take these blues in turn.
const ROOMS: [[u8; 4]; 3] = [
    [84, 150, 214, 190],
    [62, 122, 186, 190],
    [112, 176, 234, 190],
];
/// A room with a name.
const NAMED: [u8; 4] = [186, 120, 240, 200];
const CORRIDOR: [u8; 4] = [236, 170, 84, 180];
const DOOR: [u8; 4] = [255, 236, 120, 200];
const DEAD_END: [u8; 4] = [236, 84, 70, 200];
const CHOKE_POINT: [u8; 4] = [246, 190, 74, 180];
const VISIBLE: [u8; 4] = [250, 226, 140, 170];
const VIEWPOINT: [u8; 4] = [255, 250, 220, 220];
const START: [u8; 4] = [110, 230, 130, 220];
const FARTHEST: [u8; 4] = [250, 90, 80, 220];
const PATH: [u8; 4] = [240, 200, 110, 180];
/// Tiles that are locked while the rest is made anew.
const KEPT: [u8; 4] = [90, 160, 235, 90];
const MONSTER: [u8; 4] = [240, 84, 70, 225];
const ITEM: [u8; 4] = [250, 210, 90, 225];
const HAZARD: [u8; 4] = [196, 120, 246, 215];
const MECHANISM: [u8; 4] = [90, 220, 220, 215];
const OPEN_HERE: [u8; 4] = [240, 150, 50, 190];
const OPEN_THERE: [u8; 4] = [70, 130, 240, 210];

/// The lines of [`Overlay::Grid`], and their strength.
pub(super) const EVERY_10: [u8; 4] = [120, 150, 230, 90];
pub(super) const EVERY_100: [u8; 4] = [250, 190, 90, 150];

impl Overlay {
    /// Whether it colours all open ground that it has anything to say of. Others mark few tiles, and so lie over these.
    pub const fn colours_ground(self) -> bool {
        matches!(
            self,
            Self::Distance | Self::Rooms | Self::Sight | Self::Difference
        )
    }

    /// The colours (sRGB with alpha) and their meanings.
    pub fn legend(self) -> Vec<([u8; 4], &'static str)> {
        match self {
            Self::Distance => vec![
                (heat_colour(0), "at the start"),
                (heat_colour(HEAT_STEPS / 2), "halfway"),
                (heat_colour(HEAT_STEPS - 1), "farthest"),
            ],
            Self::Rooms => vec![
                (ROOMS[0], "rooms"),
                (NAMED, "named rooms"),
                (CORRIDOR, "corridors"),
                (DOOR, "doors"),
            ],
            Self::DeadEnds => vec![(DEAD_END, "dead ends"), (CHOKE_POINT, "choke points")],
            Self::Sight => vec![(VISIBLE, "seen from the pointer")],
            Self::Farthest => vec![
                (START, "start"),
                (FARTHEST, "farthest tile"),
                (PATH, "shortest path"),
            ],
            Self::Grid => vec![(EVERY_10, "every 10 tiles"), (EVERY_100, "every 100")],
            Self::Difference => vec![
                (OPEN_HERE, "open on this map alone"),
                (OPEN_THERE, "open on the other alone"),
            ],
            Self::Things => vec![
                (MONSTER, "monsters"),
                (ITEM, "items"),
                (HAZARD, "hazards"),
                (MECHANISM, "mechanisms"),
            ],
        }
    }

    /// Computes the tint of `map`; `pointer` is the tile under the pointer, `other` the map that it is compared with,
    /// and `things` are those on it. Linear in the map's area; [`Sight`](Self::Sight) is linear in the visible area.
    pub fn tint(
        self,
        map: &Map,
        pointer: Option<Pos>,
        other: Option<&Map>,
        things: &[Thing],
    ) -> Tint {
        match self {
            Self::Distance => tint_distance(map),
            Self::Rooms => tint_rooms(map),
            Self::DeadEnds => tint_dead_ends(map),
            Self::Sight => tint_sight(map, pointer),
            Self::Farthest => tint_farthest(map),
            Self::Grid => Tint::default(),
            Self::Difference => {
                other.map_or_else(Tint::default, |other| tint_difference(map, other))
            }
            Self::Things => tint_things(map, things),
        }
    }
}

/// Marks the tiles that are kept while the rest is made anew.
pub(super) fn kept_tint(map: &Map, edits: &Edits) -> Tint {
    let mut tint = blank_tint(map, vec![KEPT]);
    for (pos, _) in edits.iter().filter(|_| edits.joins) {
        if let Some(level) = tint.levels.get_mut(pos) {
            *level = 1;
        }
    }
    tint
}

/// One tint over the other; of the marks, the last lies uppermost. Linear in the area.
pub(super) fn combine(map: &Map, ground: &Tint, marks: &[Tint]) -> Tint {
    let mut all = blank_tint(map, Vec::new());
    for layer in std::iter::once(ground).chain(marks) {
        let first = all.palette.len() as u8;
        all.palette.extend(&layer.palette);
        for (pos, level) in layer.levels.iter().filter(|(_, level)| **level > 0) {
            if let Some(shown) = all.levels.get_mut(pos + layer.at) {
                *shown = first + level;
            }
        }
    }
    all
}

fn tint_things(map: &Map, things: &[Thing]) -> Tint {
    let mut tint = blank_tint(map, vec![MONSTER, ITEM, HAZARD, MECHANISM]);
    for thing in things {
        for pos in thing.area.positions() {
            if let Some(level) = tint.levels.get_mut(pos) {
                *level = match thing.class {
                    ThingClass::Monster => 1,
                    ThingClass::Item => 2,
                    ThingClass::Hazard => 3,
                    ThingClass::Mechanism | ThingClass::Other => 4,
                };
            }
        }
    }
    tint
}

/// Whether a tile has this colour. Linear in the area.
pub(super) fn has_colour(tint: &Tint, colour: [u8; 4]) -> bool {
    let index = tint.palette.iter().position(|known| *known == colour);
    let level = index.map_or(0, |index| index as u8 + 1);
    level > 0 && tint.levels.as_slice().contains(&level)
}

/// A tint of the whole map that colours no tile yet.
fn blank_tint(map: &Map, palette: Vec<[u8; 4]>) -> Tint {
    let size = map.size();
    Tint {
        levels: Grid::new(size.width, size.height, 0),
        palette,
        ..Tint::default()
    }
}

/// Colour number `step` of [`HEAT_STEPS`], from a cold blue to a hot red.
fn heat_colour(step: u32) -> [u8; 4] {
    const STOPS: [[f32; 3]; 5] = [
        [58.0, 70.0, 190.0],
        [40.0, 150.0, 190.0],
        [90.0, 190.0, 100.0],
        [236.0, 190.0, 70.0],
        [226.0, 70.0, 56.0],
    ];
    let position = step as f32 / (HEAT_STEPS - 1) as f32 * (STOPS.len() - 1) as f32;
    let stop = (position as usize).min(STOPS.len() - 2);
    let share = position - stop as f32;
    let [r, g, b] = std::array::from_fn(|i| {
        (STOPS[stop][i] * (1.0 - share) + STOPS[stop + 1][i] * share) as u8
    });
    [r, g, b, 165]
}

/// Measures the steps from `start`, in the four cardinal directions.
fn measure_distances(map: &Map, start: Pos) -> DistanceMap {
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, &[start], UNBOUNDED);
    distances
}

fn tint_distance(map: &Map) -> Tint {
    let mut tint = blank_tint(map, (0..HEAT_STEPS).map(heat_colour).collect());
    let Some(start) = map.start else { return tint };
    let distances = measure_distances(map, start);
    let longest = distances.farthest().map_or(1, |(_, steps)| steps.max(1));
    let levels = tint.levels.as_mut_slice().iter_mut();
    for (level, &steps) in levels.zip(distances.rows().flatten()) {
        if steps != UNREACHED {
            let heat = u64::from(steps) * u64::from(HEAT_STEPS - 1) / u64::from(longest);
            *level = heat as u8 + 1;
        }
    }
    tint
}

fn tint_rooms(map: &Map) -> Tint {
    let [a, b, c] = ROOMS;
    let mut tint = blank_tint(map, vec![a, b, c, CORRIDOR, DOOR, NAMED]);
    for (index, room) in map.rooms.iter().enumerate() {
        let level = match room.name {
            Some(_) => 6,
            None => 1 + (index % 3) as u8,
        };
        for pos in room.area.positions().filter(|pos| map.is_walkable(*pos)) {
            tint.levels[pos] = level;
        }
    }
    let mut buffers = MetricBuffers::default();
    Measurement::new(map, &mut buffers).get(Metric::Corridors);
    for pos in buffers.corridors().iter() {
        tint.levels[pos] = 4;
    }
    for (pos, tile) in map.tiles.iter() {
        if matches!(tile, Tile::DoorClosed | Tile::DoorOpen) {
            tint.levels[pos] = 5;
        }
    }
    tint
}

fn tint_difference(map: &Map, other: &Map) -> Tint {
    let mut tint = blank_tint(map, vec![OPEN_HERE, OPEN_THERE]);
    let Size { width, height } = map.size();
    for pos in Rect::sized(Pos::default(), width as i32, height as i32).positions() {
        let [here, there] = [map, other].map(|map| map.is_walkable(pos));
        tint.levels[pos] = match (here, there) {
            (true, false) => 1,
            (false, true) => 2,
            _ => 0,
        };
    }
    tint
}

fn tint_dead_ends(map: &Map) -> Tint {
    let mut tint = blank_tint(map, vec![DEAD_END, CHOKE_POINT]);
    let mut buffers = MetricBuffers::default();
    let mut measurement = Measurement::new(map, &mut buffers);
    measurement.get(Metric::DeadEnds);
    measurement.get(Metric::ChokePoints);
    for (set, level) in [(buffers.choke_points(), 2), (buffers.dead_ends(), 1)] {
        for pos in set.iter() {
            tint.levels[pos] = level;
        }
    }
    tint
}

fn tint_sight(map: &Map, pointer: Option<Pos>) -> Tint {
    let is_open = |pos: &Pos| map.tiles.get(*pos).is_some_and(|tile| !tile.is_opaque());
    let Some(viewpoint) = pointer.filter(is_open) else {
        return Tint::default();
    };
    let at = viewpoint - Pos::new(SIGHT_RADIUS as i32, SIGHT_RADIUS as i32);
    let mut levels = Grid::new(2 * SIGHT_RADIUS + 1, 2 * SIGHT_RADIUS + 1, 0);
    fov::visible(map, viewpoint, SIGHT_RADIUS, |pos| {
        if let Some(level) = levels.get_mut(pos - at) {
            *level = 1;
        }
    });
    levels[viewpoint - at] = 2;
    Tint {
        at,
        levels,
        palette: vec![VISIBLE, VIEWPOINT],
        ..Tint::default()
    }
}

fn tint_farthest(map: &Map) -> Tint {
    let mut tint = blank_tint(map, vec![START, FARTHEST, PATH]);
    let Some(start) = map.start else { return tint };
    let distances = measure_distances(map, start);
    let farthest = distances.farthest().map_or(start, |(pos, _)| pos);
    let steps_to = |pos: &Pos| distances.get(*pos).unwrap_or(UNREACHED);
    let mut pos = farthest;
    while pos != start {
        tint.levels[pos] = 3;
        let neighbours = Dir::CARDINAL.map(|dir| pos.step(dir)).into_iter();
        match neighbours.min_by_key(steps_to) {
            Some(next) if steps_to(&next) < steps_to(&pos) => pos = next,
            _ => break,
        }
    }
    tint.levels[farthest] = 2;
    tint.levels[start] = 1;
    tint
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prints the level of each tile as a digit, one line per row.
    fn levels(overlay: Overlay, text: &str, pointer: Option<Pos>) -> String {
        let map = Map::from_text(text).unwrap();
        let tint = overlay.tint(&map, pointer, None, &[]);
        let mut shown = String::new();
        for y in 0..map.size().height as i32 {
            for x in 0..map.size().width as i32 {
                let level = tint.levels.get(Pos::new(x, y) - tint.at).unwrap_or(&0);
                shown.push((b'0' + level) as char);
            }
            shown.push('\n');
        }
        shown
    }

    #[test]
    fn the_way_grows_warmer_from_the_start() {
        let map = Map::from_text("@...#.\n").unwrap();
        let tint = Overlay::Distance.tint(&map, None, None, &[]);
        let levels = tint.levels.as_slice();
        assert_eq!((levels[0], levels[3]), (1, HEAT_STEPS as u8));
        assert!(levels.is_sorted_by(|a, b| a < b || *b == 0), "{levels:?}");
        assert_eq!(levels[4..], [0, 0]);
    }

    #[test]
    fn rooms_corridors_and_doors_are_told_apart() {
        let mut map = Map::from_text("@.+..\n..###\n").unwrap();
        // The end of the passage has one neighbour: it is a dead end, not a corridor.
        let room = crate::geom::Rect::sized(Pos::default(), 2, 2);
        map.rooms = vec![crate::map::Room::plain(room)];
        let tint = Overlay::Rooms.tint(&map, None, None, &[]);
        assert_eq!(tint.levels.as_slice(), [1, 1, 5, 4, 0, 1, 1, 0, 0, 0]);
    }

    #[test]
    fn every_room_has_the_hue_of_rooms_in_the_legend() {
        for [r, g, b, strength] in ROOMS {
            assert!(r + 40 < g && g + 40 < b && strength > 160);
        }
    }

    #[test]
    fn dead_ends_and_choke_points_are_where_the_map_would_fall_apart() {
        // A ring around a pillar, and a corridor that forks.
        let text = "@..##.\n.#....\n...##.\n";
        assert_eq!(
            levels(Overlay::DeadEnds, text, None),
            "000001\n002222\n000001\n"
        );
    }

    #[test]
    fn what_is_open_on_one_of_two_maps_alone_is_a_difference() {
        let [here, there] =
            ["@..\n#.#\n", "@.#\n..#\n.##\n"].map(|text| Map::from_text(text).unwrap());
        let tint = Overlay::Difference.tint(&here, None, Some(&there), &[]);
        assert_eq!(tint.levels.as_slice(), [0, 0, 1, 2, 0, 0]);
        assert!(Overlay::Difference.tint(&here, None, None, &[]).is_empty());
    }

    #[test]
    fn marks_lie_over_the_colours_of_the_ground_each_with_its_own() {
        let map = Map::from_text("@..##.\n.#....\n...##.\n").unwrap();
        let [ground, ends, path] = [Overlay::Distance, Overlay::DeadEnds, Overlay::Farthest]
            .map(|overlay| overlay.tint(&map, None, None, &[]));
        let marks = [ends.clone(), path.clone()];
        let all = combine(&map, &ground, &marks);
        let mut from_ground = 0;
        for (pos, _) in map.tiles.iter() {
            let marked = path.get(pos).or_else(|| ends.get(pos));
            assert_eq!(all.get(pos), marked.or_else(|| ground.get(pos)), "{pos}");
            from_ground += usize::from(marked.is_none() && ground.get(pos).is_some());
        }
        assert!(from_ground > 0);
        // Sight covers but a part of the map.
        let sight = Overlay::Sight.tint(&map, Some(Pos::new(2, 1)), None, &[]);
        let all = combine(&map, &sight, &[]);
        assert_eq!(all.at, Pos::default());
        for (pos, _) in map.tiles.iter() {
            assert_eq!(all.get(pos), sight.get(pos), "{pos}");
        }
    }

    #[test]
    fn sight_ends_at_walls_and_begins_at_the_pointer() {
        let text = "..#..\n.....\n";
        let seen = levels(Overlay::Sight, text, Some(Pos::new(0, 0)));
        assert!(seen.starts_with("211"), "{seen}");
        assert!(seen.contains('0'), "{seen}");
        assert_eq!(levels(Overlay::Sight, text, None), "00000\n00000\n");
        assert_eq!(
            levels(Overlay::Sight, text, Some(Pos::new(2, 0))),
            "00000\n00000\n"
        );
    }

    #[test]
    fn start_and_farthest_tile_are_joined_by_the_shortest_way() {
        assert_eq!(
            levels(Overlay::Farthest, "@..\n.#.\n...\n", None),
            "133\n003\n002\n"
        );
    }
}

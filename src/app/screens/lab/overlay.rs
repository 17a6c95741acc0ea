//! What the map is coloured by: the six overlays, their colours and legends. Works on maps and
//! gives tints; how a tint is drawn is the renderer's.

use bevy::prelude::*;

use super::action::LabAction;
use super::pointer::Pointer;
use crate::app::dungeon::{Dungeon, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::Tint;
use crate::app::screen::{Screen, on};
use crate::geom::{Dir, Grid, Pos};
use crate::map::distance::{DistanceMap, UNBOUNDED, UNREACHED};
use crate::map::{Map, Steps, Tile, TileSet, fov};
use crate::mapgen::metric::{MetricBuffers, Metrics};

/// Keeps the [`Tint`] as the chosen overlay has it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OverlayShown>()
        .add_systems(OnExit(Screen::Lab), clear_away)
        .add_systems(
            Update,
            (
                apply_actions.in_set(Phase::Act),
                tint.run_if(
                    resource_changed::<OverlayShown>
                        .or_eager(resource_changed::<Dungeon>)
                        .or_eager(resource_changed::<Scene>)
                        .or_eager(resource_changed::<Pointer>),
                )
                .run_if(resource_equals(Scene::Dungeon))
                .run_if(on(Screen::Lab))
                .in_set(Phase::Show),
            ),
        );
}

/// What the map can be coloured by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Overlay {
    /// How far each tile is from the start.
    Distance,
    /// What is room, what is corridor, what is door.
    Rooms,
    /// Dead ends, and tiles without which the map falls apart.
    Ways,
    /// What is seen from the tile under the pointer.
    Sight,
    /// Where start and farthest tile are, and the way between.
    Spawns,
    /// Every tenth column and row.
    Coordinates,
}

/// The overlay that is shown, if one is.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverlayShown(pub Option<Overlay>);

/// Radius of the sight that is shown, in tiles.
const SIGHT: u32 = 48;

/// Steps of the scale of distances.
const HEATS: u32 = 48;

const ROOM: [[u8; 4]; 3] = [
    [84, 150, 214, 120],
    [120, 196, 150, 110],
    [176, 140, 220, 110],
];
const CORRIDOR: [u8; 4] = [236, 170, 84, 120];
const DOOR: [u8; 4] = [255, 236, 120, 190];
const DEAD_END: [u8; 4] = [236, 84, 70, 200];
const CHOKE: [u8; 4] = [246, 190, 74, 130];
const SEEN: [u8; 4] = [250, 226, 140, 120];
const EYE: [u8; 4] = [255, 250, 220, 220];
const START: [u8; 4] = [110, 230, 130, 220];
const FARTHEST: [u8; 4] = [250, 90, 80, 220];
const WAY: [u8; 4] = [240, 200, 110, 110];
const TEN: [u8; 4] = [120, 150, 230, 70];
const HUNDRED: [u8; 4] = [250, 190, 90, 110];

impl Overlay {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 6] = [
        Self::Distance,
        Self::Rooms,
        Self::Ways,
        Self::Sight,
        Self::Spawns,
        Self::Coordinates,
    ];

    /// Its name in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "Distance",
            Self::Rooms => "Rooms",
            Self::Ways => "Ways",
            Self::Sight => "Sight",
            Self::Spawns => "Places",
            Self::Coordinates => "Grid",
        }
    }

    /// Its colours, sRGB, and what they mean.
    pub fn legend(self) -> Vec<([u8; 4], &'static str)> {
        match self {
            Self::Distance => vec![
                (heat(0), "at the start"),
                (heat(HEATS / 2), "halfway"),
                (heat(HEATS - 1), "farthest"),
            ],
            Self::Rooms => vec![(ROOM[0], "rooms"), (CORRIDOR, "corridors"), (DOOR, "doors")],
            Self::Ways => vec![(DEAD_END, "dead ends"), (CHOKE, "choke points")],
            Self::Sight => vec![(SEEN, "seen from the pointer")],
            Self::Spawns => vec![
                (START, "start"),
                (FARTHEST, "farthest tile"),
                (WAY, "shortest path"),
            ],
            Self::Coordinates => vec![(TEN, "every 10 tiles"), (HUNDRED, "every 100")],
        }
    }

    /// The tint of `map`; `pointer` is the tile under the pointer. Linear in the area, but for
    /// sight, which costs what is seen.
    pub fn tint(self, map: &Map, pointer: Option<Pos>) -> Tint {
        match self {
            Self::Distance => distance(map),
            Self::Rooms => rooms(map),
            Self::Ways => ways(map),
            Self::Sight => sight(map, pointer),
            Self::Spawns => spawns(map),
            Self::Coordinates => coordinates(map),
        }
    }
}

fn apply_actions(mut actions: MessageReader<LabAction>, mut shown: ResMut<OverlayShown>) {
    for action in actions.read() {
        if let LabAction::Overlay(overlay) = *action {
            shown.0 = (shown.0 != Some(overlay)).then_some(overlay);
        }
    }
}

fn tint(
    (dungeon, pointer): (Res<Dungeon>, Res<Pointer>),
    shown: Res<OverlayShown>,
    mut tint: ResMut<Tint>,
) {
    let moved = pointer.is_changed() && !shown.is_changed() && !dungeon.is_changed();
    if moved && shown.0 != Some(Overlay::Sight) {
        return;
    }
    let fresh = shown.0.map_or_else(Tint::default, |overlay| {
        overlay.tint(dungeon.map(), pointer.tile)
    });
    tint.set_if_neq(fresh);
}

/// Leaves the map to another screen as it is.
fn clear_away(mut tint: ResMut<Tint>) {
    *tint = Tint::default();
}

/// A tint of the whole map, all clear.
fn clear(map: &Map, palette: Vec<[u8; 4]>) -> Tint {
    let size = map.size();
    Tint {
        at: Pos::default(),
        levels: Grid::new(size.width, size.height, 0),
        palette,
        ..Tint::default()
    }
}

/// Colour of step `step` of the scale: cold and dim to hot.
fn heat(step: u32) -> [u8; 4] {
    const STOPS: [[f32; 3]; 5] = [
        [58.0, 70.0, 190.0],
        [40.0, 150.0, 190.0],
        [90.0, 190.0, 100.0],
        [236.0, 190.0, 70.0],
        [226.0, 70.0, 56.0],
    ];
    let place = step as f32 / (HEATS - 1) as f32 * (STOPS.len() - 1) as f32;
    let stop = (place as usize).min(STOPS.len() - 2);
    let share = place - stop as f32;
    let [r, g, b] = std::array::from_fn(|i| {
        (STOPS[stop][i] * (1.0 - share) + STOPS[stop + 1][i] * share) as u8
    });
    [r, g, b, 165]
}

/// Steps from `start` in the four cardinal directions.
fn distances(map: &Map, start: Pos) -> DistanceMap {
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, &[start], UNBOUNDED);
    distances
}

fn distance(map: &Map) -> Tint {
    let mut tint = clear(map, (0..HEATS).map(heat).collect());
    let Some(start) = map.start else { return tint };
    let distances = distances(map, start);
    let most = distances.farthest().map_or(1, |(_, steps)| steps.max(1));
    let levels = tint.levels.as_mut_slice().iter_mut();
    for (level, &steps) in levels.zip(distances.rows().flatten()) {
        if steps != UNREACHED {
            let heat = u64::from(steps) * u64::from(HEATS - 1) / u64::from(most);
            *level = heat as u8 + 1;
        }
    }
    tint
}

fn rooms(map: &Map) -> Tint {
    let [a, b, c] = ROOM;
    let mut tint = clear(map, vec![a, b, c, CORRIDOR, DOOR]);
    for (level, tile) in tint
        .levels
        .as_mut_slice()
        .iter_mut()
        .zip(map.tiles.as_slice())
    {
        *level = match tile {
            Tile::DoorClosed | Tile::DoorOpen => 5,
            tile if tile.is_walkable() => 4,
            _ => 0,
        };
    }
    for (index, room) in map.rooms.iter().enumerate() {
        for pos in room.positions() {
            if let Some(level) = tint.levels.get_mut(pos).filter(|level| **level == 4) {
                *level = 1 + (index % 3) as u8;
            }
        }
    }
    tint
}

fn ways(map: &Map) -> Tint {
    let mut tint = clear(map, vec![DEAD_END, CHOKE]);
    let mut sets = MetricBuffers::default();
    Metrics::measure(map, &mut sets);
    for (set, level) in [(sets.choke_points(), 2), (sets.dead_ends(), 1)] {
        for pos in set.iter() {
            tint.levels[pos] = level;
        }
    }
    tint
}

fn exits(map: &Map, pos: Pos) -> impl Iterator<Item = Pos> {
    Dir::CARDINAL
        .into_iter()
        .map(move |dir| pos.step(dir))
        .filter(|pos| map.is_walkable(*pos))
}

fn sight(map: &Map, pointer: Option<Pos>) -> Tint {
    let Some(eye) = pointer.filter(|eye| map.tiles.get(*eye).is_some_and(|t| !t.is_opaque()))
    else {
        return Tint::default();
    };
    let at = eye - Pos::new(SIGHT as i32, SIGHT as i32);
    let mut levels = Grid::new(2 * SIGHT + 1, 2 * SIGHT + 1, 0);
    fov::visible(map, eye, SIGHT, |pos| {
        if let Some(level) = levels.get_mut(pos - at) {
            *level = 1;
        }
    });
    levels[eye - at] = 2;
    Tint {
        at,
        levels,
        palette: vec![SEEN, EYE],
        ..Tint::default()
    }
}

fn spawns(map: &Map) -> Tint {
    let mut tint = clear(map, vec![START, FARTHEST, WAY]);
    let Some(start) = map.start else { return tint };
    let distances = distances(map, start);
    let mut place = distances.farthest().map_or(start, |(pos, _)| pos);
    let farthest = place;
    while place != start {
        tint.levels[place] = 3;
        let nearer = |pos: &Pos| distances.get(*pos).unwrap_or(UNREACHED);
        match exits(map, place).min_by_key(nearer) {
            Some(next) if nearer(&next) < nearer(&place) => place = next,
            _ => break,
        }
    }
    tint.levels[farthest] = 2;
    tint.levels[start] = 1;
    tint
}

fn coordinates(map: &Map) -> Tint {
    let mut tint = clear(map, vec![TEN, HUNDRED]);
    let size = map.size();
    for y in 0..size.height {
        for (x, level) in tint.levels.row_mut(y).iter_mut().enumerate() {
            let on = |every: u32| (x as u32).is_multiple_of(every) || y.is_multiple_of(every);
            *level = if on(100) { 2 } else { u8::from(on(10)) };
        }
    }
    tint
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The level of each tile as a digit, a line a row.
    fn levels(overlay: Overlay, text: &str, pointer: Option<Pos>) -> String {
        let map = Map::from_text(text).unwrap();
        let tint = overlay.tint(&map, pointer);
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
        let tint = Overlay::Distance.tint(&map, None);
        let levels = tint.levels.as_slice();
        assert_eq!((levels[0], levels[3]), (1, HEATS as u8));
        assert!(levels.is_sorted_by(|a, b| a < b || *b == 0), "{levels:?}");
        assert_eq!(levels[4..], [0, 0]);
    }

    #[test]
    fn rooms_corridors_and_doors_are_told_apart() {
        let mut map = Map::from_text("@.+..\n..###\n").unwrap();
        map.rooms = vec![crate::geom::Rect::sized(Pos::default(), 2, 2)];
        let tint = Overlay::Rooms.tint(&map, None);
        assert_eq!(tint.levels.as_slice(), [1, 1, 5, 4, 4, 1, 1, 0, 0, 0]);
    }

    #[test]
    fn dead_ends_and_choke_points_are_where_the_map_would_fall_apart() {
        // A ring around a pillar, and a corridor that forks.
        let text = "@..##.\n.#....\n...##.\n";
        assert_eq!(
            levels(Overlay::Ways, text, None),
            "000001\n002222\n000001\n"
        );
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
            levels(Overlay::Spawns, "@..\n.#.\n...\n", None),
            "133\n003\n002\n"
        );
    }

    #[test]
    fn every_tenth_column_and_row_is_marked() {
        let map = Map::new(crate::geom::Size::new(120, 30), Tile::Floor);
        let tint = Overlay::Coordinates.tint(&map, None);
        let level = |x, y| tint.levels[Pos::new(x, y)];
        assert_eq!((level(10, 5), level(5, 20), level(100, 7)), (1, 1, 2));
        assert_eq!(level(11, 21), 0);
    }
}

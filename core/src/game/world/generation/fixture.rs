//! Places the fixtures of the content, such as pews, tombs and pools, in the rooms of a level.

use crate::game::content::{Content, Find, Fixed, FixtureDef, LevelKindDef, MonsterKind, numbers};
use crate::game::world::level::{Brazier, Inside, Level, Tomb, is_edge};
use crate::geom::{Grid, Pos, Rect};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Drawn, Steps, Tile, TileSet};
use crate::rng::Stream;

/// Positions tried per fixture.
const TRIES: u32 = 200;

/// Positions tried per arena.
const ARENA_TRIES: u32 = 400;

numbers! {
    "fixture":
    /// Steps from the stairs up to the middle of an arena, at least.
    const ARENA_DISTANCE: u32 = 16;

    /// Per cent of the steps between the stairs that whatever is cut into rock leaves.
    const SHORTCUT: u32 = 60;
}

/// The fixtures of a level, and the buffers to place them.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Fixtures {
    /// The fixtures placed, as indices into [`Content::fixtures`], with their areas.
    pub placed: Vec<(usize, Rect)>,
    /// The arenas of the named monsters that have one here.
    pub arenas: Vec<(MonsterKind, Rect)>,
    /// Tiles for hidden finds.
    pub caches: Vec<Pos>,
    /// Steps between the stairs that must remain in spite of shortcuts.
    min_distance: u32,
    open: TileSet,
    distances: DistanceMap,
}

/// What to place.
#[derive(Clone, Copy)]
struct Plan<'a> {
    drawing: &'a Grid<Drawn<Find>>,
    /// Whether it may be cut into rock.
    cut: bool,
    /// Where its area has to lie, if not anywhere.
    within: Option<Rect>,
}

impl Fixtures {
    /// Places the arenas of the named monsters that live here, so that they cut nothing off, away from the stairs up.
    /// `floor` lists the tiles on which they may be centred.
    pub fn place_arenas(
        &mut self,
        level: &mut Level,
        content: &Content,
        named: &[MonsterKind],
        floor: &[Pos],
        stream: &mut Stream,
    ) {
        // A labyrinth stays as small as it is.
        let within = floor.iter().map(|pos| Rect::between(*pos, *pos));
        let within = within.reduce(Rect::hull);
        for arena in content
            .arenas()
            .iter()
            .filter(|arena| named.contains(&arena.boss))
        {
            for _ in 0..ARENA_TRIES {
                let turn = stream.below(8);
                let Some(&center) = stream.pick(floor) else {
                    return;
                };
                self.measure_distances(level);
                let is_far = self
                    .distances
                    .get(center)
                    .is_some_and(|far| far >= ARENA_DISTANCE);
                if !is_far {
                    continue;
                }
                let what = Plan {
                    drawing: &arena.drawing,
                    cut: true,
                    within,
                };
                if let Some(area) = self.try_place(level, what, turn, center) {
                    self.arenas.push((arena.boss, area));
                    break;
                }
            }
        }
    }

    /// Forgets the fixtures of the level before, and measures this one.
    fn clear(&mut self, level: &Level) {
        self.placed.clear();
        self.arenas.clear();
        self.caches.clear();
        self.measure_distances(level);
        let steps = self.distances.get(level.down).unwrap_or(0);
        self.min_distance = steps * SHORTCUT / 100;
    }

    /// Places a random number of fixtures, no two alike, so that they cut nothing off. `floor`
    /// lists the tiles on which they may be centred.
    pub fn place(
        &mut self,
        level: &mut Level,
        content: &Content,
        def: &LevelKindDef,
        floor: &[Pos],
        stream: &mut Stream,
    ) {
        self.clear(level);
        let (least, most) = def.fixtures;
        let count = stream.range(least as i32, most as i32);
        for _ in 0..count {
            let allowed = |index: usize, fixture: &FixtureDef| {
                let depths = fixture.depths.0..=fixture.depths.1;
                fixture.kind == level.kind
                    && depths.contains(&level.depth)
                    && self.placed.iter().all(|(other, _)| *other != index)
            };
            let weights = content.fixtures().iter().enumerate();
            let weights: Vec<u32> = weights
                .map(
                    |(index, one)| {
                        if allowed(index, one) { one.weight } else { 0 }
                    },
                )
                .collect();
            let Some(index) = stream.weighted(&weights) else {
                return;
            };
            let fixture = &content.fixtures()[index];
            for _ in 0..TRIES {
                let turn = stream.below(8);
                let Some(&center) = stream.pick(floor) else {
                    return;
                };
                let what = Plan {
                    drawing: &fixture.drawing,
                    cut: fixture.cut,
                    within: None,
                };
                if let Some(area) = self.try_place(level, what, turn, center) {
                    self.placed.push((index, area));
                    break;
                }
            }
        }
    }

    /// The areas of all that was placed.
    fn areas(&self) -> impl Iterator<Item = &Rect> {
        let fixtures = self.placed.iter().map(|(_, area)| area);
        fixtures.chain(self.arenas.iter().map(|(_, area)| area))
    }

    /// Whether a tile lies in the area of a fixture or an arena.
    pub fn covers(&self, pos: Pos) -> bool {
        self.areas().any(|area| area.contains(pos))
    }

    /// Places a drawing around `center` and returns its area; changes nothing and returns `None` if
    /// it does not fit there.
    fn try_place(
        &mut self,
        level: &mut Level,
        Plan {
            drawing,
            cut,
            within,
        }: Plan<'_>,
        turn: u32,
        center: Pos,
    ) -> Option<Rect> {
        let drawn = drawing.oriented(turn);
        let size = drawn.size();
        let (width, height) = (size.width as i32, size.height as i32);
        let corner = center - Pos::new(width / 2, height / 2);
        let area = Rect::sized(corner, width, height);
        let corners = [
            Pos::new(area.left, area.top),
            Pos::new(area.right, area.bottom),
        ];
        let lies_within = |within: Rect| corners.into_iter().all(|pos| within.contains(pos));
        if !within.is_none_or(lies_within) {
            return None;
        }
        let apart = |other: &Rect| !other.intersects(area);
        let stairs = [level.up, level.down].map(|pos| Rect::between(pos, pos).grown(1));
        // A door keeps the walls at its sides.
        let is_door = |pos: Pos| cut && level.tile(pos) == Tile::DoorClosed;
        let mark = |pos: Pos| drawn.at(pos - corner);
        let fits = |pos: Pos| {
            let tile = level.tile(pos);
            let plain = tile == Tile::Floor || cut && tile == Tile::Wall;
            mark(pos) == Drawn::Keep || plain && !is_edge(pos)
        };
        let free = stairs.iter().all(apart) && self.areas().all(apart);
        if !free || !area.positions().all(fits) || area.grown(1).positions().any(is_door) {
            return None;
        }
        let before: Vec<Tile> = area.positions().map(|pos| level.tile(pos)).collect();
        for pos in area.positions() {
            match mark(pos) {
                Drawn::Keep => {}
                Drawn::Tile(tile) => level.tiles[pos] = tile,
                Drawn::Mark(_) => level.tiles[pos] = Tile::Floor,
            }
        }
        if !self.is_connected(level, cut) {
            for (pos, tile) in area.positions().zip(before) {
                if level.tiles.get(pos).is_some() {
                    level.tiles[pos] = tile;
                }
            }
            return None;
        }
        for pos in area.positions() {
            match mark(pos) {
                Drawn::Mark(_) => self.caches.push(pos),
                Drawn::Tile(Tile::Brazier) => level.braziers.push(Brazier { pos, lit: true }),
                Drawn::Tile(Tile::Tomb) => level.tombs.push(Tomb {
                    pos,
                    inside: Inside::Nothing,
                }),
                Drawn::Tile(_) | Drawn::Keep => {}
            }
        }
        Some(area)
    }

    /// Measures the distances from the stairs up.
    fn measure_distances(&mut self, level: &Level) {
        self.open.read(&level.tiles, Tile::is_walkable);
        let (distances, open) = (&mut self.distances, &self.open);
        distances.measure(open, Steps::Eight, &[level.up], UNBOUNDED);
    }

    /// Whether every walkable tile can be reached from the stairs up and, if rock was `cut`, the
    /// path to the stairs down is still long enough.
    fn is_connected(&mut self, level: &Level, cut: bool) -> bool {
        self.measure_distances(level);
        let steps = |pos: Pos| self.distances.get(pos);
        self.open.iter().all(|pos| steps(pos).is_some())
            && (!cut || steps(level.down).is_none_or(|steps| steps >= self.min_distance))
    }
}

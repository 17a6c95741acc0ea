//! Places the fixtures of the content, such as pews, tombs and pools, in the rooms of a level.

use crate::game::content::{Content, FixtureDef, LevelKindDef};
use crate::game::world::level::{Brazier, Inside, Level, Tomb, is_edge};
use crate::geom::{Pos, Rect};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Drawn, Steps, Tile, TileSet};
use crate::rng::Stream;

/// Positions tried per fixture.
const TRIES: u32 = 200;

/// Per cent of the steps between the stairs that whatever is cut into rock leaves.
const SHORTCUT: u32 = 60;

/// The fixtures of a level, and the buffers to place them.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Fixtures {
    /// The fixtures placed, as indices into [`Content::fixtures`], with their areas.
    pub placed: Vec<(usize, Rect)>,
    /// Tiles for hidden finds.
    pub caches: Vec<Pos>,
    /// Steps between the stairs that must remain in spite of shortcuts.
    min_distance: u32,
    open: TileSet,
    distances: DistanceMap,
}

impl Fixtures {
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
        self.placed.clear();
        self.caches.clear();
        let (least, most) = def.fixtures;
        let count = stream.range(least as i32, most as i32);
        self.measure_distances(level);
        let steps = self.distances.get(level.down).unwrap_or(0);
        self.min_distance = steps * SHORTCUT / 100;
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
                if let Some(area) = self.try_place(level, fixture, turn, center) {
                    self.placed.push((index, area));
                    break;
                }
            }
        }
    }

    /// Whether a tile lies in the area of a fixture.
    pub fn covers(&self, pos: Pos) -> bool {
        self.placed.iter().any(|(_, area)| area.contains(pos))
    }

    /// Places a fixture around `center` and returns its area; changes nothing and returns `None` if
    /// it does not fit there.
    fn try_place(
        &mut self,
        level: &mut Level,
        fixture: &FixtureDef,
        turn: u32,
        center: Pos,
    ) -> Option<Rect> {
        let drawn = fixture.drawing.oriented(turn);
        let size = drawn.size();
        let (width, height) = (size.width as i32, size.height as i32);
        let corner = center - Pos::new(width / 2, height / 2);
        let area = Rect::sized(corner, width, height);
        let apart = |other: &Rect| !other.intersects(area);
        let stairs = [level.up, level.down].map(|pos| Rect::between(pos, pos).grown(1));
        let mark = |pos: Pos| drawn.at(pos - corner);
        let fits = |pos: Pos| {
            let tile = level.tile(pos);
            let plain = tile == Tile::Floor || fixture.cut && tile == Tile::Wall;
            mark(pos) == Drawn::Keep || plain && !is_edge(pos)
        };
        let free = stairs.iter().all(apart) && self.placed.iter().all(|(_, other)| apart(other));
        if !free || !area.positions().all(fits) {
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
        if !self.is_connected(level, fixture.cut) {
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

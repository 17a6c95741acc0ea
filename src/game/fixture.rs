//! Furnishes the rooms of a level with fixtures: pews, tombs, pools and the like, from the content.

use super::content::{Content, FixtureDef, LEVEL_SIZE, LevelKindDef, Mark};
use super::level::{Brazier, Inside, Level, Tomb};
use crate::geom::{Pos, Rect};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Steps, Tile, TileSet};
use crate::rng::Stream;

/// Places that are tried for a fixture.
const TRIES: u32 = 200;

/// The fixtures of a level, and where things worth finding lie.
#[derive(Clone, Debug, Default)]
pub(super) struct Fixtures {
    /// The fixtures placed, as indices into [`Content::fixtures`], with their areas.
    pub placed: Vec<(usize, Rect)>,
    pub caches: Vec<Pos>,
    /// Steps from the stairs up to those down that any shortcut leaves.
    least: u32,
    open: TileSet,
    distances: DistanceMap,
}

impl Fixtures {
    /// Places a random number of fixtures, no two alike, wherever they cut nothing off. `floor` is
    /// where they may be centred.
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
        self.measure(level);
        let way = self.distances.get(level.down).unwrap_or(0);
        self.least = way * content.rules().level.shortcut / 100;
        for _ in 0..count {
            let fits = |index: usize, fixture: &FixtureDef| {
                let depths = fixture.depths.0..=fixture.depths.1;
                fixture.kind == level.kind
                    && depths.contains(&level.depth)
                    && self.placed.iter().all(|(other, _)| *other != index)
            };
            let weights = content.fixtures().iter().enumerate();
            let weights: Vec<u32> = weights
                .map(|(index, one)| if fits(index, one) { one.weight } else { 0 })
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
                if let Some(area) = self.lay(level, fixture, turn, center) {
                    self.placed.push((index, area));
                    break;
                }
            }
        }
    }

    /// Whether a tile belongs to a fixture.
    pub fn cover(&self, pos: Pos) -> bool {
        self.placed.iter().any(|(_, area)| area.contains(pos))
    }

    /// Lays a fixture down around `center`, if it fits there; returns its area.
    fn lay(
        &mut self,
        level: &mut Level,
        fixture: &FixtureDef,
        turn: u32,
        center: Pos,
    ) -> Option<Rect> {
        let size = fixture.size(turn);
        let (width, height) = (size.width as i32, size.height as i32);
        let corner = center - Pos::new(width / 2, height / 2);
        let area = Rect::sized(corner, width, height);
        let apart = |other: &Rect| !other.intersects(area);
        let stairs = [level.up, level.down].map(|pos| Rect::between(pos, pos).grown(1));
        let mark = |pos: Pos| fixture.mark(turn, pos - corner);
        let fits = |pos: Pos| {
            let tile = level.tile(pos);
            let plain = tile == Tile::Floor || fixture.cut && tile == Tile::Wall;
            mark(pos) == Mark::Keep || plain && !is_edge(pos)
        };
        let free = stairs.iter().all(apart) && self.placed.iter().all(|(_, other)| apart(other));
        if !free || !area.positions().all(fits) {
            return None;
        }
        let before: Vec<Tile> = area.positions().map(|pos| level.tile(pos)).collect();
        for pos in area.positions() {
            match mark(pos) {
                Mark::Keep => {}
                Mark::Tile(tile) => level.tiles[pos] = tile,
                Mark::Cache => level.tiles[pos] = Tile::Floor,
            }
        }
        if !self.is_whole(level, fixture.cut) {
            for (pos, tile) in area.positions().zip(before) {
                if level.tiles.get(pos).is_some() {
                    level.tiles[pos] = tile;
                }
            }
            return None;
        }
        for pos in area.positions() {
            match mark(pos) {
                Mark::Cache => self.caches.push(pos),
                Mark::Tile(Tile::Brazier) => level.braziers.push(Brazier {
                    pos,
                    lit: true,
                    seen_lit: true,
                }),
                Mark::Tile(Tile::Tomb) => level.tombs.push(Tomb {
                    pos,
                    inside: Inside::Nothing,
                }),
                Mark::Tile(_) | Mark::Keep => {}
            }
        }
        Some(area)
    }

    /// Measures the steps from the stairs up.
    fn measure(&mut self, level: &Level) {
        self.open.read(&level.tiles, Tile::is_walkable);
        let (distances, open) = (&mut self.distances, &self.open);
        distances.measure(open, Steps::Eight, &[level.up], UNBOUNDED);
    }

    /// Whether all that can be walked on can be reached from the stairs up and, where something was
    /// `cut`, whether the way to the stairs down is still long enough.
    fn is_whole(&mut self, level: &Level, cut: bool) -> bool {
        self.measure(level);
        let steps = |pos: Pos| self.distances.get(pos);
        self.open.iter().all(|pos| steps(pos).is_some())
            && (!cut || steps(level.down).is_none_or(|way| way >= self.least))
    }
}

/// Whether a tile lies at or beyond the edge of a level.
const fn is_edge(pos: Pos) -> bool {
    let (right, bottom) = (LEVEL_SIZE.width as i32 - 1, LEVEL_SIZE.height as i32 - 1);
    pos.x <= 0 || pos.y <= 0 || pos.x >= right || pos.y >= bottom
}

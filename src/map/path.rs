//! The shortest path between two tiles. Knows nothing of who walks it.
//!
//! A* (Hart, Nilsson, Raphael, 1968) with the distance over open ground as its estimate. Tiles
//! wait in buckets by the length of the whole path through them, last come first served, which
//! makes for the goal where nothing is in the way. What a search noted of a tile need not be
//! wiped for the next one: each numbers its notes higher than the one before.

use super::{Ground, Steps};
use crate::geom::{Dir, Pos};

/// The longest path that is looked for, in the sum of its costs.
pub const LONGEST: u32 = 1 << 30;

/// No tile in a list.
const NONE: u32 = u32::MAX;

/// Whole lengths lie at most this far apart: 255 for a step, 1 for each side of the estimate.
const BUCKETS: usize = 512;

/// Finds paths, with buffers that are kept between calls.
///
/// ```
/// use undercroft::{geom::Pos, map::{Ground, Map, Steps, path::{LONGEST, PathFinder}}};
/// let map = Map::from_text("..#.\n..#.\n....\n")?;
/// let ground = Ground::of(&map, Steps::Four);
/// let mut way = Vec::new();
/// let cost = PathFinder::default().find(&ground, Pos::new(1, 0), Pos::new(3, 1), LONGEST, &mut way);
/// assert_eq!(cost, Some(5));
/// assert_eq!((way.len(), way[4]), (5, Pos::new(3, 1)));
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathFinder {
    /// For each tile `base` and the least cost known to get there; less if the present search
    /// does not know the tile.
    notes: Vec<u32>,
    base: u32,
    waiting: Vec<Waiting>,
    heads: [u32; BUCKETS],
}

/// A tile to go on from, with the cost to get there, and the next one of its bucket.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    tile: u32,
    cost: u32,
    next: u32,
}

impl Default for PathFinder {
    fn default() -> Self {
        Self {
            notes: Vec::new(),
            base: 1,
            waiting: Vec::new(),
            heads: [NONE; BUCKETS],
        }
    }
}

impl PathFinder {
    /// Puts into `path` the tiles entered on a cheapest path from `from` to `to`, `to` the last;
    /// returns its cost. `None`, and an empty path, if there is none of at most `bound` (up to
    /// [`LONGEST`]), or if one of the two cannot be entered.
    ///
    /// Which of several cheapest paths it is depends on ground and ends alone. Cost: linear in the
    /// tiles that the estimate does not rule out; allocates only while the buffers grow.
    pub fn find(
        &mut self,
        ground: &Ground,
        from: Pos,
        to: Pos,
        bound: u32,
        path: &mut Vec<Pos>,
    ) -> Option<u32> {
        path.clear();
        if ground.cost(from) == 0 || ground.cost(to) == 0 {
            return None;
        }
        self.prepare(ground);
        let sides = |away: Pos| (away.x.unsigned_abs(), away.y.unsigned_abs());
        let (cost, length) = match ground.steps() {
            Steps::Four => self.search(ground, from, to, bound, |away| {
                let (x, y) = sides(away);
                x + y
            }),
            Steps::Eight | Steps::Squeezing => self.search(ground, from, to, bound, |away| {
                let (x, y) = sides(away);
                x.max(y)
            }),
        };
        if let Some(cost) = cost {
            self.trace(ground, from, to, cost, path);
        }
        // More than any cost noted.
        self.base += length + BUCKETS as u32;
        cost
    }

    fn prepare(&mut self, ground: &Ground) {
        let tiles = ground.costs().len();
        if self.notes.len() < tiles {
            self.notes.resize(tiles, 0);
        }
        if self.base > LONGEST {
            self.notes.fill(0);
            self.base = 1;
        }
        self.waiting.clear();
        self.heads.fill(NONE);
    }

    /// Notes the costs of tiles until that of `to` is certain; returns it, and the length of the
    /// whole paths looked at last.
    #[inline]
    fn search(
        &mut self,
        ground: &Ground,
        from: Pos,
        to: Pos,
        bound: u32,
        estimate: impl Fn(Pos) -> u32,
    ) -> (Option<u32>, u32) {
        let (goal, base, bound) = (ground.tile(to), self.base, bound.min(LONGEST));
        let (costs, exits, offsets) = (ground.costs(), ground.exits(), ground.offsets());
        let mut length = estimate(to - from);
        let first = ground.tile(from);
        self.notes[first] = base;
        self.wait(first, 0, length);
        let mut held = 1;
        while held > 0 && length <= bound {
            let index = self.heads[length as usize % BUCKETS];
            if index == NONE {
                length += 1;
                continue;
            }
            let Waiting { tile, cost, next } = self.waiting[index as usize];
            self.heads[length as usize % BUCKETS] = next;
            held -= 1;
            let tile = tile as usize;
            if self.notes[tile] != base + cost {
                continue;
            }
            if tile == goal {
                return (Some(cost), length);
            }
            let away = ground.pos(tile) - to;
            let mut rest = exits[tile];
            while rest != 0 {
                let dir = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let near = tile.wrapping_add_signed(offsets[dir]);
                let cost = cost + u32::from(costs[near]);
                // A note of an earlier search wraps around to more than any cost.
                if self.notes[near].wrapping_sub(base) > cost {
                    self.notes[near] = base + cost;
                    self.wait(near, cost, cost + estimate(away + Dir::ALL[dir].delta()));
                    held += 1;
                }
            }
        }
        (None, length)
    }

    /// Follows the notes back from `to`.
    fn trace(&self, ground: &Ground, from: Pos, to: Pos, mut cost: u32, path: &mut Vec<Pos>) {
        let mut pos = to;
        while pos != from {
            path.push(pos);
            cost -= u32::from(ground.cost(pos));
            let before = |dir: &Dir| {
                ground.can_step(pos, *dir)
                    && self.notes[ground.tile(pos.step(*dir))] == self.base + cost
            };
            let dir = Dir::ALL.into_iter().find(before);
            pos = pos.step(dir.expect("every tile noted was reached from one noted with less"));
        }
        path.reverse();
    }

    #[inline]
    fn wait(&mut self, tile: usize, cost: u32, length: u32) {
        let head = &mut self.heads[length as usize % BUCKETS];
        self.waiting.push(Waiting {
            tile: tile as u32,
            cost,
            next: std::mem::replace(head, self.waiting.len() as u32),
        });
    }
}

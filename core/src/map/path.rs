//! Shortest paths between two tiles.
//!
//! A* (Hart, Nilsson, Raphael, 1968) with the distance over open ground as the heuristic. Open
//! tiles are kept in stacks by the estimated length of the whole path through them, last in, first
//! out, which heads straight for the goal where nothing is in the way.

use std::sync::LazyLock;

use super::{Steps, TileSet};
use crate::geom::{Dir, Pos};

/// The longest path that can be found, in steps.
pub const LONGEST: u32 = 1 << 30;

/// Estimated lengths differ by at most 2: 1 for a step, 1 for the estimate.
const STACKS: usize = 4;

/// The steps possible from the middle of 3 x 3 tiles: asked for one by one, paths in eight directions are found at 0.75 of
/// the speed, below the aim of docs/performance.md. Indexed by kind of [`Steps`] and by
/// [`TileSet::around`]: one bit per direction, in the order of [`Dir::ALL`].
pub(super) static EXITS: LazyLock<[[u8; 512]; 3]> = LazyLock::new(|| {
    [Steps::Four, Steps::Eight, Steps::Squeezing].map(|steps| {
        std::array::from_fn(|around| {
            let open = |pos: Pos| around >> (3 * pos.y + pos.x) & 1 == 1;
            let allowed = |dir: Dir| steps.allow(Pos::new(1, 1), dir, open);
            let bits = Dir::ALL.into_iter().enumerate();
            bits.map(|(bit, dir)| u8::from(allowed(dir)) << bit).sum()
        })
    })
});

/// Finds paths, with buffers that are kept between calls.
///
/// ```
/// use undercroft_core::{geom::Pos, map::{Map, Steps, Tile, TileSet, path::{LONGEST, PathFinder}}};
/// let map = Map::from_text("..#.\n..#.\n....\n")?;
/// let open = TileSet::of(&map.tiles, Tile::is_walkable);
/// let (from, to, mut path) = (Pos::new(1, 0), Pos::new(3, 1), Vec::new());
/// assert!(PathFinder::default().find(&open, Steps::Four, from, to, LONGEST, &mut path));
/// assert_eq!((path.len(), path[4]), (5, to));
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    /// For each tile, the fewest steps known to get there; `u32::MAX` if it was not reached.
    costs: Vec<u32>,
    /// Tiles to expand, each with the steps to get there.
    waiting: [Vec<(Pos, u32)>; STACKS],
}

impl PathFinder {
    /// Fills `path` with the tiles entered on a shortest path from `from` to `to`, which is the
    /// last of them. Returns whether there is one of at most `bound` steps (up to [`LONGEST`]). If
    /// not, or if one of the two tiles is not open, `path` is empty.
    ///
    /// Which of several shortest paths is found depends only on the open tiles and the two ends.
    /// Linear in the area; allocates only for a map larger than before.
    pub fn find(
        &mut self,
        open: &TileSet,
        steps: Steps,
        from: Pos,
        to: Pos,
        bound: u32,
        path: &mut Vec<Pos>,
    ) -> bool {
        path.clear();
        if !open.contains(from) || !open.contains(to) {
            return false;
        }
        self.costs.clear();
        self.costs.resize(open.size().area(), u32::MAX);
        self.waiting.iter_mut().for_each(Vec::clear);
        let bound = bound.min(LONGEST);
        let found = match steps {
            Steps::Four => self.search(open, steps, [from, to], bound, |away| {
                away.x.unsigned_abs() + away.y.unsigned_abs()
            }),
            Steps::Eight | Steps::Squeezing => {
                self.search(open, steps, [from, to], bound, |away| {
                    away.x.unsigned_abs().max(away.y.unsigned_abs())
                })
            }
        };
        if found {
            self.trace_back(open, steps, [from, to], path);
        }
        found
    }

    /// Stores the cost of tiles until that of `to` is certain; returns whether there is a path.
    #[inline]
    fn search(
        &mut self,
        open: &TileSet,
        steps: Steps,
        [from, to]: [Pos; 2],
        bound: u32,
        estimate: impl Fn(Pos) -> u32,
    ) -> bool {
        let exits = &EXITS[steps as usize];
        let width = open.size().width as i32;
        let index = |pos: Pos| (pos.y * width + pos.x) as usize;
        let offsets = Dir::ALL.map(|dir| index(dir.delta()));
        let mut length = estimate(to - from);
        self.costs[index(from)] = 0;
        self.waiting[length as usize % STACKS].push((from, 0));
        let mut queued = 1;
        while queued > 0 && length <= bound {
            let Some((pos, taken)) = self.waiting[length as usize % STACKS].pop() else {
                length += 1;
                continue;
            };
            queued -= 1;
            let here = index(pos);
            if self.costs[here] != taken {
                continue;
            }
            if pos == to {
                return true;
            }
            let taken = taken + 1;
            for bit in super::tileset::bits(u64::from(exits[open.around(pos)])) {
                let cost = &mut self.costs[here.wrapping_add(offsets[bit as usize & 7])];
                if *cost > taken {
                    *cost = taken;
                    let near = pos.step(Dir::ALL[bit as usize & 7]);
                    let length = taken + estimate(near - to);
                    self.waiting[length as usize % STACKS].push((near, taken));
                    queued += 1;
                }
            }
        }
        false
    }

    /// Follows the costs back from `to`.
    fn trace_back(&self, open: &TileSet, steps: Steps, [from, to]: [Pos; 2], path: &mut Vec<Pos>) {
        let width = open.size().width as usize;
        let cost = |pos: Pos| self.costs[pos.y as usize * width + pos.x as usize];
        let mut pos = to;
        while pos != from {
            path.push(pos);
            let before = |dir: &Dir| {
                steps.allow(pos, *dir, |pos| open.contains(pos))
                    && cost(pos.step(*dir)) == cost(pos) - 1
            };
            let dir = Dir::ALL.into_iter().find(before);
            pos = pos.step(dir.expect("a reached tile has a neighbour of lower cost"));
        }
        path.reverse();
    }
}

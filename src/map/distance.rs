//! Distance maps: how far each tile is from the nearest of several, how to get there, and where
//! to flee from them. Knows nothing of what lies there.
//!
//! Three ways to the same numbers, by what the ground is like:
//! - Four directions at a cost of 1: a breadth-first queue without a branch a neighbour.
//! - Eight directions at a cost of 1: layer by layer in blocks of 8 x 8 tiles. A word holds what
//!   of a block belongs to the layer; shifts make the next layer of it.
//! - Any costs: Dial's buckets (R. B. Dial, "Algorithm 360", 1969). As a step costs what its
//!   target costs, the first way found to a tile is the cheapest, and no tile changes buckets.

use std::ops::Range;

use super::{Ground, Steps};
use crate::geom::{Dir, Pos, Size};

/// Distance of a tile that was not reached.
pub const UNREACHED: u32 = u32::MAX;

/// A bound that is none.
pub const UNBOUNDED: u32 = u32::MAX;

/// No tile in a list.
const NONE: u32 = 0;

/// Distances over a [`Ground`], with buffers that are kept between calls: nothing is allocated
/// for a map no larger than before.
///
/// ```
/// use undercroft::{geom::{Dir, Pos}, map::{Ground, Map, Steps, distance::{DistanceMap, UNBOUNDED}}};
/// let map = Map::from_text("@.#.\n..#.\n....\n")?;
/// let ground = Ground::of(&map, Steps::Eight);
/// let mut distances = DistanceMap::default();
/// assert_eq!(distances.measure(&ground, &[Pos::new(0, 0)], UNBOUNDED), 10);
/// assert_eq!(distances.get(Pos::new(3, 0)), Some(4));
/// assert_eq!(distances.descend(&ground, Pos::new(3, 0)), Some(Dir::South));
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    size: Size,
    stride: usize,
    /// In the layout of [`Ground`]. Only `rows` of the map are of the last call.
    distances: Vec<u32>,
    rows: Range<usize>,
    /// The tiles reached, nearest first: the first `reached` of them.
    order: Vec<u32>,
    reached: usize,
    /// Tiles that can be entered and were not yet.
    free: Vec<u8>,
    layers: Layers,
    buckets: Buckets,
}

/// The blocks of the breadth-first search in eight directions.
#[derive(Clone, Debug, Default)]
struct Layers {
    /// Tiles that can be entered and were not yet.
    free: Vec<u64>,
    /// Tiles offered to this layer and to the next; blank between searches.
    offered: [Vec<u64>; 2],
    /// The blocks that have such tiles.
    blocks: [Vec<u32>; 2],
}

/// Tiles by their distance, as far ahead as a step can cost: linked lists through `next`.
#[derive(Clone, Debug)]
struct Buckets {
    heads: [u32; 256],
    next: Vec<u32>,
    held: usize,
}

impl Default for Buckets {
    fn default() -> Self {
        Self {
            heads: [NONE; 256],
            next: Vec::new(),
            held: 0,
        }
    }
}

impl DistanceMap {
    /// Measures how far each tile is from the nearest of `sources`: the least sum of the costs of
    /// the tiles entered on the way from there. Tiles farther than `bound` are not reached;
    /// sources that cannot be entered do not count. Returns the number of tiles reached.
    ///
    /// Cost: linear in the rows that the bound does not rule out, and in the tiles reached.
    pub fn measure(&mut self, ground: &Ground, sources: &[Pos], bound: u32) -> usize {
        let bound = bound.min(UNREACHED - 1);
        self.prepare(ground, sources, bound);
        match ground.steps() {
            _ if ground.is_weighted() => {
                let tiles = sources.iter().filter(|&&pos| ground.cost(pos) > 0);
                self.spread(ground, tiles.map(|&pos| (ground.tile(pos), 0)), bound);
            }
            Steps::Four => self.queue(ground, sources, bound),
            Steps::Eight => self.layer::<false>(ground, sources, bound),
            Steps::Squeezing => self.layer::<true>(ground, sources, bound),
        }
        self.reached
    }

    /// Measures where to flee to from the sources of `threat`, which was measured on a ground of
    /// the same size: [descending](Self::descend) leads away from them, and out of a dead end
    /// while there is time. Each tile that `threat` reached starts with 6/5 of how much nearer it
    /// is than the farthest one, and is lowered to what a neighbour has plus the step, if that is
    /// less (after "The Incredible Power of Dijkstra Maps" on RogueBasin). Nothing is reached if
    /// the sizes differ.
    ///
    /// Cost: linear in the area.
    pub fn flee(&mut self, ground: &Ground, threat: &Self) {
        self.prepare(ground, &[], UNBOUNDED);
        self.rows = 0..self.size.height as usize;
        self.blank();
        if threat.size != ground.size() {
            return;
        }
        let open = |tile: &&u32| ground.costs()[**tile as usize] > 0;
        let tiles = threat.order[..threat.reached].iter().rev().filter(open);
        let farthest = threat.farthest().map_or(0, |(_, farthest)| farthest);
        let sources = tiles.map(|&tile| {
            let nearer = u64::from(farthest - threat.distances[tile as usize]);
            (
                tile as usize,
                (nearer * 6 / 5).min(u64::from(UNREACHED - 1)) as u32,
            )
        });
        self.spread(ground, sources, UNREACHED - 1);
    }

    /// Distance of `pos`, or `None` if it was not reached.
    #[inline]
    pub fn get(&self, pos: Pos) -> Option<u32> {
        let inside = self.size.contains(pos) && self.rows.contains(&(pos.y as usize));
        let distance = inside.then(|| self.distances[self.tile(pos)]);
        distance.filter(|&distance| distance != UNREACHED)
    }

    /// The distances of row `y`, [`UNREACHED`] where there is no way; `None` if no tile of the row
    /// can have been reached.
    pub fn row(&self, y: u32) -> Option<&[u32]> {
        self.rows.contains(&(y as usize)).then(|| {
            &self.distances[self.tile(Pos::new(0, y as i32))..][..self.size.width as usize]
        })
    }

    /// The tiles reached with their distances, nearest first, ties in no order to rely on.
    pub fn reached(&self) -> impl DoubleEndedIterator<Item = (Pos, u32)> {
        self.order[..self.reached]
            .iter()
            .map(|&tile| (self.pos(tile as usize), self.distances[tile as usize]))
    }

    /// One of the tiles farthest from the sources and its distance; `None` if there are none.
    pub fn farthest(&self) -> Option<(Pos, u32)> {
        self.reached().next_back()
    }

    /// The first step of a shortest way from `pos` to the nearest source: to the neighbour with
    /// the least distance, in the order of [`Dir::ALL`] where several have it. `None` where no
    /// neighbour is nearer than `pos`, as on a source.
    pub fn descend(&self, ground: &Ground, pos: Pos) -> Option<Dir> {
        let mut least = self.get(pos)?;
        let mut best = None;
        for dir in Dir::ALL {
            let near = self.get(pos.step(dir)).filter(|&near| near < least);
            if let Some(near) = near.filter(|_| ground.can_step(pos, dir)) {
                (least, best) = (near, Some(dir));
            }
        }
        best
    }

    /// Appends to `way` the tiles entered on a shortest way from `pos` to the nearest source:
    /// all that [`descend`](Self::descend) leads to. Nothing if `pos` was not reached.
    pub fn way(&self, ground: &Ground, mut pos: Pos, way: &mut Vec<Pos>) {
        while let Some(dir) = self.descend(ground, pos) {
            pos = pos.step(dir);
            way.push(pos);
        }
    }

    fn tile(&self, pos: Pos) -> usize {
        (pos.y as usize + 1) * self.stride + pos.x as usize + 1
    }

    fn pos(&self, tile: usize) -> Pos {
        let tile = tile - 1;
        Pos::new((tile % self.stride) as i32, (tile / self.stride) as i32 - 1)
    }

    /// Takes on the size of the ground and blanks the rows that can be reached.
    fn prepare(&mut self, ground: &Ground, sources: &[Pos], bound: u32) {
        self.size = ground.size();
        self.stride = ground.stride();
        self.reached = 0;
        let tiles = ground.costs().len();
        self.distances.resize(tiles, UNREACHED);
        // One more, which is written to and never read.
        self.order.resize(self.size.area() + 1, NONE);
        let height = self.size.height;
        let inside = || {
            sources
                .iter()
                .filter(|&&pos| self.size.contains(pos))
                .map(|pos| pos.y as u32)
        };
        let first = inside().min().unwrap_or(height).saturating_sub(bound);
        let end = inside()
            .max()
            .map_or(first, |last| last.saturating_add(bound).saturating_add(1));
        self.rows = first as usize..end.min(height) as usize;
        self.blank();
    }

    fn blank(&mut self) {
        let tiles = self.tiles();
        self.distances[tiles].fill(UNREACHED);
    }

    /// The tiles of `rows`.
    fn tiles(&self) -> Range<usize> {
        let row = |y: usize| (y + 1) * self.stride;
        row(self.rows.start)..row(self.rows.end)
    }

    /// Breadth-first with a queue; `order` is the queue.
    fn queue(&mut self, ground: &Ground, sources: &[Pos], bound: u32) {
        let tiles = self.tiles();
        self.free.resize(ground.costs().len(), 0);
        let around =
            tiles.start.saturating_sub(self.stride)..(tiles.end + self.stride).min(self.free.len());
        self.free[around.clone()].copy_from_slice(&ground.costs()[around]);
        let (free, order) = (&mut self.free[..], &mut self.order[..]);
        let distances = &mut self.distances[..];
        let mut tail = 0;
        for pos in sources.iter().filter(|&&pos| self.size.contains(pos)) {
            let tile = ground.tile(*pos);
            order[tail] = tile as u32;
            tail += usize::from(std::mem::take(&mut free[tile]));
        }
        let stride = self.stride;
        let (mut head, mut distance) = (0, 0);
        while head < tail && distance < bound {
            let layer = head..tail;
            head = tail;
            for index in layer {
                let tile = order[index] as usize;
                distances[tile] = distance;
                // What is free is 1, so that it counts without a branch.
                for near in [tile - stride, tile + 1, tile + stride, tile - 1] {
                    order[tail] = near as u32;
                    tail += usize::from(std::mem::take(&mut free[near]));
                }
            }
            distance += 1;
        }
        for &tile in &order[head..tail] {
            distances[tile as usize] = bound;
        }
        self.reached = tail;
    }

    /// Breadth-first in blocks of 8 x 8 tiles; `SQUEEZING` if that is the rule of a step.
    fn layer<const SQUEEZING: bool>(&mut self, ground: &Ground, sources: &[Pos], bound: u32) {
        let Layers {
            free,
            offered: [this, next],
            blocks: [these, those],
        } = &mut self.layers;
        let row = ground.block_stride();
        let count = ground.blocks().len();
        free.resize(count, 0);
        let around = self.rows.start / 8 * row..(self.rows.end.div_ceil(8) + 2) * row;
        free[around.clone()].copy_from_slice(&ground.blocks()[around]);
        for offered in [&mut *this, &mut *next] {
            offered.resize(count, 0);
        }
        for blocks in [&mut *these, &mut *those] {
            blocks.resize(count + 1, NONE);
        }
        let free = &mut free[..];
        let (mut this, mut next) = (&mut this[..], &mut next[..]);
        let (mut these, mut those) = (&mut these[..], &mut those[..]);
        let (distances, order) = (&mut self.distances[..], &mut self.order[..]);
        let (mut reached, mut held, mut distance) = (0, 0, 0);
        let inside: [u32; 64] = std::array::from_fn(|bit| (bit / 8 * self.stride + bit % 8) as u32);
        for pos in sources.iter().filter(|&&pos| ground.cost(pos) > 0) {
            let (block, bit) = ground.block(*pos);
            these[held] = block as u32;
            held += usize::from(this[block] == 0);
            this[block] |= bit;
        }
        while held > 0 {
            let mut count = 0;
            for &block in &these[..held] {
                let block = block as usize;
                let tiles = std::mem::take(&mut this[block]) & free[block];
                free[block] ^= tiles;
                let corner = ground.corners()[block];
                let mut rest = tiles;
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let tile = corner + inside[bit & 63];
                    distances[tile as usize] = distance;
                    order[reached] = tile;
                    reached += 1;
                }
                if distance < bound {
                    let offer = |block: usize, tiles: u64| {
                        let new = tiles & free[block];
                        let before = next[block];
                        next[block] = before | new;
                        those[count] = block as u32;
                        count += usize::from(before == 0 && new != 0);
                    };
                    let open = |block: usize| {
                        if SQUEEZING {
                            !0
                        } else {
                            ground.blocks()[block]
                        }
                    };
                    dilate(block, row, tiles, open, offer);
                }
            }
            std::mem::swap(&mut this, &mut next);
            std::mem::swap(&mut these, &mut those);
            held = count;
            distance += 1;
        }
        self.reached = reached;
    }

    /// Dial's algorithm. The sources come with their distances, the least one first.
    fn spread(&mut self, ground: &Ground, sources: impl Iterator<Item = (usize, u32)>, bound: u32) {
        self.buckets.next.resize(ground.costs().len(), NONE);
        let mut sources = sources.peekable();
        while let Some(&(_, mut distance)) = sources.peek() {
            loop {
                while let Some((tile, _)) = sources.next_if(|&(_, at)| at <= distance) {
                    if self.distances[tile] > distance {
                        self.distances[tile] = distance;
                        self.settle(ground, tile, distance, bound);
                    }
                }
                let mut tile =
                    std::mem::replace(&mut self.buckets.heads[distance as usize & 255], NONE);
                while tile != NONE {
                    let next = self.buckets.next[tile as usize];
                    self.buckets.held -= 1;
                    // Unless it was a source with less.
                    if self.distances[tile as usize] == distance {
                        self.settle(ground, tile as usize, distance, bound);
                    }
                    tile = next;
                }
                if self.buckets.held == 0 {
                    break;
                }
                distance += 1;
            }
        }
    }

    /// Enters a tile in the order and its neighbours in the buckets.
    fn settle(&mut self, ground: &Ground, tile: usize, distance: u32, bound: u32) {
        self.order[self.reached] = tile as u32;
        self.reached += 1;
        let offsets = ground.offsets();
        let mut exits = ground.exits()[tile];
        while exits != 0 {
            let dir = exits.trailing_zeros();
            exits &= exits - 1;
            let near = tile.wrapping_add_signed(offsets[dir as usize]);
            let there = distance.saturating_add(u32::from(ground.costs()[near]));
            if self.distances[near] == UNREACHED && there <= bound {
                self.distances[near] = there;
                let head = &mut self.buckets.heads[there as usize & 255];
                self.buckets.next[near] = std::mem::replace(head, near as u32);
                self.buckets.held += 1;
            }
        }
    }
}

/// Offers each block what is one step in eight directions away from `tiles` of a block, be it free
/// or not. `row` is the number of blocks in a row; `open` says over which tiles of a block a
/// diagonal step may lead.
#[inline]
fn dilate(
    block: usize,
    row: usize,
    tiles: u64,
    open: impl Fn(usize) -> u64,
    mut offer: impl FnMut(usize, u64),
) {
    /// The leftmost and the rightmost column, the upper and the lower row.
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    const UPPER: u64 = 0xff;
    const LOWER: u64 = UPPER << 56;
    let aside = |tiles: u64| (tiles & !RIGHT) << 1 | (tiles & !LEFT) >> 1;
    let updown = |tiles: u64| tiles << 8 | tiles >> 8;
    // A diagonal step is two steps to the sides, of which the first has to be open.
    let here = open(block);
    let (flat, steep) = (aside(tiles) & here, updown(tiles) & here);
    offer(block, flat | steep | updown(flat) | aside(steep));
    if tiles & (UPPER | LOWER) != 0 {
        let above = tiles << 56 & open(block - row);
        offer(block - row, above | aside(above) | flat << 56);
        let below = tiles >> 56 & open(block + row);
        offer(block + row, below | aside(below) | flat >> 56);
    }
    if tiles & (LEFT | RIGHT) != 0 {
        let left = (tiles & LEFT) << 7 & open(block - 1);
        offer(block - 1, left | updown(left) | (steep & LEFT) << 7);
        let right = (tiles & RIGHT) >> 7 & open(block + 1);
        offer(block + 1, right | updown(right) | (steep & RIGHT) >> 7);
        if tiles & (LEFT | RIGHT) & (UPPER | LOWER) != 0 {
            let above = tiles << 56 & open(block - row);
            let below = tiles >> 56 & open(block + row);
            offer(block - row - 1, left << 56 | (above & LEFT) << 7);
            offer(block - row + 1, right << 56 | (above & RIGHT) >> 7);
            offer(block + row - 1, left >> 56 | (below & LEFT) << 7);
            offer(block + row + 1, right >> 56 | (below & RIGHT) >> 7);
        }
    }
}

//! Distance maps: how many steps each tile is from the nearest of several sources.
//!
//! Breadth-first search, in one of two ways:
//! - In four directions: a queue.
//! - In eight directions: layer by layer in blocks of 8 x 8 tiles. A word holds the tiles of a
//!   block that belong to the current layer, and shifts give the next layer. A queue takes 2 to 5 times as long, which
//!   is below the aim of docs/performance.md, and levels are made at half of the speed.

use std::ops::Range;

use super::tileset::bits;
use super::{Steps, TileSet};
use crate::geom::{Pos, Size};

/// Marks a tile that was not reached, in [`DistanceMap::rows`].
pub const UNREACHED: u32 = u32::MAX;

/// As a bound for [`DistanceMap::measure`]: no limit.
pub const UNBOUNDED: u32 = u32::MAX;

/// Distances over a set of open tiles. Keeps its buffers between calls: nothing is allocated for a
/// map no larger than before.
///
/// ```
/// use undercroft_core::{geom::Pos, map::{Map, Steps, Tile, TileSet, distance::{DistanceMap, UNBOUNDED}}};
/// let map = Map::from_text("@.#.\n..#.\n....\n")?;
/// let open = TileSet::of(&map.tiles, Tile::is_walkable);
/// let mut distances = DistanceMap::default();
/// assert_eq!(distances.measure(&open, Steps::Eight, &[Pos::new(0, 0)], UNBOUNDED), 10);
/// assert_eq!(distances.get(Pos::new(3, 0)), Some(4));
/// assert_eq!(distances.farthest(), Some((Pos::new(3, 0), 4)));
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    size: Size,
    /// Row by row, with one entry that is never reached before each row, and such rows above and
    /// below, so that every tile has four neighbours.
    distances: Vec<u32>,
    /// In the same layout, which open tiles are not reached yet.
    free: Vec<bool>,
    queue: Vec<u32>,
    blocks: Blocks,
}

/// What a [`DistanceMap::sweep`] finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sweep {
    /// The tile farthest from the source; of several, the first one row by row.
    pub farthest: Pos,
    /// Its distance.
    pub steps: u32,
    /// Number of tiles reached, the source among them.
    pub reached: usize,
}

/// Tiles at the same distance, as a range of the queue.
#[derive(Default)]
struct Layer {
    tiles: Range<usize>,
    distance: u32,
}

/// The blocks of the search in eight directions. Bit `8 * row + column` of a block is a tile; empty
/// blocks surround the map.
#[derive(Clone, Debug, Default)]
struct Blocks {
    open: Vec<u64>,
    /// The open tiles not reached yet.
    free: Vec<u64>,
    /// Candidate tiles for this layer and for the next one; empty between searches.
    offered: [Vec<u64>; 2],
    /// The blocks with candidate tiles.
    active: [Vec<u32>; 2],
}

/// The eight bits of each byte, one byte per bit, lowest first. Read bit by bit, a search for long paths runs at 0.83 of
/// the speed.
static FLAGS: [[bool; 8]; 256] = {
    let mut flags = [[false; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        flags[at / 8][at % 8] = ((at / 8) >> (at % 8)) & 1 == 1;
        at += 1;
    }
    flags
};

impl DistanceMap {
    /// Measures how many `steps` over `open` tiles each tile is from the nearest of `sources`.
    /// Tiles farther than `bound` are not reached; sources that are not open are ignored. Returns
    /// the number of tiles reached. Linear in the area.
    pub fn measure(&mut self, open: &TileSet, steps: Steps, sources: &[Pos], bound: u32) -> usize {
        self.size = open.size();
        self.distances.clear();
        self.distances.resize(self.len(), UNREACHED);
        match steps {
            Steps::Four => self.search_four::<true>(open, sources, bound).0,
            Steps::Eight => self.search_eight::<false>(open, sources, bound),
            Steps::Squeezing => self.search_eight::<true>(open, sources, bound),
        }
    }

    /// Distance of `pos` in steps; `None` if it was not reached or is off the map.
    #[inline]
    pub fn get(&self, pos: Pos) -> Option<u32> {
        let inside = self.size.contains(pos);
        let distance = inside.then(|| self.distances[self.tile(pos)]);
        distance.filter(|&distance| distance != UNREACHED)
    }

    /// The distances of each row, from the top; [`UNREACHED`] for tiles that were not reached.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        let rows = self.distances.chunks_exact(self.stride()).skip(1);
        rows.take(self.size.height as usize).map(|row| &row[1..])
    }

    /// The tile farthest from the sources and its distance; of several, the first one row by row.
    /// `None` if nothing was reached. Linear in the area.
    pub fn farthest(&self) -> Option<(Pos, u32)> {
        // Adding one wraps unreached tiles to 0.
        let most = self.distances.iter().map(|far| far.wrapping_add(1)).max();
        let far = most?.checked_sub(1)?;
        self.rows().enumerate().find_map(|(y, row)| {
            let x = row.iter().position(|&distance| distance == far)?;
            Some((Pos::new(x as i32, y as i32), far))
        })
    }

    /// Finds the tile farthest from `from` in four directions, as [`measure`](Self::measure) and
    /// [`farthest`](Self::farthest) do, but without the distances of the others, which must not be asked
    /// for before they are measured again. `None` if `from` is not open. Linear in the area. With these distances, maps are
    /// made and measured at 0.85 to 0.97 of the speed.
    pub(crate) fn sweep(&mut self, open: &TileSet, from: Pos) -> Option<Sweep> {
        self.size = open.size();
        let (reached, last) = self.search_four::<false>(open, &[from], UNBOUNDED);
        let steps = last.distance;
        // Tiles are numbered row by row.
        let tile = *self.queue[last.tiles].iter().min()? as usize;
        let (x, y) = (tile % self.stride() - 1, tile / self.stride() - 1);
        Some(Sweep {
            farthest: Pos::new(x as i32, y as i32),
            steps,
            reached,
        })
    }

    /// Number of entries of the layout.
    const fn len(&self) -> usize {
        self.stride() * (self.size.height as usize + 2) + 1
    }

    /// Number of entries from one row to the next.
    const fn stride(&self) -> usize {
        self.size.width as usize + 1
    }

    const fn tile(&self, pos: Pos) -> usize {
        (pos.y as usize + 1) * self.stride() + pos.x as usize + 1
    }

    /// Breadth-first search with a queue, in four directions; with `KEEPING`, writes the distances down. Returns
    /// the number of tiles reached and the last layer.
    fn search_four<const KEEPING: bool>(
        &mut self,
        open: &TileSet,
        sources: &[Pos],
        bound: u32,
    ) -> (usize, Layer) {
        let stride = self.stride();
        self.free.clear();
        self.free.resize(self.len(), false);
        let rows = self.free.chunks_exact_mut(stride).skip(1);
        for (row, words) in rows.zip(open.words().chunks_exact(open.stride())) {
            // Arrays of eight are copied in one instruction, slices by a call of `memcpy`.
            let (eights, rest) = row[1..].as_chunks_mut::<8>();
            let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
            for (flags, byte) in eights.iter_mut().zip(&mut bytes) {
                *flags = FLAGS[usize::from(byte)];
            }
            let last = bytes.next().unwrap_or_default();
            for (flag, bit) in rest.iter_mut().zip(FLAGS[usize::from(last)]) {
                *flag = bit;
            }
        }
        self.queue.resize(self.size.area(), 0);
        let mut tail = 0;
        for pos in sources.iter().filter(|&&pos| self.size.contains(pos)) {
            let tile = self.tile(*pos);
            if std::mem::take(&mut self.free[tile]) {
                self.queue[tail] = tile as u32;
                tail += 1;
            }
        }
        let (free, queue) = (&mut self.free[..], &mut self.queue[..]);
        let distances = &mut self.distances[..];
        let (mut head, mut distance) = (0, 0);
        let mut last = Layer::default();
        while head < tail {
            let layer = head..tail;
            last = Layer {
                tiles: layer.clone(),
                distance,
            };
            head = tail;
            for index in layer {
                let tile = queue[index] as usize;
                if KEEPING {
                    distances[tile] = distance;
                }
                if distance == bound {
                    continue;
                }
                for near in [tile - stride, tile + 1, tile + stride, tile - 1] {
                    if free[near] {
                        free[near] = false;
                        queue[tail] = near as u32;
                        tail += 1;
                    }
                }
            }
            distance += 1;
        }
        (tail, last)
    }

    /// Breadth-first search in blocks of 8 x 8 tiles, in eight directions; with `SQUEEZING`, also
    /// between two diagonal walls.
    fn search_eight<const SQUEEZING: bool>(
        &mut self,
        open: &TileSet,
        sources: &[Pos],
        bound: u32,
    ) -> usize {
        let (size, stride) = (self.size, self.stride());
        let row = self.blocks.load(open);
        let (open, free) = (&self.blocks.open[..], &mut self.blocks.free[..]);
        let [offered, next_offered] = &mut self.blocks.offered;
        let [active, next_active] = &mut self.blocks.active;
        let (mut offered, mut next_offered) = (&mut offered[..], &mut next_offered[..]);
        let (mut active, mut next_active) = (&mut active[..], &mut next_active[..]);
        let inside: [u32; 64] = std::array::from_fn(|bit| (bit / 8 * stride + bit % 8) as u32);
        let (mut reached, mut active_count, mut distance) = (0, 0, 0);
        for pos in sources.iter().filter(|&&pos| size.contains(pos)) {
            let block = (pos.y as usize / 8 + 1) * row + pos.x as usize / 8 + 1;
            let tile = free[block] & 1 << (pos.y % 8 * 8 + pos.x % 8);
            active[active_count] = block as u32;
            active_count += usize::from(offered[block] == 0 && tile != 0);
            offered[block] |= tile;
        }
        while active_count > 0 {
            let mut count = 0;
            for &block in &active[..active_count] {
                let (x, y) = (block as usize % row - 1, block as usize / row - 1);
                let corner = (8 * y + 1) * stride + 8 * x + 1;
                let block = block as usize;
                let tiles = std::mem::take(&mut offered[block]) & free[block];
                free[block] ^= tiles;
                reached += tiles.count_ones() as usize;
                for bit in bits(tiles) {
                    self.distances[corner + inside[bit as usize & 63] as usize] = distance;
                }
                if distance < bound {
                    let offer = |block: usize, tiles: u64| {
                        let new = tiles & free[block];
                        let before = next_offered[block];
                        next_offered[block] = before | new;
                        next_active[count] = block as u32;
                        count += usize::from(before == 0 && new != 0);
                    };
                    let open = |block: usize| if SQUEEZING { !0 } else { open[block] };
                    dilate(block, row, tiles, open, offer);
                }
            }
            std::mem::swap(&mut offered, &mut next_offered);
            std::mem::swap(&mut active, &mut next_active);
            active_count = count;
            distance += 1;
        }
        reached
    }
}

impl Blocks {
    /// Loads the open tiles of a map; returns the number of blocks in a row.
    fn load(&mut self, open: &TileSet) -> usize {
        let row = open.size().width.div_ceil(8) as usize + 2;
        let count = row * (open.size().height.div_ceil(8) as usize + 2);
        self.open.clear();
        self.open.resize(count, 0);
        for (y, words) in open.words().chunks_exact(open.stride()).enumerate() {
            let blocks = &mut self.open[(y / 8 + 1) * row + 1..][..row - 2];
            for (word, blocks) in words.iter().zip(blocks.chunks_mut(8)) {
                for (byte, block) in word.to_le_bytes().into_iter().zip(blocks) {
                    *block |= u64::from(byte) << (y % 8 * 8);
                }
            }
        }
        self.free.clone_from(&self.open);
        for offered in &mut self.offered {
            offered.resize(count, 0);
        }
        for active in &mut self.active {
            // One extra entry, which is written to but never read.
            active.resize(count + 1, 0);
        }
        row
    }
}

/// The leftmost and rightmost column of a block, its upper and lower row.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const UPPER: u64 = 0xff;
const LOWER: u64 = UPPER << 56;

/// The tiles to the left and right of `tiles` within the block.
#[inline]
const fn spread_sideways(tiles: u64) -> u64 {
    (tiles & !RIGHT) << 1 | (tiles & !LEFT) >> 1
}

/// The tiles above and below `tiles` within the block.
#[inline]
const fn spread_upright(tiles: u64) -> u64 {
    tiles << 8 | tiles >> 8
}

/// Calls `offer` for each block with the tiles one step away from `tiles`, in eight directions,
/// whether free or not. `row` is the number of blocks in a row; `open` returns the tiles of a block
/// past which a diagonal step may lead.
#[inline]
fn dilate(
    block: usize,
    row: usize,
    tiles: u64,
    open: impl Fn(usize) -> u64,
    mut offer: impl FnMut(usize, u64),
) {
    // A diagonal step is two cardinal steps, of which the first must be open.
    let here = open(block);
    let (flat, steep) = (spread_sideways(tiles) & here, spread_upright(tiles) & here);
    offer(
        block,
        flat | steep | spread_upright(flat) | spread_sideways(steep),
    );
    if tiles & (UPPER | LOWER) != 0 {
        let above = tiles << 56 & open(block - row);
        offer(block - row, above | spread_sideways(above) | flat << 56);
        let below = tiles >> 56 & open(block + row);
        offer(block + row, below | spread_sideways(below) | flat >> 56);
    }
    if tiles & (LEFT | RIGHT) != 0 {
        let left = (tiles & LEFT) << 7 & open(block - 1);
        offer(block - 1, left | spread_upright(left) | (steep & LEFT) << 7);
        let right = (tiles & RIGHT) >> 7 & open(block + 1);
        offer(
            block + 1,
            right | spread_upright(right) | (steep & RIGHT) >> 7,
        );
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn a_sweep_finds_what_the_measured_distances_tell() {
        let mut stream = Stream::new(8, 1);
        let (mut swept, mut measured) = (DistanceMap::default(), DistanceMap::default());
        let mut steps = 0;
        for round in 0..300 {
            let size = Size::new(stream.range(1, 90) as u32, stream.range(1, 20) as u32);
            let mut open = TileSet::new(size);
            for y in 0..size.height as i32 {
                for x in 0..size.width as i32 {
                    open.set(Pos::new(x, y), stream.chance(70, 100));
                }
            }
            let x = stream.range(-1, size.width as i32);
            let y = stream.range(-1, size.height as i32);
            let from = Pos::new(x, y);
            let reached = measured.measure(&open, Steps::Four, &[from], UNBOUNDED);
            let expected = measured.farthest().map(|(farthest, steps)| Sweep {
                farthest,
                steps,
                reached,
            });
            assert_eq!(swept.sweep(&open, from), expected, "round {round}");
            steps += expected.map_or(0, |sweep| sweep.steps);
        }
        assert!(steps > 3000, "{steps}");
    }
}

//! Distance maps: how far each tile is from the nearest of several sources.
//!
//! A breadth-first search, layer by layer in blocks of 8 x 8 tiles: a word holds what of a block
//! belongs to the layer, and shifts make the next layer of it. A layer runs in any direction, and
//! a square word holds more of it than a word of one row would.

use super::{Steps, TileSet};
use crate::geom::{Grid, Pos};

/// Distance of a tile that was not reached.
pub const UNREACHED: u32 = u32::MAX;

/// A bound that no distance exceeds.
pub const UNBOUNDED: u32 = u32::MAX;

/// Distances over a set of open tiles, with buffers that are kept between calls: nothing is
/// allocated for a map no larger than before.
///
/// ```
/// use undercroft::{geom::Pos, map::{Map, Steps, Tile, TileSet, distance::{DistanceMap, UNBOUNDED}}};
/// let map = Map::from_text("@.#.\n..#.\n....\n")?;
/// let open = TileSet::of(&map.tiles, Tile::is_walkable);
/// let mut distances = DistanceMap::default();
/// assert_eq!(distances.measure(&open, Steps::Eight, &[Pos::new(0, 0)], UNBOUNDED), 10);
/// assert_eq!(distances.get(Pos::new(3, 0)), Some(4));
/// assert_eq!(distances.farthest(), Some((Pos::new(3, 0), 4)));
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    distances: Grid<u32>,
    /// The open tiles in blocks: bit `8 * row + column`. There are blank blocks all around.
    open: Vec<u64>,
    /// Those that are not reached yet.
    free: Vec<u64>,
    /// Tiles offered to this layer and to the next; blank between searches.
    offered: [Vec<u64>; 2],
    /// The blocks that have such tiles.
    blocks: [Vec<u32>; 2],
}

impl DistanceMap {
    /// Measures how many `steps` over `open` tiles each tile is from the nearest of `sources`. Tiles
    /// farther than `bound` are not reached; sources that are not open do not count. Returns the
    /// number of tiles reached. Linear in the area.
    pub fn measure(&mut self, open: &TileSet, steps: Steps, sources: &[Pos], bound: u32) -> usize {
        self.load(open);
        match steps {
            Steps::Four => self.spread::<false>(sources, bound),
            Steps::Eight => self.spread::<true>(sources, bound),
        }
    }

    /// Distance of `pos`, or `None` if it was not reached.
    #[inline]
    pub fn get(&self, pos: Pos) -> Option<u32> {
        let distance = self.distances.get(pos).copied();
        distance.filter(|&distance| distance != UNREACHED)
    }

    /// The distances, [`UNREACHED`] where there is no way.
    pub const fn distances(&self) -> &Grid<u32> {
        &self.distances
    }

    /// The tile farthest from the sources and its distance: of several the first, row by row;
    /// `None` if nothing was reached. Linear in the area.
    pub fn farthest(&self) -> Option<(Pos, u32)> {
        let distances = self.distances.as_slice();
        let reached = |distance: u32| {
            if distance == UNREACHED {
                0
            } else {
                distance + 1
            }
        };
        let far = distances.iter().map(|&distance| reached(distance)).max()?;
        let far = far.checked_sub(1)?;
        let first = distances.iter().position(|&distance| distance == far)?;
        Some((self.distances.pos_of(first), far))
    }

    /// Blocks from one row of blocks to the next.
    fn stride(&self) -> usize {
        self.distances.width().div_ceil(8) as usize + 2
    }

    /// Takes on the size of a map and its open tiles.
    fn load(&mut self, open: &TileSet) {
        let size = open.size();
        self.distances.reset(size.width, size.height, UNREACHED);
        let stride = self.stride();
        let count = stride * (size.height.div_ceil(8) as usize + 2);
        self.open.clear();
        self.open.resize(count, 0);
        for (y, row) in open.words().chunks_exact(open.stride()).enumerate() {
            let blocks = &mut self.open[(y / 8 + 1) * stride + 1..][..stride - 2];
            for (word, blocks) in row.iter().zip(blocks.chunks_mut(8)) {
                for (byte, block) in word.to_le_bytes().into_iter().zip(blocks) {
                    *block |= u64::from(byte) << (y % 8 * 8);
                }
            }
        }
        self.free.clone_from(&self.open);
        for offered in &mut self.offered {
            offered.resize(count, 0);
        }
        for blocks in &mut self.blocks {
            // One more, which is written to and never read.
            blocks.resize(count + 1, 0);
        }
    }

    /// Reaches layer after layer, by diagonal steps too if `EIGHT`.
    fn spread<const EIGHT: bool>(&mut self, sources: &[Pos], bound: u32) -> usize {
        let (row, width) = (self.stride(), self.distances.width() as usize);
        let (open, free) = (&self.open[..], &mut self.free[..]);
        let [this, next] = &mut self.offered;
        let [these, those] = &mut self.blocks;
        let (mut this, mut next) = (&mut this[..], &mut next[..]);
        let (mut these, mut those) = (&mut these[..], &mut those[..]);
        let (size, distances) = (self.distances.size(), self.distances.as_mut_slice());
        let inside: [u32; 64] = std::array::from_fn(|bit| (bit / 8 * width + bit % 8) as u32);
        let (mut reached, mut held, mut distance) = (0, 0, 0);
        for pos in sources.iter().filter(|&&pos| size.contains(pos)) {
            let block = (pos.y as usize / 8 + 1) * row + pos.x as usize / 8 + 1;
            let tile = free[block] & 1 << (pos.y % 8 * 8 + pos.x % 8);
            these[held] = block as u32;
            held += usize::from(this[block] == 0 && tile != 0);
            this[block] |= tile;
        }
        while held > 0 {
            let mut count = 0;
            for &block in &these[..held] {
                let corner = (block / row as u32 - 1) as usize * 8 * width;
                let corner = corner + (block % row as u32 - 1) as usize * 8;
                let block = block as usize;
                let tiles = std::mem::take(&mut this[block]) & free[block];
                free[block] ^= tiles;
                reached += tiles.count_ones() as usize;
                for bit in super::tileset::bits(tiles) {
                    distances[corner + inside[bit as usize & 63] as usize] = distance;
                }
                if distance < bound {
                    let offer = |block: usize, tiles: u64| {
                        let new = tiles & free[block];
                        let before = next[block];
                        next[block] = before | new;
                        those[count] = block as u32;
                        count += usize::from(before == 0 && new != 0);
                    };
                    if EIGHT {
                        dilate(block, row, tiles, open, offer);
                    } else {
                        dilate_by_sides(block, row, tiles, offer);
                    }
                }
            }
            std::mem::swap(&mut this, &mut next);
            std::mem::swap(&mut these, &mut those);
            held = count;
            distance += 1;
        }
        reached
    }
}

/// The leftmost and the rightmost column of a block, its upper and its lower row.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const UPPER: u64 = 0xff;
const LOWER: u64 = UPPER << 56;

/// The tiles beside `tiles` in the same row of the block.
#[inline]
const fn aside(tiles: u64) -> u64 {
    (tiles & !RIGHT) << 1 | (tiles & !LEFT) >> 1
}

/// The tiles above and below `tiles` in the block.
#[inline]
const fn updown(tiles: u64) -> u64 {
    tiles << 8 | tiles >> 8
}

/// Offers each block what is one step to the side away from `tiles` of a block, be it free or not.
/// `row` is the number of blocks in a row.
#[inline]
fn dilate_by_sides(block: usize, row: usize, tiles: u64, mut offer: impl FnMut(usize, u64)) {
    offer(block, aside(tiles) | updown(tiles));
    if tiles & (UPPER | LOWER) != 0 {
        offer(block - row, tiles << 56);
        offer(block + row, tiles >> 56);
    }
    if tiles & (LEFT | RIGHT) != 0 {
        offer(block - 1, (tiles & LEFT) << 7);
        offer(block + 1, (tiles & RIGHT) >> 7);
    }
}

/// As [`dilate_by_sides`] for steps in eight directions. `open` has the open tiles of each block.
#[inline]
fn dilate(block: usize, row: usize, tiles: u64, open: &[u64], mut offer: impl FnMut(usize, u64)) {
    // A diagonal step is two steps to the sides, of which the first has to be open.
    let here = open[block];
    let (flat, steep) = (aside(tiles) & here, updown(tiles) & here);
    offer(block, flat | steep | updown(flat) | aside(steep));
    if tiles & (UPPER | LOWER) != 0 {
        let above = tiles << 56 & open[block - row];
        offer(block - row, above | aside(above) | flat << 56);
        let below = tiles >> 56 & open[block + row];
        offer(block + row, below | aside(below) | flat >> 56);
    }
    if tiles & (LEFT | RIGHT) != 0 {
        let left = (tiles & LEFT) << 7 & open[block - 1];
        offer(block - 1, left | updown(left) | (steep & LEFT) << 7);
        let right = (tiles & RIGHT) >> 7 & open[block + 1];
        offer(block + 1, right | updown(right) | (steep & RIGHT) >> 7);
        if tiles & (LEFT | RIGHT) & (UPPER | LOWER) != 0 {
            let above = tiles << 56 & open[block - row];
            let below = tiles >> 56 & open[block + row];
            offer(block - row - 1, left << 56 | (above & LEFT) << 7);
            offer(block - row + 1, right << 56 | (above & RIGHT) >> 7);
            offer(block + row - 1, left >> 56 | (below & LEFT) << 7);
            offer(block + row + 1, right >> 56 | (below & RIGHT) >> 7);
        }
    }
}

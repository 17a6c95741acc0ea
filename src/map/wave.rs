//! The farthest tile of a region: a breadth-first search that moves a front of bits.
//!
//! Knows sets of tiles alone; distances of every tile are [`reach`](super::reach)'s.

use super::Bits;
use crate::geom::Pos;

/// A front that spreads over a set of tiles, a step in the four cardinal directions at a time,
/// with buffers that are kept between calls.
///
/// ```
/// use undercroft::{geom::Pos, map::{Bits, Map, Wave}};
/// let map = Map::from_text("@#.\n...\n")?;
/// let mut open = Bits::default();
/// open.read(&map.tiles, |tile| tile.is_walkable());
/// let mut wave = Wave::default();
/// assert_eq!(wave.farthest(&open, Pos::new(0, 0)), Some((Pos::new(2, 0), 4)));
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Wave {
    /// Blocks of 8 x 8 tiles: bit `8 * y + x`. A front runs in any direction, and a square word
    /// holds more of it than a word of one row would. All around lies a ring of empty blocks.
    free: Vec<u64>,
    /// Blocks in a row of blocks, the two of the ring included.
    stride: usize,
    /// The tiles reached by the step before, and those being reached by this one.
    front: Vec<u64>,
    next: Vec<u64>,
    /// The blocks of the two that are not empty.
    active: Vec<u32>,
    coming: Vec<u32>,
}

/// The first and the last column of a block.
const WEST: u64 = 0x0101_0101_0101_0101;
const EAST: u64 = WEST << 7;

impl Wave {
    /// The tile of `bits` farthest from `source` in steps, and how far it is: of several the
    /// first, row by row. `None` if `source` is not in the set. At most linear in the area.
    pub fn farthest(&mut self, bits: &Bits, source: Pos) -> Option<(Pos, u32)> {
        if !bits.contains(source) {
            return None;
        }
        self.start(bits);
        let (x, y) = (source.x as usize, source.y as usize);
        let block = (y / 8 + 1) * self.stride + x / 8 + 1;
        self.reach(block, 1 << (y % 8 * 8 + x % 8));
        let mut steps = 0;
        loop {
            std::mem::swap(&mut self.front, &mut self.next);
            std::mem::swap(&mut self.active, &mut self.coming);
            for at in 0..self.active.len() {
                self.spread(self.active[at] as usize);
            }
            // A step that reaches nothing leaves the front for `last` to look at.
            if self.coming.is_empty() {
                return self.last().map(|pos| (pos, steps));
            }
            for &block in &self.active {
                self.front[block as usize] = 0;
            }
            self.active.clear();
            steps += 1;
        }
    }

    /// How many tiles of the set of the last call were not reached: all but the source's region.
    pub fn unreached(&self) -> usize {
        self.free
            .iter()
            .map(|block| block.count_ones() as usize)
            .sum()
    }

    fn start(&mut self, bits: &Bits) {
        let size = bits.size();
        self.stride = size.width.div_ceil(8) as usize + 2;
        let blocks = (size.height.div_ceil(8) as usize + 2) * self.stride;
        for buffer in [&mut self.free, &mut self.front, &mut self.next] {
            buffer.clear();
            buffer.resize(blocks, 0);
        }
        self.active.clear();
        self.coming.clear();
        for (y, row) in bits.words().chunks_exact(bits.stride()).enumerate() {
            let blocks = &mut self.free[(y / 8 + 1) * self.stride + 1..][..self.stride - 2];
            for (word, blocks) in row.iter().zip(blocks.chunks_mut(8)) {
                for (byte, block) in word.to_le_bytes().into_iter().zip(blocks) {
                    *block |= u64::from(byte) << (y % 8 * 8);
                }
            }
        }
    }

    /// Moves the front of one block on by a step.
    #[inline]
    fn spread(&mut self, block: usize) {
        let front = self.front[block];
        let across = (front & !EAST) << 1 | (front & !WEST) >> 1;
        self.reach(block, across | front << 8 | front >> 8);
        self.reach(block - self.stride, front << 56);
        self.reach(block + self.stride, front >> 56);
        self.reach(block - 1, (front & WEST) << 7);
        self.reach(block + 1, (front & EAST) >> 7);
    }

    #[inline]
    fn reach(&mut self, block: usize, tiles: u64) {
        // Most fronts do not leave their block: without a look at the neighbour then.
        if tiles == 0 {
            return;
        }
        let found = tiles & self.free[block];
        if found != 0 {
            self.free[block] ^= found;
            if self.next[block] == 0 {
                self.coming.push(block as u32);
            }
            self.next[block] |= found;
        }
    }

    /// The first tile of the front, row by row.
    fn last(&self) -> Option<Pos> {
        let first = |block: usize| {
            let bit = self.front[block].trailing_zeros() as usize;
            let x = (block % self.stride - 1) * 8 + bit % 8;
            let y = (block / self.stride - 1) * 8 + bit / 8;
            (y, x)
        };
        let blocks = self.active.iter().map(|block| *block as usize);
        let (y, x) = blocks.map(first).min()?;
        Some(Pos::new(x as i32, y as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::map::reach::Reach;
    use crate::map::{Map, Tile};
    use crate::rng::Stream;

    #[test]
    fn the_farthest_tile_is_that_of_a_search_tile_by_tile() {
        let mut stream = Stream::new(3, 9);
        let (mut wave, mut reach) = (Wave::default(), Reach::default());
        let mut bits = Bits::default();
        let mut longest = 0;
        for round in 0..500 {
            let width = stream.range(1, 200) as u32;
            let height = stream.range(1, 40) as u32;
            let walls = stream.range(0, 45) as u32;
            let mut map = Map::new(Size::new(width, height), Tile::Floor);
            for tile in map.tiles.as_mut_slice() {
                if stream.chance(walls, 100) {
                    *tile = Tile::Wall;
                }
            }
            let x = stream.below(width) as i32;
            let y = stream.below(height) as i32;
            let source = Pos::new(x, y);
            bits.read(&map.tiles, Tile::is_walkable);
            let reached = reach.from(&map, source);
            let far = reach.farthest().map(|(_, steps)| steps);
            let expected = far.and_then(|far| {
                let at = |(pos, steps): (Pos, &u32)| (*steps == far).then_some((pos, far));
                reach.distances().iter().find_map(at)
            });
            let found = wave.farthest(&bits, source);
            assert_eq!(found, expected, "round {round} from {source}\n{map}");
            if found.is_some() {
                assert_eq!(wave.unreached(), bits.count() - reached, "round {round}");
            }
            longest = longest.max(found.map_or(0, |(_, steps)| steps));
        }
        assert!(longest > 100);
    }
}

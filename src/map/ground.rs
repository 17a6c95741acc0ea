//! Where one may walk and what a step costs: what distances and paths are measured on. Knows
//! nothing of tiles or of who walks; whoever walks differently has a ground of its own.

use super::Map;
use crate::geom::{Dir, Pos, Size};

/// Which steps there are. Every step costs what the tile costs that it leads to, whatever its
/// direction, and each can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Steps {
    /// To the four sides.
    Four,
    /// In eight directions, but not between two diagonal walls: the rule of
    /// [`Map::step`](crate::map::Map::step).
    #[default]
    Eight,
    /// In eight directions, between two diagonal walls too.
    Squeezing,
}

/// The cost of each tile of a map, and the steps that lead from it.
///
/// ```
/// use undercroft::geom::{Dir, Pos};
/// use undercroft::map::{Ground, Map, Steps};
/// let map = Map::from_text("@#\n..\n")?;
/// let mut ground = Ground::of(&map, Steps::Eight);
/// assert!(ground.can_step(Pos::new(0, 0), Dir::SouthEast));
/// ground.set_cost(Pos::new(0, 1), 0);
/// assert!(!ground.can_step(Pos::new(0, 0), Dir::SouthEast));
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ground {
    size: Size,
    steps: Steps,
    /// Row by row with one blank tile after each row, and blank rows above and below: so that
    /// every tile has eight neighbours.
    costs: Vec<u8>,
    /// The steps that lead from each tile, one bit each in the order of [`Dir::ALL`].
    exits: Vec<u8>,
    /// The tiles that can be entered, in blocks of 8 x 8: bit `8 * row + column`. There are blank
    /// blocks all around.
    blocks: Vec<u64>,
    /// The tile in the upper left corner of each block.
    corners: Vec<u32>,
    /// How many tiles cost more than 1.
    heavy: usize,
}

impl Ground {
    /// The ground of one who can walk on every walkable tile of `map`, at a cost of 1. Linear in
    /// the area.
    pub fn of(map: &Map, steps: Steps) -> Self {
        let mut ground = Self::default();
        let tiles = map.tiles.as_slice();
        let width = map.size().width as usize;
        ground.reset(map.size(), steps, |pos| {
            u8::from(tiles[pos.y as usize * width + pos.x as usize].is_walkable())
        });
        ground
    }

    /// Takes on another size and other costs: 0 for a tile that cannot be entered. Linear in the
    /// area; allocates only for a larger map than before.
    pub fn reset(&mut self, size: Size, steps: Steps, mut cost: impl FnMut(Pos) -> u8) {
        (self.size, self.steps, self.heavy) = (size, steps, 0);
        let tiles = self.stride() * (size.height as usize + 2) + 1;
        self.costs.clear();
        self.costs.resize(tiles, 0);
        self.exits.clear();
        self.exits.resize(tiles, 0);
        let (row, rows) = (self.block_stride(), (size.height as usize).div_ceil(8) + 2);
        self.blocks.clear();
        self.blocks.resize(row * rows, 0);
        self.corners.clear();
        let stride = self.stride();
        let corner = |block: usize| (block / row * 8 * stride + block % row * 8) as u32;
        // Blocks begin 8 tiles before the map, tiles only 1.
        let before = corner(row + 1) - self.tile(Pos::new(0, 0)) as u32;
        self.corners
            .extend((0..row * rows).map(|block| corner(block).saturating_sub(before)));
        for y in 0..size.height as i32 {
            for x in 0..size.width as i32 {
                let pos = Pos::new(x, y);
                self.put(pos, cost(pos));
            }
        }
        for y in 0..size.height as i32 {
            for x in 0..size.width as i32 {
                let tile = self.tile(Pos::new(x, y));
                self.exits[tile] = self.exits_of(tile);
            }
        }
    }

    /// Changes the cost of a tile; 0 if it cannot be entered any more. Nothing happens outside
    /// the map. Constant time.
    pub fn set_cost(&mut self, pos: Pos, cost: u8) {
        if !self.size.contains(pos) {
            return;
        }
        self.put(pos, cost);
        let around = crate::geom::Rect::between(pos, pos).grown(1);
        for near in around.positions().filter(|&near| self.size.contains(near)) {
            let tile = self.tile(near);
            self.exits[tile] = self.exits_of(tile);
        }
    }

    /// What it costs to enter `pos`; 0 if that is impossible, as it is outside the map.
    pub fn cost(&self, pos: Pos) -> u8 {
        if self.size.contains(pos) {
            self.costs[self.tile(pos)]
        } else {
            0
        }
    }

    /// Whether one can step from `pos` in direction `dir`.
    pub fn can_step(&self, pos: Pos, dir: Dir) -> bool {
        self.size.contains(pos) && self.exits[self.tile(pos)] >> dir as u8 & 1 == 1
    }

    /// Columns and rows of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The steps there are.
    pub const fn steps(&self) -> Steps {
        self.steps
    }

    fn put(&mut self, pos: Pos, cost: u8) {
        let tile = self.tile(pos);
        self.heavy -= usize::from(self.costs[tile] > 1);
        self.heavy += usize::from(cost > 1);
        self.costs[tile] = cost;
        let (block, bit) = self.block(pos);
        if cost == 0 {
            self.blocks[block] &= !bit;
        } else {
            self.blocks[block] |= bit;
        }
    }

    /// The steps that lead from a tile, from the costs around it.
    fn exits_of(&self, tile: usize) -> u8 {
        if self.costs[tile] == 0 {
            return 0;
        }
        let open = |dir: Dir| self.costs[tile.wrapping_add_signed(self.offset(dir))] != 0;
        let mut exits = 0;
        for dir in Dir::ALL {
            let allowed = !dir.is_diagonal()
                || match self.steps {
                    Steps::Four => false,
                    Steps::Eight => dir.sides().into_iter().any(open),
                    Steps::Squeezing => true,
                };
            exits |= u8::from(allowed && open(dir)) << dir as u8;
        }
        exits
    }
}

// The layout, for the rest of the module.
impl Ground {
    /// Tiles from one row to the next.
    pub(super) const fn stride(&self) -> usize {
        self.size.width as usize + 1
    }

    /// Blocks from one row of blocks to the next.
    pub(super) const fn block_stride(&self) -> usize {
        (self.size.width as usize).div_ceil(8) + 2
    }

    /// Index of a tile of the map in [`costs`](Self::costs) and [`exits`](Self::exits).
    #[inline]
    pub(super) const fn tile(&self, pos: Pos) -> usize {
        (pos.y as usize + 1) * self.stride() + pos.x as usize + 1
    }

    /// Position of the tile with that index.
    #[inline]
    pub(super) const fn pos(&self, tile: usize) -> Pos {
        // Division of 32 bits is twice as fast as that of 64.
        let (tile, stride) = (tile as u32 - 1, self.stride() as u32);
        Pos::new((tile % stride) as i32, (tile / stride) as i32 - 1)
    }

    /// Index of a tile's block, and its bit there.
    #[inline]
    pub(super) const fn block(&self, pos: Pos) -> (usize, u64) {
        let block = (pos.y as usize / 8 + 1) * self.block_stride() + pos.x as usize / 8 + 1;
        (block, 1 << (pos.y % 8 * 8 + pos.x % 8))
    }

    /// From a tile's index to that of its neighbour.
    #[inline]
    pub(super) const fn offset(&self, dir: Dir) -> isize {
        let step = dir.delta();
        step.y as isize * self.stride() as isize + step.x as isize
    }

    /// [`offset`](Self::offset) of each direction in the order of [`Dir::ALL`].
    #[inline]
    pub(super) fn offsets(&self) -> [isize; 8] {
        Dir::ALL.map(|dir| self.offset(dir))
    }

    pub(super) fn costs(&self) -> &[u8] {
        &self.costs
    }

    pub(super) fn exits(&self) -> &[u8] {
        &self.exits
    }

    pub(super) fn blocks(&self) -> &[u64] {
        &self.blocks
    }

    pub(super) fn corners(&self) -> &[u32] {
        &self.corners
    }

    /// Whether some tile costs more than 1.
    pub(super) const fn is_weighted(&self) -> bool {
        self.heavy > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_map() {
        let mut stream = crate::rng::Stream::new(3, 1);
        let mut map = Map::new(Size::new(13, 9), crate::map::Tile::Floor);
        for tile in map.tiles.as_mut_slice() {
            if stream.chance(2, 5) {
                *tile = crate::map::Tile::Wall;
            }
        }
        let ground = Ground::of(&map, Steps::Eight);
        let mut steps = 0;
        for (pos, tile) in map.tiles.iter().filter(|(_, tile)| tile.is_walkable()) {
            assert_eq!(ground.cost(pos), u8::from(tile.is_walkable()));
            for dir in Dir::ALL {
                assert_eq!(
                    ground.can_step(pos, dir),
                    map.step(pos, dir).is_ok(),
                    "{pos} {dir:?}\n{map}"
                );
                steps += usize::from(ground.can_step(pos, dir));
            }
        }
        assert!(steps > 100);
    }

    #[test]
    fn a_ground_that_changed_is_the_ground_made_so() {
        let size = Size::new(11, 10);
        for steps in [Steps::Four, Steps::Eight, Steps::Squeezing] {
            let mut stream = crate::rng::Stream::new(3, 2);
            let mut changed = Ground::default();
            changed.reset(size, steps, |_| 1);
            for _ in 0..300 {
                let pos = Pos::new(stream.below(13) as i32 - 1, stream.below(12) as i32 - 1);
                changed.set_cost(pos, stream.below(4) as u8);
            }
            let mut made = Ground::default();
            made.reset(size, steps, |pos| changed.cost(pos));
            assert_eq!(format!("{changed:?}"), format!("{made:?}"));
            assert!(made.is_weighted());
        }
    }

    #[test]
    fn a_tile_and_its_index_are_inverse() {
        let mut ground = Ground::default();
        ground.reset(Size::new(5, 4), Steps::Four, |_| 1);
        for y in 0..4 {
            for x in 0..5 {
                assert_eq!(ground.pos(ground.tile(Pos::new(x, y))), Pos::new(x, y));
            }
        }
    }
}

//! The neighbours of each tile, in one table that hides borders, wrapping, walls and the two-tile
//! wellspring. Every board algorithm uses it.
//!
//! Tiles are numbered in row-major order. A two-tile wellspring counts as one tile here, with the
//! number of its lower half; its upper neighbour is the one above its upper half, and the upper
//! half has no sides. If there is nothing beyond a side, the table holds `count`, the number of
//! tiles, so that arrays with one more entry need no special case.

use super::mask::{DIRS, opposite, sides};
use super::rules::Rules;
use crate::geom::{Pos, Size};
use crate::mapgen::growth::{Lattice, NOWHERE, Root};

/// A board's tiles and their neighbours.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub size: Size,
    pub rules: Rules,
    /// Number of tiles, including the upper half of a two-tile wellspring.
    pub count: usize,
    /// Number of tiles that turn: `count`, minus one for a two-tile wellspring.
    pub turning: usize,
    /// The wellspring's tile; the lower half if it has two.
    pub spring: u16,
    /// The upper half of the wellspring, or `count` if it is a single tile.
    pub upper: u16,
    /// The tile beyond each side: left 0, down 1, right 2, up 3. Has one extra entry at the end.
    pub beyond: Vec<[u16; 4]>,
    /// The sides with a tile beyond, as bits.
    pub exits: Vec<u8>,
}

impl Layout {
    /// The layout of a board without walls; `size` is at least 3x3 and at most 63x63.
    pub fn new(size: Size, rules: Rules) -> Self {
        let count = size.area();
        let index = |pos: Pos| (pos.y as u32 * size.width + pos.x as u32) as u16;
        let (upper, lower) = rules.wellspring(size);
        let mut layout = Self {
            size,
            rules,
            count,
            turning: count - usize::from(lower.is_some()),
            spring: index(lower.unwrap_or(upper)),
            upper: lower.map_or(count as u16, |_| index(upper)),
            beyond: vec![[count as u16; 4]; count + 1],
            exits: vec![0; count],
        };
        layout.fill_tables();
        layout
    }

    /// Whether this is the layout of a board without walls of this size and these rules.
    pub fn matches(&self, size: Size, rules: Rules) -> bool {
        self.size == size && self.rules == rules
    }

    /// Adds a wall on every side with a bit in `walls`: one entry per tile, right and lower sides
    /// only, with the wellspring's halves separate.
    pub fn with_walls(mut self, walls: &[u8]) -> Self {
        for (index, wall) in walls.iter().enumerate() {
            for side in sides(wall & 6) {
                self.add_wall(index, side);
            }
        }
        self
    }

    /// Puts a wall between two tiles; does nothing if there is no tile beyond the side.
    fn add_wall(&mut self, tile: usize, side: usize) {
        let other = self.beyond[tile][side] as usize;
        if other == self.count {
            return;
        }
        for (tile, side) in [(tile, side), (other, opposite(side))] {
            self.beyond[tile][side] = self.count as u16;
            self.exits[tile] &= !(1 << side);
        }
    }

    fn fill_tables(&mut self) {
        let nothing = self.count as u16;
        for index in 0..nothing {
            let pos = self.pos(index);
            self.beyond[index as usize] = DIRS.map(|dir| {
                let beyond = self.rules.beyond(self.size, pos, dir);
                beyond.map_or(nothing, |pos| self.index(pos))
            });
        }
        if self.upper != nothing {
            self.merge_halves();
        }
        for index in 0..self.count {
            for side in 0..4 {
                self.exits[index] |= u8::from(self.beyond[index][side] != nothing) << side;
            }
        }
    }

    /// Merges the halves of the wellspring into one tile at the lower half.
    fn merge_halves(&mut self) {
        let (spring, upper) = (self.spring as usize, self.upper as usize);
        let nothing = self.count as u16;
        let [left, _, right, above] = self.beyond[upper];
        self.beyond[left as usize][2] = nothing;
        self.beyond[right as usize][0] = nothing;
        self.beyond[upper] = [nothing; 4];
        self.beyond[spring][3] = above;
        self.beyond[above as usize][1] = self.spring;
        // The entry for everything beyond the border may have been written to.
        self.beyond[self.count] = [nothing; 4];
    }

    /// The number of the tile at `pos`, which is on the board.
    #[inline]
    pub const fn index(&self, pos: Pos) -> u16 {
        (pos.y as u32 * self.size.width + pos.x as u32) as u16
    }

    /// The position of tile number `index`.
    #[inline]
    pub const fn pos(&self, index: u16) -> Pos {
        let width = self.size.width as u16;
        Pos::new((index % width) as i32, (index / width) as i32)
    }

    /// The number of the tile at `pos`, where the upper half of a wellspring has the number of the
    /// lower half; `None` off the board.
    pub fn tile_at(&self, pos: Pos) -> Option<u16> {
        self.size.contains(pos).then(|| {
            let index = self.index(pos);
            if index == self.upper {
                self.spring
            } else {
                index
            }
        })
    }

    /// Whether the wellspring has two halves.
    #[inline]
    pub fn has_halves(&self) -> bool {
        usize::from(self.upper) < self.count
    }

    /// The root from which trees grow on this board.
    pub fn root(&self) -> Root {
        Root {
            cell: u32::from(self.spring),
            upper: if self.has_halves() {
                u32::from(self.upper)
            } else {
                NOWHERE
            },
            crosses: self.rules.crosses,
        }
    }
}

impl Lattice for Layout {
    #[inline]
    fn around(&self, cell: u32) -> [u32; 4] {
        self.beyond[cell as usize].map(u32::from)
    }
}

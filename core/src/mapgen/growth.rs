//! Grows a random tree over all cells of a grid, one tile at a time: the tree of the
//! rotating-network puzzle. Other than the growing tree of mazes, it draws the tile and its side at once, and knows of
//! tiles that may have no fourth edge.

use crate::geom::Dir;
use crate::rng::Stream;

/// Stands for no cell.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The neighbours of cells, which are numbered from 0. Sides are numbered left 0, down 1, right 2,
/// up 3, so that the opposite of a side is `side ^ 2` and the bits `1 << side` are those of a
/// tile's mask.
pub(crate) trait Lattice {
    /// The cell beyond each side; the number of cells if there is none.
    fn around(&self, cell: u32) -> [u32; 4];
}

/// Where a tree starts, and which tiles it may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// The cell it grows from; the lower tile of a two-tile wellspring.
    pub cell: u32,
    /// The upper tile of a two-tile wellspring, which is no cell's neighbour: the lattice gives its
    /// upper neighbour to `cell`. `NOWHERE` for a single tile.
    pub upper: u32,
    /// Whether a tile may have four edges.
    pub crosses: bool,
}

impl Root {
    /// Whether a tile may have these edges. Without crosses, a lower tile may not have edges to its
    /// three sides, since the edge to the upper tile would be a fourth.
    #[inline]
    pub const fn allows(self, cell: u32, mask: u8) -> bool {
        self.crosses || !(mask == 15 || (mask == 7 && self.upper != NOWHERE && cell == self.cell))
    }
}

/// A tree being grown, and its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct GrowingTree {
    /// The edges of each cell: up 8, right 4, down 2, left 1.
    pub masks: Vec<u8>,
    /// The sides of each cell beyond which there is no tile yet.
    free: Vec<u8>,
    /// The tiles that may have free sides left.
    growing: Vec<u32>,
}

const UP: u8 = Dir::North.bit();

impl GrowingTree {
    /// Grows a tree from `root` over the cells of `exits`, which holds for each cell the sides on
    /// which it has a neighbour. Calls `joined` with the cell and the side of each new edge.
    /// Returns whether the tree reached every cell: without crosses, a cell beside a two-tile
    /// wellspring can be left with no tile that may still take it.
    ///
    /// The method: from a list of growing tiles, at first those of the wellspring, draws one, then
    /// one of its free sides, and adds the tile beyond to the list; a tile without free sides
    /// leaves it. All tiles of the list are equally likely, so its order does not matter. Both
    /// draws are made by one: a number below twelve times the length of the list has a uniform
    /// quotient by 12, and its remainder can be divided evenly among one to four sides.
    ///
    /// About two draws per cell; allocates nothing once the buffers have grown.
    pub fn grow(
        &mut self,
        lattice: &impl Lattice,
        root: Root,
        exits: &[u8],
        stream: &mut Stream,
        mut joined: impl FnMut(u32, usize),
    ) -> bool {
        self.reset(lattice, root, exits);
        let mut missing = exits.len() - 1 - usize::from(root.upper != NOWHERE);
        let mut count = self.growing.len();
        self.growing.resize(exits.len() + 2, 0);
        while missing > 0 && count > 0 {
            let draw = stream.below(count as u32 * 12);
            let index = (draw / 12) as usize;
            let entry = self.growing[index];
            let (cell, sides) = Self::growing_sides(root, entry);
            let free = self.free[cell as usize] & sides;
            if free == 0 {
                count -= 1;
                self.growing[index] = self.growing[count];
                continue;
            }
            let side = pick_side(free, draw % 12);
            let new = lattice.around(cell)[side];
            joined(cell, side);
            self.masks[cell as usize] |= 1 << side;
            self.masks[new as usize] = 1 << (side ^ 2);
            self.take_cell(lattice, new);
            if !root.crosses {
                self.forbid_sides(root, cell);
            }
            self.growing[count] = new;
            // A new tile without free sides need not be drawn to find that out.
            count += usize::from(self.free[new as usize] != 0);
            missing -= 1;
        }
        missing == 0
    }

    fn reset(&mut self, lattice: &impl Lattice, root: Root, exits: &[u8]) {
        self.masks.clear();
        self.masks.resize(exits.len(), 0);
        self.free.clear();
        self.free.extend_from_slice(exits);
        // An entry for everything beyond the border.
        self.free.push(0);
        self.growing.clear();
        self.growing.push(root.cell);
        if root.upper != NOWHERE {
            self.growing.push(root.upper);
        }
        self.take_cell(lattice, root.cell);
    }

    /// The cell that an entry of the list grows, and through which sides: in a two-tile wellspring,
    /// the upper tile has the edge going up and the lower one the others.
    #[inline]
    const fn growing_sides(root: Root, entry: u32) -> (u32, u8) {
        if entry == root.upper {
            (root.cell, UP)
        } else if entry == root.cell && root.upper != NOWHERE {
            (entry, !UP)
        } else {
            (entry, !0)
        }
    }

    /// Removes the cell from the free sides of its neighbours.
    #[inline]
    fn take_cell(&mut self, lattice: &impl Lattice, cell: u32) {
        for (side, neighbour) in lattice.around(cell).into_iter().enumerate() {
            self.free[neighbour as usize] &= !(1 << (side ^ 2));
        }
    }

    /// Removes the free sides whose edges would make the cell a forbidden tile.
    #[inline]
    fn forbid_sides(&mut self, root: Root, cell: u32) {
        let mask = self.masks[cell as usize];
        if mask.count_ones() == 3 {
            self.free[cell as usize] = 0;
        } else if cell == root.cell {
            for side in 0..4 {
                let allowed = root.allows(cell, mask | 1 << side);
                self.free[cell as usize] &= !(u8::from(!allowed) << side);
            }
        }
    }
}

/// Picks one of the sides in a nibble by `draw`, which is uniform modulo their number.
#[inline]
fn pick_side(mut nibble: u8, draw: u32) -> usize {
    for _ in 0..draw % nibble.count_ones() {
        nibble &= nibble - 1;
    }
    nibble.trailing_zeros() as usize
}

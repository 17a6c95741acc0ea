//! The choice of the next passage: a single draw picks one of the free neighbours. It is looked up in
//! a table, since random branches cannot be predicted: counted out bit by bit, `maze-wilson` is made and measured at 0.84
//! of the speed.

use super::{ALL, SEEN, UP};
use crate::geom::Dir;
use crate::rng::Stream;

/// A passage from a cell to a neighbour.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    /// Offset to add to the index of the cell.
    delta: i32,
    /// Its bit in the cell that it leaves.
    pub bit: u8,
    /// Its bit in the cell that it enters.
    pub back: u8,
    /// Number of the direction in [`Dir::CARDINAL`].
    dir: u8,
}

impl Passage {
    /// The index of the cell that it leads to from index `at`.
    #[inline]
    pub fn from(self, at: usize) -> usize {
        at.wrapping_add_signed(self.delta as isize)
    }

    #[inline]
    pub const fn dir(self) -> Dir {
        Dir::CARDINAL[(self.dir & 3) as usize]
    }
}

/// The numbers in [`Dir::CARDINAL`] of the directions in each set of bits.
static DIRS: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut bits = 0;
    while bits < table.len() {
        let (mut dir, mut count) = (0, 0);
        while dir < 4 {
            if bits & (UP >> dir) as usize != 0 {
                table[bits][count] = dir;
                count += 1;
            }
            dir += 1;
        }
        bits += 1;
    }
    table
};

/// Draws a passage to one of the neighbours not in `taken`, all equally likely, counted up, right, down,
/// left. `taken` holds bits in the high half of the byte and leaves at least one neighbour. `stride`
/// is the offset from a cell to the one below it.
#[inline]
pub(super) fn draw_passage(stream: &mut Stream, taken: u8, stride: usize) -> Passage {
    let free = !(taken >> 4) & ALL;
    // Masks instead of checks: both are below 4.
    let dir = DIRS[usize::from(free)][stream.below(free.count_ones()) as usize & 3] & 3;
    let stride = stride as i32;
    Passage {
        delta: [-stride, 1, stride, -1][usize::from(dir)],
        bit: UP >> dir,
        back: UP >> (dir ^ 2),
        dir,
    }
}

/// The bits of the neighbours among `cells` that are marked [`SEEN`], in the high half of the byte.
#[inline]
pub(super) fn seen_around(cells: &[u8], at: usize, stride: usize) -> u8 {
    const UP_SEEN: u8 = super::UP << 4;
    const RIGHT_SEEN: u8 = super::RIGHT << 4;
    const DOWN_SEEN: u8 = super::DOWN << 4;
    const LEFT_SEEN: u8 = super::LEFT << 4;
    const { assert!(UP_SEEN | RIGHT_SEEN | DOWN_SEEN | LEFT_SEEN == SEEN) }
    (cells[at - stride] & UP_SEEN)
        | (cells[at + 1] & RIGHT_SEEN)
        | (cells[at + stride] & DOWN_SEEN)
        | (cells[at - 1] & LEFT_SEEN)
}

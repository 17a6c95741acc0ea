//! The choice of a step: to which of the free neighbours a draw leads.

use super::{ALL, SEEN, UP, opposite};
use crate::geom::Dir;
use crate::rng::Stream;

/// One step from a cell to a neighbour.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// To be added to the index of the cell.
    delta: isize,
    /// Number of the direction in [`Dir::CARDINAL`].
    number: u8,
    /// Whether there were other neighbours to choose from.
    pub others: bool,
}

impl Step {
    /// The index of the cell that the step from index `at` leads to.
    #[inline]
    pub const fn from(self, at: usize) -> usize {
        at.wrapping_add_signed(self.delta)
    }

    /// The direction of the step.
    #[inline]
    pub const fn dir(self) -> Dir {
        Dir::CARDINAL[self.number as usize]
    }

    /// The passage's bit in the cell that is left.
    #[inline]
    pub const fn bit(self) -> u8 {
        UP >> self.number
    }

    /// The passage's bit in the cell that is entered.
    #[inline]
    pub const fn back(self) -> u8 {
        opposite(self.bit())
    }
}

/// The four steps of a maze.
pub(super) struct Steps([isize; 4]);

impl Steps {
    /// The steps where rows are `stride` apart.
    pub const fn new(stride: usize) -> Self {
        Self([-(stride as isize), 1, stride as isize, -1])
    }

    /// Draws one of the neighbours that `taken` leaves, all equally likely, by
    /// [`below`](Stream::below) in the order up, right, down, left. `taken` is the bits of the others
    /// in the high half of the byte, and leaves at least one.
    #[inline]
    pub fn draw(&self, stream: &mut Stream, taken: u8) -> Step {
        let free = !taken >> 4 & ALL;
        let count = free.count_ones();
        let number = NUMBERS[free as usize][stream.below(count) as usize & 3];
        Step {
            delta: self.0[number as usize & 3],
            number,
            others: count > 1,
        }
    }
}

/// The numbers of the directions whose bits are set, for each set of the four.
static NUMBERS: [[u8; 4]; 16] = {
    let mut numbers = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut count, mut number) = (0, 0);
        while number < 4 {
            if bits as u8 & (UP >> number) != 0 {
                numbers[bits][count] = number;
                count += 1;
            }
            number += 1;
        }
        bits += 1;
    }
    numbers
};

/// The bits of the neighbours among `cells` that are marked [`SEEN`], in the high half of the
/// byte.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_the_bounded_draw_among_the_free_neighbours() {
        let steps = Steps::new(100);
        for taken in 0..15u8 {
            let mut stream = Stream::new(u64::from(taken), 3);
            let mut draws = stream.clone();
            let bit = super::super::bit;
            let free = Dir::CARDINAL.into_iter();
            let free: Vec<Dir> = free.filter(|dir| bit(*dir) & taken == 0).collect();
            for _ in 0..100 {
                let step = steps.draw(&mut stream, taken << 4);
                let dir = free[draws.below(free.len() as u32) as usize];
                assert_eq!(step.dir(), dir, "{taken:04b}");
                let delta = dir.delta();
                assert_eq!(step.from(5000), (5000 + delta.x + 100 * delta.y) as usize);
                assert_eq!(step.bit(), bit(dir));
                assert_eq!(step.others, free.len() > 1);
            }
            assert_eq!(stream, draws);
        }
    }
}

//! The choice of a step: a single draw picks one of the free neighbours. Uses a table rather than
//! branches, since random branches cannot be predicted.

use super::{ALL, SEEN, UP, opposite};
use crate::geom::Dir;
use crate::rng::Stream;

/// One step from a cell to a neighbour.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// Offset to add to the index of the cell.
    delta: i32,
    /// The passage's bit in the cell that is left.
    pub bit: u8,
    /// The passage's bit in the cell that is entered.
    pub back: u8,
    /// Number of the direction in [`Dir::CARDINAL`].
    dir: u8,
    /// Whether there were other neighbours to choose from.
    pub others: bool,
}

impl Step {
    /// The index of the cell that the step from index `at` leads to.
    #[inline]
    pub fn from(self, at: usize) -> usize {
        at.wrapping_add_signed(self.delta as isize)
    }

    /// The direction of the step.
    #[inline]
    pub const fn dir(self) -> Dir {
        Dir::CARDINAL[(self.dir & 3) as usize]
    }
}

/// Every possible step, indexed by the directions that are taken (high half of the index) and by
/// the twelfth of the range of words in which the draw lies (low half).
pub(super) struct Steps([Step; 256]);

impl Steps {
    /// The steps for cells with rows `stride` apart.
    pub fn new(stride: usize) -> Self {
        let deltas = [-(stride as i32), 1, stride as i32, -1];
        let mut steps = [Step::default(); 256];
        for (index, step) in steps.iter_mut().enumerate() {
            let free = !(index >> 4) as u8 & ALL;
            let count = free.count_ones() as usize;
            let mut dirs = (0..4).filter(|dir| free & (UP >> dir) != 0);
            // There is no step if nothing is free or if the index exceeds eleven twelfths.
            if let Some(dir) = dirs.nth((index & 15) * count / 12) {
                *step = Step {
                    delta: deltas[usize::from(dir)],
                    bit: UP >> dir,
                    back: opposite(UP >> dir),
                    dir,
                    others: count > 1,
                };
            }
        }
        Self(steps)
    }

    /// Draws one of the neighbours not in `taken`, all equally likely. `taken` holds bits in the
    /// high half of the byte and leaves at least one neighbour.
    ///
    /// Equals `stream.below(n)` for the `n` neighbours left, counted up, right, down, left, and
    /// takes as many words. For `n` from 1 to 4, the twelfth of the range in which a word lies
    /// determines the result, and the only word ever rejected is 0, for `n` = 3.
    #[inline]
    pub fn draw(&self, stream: &mut Stream, taken: u8) -> Step {
        let mut word = stream.next_u32();
        while word == 0 && taken.count_zeros() == 4 + 3 {
            word = stream.next_u32();
        }
        let twelfth = (u64::from(word) * 12) >> 32;
        self.0[(taken | twelfth as u8) as usize]
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

#[cfg(test)]
mod tests {
    /// Results change only at multiples of a twelfth, so it is enough to test the words next to
    /// those.
    #[test]
    fn the_words_at_the_edges_of_each_twelfth_give_what_they_should() {
        for n in 1..=4u64 {
            for twelfth in 0..=12u64 {
                let edge = (twelfth << 32).div_ceil(12);
                for word in [edge.saturating_sub(1), edge, edge + 1] {
                    if word < 1 << 32 {
                        assert_eq!(((word * 12) >> 32) * n / 12, (word * n) >> 32);
                    }
                }
            }
            assert_eq!((1u64 << 32) % n, u64::from(n == 3), "words too many");
        }
    }
}

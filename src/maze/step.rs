//! The choice of a step: to which neighbour, out of those that are free, one draw leads. A table
//! in place of branches, since what cannot be foretold is what a branch is slow at.

use super::{SEEN, UP, opposite};
use crate::geom::Dir;
use crate::rng::Stream;

/// One step from a cell to a neighbour.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// To be added to the index of the cell.
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

    /// The direction.
    #[inline]
    pub const fn dir(self) -> Dir {
        Dir::CARDINAL[(self.dir & 3) as usize]
    }
}

/// Every step that can be chosen, by what stands in the way (high half of the index) and by the
/// twelfth of all words that the draw lies in (low half).
pub(super) struct Steps([Step; 256]);

impl Steps {
    /// The steps where rows are `stride` apart.
    pub fn new(stride: usize) -> Self {
        let deltas = [-(stride as i32), 1, stride as i32, -1];
        let mut steps = [Step::default(); 256];
        for (index, step) in steps.iter_mut().enumerate() {
            let free = free(index);
            let dir = CHOICES[index];
            *step = Step {
                delta: deltas[(dir & 3) as usize],
                bit: UP >> dir,
                back: opposite(UP >> dir),
                dir,
                others: free.count_ones() > 1,
            };
        }
        Self(steps)
    }

    /// Draws one of the neighbours that `taken` leaves, all equally likely; `taken` is the bits
    /// of the others in the high half of the byte, and leaves at least one.
    ///
    /// The same as `stream.below(n)` for the `n` neighbours left, counted up, right, down, left,
    /// and takes as many words. For `n` in 1 to 4 the twelfth of all words that a word lies in
    /// tells its result, and the only word ever rejected is 0, for `n` = 3.
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

/// The bits of the neighbours that are free, for an index of the table.
const fn free(index: usize) -> u8 {
    !(index >> 4) as u8 & super::ALL
}

/// The number of the direction that is chosen, for each index of the table; 0 where nothing is
/// free or where there is no such twelfth.
const CHOICES: [u8; 256] = choices();

const fn choices() -> [u8; 256] {
    let mut choices = [0; 256];
    let mut index = 0;
    while index < 256 {
        let free = free(index);
        let mut skip = (index & 15) as u32 * free.count_ones() / 12;
        let mut dir = 0;
        while dir < 4 {
            if free & (UP >> dir) != 0 {
                if skip == 0 {
                    choices[index] = dir;
                    break;
                }
                skip -= 1;
            }
            dir += 1;
        }
        index += 1;
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_the_bounded_draw_among_the_free_neighbours() {
        let steps = Steps::new(100);
        for taken in 0..15u8 {
            let mut table = Stream::new(u64::from(taken), 3);
            let mut draws = table.clone();
            let free: Vec<Dir> = Dir::CARDINAL
                .into_iter()
                .filter(|dir| super::super::bit(*dir) & taken == 0)
                .collect();
            for _ in 0..10_000 {
                let step = steps.draw(&mut table, taken << 4);
                let dir = free[draws.below(free.len() as u32) as usize];
                assert_eq!(step.dir(), dir, "{taken:04b}");
                let delta = dir.delta();
                let index = 5000 + delta.x + 100 * delta.y;
                assert_eq!(step.from(5000), index as usize);
                assert_eq!(step.bit, super::super::bit(dir));
                assert_eq!(step.others, free.len() > 1);
            }
            assert_eq!(table, draws);
        }
    }

    /// Results change only at multiples of a twelfth, so the words next to those decide.
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

//! Boards as they were left, which undo and redo lead to from the ends of a board's history. Knows
//! nothing of what is shown of them.

use super::order::Order;
use super::score::Spent;
use crate::conduit::{Board, Conduit, Spec};

/// How many boards undo leads back past.
const MOST: usize = 32;

/// A board as it was left.
#[derive(Clone)]
pub(super) struct Left {
    pub order: Order,
    /// What names it; nothing if it came by its id.
    pub spec: Option<Spec>,
    pub conduit: Conduit,
    pub spent: Spent,
}

impl Left {
    fn begins(&self, start: &Board) -> bool {
        self.conduit.puzzle().start() == start
    }
}

/// The boards around the one that is shown.
#[derive(Default)]
pub(super) struct Around {
    /// Those that undo and redo lead to, the nearest last.
    before: Vec<Left>,
    after: Vec<Left>,
}

impl Around {
    /// Boards in the order of undo, without the one at a place, which is shown; nothing if there is none.
    pub fn of(mut all: Vec<Left>, place: usize) -> Option<(Left, Self)> {
        let mut after = all.split_off(all.len().min(place + 1));
        after.reverse();
        let shown = (all.len() == place + 1).then(|| all.pop()).flatten()?;
        Some((shown, Self { before: all, after }))
    }

    /// All boards in the order of undo, and the place of the one that is shown.
    pub fn with(&self, shown: Left) -> (Vec<Left>, usize) {
        let after = self.after.iter().rev().cloned();
        let all = self.before.iter().cloned().chain([shown]).chain(after);
        (all.collect(), self.before.len())
    }

    /// Those that begin as a board does, and are not solved yet.
    pub fn unsolved<'a>(&'a self, start: &'a Board) -> impl Iterator<Item = &'a Left> {
        let all = self.before.iter().chain(&self.after);
        all.filter(move |one| one.begins(start) && !one.conduit.is_won())
    }

    /// Takes in a board that is left for one that was not there before.
    pub fn push(&mut self, left: Left) {
        self.before.push(left);
        if self.before.len() > MOST {
            self.before.remove(0);
        }
    }

    /// Leaves a board for the one that undo (`back`) or redo leads to; nothing happens if there is none.
    pub fn go(&mut self, back: bool, left: Left) -> Option<Left> {
        let [from, to] = match back {
            true => [&mut self.before, &mut self.after],
            false => [&mut self.after, &mut self.before],
        };
        let next = from.pop()?;
        to.push(left);
        Some(next)
    }

    /// Whether undo leads to a board that begins like this, or redo, and after how many steps.
    pub fn steps_to(&self, start: &Board) -> Option<(bool, usize)> {
        let steps = |boards: &[Left]| {
            let at = boards.iter().rev().position(|left| left.begins(start));
            at.map(|at| at + 1)
        };
        let back = steps(&self.before).map(|steps| (true, steps));
        back.or_else(|| steps(&self.after).map(|steps| (false, steps)))
    }

    /// Lets undo lead back no farther than to the board that is shown.
    pub fn forget_before(&mut self) {
        self.before.clear();
    }
}

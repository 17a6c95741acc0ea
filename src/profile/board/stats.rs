//! Time, moves and help that a board has taken.

use std::time::Duration;

use crate::conduit::{Conduit, Move};
use crate::profile::Help;

/// Time, moves and help that a board has taken. Neither undo nor restart takes them back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The time played; `None` before the board is shown.
    pub played: Option<Duration>,
    /// Moves made, including those later undone.
    pub moves: u32,
    /// Whether a hint or a check was used.
    pub hinted: bool,
    /// Whether the solution was shown.
    pub shown: bool,
    /// Whether the board was pasted with progress on it.
    pub given: bool,
}

impl Stats {
    /// Statistics of a board that may have been played elsewhere.
    pub fn imported(conduit: &Conduit, played: Option<Duration>) -> Self {
        Self {
            played,
            moves: conduit.moves(),
            hinted: conduit.is_aided(),
            shown: false,
            given: conduit.history() != (0, 0) || played.is_some(),
        }
    }

    /// Counts a move that was made on `conduit`, whose own count was `moves_before`.
    pub fn record_move(&mut self, action: Move, moves_before: u32, conduit: &Conduit) {
        self.shown |= action == Move::Solve;
        // Even that nothing went wrong tells something.
        let has_asked = action == Move::Retract && conduit.history() != (0, 0);
        self.hinted |= action == Move::Hint || has_asked;
        if !matches!(
            action,
            Move::Undo | Move::Redo | Move::Rewind | Move::Retract
        ) {
            let made = conduit.moves().saturating_sub(moves_before);
            self.moves = self.moves.saturating_add(made);
        }
    }

    /// Adds the statistics of an earlier attempt at the same board.
    pub fn carry_over(&mut self, earlier: &Self) {
        self.played = self.played.max(earlier.played);
        self.moves = self.moves.max(earlier.moves);
        self.hinted |= earlier.hinted;
        self.shown |= earlier.shown;
        self.given |= earlier.given;
    }

    /// The help that the player got.
    pub const fn help(&self) -> Help {
        match (self.shown, self.hinted) {
            (true, _) => Help::Shown,
            (false, true) => Help::Hints,
            (false, false) => Help::None,
        }
    }
}

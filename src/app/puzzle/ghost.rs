//! A [`Ghost`]: a recorded solve of the round that is shown, which is played beside it by the round's clock. It is a
//! friend's, if one was pasted, and otherwise the player's own best.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::{Puzzle, PuzzleSession, Round, Solve, SolvePlayer};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::reward::BestSolves;

/// A recorded solve beside the round that is shown.
pub struct Ghost<R: Round> {
    player: SolvePlayer<R>,
    is_friends: bool,
}

impl<R: Round> Ghost<R> {
    /// A ghost at the start of its solve.
    pub(super) fn new(solve: Arc<Solve<R>>, is_friends: bool) -> Self {
        Self {
            player: SolvePlayer::new(solve),
            is_friends,
        }
    }

    /// The round as far as it is solved now.
    pub const fn round(&self) -> &R {
        self.player.round()
    }

    /// The whole solve.
    pub(super) const fn solve(&self) -> &Arc<Solve<R>> {
        self.player.solve()
    }

    /// Whose it is.
    pub const fn name(&self) -> &'static str {
        match self.is_friends {
            true => "friend",
            false => "best",
        }
    }

    /// Makes the moves up to a time; returns whether there were any.
    pub(super) fn advance(&mut self, time: Duration) -> bool {
        let count = self.player.solve().made_by(time);
        self.player.seek(count)
    }

    /// When the next move is made.
    fn next_move(&self) -> Option<Duration> {
        let mut moves = self.player.solve().moves().skip(self.player.made());
        moves.next().map(|(time, _)| time)
    }
}

/// Has a ghost appear with each round of which there is a solve.
pub(super) fn load_ghost<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    solves: Res<BestSolves>,
) {
    if !session.bypass_change_detection().needs_ghost() {
        return;
    }
    let id = session.completion().id;
    let rival = session.rival().filter(|rival| {
        let start = SolvePlayer::new((*rival).clone());
        start.round().completion().id == id
    });
    let ghost = match rival {
        Some(rival) => Some(Ghost::new(rival.clone(), true)),
        None => {
            let best = solves.0.get(P::GAME, id).and_then(|kept| kept.read());
            best.map(|best| Ghost::new(Arc::new(best), false))
        }
    };
    session.set_ghost(ghost);
}

/// Has the ghost do what it did by this time of the round.
pub(super) fn advance<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    mut wake: MessageWriter<Wake>,
) {
    let (time, is_finished) = (session.time(), session.is_finished());
    let Some(ghost) = session.bypass_change_detection().ghost_mut() else {
        return;
    };
    let has_moved = ghost.advance(time);
    let next = ghost.next_move().filter(|_| !is_finished);
    if let Some(next) = next {
        wake.write(Wake(next.saturating_sub(time).max(FRAME)));
    }
    if has_moved {
        session.set_changed();
    }
}

/// Shows or hides the ghost.
pub(super) fn toggle<P: Puzzle>(
    mut actions: MessageReader<P::Action>,
    mut session: ResMut<PuzzleSession<P>>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions.read().filter(|action| **action == P::GHOST) {
        notice.say(match session.toggle_ghost() {
            true => "Your best solve goes along beside you, if there is one",
            false => "No ghost is shown",
        });
    }
}

//! Sends the turns taken in the shown run as messages. Effects, sounds and stains each read them once.

use bevy::prelude::*;

use super::run::Run;
use super::shown_run::Watched;
use crate::app::frame::Phase;
use crate::game::{ActorId, GameEvent};
use crate::geom::Pos;

/// Sent after the player, a recording or a bot has taken an action; not for a refused one.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct TurnTaken {
    /// What happened, in order.
    pub events: Vec<GameEvent>,
    /// Positions of the player and of all known monsters after the turn, then those before it.
    pub positions: Vec<(ActorId, Pos)>,
}

impl TurnTaken {
    /// The actor's position after the turn, or before it if it is gone.
    pub fn position(&self, id: ActorId) -> Option<Pos> {
        let mut positions = self.positions.iter();
        positions.find(|(who, _)| *who == id).map(|(_, pos)| *pos)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TurnTaken>()
        .add_systems(Update, send_turns.in_set(Phase::Generate));
}

/// Sends the turns of this frame, and marks a run as changed only if there is something new to show.
fn send_turns(
    (run, watched): (Option<ResMut<Run>>, Option<ResMut<Watched>>),
    mut turns: MessageWriter<TurnTaken>,
) {
    if let Some(mut run) = run {
        turns.write_batch(run.bypass_change_detection().take_turns());
        if run.bypass_change_detection().take_dirty() {
            run.set_changed();
        }
    }
    if let Some(mut watched) = watched {
        let run = &mut watched.bypass_change_detection().run;
        turns.write_batch(run.take_turns());
        if run.take_dirty() {
            watched.set_changed();
        }
    }
}

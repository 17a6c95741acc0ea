//! Turns that were taken in the run that is shown. Everything that shows or sounds what happened
//! reads each of them once.

use bevy::prelude::*;

use super::run::Run;
use super::shown::Watched;
use crate::app::frame::Phase;
use crate::game::{ActorId, GameEvent};
use crate::geom::Pos;

/// An action was done, by the player, a recording or a bot. A refused one is no turn.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct TurnTaken {
    /// What happened, in its order.
    pub events: Vec<GameEvent>,
    /// Where everybody was before it who was known of, and after it.
    pub before: Vec<(ActorId, Pos)>,
    /// See `before`.
    pub after: Vec<(ActorId, Pos)>,
}

impl TurnTaken {
    /// Where somebody is, or was last.
    pub fn place(&self, id: ActorId) -> Option<Pos> {
        let mut places = self.after.iter().chain(&self.before);
        places.find(|(known, _)| *known == id).map(|(_, pos)| *pos)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TurnTaken>()
        .add_systems(Update, tell.in_set(Phase::Generate));
}

/// Tells the turns of this frame, and marks a run as changed if there is something new to show.
fn tell(
    (run, watched): (Option<ResMut<Run>>, Option<ResMut<Watched>>),
    mut turns: MessageWriter<TurnTaken>,
) {
    if let Some(mut run) = run {
        turns.write_batch(run.bypass_change_detection().take_turns());
        if run.bypass_change_detection().take_news() {
            run.set_changed();
        }
    }
    if let Some(mut watched) = watched {
        let run = &mut watched.bypass_change_detection().run;
        turns.write_batch(run.take_turns());
        if run.take_news() {
            watched.set_changed();
        }
    }
}

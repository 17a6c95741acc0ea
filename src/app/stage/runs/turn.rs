//! A turn as it is shown: what happened in it, and where everybody was.

use bevy::prelude::*;

use crate::app::stage::present::{Visual, present};
use crate::game::{ActorId, GameEvent, View};
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
    /// What is seen of the turn in the air, in order; `view` is what the player knows after it.
    pub(in crate::app::stage) fn visuals(&self, view: View<'_>) -> Vec<Visual> {
        let events = self.events.iter();
        events
            .filter_map(|event| present(event, view).visual)
            .collect()
    }

    /// The actor's position after the turn, or before it if it is gone.
    pub fn position(&self, id: ActorId) -> Option<Pos> {
        let mut positions = self.positions.iter();
        positions.find(|(who, _)| *who == id).map(|(_, pos)| *pos)
    }
}

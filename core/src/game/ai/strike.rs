//! The blow that any monster has.

use super::blow::attack_at;
use super::step::can_strike;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;

/// Strikes a target beside it; returns the duration in ticks.
pub fn strike(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    if !can_strike(turn.scene(), actor) {
        return None;
    }
    let def = actor.def(turn.content);
    let at = turn.scene().target_pos(actor)?;
    turn.level[id].blows.count();
    attack_at(turn, id, at, 100, None);
    def.abilities.follow_blow(turn, id);
    Some(def.strike)
}

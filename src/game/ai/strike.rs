//! The blow that any monster has, and what its abilities add to it.

use super::ability::{snuffs, steals};
use super::step::can_strike;
use crate::game::rules::combat::attack_player;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;

/// Strikes a player beside it; returns the duration in ticks.
pub fn strike(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    if !can_strike(turn.scene(), actor) {
        return None;
    }
    let time = actor.def(turn.content).strike;
    strike_player(turn, id, 100);
    Some(time)
}

/// Strikes the player, its damage scaled by `percent`. A hit may do more than hurt.
pub fn strike_player(turn: &mut Turn<'_>, id: ActorId, percent: i32) {
    if attack_player(turn, id, percent, None) {
        steals::steal_item(turn, id);
        snuffs::dim_light(turn, id);
    }
}

//! The blow that any monster has, and what its abilities add to it.

use super::ability::{snuffs, steals};
use super::step::can_strike;
use crate::game::rules::combat::{Attack, attack};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Projectile;

/// Strikes a target beside it; returns the duration in ticks.
pub fn strike(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    if !can_strike(turn.scene(), actor) {
        return None;
    }
    let time = actor.def(turn.content).strike;
    strike_target(turn, id, 100);
    Some(time)
}

/// Strikes its target, the damage scaled by `percent`. A hit may do more to the player than hurt.
pub fn strike_target(turn: &mut Turn<'_>, id: ActorId, percent: i32) {
    let hits = attack_target(turn, id, percent, None);
    if hits && turn.level[id].target == Some(ActorId::PLAYER) {
        steals::steal_item(turn, id);
        snuffs::dim_light(turn, id);
    }
}

/// Attacks its target with a blow or a projectile; returns whether it hits.
pub fn attack_target(
    turn: &mut Turn<'_>,
    id: ActorId,
    percent: i32,
    projectile: Option<Projectile>,
) -> bool {
    let Some(target) = turn.level[id].target else {
        return false;
    };
    let blow = Attack {
        strength: turn.scene().attack_of(id),
        fixed: None,
        percent,
        number: 0,
        projectile,
    };
    attack(turn, (id, target), &blow)
}

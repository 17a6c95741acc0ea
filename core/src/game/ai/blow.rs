//! A blow or missile of a monster at whoever stands on a tile, and what its abilities add to it.

use crate::game::rules::combat::{Attack, attack};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Projectile;
use crate::geom::Pos;

/// Attacks whoever stands on a tile with a blow or a projectile, the damage scaled by `percent`; returns whether
/// somebody stands there whom it can attack. A blow does not reach onto hallowed ground, and one that hits the player
/// may do more than hurt.
pub fn attack_at(
    turn: &mut Turn<'_>,
    id: ActorId,
    at: Pos,
    percent: i32,
    projectile: Option<Projectile>,
) -> bool {
    let whom = match turn.level.actor_at(at) {
        Some(actor) => actor.id,
        None if at == turn.player.pos => ActorId::PLAYER,
        None => return false,
    };
    if projectile.is_none() && turn.level.is_hallowed(at) {
        return false;
    }
    let blow = Attack {
        strength: turn.scene().attack_of(id),
        fixed: None,
        percent,
        number: 0,
        projectile,
    };
    let hits = attack(turn, (id, whom), &blow);
    if hits && whom == ActorId::PLAYER && projectile.is_none() {
        let abilities = &turn.level[id].def(turn.content).abilities;
        abilities.follow_hit(turn, id);
    }
    true
}

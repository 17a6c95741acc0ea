//! `shoots`: it shoots at a target in sight that is not beside it.

use crate::game::ai::strike::attack_target;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Projectile;
use crate::game::world::event::FightEvent;
use crate::game::world::scene::Scene;
use crate::geom::Pos;
use crate::map::line;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let (def, from) = (actor.def(turn.content), actor.pos);
    let shoots = def.abilities.shoots.as_ref()?;
    let (what, to) = (Projectile::Shot, scene.target_pos(actor)?);
    let in_range = (2..=shoots.range).contains(&from.steps_to(to));
    if !in_range || !scene.sees_target(actor) || !has_line_of_fire(scene, from, to) {
        return None;
    }
    turn.emit(FightEvent::Flew { what, from, to });
    attack_target(turn, id, 100, Some(what));
    Some(def.strike)
}

/// Whether a shot reaches a tile without hitting anything else.
fn has_line_of_fire(scene: Scene<'_>, from: Pos, to: Pos) -> bool {
    let cache = &scene.level.cache;
    let opaque = |pos: Pos| cache.sight.is_opaque(pos);
    let free = |pos: Pos| {
        let occupied = pos == scene.player.pos || cache.occupied.contains(pos);
        !scene.level.tile(pos).stops_flight() && !occupied
    };
    let line = line::bolt(from, to, opaque).skip(1);
    line.take_while(|pos| *pos != to).all(free)
}

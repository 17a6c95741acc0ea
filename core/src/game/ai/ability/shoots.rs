//! `shoots`: it takes aim for a turn at a target in sight that is not beside it, and then shoots along that line.

use crate::game::ai::announce::{report_wasted, take_turn};
use crate::game::ai::blow::attack_at;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::aimed::{shot_line, shot_stopped_by};
use crate::game::world::detail::Projectile;
use crate::game::world::event::FightEvent;
use crate::game::world::scene::Scene;
use crate::game::world::tell::Tell;
use crate::geom::Pos;

/// Takes aim.
pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let from = actor.pos;
    let shoots = actor.def(turn.content).abilities.shoots.as_ref()?;
    let to = scene.target_pos(actor)?;
    let in_range = (2..=shoots.range).contains(&from.steps_to(to));
    if !in_range || !scene.sees_target(actor) || !has_line_of_fire(scene, from, to) {
        return None;
    }
    Some(take_turn(turn, id, Tell::Shot, to))
}

/// Whether a shot reaches a tile without hitting anything else.
fn has_line_of_fire(scene: Scene<'_>, from: Pos, to: Pos) -> bool {
    let mut line = shot_line(scene.level, from, to, from.steps_to(to));
    line.find(|pos| !scene.is_free(*pos)) == Some(to)
}

/// Shoots along the line, at whoever stands in it first.
pub fn shoot(turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32> {
    let actor = &turn.level[id];
    let (def, from) = (actor.def(turn.content), actor.pos);
    let shoots = def.abilities.shoots.as_ref()?;
    let (what, mut to) = (Projectile::Shot, from);
    let mut struck = None;
    for pos in shot_line(turn.level, from, at, shoots.range) {
        to = pos;
        if !turn.scene().is_free(pos) {
            struck = Some(pos);
            break;
        }
    }
    turn.emit(FightEvent::Flew { what, from, to });
    match struck {
        Some(pos) => {
            attack_at(turn, id, pos, shoots.force, Some(what));
        }
        None => {
            let end = shot_stopped_by(turn.level, (from, at), shoots.range, to);
            report_wasted(turn, id, Tell::Shot, end);
        }
    }
    Some(def.strike)
}

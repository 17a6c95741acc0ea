//! `charges`: it paws the ground for a turn, runs along a straight line and strikes.

use crate::game::ai::announce::{report_wasted, take_turn};
use crate::game::ai::blow::attack_at;
use crate::game::ai::step::{can_step, is_away_from_post};
use crate::game::rules::tread::{come_onto, stops};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::aimed::{lane, straight};
use crate::game::world::condition::Condition;
use crate::game::world::event::FightEvent;
use crate::game::world::footing::Way;
use crate::game::world::tell::Tell;
use crate::geom::Pos;

/// Paws the ground where a free straight line leads to its target.
pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let charges = actor.def(turn.content).abilities.charges.as_ref()?;
    let (pos, target) = (actor.pos, scene.target_pos(actor)?);
    let in_range = (2..=charges.range).contains(&pos.steps_to(target));
    if actor.is_spent() || !scene.sees_target(actor) || !in_range || is_away_from_post(scene, actor)
    {
        return None;
    }
    let dir = straight(pos, target)?;
    if !can_step(scene, actor, dir) {
        return None;
    }
    let first = lane(turn.level, pos, dir, charges.range).find(|pos| !scene.is_free(*pos));
    let is_open = first == Some(target);
    is_open.then(|| take_turn(turn, id, Tell::Charge, target))
}

/// Runs along the lane and strikes whoever stands in it first, or runs into what ends it. Webs catch it, holes swallow
/// it, and what it runs across acts on it as on anybody.
pub fn run(turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32> {
    let actor = &turn.level[id];
    let (def, from) = (actor.def(turn.content), actor.pos);
    let charges = def.abilities.charges.as_ref()?;
    let dir = straight(from, at)?;
    let (mut way, mut struck) = (Vec::new(), None);
    for pos in lane(turn.level, from, dir, charges.range) {
        if !turn.scene().is_free(pos) {
            struck = Some(pos);
            break;
        }
        way.push(pos);
        if stops(turn.scene(), id, pos) {
            break;
        }
    }
    let to = way.last().copied().unwrap_or(from);
    turn.level.move_actor(id, to);
    let conditions = &mut turn.level[id].conditions;
    conditions.extend(Condition::Spent, charges.recovers);
    let who = turn.event_actor(id);
    turn.emit(FightEvent::Charged { who, from, to });
    // Where it ends, the turn of whoever stands there sees to it.
    for pos in way.into_iter().filter(|pos| *pos != to) {
        come_onto(turn, id, pos, Way::Across);
    }
    if turn.level.actor(id).is_none() {
        return Some(def.strike);
    }
    match struck {
        Some(pos) => {
            attack_at(turn, id, pos, charges.force, None);
        }
        None => {
            let end = to.step(dir);
            let is_short = from.steps_to(to) < charges.range && !turn.level.tile(end).is_walkable();
            report_wasted(turn, id, Tell::Charge, is_short.then_some(end));
        }
    }
    Some(def.strike * charges.time / 100)
}

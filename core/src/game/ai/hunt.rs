//! What a hunting monster does, in order of precedence.

use super::step::{is_away_from_post, is_watched, step_along_path, step_or_wait, step_to_target};
use super::strike;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::announcement::Preparation;
use crate::geom::Pos;

/// Does what a monster has announced, before anything else; `None` if its moment has passed.
pub fn carry_out(turn: &mut Turn<'_>, id: ActorId, prepared: Preparation) -> Option<u32> {
    let actor = &turn.level[id];
    if !actor.mood.row().is_aware || actor.pos != prepared.from {
        return None;
    }
    let abilities = &actor.def(turn.content).abilities;
    abilities.carry_out(turn, id, prepared)
}

/// Takes the action of a hunting monster; returns its duration in ticks. It uses an ability whose moment has come, or
/// strikes, or stays in place while it is watched, or goes back to its post, or keeps off as an ability of it has it, or
/// comes nearer.
pub fn hunt(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    let abilities = &turn.level[id].def(turn.content).abilities;
    let done = abilities.act(turn, id);
    let done = done.or_else(|| strike(turn, id));
    let done = done.or_else(|| hold(turn, id));
    let done = done.or_else(|| abilities.keep_off(turn, id));
    done.unwrap_or_else(|| approach(turn, id))
}

/// Strikes a target beside it. A blinded one that would keep away goes where it last knew the target to be instead.
fn strike(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let is_wary = actor.def(turn.content).abilities.wary.is_some();
    if is_wary && !scene.sees_target(actor) {
        return None;
    }
    strike::strike(turn, id)
}

/// Stays where it is while it is watched, or goes back to a post that its target is too far from.
fn hold(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    if is_watched(scene, actor) {
        return Some(turn.rules().time.action);
    }
    is_away_from_post(scene, actor).then(|| return_home(turn, id))
}

/// Steps towards a target in sight, or towards the goal.
fn approach(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    let actor = &turn.level[id];
    if turn.scene().sees_target(actor) {
        let dir = step_to_target(turn, id);
        return step_or_wait(turn, id, dir);
    }
    match actor.goal {
        Some(goal) => walk_to(turn, id, goal),
        None => turn.rules().time.action,
    }
}

/// Steps of the longest way to a goal other than a room to wander to.
pub const LONGEST: u32 = 400;

/// Steps towards a tile, unless the path is too long.
fn walk_to(turn: &mut Turn<'_>, id: ActorId, goal: Pos) -> u32 {
    let dir = step_along_path(turn, id, goal, LONGEST);
    step_or_wait(turn, id, dir)
}

/// Returns to its post and waits there.
pub fn return_home(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    let Actor { pos, home, .. } = turn.level[id];
    if pos == home {
        return turn.rules().time.action;
    }
    walk_to(turn, id, home)
}

//! What a hunting monster does, in order of precedence.

use super::ability::{
    bursts, charges, gathers, heals, heavy, lurks, shoots, snuffs, summons, sweeps, wary,
};
use super::step::{is_away_from_post, is_watched, step_along_path, step_or_wait, step_to_target};
use super::strike;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::tell::{Preparation, Tell};
use crate::geom::Pos;

/// Does something if its moment has come; returns how long it takes, in ticks.
type Act = fn(&mut Turn<'_>, ActorId) -> Option<u32>;

/// What a hunting monster does: the first of these that it can, or else it comes nearer. What needs the most particular
/// moment comes first, so that no ability keeps another from ever being used.
pub(super) const ORDER: [Act; 14] = [
    // Beside the player.
    bursts::act,
    // Straight ahead of it, recovered.
    charges::act,
    // Beside somebody wounded, recovered.
    heals::act,
    // While the player does not stand in bright light.
    lurks::act,
    // In sight of the player, recovered.
    summons::act,
    // Near a light, and not too near the player.
    snuffs::act,
    // Back away from a player near it.
    wary::act,
    shoots::act,
    // Beside the player, after some blows.
    sweeps::act,
    // Wait for others.
    gathers::act,
    strike,
    // Stay in place while it is watched, or go back to its post.
    hold,
    // Wait at a distance.
    wary::wait,
    // Come from a side of its own.
    gathers::flank,
];

/// Does what a monster has announced; `None` if its moment has passed. That comes before everything in [`ORDER`].
pub fn carry_out(turn: &mut Turn<'_>, id: ActorId, prepared: Preparation) -> Option<u32> {
    let Preparation { tell, from, at } = prepared;
    let actor = &turn.level[id];
    if !actor.mood.is_after_somebody() || actor.pos != from {
        return None;
    }
    match tell {
        Tell::Shot => shoots::shoot(turn, id, at),
        Tell::Charge => charges::run(turn, id, at),
        Tell::Call => summons::call(turn, id),
        Tell::Heavy => heavy::strike(turn, id, at),
        Tell::Sweep => sweeps::sweep(turn, id),
    }
}

/// Takes the action of a hunting monster; returns its duration in ticks.
pub fn hunt(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    let mut acts = ORDER.iter();
    let done = acts.find_map(|act| act(turn, id));
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

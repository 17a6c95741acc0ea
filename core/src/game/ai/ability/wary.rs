//! `wary`: it keeps away from its target.

use crate::game::ai::step::{is_held, retreat, take_step};
use crate::game::rules::turn::{TURN, Turn};
use crate::game::world::actor::ActorId;

/// In one turn in this many it does not back away, so that it can be caught.
const FALTERS: u64 = 3;

/// Whether this is one of the turns in which it does not.
pub fn falters(turn: &Turn<'_>, id: ActorId) -> bool {
    (turn.time / TURN + u64::from(id.0)).is_multiple_of(FALTERS)
}

/// Backs away from a nearby target.
pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let wary = actor.def(turn.content).abilities.wary.as_ref()?;
    let is_near = actor.pos.steps_to(scene.target_pos(actor)?) <= wary.near;
    if !is_near || falters(turn, id) || !scene.sees_target(actor) || is_held(scene, actor) {
        return None;
    }
    let dir = retreat(turn, id)?;
    let actor = &turn.level[id];
    let (to, home) = (actor.pos.step(dir), actor.home);
    // A guard is not driven from its post.
    let reach = actor.def(turn.content).post_reach();
    if reach.is_some_and(|reach| to.steps_to(home) > reach) {
        return None;
    }
    Some(take_step(turn, id, dir))
}

/// Waits at a distance.
pub fn wait(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let wary = actor.def(turn.content).abilities.wary.as_ref()?;
    let far = actor.pos.steps_to(scene.target_pos(actor)?);
    let waits = wary.waits > 0 && far <= wary.near + wary.waits && scene.sees_target(actor);
    waits.then_some(turn.rules().time.action)
}

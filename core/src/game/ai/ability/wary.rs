//! `wary`: it keeps away from its target.

use super::declare::{Ability, Nature, ability};
use crate::game::ai::step::{is_held, retreat, take_step};
use crate::game::content::{Fixed, numbers};
use crate::game::rules::turn::{TURN, Turn};
use crate::game::world::actor::ActorId;

ability! {
    /// Backs away from a player near it, but for one turn in three, and keeps its distance farther off.
    wary: Wary, "backs away when you are within {wary.near} tiles" {
        near: i32 = 4 in 0..=40, "tiles at which it backs away";
        waits: i32 = 2 in 0..=40, "tiles beyond that at which it waits; 0 if it comes nearer instead";
    }
}

numbers! {
    "wary":
    /// In one turn in this many it does not back away, so that it can be caught.
    const FALTERS: u64 = 3;
}

/// Whether this is one of the turns in which it does not.
pub fn falters(turn: &Turn<'_>, id: ActorId) -> bool {
    (turn.time / TURN + u64::from(id.0)).is_multiple_of(FALTERS)
}

impl Ability for Wary {
    const NUMBERS: &'static [Fixed] = NUMBERS;

    const NATURE: Nature = Nature {
        keeps_away: true,
        ..Nature::PLAIN
    };

    /// Backs away from a nearby target.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let is_near = actor.pos.steps_to(scene.target_pos(actor)?) <= self.near;
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
    fn keep_off(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let far = actor.pos.steps_to(scene.target_pos(actor)?);
        let waits = self.waits > 0 && far <= self.near + self.waits && scene.sees_target(actor);
        waits.then_some(turn.rules().time.action)
    }
}

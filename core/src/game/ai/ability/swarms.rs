//! `swarms`: its attack grows with the others of its kind beside its target.

use super::declare::{Ability, ability};
use crate::game::world::actor::Actor;
use crate::game::world::scene::Scene;

ability! {
    /// Each other one of its kind beside the player adds 1 to its attack.
    swarms: Swarms, Chitter, "hits harder the more of its kind are beside you" {
        most: u32 = 4 in 0..=8, "attack that the others add at most";
    }
}

impl Ability for Swarms {
    fn change_attack(&self, scene: Scene<'_>, actor: &Actor, attack: i32) -> i32 {
        let Some(at) = scene.target_pos(actor) else {
            return attack;
        };
        let beside = |other: &&Actor| {
            other.id != actor.id && other.kind == actor.kind && other.pos.steps_to(at) <= 1
        };
        let others = scene.level.actors().iter().filter(beside).count();
        attack + others.min(self.most as usize) as i32
    }
}

//! `shuns`: its attack changes with the light on its tile.

use super::declare::{Ability, ability};
use crate::game::world::actor::Actor;
use crate::game::world::light::Lighting;
use crate::game::world::scene::Scene;

ability! {
    /// Is of the dark: its attack is stronger while it stands in the dark, and weaker in bright light.
    shuns: Shuns, "is stronger in the dark, and weak in bright light" {
        stronger: i32 = 25 in 0..=999, "per cent that the dark adds to its attack";
        weaker: i32 = 50 in 0..=100, "per cent that bright light takes from its attack";
    }
}

impl Ability for Shuns {
    fn change_attack(&self, scene: Scene<'_>, actor: &Actor, attack: i32) -> i32 {
        let percent = match scene.level.lighting(actor.pos) {
            Lighting::Dark => 100 + self.stronger,
            Lighting::Dim => 100,
            Lighting::Bright => 100 - self.weaker,
        };
        (attack * percent + 50) / 100
    }
}

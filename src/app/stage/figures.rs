//! Which sprite shows which actor.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::app::player::Hero;
use crate::game::ActorId;
use crate::geom::Pos;

/// The sprites of the monsters, and where the player was last shown.
#[derive(Resource, Default)]
pub(super) struct Figures {
    pub monsters: BTreeMap<ActorId, Entity>,
    pub player: Option<Pos>,
}

impl Figures {
    /// The tile on which the player was last shown.
    pub const fn player(&self) -> Option<Pos> {
        self.player
    }

    /// Despawns all monsters.
    pub fn clear(&mut self, commands: &mut Commands) {
        for entity in std::mem::take(self).monsters.into_values() {
            commands.entity(entity).despawn();
        }
    }

    /// The sprite of an actor, if it has one.
    pub fn entity(&self, who: ActorId, heroes: &Query<Entity, With<Hero>>) -> Option<Entity> {
        match who {
            ActorId::PLAYER => heroes.single().ok(),
            _ => self.monsters.get(&who).copied(),
        }
    }
}

//! `bursts`: it dies beside its target, and its death is a burst ([`combat`](crate::game::rules::combat)).

use super::declare::{Ability, Nature, ability};
use crate::game::ai::step::is_beside_target;
use crate::game::rules::combat::kill_monster;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;

ability! {
    /// Bursts into flame when the player is beside it, and when it dies: a blow at everyone around it that never
    /// misses. Beside the player it strikes no blows.
    bursts: Bursts, Fuse, "bursts into flame beside you, and when it dies" {}
}

impl Ability for Bursts {
    const NATURE: Nature = Nature {
        is_dry: true,
        ..Nature::PLAIN
    };

    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        if !is_beside_target(turn.scene(), &turn.level[id]) {
            return None;
        }
        kill_monster(turn, id, false);
        Some(turn.rules().time.action)
    }

    fn act_cornered(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        self.act(turn, id)
    }
}

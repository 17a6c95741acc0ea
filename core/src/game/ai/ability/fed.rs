//! `fed`: burning braziers give it health.

use super::declare::{Ability, ability};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::event::MonsterEvent;

ability! {
    /// Each burning brazier near it gives it health every turn.
    fed: Fed, "each brazier that burns within {fed.range} tiles of it gives it {fed.health} health a turn" {
        range: i32 = 5 in 1..=20, "tiles within which a brazier feeds it";
        health: i32 = 10 in 1..=999, "health that each brazier gives it a turn";
    }
}

impl Ability for Fed {
    fn tick(&self, turn: &mut Turn<'_>, id: ActorId) {
        let actor = &turn.level[id];
        let missing = actor.max_health - actor.health;
        let pos = actor.pos;
        let lights = turn.level.lights();
        let lamps = lights.filter(|at| at.steps_to(pos) <= self.range).count();
        let amount = (self.health * lamps as i32).min(missing);
        if amount <= 0 {
            return;
        }
        turn.level[id].health += amount;
        let who = turn.event_actor(id);
        let lamps = lamps as u8;
        turn.emit(MonsterEvent::Fed { who, lamps, amount });
    }
}

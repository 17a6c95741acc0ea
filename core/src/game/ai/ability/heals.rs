//! `heals`: it heals the most severely wounded monster of its side nearby.

use super::declare::{Ability, Nature, ability};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Condition;
use crate::game::world::event::BodyEvent;

ability! {
    /// Heals the worst wounded monster near it, unless it is recovering.
    heals: Heals, Hum, "heals others within {heals.range} tiles" {
        range: i32 = 7 in 0..=99, "tiles within which it heals";
        share: i32 = 30 in 1..=100, "per cent of health that it heals";
        recovers: u16 = 4 in 1..=999, "turns until it can charge, heal or call";
    }
}

impl Ability for Heals {
    const NATURE: Nature = Nature {
        casts: true,
        ..Nature::PLAIN
    };

    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let healer = &turn.level[id];
        if healer.is_spent() {
            return None;
        }
        let wounded = turn.level.actors().iter().filter(|other| {
            other.id != id
                && other.side == healer.side
                && other.health < other.max_health
                && !other.disguised
                && other.pos.steps_to(healer.pos) <= self.range
        });
        let worst =
            wounded.min_by_key(|other| (other.health * 100 / other.max_health, other.id))?;
        let other = worst.id;
        let healer = &mut turn.level[id];
        healer.conditions.extend(Condition::Spent, self.recovers);
        let actor = &mut turn.level[other];
        let limit = (actor.max_health * self.share + 99) / 100;
        let amount = limit.min(actor.max_health - actor.health);
        actor.health += amount;
        let who = turn.event_actor(other);
        turn.emit(BodyEvent::Healed { who, amount });
        Some(turn.rules().time.action)
    }
}

//! `heals`: it heals the most severely wounded monster of its side nearby.

use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Condition;
use crate::game::world::event::BodyEvent;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let healer = &turn.level[id];
    let heals = healer.def(turn.content).abilities.heals.as_ref()?;
    if healer.is_spent() {
        return None;
    }
    let wounded = turn.level.actors().iter().filter(|other| {
        other.id != id
            && other.side == healer.side
            && other.health < other.max_health
            && !other.disguised
            && other.pos.steps_to(healer.pos) <= heals.range
    });
    let worst = wounded.min_by_key(|other| (other.health * 100 / other.max_health, other.id))?;
    let other = worst.id;
    let healer = &mut turn.level[id];
    healer.conditions.extend(Condition::Spent, heals.recovers);
    let actor = &mut turn.level[other];
    let limit = (actor.max_health * heals.share + 99) / 100;
    let amount = limit.min(actor.max_health - actor.health);
    actor.health += amount;
    let who = turn.event_actor(other);
    turn.emit(BodyEvent::Healed { who, amount });
    Some(turn.rules().time.action)
}

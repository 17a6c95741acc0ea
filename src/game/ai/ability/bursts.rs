//! `bursts`: it dies beside the player, and its death is a burst.

use crate::game::ai::step::is_beside_player;
use crate::game::rules::combat::kill_monster;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::detail::Perception;
use crate::game::world::event::MonsterEvent;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    actor.def(turn.content).abilities.bursts.as_ref()?;
    if !is_beside_player(turn.scene(), actor) {
        return None;
    }
    // One that comes around a corner and bursts in the same turn is sighted first.
    let (who, asleep) = (turn.event_actor(id), false);
    let Actor {
        in_sight,
        met: again,
        ..
    } = turn.level[id];
    if who.perception == Perception::Seen && !in_sight {
        turn.emit(MonsterEvent::CameIntoSight { who, asleep, again });
    }
    kill_monster(turn, id, false);
    Some(turn.rules().time.action)
}

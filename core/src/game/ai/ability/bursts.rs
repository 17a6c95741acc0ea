//! `bursts`: it dies beside its target, and its death is a burst.

use crate::game::ai::step::is_beside_target;
use crate::game::rules::combat::kill_monster;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    actor.def(turn.content).abilities.bursts.as_ref()?;
    if !is_beside_target(turn.scene(), actor) {
        return None;
    }
    kill_monster(turn, id, false);
    Some(turn.rules().time.action)
}

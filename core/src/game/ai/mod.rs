//! The turns of monsters, which follow the same movement rules as the player.
//!
//! A monster acts by its mood, its behaviour and its abilities. One that hunts does the first thing of [`hunt::hunt`]
//! that it can, after what it has announced before.
//!
//! | part | owns |
//! | --- | --- |
//! | `choice` | its mood, and what it does by mood |
//! | `hunt` | what it does while it hunts, and in which order |
//! | `blow` | a blow or missile at whoever stands on a tile |
//! | `strike` | the blow that any monster has |
//! | `announce` | announcing an act, which is done with the next action |
//! | `step` | which steps are possible, which one leads where, and what keeps it in place |
//! | [`ability`] | what kinds can do, a file each |

pub(super) mod ability;
mod announce;
mod blow;
pub(super) mod choice;
mod hunt;
pub(super) mod step;
mod strike;

use crate::game::rules::tread;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Condition;
use crate::game::world::footing::Way;
use crate::game::world::player::HASTE;
use choice::{act_by_mood, change_mood};

/// Minimum duration of any action in ticks, so that time passes whatever the content says.
const MIN_TICKS: u32 = 10;

/// Takes the turn of a monster that is due.
pub(super) fn take_turn(turn: &mut Turn<'_>, id: ActorId) {
    turn.update_sight();
    if turn.level.actor(id).is_none() {
        return;
    }
    change_mood(turn, id);
    let from = turn.level[id].pos;
    let time = act_by_mood(turn, id);
    if let Some(pos) = turn.scene().pos_of(id).filter(|pos| *pos != from) {
        tread::come_onto(turn, id, pos, Way::Onto);
    }
    // The action may have killed it.
    if let Some(actor) = turn.level.actor_mut(id) {
        let hasted = actor.conditions.has(Condition::Hasted);
        let time = if hasted { time * HASTE / 100 } else { time };
        actor.next = turn.time + u64::from(time.max(MIN_TICKS));
    }
}

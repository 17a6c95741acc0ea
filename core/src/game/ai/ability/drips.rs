//! `drips`: where it splits, it leaves burning wax.

use super::declare::{Ability, ability};
use crate::game::content::{Fixed, numbers};
use crate::game::rules::field::ignite;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::BlastKind;
use crate::game::world::event::FightEvent;
use crate::geom::Dir;

ability! {
    /// Where it splits, it leaves burning wax.
    drips: Drips, "leaves burning wax where it splits" {}
}

numbers! {
    "drips":
    /// Turns for which spilled wax burns.
    const WAX: u8 = 3;
}

impl Ability for Drips {
    const NUMBERS: &'static [Fixed] = NUMBERS;
}

impl Drips {
    /// Leaves burning wax where it has split: whatever grows or stands on its tile burns, and the player beside it
    /// catches fire.
    pub(super) fn spill(&self, turn: &mut Turn<'_>, id: ActorId) {
        let pos = turn.level[id].pos;
        turn.emit(FightEvent::Blast {
            kind: BlastKind::Fire,
            center: pos,
            radius: 1,
        });
        for beside in Dir::ALL.map(|dir| pos.step(dir)) {
            if turn.level.actor_at(beside).is_none() {
                ignite(turn, beside, WAX);
            }
        }
    }
}

//! `splits`: wounded, it becomes two.

use super::declare::{Ability, ability};
use crate::game::rules::combat::spawn_hunter;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::detail::{Interruption, Perception};
use crate::game::world::event::MonsterEvent;

ability! {
    /// Wounded with enough health left, it becomes two with half each. The new ones give no experience.
    splits: Splits, Bubble, "splits in two when it is wounded with {splits.health} health or more left" {
        health: i32 = 4 in 2..=9999, "health that it needs to divide";
    }
}

impl Ability for Splits {
    /// Splits it, if it has enough health left. Each part gets half of it, and only the original gives experience.
    fn follow_wound(&self, turn: &mut Turn<'_>, id: ActorId) {
        let actor = &turn.level[id];
        let Actor {
            kind,
            pos,
            health,
            side,
            target,
            ..
        } = *actor;
        if health < self.health {
            return;
        }
        let Some(into) = spawn_hunter(turn, kind, pos, (side, target)) else {
            return;
        };
        turn.level[into].health = health / 2;
        turn.level[id].health = health - health / 2;
        let who = turn.event_actor(id);
        turn.emit(MonsterEvent::Split { who, into });
        // That it splits tells of the new one.
        if who.perception == Perception::Seen && turn.scene().sees(&turn.level[into]) {
            turn.meet(into);
            turn.interrupt(Interruption::Creature(into));
        }
        if let Some(drips) = &turn.content.monster(kind).abilities.drips {
            drips.spill(turn, id);
        }
    }
}

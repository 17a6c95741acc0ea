//! Announcing an act: it shows for a turn, and is done with the next action (`hunt::carry_out`), unless something stops it.

use crate::game::content::ability::Announcement;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::announcement::Preparation;
use crate::game::world::detail::{Interruption, Perception};
use crate::game::world::event::{FightEvent, MonsterEvent};
use crate::geom::Pos;

/// Announces what a monster does next, aimed at a tile, and reports it.
pub fn show(turn: &mut Turn<'_>, id: ActorId, announcement: Announcement, at: Pos) {
    let actor = &mut turn.level[id];
    let from = actor.pos;
    actor.preparing = Some(Preparation {
        announcement,
        from,
        at,
    });
    let who = turn.event_actor(id);
    turn.emit(MonsterEvent::Prepared { who, announcement });
    if who.perception == Perception::Seen {
        turn.interrupt(Interruption::Creature(id));
    }
}

/// As [`show`], in a turn of its own; returns its duration in ticks.
pub fn take_turn(turn: &mut Turn<'_>, id: ActorId, announcement: Announcement, at: Pos) -> u32 {
    show(turn, id, announcement, at);
    turn.rules().time.action
}

/// Reports that what a monster had announced met nobody.
pub fn report_wasted(
    turn: &mut Turn<'_>,
    id: ActorId,
    announcement: Announcement,
    end: Option<Pos>,
) {
    let who = turn.event_actor(id);
    let known = |pos: Pos| turn.level.known.tiles.get(pos).copied();
    let by = end.and_then(known);
    turn.emit(FightEvent::Wasted {
        who,
        announcement,
        by,
    });
}

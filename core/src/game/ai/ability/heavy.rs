//! `heavy`: one blow in so many is heavy. It shows with the blow before, and falls on one tile.

use crate::game::ai::announce::{report_wasted, show};
use crate::game::ai::blow::attack_at;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::tell::Tell;
use crate::geom::Pos;

/// Shows after a blow that the next one is heavy, if it is.
pub fn prepare(turn: &mut Turn<'_>, id: ActorId) {
    let Some(actor) = turn.level.actor(id).filter(|_| !turn.is_over()) else {
        return;
    };
    let Some(heavy) = &actor.def(turn.content).abilities.heavy else {
        return;
    };
    if actor.blows.heavy.saturating_add(1) >= heavy.every
        && let Some(at) = turn.scene().target_pos(actor)
    {
        show(turn, id, Tell::Heavy, at);
    }
}

/// Strikes the tile that it aimed at, whoever stands there now.
pub fn strike(turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32> {
    let actor = &turn.level[id];
    let (def, pos) = (actor.def(turn.content), actor.pos);
    let heavy = def.abilities.heavy.as_ref()?;
    let blows = &mut turn.level[id].blows;
    blows.count();
    blows.heavy = 0;
    let dir = pos.dir_to(at);
    let reaches = dir.is_some_and(|dir| turn.scene().blow_reaches(pos, dir));
    if !(reaches && attack_at(turn, id, at, heavy.force, None)) {
        report_wasted(turn, id, Tell::Heavy, None);
    }
    Some(def.strike)
}

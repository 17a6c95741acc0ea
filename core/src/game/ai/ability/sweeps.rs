//! `sweeps`: it draws back beside its target for a turn, and then strikes all around it.

use crate::game::ai::announce::{report_wasted, take_turn};
use crate::game::ai::blow::attack_at;
use crate::game::ai::step::can_strike;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::tell::Tell;
use crate::geom::Dir;

/// Draws back, after so many blows that the sweep is due in the turn after.
pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    let sweeps = actor.def(turn.content).abilities.sweeps.as_ref()?;
    let is_due = actor.blows.sweep.saturating_add(2) >= sweeps.every;
    if !is_due || !can_strike(turn.scene(), actor) {
        return None;
    }
    let pos = actor.pos;
    Some(take_turn(turn, id, Tell::Sweep, pos))
}

/// Strikes whoever stands around it.
pub fn sweep(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    let (def, pos) = (actor.def(turn.content), actor.pos);
    let sweeps = def.abilities.sweeps.as_ref()?;
    turn.level[id].blows.sweep = 0;
    let mut has_struck = false;
    for dir in Dir::ALL {
        let at = pos.step(dir);
        if turn.level.actor(id).is_some() && turn.scene().blow_reaches(pos, dir) {
            has_struck |= attack_at(turn, id, at, sweeps.force, None);
        }
    }
    if !has_struck {
        report_wasted(turn, id, Tell::Sweep, None);
    }
    Some(def.strike)
}

//! What happens to whoever comes onto a tile: one rule for the player and for monsters, and for every way there. What
//! touches whom is in `world/footing.rs`.

use super::burn::burn_in_flames;
use super::hazard;
use super::set_piece;
use super::swim;
use super::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Interruption;
use crate::game::world::event::BodyEvent;
use crate::game::world::footing::Way;
use crate::game::world::hazard::Hazard;
use crate::game::world::scene::Scene;
use crate::geom::Pos;

/// Lets what is on a tile act on whoever has come onto it: water, what lies underfoot, flames, the plates of rooms. It
/// may take them from the level, and does nothing to whom a tile before has taken.
pub(in crate::game) fn come_onto(turn: &mut Turn<'_>, who: ActorId, pos: Pos, way: Way) {
    if turn.scene().pos_of(who).is_none() {
        return;
    }
    let is_player = who == ActorId::PLAYER;
    if is_player && turn.level.fields.webs.has(pos) {
        turn.interrupt(Interruption::Other);
    }
    if turn.level.tile(pos).is_deep() {
        swim::douse(turn, who);
    }
    hazard::spring(turn, who, pos);
    if way == Way::Across && turn.level.is_aflame(pos) && turn.scene().pos_of(who).is_some() {
        burn_in_flames(turn, who);
    }
    if is_player {
        set_piece::step_on(turn);
    }
}

/// Whether whoever runs onto a tile comes no farther: a web holds them, or the ground gives way.
pub(in crate::game) fn stops(scene: Scene<'_>, who: ActorId, pos: Pos) -> bool {
    let (footing, level) = (scene.footing(who), scene.level);
    let gives_way = |trap: Hazard| trap.kind.gives_way();
    footing.is_held && level.fields.webs.has(pos)
        || footing.falls && level.hazards.trap_at(pos).is_some_and(gives_way)
}

/// Lets somebody who is about to leave their tile tear at the web on it; returns whether it holds them for this turn.
pub(in crate::game) fn is_held(turn: &mut Turn<'_>, who: ActorId) -> bool {
    let pos = turn.scene().pos_of(who);
    let pos = pos.filter(|pos| turn.level.fields.webs.has(*pos));
    let web = pos.filter(|_| turn.scene().footing(who).is_held);
    if let Some(pos) = web {
        turn.level.fields.webs.take(pos, 1);
        let who = turn.event_actor(who);
        turn.emit(BodyEvent::Held { who });
    }
    web.is_some()
}

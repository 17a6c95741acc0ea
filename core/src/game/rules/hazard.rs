//! What finds the hazards of a level, and what they do. Light shows them, and so does searching; none
//! kills whoever did not know of it.

use super::mood::call_all;
use super::swim;
use super::turn::Turn;
use crate::game::content::{Fixed, Style, numbers};
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Condition;
use crate::game::world::detail::{EventActor, Interruption, Perception};
use crate::game::world::event::PlaceEvent;
use crate::game::world::formulas::blow_time;
use crate::game::world::hazard::{FALL, Hazard, HazardKind, WIRE};
use crate::game::world::level::Level;
use crate::game::world::light::Lighting;
use crate::game::world::player::Loudness;
use crate::geom::{Dir, Pos};
use crate::map::Tile;
use crate::rng::Tag;

numbers! {
    "hazard":
    /// Tiles at which a hazard is seen in dim light.
    const SEEN_DIM: i32 = 2;

    /// Tiles at which one search may find a hazard.
    const SEARCHED: i32 = 2;

    /// Searches in a row of which the last one finds everything near.
    const SURE: u8 = 5;

    /// Tiles within which the last of those searches finds everything.
    pub(in crate::game) const SURE_REACH: i32 = 5;

    /// One search in this many finds a hazard beside the player, and with each tile farther away one in one more.
    const FOUND_BESIDE: u32 = 2;

    /// Incense that a censer holds.
    const CENSER: u8 = 60;

    /// Ticks to break a cracked wall without a mace.
    const BREAK: u32 = 300;
}

/// Lets the player see hazards at the end of a turn: at once in bright light, near in dim light.
pub(in crate::game) fn notice(turn: &mut Turn<'_>) {
    let mut index = 0;
    while let Some(hazard) = turn.level.hazards.nth(index) {
        index += 1;
        if hazard.known || !turn.scene().is_in_sight(hazard.pos) {
            continue;
        }
        // A hole is no more hidden than the ground beside it.
        if hazard.kind == HazardKind::Pit {
            turn.level.hazards.reveal(hazard.pos);
            continue;
        }
        let seen = !turn.player.has(Condition::Darkened)
            && match turn.level.lighting(hazard.pos) {
                Lighting::Bright => true,
                Lighting::Dim => hazard.pos.steps_to(turn.player.pos) <= SEEN_DIM,
                Lighting::Dark => false,
            };
        // A secret door is none any longer once it is found.
        if seen && find(turn, hazard.pos) {
            index -= 1;
        }
    }
}

/// Lets the player know of a hazard; returns whether it left the list.
fn find(turn: &mut Turn<'_>, pos: Pos) -> bool {
    let Some(hazard) = turn.level.hazards.at(pos) else {
        return false;
    };
    let kind = hazard.kind;
    turn.level.hazards.reveal(pos);
    let is_door = kind == HazardKind::SecretDoor;
    if is_door {
        turn.level.remove_hazard(pos);
        turn.level.set_tile(pos, Tile::DoorClosed);
        turn.level.known.tiles[pos] = Tile::DoorClosed;
    }
    turn.emit(PlaceEvent::HazardFound { pos, kind });
    turn.interrupt(Interruption::Other);
    is_door
}

/// Finds the secret doors and cracked walls of the level.
pub(in crate::game) fn map(turn: &mut Turn<'_>) {
    let mut index = 0;
    while let Some(hazard) = turn.level.hazards.nth(index) {
        let is_left = hazard.kind.is_trap() || hazard.known || !find(turn, hazard.pos);
        index += usize::from(is_left);
    }
}

/// Searches for hazards: those beside the player and two tiles away are found by chance. The fifth search
/// in a row finds all near. Returns whether any was found.
pub(in crate::game) fn search(turn: &mut Turn<'_>) -> bool {
    turn.player.searches += 1;
    let sure = turn.player.searches >= SURE;
    let mut found = false;
    let mut index = 0;
    while let Some(hazard) = turn.level.hazards.nth(index) {
        index += 1;
        let (pos, far) = (hazard.pos, hazard.pos.steps_to(turn.player.pos));
        let reach = if sure { SURE_REACH } else { SEARCHED };
        if hazard.known || far > reach || !is_within_touch(turn.level, turn.player.pos, pos) {
            continue;
        }
        let chance = FOUND_BESIDE - 1 + far.max(1) as u32;
        if sure || turn.stream_on(Tag::SEARCH, pos).one_in(chance) {
            found = true;
            if find(turn, pos) {
                index -= 1;
            }
        }
    }
    if sure {
        turn.player.searches = 0;
        turn.emit(PlaceEvent::SearchedAll {
            reach: SURE_REACH as u8,
        });
    }
    found || sure
}

/// Whether no wall is between two tiles, or between the first and a neighbour of the other.
fn is_within_touch(level: &Level, from: Pos, to: Pos) -> bool {
    let beside = Dir::ALL.into_iter().map(|dir| to.step(dir));
    from.dir_to(to).is_some()
        || level.has_open_line(from, to)
        || beside
            .filter(|near| !level.is_opaque(*near))
            .any(|near| near == from || level.has_open_line(from, near))
}

/// Lets the trap on a tile act on somebody there, if there is one and they touch it.
pub(in crate::game) fn spring(turn: &mut Turn<'_>, who: ActorId, pos: Pos) {
    let trap = turn.level.hazards.trap_at(pos);
    let Some(hazard) = trap.filter(|_| turn.scene().footing(who).treads) else {
        return;
    };
    if hazard.kind.gives_way() {
        fall(turn, who, hazard);
    } else {
        let by = turn.event_actor(who);
        turn.level.remove_hazard(pos);
        report(turn, (pos, hazard.kind), Some(by));
        act(turn, pos, hazard.kind, Some(who));
    }
}

/// Lets somebody fall from where the ground gives way: the player to the next depth, a monster out of the run. Named ones
/// do not fall.
fn fall(turn: &mut Turn<'_>, who: ActorId, Hazard { pos, kind, .. }: Hazard) {
    if who == ActorId::PLAYER {
        turn.level.hazards.reveal(pos);
        turn.scratch.falls = true;
        return;
    }
    if !turn.scene().footing(who).falls {
        return;
    }
    let by = turn.event_actor(who);
    report(turn, (pos, kind), Some(by));
    if turn.scene().is_in_sight(pos) {
        turn.level.hazards.reveal(pos);
    }
    let fallen = turn.level.remove_actor(who);
    if let Some(loot) = fallen.and_then(|actor| actor.loot) {
        turn.place_item(pos, loot, false);
    }
}

/// Reports that a trap acts.
fn report(turn: &mut Turn<'_>, (pos, kind): (Pos, HazardKind), by: Option<EventActor>) {
    let mut perception = turn.scene().tile_perception(pos);
    let is_heard = kind == HazardKind::BellWire && pos.steps_to(turn.player.pos) <= WIRE;
    if perception == Perception::Unnoticed && is_heard {
        perception = Perception::Heard;
    }
    turn.emit(PlaceEvent::HazardSprung {
        pos,
        kind,
        by,
        perception,
    });
    if perception != Perception::Unnoticed {
        turn.interrupt(Interruption::Other);
    }
}

/// What a trap does that is used up, by whoever set it off or what struck it.
fn act(turn: &mut Turn<'_>, pos: Pos, kind: HazardKind, who: Option<ActorId>) {
    match kind {
        HazardKind::BellWire => {
            if who == Some(ActorId::PLAYER) {
                turn.player.loudness = Loudness::Loud;
            }
            call_all(turn, pos, WIRE);
        }
        HazardKind::Censer => turn.level.fields.incense.add(pos, CENSER),
        HazardKind::ColdFont => {
            if let Some(who) = who {
                swim::douse(turn, who);
            }
        }
        HazardKind::RottenFloor
        | HazardKind::Pit
        | HazardKind::CrackedWall
        | HazardKind::SecretDoor => {}
    }
}

/// Breaks the censer that a missile hits.
pub(in crate::game) fn strike(turn: &mut Turn<'_>, pos: Pos) {
    let Some(hazard) = turn.level.hazards.at(pos) else {
        return;
    };
    if hazard.kind == HazardKind::Censer {
        turn.level.remove_hazard(pos);
        report(turn, (pos, hazard.kind), None);
        act(turn, pos, hazard.kind, None);
    }
}

/// Breaks a cracked wall; returns the duration in ticks for the player, who does it by hand.
pub(in crate::game) fn break_wall(turn: &mut Turn<'_>, pos: Pos) -> u32 {
    crack(turn, pos);
    turn.player.loudness = Loudness::Loud;
    match turn.player.style(turn.content) {
        style @ Some(Style::Mace) => blow_time(turn.rules(), style),
        _ => BREAK,
    }
}

/// Lets a cracked wall fall, known or not, if there is one on the tile.
pub(in crate::game) fn crack(turn: &mut Turn<'_>, pos: Pos) {
    let hazard = turn.level.hazards.at(pos);
    if hazard.is_none_or(|hazard| hazard.kind != HazardKind::CrackedWall) {
        return;
    }
    let perception = turn.scene().tile_perception(pos);
    turn.level.remove_hazard(pos);
    turn.level.set_tile(pos, Tile::Rubble);
    turn.emit(PlaceEvent::WallBroke { pos, perception });
}

/// Hurts the player who has fallen to this level.
pub(in crate::game) fn land(turn: &mut Turn<'_>) {
    let damage = FALL.min(turn.player.health - 1);
    turn.player.health -= damage;
    turn.emit(PlaceEvent::Fell { damage });
}

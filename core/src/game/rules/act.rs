//! The player's actions. Each checks all reasons for refusal before it changes anything, and
//! returns its duration in ticks.

use super::burn::topple;
use super::combat::{attack_towards, spawn_hunter};
use super::consume;
use super::hazard;
use super::inventory::{self, ActionResult};
use super::mechanism::{TURN_TIME, operate, rotate_tile};
use super::mood::{call_nearest, reveal};
use super::set_piece;
use super::swim;
use super::tread;
use super::turn::Turn;
use crate::game::content::{Fixed, numbers};
use crate::game::world::action::{Action, Command, Danger, Refusal};
use crate::game::world::actor::{ActorId, Side};
use crate::game::world::conduit::Attempt;
use crate::game::world::detail::EventActor;
use crate::game::world::event::{BodyEvent, GameEvent, ItemEvent, PlaceEvent, RunEvent};
use crate::game::world::feature::Mechanism;
use crate::game::world::footing::Way;
use crate::game::world::formulas;
use crate::game::world::hazard::HazardKind;
use crate::game::world::level::Inside;
use crate::game::world::player::Loudness;
use crate::game::world::state::Outcome;
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Applies an action that takes one turn, except taking the stairs.
pub(in crate::game) fn apply_action(turn: &mut Turn<'_>, command: Command) -> ActionResult {
    let from = turn.player.pos;
    let time = do_action(turn, command)?;
    if turn.player.pos != from {
        let pos = turn.player.pos;
        tread::come_onto(turn, ActorId::PLAYER, pos, Way::Onto);
    }
    Ok(time)
}

fn do_action(turn: &mut Turn<'_>, Command { action, sure }: Command) -> ActionResult {
    match action {
        Action::Move { dir } => take_step(turn, dir, sure),
        Action::Wait => Ok(wait(turn)),
        Action::Search => Ok(search(turn)),
        Action::PickUp => inventory::pick_up(turn),
        Action::Drop { letter, count } => inventory::drop_items(turn, letter, count),
        Action::Use { letter, at } => consume::use_item(turn, letter, at, sure),
        Action::Throw { letter, at } => consume::throw_item(turn, letter, at, sure),
        Action::Fire { at } => consume::fire_arrow(turn, at, sure),
        Action::Close { dir } => close_door(turn, dir),
        Action::Tend { dir } => tend_brazier(turn, dir),
        Action::Push { dir } => push_brazier(turn, dir),
        Action::Hood => hood_lantern(turn),
        Action::Rotate { tile, clockwise } => rotate_tile(turn, tile, clockwise),
        Action::GiveUp => Ok(give_up(turn)),
        // `Game` handles stairs itself, and splits long actions into single steps.
        Action::Ascend | Action::Descend => Err(Refusal::NoStairsDown),
        // `Game` turns a fight into a step, too.
        Action::Rest
        | Action::Fight
        | Action::Explore
        | Action::Proceed
        | Action::Travel { .. }
        | Action::Run { .. }
        | Action::Feel { .. } => Err(Refusal::NoWay),
    }
}

/// Feels for a wrong tile of a conduit; in the last turn, corrects it.
pub(in crate::game) fn feel(turn: &mut Turn<'_>, corrects: Option<Pos>) -> ActionResult {
    if let Some(pos) = corrects {
        operate(turn, pos, Attempt::Correct)?;
        call_nearest(turn, pos);
    }
    turn.player.loudness = Loudness::Loud;
    Ok(turn.rules().time.action)
}

const fn wait(turn: &mut Turn<'_>) -> u32 {
    turn.player.loudness = Loudness::Quiet;
    turn.rules().time.action
}

fn give_up(turn: &mut Turn<'_>) -> u32 {
    turn.end(Outcome::GaveUp, RunEvent::GaveUp);
    turn.rules().time.action
}

fn search(turn: &mut Turn<'_>) -> u32 {
    let mut found = false;
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let actor = &turn.level[id];
        let near = actor.pos.steps_to(turn.player.pos) <= turn.rules().sight.search;
        if actor.disguised && near && turn.scene().is_in_sight(actor.pos) {
            reveal(turn, id);
            found = true;
        }
    }
    if !hazard::search(turn) && !found {
        turn.emit(PlaceEvent::FoundNothing);
    }
    wait(turn)
}

fn take_step(turn: &mut Turn<'_>, dir: Dir, sure: bool) -> ActionResult {
    let from = turn.player.pos;
    let to = from.step(dir);
    // Mechanisms and tombs can be reached diagonally around a corner.
    match turn.level.feature_at(to).map(|feature| &feature.mechanism) {
        Some(Mechanism::Lever { pulled: false } | Mechanism::Font(_)) => {
            return operate(turn, to, Attempt::Pull);
        }
        Some(Mechanism::Conduit(_)) => return Err(Refusal::AtConduit),
        _ => {}
    }
    if set_piece::pull(turn, to) {
        return Ok(TURN_TIME);
    }
    if turn.level.tile(to) == Tile::Tomb && turn.level.enemy_at(to).is_none() {
        return Ok(open_tomb(turn, to));
    }
    let hazard = turn.level.hazards.at(to).filter(|hazard| hazard.known);
    if hazard.is_some_and(|hazard| hazard.kind == HazardKind::CrackedWall) {
        return Ok(hazard::break_wall(turn, to));
    }
    if !turn.scene().blow_reaches(from, dir) {
        return Err(match turn.level.tile(to) {
            Tile::Wall => Refusal::Solid(to),
            _ => Refusal::Squeeze,
        });
    }
    if let Some(id) = turn.level.enemy_at(to) {
        return attack_or_reveal(turn, id, dir, sure);
    }
    if !turn.level.tile(to).is_passable() {
        return Err(Refusal::Solid(to));
    }
    let dives = turn.level.tile(to).is_deep() && !turn.level.tile(from).is_deep();
    if !sure && dives && swim::has_something_to_lose(turn.scene()) {
        return Err(Refusal::NeedsConfirmation(Danger::DeepWater));
    }
    if !sure && turn.level.is_aflame(to) && !turn.level.is_aflame(from) {
        return Err(Refusal::NeedsConfirmation(Danger::Flames));
    }
    if let (false, Some(trap)) = (sure, turn.level.hazards.known_trap_at(to)) {
        return Err(Refusal::NeedsConfirmation(Danger::Hazard(trap.kind)));
    }
    let dir = turn.stray(ActorId::PLAYER).unwrap_or(dir);
    let to = from.step(dir);
    let tile = turn.level.tile(to);
    let time = turn.rules().time.action;
    if !turn.level.tiles.can_reach(from, dir) || !tile.is_passable() {
        return Ok(time);
    }
    if turn.level.enemy_at(to).is_some() {
        return Ok(attack_towards(turn, dir));
    }
    if tile == Tile::DoorClosed {
        return Ok(open_door(turn, to, EventActor::PLAYER));
    }
    if tread::is_held(turn, ActorId::PLAYER) {
        return Ok(time);
    }
    turn.move_player(to);
    let who = ActorId::PLAYER;
    // Whoever is on the player's side makes way.
    if let Some(who) = turn.level.actor_at(to).map(|actor| actor.id) {
        turn.level.move_actor(who, from);
        turn.emit(BodyEvent::Moved {
            who,
            from: to,
            to: from,
        });
    }
    turn.emit(BodyEvent::Moved { who, from, to });
    if let Some(floor_item) = turn.level.item_at(to) {
        if turn.scene().wants(floor_item) {
            inventory::take_from_floor(turn, to);
        } else if !turn.scratch.explores {
            // Whoever explores was told of it when it came into sight.
            let item = turn.event_item(floor_item.item);
            turn.emit(ItemEvent::LiesHere { item });
        }
    }
    if let Some(item) = turn.level.offer_at(to).copied() {
        let item = turn.event_item(item);
        turn.emit(ItemEvent::Offered { item });
    }
    Ok(time * formulas::step_percent(tile) / 100)
}

/// Attacks the monster on the tile that the player steps towards, or reveals a mimic there.
fn attack_or_reveal(turn: &mut Turn<'_>, id: ActorId, dir: Dir, sure: bool) -> ActionResult {
    if turn.level[id].disguised {
        reveal(turn, id);
        return Ok(turn.rules().time.action);
    }
    let scene = turn.scene();
    if !sure && scene.attacked_tiles(dir).any(|pos| scene.may_burst(pos)) {
        return Err(Refusal::NeedsConfirmation(Danger::Bursts));
    }
    Ok(attack_towards(turn, dir))
}

numbers! {
    "act":
    /// Ticks to break a tomb open.
    const TOMB_TIME: u32 = 200;
}

/// Breaks a tomb open and releases its contents; returns the duration in ticks.
fn open_tomb(turn: &mut Turn<'_>, pos: Pos) -> u32 {
    let tombs = &mut turn.level.tombs;
    let found = tombs.iter().position(|tomb| tomb.pos == pos);
    let inside = found.map(|index| tombs.remove(index).inside);
    turn.level.set_tile(pos, Tile::Rubble);
    turn.player.loudness = Loudness::Loud;
    turn.emit(PlaceEvent::TombOpened { pos });
    match inside.unwrap_or(Inside::Nothing) {
        Inside::Nothing => turn.emit(PlaceEvent::FoundNothing),
        Inside::Item(item) => {
            turn.place_item(pos, item, false);
            let skipped = turn.player.auto_pickup_skips(&item, turn.content);
            let item = turn.event_item(item);
            turn.emit(ItemEvent::ItemSeen { item, pos, skipped });
        }
        Inside::Monster(kind) => {
            let hunts_player = (Side::Dungeon, Some(ActorId::PLAYER));
            if let Some(id) = spawn_hunter(turn, kind, pos, hunts_player) {
                turn.level[id].summoned = false;
            }
        }
    }
    TOMB_TIME
}

/// Opens a closed door; returns the duration in ticks.
pub(in crate::game) fn open_door(turn: &mut Turn<'_>, pos: Pos, by: EventActor) -> u32 {
    let perception = turn.scene().tile_perception(pos);
    turn.level.set_tile(pos, Tile::DoorOpen);
    turn.emit(PlaceEvent::DoorOpened {
        pos,
        by,
        perception,
    });
    turn.rules().time.action
}

/// Finds the tile in direction `dir`; without a direction, the only tile beside the player that
/// `check` accepts.
///
/// # Errors
/// The refusal of `check`. Without a direction, [`Refusal::WhichDirection`] if it accepts several
/// tiles; if it accepts none, preferably a refusal other than `nothing`.
fn find_target(
    me: Pos,
    dir: Option<Dir>,
    nothing: Refusal,
    check: impl Fn(Pos) -> Result<(), Refusal>,
) -> Result<Pos, Refusal> {
    if let Some(dir) = dir {
        let pos = me.step(dir);
        return check(pos).map(|()| pos);
    }
    let (mut found, mut why) = (None, nothing);
    for pos in Dir::ALL.map(|dir| me.step(dir)) {
        match check(pos) {
            Ok(()) if found.is_some() => return Err(Refusal::WhichDirection),
            Ok(()) => found = Some(pos),
            Err(refusal) if refusal != nothing => why = refusal,
            Err(_) => {}
        }
    }
    found.ok_or(why)
}

fn close_door(turn: &mut Turn<'_>, dir: Option<Dir>) -> ActionResult {
    let pos = find_target(turn.player.pos, dir, Refusal::NoDoor, |pos| {
        if turn.level.tile(pos) != Tile::DoorOpen {
            return Err(Refusal::NoDoor);
        }
        if turn.level.item_at(pos).is_some() || !turn.scene().is_free(pos) {
            return Err(Refusal::Doorway);
        }
        Ok(())
    })?;
    turn.level.set_tile(pos, Tile::DoorClosed);
    turn.emit(PlaceEvent::DoorClosed { pos });
    Ok(turn.rules().time.action)
}

/// Lights a brazier, or puts it out.
fn tend_brazier(turn: &mut Turn<'_>, dir: Option<Dir>) -> ActionResult {
    let find = |pos: Pos| {
        let mut braziers = turn.level.braziers.iter();
        let index = braziers.position(|brazier| brazier.pos == pos);
        index.ok_or(Refusal::NoBrazier)
    };
    let pos = find_target(turn.player.pos, dir, Refusal::NoBrazier, |pos| {
        find(pos).map(|_| ())
    })?;
    let index = find(pos)?;
    let perception = turn.scene().tile_perception(pos);
    let brazier = &mut turn.level.braziers[index];
    brazier.lit = !brazier.lit;
    let lit = brazier.lit;
    turn.level.known.see_brazier(pos, lit);
    let event = if lit {
        GameEvent::Place(PlaceEvent::BrazierLit { pos })
    } else {
        let by = EventActor::PLAYER;
        GameEvent::Place(PlaceEvent::BrazierOut {
            pos,
            by,
            perception,
        })
    };
    turn.emit(event);
    turn.level.cache.lighting_stale = true;
    Ok(turn.rules().time.action)
}

/// Knocks over a burning brazier.
fn push_brazier(turn: &mut Turn<'_>, dir: Option<Dir>) -> ActionResult {
    let me = turn.player.pos;
    let pos = find_target(me, dir, Refusal::NoBrazier, |pos| {
        let mut braziers = turn.level.braziers.iter();
        match braziers.find(|brazier| brazier.pos == pos) {
            None => Err(Refusal::NoBrazier),
            Some(brazier) if !brazier.lit => Err(Refusal::NoCoals),
            Some(_) => Ok(()),
        }
    })?;
    let dir = me.dir_to(pos).ok_or(Refusal::NoBrazier)?;
    turn.player.loudness = Loudness::Loud;
    topple(turn, pos, dir, EventActor::PLAYER);
    Ok(turn.rules().time.action)
}

/// Hoods the lantern in use, or takes the hood off.
fn hood_lantern(turn: &mut Turn<'_>) -> ActionResult {
    let player = &mut *turn.player;
    if player.lantern_reach(turn.content).is_none() {
        return Err(Refusal::NoLantern);
    }
    if player.hooded && turn.level.tile(player.pos).is_deep() {
        return Err(Refusal::Swimming);
    }
    if player.hooded && player.oil == 0 {
        return Err(Refusal::NoOil);
    }
    player.hooded = !player.hooded;
    let hooded = player.hooded;
    turn.emit(ItemEvent::Hooded { hooded });
    Ok(turn.rules().time.action)
}

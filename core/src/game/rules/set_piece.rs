//! What the set pieces do. One mechanism: a rule waits for its trigger, then each of its effects changes the
//! tiles of its marks, and after some turns, if the rule says so, all of that is undone.

use super::combat::{let_hunt, make_near};
use super::field::{self, COALS};
use super::hazard;
use super::mood::{alert, call_all};
use super::turn::Turn;
use crate::game::content::{Effect, Fixed, MarkKind, Trigger, numbers};
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::detail::{Interruption, Perception};
use crate::game::world::event::PlaceEvent;
use crate::game::world::field::{FEN, SPILL};
use crate::game::world::level::is_doorless;
use crate::game::world::light::Lighting;
use crate::game::world::player::Loudness;
use crate::geom::Pos;
use crate::map::Tile;

numbers! {
    "set_piece":
    /// Tiles within which everybody hears the bell of a room.
    const BELL: i32 = 14;

    /// Tiles within which the player hears what a room does out of sight.
    const HEARD: i32 = 14;

    /// Tiles from its mark within which a monster appears.
    const NEAR: i32 = 2;

    /// Incense that an effect lets in on each tile.
    const INCENSE: u8 = 30;
}

/// The set piece in which the player stands on something that waits for a trigger.
fn here(turn: &Turn<'_>) -> Option<(usize, u8)> {
    let index = turn.level.set_piece_at(turn.player.pos)?;
    let mark = turn.level.set_pieces[index].mark_at(turn.player.pos)?;
    Some((index, mark))
}

/// Lets a room act on the step with which the player has come to a tile.
pub(in crate::game) fn step_on(turn: &mut Turn<'_>) {
    let Some((index, mark)) = here(turn) else {
        return;
    };
    let piece = &turn.level.set_pieces[index];
    let acts = piece.live_rules(turn.content, Trigger::Step, mark).next();
    if acts.is_some() {
        let pos = turn.player.pos;
        let is_plate = piece.def(turn.content).mark(mark).is == MarkKind::Plate;
        if is_plate {
            turn.emit(PlaceEvent::PlateStepped { pos });
        }
        fire_all(turn, index, Trigger::Step, mark);
    }
}

/// Lets a room act on an item that was taken off the floor.
pub(in crate::game) fn taken(turn: &mut Turn<'_>, item: crate::game::world::item::ItemId) {
    let mut set_pieces = turn.level.set_pieces.iter();
    let found = set_pieces.position(|one| one.prizes.iter().any(|(_, id)| *id == item));
    let Some(index) = found else { return };
    let prizes = &mut turn.level.set_pieces[index].prizes;
    let Some(place) = prizes.iter().position(|(_, id)| *id == item) else {
        return;
    };
    let (mark, _) = prizes.remove(place);
    fire_all(turn, index, Trigger::Take, mark);
}

/// Pulls the lever of a room on a tile; returns whether there is one.
pub(in crate::game) fn pull(turn: &mut Turn<'_>, pos: Pos) -> bool {
    let Some(index) = turn.level.set_piece_at(pos) else {
        return false;
    };
    let piece = &turn.level.set_pieces[index];
    let Some(mark) = piece.lever_at(turn.content, pos) else {
        return false;
    };
    turn.emit(PlaceEvent::LeverPulled { pos });
    if !fire_all(turn, index, Trigger::Lever, mark) {
        turn.emit(PlaceEvent::LeverIdle { pos });
    }
    true
}

/// Lets rooms act for a turn of the world: on noise, light, darkness and fire, and when what lasted ends.
pub(in crate::game) fn tick(turn: &mut Turn<'_>) {
    if turn.level.set_pieces.is_empty() || turn.is_over() {
        return;
    }
    for index in 0..turn.level.set_pieces.len() {
        end_what_lasted(turn, index);
        // Nothing stirs before somebody comes.
        if !turn.level.set_pieces[index].seen {
            continue;
        }
        let def = turn.level.set_pieces[index].def(turn.content);
        for (rule, what) in def.rules.iter().enumerate() {
            let holds = match what.trigger {
                Trigger::Step | Trigger::Take | Trigger::Lever => continue,
                Trigger::Noise => {
                    let room = turn.level.set_pieces[index].area;
                    turn.player.loudness == Loudness::Loud && room.contains(turn.player.pos)
                }
                trigger => holds(turn, index, trigger, &what.at),
            };
            let state = &mut turn.level.set_pieces[index].rules[rule];
            let held = std::mem::replace(&mut state.holds, holds);
            if holds && !held {
                fire(turn, index, rule);
            }
        }
    }
}

/// Whether all tiles of marks are bright or dark, or any burns.
fn holds(turn: &mut Turn<'_>, index: usize, trigger: Trigger, at: &[u8]) -> bool {
    if trigger != Trigger::Fire {
        turn.update_sight();
    }
    let level = &*turn.level;
    let piece = &level.set_pieces[index];
    let mut tiles = at.iter().flat_map(|mark| &piece.marks[usize::from(*mark)]);
    let burns = |pos: Pos| {
        let brazier = level.braziers.iter().find(|brazier| brazier.pos == pos);
        brazier.map(|brazier| brazier.lit)
    };
    match trigger {
        Trigger::Fire => tiles.any(|pos| level.is_aflame(*pos)),
        Trigger::Light => tiles.all(|pos| {
            let bright = || level.lighting(*pos) == Lighting::Bright;
            burns(*pos).unwrap_or_else(bright)
        }),
        Trigger::Dark => tiles.all(|pos| {
            let lit = || level.lighting(*pos) != Lighting::Dark;
            !burns(*pos).unwrap_or_else(lit)
        }),
        _ => false,
    }
}

/// Takes a turn off what lasts, and undoes what has ended.
fn end_what_lasted(turn: &mut Turn<'_>, index: usize) {
    for rule in 0..turn.level.set_pieces[index].rules.len() {
        let state = &mut turn.level.set_pieces[index].rules[rule];
        if state.left == 0 {
            continue;
        }
        state.left -= 1;
        if state.left > 0 {
            continue;
        }
        let def = turn.level.set_pieces[index].def(turn.content);
        for (effect, on) in &def.rules[rule].does {
            if let Some(inverse) = effect.inverse() {
                change(turn, index, inverse, on);
            }
        }
    }
}

/// Lets all rules act that wait for a trigger at a mark; returns whether any did.
fn fire_all(turn: &mut Turn<'_>, index: usize, trigger: Trigger, mark: u8) -> bool {
    let def = turn.level.set_pieces[index].def(turn.content);
    let mut acts = false;
    for (rule, what) in def.rules_at(mark) {
        if what.trigger == trigger {
            acts |= fire(turn, index, rule);
        }
    }
    acts
}

/// Lets a rule act, if it still does; returns whether it did.
fn fire(turn: &mut Turn<'_>, index: usize, rule: usize) -> bool {
    if !turn.level.set_pieces[index].is_live(rule) {
        return false;
    }
    let def = turn.level.set_pieces[index].def(turn.content);
    let what = &def.rules[rule];
    let state = &mut turn.level.set_pieces[index].rules[rule];
    state.spent = !what.repeats;
    state.left = what.lasts;
    let mut is_noticed = false;
    for (effect, on) in &what.does {
        is_noticed |= change(turn, index, *effect, on);
    }
    let piece = &mut turn.level.set_pieces[index];
    piece.acts = piece.acts.saturating_add(is_noticed.into());
    true
}

/// Lets an effect change the tiles of marks, and tells of it; returns whether the player notices it.
fn change(turn: &mut Turn<'_>, index: usize, effect: Effect, on: &[u8]) -> bool {
    let piece = &turn.level.set_pieces[index];
    let (kind, area) = (piece.kind, piece.area);
    let tiles = on.iter().flat_map(|mark| &piece.marks[usize::from(*mark)]);
    let tiles: Vec<Pos> = tiles.copied().collect();
    let mut changed: Vec<Pos> = Vec::new();
    match effect {
        Effect::Wake => changed.extend(wake(turn, index)),
        Effect::Ring => {
            call_all(turn, area.center(), BELL);
            changed.push(area.center());
        }
        Effect::Appear => changed.extend(appear(turn, index, on)),
        Effect::Vanish => changed.extend(vanish(turn, index, on)),
        Effect::Flood | Effect::Drain => {
            let deep = effect == Effect::Flood;
            let differs = |pos: &&Pos| turn.level.tile(**pos).is_wet() != deep;
            changed.extend(tiles.iter().filter(differs));
            match tiles.first() {
                Some(&source) if deep => field::flood(turn, source, &tiles, deep),
                Some(_) => field::drain(turn, &tiles),
                None => {}
            }
        }
        _ => {
            for pos in tiles {
                if change_tile(turn, index, effect, pos) {
                    changed.push(pos);
                }
            }
        }
    }
    let seen = changed.iter().find(|pos| turn.scene().is_in_sight(**pos));
    let Some(&pos) = seen.or(changed.first()) else {
        return false;
    };
    let perception = match turn.scene().tile_perception(pos) {
        Perception::Unnoticed if pos.steps_to(turn.player.pos) <= HEARD => Perception::Heard,
        perception => perception,
    };
    let mark = on.first().copied();
    turn.emit(PlaceEvent::SetPieceChanged {
        kind,
        mark,
        effect,
        pos,
        perception,
    });
    let is_noticed = perception != Perception::Unnoticed;
    if is_noticed {
        turn.interrupt(Interruption::Other);
    }
    is_noticed
}

/// Lets an effect change a tile; returns whether it did.
fn change_tile(turn: &mut Turn<'_>, index: usize, effect: Effect, pos: Pos) -> bool {
    let tile = turn.level.tile(pos);
    match effect {
        Effect::Open => {
            let opens = !tile.is_walkable();
            if opens {
                turn.level.set_tile(pos, Tile::Floor);
            }
            opens
        }
        Effect::Close => close(turn, index, pos),
        Effect::Light | Effect::PutOut => {
            let lit = effect == Effect::Light;
            let mut braziers = turn.level.braziers.iter_mut();
            let found = braziers.find(|brazier| brazier.pos == pos && brazier.lit != lit);
            let Some(brazier) = found else { return false };
            brazier.lit = lit;
            turn.level.cache.lighting_stale = true;
            turn.level.cache.sight_stale = true;
            true
        }
        Effect::Gas | Effect::Incense if !tile.is_walkable() => false,
        Effect::Gas => {
            turn.level.fields.marsh.add(pos, FEN);
            true
        }
        Effect::Incense => {
            turn.level.fields.incense.add(pos, INCENSE);
            true
        }
        Effect::Collapse => collapse(turn, pos),
        Effect::Kindle => {
            field::ignite(turn, pos, COALS);
            true
        }
        Effect::Spill => {
            turn.level.spill_oil(pos, SPILL);
            true
        }
        Effect::Wake
        | Effect::Ring
        | Effect::Appear
        | Effect::Vanish
        | Effect::Flood
        | Effect::Drain => false,
    }
}

/// Closes a gate or bars, unless somebody stands there. What lies there is pushed aside.
fn close(turn: &mut Turn<'_>, index: usize, pos: Pos) -> bool {
    let piece = &turn.level.set_pieces[index];
    let is_bars = piece
        .mark_at(pos)
        .is_some_and(|mark| piece.def(turn.content).mark(mark).is == MarkKind::Bars);
    if !is_doorless(turn.level.tile(pos)) || !turn.scene().is_free(pos) {
        return false;
    }
    let item = turn.level.take_item(pos);
    turn.level.clear_fields(pos);
    let tile = if is_bars { Tile::Pew } else { Tile::Wall };
    turn.level.set_tile(pos, tile);
    if let Some(item) = item {
        turn.place_item(pos, item, false);
    }
    true
}

/// Breaks the floor of a tile. What lies there is pushed aside, and whoever stands there falls.
fn collapse(turn: &mut Turn<'_>, pos: Pos) -> bool {
    if !is_doorless(turn.level.tile(pos)) || turn.level.hazards.at(pos).is_some() {
        return false;
    }
    let item = turn.level.take_item(pos);
    turn.level.break_floor(pos);
    if let Some(item) = item {
        turn.place_item(pos, item, false);
    }
    if turn.player.pos == pos {
        hazard::spring(turn, ActorId::PLAYER, pos);
    } else if let Some(id) = turn.level.actor_at(pos).map(|actor| actor.id) {
        hazard::spring(turn, id, pos);
    }
    true
}

/// Wakes all enemies of the player who sleep in a room; returns where they are.
fn wake(turn: &mut Turn<'_>, index: usize) -> Vec<Pos> {
    let area = turn.level.set_pieces[index].area;
    let sleeps = turn.level.actors().iter().filter(|actor| {
        actor.mood == Mood::Asleep
            && !actor.disguised
            && !actor.is_friend()
            && area.contains(actor.pos)
    });
    let sleeping: Vec<(ActorId, Pos)> = sleeps.map(|actor| (actor.id, actor.pos)).collect();
    for (id, _) in &sleeping {
        alert(turn, *id, ActorId::PLAYER);
    }
    sleeping.into_iter().map(|(_, pos)| pos).collect()
}

/// Has the monsters appear that wait at marks and have not died; returns where they are.
fn appear(turn: &mut Turn<'_>, index: usize, on: &[u8]) -> Vec<Pos> {
    let mut places = Vec::new();
    for number in 0..turn.level.set_pieces[index].guests.len() {
        let guest = turn.level.set_pieces[index].guests[number];
        if !on.contains(&guest.mark) || guest.id.is_some() {
            continue;
        }
        if let Some(actor) = make_near(turn, guest.kind, guest.pos, NEAR) {
            places.push(actor.pos);
            let id = let_hunt(turn, actor);
            turn.level.set_pieces[index].guests[number].id = Some(id);
        }
    }
    places
}

/// Has the monsters vanish that have appeared at marks and live; returns where they were.
fn vanish(turn: &mut Turn<'_>, index: usize, on: &[u8]) -> Vec<Pos> {
    let mut places = Vec::new();
    for number in 0..turn.level.set_pieces[index].guests.len() {
        let guest = turn.level.set_pieces[index].guests[number];
        let Some(id) = guest.id.filter(|_| on.contains(&guest.mark)) else {
            continue;
        };
        let Some(gone) = turn.level.remove_actor(id) else {
            continue;
        };
        turn.level.set_pieces[index].guests[number].id = None;
        places.push(gone.pos);
        if let Some(loot) = gone.loot {
            turn.place_item(gone.pos, loot, false);
        }
    }
    places
}

/// Tells of rooms that come into sight, and of levers and plates in them.
pub(in crate::game) fn notice(turn: &mut Turn<'_>) {
    for index in 0..turn.level.set_pieces.len() {
        let piece = &turn.level.set_pieces[index];
        let is_seen = |pos: Pos| turn.level.cache.seen.contains(pos);
        let kind = piece.kind;
        let inside = piece.area.grown(-1);
        if !piece.seen {
            let is_open = |pos: &Pos| is_seen(*pos) && turn.level.tile(*pos) != Tile::Wall;
            let Some(pos) = inside.positions().find(is_open) else {
                continue;
            };
            turn.level.set_pieces[index].seen = true;
            turn.emit(PlaceEvent::SetPieceSeen { kind, pos });
            turn.interrupt(Interruption::Other);
        }
        loop {
            let piece = &turn.level.set_pieces[index];
            let is_new = |(_, mark, pos): &(u8, &crate::game::content::Mark, Pos)| {
                matches!(mark.is, MarkKind::Lever | MarkKind::Plate)
                    && turn.level.cache.seen.contains(*pos)
                    && !turn.level.known.landmarks.contains(pos)
            };
            let found = piece.tiles(turn.content).find(is_new);
            let Some((mark, _, pos)) = found else { break };
            turn.level.known.landmarks.insert(pos);
            turn.emit(PlaceEvent::DeviceSeen { kind, mark, pos });
            turn.interrupt(Interruption::Landmark(pos));
        }
    }
}

/// Panics if the rooms of a level do not match their definitions.
#[cfg(any(test, debug_assertions))]
pub(in crate::game) fn assert_valid(
    level: &crate::game::world::level::Level,
    content: &crate::game::content::Content,
) {
    for piece in &level.set_pieces {
        let def = piece.def(content);
        for (state, rule) in piece.rules.iter().zip(&def.rules) {
            assert!(state.left <= rule.lasts, "{}: {state:?}", def.id);
            assert!(!(state.spent && rule.repeats), "{}: {state:?}", def.id);
        }
        for (_, mark, pos) in piece.tiles(content) {
            let tile = level.tile(pos);
            let fits = match mark.is {
                MarkKind::Lever => tile == Tile::Wall,
                MarkKind::Gate => is_doorless(tile) || tile == Tile::Wall,
                MarkKind::Bars => is_doorless(tile) || tile == Tile::Pew,
                MarkKind::Basin => matches!(tile, Tile::Floor | Tile::Water | Tile::Deep),
                _ => true,
            };
            assert!(fits, "{}: {mark:?} is {tile:?} at {pos}", def.id);
        }
    }
}

//! The turn of fire and gas, and what they do to whoever stands in them. Flames hurt everybody by one
//! rule, once a turn; whoever burns lights what burns under them.

use super::combat::{damage_actor, report_hurt};
use super::field::{self, COALS};
use super::hazard;
use super::mood::{alert_wounded, reveal, wake_hurt};
use super::turn::Turn;
use crate::game::content::{Fixed, numbers};
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::condition::Condition;
use crate::game::world::detail::{Cause, EventActor};
use crate::game::world::event::{BodyEvent, PlaceEvent};
use crate::game::world::field::FieldBuffers;
use crate::game::world::level::Level;
use crate::geom::{Dir, Pos};
use crate::map::Tile;
use crate::rng::Tag;

numbers! {
    "incense":
    /// Each turn one monster in this many that breathes incense falls asleep.
    const DROWSY: u32 = 4;

    /// Turns for which incense dims the eyes of a player who has breathed it.
    const HEAVY_EYES: u16 = 6;
}

/// Lets fire, oil, smoke and gas act and move for a turn of the world.
pub(in crate::game) fn tick_fields(turn: &mut Turn<'_>) {
    light_under_burning(turn);
    if turn.level.fields.is_still() {
        return;
    }
    let mut buffers = std::mem::take(&mut turn.scratch.field);
    harm_in_flames(turn, |level, pos| level.is_aflame(pos));
    field::find_caught(turn, &mut buffers);
    field::burn_down(turn, &mut buffers);
    field::light_caught(turn, &buffers);
    burst(turn, &buffers);
    breathe_incense(turn);
    field::flow(turn, &mut buffers);
    field::move_water(turn);
    turn.scratch.field = buffers;
}

/// Everybody who burns lights what burns on their tile.
fn light_under_burning(turn: &mut Turn<'_>) {
    if turn.player.has(Condition::Burning) {
        field::kindle(turn, turn.player.pos);
    }
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let actor = &turn.level[id];
        if actor.conditions.has(Condition::Burning) {
            field::kindle(turn, actor.pos);
        }
    }
}

/// Hurts everybody who stands on a tile that `burns`, and sets them on fire.
fn harm_in_flames(turn: &mut Turn<'_>, burns: impl Fn(&Level, Pos) -> bool) {
    if burns(turn.level, turn.player.pos) {
        burn_in_flames(turn, ActorId::PLAYER);
    }
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        if burns(turn.level, turn.level[id].pos) {
            burn_in_flames(turn, id);
        }
    }
}

/// Hurts somebody in flames and sets them on fire, unless they are warded.
pub(in crate::game) fn burn_in_flames(turn: &mut Turn<'_>, who: ActorId) {
    if !turn.scene().wards(who) {
        let damage = turn.scene().flames_damage();
        scorch(turn, who, damage, Cause::Fire);
    }
}

/// Lets fire hurt somebody, and sets them on fire, unless they stand in water. A monster that the player's own blast hurts
/// hunts them; one that other flames hurt only wakes.
pub(in crate::game) fn scorch(turn: &mut Turn<'_>, who: ActorId, damage: i32, cause: Cause) {
    reveal(turn, who);
    report_hurt(turn, who, damage, cause);
    if who != ActorId::PLAYER && cause == Cause::Own {
        alert_wounded(turn, who, ActorId::PLAYER, damage);
    } else if who != ActorId::PLAYER {
        wake_hurt(turn, who, damage);
    }
    let pos = turn.scene().pos_of(who);
    let is_wet = pos.is_some_and(|pos| turn.level.tile(pos).is_wet());
    damage_actor(turn, who, damage, cause);
    if !is_wet && turn.scene().pos_of(who).is_some() {
        catch_fire(turn, who);
    }
}

/// Sets somebody on fire who has survived it.
fn catch_fire(turn: &mut Turn<'_>, who: ActorId) {
    let turns = turn.rules().fire.turns;
    if turn.is_over() {
        return;
    }
    if who == ActorId::PLAYER && !turn.player.has(Condition::Burning) {
        turn.begin_condition(Condition::Burning, turns);
    } else {
        turn.conditions(who).extend(Condition::Burning, turns);
    }
    turn.level.cache.lamps_stale |= who != ActorId::PLAYER;
}

/// Hurts everybody in the gas that has burst.
fn burst(turn: &mut Turn<'_>, buffers: &FieldBuffers) {
    let tiles = &buffers.burst;
    let Some(&first) = tiles.first() else {
        return;
    };
    let seen = tiles
        .iter()
        .copied()
        .find(|pos| turn.scene().is_in_sight(*pos));
    let pos = seen.unwrap_or(first);
    let perception = turn.scene().tile_perception(pos);
    turn.emit(PlaceEvent::GasBurst { pos, perception });
    for &pos in tiles {
        for near in Dir::ALL.map(|dir| pos.step(dir)) {
            hazard::crack(turn, near);
        }
    }
    harm_in_flames(turn, |_, pos| {
        tiles
            .binary_search_by_key(&(pos.y, pos.x), |one| (one.y, one.x))
            .is_ok()
    });
}

/// Makes those who breathe incense sleepy: monsters fall asleep, and the player's eyes grow heavy.
fn breathe_incense(turn: &mut Turn<'_>) {
    if turn.level.fields.incense.is_empty() {
        return;
    }
    if turn.level.has_incense(turn.player.pos) && !turn.is_over() {
        turn.dim_light(HEAVY_EYES);
    }
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let actor = &turn.level[id];
        let awake = actor.mood != Mood::Asleep && !actor.def(turn.content).named;
        if awake
            && turn.level.has_incense(actor.pos)
            && turn.stream(Tag::FIELD, id, 1).one_in(DROWSY)
        {
            let who = turn.event_actor(id);
            turn.emit(BodyEvent::FellAsleep { who });
            turn.level[id].set_mood(Mood::Asleep, None);
        }
    }
}

/// The tiles onto which coals fall from a brazier that is knocked over towards `dir`: that beside it in
/// this direction, and the two next to it on either side.
pub(in crate::game) fn coal_tiles(pos: Pos, dir: Dir) -> impl Iterator<Item = Pos> {
    let ahead = pos.step(dir);
    let falls = move |near: &Pos| (near.x - ahead.x).pow(2) + (near.y - ahead.y).pow(2) <= 1;
    Dir::ALL.map(|dir| pos.step(dir)).into_iter().filter(falls)
}

/// Knocks over the brazier on a tile towards `dir`: it is rubble then, and its coals, if it burns, hurt
/// whoever they fall on and light what burns.
pub(in crate::game) fn topple(turn: &mut Turn<'_>, pos: Pos, dir: Dir, by: EventActor) {
    let mut braziers = turn.level.braziers.iter();
    let Some(index) = braziers.position(|brazier| brazier.pos == pos) else {
        return;
    };
    let perception = turn.scene().tile_perception(pos);
    let lit = turn.level.braziers.remove(index).lit;
    turn.level.known.unlit.remove(&pos);
    turn.level.set_tile(pos, Tile::Rubble);
    turn.level.cache.lighting_stale = true;
    turn.emit(PlaceEvent::BrazierToppled {
        pos,
        by,
        lit,
        perception,
    });
    if !lit {
        return;
    }
    for tile in coal_tiles(pos, dir) {
        field::ignite(turn, tile, COALS);
    }
    harm_in_flames(turn, |_, at| coal_tiles(pos, dir).any(|tile| tile == at));
}

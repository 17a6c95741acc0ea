//! Changing levels: stores the current level, and restores or generates the next one. Hunters
//! and friends beside the player follow.

use super::tread;
use super::turn::Turn;
use crate::game::content::{Content, DEEPEST, Fixed, LEVEL_SIZE, MonsterKind, numbers};
use crate::game::world::action::{Action, Command, Danger, Refusal};
use crate::game::world::actor::{Actor, ActorId, Mood, Side};
use crate::game::world::detail::Interruption;
use crate::game::world::event::{MonsterEvent, PlaceEvent};
use crate::game::world::footing::Way;
use crate::game::world::generation::spawn;
use crate::game::world::generation::terrain::LevelBuffers;
use crate::game::world::known::Acquaintance;
use crate::game::world::level::Level;
use crate::game::world::state::State;
use crate::geom::Pos;
use crate::map::Tile;

numbers! {
    "stairs":
    /// Per cent of health below which going down asks first.
    const BADLY_HURT: i32 = 25;

    /// Tiles from the stairs to which a monster on them can make way for the player.
    const ASIDE: i32 = 20;

    /// Tiles from the player at which a follower can leave the stairs.
    const FOLLOW: i32 = 3;

    /// Ticks until a follower acts.
    const FOLLOW_DELAY: u32 = 150;
}

/// A monster that follows the player to another level, which the player goes on knowing.
pub(in crate::game) struct Follower {
    actor: Actor,
    acquaintance: Acquaintance,
}

/// The depth that the stairs on the player's tile lead to.
pub(in crate::game) fn destination(
    state: &State,
    content: &Content,
    Command { action, sure }: Command,
) -> Result<u8, Refusal> {
    let (player, depth) = (&state.player, state.here.depth);
    let tile = state.here.tile(player.pos);
    if action == Action::Descend {
        if depth >= DEEPEST {
            return Err(Refusal::Deepest);
        }
        if tile != Tile::StairsDown {
            return Err(Refusal::NoStairsDown);
        }
        let low = player.max_health(content) * BADLY_HURT;
        if player.health * 100 < low && !sure {
            return Err(Refusal::NeedsConfirmation(Danger::BadlyHurt));
        }
        return Ok(depth + 1);
    }
    match tile {
        Tile::StairsUp if depth == 1 => Err(Refusal::Barred),
        Tile::StairsUp => Ok(depth - 1),
        _ => Err(Refusal::NoStairsUp),
    }
}

/// Moves the player to the level of another depth; returns whether it is the first visit, and the
/// monsters that follow.
pub(in crate::game) fn change_level(
    state: &mut State,
    content: &Content,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> (bool, Vec<Follower>) {
    let down = depth > state.here.depth;
    let followers = take_followers(&mut state.here, content, state.player.pos);
    let first = replace_level(state, content, depth, buffers);
    let level = &state.here;
    state.player.pos = if down { level.up } else { level.down };
    (first, followers)
}

/// Lets the player fall to the level of the next depth, near the tile that they fell from; returns whether it
/// is the first visit. Nobody follows.
pub(in crate::game) fn fall(
    state: &mut State,
    content: &Content,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> bool {
    let first = replace_level(state, content, depth, buffers);
    let level = &state.here;
    let lands = |pos: &Pos| level.is_plain(*pos) && !level.is_cut_off(level.up, *pos);
    let rings = 0..LEVEL_SIZE.width as i32;
    let mut near = rings.flat_map(|radius| state.player.pos.ring(radius));
    state.player.pos = near.find(lands).unwrap_or(level.up);
    first
}

/// Replaces the current level by that of another depth, which is made on the first visit; returns whether it is.
fn replace_level(
    state: &mut State,
    content: &Content,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> bool {
    state.here.left_at = state.time;
    let known = state.other_levels.remove(&depth);
    let first = known.is_none();
    let mut level = known
        .unwrap_or_else(|| spawn::generate_level(content, state.seed, state.plus, depth, buffers));
    let away = if first {
        state.time
    } else {
        state.time - level.left_at
    };
    level.delay_actors(away);
    level.rebuild_cache(std::mem::take(&mut state.here.cache));
    let before = std::mem::replace(&mut state.here, level);
    state.other_levels.insert(before.depth, before);
    first
}

/// Removes those from the level that stand beside the player and follow: who hunts the player, and who is
/// on the same side.
fn take_followers(level: &mut Level, content: &Content, player_pos: Pos) -> Vec<Follower> {
    let follows = |actor: &&Actor| {
        let stays = actor.def(content).stays_on_level();
        let follows = match actor.side {
            Side::Player => actor.mood != Mood::Asleep,
            Side::Dungeon => actor.mood == Mood::Hunting && actor.target == Some(ActorId::PLAYER),
        };
        actor.pos.steps_to(player_pos) <= 1 && follows && !stays
    };
    let followers = level.actors().iter().filter(follows);
    let followers: Vec<ActorId> = followers.map(|actor| actor.id).collect();
    let taken = followers.into_iter().filter_map(|id| {
        let acquaintance = level.known.acquaintance(id);
        let actor = level.remove_actor(id)?;
        Some(Follower {
            actor,
            acquaintance,
        })
    });
    taken.collect()
}

/// Completes the arrival on a level: clears the stairs, reports what is there, and places the
/// followers.
pub(in crate::game) fn arrive_on_level(turn: &mut Turn<'_>, first: bool, followers: Vec<Follower>) {
    let player_pos = turn.player.pos;
    // Moves a monster off the stairs.
    if let Some(id) = turn.level.actor_at(player_pos).map(|actor| actor.id) {
        match turn.scene().free_tile_near(player_pos, ASIDE) {
            Some(pos) => {
                turn.level.move_actor(id, pos);
                tread::come_onto(turn, id, pos, Way::Onto);
            }
            None => {
                let lost = turn.level.remove_actor(id);
                drop_loot(turn, lost);
            }
        }
    }
    turn.update_sight();
    let depth = turn.level.depth;
    turn.emit(PlaceEvent::Arrived { depth, first });
    let kinds = turn.level.actors().iter().map(|actor| actor.kind);
    let named: Vec<MonsterKind> = kinds
        .filter(|kind| first && turn.content.monster(*kind).named)
        .collect();
    for kind in named {
        turn.emit(MonsterEvent::NamedHere { kind });
    }
    for follower in followers {
        place_follower(turn, follower);
    }
    tread::come_onto(turn, ActorId::PLAYER, player_pos, Way::Onto);
    turn.interrupt(Interruption::Other);
}

/// Drops the loot of a monster for which the level has no room.
fn drop_loot(turn: &mut Turn<'_>, actor: Option<Actor>) {
    if let Some(loot) = actor.and_then(|actor| actor.loot) {
        turn.place_item(turn.player.pos, loot, false);
    }
}

/// Places a hunter that followed the player by the stairs.
fn place_follower(turn: &mut Turn<'_>, follower: Follower) {
    let Follower {
        mut actor,
        acquaintance,
    } = follower;
    let Some(pos) = turn.scene().free_tile_near(turn.player.pos, FOLLOW) else {
        return drop_loot(turn, Some(actor));
    };
    let id = actor.id;
    actor.set_mood(actor.mood, None);
    actor.cancel_announcement();
    (actor.pos, actor.home) = (pos, pos);
    actor.next = turn.time + u64::from(FOLLOW_DELAY);
    turn.level.insert_actor(actor);
    turn.level.known.acquaint(id, acquaintance);
    let who = turn.event_actor(id);
    turn.emit(MonsterEvent::Followed { who });
}

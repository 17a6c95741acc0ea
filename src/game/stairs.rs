//! Going from level to level: the old one is kept as it is, the new one is as it was left or as the
//! seed makes it. Hunters who stand beside the player come along.

use super::action::{Action, Danger, Refusal};
use super::actor::{Actor, ActorId, Mood};
use super::content::{Content, DEEPEST, MonsterKind, Role};
use super::detail::Interruption;
use super::event::GameEvent;
use super::level::Level;
use super::spawn;
use super::state::State;
use super::steps::distance;
use super::terrain::LevelBuffers;
use super::turn::Turn;
use crate::geom::Pos;
use crate::map::Tile;

/// The depth that the stairs at the player's feet lead to.
pub(super) fn destination(state: &State, content: &Content, action: Action) -> Result<u8, Refusal> {
    let (player, depth) = (&state.player, state.here.depth);
    let tile = state.here.tile(player.pos);
    if let Action::Descend { sure } = action {
        if tile != Tile::StairsDown || depth >= DEEPEST {
            return Err(Refusal::NoStairsDown);
        }
        let low = player.max_health(content) * content.rules().ask.hurt;
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

/// Puts the player on the level of another depth; returns whether it is the first visit, and who
/// follows.
pub(super) fn change_level(
    state: &mut State,
    content: &Content,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> (bool, Vec<Actor>) {
    let down = depth > state.here.depth;
    let followers = take_followers(&mut state.here, content, state.player.pos);
    state.here.left_at = state.time;
    let known = state.other_levels.remove(&depth);
    let first = known.is_none();
    let mut level =
        known.unwrap_or_else(|| spawn::level(content, state.seed, state.plus, depth, buffers));
    let away = if first {
        state.time
    } else {
        state.time - level.left_at
    };
    level.return_after(away);
    state.player.pos = if down { level.up } else { level.down };
    level.enter(std::mem::take(&mut state.here.cache));
    let before = std::mem::replace(&mut state.here, level);
    state.other_levels.insert(before.depth, before);
    (first, followers)
}

/// Takes hunters off the level who stand beside the player and can follow.
fn take_followers(level: &mut Level, content: &Content, me: Pos) -> Vec<Actor> {
    let follows = |actor: &&Actor| {
        let stays = matches!(
            actor.role(content),
            Role::Guard | Role::Unseen | Role::Mimic
        );
        distance(actor.pos, me) <= 1 && actor.mood == Mood::Hunting && !stays
    };
    let followers = level.actors().iter().filter(follows);
    let followers: Vec<ActorId> = followers.map(|actor| actor.id).collect();
    let taken = followers
        .into_iter()
        .filter_map(|id| level.remove_actor(id));
    taken.collect()
}

/// Lets the player arrive on a new level, and the followers beside them.
pub(super) fn arrive(turn: &mut Turn<'_>, first: bool, followers: Vec<Actor>) {
    let me = turn.player.pos;
    // A monster on the stairs makes room.
    if let Some(id) = turn.level.actor_at(me).map(|actor| actor.id) {
        match turn.scene().free_tile_near(me, 20) {
            Some(pos) => turn.level.move_actor(id, pos),
            None => {
                let lost = turn.level.remove_actor(id);
                drop_loot(turn, lost);
            }
        }
    }
    turn.update_sight();
    let depth = turn.level.depth;
    turn.emit(GameEvent::Arrived { depth, first });
    let kinds = turn.level.actors().iter().map(|actor| actor.kind);
    let named: Vec<MonsterKind> = kinds
        .filter(|kind| turn.content.monster(*kind).named)
        .collect();
    for kind in named {
        turn.emit(GameEvent::NamedHere { kind });
    }
    for actor in followers {
        follow(turn, actor);
    }
    turn.interrupt(Interruption::Other);
}

/// Leaves what a monster stole that finds no place on the level.
fn drop_loot(turn: &mut Turn<'_>, actor: Option<Actor>) {
    if let Some(loot) = actor.and_then(|actor| actor.loot) {
        turn.level
            .place_item(turn.player.pos, loot, false, turn.content);
    }
}

/// Brings along a hunter that followed over the stairs.
fn follow(turn: &mut Turn<'_>, mut actor: Actor) {
    let rules = &turn.rules().hunt;
    let Some(pos) = turn.scene().free_tile_near(turn.player.pos, rules.follow) else {
        return drop_loot(turn, Some(actor));
    };
    let id = actor.id;
    actor.turn_to(actor.mood, None);
    (actor.pos, actor.home) = (pos, pos);
    actor.next = turn.time + u64::from(rules.follow_delay);
    turn.level.insert_actor(actor);
    let who = turn.event_actor(id);
    turn.emit(GameEvent::Followed { who });
}

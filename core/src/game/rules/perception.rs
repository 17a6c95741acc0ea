//! What the player notices at the end of a turn: landmarks, items and monsters in sight.

use super::hazard;
use super::set_piece;
use super::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Condition;
use crate::game::world::detail::{Interruption, Landmark};
use crate::game::world::event::{ItemEvent, PlaceEvent};
use crate::game::world::item::FloorItem;
use crate::geom::Pos;
use crate::map::Tile;

/// Updates what the player knows at the end of a turn, and reports what came into sight.
pub(in crate::game) fn update_perception(turn: &mut Turn<'_>) {
    if turn.is_over() {
        return;
    }
    turn.update_sight();
    turn.level.update_known();
    notice_landmarks(turn);
    hazard::notice(turn);
    set_piece::notice(turn);
    notice_fire(turn);
    notice_items(turn);
    notice_mimics(turn);
    notice_actors(turn);
}

fn notice_landmarks(turn: &mut Turn<'_>) {
    let level = &*turn.level;
    let stairs = [
        (level.up, Landmark::StairsUp),
        (level.down, Landmark::StairsDown),
    ];
    // On the deepest level the Everlamp takes the place of the stairs down.
    let stairs = stairs
        .into_iter()
        .filter(|&(pos, _)| level.tiles[pos] != Tile::Brazier);
    let features = level.features.iter().map(|one| (one.at, one.landmark()));
    let new = |&(pos, _): &(Pos, Landmark)| {
        level.cache.seen.contains(pos) && !level.known.landmarks.contains(&pos)
    };
    let found: Vec<_> = stairs.chain(features).filter(new).collect();
    for (pos, landmark) in found {
        turn.level.known.landmarks.insert(pos);
        // Stairs on which the player arrives are not reported.
        if pos != turn.player.pos {
            turn.emit(PlaceEvent::LandmarkSeen { landmark, pos });
            turn.interrupt(Interruption::Landmark(pos));
        }
    }
}

/// Reports flames when they come into sight, and not again while any are.
fn notice_fire(turn: &mut Turn<'_>) {
    if turn.level.fields.flames.is_empty() && !turn.level.known.fire {
        return;
    }
    let level = &*turn.level;
    let seen = level.flames().filter(|pos| level.cache.seen.contains(*pos));
    let nearest = seen.min_by_key(|pos| pos.steps_to(turn.player.pos));
    let knew = std::mem::replace(&mut turn.level.known.fire, nearest.is_some());
    if let (false, Some(pos)) = (knew, nearest) {
        turn.emit(PlaceEvent::FireSeen { pos });
        turn.interrupt(Interruption::Other);
    }
}

fn notice_items(turn: &mut Turn<'_>) {
    for index in 0..turn.level.items.len() {
        let FloorItem { item, pos } = turn.level.items[index];
        if turn.level.cache.seen.contains(pos) && turn.level.known.items.insert(item.id) {
            let skipped = turn.player.auto_pickup_skips(&item, turn.content);
            let item = turn.event_item(item);
            turn.emit(ItemEvent::ItemSeen { item, pos, skipped });
            turn.interrupt(Interruption::Item(pos));
        }
    }
}

/// Reports disguised mimics as the items that they look like. Telepathy removes disguises for good:
/// the mimic is an ordinary sleeper from then on.
fn notice_mimics(turn: &mut Turn<'_>) {
    let telepathic = turn.player.has(Condition::Telepathic);
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        if !turn.level[id].disguised {
            continue;
        }
        if telepathic {
            turn.level[id].disguised = false;
            turn.level.known.met.remove(&id);
            continue;
        }
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let pos = actor.pos;
        if !scene.is_in_sight(pos) || turn.level.known.met.contains(&id) {
            continue;
        }
        let item = scene.known_disguise(actor);
        let skipped = scene
            .player
            .auto_pickup_skips(&scene.disguise(actor), turn.content);
        turn.level.known.met.insert(id);
        turn.emit(ItemEvent::ItemSeen { item, pos, skipped });
        turn.interrupt(Interruption::Item(pos));
    }
}

fn notice_actors(turn: &mut Turn<'_>) {
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        if turn.scene().sees(&turn.level[id]) {
            turn.notice(id);
        } else {
            turn.level.known.in_sight.remove(&id);
        }
    }
}

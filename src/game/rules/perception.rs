//! What the player notices at the end of a turn: landmarks, items and monsters in sight.

use super::mood::report_first_meeting;
use super::turn::Turn;
use crate::game::world::actor::{ActorId, Condition};
use crate::game::world::detail::{Feature, Interruption, Perception};
use crate::game::world::event::{GameEvent, ItemEvent, MonsterEvent, PlaceEvent};
use crate::game::world::player::Loudness;
use crate::game::world::vault::{Mechanism, Vault};
use crate::map::Tile;

/// Updates memory at the end of a turn and reports what came into sight. The events of the turn
/// start at index `first_event`.
pub(in crate::game) fn update_perception(turn: &mut Turn<'_>, first_event: usize) {
    if turn.is_over() {
        return;
    }
    turn.update_sight();
    turn.level.update_memory();
    notice_features(turn);
    notice_items(turn);
    notice_actors(turn, first_event);
}

const fn feature_of(vault: &Vault) -> Feature {
    match vault.mechanism {
        _ if vault.everlamp => Feature::Everlamp,
        Mechanism::Conduit(_) => Feature::Conduit,
        Mechanism::Lever { .. } => Feature::Lever,
    }
}

fn notice_features(turn: &mut Turn<'_>) {
    let level = &mut *turn.level;
    let vault = level.vault.as_ref();
    let features = [
        Some((level.up, Feature::StairsUp)),
        Some((level.down, Feature::StairsDown)),
        vault.map(|vault| (vault.lever, feature_of(vault))),
    ];
    for (feature, seen) in features.into_iter().zip(&mut level.seen) {
        let in_sight = feature.is_none_or(|(pos, _)| level.cache.seen.contains(pos));
        if !in_sight || std::mem::replace(seen, true) {
            continue;
        }
        let Some((pos, feature)) = feature else {
            continue;
        };
        // On the deepest level the Everlamp takes the place of the stairs down.
        let lamp = feature == Feature::StairsDown && level.tiles[pos] == Tile::Brazier;
        // Stairs on which the player arrives are not reported.
        if !lamp && pos != turn.player.pos {
            turn.events
                .push(GameEvent::Place(PlaceEvent::FeatureSeen { feature, pos }));
            turn.scratch
                .interrupted
                .get_or_insert(Interruption::Feature(pos));
        }
    }
}

fn notice_items(turn: &mut Turn<'_>) {
    for index in 0..turn.level.items.len() {
        let floor_item = &mut turn.level.items[index];
        if !floor_item.noticed && turn.level.cache.seen.contains(floor_item.pos) {
            floor_item.noticed = true;
            let (item, pos) = (floor_item.item, floor_item.pos);
            let item = turn.event_item(item);
            turn.emit(ItemEvent::ItemSeen { item, pos });
            turn.interrupt(Interruption::Item(pos));
        }
    }
    notice_mimics(turn);
}

/// Reports disguised mimics as the items that they look like. Telepathy removes disguises for good:
/// the mimic is an ordinary sleeper from then on.
fn notice_mimics(turn: &mut Turn<'_>) {
    let telepathic = turn.player.has(Condition::Telepathic);
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        if telepathic && turn.level[id].disguised {
            let actor = &mut turn.level[id];
            (actor.disguised, actor.met) = (false, false);
        }
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let pos = actor.pos;
        if !actor.disguised || actor.met || !scene.is_in_sight(pos) {
            continue;
        }
        let item = scene.known_disguise(actor);
        turn.level[id].met = true;
        turn.emit(ItemEvent::ItemSeen { item, pos });
        turn.interrupt(Interruption::Item(pos));
    }
}

fn notice_actors(turn: &mut Turn<'_>, first_event: usize) {
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let known = turn.scene().sees(&turn.level[id]);
        let actor = &mut turn.level[id];
        let before = std::mem::replace(&mut actor.in_sight, known);
        if !known || before {
            continue;
        }
        let met = std::mem::replace(&mut actor.met, true);
        let asleep = actor.is_asleep();
        let who = turn.event_actor(id);
        // A monster that was seen before is reported again only if it may attack.
        if met && !turn.scene().is_threat(&turn.level[id], Loudness::Normal) {
            continue;
        }
        // The sighting goes before the monster's own events of this turn.
        let first = turn.events[first_event..]
            .iter()
            .position(|event| event.shows(id));
        let index = first.map_or(turn.events.len(), |first| first_event + first);
        // The event of a split in sight has already reported the new monster.
        let split_in_sight = turn.events[first_event..].iter().any(|event| {
            matches!(*event, GameEvent::Monster(MonsterEvent::Split { who, into })
                if into == id && who.perception == Perception::Seen)
        });
        if !split_in_sight {
            let again = met;
            let sighting = GameEvent::Monster(MonsterEvent::CameIntoSight { who, asleep, again });
            turn.events.insert(index, sighting);
        }
        report_first_meeting(turn, id, index + usize::from(!split_in_sight));
        turn.interrupt(Interruption::Creature(id));
    }
}

//! What makes monsters hunt: being hurt, found out, woken or called by a noise.

use super::actor::{ActorId, Mood};
use super::detail::{Interruption, Perception};
use super::event::GameEvent;
use super::steps::distance;
use super::turn::{TURN, Turn};
use crate::geom::Pos;
use crate::rng::Tag;

/// Makes a monster hunt the player, whatever it was doing, and reports it.
pub(super) fn alert(turn: &mut Turn<'_>, id: ActorId) {
    if let Some(event) = start_hunting(turn, id) {
        turn.emit(event);
    }
}

/// Alerts a monster that loses this much health, unless the damage kills it.
pub(super) fn alert_wounded(turn: &mut Turn<'_>, id: ActorId, damage: i32) {
    if damage < turn.level[id].health {
        alert(turn, id);
    }
}

/// Makes a monster hunt the player; returns the event to report, unless it already did.
fn start_hunting(turn: &mut Turn<'_>, id: ActorId) -> Option<GameEvent> {
    let who = turn.event_actor(id);
    let actor = &mut turn.level[id];
    let event = match actor.mood {
        Mood::Asleep => {
            actor.next = actor.next.max(turn.time + TURN);
            GameEvent::Woke { who }
        }
        Mood::Hunting | Mood::Fleeing => return None,
        Mood::Wandering | Mood::Searching => GameEvent::Noticed { who },
    };
    actor.turn_to(Mood::Hunting, Some(turn.player.pos));
    actor.patience = turn.content.rules().hunt.memory;
    Some(event)
}

/// Ends a mimic's disguise.
pub(super) fn reveal(turn: &mut Turn<'_>, id: ActorId) {
    if !std::mem::take(&mut turn.level[id].disguised) {
        return;
    }
    let who = turn.event_actor(id);
    let actor = &turn.level[id];
    let kind = actor.met.then(|| turn.scene().disguise(actor));
    let disguise = kind.map(|kind| turn.scene().known_item(kind, 1, 0));
    turn.emit(GameEvent::Revealed { who, disguise });
    if who.perception == Perception::Seen {
        // The player meets it here and now: it does not come into sight once more.
        let actor = &mut turn.level[id];
        (actor.in_sight, actor.met) = (true, true);
        let place = turn.events.len();
        meet(turn, id, place);
    }
    turn.interrupt(Interruption::Creature(id));
    start_hunting(turn, id);
}

/// Introduces a kind of monster that the player sees for the first time, at a place among the events.
pub(super) fn meet(turn: &mut Turn<'_>, id: ActorId, place: usize) {
    let kind = turn.level[id].kind;
    if turn.player.met.insert(kind) {
        turn.events.insert(place, GameEvent::Met { kind });
    }
}

/// Makes a noise: sleepers within `reach` tiles wake one time in two, and wandering or searching
/// monsters come to look. `by` is the actor whose action or death caused it, at most once per tick.
pub(super) fn make_noise(turn: &mut Turn<'_>, by: ActorId, pos: Pos, reach: i32) {
    let mut perception = turn.scene().tile_perception(pos);
    if perception == Perception::Unnoticed && distance(turn.player.pos, pos) <= reach {
        perception = Perception::Heard;
    }
    turn.emit(GameEvent::Noise { pos, perception });
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let patience = turn.rules().hunt.noise;
        let actor = &mut turn.level[id];
        if distance(actor.pos, pos) > reach || actor.disguised {
            continue;
        }
        match actor.mood {
            Mood::Asleep => {
                if turn.stream_between(Tag::NOTICE, (id, by), 1).coin() {
                    alert(turn, id);
                }
            }
            Mood::Wandering | Mood::Searching => {
                actor.mood = Mood::Searching;
                actor.goal = Some(pos);
                actor.patience = patience;
            }
            Mood::Hunting | Mood::Fleeing => {}
        }
    }
}

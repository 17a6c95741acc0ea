//! Makes monsters hunt when they are hurt, revealed, woken or drawn by a noise.

use super::turn::{TURN, Turn};
use crate::game::content::{Behaviour, Fixed, numbers};
use crate::game::world::actor::{Actor, ActorId, Mood};
use crate::game::world::detail::{Interruption, Perception, Projectile};
use crate::game::world::event::{BodyEvent, GameEvent, MonsterEvent, PlaceEvent};
use crate::game::world::light::Lighting;
use crate::geom::Pos;
use crate::rng::Tag;

numbers! {
    "mood":
    /// Turns for which a monster looks for the source of a noise.
    const LOOKS_FOR_NOISE: u16 = 15;

    /// One sleeper in this many that hears a noise wakes.
    const WAKES: u32 = 2;

    /// Tiles around the nearest within which others are of its group.
    const GROUP: i32 = 4;

    /// Turns for which those that are called look for who called them.
    const LOOKS_FOR_CALLER: u16 = 60;
}

/// Makes a monster hunt a target, unless it hunts or flees already, and reports it. One of the same
/// side only wakes.
pub(in crate::game) fn alert(turn: &mut Turn<'_>, id: ActorId, target: ActorId) {
    if let Some(event) = start_hunting(turn, id, target) {
        turn.emit(event);
    }
}

/// Alerts a monster that is about to take this damage from `by`, unless it will die of it.
pub(in crate::game) fn alert_wounded(turn: &mut Turn<'_>, id: ActorId, by: ActorId, damage: i32) {
    if damage < turn.level[id].health {
        alert(turn, id, by);
    }
}

/// Whether the player cannot be made out where they stand: it is dark there.
pub(in crate::game) fn is_hidden(turn: &Turn<'_>) -> bool {
    turn.scene().player_lighting() == Lighting::Dark
}

/// Whether a monster cannot tell where an attack came from: the player threw or shot something out of the dark, and it
/// had not noticed them. A bolt of light shows who sent it.
pub(in crate::game) fn is_from_nowhere(
    turn: &Turn<'_>,
    by: ActorId,
    at: ActorId,
    projectile: Option<Projectile>,
) -> bool {
    let flies_dark = matches!(projectile, Some(Projectile::Item(_) | Projectile::Arrow(_)));
    by == ActorId::PLAYER
        && flies_dark
        && turn.level.actor(at).is_none_or(Actor::is_unaware)
        && is_hidden(turn)
}

/// Makes a monster that was struck from nowhere search around itself.
pub(in crate::game) fn startle(turn: &mut Turn<'_>, id: ActorId) {
    let who = turn.event_actor(id);
    let time = turn.time;
    let actor = &mut turn.level[id];
    let woke = actor.mood == Mood::Asleep;
    if woke {
        actor.next = actor.next.max(time + TURN);
    }
    actor.set_mood(Mood::Searching, Some(actor.pos));
    actor.patience = LOOKS_FOR_NOISE;
    turn.emit(MonsterEvent::Startled { who });
}

/// Makes a monster hunt a target; returns the event to report, or `None` if it already hunts or
/// flees.
fn start_hunting(turn: &mut Turn<'_>, id: ActorId, target: ActorId) -> Option<GameEvent> {
    let who = turn.event_actor(id);
    let goal = turn.scene().pos_of(target);
    let is_enemy = turn.scene().are_enemies(id, target);
    let actor = &mut turn.level[id];
    if !is_enemy && actor.mood != Mood::Asleep {
        return None;
    }
    let event = match actor.mood {
        Mood::Asleep => {
            actor.next = actor.next.max(turn.time + TURN);
            GameEvent::Body(BodyEvent::Woke { who })
        }
        Mood::Hunting | Mood::Fleeing => return None,
        Mood::Wandering | Mood::Searching => GameEvent::Monster(MonsterEvent::Noticed { who }),
    };
    if !is_enemy {
        actor.set_mood(Mood::Wandering, None);
        return Some(event);
    }
    actor.target = Some(target);
    actor.set_mood(Mood::Hunting, goal);
    actor.patience = turn.content.rules().hunt.memory;
    Some(event)
}

/// Wakes a sleeper that takes this damage from nobody in particular, such as from fire, unless it will
/// die of it. It looks around.
pub(in crate::game) fn wake_hurt(turn: &mut Turn<'_>, id: ActorId, damage: i32) {
    let actor = &mut turn.level[id];
    if actor.mood != Mood::Asleep || damage >= actor.health {
        return;
    }
    actor.next = actor.next.max(turn.time + TURN);
    actor.set_mood(Mood::Searching, None);
    actor.patience = LOOKS_FOR_NOISE;
    let who = turn.event_actor(id);
    turn.emit(BodyEvent::Woke { who });
}

/// Ends a mimic's disguise; does nothing to others.
pub(in crate::game) fn reveal(turn: &mut Turn<'_>, id: ActorId) {
    let Some(actor) = turn.level.actor_mut(id) else {
        return;
    };
    if !std::mem::take(&mut actor.disguised) {
        return;
    }
    let who = turn.event_actor(id);
    let actor = &turn.level[id];
    let was_seen = turn.level.known.met.contains(&id);
    let disguise = was_seen.then(|| turn.scene().known_disguise(actor));
    turn.emit(MonsterEvent::Revealed { who, disguise });
    if who.perception == Perception::Seen {
        turn.meet(id);
        turn.interrupt(Interruption::Creature(id));
    }
    start_hunting(turn, id, ActorId::PLAYER);
}

/// Wakes the nearest enemies of the player that do not hunt, and has them come to look at a tile.
pub(in crate::game) fn call_nearest(turn: &mut Turn<'_>, pos: Pos) {
    let comes = |actor: &&Actor| is_called(turn, actor);
    let near = turn.level.actors().iter().filter(comes);
    let Some(nearest) = near.min_by_key(|actor| (actor.pos.steps_to(pos), actor.id)) else {
        return;
    };
    let middle = nearest.pos;
    let group = turn.level.actors().iter().filter(comes);
    let group = group.filter(|actor| actor.pos.steps_to(middle) <= GROUP);
    let group: Vec<ActorId> = group.map(|actor| actor.id).collect();
    call(turn, group, pos);
}

/// Wakes all enemies of the player within `reach` tiles that do not hunt, and has them come to look at a tile.
pub(in crate::game) fn call_all(turn: &mut Turn<'_>, pos: Pos, reach: i32) {
    let comes = |actor: &&Actor| is_called(turn, actor) && actor.pos.steps_to(pos) <= reach;
    let called = turn.level.actors().iter().filter(comes);
    let called: Vec<ActorId> = called.map(|actor| actor.id).collect();
    call(turn, called, pos);
}

/// Whether a monster can be called to a place.
fn is_called(turn: &Turn<'_>, actor: &Actor) -> bool {
    let walks = actor.def(turn.content).behaviour != Behaviour::Stands;
    actor.is_unaware() && walks && !actor.disguised && !actor.is_friend()
}

/// Wakes those who sleep, and has them all come to look at a tile.
fn call(turn: &mut Turn<'_>, called: Vec<ActorId>, pos: Pos) {
    for id in called {
        if turn.level[id].mood == Mood::Asleep {
            let who = turn.event_actor(id);
            turn.emit(BodyEvent::Woke { who });
            let next = turn.time + TURN;
            let actor = &mut turn.level[id];
            actor.next = actor.next.max(next);
        }
        let actor = &mut turn.level[id];
        actor.set_mood(Mood::Searching, Some(pos));
        actor.patience = LOOKS_FOR_CALLER;
    }
}

/// Makes a noise: some enemies of the player that sleep within `reach` tiles wake, and wandering or
/// searching ones come to look. `by` is the actor whose action or death caused it, at most once per tick.
pub(in crate::game) fn make_noise(turn: &mut Turn<'_>, by: ActorId, pos: Pos, reach: i32) {
    let mut perception = turn.scene().tile_perception(pos);
    if perception == Perception::Unnoticed && turn.player.pos.steps_to(pos) <= reach {
        perception = Perception::Heard;
    }
    turn.emit(PlaceEvent::Noise { pos, perception });
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let actor = &mut turn.level[id];
        if actor.pos.steps_to(pos) > reach || actor.disguised || actor.is_friend() {
            continue;
        }
        match actor.mood {
            Mood::Asleep => {
                if turn.stream_between(Tag::NOTICE, (id, by), 1).one_in(WAKES) {
                    alert(turn, id, ActorId::PLAYER);
                }
            }
            Mood::Wandering | Mood::Searching => {
                actor.mood = Mood::Searching;
                actor.goal = Some(pos);
                actor.patience = LOOKS_FOR_NOISE;
            }
            Mood::Hunting | Mood::Fleeing => {}
        }
    }
}

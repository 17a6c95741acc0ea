//! Writes the messages of a run. Unlike [`describe`] it remembers what came before: it does not
//! report again a monster that was out of sight only briefly, and tells of what goes on in one message.

use std::collections::BTreeMap;

use super::content::{Content, MonsterKind};
use super::engine::Game;
use crate::game::text::messages::{
    Volley, describe, describe_return, describe_sighting, describe_volley,
};
use crate::game::text::names::to_sentence;
use crate::game::world::action::Letter;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::{EventItem, Interruption, Projectile};
use crate::game::world::event::{FightEvent, GameEvent, ItemEvent, MonsterEvent, RunEvent};

/// A monster that was out of sight for more turns than this is reported again on its return.
const MIN_ABSENCE: u64 = 20;

/// Number of monsters that come into sight together with the one of this event: of the same kind,
/// all asleep or all awake. 0 for all but the first event of such a group.
fn group_size(event: &GameEvent, events: &[GameEvent]) -> u32 {
    let group = |event: &GameEvent| match *event {
        GameEvent::Monster(MonsterEvent::CameIntoSight {
            who,
            asleep,
            again: false,
        }) => Some((who.kind, asleep)),
        _ => None,
    };
    let mut same = events.iter().filter(|other| group(other) == group(event));
    match same.next() {
        Some(first) if first == event => 1 + same.count() as u32,
        _ => 0,
    }
}

/// A message of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message<'e> {
    /// The event that it describes.
    pub event: &'e GameEvent,
    /// One or more sentences.
    pub text: String,
    /// The message before, if this one takes its place: it tells of the same thing, which has gone on.
    pub replaces: Option<String>,
}

/// What the newest message tells of, if more of it may follow and be told in its place.
#[derive(Clone, Debug)]
enum Running {
    Volley(Volley),
    /// Items that were picked up into a slot.
    Taken(Letter, EventItem),
}

/// What the player throws or shoots, with what becomes of it; `None` unless it strikes at somebody known. `later` are the
/// events after its flight began.
fn volley_of(what: Projectile, later: &[GameEvent]) -> Option<Volley> {
    let (item, shot) = match what {
        Projectile::Item(item) => (item, false),
        Projectile::Arrow(item) => (item, true),
        Projectile::Bolt | Projectile::Shot => return None,
    };
    let is_flight = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Flew { .. }));
    let own = || later.iter().take_while(|event| !is_flight(event));
    let broken = own().any(|event| matches!(event, GameEvent::Fight(FightEvent::Broke { .. })));
    let (target, surprise, hits, damage) = own().find_map(|event| match *event {
        GameEvent::Fight(FightEvent::Missed { by, at }) if by == ActorId::PLAYER => {
            Some((at, None, 0, 0))
        }
        GameEvent::Fight(FightEvent::Hit {
            by,
            at,
            damage,
            surprise,
            projectile: Some(_),
        }) if by == ActorId::PLAYER => Some((at, surprise, 1, damage)),
        _ => None,
    })?;
    target.is_known().then_some(Volley {
        target,
        surprise,
        item,
        shot,
        hits,
        damage,
        misses: 1 - hits,
        broken: broken.into(),
    })
}

/// Writes the log messages of a run, action by action. What is thrown at one target in a row is one message,
/// and so is what is then picked up.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// The turn in which the player last saw each monster, and its kind.
    seen: BTreeMap<ActorId, (u64, MonsterKind)>,
    /// The newest message, and what it tells of.
    running: Option<(String, Running)>,
}

impl Narrator {
    /// The messages for the last action. `events` are those of that action only.
    pub fn tell<'e>(&mut self, game: &Game, events: &'e [GameEvent]) -> Vec<Message<'e>> {
        let content = game.content();
        let mut messages = Vec::new();
        // The volley in the air, and whether its breaking is told with it.
        let (mut flying, mut broken) = (None, false);
        for (index, event) in events.iter().enumerate() {
            let mut running = None;
            let text = match *event {
                _ if !self.is_newsworthy(game, event, events) => None,
                GameEvent::Fight(FightEvent::Flew { what, .. }) => {
                    flying = volley_of(what, &events[index + 1..]);
                    broken = flying.is_some_and(|volley| volley.broken > 0);
                    flying.map_or_else(|| describe(content, event), |_| None)
                }
                GameEvent::Fight(FightEvent::Broke { .. }) if std::mem::take(&mut broken) => None,
                GameEvent::Fight(FightEvent::Hit { by, .. } | FightEvent::Missed { by, .. })
                    if by == ActorId::PLAYER && flying.is_some() =>
                {
                    running = flying.take().map(Running::Volley);
                    None
                }
                GameEvent::Item(ItemEvent::PickedUp {
                    letter,
                    item,
                    gains: None,
                    ..
                }) => {
                    running = Some(Running::Taken(letter, item));
                    None
                }
                GameEvent::Monster(MonsterEvent::CameIntoSight {
                    who,
                    asleep,
                    again: false,
                }) => match (group_size(event, events), who.kind) {
                    (0, _) | (_, None) => None,
                    (1, _) => describe(content, event),
                    (count, Some(kind)) => {
                        Some(to_sentence(describe_sighting(content, kind, count, asleep)))
                    }
                },
                GameEvent::Monster(MonsterEvent::CameIntoSight {
                    who, again: true, ..
                }) => who.kind.map(|kind| {
                    let same = self.was_last_of_its_kind(who.id);
                    to_sentence(describe_return(content, kind, same))
                }),
                _ => describe(content, event),
            };
            let (text, replaces) = match (text, running) {
                (Some(text), _) => {
                    self.running = None;
                    (text, None)
                }
                (None, Some(running)) => match self.go_on(content, event, running) {
                    Some(told) => told,
                    None => continue,
                },
                (None, None) => continue,
            };
            messages.push(Message {
                event,
                text,
                replaces,
            });
        }
        for actor in game.view().actors().filter(|actor| actor.in_sight) {
            self.seen.insert(actor.id, (game.turns(), actor.kind));
        }
        for event in events {
            if let GameEvent::Fight(FightEvent::Died { who, kind, .. }) = *event
                && who.is_known()
            {
                self.seen.insert(who.id, (game.turns(), kind));
            }
        }
        messages
    }

    /// Tells of something that may go on: its message, and the one that this replaces.
    fn go_on(
        &mut self,
        content: &Content,
        event: &GameEvent,
        more: Running,
    ) -> Option<(String, Option<String>)> {
        let (before, running) = match (self.running.take(), more) {
            (Some((before, Running::Volley(one))), Running::Volley(more))
                if one.goes_on_as(&more) =>
            {
                (Some(before), Running::Volley(one.joined(more)))
            }
            (Some((before, Running::Taken(slot, one))), Running::Taken(letter, more))
                if slot == letter && one.kind == more.kind =>
            {
                let count = one.count.saturating_add(more.count);
                let all = EventItem { count, ..more };
                (Some(before), Running::Taken(letter, all))
            }
            (_, more) => (None, more),
        };
        let text = match (&running, *event) {
            (Running::Volley(volley), _) => to_sentence(describe_volley(content, volley)),
            (&Running::Taken(letter, item), GameEvent::Item(ItemEvent::PickedUp { total, .. })) => {
                let all = ItemEvent::PickedUp {
                    letter,
                    item,
                    total,
                    gains: None,
                };
                describe(content, &all.into())?
            }
            _ => return None,
        };
        self.running = Some((text.clone(), running));
        Some((text, before))
    }

    /// Whether the player saw a monster later than all others of its kind.
    fn was_last_of_its_kind(&self, id: ActorId) -> bool {
        self.seen.get(&id).is_some_and(|&(turn, kind)| {
            let mut others = self.seen.iter().filter(|(other, _)| **other != id);
            others.all(|(_, &(last, other))| other != kind || last < turn)
        })
    }

    /// Whether an event deserves a message. The return of a monster does after a while, or if it
    /// interrupts the player's long action.
    fn is_newsworthy(&self, game: &Game, event: &GameEvent, events: &[GameEvent]) -> bool {
        let GameEvent::Monster(MonsterEvent::CameIntoSight {
            who, again: true, ..
        }) = *event
        else {
            return true;
        };
        let why = Interruption::Creature(who.id);
        let last = self.seen.get(&who.id);
        last.is_none_or(|(last, _)| game.turns() - last > MIN_ABSENCE)
            || events.contains(&GameEvent::Run(RunEvent::Interrupted { why }))
    }
}

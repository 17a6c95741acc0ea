//! Writes the messages of a run. Unlike [`describe`] it remembers what came before: it does not
//! report again a monster that was out of sight only briefly.

use std::collections::BTreeMap;

use super::content::MonsterKind;
use super::engine::Game;
use crate::game::text::messages::{describe, describe_return, describe_sighting};
use crate::game::text::names::to_sentence;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Interruption;
use crate::game::world::event::{FightEvent, GameEvent, MonsterEvent, RunEvent};

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

/// Writes the log messages of a run, action by action.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// The turn in which the player last saw each monster, and its kind.
    seen: BTreeMap<ActorId, (u64, MonsterKind)>,
}

impl Narrator {
    /// The messages for the last action, each with the event that it describes. `events` are those
    /// of that action only.
    pub fn tell<'e>(
        &mut self,
        game: &Game,
        events: &'e [GameEvent],
    ) -> Vec<(&'e GameEvent, String)> {
        let content = game.content();
        let message_for = |event: &GameEvent| match *event {
            GameEvent::Monster(MonsterEvent::CameIntoSight {
                who,
                asleep,
                again: false,
            }) => match group_size(event, events) {
                0 => None,
                1 => describe(content, event),
                count => Some(to_sentence(describe_sighting(
                    content, who.kind?, count, asleep,
                ))),
            },
            GameEvent::Monster(MonsterEvent::CameIntoSight {
                who, again: true, ..
            }) => {
                let same = self.was_last_of_its_kind(who.id);
                Some(to_sentence(describe_return(content, who.kind?, same)))
            }
            _ => describe(content, event),
        };
        let messages = events
            .iter()
            .filter(|event| self.is_newsworthy(game, event, events))
            .filter_map(|event| Some((event, message_for(event)?)))
            .collect();
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

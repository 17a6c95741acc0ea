//! The messages of a run as it goes on. Unlike [`describe`] it knows what came before: a monster that
//! the player has just lost sight of is not told of again.

use std::collections::BTreeMap;

use super::actor::ActorId;
use super::describe::sentence;
use super::detail::Interruption;
use super::engine::Game;
use super::event::GameEvent;
use super::message::{describe, sighting};

/// Turns out of sight after which the return of a monster is news.
const ABSENCE: u64 = 20;

/// How many of a kind come into sight with the one of this event, asleep or awake as it is; 0 for all but
/// the first.
fn company(event: &GameEvent, events: &[GameEvent]) -> u32 {
    let what = |event: &GameEvent| match *event {
        GameEvent::CameIntoSight {
            who,
            asleep,
            again: false,
        } => Some((who.kind, asleep)),
        _ => None,
    };
    let mut same = events.iter().filter(|other| what(other) == what(event));
    match same.next() {
        Some(first) if first == event => 1 + same.count() as u32,
        _ => 0,
    }
}

/// Tells what happens in a run, action by action.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// In which turn the player saw each monster last.
    seen: BTreeMap<ActorId, u64>,
}

impl Narrator {
    /// The messages of the action that was done last, each with the event that it tells of. `events`
    /// are those of that action alone.
    pub fn tell<'e>(
        &mut self,
        game: &Game,
        events: &'e [GameEvent],
    ) -> Vec<(&'e GameEvent, String)> {
        let content = game.content();
        let tell = |event: &GameEvent| match *event {
            GameEvent::CameIntoSight {
                who,
                asleep,
                again: false,
            } => match company(event, events) {
                0 => None,
                1 => describe(content, event),
                count => Some(sentence(sighting(content, who.kind?, count, asleep))),
            },
            _ => describe(content, event),
        };
        let told = events
            .iter()
            .filter(|event| self.is_news(game, event, events))
            .filter_map(|event| Some((event, tell(event)?)));
        let told = told.collect();
        for actor in game.view().actors().filter(|actor| actor.in_sight) {
            self.seen.insert(actor.id, game.turns());
        }
        told
    }

    /// Whether an event is worth telling: the return of a monster is after a while, or if it ends what
    /// the player was doing.
    fn is_news(&self, game: &Game, event: &GameEvent, events: &[GameEvent]) -> bool {
        let GameEvent::CameIntoSight {
            who, again: true, ..
        } = *event
        else {
            return true;
        };
        let why = Interruption::Creature(who.id);
        let last = self.seen.get(&who.id);
        last.is_none_or(|last| game.turns() - last > ABSENCE)
            || events.contains(&GameEvent::Interrupted { why })
    }
}

//! The messages of a run as it goes on. Unlike [`describe`] it knows what came before: a monster that
//! the player has just lost sight of is not told of again.

use std::collections::BTreeMap;

use super::actor::ActorId;
use super::detail::Interruption;
use super::engine::Game;
use super::event::GameEvent;
use super::message::describe;

/// Turns out of sight after which the return of a monster is news.
const ABSENCE: u64 = 20;

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
        let told = events
            .iter()
            .filter(|event| self.is_news(game, event, events))
            .filter_map(|event| Some((event, describe(game.content(), event)?)));
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

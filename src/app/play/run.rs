//! The run that is played, its recording, and what the screen keeps of it: messages, and what
//! happened last.

use bevy::prelude::Resource;

use super::log::Log;
use crate::game::replay::{Divergence, Playback};
use crate::game::{self, Action, ActorId, Game, GameEvent, Outcome, Refusal, Setup, describe};
use crate::geom::Pos;
use crate::rng::Seed;

/// A run, and what the screen keeps of it.
#[derive(Resource)]
pub struct Run {
    recorded: game::Run,
    log: Log,
    /// What happened in the last action.
    events: Vec<GameEvent>,
    /// Where blows landed in it.
    blows: Vec<Pos>,
    /// What became of it on the disk when it ended.
    pub(super) epitaph: String,
}

/// What is said first.
const WELCOME: &str = "The Everlamp has gone out. You go down";

impl Run {
    /// A run at its start.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn new(seed: Seed) -> Result<Self, String> {
        let setup = Setup::new(seed).map_err(|error| error.to_string())?;
        let recorded = game::Run::new(setup).map_err(|error| error.to_string())?;
        Ok(Self::of(recorded))
    }

    fn of(recorded: game::Run) -> Self {
        let mut log = Log::default();
        log.say(0, WELCOME.to_owned());
        Self {
            recorded,
            log,
            events: Vec::new(),
            blows: Vec::new(),
            epitaph: String::new(),
        }
    }

    /// A run that was saved, with all that was said in it: its recording says it again.
    ///
    /// # Errors
    /// What the recording and the program do not agree on.
    pub fn resume(recorded: game::Run) -> Result<Self, Divergence> {
        let content = recorded.game().content();
        let mut playback = Playback::new(recorded.replay(), content)?;
        let mut run = Self::of(recorded);
        while playback.step(&mut run.events)?.is_some() {
            tell(&mut run.log, playback.game(), &run.events);
            run.events.clear();
        }
        Ok(run)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.recorded.game()
    }

    /// The game with its recording.
    pub const fn recorded(&self) -> &game::Run {
        &self.recorded
    }

    /// Whether it goes on.
    pub fn is_playing(&self) -> bool {
        self.game().outcome() == Outcome::Playing
    }

    /// What was said.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Where its story was written when it ended, or why it was not; empty before.
    pub fn epitaph(&self) -> &str {
        &self.epitaph
    }

    /// What happened in the last action.
    pub fn events(&self) -> &[GameEvent] {
        &self.events
    }

    /// Where blows landed in the last action.
    pub fn blows(&self) -> &[Pos] {
        &self.blows
    }

    /// Does an action and says what happened, or says why it was not done.
    pub(super) fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        let places = |game: &Game| {
            let actors = game.view().actors().map(|actor| (actor.id, actor.pos));
            let player = (ActorId::PLAYER, game.view().player().pos);
            actors.chain([player]).collect::<Vec<_>>()
        };
        let before = places(self.game());
        self.events.clear();
        let done = self.recorded.apply(action, &mut self.events);
        if let Err(refusal) = done {
            // A wall needs no words, and what opens a question or a board says enough.
            let silent = matches!(
                refusal,
                Refusal::NeedsConfirmation(_) | Refusal::AtConduit | Refusal::Solid(_)
            );
            if !silent {
                let turn = self.game().turns();
                self.log.say(turn, sentence(&refusal.to_string()));
            }
            return Err(refusal);
        }
        tell(&mut self.log, self.recorded.game(), &self.events);
        let after = places(self.game());
        let place = |id: ActorId| {
            let known = after.iter().chain(&before).find(|(known, _)| *known == id);
            known.map(|(_, pos)| *pos)
        };
        self.blows.clear();
        self.blows
            .extend(self.events.iter().filter_map(|event| match *event {
                GameEvent::Hit { at, .. } => place(at),
                _ => None,
            }));
        Ok(())
    }
}

fn tell(log: &mut Log, game: &Game, events: &[GameEvent]) {
    for text in events.iter().filter_map(|event| describe(game, event)) {
        log.say(game.turns(), text);
    }
}

/// With a capital.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_uppercase(), chars.as_str())
    })
}

//! Players that are programs. A [`Bot`] sees what a player may know, a [`View`], and names an
//! [`Action`]; [`play`] lets it play. No bot knows the seed of the run or the state behind the view.
//!
//! | bot | plays |
//! | --- | --- |
//! | `explorer` | like a careful beginner: explores, fights what it should, flees, rests, eats |
//! | `random` | any sensible action, all equally likely |
//! | `chaos` | any action at all, most of them refused, between those of an explorer |
//!
//! A bot that draws has streams of its own ([`Tag::BOT`](crate::rng::Tag::BOT)), so the same bot on
//! the same seed plays the same run, and the run's own outcomes do not hang on it.

mod chaos;
mod explorer;
mod gear;
mod random;
mod walk;

pub use chaos::Chaos;
pub use explorer::Explorer;
pub use random::Random;

use crate::game::{Action, Game, GameEvent, Outcome, Refusal, View};
use crate::rng::Seed;

/// Refusals in a row after which a bot waits a turn, so that time goes on.
pub const PATIENCE: u32 = 64;

/// A player that is a program.
pub trait Bot {
    /// What it does next.
    fn act(&mut self, view: View<'_>) -> Action;

    /// Its last action was refused; it will be asked again.
    fn refused(&mut self, _action: Action, _why: Refusal) {}
}

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Plays like a careful beginner.
    Explorer,
    /// Plays at random, sensibly.
    Random,
    /// Asks for anything.
    Chaos,
}

impl BotKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Explorer, Self::Random, Self::Chaos];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Explorer => "explorer",
            Self::Random => "random",
            Self::Chaos => "chaos",
        }
    }

    /// The kind of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A bot for the run of a seed.
    pub fn bot(self, seed: Seed) -> Box<dyn Bot> {
        match self {
            Self::Explorer => Box::new(Explorer::default()),
            Self::Random => Box::new(Random::new(seed)),
            Self::Chaos => Box::new(Chaos::new(seed)),
        }
    }
}

/// Lets a bot play until the run ends or the world has seen so many turns. Each action that was
/// done is shown to `watch` with what happened; what a long action goes on doing is done without
/// asking the bot.
pub fn play(
    game: &mut Game,
    bot: &mut dyn Bot,
    turns: u64,
    mut watch: impl FnMut(&Game, Action, &[GameEvent]),
) {
    let mut events = Vec::new();
    let mut patience = Patience::default();
    while game.outcome() == Outcome::Playing && game.turns() < turns {
        let action = patience.next(bot, game);
        events.clear();
        let done = game.apply(action, &mut events);
        patience.tell(bot, action, done);
        if done.is_ok() {
            watch(game, action, &events);
        }
    }
}

/// Asks a bot for its actions. After [`PATIENCE`] refusals in a row it waits instead, once.
#[derive(Clone, Copy, Default, Debug)]
pub struct Patience {
    refused: u32,
}

impl Patience {
    /// What is done next. A long action goes on without asking the bot.
    pub fn next(self, bot: &mut dyn Bot, game: &Game) -> Action {
        match game.doing() {
            Some(action) => action,
            None if self.refused < PATIENCE => bot.act(game.view()),
            None => Action::Wait,
        }
    }

    /// Tells the bot what became of it.
    pub fn tell(&mut self, bot: &mut dyn Bot, action: Action, done: Result<(), Refusal>) {
        match done {
            Ok(()) => self.refused = 0,
            Err(why) => {
                self.refused += 1;
                bot.refused(action, why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_name() {
        for kind in BotKind::ALL {
            assert_eq!(BotKind::find(kind.name()), Some(kind));
        }
        assert_eq!(BotKind::find("Explorer"), None);
    }
}

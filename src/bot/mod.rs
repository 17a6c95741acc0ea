//! Computer players. A [`Bot`] sees what a player may know, a [`View`], and gives a [`Command`];
//! [`play`] runs a game with it. No bot sees the state behind the view.
//!
//! | bot | plays |
//! | --- | --- |
//! | `explorer` | like a careful beginner: explores, fights, flees, rests, eats |
//! | `random` | any sensible action, all equally likely |
//! | `chaos` | random actions, most of them refused, and an explorer's actions in between |
//!
//! A bot that makes random choices has its own streams ([`Tag::BOT`](crate::rng::Tag::BOT)). So the
//! same bot with the same seed plays the same run, and its draws do not affect the game's.

mod chaos;
mod explorer;
mod gear;
mod path;
mod random;

pub use chaos::Chaos;
pub use explorer::Explorer;
pub use random::Random;

use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::game::{Action, Command, Game, GameEvent, Outcome, Refusal, View};
use crate::rng::Seed;

/// Number of consecutive refusals after which a bot waits a turn, so that time passes.
pub const MAX_REFUSALS: u32 = 64;

/// A computer player.
pub trait Bot {
    /// Chooses the next action.
    fn choose_action(&mut self, view: View<'_>) -> Command;

    /// Called when the game refuses its last action; it is then asked for another.
    fn handle_refusal(&mut self, _command: Command, _reason: Refusal) {}
}

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BotKind {
    /// Plays like a careful beginner.
    Explorer,
    /// Takes any sensible action, all equally likely.
    Random,
    /// Asks for any action, most of which are refused.
    Chaos,
}

impl BotKind {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The kind with this name, if there is one.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Creates a bot for the run with this seed.
    pub fn create_bot(self, seed: Seed) -> Box<dyn Bot> {
        match self {
            Self::Explorer => Box::new(Explorer::default()),
            Self::Random => Box::new(Random::new(seed)),
            Self::Chaos => Box::new(Chaos::new(seed)),
        }
    }
}

/// Lets a bot play until the run ends or is `max_turns` turns long. Calls `on_action` after each
/// accepted action with its events. Continues a long action without asking the bot.
pub fn play(
    game: &mut Game,
    bot: &mut dyn Bot,
    max_turns: u64,
    mut on_action: impl FnMut(&Game, Command, &[GameEvent]),
) {
    let mut events = Vec::new();
    let mut driver = BotDriver::default();
    while game.outcome() == Outcome::Playing && game.turns() < max_turns {
        let command = driver.next_action(bot, game);
        events.clear();
        let result = game.apply(command, &mut events);
        driver.report_result(bot, command, result);
        if result.is_ok() {
            on_action(game, command, &events);
        }
    }
}

/// Asks a bot for its actions, and waits a turn instead after [`MAX_REFUSALS`] consecutive refusals.
#[derive(Clone, Copy, Default, Debug)]
pub struct BotDriver {
    /// Consecutive refusals so far.
    refusals: u32,
}

impl BotDriver {
    /// The next action: the rest of a long action, else what the bot chooses.
    pub fn next_action(self, bot: &mut dyn Bot, game: &Game) -> Command {
        match game.doing() {
            Some(action) => action.into(),
            None if self.refusals < MAX_REFUSALS => bot.choose_action(game.view()),
            None => Action::Wait.into(),
        }
    }

    /// Counts the action if it was refused, and tells the bot.
    pub fn report_result(
        &mut self,
        bot: &mut dyn Bot,
        command: Command,
        result: Result<(), Refusal>,
    ) {
        match result {
            Ok(()) => self.refusals = 0,
            Err(reason) => {
                self.refusals += 1;
                bot.handle_refusal(command, reason);
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

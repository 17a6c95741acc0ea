//! Computer players. A [`Bot`] sees what a player may know, a [`View`], and gives a [`Command`];
//! [`play`] runs a game with it. No bot sees the state behind the view.
//!
//! | bot | plays |
//! | --- | --- |
//! | `striker` | without a thought: drinks healing when badly hurt, else strikes or walks up |
//! | `explorer` | like a careful beginner: explores, fights, flees, rests, eats |
//! | `tactician` | with all that the game offers: ground, missiles, fire, darkness, relics, sleep |
//! | `random` | any sensible action, all equally likely |
//! | `chaos` | random actions, most of them refused, and an explorer's actions in between |
//!
//! The first three share all but what they do with an enemy in sight; see `delver`.
//!
//! A bot that makes random choices has its own streams ([`Tag::BOT`](crate::rng::Tag::BOT)). So the
//! same bot with the same seed plays the same run, and its draws do not affect the game's.

mod chaos;
mod delver;
mod explorer;
mod gear;
mod means;
mod path;
mod random;
mod striker;
mod tactician;

pub use chaos::Chaos;
pub use delver::Delver;
pub use explorer::Explorer;
pub use means::{Means, MeansSet};
pub use random::Random;
pub use striker::Striker;
pub use tactician::{Tactician, tactician};

use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::game::{Action, Command, Future, Game, GameEvent, Outcome, Refusal, View};
use crate::rng::Seed;

/// Number of consecutive refusals after which a bot waits a turn, so that time passes.
pub const MAX_REFUSALS: u32 = 64;

/// A computer player.
pub trait Bot {
    /// Chooses the next action.
    fn choose_action(&mut self, view: View<'_>) -> Command;

    /// Called when the game refuses its last action; it is then asked for another.
    fn handle_refusal(&mut self, _command: Command, _reason: Refusal) {}

    /// The means that the action it chose last is part of, if it knows.
    fn means(&self) -> Option<Means> {
        None
    }
}

/// What a bot can play: a run.
pub trait Playable {
    /// What the player knows.
    fn view(&self) -> View<'_>;

    /// The long action in progress.
    fn doing(&self) -> Option<Action>;

    /// Whether the run is in progress, or how it ended.
    fn outcome(&self) -> Outcome;

    /// Turns since the start.
    fn turns(&self) -> u64;

    /// Applies a command, as [`Game::apply`] does.
    ///
    /// # Errors
    /// Why the command is refused.
    fn apply(&mut self, command: Command, events: &mut Vec<GameEvent>) -> Result<(), Refusal>;
}

/// Implements [`Playable`] by the methods of the same names.
macro_rules! playable {
    ($($Run:ty),+) => {
        $(impl Playable for $Run {
            fn view(&self) -> View<'_> {
                self.view()
            }

            fn doing(&self) -> Option<Action> {
                self.doing()
            }

            fn outcome(&self) -> Outcome {
                self.outcome()
            }

            fn turns(&self) -> u64 {
                self.turns()
            }

            fn apply(&mut self, command: Command, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
                self.apply(command, events)
            }
        })+
    };
}

playable!(Game, Future);

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BotKind {
    /// Strikes the nearest enemy or walks up to it.
    Striker,
    /// Plays like a careful beginner.
    Explorer,
    /// Uses all that the game offers.
    Tactician,
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
            Self::Striker => Box::new(Striker::default()),
            Self::Explorer => Box::new(Explorer::default()),
            Self::Tactician => Box::new(Tactician::default()),
            Self::Random => Box::new(Random::new(seed)),
            Self::Chaos => Box::new(Chaos::new(seed)),
        }
    }
}

/// Lets a bot play until the run ends or is `max_turns` turns long. Calls `on_action` after each
/// accepted action with its events. Continues a long action without asking the bot.
pub fn play<R: Playable>(
    run: &mut R,
    bot: &mut dyn Bot,
    max_turns: u64,
    mut on_action: impl FnMut(&R, Command, &[GameEvent]),
) {
    play_watched(run, bot, max_turns, |run, _, command, events| {
        on_action(run, command, events);
    });
}

/// As [`play`], and `on_action` also gets the bot.
pub fn play_watched<R: Playable>(
    run: &mut R,
    bot: &mut dyn Bot,
    max_turns: u64,
    mut on_action: impl FnMut(&R, &dyn Bot, Command, &[GameEvent]),
) {
    let mut events = Vec::new();
    let mut driver = BotDriver::default();
    while run.outcome() == Outcome::Playing && run.turns() < max_turns {
        let command = driver.next_action(bot, run);
        events.clear();
        let result = run.apply(command, &mut events);
        driver.report_result(bot, command, result);
        if result.is_ok() {
            on_action(run, bot, command, &events);
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
    pub fn next_action(self, bot: &mut dyn Bot, run: &impl Playable) -> Command {
        match run.doing() {
            Some(action) => action.into(),
            None if self.refusals < MAX_REFUSALS => bot.choose_action(run.view()),
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

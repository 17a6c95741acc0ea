//! What a board or a maze in play has taken.

use std::fmt::Write;
use std::str::FromStr;
use std::time::Duration;

use super::Help;
use crate::game::Daily;
use crate::record::Words;

/// Time, moves and help that a board or a maze has taken, which neither undo nor restart takes back, and what it counts
/// for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stats {
    /// The day that it is the daily of.
    pub day: Option<Daily>,
    /// The time played; `None` before it is shown.
    pub time: Option<Duration>,
    /// Moves made, including those later taken back.
    pub moves: u32,
    /// The help that the player got.
    pub help: Help,
    /// Whether it came with progress on it, so that it does not count for the records.
    pub given: bool,
}

impl Default for Stats {
    fn default() -> Self {
        Self {
            day: None,
            time: None,
            moves: 0,
            help: Help::None,
            given: false,
        }
    }
}

/// The word of each help.
const HELP: [(Help, &str); 2] = [(Help::Hints, "hinted"), (Help::Shown, "shown")];

impl Stats {
    /// Appends its words to those that a round is begun with: `daily DAY time MS moves N hinted given`. What is 0 or none
    /// is left out.
    pub fn write(&self, words: &mut String) {
        let mut word = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                write!(words, " {name} {value}").expect("a string takes what is written to it");
            }
        };
        word("daily", self.day.map(|day| day.to_string()));
        word("time", self.time.map(|time| time.as_millis().to_string()));
        word("moves", (self.moves > 0).then(|| self.moves.to_string()));
        let help = HELP.iter().find(|(help, _)| *help == self.help);
        let given = self.given.then_some("given");
        for flag in help.map(|(_, word)| *word).into_iter().chain(given) {
            *words += " ";
            *words += flag;
        }
    }

    /// Reads the words that [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(words: &mut Words<'_>) -> Result<Self, String> {
        let day = words.optional("daily").map(Daily::from_str).transpose();
        Ok(Self {
            day: day.map_err(|error| error.to_string())?,
            time: words.time("time")?,
            moves: words.count("moves")?,
            help: HELP
                .iter()
                .find(|(_, word)| words.flag(word))
                .map_or(Help::None, |(help, _)| *help),
            given: words.flag("given"),
        })
    }

    /// Notes that the player got help.
    pub fn add_help(&mut self, help: Help) {
        self.help = self.help.max(help);
    }

    /// Adds what an earlier attempt at the same puzzle has taken.
    pub fn carry_over(&mut self, earlier: &Self) {
        self.time = self.time.max(earlier.time);
        self.moves = self.moves.max(earlier.moves);
        self.add_help(earlier.help);
        self.given |= earlier.given;
    }
}

//! What the screens of puzzles share: the [`Sitting`] of a player at a puzzle, and [`PuzzlePlugin`] with the
//! systems around it. A puzzle is an [`impl Puzzle`](Puzzle), an [`impl Round`](Round) and a view of its own.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Sitting`] | the round that is shown, and everything that replaces it |
//! | [`Shelf`] | the rounds that undo and redo lead to |
//! | [`Recorded`] | a round with its recording, which is its save |
//! | [`Work`] | a round that is being made, in the background if it takes long |
//! | `file` | the file of a sitting: the recordings of its rounds |
//! | `autosave` | when it is read and written |
//! | `plugin` | beginning, making, recording, sharing, teaching |

mod autosave;
mod file;
mod plugin;
mod recorded;
mod shelf;
mod sitting;
#[cfg(test)]
pub(super) mod trial;
mod work;

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

pub use plugin::{PuzzlePlugin, PuzzleSet};
pub use recorded::Recorded;
pub use shelf::Shelf;
pub use sitting::Sitting;
pub use work::Work;

use super::begin::Begin;
use super::input::{Action, Names};
use super::reward::{Completion, Game};
use super::ui::lesson::Lesson;
use crate::game::Daily;
use crate::pack::Place;
use crate::rng::Seed;

/// A puzzle, and the state of its screen that outlives a round. Lessons have a state of their own.
pub trait Puzzle: Default + Send + Sync + 'static {
    /// A board or a maze in play.
    type Round: Round;
    /// What the player can ask for: the round of a seed, of a day, of a code.
    type Request: Clone + Send + Sync + 'static;
    /// The actions of the screen.
    type Action: Action;

    /// The game that the records know it as.
    const GAME: Game;
    /// The actions that share a result, start the lessons and lead back to the round before.
    const SHARE: Self::Action;
    /// See [`SHARE`](Self::SHARE).
    const TEACH: Self::Action;
    /// See [`SHARE`](Self::SHARE).
    const UNDO: Self::Action;
    /// What to tell a player who shares a result before there is one.
    const UNFINISHED: &'static str;
    /// The name by which [`Taught`](super::settings::Taught) knows that the lessons were played.
    const TAUGHT: &'static str;
    /// The lessons as a noun: "four small boards that teach the game".
    const LESSONS: &'static str;
    /// The name of the save file in the data folder.
    const FILE: &'static str;

    /// The round that a seed begins with. It is small and made at once.
    fn first(seed: Seed) -> Self::Round;

    /// The round that the screen begins with, if one was chosen; `own` is the one that would be continued.
    ///
    /// # Errors
    /// Why there can be no such round.
    fn chosen(begin: Begin, own: &Self::Round) -> Result<Option<Self::Request>, String>;

    /// Starts to make the round of a request, for a player who leaves the round `left`.
    fn make(request: &Self::Request, left: &Self::Round) -> Work<Self::Round>;

    /// Names the round of a request while it is being made.
    fn name(request: &Self::Request) -> String;

    /// What follows a round: the next of its pack, or another of its kind.
    fn next(round: &Self::Round) -> Self::Request;

    /// The round of lesson `number`, from 0, for a player who leaves the round `own`; `None` after the last.
    fn lesson(number: usize, own: &Self::Round) -> Option<Self::Round>;

    /// The instruction for what is shown of lesson `number`.
    fn describe_lesson(sitting: &Sitting<Self>, number: usize, names: Names) -> Lesson;

    /// The state that is saved, as a word; empty if it is as at first.
    fn word(&self) -> &'static str {
        ""
    }

    /// The state of a [`word`](Self::word).
    ///
    /// # Errors
    /// If it is none.
    fn of_word(word: &str) -> Result<Self, String> {
        match word {
            "" => Ok(Self::default()),
            _ => Err(format!("\"{word}\" is no state of it")),
        }
    }

    /// Records the rounds of a save file of before, which held the state of each; `None` if it is no such file.
    fn take_over(bytes: &[u8]) -> Option<Result<Sitting<Self>, String>>;

    /// Called when the sitting has been loaded.
    fn restored(_sitting: &mut Sitting<Self>) {}

    /// What the title says of a round that can be continued; empty if there is nothing to say.
    fn summary(round: &Self::Round) -> String;

    /// Whether a player who is new to the puzzle has a round that the lessons must not interrupt.
    fn is_begun(_round: &Self::Round) -> bool {
        false
    }

    /// Called whenever another round is shown, or the same one from its start.
    fn shown(&mut self, _round: &Self::Round) {}

    /// Called when the player asks for another round; with `has_news` a result has just been reached.
    fn asked(&mut self, _has_news: bool) {}

    /// Called when a round gives way to another; `left` is the old one, unless it went on the shelf.
    fn replaced(&mut self, _left: Option<Self::Round>) {}

    /// The finished round whose result is still shown, if another has taken its place.
    fn previous(&self) -> Option<&Self::Round> {
        None
    }

    /// Tells what the records say of a finished round, by the notice or in another way. Empty if they say
    /// nothing.
    fn tell(&mut self, verdict: String, notice: &mut super::notice::Notice) {
        notice.add(&verdict);
    }
}

/// A board or a maze in play, with all that is known of how it was played.
pub trait Round: Send + Sync + Sized + 'static {
    /// What can be done in it, and is recorded as a word.
    type Move: Copy + PartialEq + Display + FromStr<Err: Display> + Send + Sync;
    /// What a move tells.
    type Told;
    /// Why a move is refused.
    type Refusal: Display;

    /// The words from which it can be [begun](Self::begin) again, with all that was done in it so far.
    fn setup(&self) -> String;

    /// Begins the round of a [`setup`](Self::setup).
    ///
    /// # Errors
    /// What is wrong with it.
    fn begin(setup: &str) -> Result<Self, String>;

    /// Makes a move.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then but what is not recorded.
    fn play(&mut self, action: Self::Move) -> Result<Self::Told, Self::Refusal>;

    /// The tiles or cells that a move examines at most, as far as can be foreseen.
    fn work(&self, action: Self::Move) -> u64;

    /// A number for everything that moves have led to.
    fn digest(&self) -> u64;

    /// Whether it is solved.
    fn is_finished(&self) -> bool;

    /// Whether it has moves and is not solved.
    fn is_under_way(&self) -> bool;

    /// Whether undo should lead back to it from the round after it.
    fn is_worth_keeping(&self) -> bool {
        self.is_under_way()
    }

    /// The number of its tiles or cells.
    fn area(&self) -> usize;

    /// The time played.
    fn time(&self) -> Duration;

    /// Adds to the time played, unless it is solved.
    fn add_time(&mut self, played: Duration);

    /// The day that it is the daily of.
    fn day(&self) -> Option<Daily>;

    /// Its place in the packs.
    fn place(&self) -> Option<Place>;

    /// The result so far, as the records count it.
    fn completion(&self) -> Completion;

    /// Its name in a line that shares the result.
    fn share_name(&self) -> String;

    /// What to tell the player when it is shown for the first time.
    fn greeting(&self) -> Option<String> {
        None
    }

    /// Whether `made`, which was just made, is this round again, so that this one can be continued.
    fn is_same(&self, made: &Self) -> bool;

    /// The move that makes this round `made`, which [is the same](Self::is_same), if that differs.
    fn continuation(&self, _made: &Self) -> Option<Self::Move> {
        None
    }

    /// Takes over what an earlier attempt at the same board has taken.
    fn carry_over(&mut self, _earlier: &Self) {}

    /// Drops what is shown of it only while it is played.
    fn put_away(&mut self) {}
}

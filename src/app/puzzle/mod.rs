//! What the screens of puzzles share: the [`PuzzleSession`] of a player at a puzzle, and [`PuzzlePlugin`] with the
//! systems around it. A puzzle is an [`impl Puzzle`](Puzzle), an [`impl Round`](Round) and a view of its own.
//!
//! | part | owns |
//! | --- | --- |
//! | [`PuzzleSession`] | the round that is shown, and everything that replaces it |
//! | [`Sitting`], [`Shelf`] | the player's own round, and those that undo and redo lead to |
//! | [`Recorded`] | a round with its recording, which is its save |
//! | [`Work`] | a round that is being made, in the background if it takes long |
//! | `autosave` | when the file of a sitting is read and written |
//! | [`Ghost`] | a recorded solve that walks along |
//! | [`Watch`] | how a round was solved, which the player watches |
//! | [`panel`] | the panel at the right edge |
//! | [`End`] | the result of a finished round, in a box beside it |
//! | `plugin` | beginning, making, recording, sharing, teaching |

mod autosave;
mod end;
mod ghost;
pub mod panel;
mod plugin;
mod session;
#[cfg(test)]
pub(super) mod trial;
mod watch;
mod work;

pub use end::End;
pub use ghost::Ghost;
pub use plugin::{PuzzlePlugin, PuzzleSet};
pub use session::PuzzleSession;
pub use watch::{WATCH_HINTS, Watch};
pub use work::Work;

pub use crate::profile::{Recorded, Round, Shelf, Sitting, Solve, SolvePlayer};

use std::sync::Arc;

use bevy::prelude::Message;

use super::begin::Begin;
use super::input::{Action, Names};
use super::reward::Game;
use super::ui::lesson::Lesson;
use crate::game::Daily;
use crate::rng::Seed;

/// A puzzle, and the state of its screen that outlives a round. Lessons have a state of their own.
pub trait Puzzle: Default + Send + Sync + 'static {
    /// A board or a maze in play.
    type Round: Round;
    /// What the player can ask for: the round of a seed, of a day, of a code.
    type Request: Message + Clone;
    /// The actions of the screen.
    type Action: Action;

    /// The game that the records know it as.
    const GAME: Game = Self::Round::GAME;
    /// The actions that share a result and lead back to the round before.
    const SHARE: Self::Action;
    /// See [`SHARE`](Self::SHARE).
    const UNDO: Self::Action;
    /// The action that shows or hides the ghost of a recorded solve.
    const GHOST: Self::Action;
    /// The action that shows how the round was solved.
    const WATCH: Self::Action;
    /// The action that goes on from a finished round.
    const NEXT: Self::Action;
    /// What to tell a player who shares a result before there is one.
    const UNFINISHED: &'static str;
    /// The name by which [`Taught`](super::settings::Taught) knows that the lessons were played.
    const TAUGHT: &'static str;
    /// The lessons as a noun: "four small boards that teach the game".
    const LESSONS: &'static str;

    /// The round that a seed begins with. It is small and made at once.
    fn first(seed: Seed) -> Self::Round;

    /// The round that the screen begins with, if one was chosen; `own` is the one that would be continued.
    ///
    /// # Errors
    /// Why there can be no such round.
    fn chosen(begin: Begin, own: &Self::Round) -> Result<Option<Self::Request>, String>;

    /// The round of a day's daily, which is raced against a recorded solve.
    ///
    /// # Errors
    /// If the word is no solve of it.
    fn race(day: Daily, solve: &str) -> Result<Self::Request, String>;

    /// The recorded solve that the round of a request is raced against.
    fn rival(request: &Self::Request) -> Option<&Arc<Solve<Self::Round>>>;

    /// Starts to make the round of a request, for a player who leaves the round `left`.
    fn make(request: &Self::Request, left: &Self::Round) -> Work<Self::Round>;

    /// Whether a request is for the daily of a day, which goes on where it was left.
    fn is_daily(request: &Self::Request) -> bool;

    /// Whether it asks the player something.
    fn asks(&self) -> bool {
        false
    }

    /// Names the round of a request while it is being made.
    fn name(request: &Self::Request) -> String;

    /// What follows a round: the next of its pack, or another of its kind.
    fn next(round: &Self::Round) -> Self::Request;

    /// The round of lesson `number`, from 0, for a player who leaves the round `own`; `None` after the last.
    fn lesson(number: usize, own: &Self::Round) -> Option<Self::Round>;

    /// The instruction for what is shown of lesson `number`.
    fn describe_lesson(session: &PuzzleSession<Self>, number: usize, names: Names) -> Lesson;

    /// The state that is saved, as one of [`Round::STATES`]; empty if it is as at first.
    fn word(&self) -> &'static str {
        ""
    }

    /// The state of a [`word`](Self::word).
    fn of_word(_word: &str) -> Self {
        Self::default()
    }

    /// Called when the session has been loaded.
    fn restored(_sitting: &mut PuzzleSession<Self>) {}

    /// What the title says of a round that can be continued; empty if there is nothing to say.
    fn summary(round: &Self::Round) -> String;

    /// Whether a player who is new to the puzzle has a round that the lessons must not interrupt.
    fn is_begun(_round: &Self::Round) -> bool {
        false
    }

    /// What a player begins with after their first lessons, if the round that waited is too hard for that.
    fn after_lessons(_session: &PuzzleSession<Self>) -> Option<Self::Request> {
        None
    }

    /// Called whenever another round is shown, or the same one from its start.
    fn shown(&mut self, _round: &Self::Round) {}

    /// Called when a solve that is watched has gone on by a number of moves.
    fn replayed(&mut self, _round: &Self::Round, _moves: usize) {}

    /// Called when the player asks for another round.
    fn asked(&mut self) {}

    /// Called when a round gives way to another.
    fn replaced(&mut self) {}

    /// What is done at the end of a round, such as "Maze 3 complete"; empty if no box says so.
    fn heading(session: &PuzzleSession<Self>) -> String;

    /// How to go on from a finished round, and to what.
    fn describe_next(session: &PuzzleSession<Self>, names: Names) -> String;
}

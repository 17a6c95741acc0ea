//! A [`Round`]: what boards and mazes in play have in common.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64;

use super::score::Kind;
use super::solve::PackedMove;
use super::{Completion, Game, Help, Stats, Uncounted};
use crate::game::Daily;
use crate::pack::Place;

/// A board or a maze in play, with all that is known of how it was played.
pub trait Round: Send + Sync + Sized + 'static {
    /// What can be done in it, and is recorded as a word.
    type Move: PackedMove + Copy + PartialEq + Display + FromStr<Err: Display> + Send + Sync;
    /// What a move tells.
    type Outcome;
    /// Why a move is refused.
    type Refusal: Display;

    /// The game that it is of.
    const GAME: Game;

    /// The words for the states of its screen that are saved with it, but for that at first.
    const STATES: &'static [&'static str] = &[];

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
    fn play(&mut self, action: Self::Move) -> Result<Self::Outcome, Self::Refusal>;

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

    /// What it has taken.
    fn stats(&self) -> &Stats;

    /// See [`stats`](Self::stats).
    fn stats_mut(&mut self) -> &mut Stats;

    /// The time played.
    fn time(&self) -> Duration {
        self.stats().time.unwrap_or_default()
    }

    /// Adds to the time played, unless it is solved.
    fn add_time(&mut self, played: Duration) {
        if !self.is_finished() {
            *self.stats_mut().time.get_or_insert_default() += played;
        }
    }

    /// The day that it is the daily of.
    fn day(&self) -> Option<Daily> {
        self.stats().day
    }

    /// Its place in the packs.
    fn place(&self) -> Option<Place>;

    /// What it is compared with, but for hints.
    fn kind(&self) -> Kind;

    /// A text that no other board or maze has.
    fn identity(&self) -> String;

    /// The fewest moves possible.
    fn fewest(&self) -> u32;

    /// The result so far, as the records count it.
    fn completion(&self) -> Completion {
        let stats = self.stats();
        Completion {
            game: Self::GAME,
            kind: Kind {
                hinted: stats.help > Help::None,
                ..self.kind()
            },
            id: xxh3_64(self.identity().as_bytes()),
            time: self.time(),
            moves: stats.moves,
            fewest: self.fewest(),
            help: stats.help,
            uncounted: stats.given.then_some(Uncounted::Begun),
            day: stats.day,
            place: self.place(),
        }
    }

    /// Its name in a line that shares the result.
    fn share_name(&self) -> String;

    /// Its name, if it is of a pack or the daily of some day.
    fn name(&self) -> Option<String> {
        let packs = || Self::GAME.packs().0;
        let of_pack = self
            .place()
            .map(|place| format!("{} {place}", packs()[place.pack]));
        of_pack.or_else(|| self.day().map(|day| format!("the daily of {day}")))
    }

    /// The code that opens it from its start, if it has one.
    fn code(&self) -> Option<String>;

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

//! A run written down: what it was made from, every action, and a digest of the state every 64
//! turns, so that a run can be had again and the first turn that differs is named.
//!
//! A replay is text, all of it ASCII:
//!
//! ```text
//! undercroft replay 1
//! generation 1
//! content 5c9d6f51c0ffee00
//! seed 42
//! plus 0
//! x*37 mne x*26 =64 0123456789abcdef
//! ...
//! end died 4711 0123456789abcdef
//! ```
//!
//! The first line names the format's version; then come the generation version, the digest of the
//! content, the seed and New Game Plus. Actions are words (`script` lists them), `*` and a number
//! repeat one; `=` with a turn and a digest is the state after the action before it, the first
//! action by which that turn had come. The last line says how the run stands, its turns and its
//! digest. Only actions that were done are written: one that was refused changed nothing.

mod playback;
mod script;
mod text;

pub use playback::{Divergence, Playback};
pub use text::{ReplayError, Summary};

use playback::Cursor;

use super::content::Content;
use super::{Action, Game, Outcome, Setup};
use crate::GENERATION_VERSION;
use crate::rng::Seed;

/// Version of the format.
pub const FORMAT: u32 = 1;

/// Turns between two digests.
pub const INTERVAL: u64 = 64;

/// A run written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    generation: u32,
    content: u64,
    seed: Seed,
    plus: u8,
    entries: Vec<Entry>,
    end: Mark,
    outcome: End,
}

/// A state that the run came by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    turn: u64,
    digest: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    /// An action that was done so many times in a row.
    Done(Action, u32),
    Mark(Mark),
}

/// How a run stands, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It goes on.
    Playing,
    /// The player died.
    Died,
    /// The Everlamp burns.
    Won,
}

impl End {
    const ALL: [Self; 3] = [Self::Playing, Self::Died, Self::Won];

    const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Playing => Self::Playing,
            Outcome::Died { .. } => Self::Died,
            Outcome::Won => Self::Won,
        }
    }

    /// `playing`, `died` or `won`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Died => "died",
            Self::Won => "won",
        }
    }
}

/// Writes a run down while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    replay: Replay,
    next_mark: u64,
}

impl Recorder {
    /// Begins with a run at its start.
    pub fn new(game: &Game) -> Self {
        Self {
            replay: Replay {
                generation: GENERATION_VERSION,
                content: game.content().digest(),
                seed: game.seed(),
                plus: game.plus(),
                entries: Vec::new(),
                end: Mark { turn: 0, digest: 0 },
                outcome: End::Playing,
            },
            next_mark: INTERVAL,
        }
    }

    /// An action was done, and `game` is as it was left.
    pub fn done(&mut self, game: &Game, action: Action) {
        match self.replay.entries.last_mut() {
            Some(Entry::Done(before, count)) if *before == action && *count < u32::MAX => {
                *count += 1;
            }
            _ => self.replay.entries.push(Entry::Done(action, 1)),
        }
        let turn = game.turns();
        if turn >= self.next_mark {
            let digest = game.digest();
            self.replay.entries.push(Entry::Mark(Mark { turn, digest }));
            self.next_mark = next_mark(turn);
        }
    }

    /// Goes on with what was written down of `game` as far as it stands.
    ///
    /// # Errors
    /// If it was not this run that was written down, up to here.
    pub fn resume(mut replay: Replay, game: &Game) -> Result<Self, OtherRun> {
        // Whoever takes a run out of its recorder and back has the same recorder.
        let (end, outcome) = (replay.end, replay.outcome);
        let begun = Self::new(game).replay;
        replay.stand(game);
        let same = (end, outcome) == (replay.end, replay.outcome)
            && (begun.generation, begun.content) == (replay.generation, replay.content)
            && (begun.seed, begun.plus) == (replay.seed, replay.plus);
        if !same || replay.count() != game.actions() || !replay.has_marks_in_place() {
            return Err(OtherRun);
        }
        Ok(Self {
            replay,
            next_mark: next_mark(game.turns()),
        })
    }

    /// The run as it stands, which may go on.
    pub fn replay(&self, game: &Game) -> Replay {
        self.clone().finish(game)
    }

    /// The run as it stands.
    pub fn finish(mut self, game: &Game) -> Replay {
        self.replay.stand(game);
        self.replay
    }
}

/// What was written down is not the run at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it was recorded of another run, or of another time of this one")]
pub struct OtherRun;

/// The turn from which on the next digest is taken.
const fn next_mark(turn: u64) -> u64 {
    (turn / INTERVAL + 1) * INTERVAL
}

impl Replay {
    /// The seed of the run.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// New Game Plus.
    pub const fn plus(&self) -> u8 {
        self.plus
    }

    /// How the run stood when it was written down.
    pub const fn end(&self) -> End {
        self.outcome
    }

    /// The turns of the run.
    pub const fn turns(&self) -> u64 {
        self.end.turn
    }

    /// The digest of its last state.
    pub const fn digest(&self) -> u64 {
        self.end.digest
    }

    /// The generation version it was recorded with.
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// The digest of the content it was recorded with.
    pub const fn content(&self) -> u64 {
        self.content
    }

    /// How many actions there are.
    pub fn count(&self) -> u64 {
        let counts = self.entries.iter().map(|entry| match entry {
            Entry::Done(_, count) => u64::from(*count),
            Entry::Mark(_) => 0,
        });
        counts.fold(0, u64::saturating_add)
    }

    /// Whether a digest stands where [`Recorder::done`] would have put one, as far as can be told
    /// without playing it: after an action, at the end of each interval.
    fn has_marks_in_place(&self) -> bool {
        let (mut next, mut acted) = (INTERVAL, false);
        for entry in &self.entries {
            match entry {
                Entry::Done(..) => acted = true,
                Entry::Mark(mark) if acted && (next..next + INTERVAL).contains(&mark.turn) => {
                    (next, acted) = (next_mark(mark.turn), false);
                }
                Entry::Mark(_) => return false,
            }
        }
        (next - INTERVAL..next).contains(&self.end.turn)
    }

    /// Writes down how the run stands.
    fn stand(&mut self, game: &Game) {
        self.end = Mark {
            turn: game.turns(),
            digest: game.digest(),
        };
        self.outcome = End::of(game.outcome());
    }

    /// Every action, in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.entries.iter().flat_map(|entry| match *entry {
            Entry::Done(action, count) => std::iter::repeat_n(action, count as usize),
            Entry::Mark(_) => std::iter::repeat_n(Action::Wait, 0),
        })
    }

    /// The run at its start.
    ///
    /// # Errors
    /// If it was recorded with another generation version or other content.
    pub fn start(&self, content: &'static Content) -> Result<Game, Divergence> {
        if self.generation != GENERATION_VERSION {
            let found = self.generation;
            return Err(Divergence::Generation { found });
        }
        if self.content != content.digest() {
            return Err(Divergence::Content {
                expected: content.digest(),
                found: self.content,
            });
        }
        let (seed, plus) = (self.seed, self.plus);
        Ok(Game::new(Setup {
            seed,
            plus,
            content,
        })?)
    }

    /// Plays the run again and compares every digest; returns it as it stands at the end.
    ///
    /// # Errors
    /// The first thing that differs, with its turn.
    pub fn verify(&self, content: &'static Content) -> Result<Game, Divergence> {
        let mut game = self.start(content)?;
        let mut cursor = Cursor::new(self, &game)?;
        let mut events = Vec::new();
        while cursor.step(self, &mut game, &mut events)?.is_some() {
            events.clear();
        }
        Ok(game)
    }
}

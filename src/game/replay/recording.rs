//! A recorded run, and the recorder that creates it.

use xxhash_rust::xxh3::xxh3_64;

use crate::game::action::Action;
use crate::game::daily::Daily;
use crate::game::engine::Game;
use crate::game::practice::Practice;
use crate::game::state::Outcome;
use crate::rng::Seed;
use crate::{GENERATION_VERSION, RULES_VERSION};

/// Version of the replay format.
pub const FORMAT: u32 = 2;

/// Turns between checkpoints.
pub const INTERVAL: u64 = 64;

/// A recorded run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    pub(super) generation: u32,
    pub(super) rules: u32,
    pub(super) content: u64,
    pub(super) seed: Seed,
    pub(super) plus: u8,
    pub(super) daily: Option<Daily>,
    /// What made the run practice, if its recording has to say so.
    pub(super) practice: Option<Practice>,
    pub(super) recorded: Option<Recorded>,
    pub(super) entries: Vec<Entry>,
    pub(super) end: Checkpoint,
    pub(super) outcome: End,
}

/// When a recording was put away, in minutes since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Recorded(u64);

/// Minutes of a day.
const DAY: u64 = 24 * 60;

impl Recorded {
    /// The minute of a second since 1970.
    pub const fn at(seconds: u64) -> Self {
        Self(seconds / 60)
    }

    /// The minute of a day, from 0 to 1439.
    pub(super) fn of(day: Daily, minute: u64) -> Option<Self> {
        (minute < DAY).then(|| Self(u64::from(day.day()) * DAY + minute))
    }

    /// The date; after the year 9999, its last day.
    pub fn day(self) -> Daily {
        let days = u32::try_from(self.0 / DAY).ok();
        days.and_then(Daily::of_day).unwrap_or(Daily::LAST)
    }

    /// The time of day, such as 21:43.
    pub fn time(self) -> String {
        format!("{:02}:{:02}", self.0 / 60 % 24, self.0 % 60)
    }
}

/// The digest of the state at a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Checkpoint {
    pub turn: u64,
    pub digest: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// An action that was applied this many times in a row.
    Actions(Action, u32),
    Checkpoint(Checkpoint),
}

/// How a run ended, or that it is still in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The run is in progress.
    Playing,
    /// The player died.
    Died,
    /// The player lit the Everlamp.
    Won,
    /// The player abandoned the run.
    GaveUp,
    /// The player completed the training.
    Finished,
}

impl End {
    pub(super) const ALL: [Self; 5] = [
        Self::Playing,
        Self::Died,
        Self::Won,
        Self::GaveUp,
        Self::Finished,
    ];

    pub(super) const fn from_outcome(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Playing => Self::Playing,
            Outcome::Died { .. } => Self::Died,
            Outcome::Won => Self::Won,
            Outcome::GaveUp => Self::GaveUp,
            Outcome::Finished => Self::Finished,
        }
    }

    /// Its name in a replay: `playing`, `died`, `won`, `gave-up` or `finished`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Died => "died",
            Self::Won => "won",
            Self::GaveUp => "gave-up",
            Self::Finished => "finished",
        }
    }
}

/// Records a run while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    replay: Replay,
    next_checkpoint: u64,
}

impl Recorder {
    /// Starts recording a run, which must be at its start.
    pub fn new(game: &Game) -> Self {
        Self {
            replay: Replay {
                generation: GENERATION_VERSION,
                rules: RULES_VERSION,
                content: game.content().digest(),
                seed: game.seed(),
                plus: game.plus(),
                daily: game.daily(),
                practice: None,
                recorded: None,
                entries: Vec::new(),
                end: Checkpoint { turn: 0, digest: 0 },
                outcome: End::Playing,
            },
            next_checkpoint: INTERVAL,
        }
    }

    /// Records an applied action; `game` is in the state after it.
    pub fn record(&mut self, game: &Game, action: Action) {
        match self.replay.entries.last_mut() {
            Some(Entry::Actions(before, count)) if *before == action && *count < u32::MAX => {
                *count += 1;
            }
            _ => self.replay.entries.push(Entry::Actions(action, 1)),
        }
        let turn = game.turns();
        if turn >= self.next_checkpoint {
            let digest = game.digest();
            self.replay
                .entries
                .push(Entry::Checkpoint(Checkpoint { turn, digest }));
            self.next_checkpoint = next_checkpoint(turn);
        }
    }

    /// Continues the recording of a saved run.
    ///
    /// # Errors
    /// If the recording is not of this run up to this state.
    pub fn resume(mut replay: Replay, game: &Game) -> Result<Self, RecordingMismatch> {
        // The resumed recorder must equal one that never stopped.
        let (end, outcome) = (replay.end, replay.outcome);
        let started = Self::new(game).replay;
        replay.set_end(game);
        let same = (end, outcome) == (replay.end, replay.outcome)
            && (started.generation, started.rules) == (replay.generation, replay.rules)
            && started.content == replay.content
            && (started.seed, started.plus) == (replay.seed, replay.plus);
        if !same || replay.count() != game.actions() || !replay.has_checkpoints_in_place() {
            return Err(RecordingMismatch);
        }
        Ok(Self {
            replay,
            next_checkpoint: next_checkpoint(game.turns()),
        })
    }

    /// The recording so far; the run may continue.
    pub fn replay(&self, game: &Game) -> Replay {
        self.clone().finish(game)
    }

    /// The complete recording.
    pub fn finish(mut self, game: &Game) -> Replay {
        self.replay.set_end(game);
        self.replay
    }
}

/// A recording does not belong to the given run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it records another run, or another moment of this run")]
pub struct RecordingMismatch;

/// The turn at or after which the next checkpoint is due.
pub(super) const fn next_checkpoint(turn: u64) -> u64 {
    (turn / INTERVAL + 1) * INTERVAL
}

impl Replay {
    /// The seed that the run was recorded with.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The New Game Plus that the run was recorded with.
    pub const fn plus(&self) -> u8 {
        self.plus
    }

    /// How the recording ends.
    pub const fn end(&self) -> End {
        self.outcome
    }

    /// Turns at the end of the recording.
    pub const fn turns(&self) -> u64 {
        self.end.turn
    }

    /// Digest of the state at the end of the recording.
    pub const fn digest(&self) -> u64 {
        self.end.digest
    }

    /// Generation version that the run was recorded with.
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// Rules version that the run was recorded under.
    pub const fn rules(&self) -> u32 {
        self.rules
    }

    /// Digest of the content that the run was recorded with.
    pub const fn content(&self) -> u64 {
        self.content
    }

    /// Number of actions.
    pub fn count(&self) -> u64 {
        let counts = self.entries.iter().map(|entry| match entry {
            Entry::Actions(_, count) => u64::from(*count),
            Entry::Checkpoint(_) => 0,
        });
        counts.fold(0, u64::saturating_add)
    }

    /// Whether checkpoints are where [`Recorder::record`] would have put them, as far as can be
    /// checked without playing the run: after an action, one in each interval.
    fn has_checkpoints_in_place(&self) -> bool {
        let (mut next, mut acted) = (INTERVAL, false);
        for entry in &self.entries {
            match entry {
                Entry::Actions(..) => acted = true,
                Entry::Checkpoint(checkpoint)
                    if acted && (next..next + INTERVAL).contains(&checkpoint.turn) =>
                {
                    (next, acted) = (next_checkpoint(checkpoint.turn), false);
                }
                Entry::Checkpoint(_) => return false,
            }
        }
        (next - INTERVAL..next).contains(&self.end.turn)
    }

    /// Records the current state as the end.
    fn set_end(&mut self, game: &Game) {
        self.end = Checkpoint {
            turn: game.turns(),
            digest: game.digest(),
        };
        self.outcome = End::from_outcome(game.outcome());
        self.practice = game.practice().filter(|why| why.mark().is_some());
    }

    /// Tells a game what this recording knows of it and its state does not.
    pub(in crate::game) fn describe(&self, game: &mut Game) {
        game.set_origin(self.daily, self.practice);
    }

    /// A number that identifies the recorded run among all others: a hash of the recording, whenever it was put away.
    pub fn id(&self) -> u64 {
        let unstamped = Self {
            recorded: None,
            ..self.clone()
        };
        xxh3_64(unstamped.to_string().as_bytes())
    }

    /// The recording with the time at which it was put away.
    #[must_use]
    pub fn with_time(self, recorded: Recorded) -> Self {
        let recorded = Some(recorded);
        Self { recorded, ..self }
    }

    /// Every action, in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.entries.iter().flat_map(|entry| match *entry {
            Entry::Actions(action, count) => std::iter::repeat_n(action, count as usize),
            Entry::Checkpoint(_) => std::iter::repeat_n(Action::Wait, 0),
        })
    }
}

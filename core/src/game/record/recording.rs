//! A recording as a value.

use xxhash_rust::xxh3::xxh3_64;

use crate::game::daily::Daily;
use crate::game::engine::Game;
use crate::game::practice::Practice;
use crate::game::world::action::Command;
use crate::game::world::state::End;
use crate::record::Moves;
use crate::rng::Seed;
use crate::{GENERATION_VERSION, RULES_VERSION};

/// Version of the format.
pub const FORMAT: u32 = 3;

/// Turns between digests.
pub const INTERVAL: u64 = 64;

/// A recorded run, in progress or ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    pub(super) setup: RecordedSetup,
    pub(super) segments: Vec<Segment>,
    /// What made the run practice, if its recording has to say so.
    pub(super) practice: Option<Practice>,
    pub(super) end: End,
    pub(super) recorded: Option<Recorded>,
}

/// The first record: what the run was begun with, and by which program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RecordedSetup {
    pub generation: u32,
    pub rules: u32,
    pub content: u64,
    pub seed: Seed,
    pub plus: u8,
    pub is_training: bool,
    pub daily: Option<Daily>,
}

/// The moves up to a digest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Segment {
    /// Each move, and how often it was made in a row.
    pub moves: Moves<Command>,
    /// Real time that passed, in milliseconds.
    pub millis: u64,
    /// Of the state after the moves; only the last segment may have none.
    pub digest: Option<u64>,
    pub standing: Standing,
}

/// Where a run stood after a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Turns of the world since the start.
    pub turn: u64,
    /// The depth, counted from 1.
    pub depth: u8,
    /// The player's health, from 0.
    pub health: i32,
    /// The player's full health.
    pub max_health: i32,
}

impl Standing {
    /// Where a run stands now.
    pub fn of(game: &Game) -> Self {
        let player = game.view().player();
        Self {
            turn: game.turns(),
            depth: game.depth(),
            health: player.health,
            max_health: player.max_health,
        }
    }
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

    /// The minutes since the beginning of 1970, UTC.
    pub const fn minutes(self) -> u64 {
        self.0
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

impl Recording {
    /// The recording of a run at its start.
    pub(super) fn new(game: &Game) -> Self {
        Self {
            setup: RecordedSetup {
                generation: GENERATION_VERSION,
                rules: RULES_VERSION,
                content: game.content().digest(),
                seed: game.seed(),
                plus: game.plus(),
                is_training: game.is_training(),
                daily: game.daily(),
            },
            segments: Vec::new(),
            practice: None,
            end: End::Playing,
            recorded: None,
        }
    }

    /// The segment that is not closed by a digest yet, if need be a new one.
    pub(super) fn open_segment(&mut self) -> &mut Segment {
        let is_open = |segment: &Segment| segment.digest.is_none();
        if !self.segments.last().is_some_and(is_open) {
            self.segments.push(Segment::default());
        }
        let last = self.segments.len() - 1;
        &mut self.segments[last]
    }

    /// The seed that the run was recorded with.
    pub const fn seed(&self) -> Seed {
        self.setup.seed
    }

    /// The New Game Plus that the run was recorded with.
    pub const fn plus(&self) -> u8 {
        self.setup.plus
    }

    /// The outcome of the run.
    pub const fn end(&self) -> End {
        self.end
    }

    /// Where the run stood at the end of the recording; `None` if it has no move yet.
    pub fn standing(&self) -> Option<Standing> {
        self.segments.last().map(|segment| segment.standing)
    }

    /// Turns at the end of the recording.
    pub fn turns(&self) -> u64 {
        self.standing().map_or(0, |standing| standing.turn)
    }

    /// Digest of the state at the end of the recording, if it was recorded.
    pub fn digest(&self) -> Option<u64> {
        self.segments.last()?.digest
    }

    /// Generation version that the run was recorded with.
    pub const fn generation(&self) -> u32 {
        self.setup.generation
    }

    /// Rules version that the run was recorded under.
    pub const fn rules(&self) -> u32 {
        self.setup.rules
    }

    /// Digest of the content that the run was recorded with.
    pub const fn content(&self) -> u64 {
        self.setup.content
    }

    /// Number of moves.
    pub fn count(&self) -> u64 {
        self.segments
            .iter()
            .map(|segment| segment.moves.count())
            .sum()
    }

    /// Real time that the run took, in milliseconds.
    pub fn millis(&self) -> u64 {
        let times = self.segments.iter().map(|segment| segment.millis);
        times.fold(0, u64::saturating_add)
    }

    /// A number that identifies the run among all others: a hash of what it was begun with and of its moves, whenever
    /// they were made and however often it was put down.
    pub fn id(&self) -> u64 {
        let mut moves = Segment::default();
        for (command, count) in self.repeated_moves() {
            moves.moves.add(command, count);
        }
        let bare = Self {
            setup: self.setup,
            segments: vec![moves],
            practice: None,
            end: self.end,
            recorded: None,
        };
        xxh3_64(bare.to_string().as_bytes())
    }

    /// The recording with the time at which it was put away.
    #[must_use]
    pub fn with_time(self, recorded: Recorded) -> Self {
        let recorded = Some(recorded);
        Self { recorded, ..self }
    }

    /// Every move, in order.
    pub fn moves(&self) -> impl Iterator<Item = Command> {
        let moves = self.repeated_moves();
        moves.flat_map(|(command, count)| std::iter::repeat_n(command, count as usize))
    }

    fn repeated_moves(&self) -> impl Iterator<Item = (Command, u32)> {
        let segments = self.segments.iter();
        segments.flat_map(|segment| segment.moves.iter())
    }

    /// The first segments, as a run in progress that was put back to there.
    #[must_use]
    pub(super) fn cut(mut self, segments: usize) -> Self {
        self.segments.truncate(segments);
        Self {
            end: End::Playing,
            recorded: None,
            ..self
        }
    }
}

//! Plays a recording move by move, or jumps to any turn.

use super::recording::Recording;
use super::text::Summary;
use crate::game::content::Content;
use crate::game::engine::Game;
use crate::game::setup::{GameError, Setup};
use crate::game::world::action::{Command, Refusal};
use crate::game::world::event::GameEvent;
use crate::game::world::state::End;
use crate::{GENERATION_VERSION, RULES_VERSION};

/// The fewest moves between two snapshots of a [`Playback`].
const SNAPSHOT_INTERVAL: u64 = 256;

/// The most snapshots of a [`Playback`], each some 100 KB.
const MAX_SNAPSHOTS: u64 = 128;

/// How a run differs from its recording.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Divergence {
    #[error(
        "it was recorded with generation version {found}, and this program has {GENERATION_VERSION}: only a version of Undercroft with generation version {found} can play it"
    )]
    Generation { found: u32 },
    #[error(
        "it was recorded under rules version {found}, and this program has {RULES_VERSION}: only a version of Undercroft with rules version {found} can play it"
    )]
    Rules { found: u32 },
    #[error(
        "it was recorded with other content, of digest {found:016x}; the content given has {expected:016x}"
    )]
    Content { expected: u64, found: u64 },
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("turn {turn}, move {number}: \"{command}\" was done, and is now refused: {why}")]
    Refused {
        turn: u64,
        /// The number of the move, counted from 1.
        number: u64,
        command: Command,
        why: Refusal,
    },
    #[error(
        "turn {turn}, move {number}: the state differs (digest {found:016x}, recorded {expected:016x}); at turn {since} it was still the same"
    )]
    State {
        /// The first turn whose state is known to differ.
        turn: u64,
        /// The number of the last move before, counted from 1.
        number: u64,
        /// The last turn whose state is known to be equal.
        since: u64,
        expected: u64,
        found: u64,
    },
    #[error("the run stands at turn {turn} as {found}, and was recorded as {expected}")]
    End {
        turn: u64,
        expected: &'static str,
        found: &'static str,
    },
}

/// The content that a run with these versions and this digest of the content is played with.
fn check_versions(
    (generation, rules, digest): (u32, u32, u64),
    content: &'static Content,
) -> Result<&'static Content, Divergence> {
    if generation != GENERATION_VERSION {
        let found = generation;
        return Err(Divergence::Generation { found });
    }
    if rules != RULES_VERSION {
        return Err(Divergence::Rules { found: rules });
    }
    let content = content.of_run(digest);
    if digest != content.digest() {
        return Err(Divergence::Content {
            expected: content.digest(),
            found: digest,
        });
    }
    Ok(content)
}

impl Summary {
    /// Checks whether this program can play the run with `content`.
    ///
    /// # Errors
    /// As [`Recording::start`].
    pub fn check(&self, content: &'static Content) -> Result<(), Divergence> {
        check_versions((self.generation, self.rules, self.content), content).map(drop)
    }
}

impl Recording {
    /// The run at its start.
    ///
    /// # Errors
    /// If it was recorded with another generation version, under another rules version, or with
    /// other content.
    pub fn start(&self, content: &'static Content) -> Result<Game, Divergence> {
        let setup = &self.setup;
        let content = check_versions((setup.generation, setup.rules, setup.content), content)?;
        let mut game = Game::new(Setup::with_content(setup.seed, content).plus(setup.plus))?;
        game.set_origin(setup.daily, self.practice);
        Ok(game)
    }

    /// Plays the run, compares every digest and returns the run at its end.
    ///
    /// # Errors
    /// The first difference, with its turn.
    pub fn verify(&self, content: &'static Content) -> Result<Game, Divergence> {
        let mut game = self.start(content)?;
        let mut cursor = Cursor::default();
        let mut events = Vec::new();
        while cursor.step(self, &mut game, &mut events)?.is_some() {
            events.clear();
        }
        Ok(game)
    }
}

/// A position in a recording.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Index of the current segment, of its current move, and how often that was made already.
    segment: usize,
    index: usize,
    repeat: u32,
    /// Moves made so far.
    done: u64,
    /// The last turn whose digest was compared, and the segments up to there.
    since: u64,
    sound: usize,
}

impl Cursor {
    /// Makes the next move; `None` at the end.
    pub fn step(
        &mut self,
        recording: &Recording,
        game: &mut Game,
        events: &mut Vec<GameEvent>,
    ) -> Result<Option<Command>, Divergence> {
        let next = |cursor: &Self| {
            let segment = recording.segments.get(cursor.segment)?;
            segment.moves.get(cursor.index)
        };
        // A segment without moves.
        while self.segment < recording.segments.len() && next(self).is_none() {
            self.end_segment(recording, game)?;
        }
        let Some((command, count)) = next(self) else {
            return Ok(None);
        };
        let (turn, number) = (game.turns(), self.done + 1);
        game.apply(command, events)
            .map_err(|why| Divergence::Refused {
                turn,
                number,
                command,
                why,
            })?;
        self.done = number;
        self.repeat += 1;
        if self.repeat == count {
            self.index += 1;
            self.repeat = 0;
        }
        if next(self).is_none() {
            self.end_segment(recording, game)?;
        }
        Ok(Some(command))
    }

    /// Compares what the recording says at the end of a segment.
    fn end_segment(&mut self, recording: &Recording, game: &Game) -> Result<(), Divergence> {
        let segment = &recording.segments[self.segment];
        self.segment += 1;
        self.index = 0;
        let turn = game.turns();
        if let Some(expected) = segment.digest {
            let found = game.digest();
            if (turn, found) != (segment.standing.turn, expected) {
                return Err(Divergence::State {
                    turn: turn.min(segment.standing.turn),
                    number: self.done,
                    since: self.since,
                    expected,
                    found,
                });
            }
        }
        if self.segment == recording.segments.len() {
            let (expected, found) = (recording.end, End::from(game.outcome()));
            if found != expected {
                return Err(Divergence::End {
                    turn,
                    expected: expected.name(),
                    found: found.name(),
                });
            }
        }
        if segment.digest.is_some() {
            (self.since, self.sound) = (turn, self.segment);
        }
        Ok(())
    }
}

/// Plays a recording with [`step`](Self::step), or moves to any turn with [`seek`](Self::seek).
/// Compares every digest on the way. Snapshots make going back fast: it plays at most 256 moves, or a
/// 128th of a long recording.
///
/// ```
/// use undercroft_core::game::content::Content;
/// use undercroft_core::game::record::Playback;
/// use undercroft_core::game::{Action, Run, Setup};
/// use undercroft_core::rng::Seed;
///
/// let mut run = Run::new(Setup::new(Seed(7))?)?;
/// for _ in 0..100 {
///     run.apply(Action::Wait, &mut Vec::new())?;
/// }
/// let mut playback = Playback::new(run.recording(), run.game().content())?;
/// playback.seek(50)?;
/// assert_eq!(playback.game().turns(), 50);
/// playback.seek(10)?;
/// let command = playback.step(&mut Vec::new())?;
/// assert_eq!((command, playback.game().turns()), (Some(Action::Wait.into()), 11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playback {
    recording: Recording,
    game: Game,
    cursor: Cursor,
    /// Why the last step failed.
    failure: Option<Divergence>,
    /// In ascending order of time, the start first.
    snapshots: Vec<Snapshot>,
    /// Moves in the recording.
    length: u64,
    /// Moves between two snapshots.
    interval: u64,
}

#[derive(Clone, Debug)]
struct Snapshot {
    cursor: Cursor,
    game: Game,
}

impl Playback {
    /// The run at its start.
    ///
    /// # Errors
    /// As [`Recording::start`].
    pub fn new(recording: Recording, content: &'static Content) -> Result<Self, Divergence> {
        let game = recording.start(content)?;
        let cursor = Cursor::default();
        let first = Snapshot {
            cursor,
            game: game.without_buffers(),
        };
        let length = recording.count();
        Ok(Self {
            length,
            interval: SNAPSHOT_INTERVAL.max(length / MAX_SNAPSHOTS),
            snapshots: vec![first],
            failure: None,
            recording,
            game,
            cursor,
        })
    }

    /// The same without further snapshots, for a recording that is only played to its end.
    #[must_use]
    pub fn forwards(self) -> Self {
        let interval = u64::MAX;
        Self { interval, ..self }
    }

    /// The recording being played.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The run at the end of its recording, and the recording.
    pub(super) fn finish(mut self) -> Result<(Game, Recording), Divergence> {
        self.seek_action(self.length)?;
        Ok((self.game, self.recording))
    }

    /// The recording up to the last digest that was equal, as that of a run in progress.
    pub fn sound_part(&self) -> Recording {
        self.recording.clone().cut(self.cursor.sound)
    }

    /// The run in its current state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Moves made so far.
    pub const fn position(&self) -> u64 {
        self.cursor.done
    }

    /// Moves in the recording.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Whether no moves are left.
    pub const fn is_at_end(&self) -> bool {
        self.cursor.done == self.length
    }

    /// Makes the next move and returns it, and appends what happens to `events`. `None` at the
    /// end.
    ///
    /// # Errors
    /// The difference from the recording. Every further step returns the same error, until
    /// [`seek`](Self::seek) goes back to an earlier position.
    pub fn step(&mut self, events: &mut Vec<GameEvent>) -> Result<Option<Command>, Divergence> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let done = self.cursor.step(&self.recording, &mut self.game, events);
        match &done {
            Ok(_) => {
                let last = self.snapshots.last().map_or(0, |last| last.cursor.done);
                if self.cursor.done >= last.saturating_add(self.interval) {
                    self.snapshots.push(Snapshot {
                        cursor: self.cursor,
                        game: self.game.without_buffers(),
                    });
                }
            }
            Err(failure) => self.failure = Some(failure.clone()),
        }
        done
    }

    /// Moves to the first state after `turn` turns of the world, or to the end.
    ///
    /// # Errors
    /// The first difference from the recording on the way.
    pub fn seek(&mut self, turn: u64) -> Result<(), Divergence> {
        let past = self.game.turns() >= turn;
        self.restore_snapshot(past, |snapshot| snapshot.game.turns() < turn);
        self.step_while(|playback| playback.game.turns() < turn)
    }

    /// Moves to the state after `position` moves, or to the end.
    ///
    /// # Errors
    /// The first difference from the recording on the way.
    pub fn seek_action(&mut self, position: u64) -> Result<(), Divergence> {
        let past = self.cursor.done > position;
        self.restore_snapshot(past, |snapshot| snapshot.cursor.done <= position);
        self.step_while(|playback| playback.cursor.done < position)
    }

    /// Restores the last snapshot that is early enough, if the run is `past` the target or if that
    /// saves time.
    fn restore_snapshot(&mut self, past: bool, is_early_enough: impl Fn(&Snapshot) -> bool) {
        let index = self.snapshots.partition_point(is_early_enough).max(1) - 1;
        let snapshot = &self.snapshots[index];
        if past || snapshot.cursor.done > self.cursor.done {
            self.game = snapshot.game.clone();
            self.cursor = snapshot.cursor;
            self.failure = None;
        }
    }

    fn step_while(&mut self, more: impl Fn(&Self) -> bool) -> Result<(), Divergence> {
        let mut events = Vec::new();
        while more(self) && self.step(&mut events)?.is_some() {
            events.clear();
        }
        Ok(())
    }
}

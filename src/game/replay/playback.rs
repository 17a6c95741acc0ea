//! Plays a replay action by action, or jumps to any turn.

use super::recording::{Checkpoint, End, Entry, INTERVAL, Replay, next_checkpoint};
use super::script::Word;
use crate::game::action::{Action, Refusal};
use crate::game::content::Content;
use crate::game::engine::Game;
use crate::game::event::GameEvent;
use crate::game::setup::{GameError, Setup};
use crate::game::state::State;
use crate::{GENERATION_VERSION, RULES_VERSION};

/// Actions between two snapshots of a [`Playback`].
const SNAPSHOT_INTERVAL: u64 = 256;

/// How a replayed run differs from its recording.
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
    #[error("turn {turn}: \"{action}\" was done, and is now refused: {why}")]
    Refused {
        turn: u64,
        /// The action as the replay writes it.
        action: String,
        why: Refusal,
    },
    #[error(
        "turn {turn}: the state differs (digest {found:016x}, recorded {expected:016x}); at turn {since} it was still the same"
    )]
    State {
        /// The first turn whose state is known to differ.
        turn: u64,
        /// The last turn whose state is known to be equal.
        since: u64,
        expected: u64,
        found: u64,
    },
    #[error(
        "turn {turn}: a checkpoint is missing, or one too many is here; there is one every {INTERVAL} turns"
    )]
    Checkpoints { turn: u64 },
    #[error("the run stands at turn {turn} as {found}, and was recorded as {expected}")]
    End {
        turn: u64,
        expected: &'static str,
        found: &'static str,
    },
}

impl Replay {
    /// The run at its start.
    ///
    /// # Errors
    /// If it was recorded with another generation version, under another rules version, or with
    /// other content.
    pub fn start(&self, content: &'static Content) -> Result<Game, Divergence> {
        if self.generation != GENERATION_VERSION {
            let found = self.generation;
            return Err(Divergence::Generation { found });
        }
        if self.rules != RULES_VERSION {
            return Err(Divergence::Rules { found: self.rules });
        }
        let content = content.of_run(self.content);
        if self.content != content.digest() {
            return Err(Divergence::Content {
                expected: content.digest(),
                found: self.content,
            });
        }
        let mut game = Game::new(Setup::with_content(self.seed, content).plus(self.plus))?;
        self.describe(&mut game);
        Ok(game)
    }

    /// Replays the run, compares every digest and returns the run at its end.
    ///
    /// # Errors
    /// The first difference, with its turn.
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

/// A position in a replay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// Index of the current entry, and how often its action was applied already.
    entry: usize,
    repeat: u32,
    /// Actions applied so far.
    done: u64,
    /// The last turn whose digest was compared.
    since: u64,
    /// The turn at or after which the next checkpoint is due.
    next: u64,
}

impl Cursor {
    /// A cursor at the start of a run.
    pub fn new(replay: &Replay, game: &Game) -> Result<Self, Divergence> {
        let mut cursor = Self {
            entry: 0,
            repeat: 0,
            done: 0,
            since: 0,
            next: INTERVAL,
        };
        cursor.compare_checkpoints(replay, game)?;
        Ok(cursor)
    }

    /// Applies the next action; `None` at the end.
    pub fn step(
        &mut self,
        replay: &Replay,
        game: &mut Game,
        events: &mut Vec<GameEvent>,
    ) -> Result<Option<Action>, Divergence> {
        let Some(Entry::Actions(action, count)) = replay.entries.get(self.entry).copied() else {
            return Ok(None);
        };
        let turn = game.turns();
        game.apply(action, events).map_err(|why| {
            let action = Word(action).to_string();
            Divergence::Refused { turn, action, why }
        })?;
        self.done += 1;
        self.repeat += 1;
        if self.repeat == count {
            self.entry += 1;
            self.repeat = 0;
        }
        self.compare_checkpoints(replay, game)?;
        Ok(Some(action))
    }

    /// Compares the checkpoint at this position, if any, and the final state at the end.
    fn compare_checkpoints(&mut self, replay: &Replay, game: &Game) -> Result<(), Divergence> {
        let turn = game.turns();
        if self.repeat == 0
            && let Some(Entry::Checkpoint(checkpoint)) = replay.entries.get(self.entry)
        {
            if turn < self.next {
                return Err(Divergence::Checkpoints { turn });
            }
            self.compare(game, *checkpoint)?;
            self.next = next_checkpoint(turn);
            self.entry += 1;
        }
        match replay.entries.get(self.entry) {
            // Two checkpoints in a row, or a missing one.
            Some(Entry::Checkpoint(_)) => return Err(Divergence::Checkpoints { turn }),
            _ if turn >= self.next => return Err(Divergence::Checkpoints { turn }),
            Some(Entry::Actions(..)) => return Ok(()),
            None => {}
        }
        self.compare(game, replay.end)?;
        let found = End::from_outcome(game.outcome());
        if found != replay.outcome {
            return Err(Divergence::End {
                turn,
                expected: replay.outcome.name(),
                found: found.name(),
            });
        }
        Ok(())
    }

    fn compare(&mut self, game: &Game, checkpoint: Checkpoint) -> Result<(), Divergence> {
        let found = game.digest();
        if (game.turns(), found) == (checkpoint.turn, checkpoint.digest) {
            self.since = checkpoint.turn;
            return Ok(());
        }
        Err(Divergence::State {
            turn: checkpoint.turn.min(game.turns()),
            since: self.since,
            expected: checkpoint.digest,
            found,
        })
    }
}

/// Plays a replay with [`step`](Self::step), or moves to any turn with [`seek`](Self::seek).
/// Compares every checkpoint on the way. Snapshots make going back fast: it replays at most 256
/// actions.
///
/// ```
/// use undercroft::game::content::Content;
/// use undercroft::game::replay::Playback;
/// use undercroft::game::{Action, Run, Setup};
/// use undercroft::rng::Seed;
///
/// let mut run = Run::new(Setup::new(Seed(7))?)?;
/// for _ in 0..100 {
///     run.apply(Action::Wait, &mut Vec::new())?;
/// }
/// let mut playback = Playback::new(run.replay(), run.game().content())?;
/// playback.seek(50)?;
/// assert_eq!(playback.game().turns(), 50);
/// playback.seek(10)?;
/// let action = playback.step(&mut Vec::new())?;
/// assert_eq!((action, playback.game().turns()), (Some(Action::Wait), 11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playback {
    replay: Replay,
    game: Game,
    cursor: Cursor,
    /// Why the last step failed.
    failure: Option<Divergence>,
    /// In ascending order of time, the start first.
    snapshots: Vec<Snapshot>,
    /// Actions in the replay.
    length: u64,
}

#[derive(Clone, Debug)]
struct Snapshot {
    turn: u64,
    cursor: Cursor,
    /// The state in the postcard format.
    state: Vec<u8>,
}

impl Snapshot {
    fn take(game: &Game, cursor: Cursor) -> Self {
        Self {
            turn: game.turns(),
            cursor,
            state: postcard::to_allocvec(game.state())
                .expect("a state is plain data, which postcard can write"),
        }
    }
}

impl Playback {
    /// The run at its start.
    ///
    /// # Errors
    /// As [`Replay::start`], and if its start differs.
    pub fn new(replay: Replay, content: &'static Content) -> Result<Self, Divergence> {
        let game = replay.start(content)?;
        let cursor = Cursor::new(&replay, &game)?;
        Ok(Self {
            length: replay.count(),
            snapshots: vec![Snapshot::take(&game, cursor)],
            failure: None,
            replay,
            game,
            cursor,
        })
    }

    /// The replay being played.
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The run in its current state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Actions applied so far.
    pub const fn position(&self) -> u64 {
        self.cursor.done
    }

    /// Actions in the replay.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Whether no actions are left.
    pub const fn is_at_end(&self) -> bool {
        self.cursor.done == self.length
    }

    /// Applies the next action and returns it, and appends what happens to `events`. `None` at the
    /// end.
    ///
    /// # Errors
    /// The difference from the recording. Every further step returns the same error, until
    /// [`seek`](Self::seek) goes back to an earlier position.
    pub fn step(&mut self, events: &mut Vec<GameEvent>) -> Result<Option<Action>, Divergence> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let done = self.cursor.step(&self.replay, &mut self.game, events);
        match &done {
            Ok(_) => {
                let last = self.snapshots.last().map_or(0, |last| last.cursor.done);
                if self.cursor.done >= last + SNAPSHOT_INTERVAL {
                    self.snapshots.push(Snapshot::take(&self.game, self.cursor));
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
        self.restore_snapshot(past, |snapshot| snapshot.turn < turn)?;
        self.step_while(|playback| playback.game.turns() < turn)
    }

    /// Moves to the state after `position` actions, or to the end.
    ///
    /// # Errors
    /// The first difference from the recording on the way.
    pub fn seek_action(&mut self, position: u64) -> Result<(), Divergence> {
        let past = self.cursor.done > position;
        self.restore_snapshot(past, |snapshot| snapshot.cursor.done <= position)?;
        self.step_while(|playback| playback.cursor.done < position)
    }

    /// Restores the last snapshot that is early enough, if the run is `past` the target or if that
    /// saves time.
    fn restore_snapshot(
        &mut self,
        past: bool,
        is_early_enough: impl Fn(&Snapshot) -> bool,
    ) -> Result<(), Divergence> {
        let index = self.snapshots.partition_point(is_early_enough).max(1) - 1;
        let snapshot = &self.snapshots[index];
        if !past && snapshot.cursor.done <= self.cursor.done {
            return Ok(());
        }
        let state: State = postcard::from_bytes(&snapshot.state)
            .map_err(|error| GameError::InvalidState(error.to_string()))?;
        self.game = Game::resume(state, self.game.content())?;
        self.cursor = snapshot.cursor;
        self.failure = None;
        Ok(())
    }

    fn step_while(&mut self, more: impl Fn(&Self) -> bool) -> Result<(), Divergence> {
        let mut events = Vec::new();
        while more(self) && self.step(&mut events)?.is_some() {
            events.clear();
        }
        Ok(())
    }
}

//! A replay played again: action by action, and forwards and backwards in time.

use super::script::Word;
use super::{End, Entry, INTERVAL, Mark, Replay, next_mark};
use crate::GENERATION_VERSION;
use crate::game::content::Content;
use crate::game::state::State;
use crate::game::{Action, Game, GameError, GameEvent, Refusal};

/// Actions between two snapshots of a [`Playback`].
const SPACING: u64 = 256;

/// Why a run that is played again is not the run that was written down.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Divergence {
    /// It was recorded with another generation version.
    #[error(
        "it was recorded with generation version {found}, and this program has {GENERATION_VERSION}"
    )]
    Generation {
        /// The version it was recorded with.
        found: u32,
    },
    /// It was recorded with other content.
    #[error(
        "it was recorded with other content, of digest {found:016x}; the content given has {expected:016x}"
    )]
    Content {
        /// The digest of the content at hand.
        expected: u64,
        /// The digest of its content.
        found: u64,
    },
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An action that was done is refused.
    #[error("turn {turn}: `{action}` was done, and is now refused: {why}")]
    Refused {
        /// The turn.
        turn: u64,
        /// The action as it is written.
        action: String,
        /// Why.
        why: Refusal,
    },
    /// A state differs.
    #[error(
        "turn {turn}: the state differs (digest {found:016x}, recorded {expected:016x}); at turn {since} it was still the same"
    )]
    State {
        /// The first turn whose state is known to differ.
        turn: u64,
        /// The last turn whose state is known to be the same.
        since: u64,
        /// The digest that was written down.
        expected: u64,
        /// The digest there is now.
        found: u64,
    },
    /// A digest that should have been written down was not, or one that should not was.
    #[error(
        "turn {turn}: a digest belongs every {INTERVAL} turns, and one is missing or too many here"
    )]
    Marks {
        /// The turn.
        turn: u64,
    },
    /// The end differs.
    #[error("the run stands at turn {turn} as {found}, and was recorded as {expected}")]
    End {
        /// The turn.
        turn: u64,
        /// What was written down.
        expected: &'static str,
        /// What it is now.
        found: &'static str,
    },
}

/// How far a replay has been played, and what of it was found right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The entry at hand, and how often its action was done.
    entry: usize,
    repeat: u32,
    /// Actions done.
    done: u64,
    /// The last turn whose digest was compared.
    since: u64,
    /// The turn from which on the next digest is due.
    next: u64,
}

impl Cursor {
    /// Begins with a run at its start.
    pub fn new(replay: &Replay, game: &Game) -> Result<Self, Divergence> {
        let mut cursor = Self {
            entry: 0,
            repeat: 0,
            done: 0,
            since: 0,
            next: INTERVAL,
        };
        cursor.settle(replay, game)?;
        Ok(cursor)
    }

    /// Does the next action; `None` at the end.
    pub fn step(
        &mut self,
        replay: &Replay,
        game: &mut Game,
        events: &mut Vec<GameEvent>,
    ) -> Result<Option<Action>, Divergence> {
        let Some(Entry::Done(action, count)) = replay.entries.get(self.entry).copied() else {
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
        self.settle(replay, game)?;
        Ok(Some(action))
    }

    /// Compares the digests that belong here.
    fn settle(&mut self, replay: &Replay, game: &Game) -> Result<(), Divergence> {
        let turn = game.turns();
        if self.repeat == 0
            && let Some(Entry::Mark(mark)) = replay.entries.get(self.entry)
        {
            if turn < self.next {
                return Err(Divergence::Marks { turn });
            }
            self.compare(game, *mark)?;
            self.next = next_mark(turn);
            self.entry += 1;
        }
        match replay.entries.get(self.entry) {
            // Two in a row, or none where one belongs.
            Some(Entry::Mark(_)) => return Err(Divergence::Marks { turn }),
            _ if turn >= self.next => return Err(Divergence::Marks { turn }),
            Some(Entry::Done(..)) => return Ok(()),
            None => {}
        }
        self.compare(game, replay.end)?;
        let found = End::of(game.outcome());
        if found != replay.outcome {
            return Err(Divergence::End {
                turn,
                expected: replay.outcome.name(),
                found: found.name(),
            });
        }
        Ok(())
    }

    fn compare(&mut self, game: &Game, mark: Mark) -> Result<(), Divergence> {
        let found = game.digest();
        if (game.turns(), found) == (mark.turn, mark.digest) {
            self.since = mark.turn;
            return Ok(());
        }
        Err(Divergence::State {
            turn: mark.turn.min(game.turns()),
            since: self.since,
            expected: mark.digest,
            found,
        })
    }
}

/// A replay played again, as a recording is on a screen: [`step`](Self::step) by step,
/// [`seek`](Self::seek) to any turn. Each digest is compared on the way. Snapshots on the way make
/// going back quick: it plays 256 actions again at most.
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
    content: &'static Content,
    game: Game,
    cursor: Cursor,
    /// What was wrong with the last step.
    broken: Option<Divergence>,
    /// In the order of time, the start first.
    snapshots: Vec<Snapshot>,
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
            state: postcard::to_allocvec(game.state()).expect("a state is plain data"),
        }
    }
}

impl Playback {
    /// The run at its start.
    ///
    /// # Errors
    /// If it was recorded with another generation version or other content, or if its start differs.
    pub fn new(replay: Replay, content: &'static Content) -> Result<Self, Divergence> {
        let game = replay.start(content)?;
        let cursor = Cursor::new(&replay, &game)?;
        Ok(Self {
            length: replay.count(),
            snapshots: vec![Snapshot::take(&game, cursor)],
            broken: None,
            replay,
            content,
            game,
            cursor,
        })
    }

    /// What is played.
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The run as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Actions done.
    pub const fn position(&self) -> u64 {
        self.cursor.done
    }

    /// Actions in all.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Whether nothing is left to play.
    pub const fn is_at_end(&self) -> bool {
        self.cursor.done == self.length
    }

    /// Does the next action and returns it; what happens is appended to `events`. `None` at the end.
    ///
    /// # Errors
    /// What differs from what was recorded; the run then stays as it is, and so does the error, until
    /// somebody goes back.
    pub fn step(&mut self, events: &mut Vec<GameEvent>) -> Result<Option<Action>, Divergence> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let done = self.cursor.step(&self.replay, &mut self.game, events);
        match &done {
            Ok(_) => {
                let last = self.snapshots.last().map_or(0, |last| last.cursor.done);
                if self.cursor.done >= last + SPACING {
                    self.snapshots.push(Snapshot::take(&self.game, self.cursor));
                }
            }
            Err(broken) => self.broken = Some(broken.clone()),
        }
        done
    }

    /// Goes to the first state at which the world has seen `turn` turns, or to the end.
    ///
    /// # Errors
    /// What differs on the way there.
    pub fn seek(&mut self, turn: u64) -> Result<(), Divergence> {
        let past = self.game.turns() >= turn;
        self.jump(past, |snapshot| snapshot.turn < turn)?;
        self.go_on(|playback| playback.game.turns() < turn)
    }

    /// Goes to the state after so many actions, or to the end.
    ///
    /// # Errors
    /// What differs on the way there.
    pub fn seek_action(&mut self, position: u64) -> Result<(), Divergence> {
        let past = self.cursor.done > position;
        self.jump(past, |snapshot| snapshot.cursor.done <= position)?;
        self.go_on(|playback| playback.cursor.done < position)
    }

    /// Goes to the last snapshot that is early enough, if that is a way back or a short cut.
    fn jump(&mut self, past: bool, early: impl Fn(&Snapshot) -> bool) -> Result<(), Divergence> {
        let enough = self.snapshots.partition_point(early).max(1) - 1;
        let snapshot = &self.snapshots[enough];
        if !past && snapshot.cursor.done <= self.cursor.done {
            return Ok(());
        }
        let state: State = postcard::from_bytes(&snapshot.state)
            .map_err(|error| GameError::Unsound(error.to_string()))?;
        self.game = Game::resume(state, self.content)?;
        self.cursor = snapshot.cursor;
        self.broken = None;
        Ok(())
    }

    fn go_on(&mut self, more: impl Fn(&Self) -> bool) -> Result<(), Divergence> {
        let mut events = Vec::new();
        while more(self) && self.step(&mut events)?.is_some() {
            events.clear();
        }
        Ok(())
    }
}

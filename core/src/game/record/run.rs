//! A run with its recording, for clients to play, save and load.

use super::playback::{Divergence, Playback};
use super::recorder::Recorder;
use super::recording::Recording;
use super::text::Record;
use crate::game::content::Content;
use crate::game::engine::Game;
use crate::game::practice::Practice;
use crate::game::setup::{GameError, Setup};
use crate::game::world::action::{Command, Refusal};
use crate::game::world::event::GameEvent;
use crate::record::Chain;

/// A run that is recorded while it is played: its recording is its save.
///
/// ```
/// use undercroft_core::game::record::Recording;
/// use undercroft_core::game::{Action, Run, Setup};
/// use undercroft_core::rng::Seed;
///
/// let mut run = Run::new(Setup::new(Seed(7))?)?;
/// let mut save = run.write();
/// run.apply(Action::Wait, &mut Vec::new())?;
/// save += &run.take_unsaved();
/// let recording: Recording = save.parse()?;
/// let again = Run::load(recording, run.game().content())?;
/// assert_eq!(again.game().digest(), run.game().digest());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    game: Game,
    recorder: Recorder,
    /// Milliseconds since the last record.
    millis: u64,
    /// The hash of the last record that was written.
    chain: Chain,
    /// The records since the last call of [`Self::take_unsaved`] or [`Self::write`].
    unsaved: String,
}

impl Run {
    /// Starts a run and its recording.
    ///
    /// # Errors
    /// If New Game Plus is out of range.
    pub fn new(setup: Setup) -> Result<Self, GameError> {
        let game = Game::new(setup)?;
        let recording = Recording::new(&game);
        Ok(Self::continued(game, recording))
    }

    /// Plays a recording to its end.
    ///
    /// # Errors
    /// The first difference from it. [`Playback`] also returns the run up to there.
    pub fn load(recording: Recording, content: &'static Content) -> Result<Self, Divergence> {
        Self::resume(Playback::new(recording, content)?.forwards())
    }

    /// Continues the run where its recording ends.
    ///
    /// # Errors
    /// The first difference from the recording, if moves are left.
    pub fn resume(playback: Playback) -> Result<Self, Divergence> {
        let (game, recording) = playback.finish()?;
        Ok(Self::continued(game, recording))
    }

    /// A run that was recorded up to the state of `game`.
    fn continued(game: Game, recording: Recording) -> Self {
        let (unsaved, chain) = recording.write();
        Self {
            recorder: Recorder::continued(&game, recording),
            game,
            millis: 0,
            chain,
            unsaved,
        }
    }

    /// Applies an action, as [`Game::apply`] does, and records it.
    ///
    /// # Errors
    /// The [`Refusal`] says why the action is not possible. Nothing has changed then, and nothing
    /// is recorded.
    pub fn apply(
        &mut self,
        command: impl Into<Command>,
        events: &mut Vec<GameEvent>,
    ) -> Result<(), Refusal> {
        let command = command.into();
        self.game.apply(command, events)?;
        let millis = std::mem::take(&mut self.millis);
        let record = self.recorder.add(&self.game, Some(command), millis);
        self.append(&record);
        Ok(())
    }

    fn append(&mut self, record: &Record) {
        self.chain.write(&mut self.unsaved, &record.to_string());
    }

    /// Adds real time to what the next move records, in milliseconds. It decides nothing.
    pub const fn pass(&mut self, millis: u64) {
        self.millis = self.millis.saturating_add(millis);
    }

    /// Records the digest of the current state, unless it is recorded.
    pub fn put_down(&mut self) {
        if self.recorder.is_open() {
            let millis = std::mem::take(&mut self.millis);
            let record = self.recorder.add(&self.game, None, millis);
            self.append(&record);
        }
    }

    /// The game in its current state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Makes the run practice, for good: it counts for no daily and no record. Its recording keeps that, if
    /// `why` is something that happened to this run.
    pub fn mark_practice(&mut self, why: Practice) {
        self.game.mark_practice(why);
        if let Some(record) = self.recorder.mark(&self.game) {
            self.append(&record);
        }
    }

    /// The recording so far, with the digest of the current state.
    pub fn recording(&self) -> Recording {
        self.recorder.clone().finish(&self.game)
    }

    /// Writes the whole recording, to be continued by [`take_unsaved`](Self::take_unsaved).
    pub fn write(&mut self) -> String {
        let text;
        (text, self.chain) = self.recorder.recording().write();
        self.unsaved.clear();
        text
    }

    /// The records since the last call of this or [`write`](Self::write), to be appended to what these returned.
    pub fn take_unsaved(&mut self) -> String {
        std::mem::take(&mut self.unsaved)
    }
}

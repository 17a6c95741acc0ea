//! A run with its recording, for clients to play, save and load.

use super::action::{Action, Refusal};
use super::content::Content;
use super::engine::Game;
use super::event::GameEvent;
use super::practice::Practice;
use super::replay::{Recorder, Replay};
use super::save::{self, SaveError};
use super::setup::{GameError, Setup};

/// A run that is recorded while it is played, so that it can be replayed later.
///
/// ```
/// use undercroft::game::{Action, Run, Setup};
/// use undercroft::rng::Seed;
///
/// let mut run = Run::new(Setup::new(Seed(7))?)?;
/// run.apply(Action::Wait, &mut Vec::new())?;
/// let again = Run::from_bytes(&run.to_bytes())?;
/// assert_eq!(again.game().digest(), run.game().digest());
/// assert_eq!(again.replay(), run.replay());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    game: Game,
    recorder: Recorder,
}

impl Run {
    /// Starts a run and its recording.
    ///
    /// # Errors
    /// If New Game Plus is out of range.
    pub fn new(setup: Setup) -> Result<Self, GameError> {
        let game = Game::new(setup)?;
        let recorder = Recorder::new(&game);
        Ok(Self { game, recorder })
    }

    /// Applies an action, as [`Game::apply`] does, and records it.
    ///
    /// # Errors
    /// The [`Refusal`] says why the action is not possible. Nothing has changed then, and nothing
    /// is recorded.
    pub fn apply(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
        self.game.apply(action, events)?;
        self.recorder.record(&self.game, action);
        Ok(())
    }

    /// The game in its current state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Makes the run practice, for good: it counts for no daily and no record. Its saves and recordings keep that, if
    /// `why` is something that happened to this run.
    pub fn mark_practice(&mut self, why: Practice) {
        self.game.mark_practice(why);
    }

    /// The recording so far.
    pub fn replay(&self) -> Replay {
        self.recorder.replay(&self.game)
    }

    /// Saves the run with its recording.
    pub fn to_bytes(&self) -> Vec<u8> {
        save::encode(&self.game, &self.replay().to_string())
    }

    /// Loads a save and its recording with the embedded content.
    ///
    /// # Errors
    /// Why the save cannot be loaded.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SaveError> {
        Self::from_bytes_with(bytes, save::embedded_content()?)
    }

    /// Loads a save and its recording with the given content.
    ///
    /// # Errors
    /// Why the save cannot be loaded.
    pub fn from_bytes_with(bytes: &[u8], content: &'static Content) -> Result<Self, SaveError> {
        let (mut game, recording) = save::decode(bytes, content)?;
        if recording.is_empty() {
            return Err(SaveError::NoRecording);
        }
        let replay: Replay = recording.parse().map_err(SaveError::Recording)?;
        replay.describe(&mut game);
        let recorder = Recorder::resume(replay, &game).map_err(SaveError::WrongRecording)?;
        Ok(Self { game, recorder })
    }
}

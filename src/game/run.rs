//! A run and its recording: what whoever plays holds, saves and loads.

use super::content::Content;
use super::replay::{Recorder, Replay};
use super::save::{self, SaveError};
use super::{Action, Game, GameError, GameEvent, Refusal, Setup};

/// A run that is recorded while it is played, so that it can be watched later.
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
    /// A run at its start.
    ///
    /// # Errors
    /// If New Game Plus is out of range.
    pub fn new(setup: Setup) -> Result<Self, GameError> {
        let game = Game::new(setup)?;
        let recorder = Recorder::new(&game);
        Ok(Self { game, recorder })
    }

    /// Does an action, as [`Game::apply`] does, and writes it down.
    ///
    /// # Errors
    /// A [`Refusal`] says why it was not done: then nothing has changed, and nothing is written.
    pub fn apply(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
        self.game.apply(action, events)?;
        self.recorder.done(&self.game, action);
        Ok(())
    }

    /// The run as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What was written down so far.
    pub fn replay(&self) -> Replay {
        self.recorder.replay(&self.game)
    }

    /// The run and its recording as a save.
    pub fn to_bytes(&self) -> Vec<u8> {
        save::with_recording(&self.game, &self.replay().to_string())
    }

    /// The run of a save, with its recording and the content of the program.
    ///
    /// # Errors
    /// Why the bytes are no such save.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SaveError> {
        Self::from_bytes_with(bytes, save::embedded()?)
    }

    /// The run of a save that was played with `content`, with its recording.
    ///
    /// # Errors
    /// Why the bytes are no such save.
    pub fn from_bytes_with(bytes: &[u8], content: &'static Content) -> Result<Self, SaveError> {
        let (game, recording) = save::open(bytes, content)?;
        if recording.is_empty() {
            return Err(SaveError::Unrecorded);
        }
        let replay: Replay = recording.parse().map_err(SaveError::Recording)?;
        let recorder = Recorder::resume(replay, &game).map_err(SaveError::OtherRun)?;
        Ok(Self { game, recorder })
    }
}

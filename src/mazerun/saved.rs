//! A run as it is saved: what it was made from and the steps taken. Reading it back makes the maze
//! again and walks the steps, so a state that cannot be reached cannot be read.

use serde::{Deserialize, Serialize};

use super::leg::{Leg, LegError};
use super::run::{MazeRun, StepError};
use crate::geom::Dir;
use crate::mapgen::{MapSpec, SpecError};

/// A run as it is serialised.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    /// Share code of the run's first maze.
    run: String,
    number: u32,
    attempt: u32,
    /// The maze in hex form, if it is not the leg's own.
    maze: Option<String>,
    /// A letter a step: U, R, D or L.
    steps: String,
    hints: u32,
    solved: bool,
}

/// Why a saved run cannot be continued.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SavedError {
    /// The share code of its first maze is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Its maze cannot be made.
    #[error(transparent)]
    Leg(#[from] LegError),
    /// A letter that is not a step.
    #[error("step {number} is `{}`; use U, R, D or L", .found.escape_debug())]
    Letter {
        /// Its number, from 1.
        number: usize,
        /// The letter in its place.
        found: char,
    },
    /// A step that the maze refuses.
    #[error("step {number} cannot be taken: {reason}")]
    Step {
        /// Its number, from 1.
        number: usize,
        /// Why the maze refuses it.
        reason: StepError,
    },
}

impl From<MazeRun> for Saved {
    fn from(run: MazeRun) -> Self {
        let leg = run.leg();
        Self {
            run: leg.first().to_string(),
            number: leg.number(),
            attempt: leg.attempt(),
            maze: run.is_loaded().then(|| run.maze().to_string()),
            steps: run.steps().iter().map(|dir| letter(*dir)).collect(),
            hints: run.hints(),
            solved: run.is_solved(),
        }
    }
}

impl TryFrom<Saved> for MazeRun {
    type Error = SavedError;

    fn try_from(saved: Saved) -> Result<Self, SavedError> {
        let first: MapSpec = saved.run.parse()?;
        let leg = Leg::of(&first)?.at(saved.number, saved.attempt);
        let mut run = match &saved.maze {
            Some(text) => leg.load_hex(text)?,
            None => leg.make()?,
        };
        for (index, found) in saved.steps.chars().enumerate() {
            let number = index + 1;
            let dir = Dir::CARDINAL
                .into_iter()
                .find(|dir| letter(*dir) == found)
                .ok_or(SavedError::Letter { number, found })?;
            run.step(dir)
                .map_err(|reason| SavedError::Step { number, reason })?;
        }
        run.recall(saved.hints, saved.solved);
        Ok(run)
    }
}

/// The letter of one of the four directions.
const fn letter(dir: Dir) -> char {
    match dir {
        Dir::North => 'U',
        Dir::East => 'R',
        Dir::South => 'D',
        _ => 'L',
    }
}

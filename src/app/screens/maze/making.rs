//! Mazes that are made beside the frames. Knows nothing of play.

use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};

use super::round::Round;
use crate::mazerun::{Leg, LegError};

/// Number of cells up to which a maze is waited for.
const SMALL: usize = 256 * 256;

/// A maze on its way.
pub(super) struct Making {
    leg: Leg,
    task: Task<Result<Round, LegError>>,
}

impl Making {
    /// Begins.
    pub fn start(leg: Leg) -> Self {
        let made = leg.clone();
        let work = async move { made.make().map(Round::new) };
        let task = AsyncComputeTaskPool::get().spawn(work);
        Self { leg, task }
    }

    /// What is made.
    pub const fn leg(&self) -> &Leg {
        &self.leg
    }

    /// The maze, if it is small or made by now.
    pub fn take(self) -> Result<Result<Round, LegError>, Self> {
        if self.leg.size().area() <= SMALL || self.task.is_finished() {
            Ok(block_on(self.task))
        } else {
            Err(self)
        }
    }
}

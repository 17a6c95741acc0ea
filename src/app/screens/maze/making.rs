//! Mazes that are made: small ones at once, large ones beside the frames. Knows nothing of play.

use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::play::Play;
use super::round::Round;
use crate::app::frame::Phase;
use crate::app::platform::clock::Wake;
use crate::app::screen::{Screen, on};
use crate::mazerun::{Leg, LegError};

/// Number of cells above which a maze is made beside the frames.
const LARGE: usize = 256 * 256;

/// A maze on its way.
pub(super) struct Making {
    leg: Leg,
    progress: Progress,
}

enum Progress {
    Underway(Task<Result<Round, LegError>>),
    /// Made, but for being asked for; boxed as it is much larger than a task.
    Done(Box<Result<Round, LegError>>),
}

impl Making {
    /// Begins.
    pub fn start(leg: Leg) -> Self {
        let progress = if leg.size().area() > LARGE {
            let leg = leg.clone();
            let work = async move { leg.make().map(Round::new) };
            Progress::Underway(AsyncComputeTaskPool::get().spawn(work))
        } else {
            Progress::Done(Box::new(leg.make().map(Round::new)))
        };
        Self { leg, progress }
    }

    /// What is made.
    pub const fn leg(&self) -> &Leg {
        &self.leg
    }

    /// The maze, once it is made.
    pub fn take(self) -> Result<Result<Round, LegError>, Self> {
        match self.progress {
            Progress::Done(made) => Ok(*made),
            Progress::Underway(mut task) => match check_ready(&mut task) {
                Some(made) => Ok(made),
                None => Err(Self {
                    progress: Progress::Underway(task),
                    ..self
                }),
            },
        }
    }

    /// Whether it is still being made, as far as is known.
    pub const fn is_underway(&self) -> bool {
        matches!(self.progress, Progress::Underway(_))
    }
}

/// Time between two frames while a maze is made.
const PACE: Duration = Duration::from_millis(50);

/// Lets frames come by themselves while a maze is made.
pub(super) fn window_plugin(app: &mut App) {
    app.add_message::<Wake>()
        .add_systems(Update, pace.run_if(on(Screen::Maze)).in_set(Phase::Show));
}

fn pace(play: Res<Play>, mut wake: MessageWriter<Wake>) {
    if play.is_making() {
        wake.write(Wake(PACE));
    }
}

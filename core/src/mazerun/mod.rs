//! Maze Run: a series of mazes from one seed, each a little larger than the last. The goal is to
//! walk from one end of the longest path to the other. Rules only: no screen, no clock, no files.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Leg`] | which maze of which run: generator, parameters, seed, size; the one after it |
//! | [`MazeRun`] | a maze being walked: steps, trail, hints, the result |
//! | [`Progress`] | a maze with the steps taken, as a text |
//! | [`Trace`] | what a walk leaves on a cell: the trail, or that it came back from there |
//!
//! A maze of a run is the map of a share code ([`Leg::spec`]), so that other commands and screens
//! can generate the same one. A run is serialized as its leg and its steps, which are replayed on
//! reading.
//!
//! ```
//! use undercroft_core::geom::Size;
//! use undercroft_core::mazerun::{Event, Leg};
//! use undercroft_core::rng::Seed;
//!
//! let mut run = Leg::new("maze-dfs", Size::new(8, 5), Seed(7))?.make()?;
//! while let Some(dir) = run.next_step() {
//!     run.step(dir)?;
//! }
//! let outcome = run.outcome().expect("the way leads to the goal");
//! assert_eq!(outcome.steps, outcome.shortest);
//! assert_eq!(run.next()?.maze().size(), Size::new(10, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod leg;
mod run;
mod saved;
mod trail;

pub use leg::{Leg, LegError, MAX_SIDE};
pub use run::{Event, HINT, MazeRun, Outcome, StepError};
#[doc(hidden)]
pub use saved::PROGRESS_SEPARATOR;
pub use saved::Progress;
#[doc(hidden)]
pub use saved::{letter, step_of};
pub use trail::Trace;

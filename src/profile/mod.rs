//! The player's profile: boards and mazes in play, saved runs, records, dailies and the lamps of packs, and the form
//! in which each is kept in the data folder. The window and the terminal share it, and so share all that a player
//! has. It writes no file by itself but those of finished runs.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Round`], [`Recorded`] | what boards and mazes in play have in common; one with its recording, which is its save |
//! | [`Stats`] | what a board or a maze in play has taken: time, moves, help |
//! | [`Sitting`], [`Shelf`] | a player at a puzzle: the round in play and those that undo and redo lead to |
//! | `file` | the file of a sitting |
//! | [`board`], [`maze`] | a board and a maze in play |
//! | [`Records`], [`Game`] | the player's best results and streaks; the puzzle games that have them |
//! | [`score`] | scores that compare players and not puzzles, their history, and the lamps of packs |
//! | [`daily`] | the board and the maze of each day, and the lines in which results are shared |
//! | [`Slot`], [`SaveFolder`], [`Ending`] | the saves of runs, what is kept of finished ones, and how it gets there |

pub mod board;
pub mod daily;
mod ending;
mod file;
#[cfg(all(feature = "cli", not(target_family = "wasm")))]
mod folder;
mod game;
pub mod maze;
mod recorded;
mod records;
mod round;
mod runs;
pub mod score;
mod shelf;
mod sitting;
pub mod solve;
mod solves;
mod stats;
mod time;

pub use ending::Ending;
#[cfg(all(feature = "cli", not(target_family = "wasm")))]
pub use folder::standard_folder;
pub use game::Game;
pub use recorded::{MAX_WORK, Recorded};
pub use records::{Completion, Help, Records, Runs, Uncounted, Verdict};
pub use round::Round;
pub use runs::{SaveFolder, Slot};
pub use shelf::Shelf;
pub use sitting::{Done, Sitting, Unsaved};
pub use solve::{Solve, SolvePlayer};
pub use solves::{Kept, Solves};
pub use stats::Stats;
pub use time::format_time;

//! What is kept of finished puzzles and runs: records, results of dailies, and the lamps of packs.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Records`] | the player's best results and streaks, and their file |
//! | [`BestSolves`] | the player's best solve of each board and maze, and their file |
//! | [`Game`] | the puzzle games, and what differs between them |
//! | [`daily`] | the board and the maze of each day |

pub mod daily;
mod game;
mod records;
mod solves;

use bevy::prelude::*;

pub use solves::BestSolves;

pub use crate::profile::{Completion, Game, Help, Records, Runs, Uncounted, Verdict};

/// Adds [`Records`], which are saved if the app has a data folder.
pub struct RewardPlugin;

impl Plugin for RewardPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((records::plugin, solves::plugin));
    }
}

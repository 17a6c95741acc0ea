//! Records, daily puzzles and packs. Knows what counts as an achievement, not how a board or a maze is played.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Records`] | the player's best results and streaks, and their file |
//! | [`daily`] | the board and the maze of each day |

pub mod daily;
mod records;

use bevy::prelude::*;

pub use records::{Best, Completion, Game, Help, Records, Runs, Uncounted, Verdict};

/// Adds [`Records`], which are saved if the app has a data folder.
pub struct RewardPlugin;

impl Plugin for RewardPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(records::plugin);
    }
}

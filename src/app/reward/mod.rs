//! Records, daily puzzles and packs. Knows what counts as an achievement, not how a board or a maze is played.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Records`] | the player's best results and streaks, and their file |
//! | [`daily`] | the board and the maze of each day |
//! | [`Chosen`] | the board or maze chosen on the title screen |

pub mod daily;
mod records;

use bevy::prelude::*;

pub use records::{Best, Completion, Game, Help, Records, Runs, Uncounted, Verdict};

use crate::code::Target;
use crate::conduit;
use crate::game::Daily;
use crate::mazerun;
use crate::pack::Place;

/// Adds [`Records`] and [`Chosen`]. Records are saved if the app has a data folder.
pub struct RewardPlugin;

impl Plugin for RewardPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Chosen>().add_plugins(records::plugin);
    }
}

/// The choice made on the title screen, with which the next screen starts. The title resets it.
#[derive(Resource, Default, Clone, Debug)]
pub enum Chosen {
    /// No choice: the screen starts with what it would show anyway.
    #[default]
    Nothing,
    /// The daily of a day: its board, its maze or, on the title, its run.
    Daily(Daily),
    /// A board or maze of a pack.
    Pack(Place),
    /// A board given by a share code or an id.
    Board(conduit::Named),
    /// A maze given by a share code, with the steps already taken.
    Maze(Box<mazerun::Progress>),
}

impl From<Target> for Chosen {
    /// The board or the maze of a target. Seeds, maps and recorded runs are passed on in other ways.
    fn from(target: Target) -> Self {
        match target {
            Target::Board(named) => Self::Board(named),
            Target::Maze(progress) => Self::Maze(progress),
            Target::Daily(code) => Self::Daily(code.day),
            _ => Self::Nothing,
        }
    }
}

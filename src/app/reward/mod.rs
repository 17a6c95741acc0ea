//! What playing comes to: records, days, packs. Knows what counts and for how much, not how a board
//! or a maze is played.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Records`] | what was achieved, and its file |
//! | [`daily`] | the board and the maze of each day |
//! | [`Chosen`] | the board or the maze that was chosen on the title |

pub mod daily;
mod records;

use bevy::prelude::*;

pub use records::{Best, Done, Game, Help, Records, Runs, Verdict};

use crate::conduit;
use crate::game::Daily;
use crate::mazerun;
use crate::pack::Place;

/// Keeps records, if there is a folder for that.
pub struct RewardPlugin;

impl Plugin for RewardPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Chosen>().add_plugins(records::plugin);
    }
}

/// What was chosen on the title, until it is shown again; the screen that is opened begins with it.
#[derive(Resource, Default, Clone, Debug)]
pub enum Chosen {
    /// Whatever the screen would show without a choice.
    #[default]
    Nothing,
    /// The board or maze of a day.
    Daily(Daily),
    /// One of a pack.
    Pack(Place),
    /// A board that was named.
    Board(conduit::Named),
    /// A maze with the steps taken.
    Maze(Box<mazerun::Progress>),
}

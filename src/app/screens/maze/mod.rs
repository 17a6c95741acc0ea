//! The Maze Run screen: the maze as terrain lit by the walker's trail, with hints, results and files.
//! The rules are in [`crate::mazerun`].
//!
//! [`Play`] holds the state of the game. Actions change it; the other parts show it or queue actions.

mod act;
mod action;
mod beacon;
mod file;
mod glow;
mod kept;
mod lessons;
mod making;
mod paint;
mod play;
mod pointer;
mod result;
mod round;
mod score;
mod status;
mod stone;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::keeping;

pub use action::MazeAction;
pub use beacon::Beacon;
pub use file::GivenMaze;
pub use play::Play;
pub use round::{Round, RoundResult};

/// Adds the Maze Run screen; the result box only where there is a renderer.
pub struct MazePlugin;

impl Plugin for MazePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            keeping::plugin::<Play>,
            lessons::plugin,
            score::plugin,
            act::plugin,
            file::plugin,
            paint::plugin,
            beacon::plugin,
            pointer::plugin,
            status::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(result::plugin);
        }
    }
}

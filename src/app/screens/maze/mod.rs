//! Maze Run's screen: the maze as terrain, lit by what was walked; hints, results, files. The
//! rules are [`crate::mazerun`]'s. This file lists the parts; each file owns one of them.
//!
//! [`Play`] is what is played: actions change it, and the other parts show it or ask it for steps.

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

pub use action::MazeAction;
pub use beacon::Beacon;
pub use file::GivenMaze;
pub use play::Play;
pub use round::{Finish, Round};

/// Adds the screen.
pub struct MazePlugin;

impl Plugin for MazePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            kept::plugin,
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

//! The Maze Run screen: the maze as terrain lit by the walker's trail, with hints, results and files.
//! The rules are in [`crate::mazerun`].
//!
//! [`Play`] holds the state of the game. Actions change it; the other parts show it or queue actions.

mod action;
mod apply;
mod beacon;
mod file;
mod generation;
mod landscape;
mod lessons;
mod lighting;
mod paint;
mod play;
mod pointer;
mod result;
mod round;
mod save;
mod score;
mod status;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::autosave;
use crate::app::card::{AddScreen, Fit, ScreenCard, Zooms};
use crate::app::screen::Screen;

pub use action::MazeAction;
pub use beacon::Beacon;
pub use play::Play;
pub use round::{Round, RoundResult};

/// Adds the Maze Run screen; the result box only where there is a renderer.
pub struct MazePlugin;

impl Plugin for MazePlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Maze,
            ScreenCard {
                fit: Fit {
                    // The player walks through even a large map.
                    min_tile_height: 16.0,
                    enlarges_large_maps: true,
                    ..default()
                },
                zoom: Zooms::Map,
                seed: |world| {
                    let run = world.resource::<Play>().round()?.run();
                    (!run.is_loaded()).then(|| run.leg().spec().seed)
                },
                shared: |world| score::share_maze(world.resource::<Play>().round()?),
                ..default()
            },
        );
        app.add_plugins((
            autosave::plugin::<Play>,
            lessons::plugin,
            score::plugin,
            apply::plugin,
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

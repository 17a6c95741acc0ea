//! The Maze Run screen: the maze as terrain lit by the walker's trail, with hints, results and files.
//! The rules are in [`crate::mazerun`].
//!
//! [`MazeSession`] holds the state of the game. Actions change it; the other parts show it or queue actions.

mod action;
mod apply;
mod beacon;
mod file;
mod ghost;
mod landscape;
mod lessons;
mod lighting;
mod mazes;
mod paint;
mod panel;
mod pointer;
mod request;
mod status;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::card::{AddScreen, Fingers, Fit, ScreenCard, Shared, Zooms};
use crate::app::puzzle::panel::PanelPlugin;
use crate::app::puzzle::{PuzzlePlugin, Round};
use crate::app::screen::Screen;
#[cfg(feature = "cli")]
use crate::export::sheet::Entry;
use crate::game::DailyGame;
use crate::profile::maze::words::describe_place;

pub use crate::profile::maze::{Mark, MazeMove, MazeRefusal, MazeRound, RoundResult};
pub use action::MazeAction;
pub use beacon::Beacon;
pub use ghost::GhostWalker;
pub use mazes::{MazeSession, Mazes};
pub use request::MazeRequest;

/// Adds the Maze Run screen; the result box and the panel only where there is a renderer.
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
                fingers: Fingers {
                    drag: Some(MouseButton::Left),
                    ..default()
                },
                seed: |world| {
                    let run = world.resource::<MazeSession>().run();
                    (!run.is_loaded()).then(|| run.leg().spec().seed)
                },
                place: |world| {
                    let play = world.resource::<MazeSession>();
                    Some(describe_place(play.round(), play.is_dark()))
                },
                shared: |world| shared(world.resource::<MazeSession>()),
                copied: |world| Some(file::copied(world.resource::<MazeSession>())),
                open: file::open,
                is_making: |world| world.resource::<MazeSession>().is_waiting(),
                #[cfg(feature = "cli")]
                printed: |world| Ok(vec![printed(world.resource::<MazeSession>())]),
                ..default()
            },
        );
        app.add_plugins((
            PuzzlePlugin::<Mazes>::default(),
            apply::plugin,
            file::plugin,
            ghost::plugin,
            paint::plugin,
            beacon::plugin,
            pointer::plugin,
            status::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(PanelPlugin::<Mazes>::default());
        }
    }
}

/// The maze as it is printed.
#[cfg(feature = "cli")]
fn printed(play: &MazeSession) -> Entry {
    let of_day = || play.day().and_then(|day| Entry::daily_maze(day).ok());
    let of_pack = play.place().and_then(Entry::pack_maze);
    of_pack
        .or_else(of_day)
        .unwrap_or_else(|| Entry::maze(play.run().clone()))
}

/// The maze as others can open it; `None` if it came from a file.
fn shared(play: &MazeSession) -> Option<Shared> {
    if let Some(day) = play.day() {
        return Some(Shared::daily(DailyGame::Maze, day));
    }
    let run = play.run();
    let spec = (!run.is_loaded()).then(|| run.leg().spec())?;
    Some(Shared::Code(format!("{spec}@:0:0"), "maze"))
}

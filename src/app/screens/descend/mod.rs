//! The roguelike's screen. Turns input into [`Action`](crate::game::Action)s for the run's
//! [`Game`](crate::game::Game) and shows what the player may know of it. The rules and the saved state
//! live in the game, not here.
//!
//! | part | owns |
//! | --- | --- |
//! | `action` | the actions that keys and buttons trigger |
//! | `mode` | what is open over the map: the [`Mode`] |
//! | `reply` | what a mode's handler wants done |
//! | `modes` | one file per mode: what actions do in it, what it draws, the bar's hints |
//! | `walk` | walks to a tile that is clicked or aimed at |
//! | `apply` | applies replies, runs long actions over several frames |
//! | `shell` | what the screen uses of the shell around the run |
//! | `save` | the run on disk: autosaves, loading, the files written at its end |
//! | `menu` | the box over the map |
//! | `placement` | placement of the box, clear of the player |
//! | `pointer` | the tile under the pointer: path, tooltip |
//! | `lessons` | one-line lessons, each shown the first time it applies |

mod action;
mod apply;
mod lessons;
mod menu;
mod mode;
mod modes;
mod placement;
mod pointer;
mod reply;
mod save;
mod shell;
mod walk;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::DescendAction;
pub use mode::{AimKind, Mode, Purpose};
pub use save::SaveFailure;

use crate::app::card::{AddScreen, RunSource, ScreenCard, Shared, Zooms};
use crate::app::screen::Screen;
use crate::app::stage::{self, Run};
use crate::game::DailyGame;

/// Runs the roguelike on [`Screen::Descend`].
#[derive(Default)]
pub struct DescendPlugin {
    /// The folder for the player's files. `None` disables saving.
    pub data: Option<PathBuf>,
}

impl Plugin for DescendPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Descend,
            ScreenCard {
                fit: stage::FIT,
                zoom: Zooms::Map,
                run: Some(RunSource::Played),
                has_run_panels: true,
                seed: |world| match world.get_resource::<Run>() {
                    Some(run) => Some(run.game().seed()),
                    None => (ScreenCard::default().seed)(world),
                },
                place: |world| {
                    let run = world.get_resource::<Run>()?;
                    // Where a long action leads is told at its end.
                    if run.game().doing().is_some() {
                        return None;
                    }
                    Some(modes::describe_place(*world.resource(), run))
                },
                shared: |world| world.get_resource::<Run>().map(share_run),
                ..default()
            },
        );
        app.add_plugins((apply::plugin, pointer::plugin, stage::plugin));
        if let Some(data) = &self.data {
            save::plugin(app, data.clone());
        }
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((menu::plugin, modes::board::plugin));
        }
    }
}

fn share_run(run: &Run) -> Shared {
    let game = run.game();
    match game.daily() {
        Some(day) => Shared::daily(DailyGame::Run, day),
        None => Shared::Seed(game.seed()),
    }
}

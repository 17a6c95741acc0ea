//! The roguelike's screen. Turns input into [`Action`](crate::game::Action)s for the run's
//! [`Game`](crate::game::Game) and shows what the player may know of it. The rules and the saved state
//! live in the game, not here.
//!
//! | part | owns |
//! | --- | --- |
//! | `action` | the actions that keys and buttons trigger |
//! | `mode` | what is open over the map: the [`Mode`] |
//! | `aim` | the aiming cursor, and clicks on the map |
//! | `reply` | what a mode's handler wants done |
//! | `apply` | applies actions, runs long actions over several frames |
//! | `shell` | what the screen uses of the shell around the run |
//! | `save` | the run on disk: autosaves, loading, the files written at its end |
//! | `offers` | the actions that the bar offers where the player stands |
//! | `placement` | placement of cards and menus, clear of the player |
//! | `pointer` | the tile under the pointer: path, tooltip |
//! | `conduit` | the conduit board drawn over the map |
//! | `menu` | the box over the map: questions, examined tiles, the message log |
//! | `pack` | the pack list and item cards |
//! | `pause` | the pause menu |
//! | `lessons` | one-line lessons, each shown the first time it applies |
//! | `ending` | the summary at the end of a run, and its menu |

mod action;
mod aim;
mod apply;
mod conduit;
mod ending;
mod lessons;
mod menu;
mod mode;
mod offers;
mod pack;
mod pause;
mod placement;
mod pointer;
mod reply;
mod save;
mod shell;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::DescendAction;
pub use mode::{AimKind, Mode, Purpose};
pub use save::SaveFailure;

use crate::app::stage;

/// Runs the roguelike on [`Screen::Descend`](crate::app::Screen::Descend).
#[derive(Default)]
pub struct PlayPlugin {
    /// The folder for the player's files. `None` disables saving.
    pub data: Option<PathBuf>,
}

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((apply::plugin, pointer::plugin, stage::plugin));
        if let Some(data) = &self.data {
            save::plugin(app, data.clone());
        }
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((menu::plugin, conduit::plugin));
        }
    }
}

//! Descend: the roguelike on the screen. Intents become [`Action`](crate::game::Action)s of the
//! run's [`Game`](crate::game::Game), of which this shows what its player may know. No rule is here,
//! and nothing here is part of a run.
//!
//! | part | owns |
//! | --- | --- |
//! | `intent` | what keys can ask for |
//! | `act` | from intents to actions, long actions, the [`Mode`] |
//! | `here` | what is obvious where the player stands |
//! | `run` | the run with its recording and messages |
//! | `save` | the run on the disk: saved, found again, told about at its end |
//! | `stage` | which run is shown: the player's, or one that is watched |
//! | `demo` | a bot's run behind the title |
//! | `scene` | the level on the terrain: what is seen, remembered and lit; actors; marks |
//! | `pointer` | the tile under the pointer |
//! | `panel` | the sidebar |
//! | `log` | messages, folded, and the box that shows the last of them |
//! | `surge` | light that runs from a solved conduit |
//! | `conduit` | the board of a conduit that is worked |
//! | `menu` | what opens over the map: questions, what is looked at, the whole log |
//! | `pack` | the pack, the card of an item |
//! | `over` | the end of a run, and where to go from there |
//! | `tally` | what a run amounted to |

mod act;
mod conduit;
mod demo;
mod here;
mod intent;
mod log;
mod menu;
mod over;
mod pack;
mod panel;
mod pointer;
mod run;
mod save;
mod scene;
mod stage;
mod surge;
mod tally;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use act::{Aimed, Mode};
pub use intent::PlayIntent;
pub(super) use intent::TABLE;
pub(super) use log::HEIGHT as LOG_HEIGHT;
pub use log::Log;
pub use pack::Purpose;
pub(super) use panel::WIDTH as PANEL_WIDTH;
pub use run::Run;
pub use save::SaveFolder;
pub use stage::Watched;
pub use tally::Tally;

/// Plays the roguelike on [`Screen::Play`](super::screens::Screen::Play).
#[derive(Default)]
pub struct PlayPlugin {
    /// The folder for the player's files. Without it nothing is saved.
    pub data: Option<PathBuf>,
}

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((act::plugin, scene::plugin, demo::plugin));
        if let Some(data) = &self.data {
            save::plugin(app, data.clone());
        }
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((panel::plugin, log::plugin, menu::plugin));
        }
    }
}

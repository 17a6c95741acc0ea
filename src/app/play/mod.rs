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
//! | `scene` | the level on the terrain: what is seen, remembered and lit; actors; marks |
//! | `panel` | the sidebar |
//! | `log` | messages, folded, and the box that shows the last of them |
//! | `surge` | light that runs from a solved conduit |
//! | `conduit` | the board of a conduit that is worked |
//! | `menu` | the pack, questions, the whole log, the end |

mod act;
mod conduit;
mod here;
mod intent;
mod log;
mod menu;
mod panel;
mod run;
mod save;
mod scene;
mod surge;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use act::{Aimed, Mode, Purpose};
pub use intent::PlayIntent;
pub(super) use intent::TABLE;
pub use log::Log;
pub use run::Run;

/// Plays the roguelike on [`Screen::Play`](super::screens::Screen::Play).
#[derive(Default)]
pub struct PlayPlugin {
    /// The folder for the player's files. Without it nothing is saved.
    pub data: Option<PathBuf>,
}

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((act::plugin, scene::plugin));
        if let Some(data) = &self.data {
            save::plugin(app, data.clone());
        }
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((panel::plugin, log::plugin, menu::plugin));
        }
    }
}

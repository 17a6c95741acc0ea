//! Descend: the roguelike on the screen. What is asked for becomes [`Action`](crate::game::Action)s of the
//! run's [`Game`](crate::game::Game), of which this shows what its player may know. No rule is here,
//! and nothing here is part of a run.
//!
//! | part | owns |
//! | --- | --- |
//! | `action` | what keys can ask for |
//! | `mode` | what is open over the map: the [`Mode`] |
//! | `act` | what comes of what is asked for, long actions |
//! | `save` | the run on the disk: saved, found again, told about at its end |
//! | `here` | what can be done here, for the bar |
//! | `room` | where cards and boxes lie |
//! | `pointer` | the tile under the pointer |
//! | `conduit` | the board of a conduit that is worked |
//! | `menu` | what opens over the map: questions, what is looked at, the whole log |
//! | `pack` | the pack, the card of an item |
//! | `pause` | the pause menu |
//! | `teach` | a line at the first of each thing |
//! | `over` | the end of a run, and where to go from there |

mod act;
mod action;
mod conduit;
mod here;
mod menu;
mod mode;
mod over;
mod pack;
mod pause;
mod pointer;
mod room;
mod save;
mod teach;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::PlayAction;
pub use mode::{Aimed, Mode};
pub use pack::Purpose;
pub use save::SaveFailure;

use crate::app::stage;

/// Plays the roguelike on [`Screen::Play`](crate::app::Screen::Play).
#[derive(Default)]
pub struct PlayPlugin {
    /// The folder for the player's files. Without it nothing is saved.
    pub data: Option<PathBuf>,
}

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((act::plugin, pointer::plugin, stage::plugin));
        if let Some(data) = &self.data {
            save::plugin(app, data.clone());
        }
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((menu::plugin, conduit::plugin));
        }
    }
}

//! Descend: the roguelike on the screen. Intents become [`Action`]s of the run's [`Game`], of which
//! this shows what its player may know. No rule is here, and nothing here is part of a run.
//!
//! | part | owns |
//! | --- | --- |
//! | `intent` | what keys can ask for |
//! | `act` | the run: from intents to actions, long actions, the [`Mode`] |
//! | `scene` | the level on the terrain: what is seen, remembered and lit; actors; marks |
//! | `panel` | the sidebar |
//! | `log` | messages, folded, and the box that shows the last of them |
//! | `menu` | the pack, questions, the whole log, the end |

mod act;
mod intent;
mod log;
mod menu;
mod panel;
mod scene;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use act::{Aimed, Mode, Purpose, Run};
pub use intent::PlayIntent;
pub(super) use intent::TABLE;
pub use log::Log;

/// Plays the roguelike on [`Screen::Play`](super::Screen::Play).
pub struct PlayPlugin;

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((act::plugin, scene::plugin));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((panel::plugin, log::plugin, menu::plugin));
        }
    }
}

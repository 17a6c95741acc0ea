//! The window: the Bevy shell around the core. [`UndercroftPlugin`] adds its plugins; another game may
//! add [`dungeon::DungeonPlugin`] and [`glyph::GlyphPlugin`] alone. What the shell does in a frame is
//! ordered by [`Phase`].
//!
//! Each floor uses those below it alone, and no screen uses another:
//!
//! | floor | owns |
//! | --- | --- |
//! | `run` | the window, and what can go wrong with it; films, without one |
//! | `share` | links to what is shown |
//! | `apng` | pictures and films as files |
//! | `screenshot` | pictures of the window |
//! | `screens` | one folder a screen, with its actions and its state |
//! | `stage` | a run shown on the map: the log, the sidebar, effects |
//! | `link` | what is named by a link to the browser page, or by a code |
//! | `reward` | records, days, packs |
//! | `ui` | widgets, panels, the focus, the frame of every screen |
//! | `player` | the walker |
//! | `light` | what lights the map |
//! | `dungeon` | the map that is shown, and how it is painted |
//! | `input` | physical input, actions, the key map, the layers that are open |
//! | `sound` | what is heard |
//! | `seed` | the seed of the run |
//! | `glyph` | what is seen: glyphs, terrain, the camera |
//! | `board` | the picture of a Conduit board |
//! | `settings` | what the player has chosen |
//! | `keeping` | what is played, saved with every change |
//! | `platform` | the one place that touches the system |
//! | `notice` | what is told to the player, and what waits for them |
//! | `screen` | which screens there are |
//! | `frame` | the order of a frame |

#[cfg(not(target_family = "wasm"))]
mod apng;
pub mod board;
pub mod dungeon;
mod frame;
pub mod glyph;
pub mod input;
mod keeping;
pub mod light;
pub mod link;
mod notice;
pub mod platform;
pub mod player;
pub mod reward;
mod run;
mod screen;
pub mod screens;
pub mod screenshot;
pub mod seed;
pub mod settings;
pub mod share;
pub mod sound;
pub mod stage;
pub mod ui;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use frame::Phase;
pub use notice::{Notice, PausedGames};
#[cfg(target_family = "wasm")]
pub use run::open_page;
pub use run::{Error, Options, run};
#[cfg(not(target_family = "wasm"))]
pub use run::{Filming, film};
pub use screen::Screen;

use crate::mapgen::MapSpec;

/// The whole shell but the window itself and the files.
pub struct UndercroftPlugin {
    /// The first map; its seed is that of the run.
    pub spec: MapSpec,
    /// The screen that is shown first.
    pub screen: Screen,
    /// The folder for the player's files. Without it nothing is saved.
    pub data: Option<PathBuf>,
    /// Whether nobody has asked for the seed.
    pub drawn: bool,
}

impl Plugin for UndercroftPlugin {
    fn build(&self, app: &mut App) {
        frame::configure_phases(app);
        if let Some(data) = &self.data {
            platform::kept::OwnFolder::open(app, data);
        }
        app.add_plugins((
            platform::clock::ClockPlugin,
            platform::idle::IdlePlugin,
            reward::RewardPlugin,
        ))
        .add_plugins((
            seed::SeedPlugin {
                seed: self.spec.seed,
                drawn: self.drawn,
            },
            dungeon::DungeonPlugin {
                spec: self.spec.clone(),
            },
            input::InputPlugin,
            player::PlayerPlugin,
            glyph::GlyphPlugin,
            light::LightPlugin,
            ui::UiPlugin,
            screens::lab::LabPlugin,
            screens::descend::PlayPlugin {
                data: self.data.clone(),
            },
            screens::replays::ReplayPlugin {
                data: self.data.clone(),
            },
            screens::maze::MazePlugin,
            screens::conduit::ConduitPlugin,
            screens::options::OptionsPlugin,
            settings::SettingsPlugin,
            screens::ScreensPlugin { first: self.screen },
        ));
        app.add_plugins((sound::SoundPlugin, share::plugin));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(board::plugin);
        }
    }
}

/// The key map with the actions of all screens.
#[cfg(test)]
pub(crate) fn keymap() -> input::Keymap {
    let mut keymap = input::Keymap::default();
    keymap.register::<input::MenuAction>();
    keymap.register::<input::CommonAction>();
    keymap.register::<input::Step>();
    keymap.register::<screens::lab::LabAction>();
    keymap.register::<screens::descend::PlayAction>();
    keymap.register::<screens::replays::ReplayAction>();
    keymap.register::<screens::maze::MazeAction>();
    keymap.register::<screens::conduit::ConduitAction>();
    keymap.register::<screens::options::OptionsAction>();
    keymap.register::<screens::title::TitleAction>();
    keymap
}

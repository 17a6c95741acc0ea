//! The window: the Bevy shell around the core, one plugin a file.
//!
//! [`UndercroftPlugin`] adds them all; another game may add [`dungeon::DungeonPlugin`] and
//! [`glyph::GlyphPlugin`] alone. What the shell does in a frame is ordered by [`Phase`].

pub mod beat;
pub mod conduit;
pub mod dungeon;
pub mod glyph;
pub mod hud;
pub mod input;
pub mod intent;
pub mod lab;
pub mod light;
pub mod look;
pub mod maze;
pub mod options;
pub mod platform;
pub mod play;
pub mod player;
pub mod replay;
pub mod screens;
pub mod screenshot;
pub mod seed;
pub mod settings;
#[cfg(feature = "audio")]
pub mod sound;
pub mod theme;
pub mod timings;
mod window;

use std::path::PathBuf;

use bevy::prelude::*;

pub use screens::Screen;
pub use window::{Error, Options, run};

use crate::mapgen::MapSpec;

/// The steps of a frame, in [`Update`], in this order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Keys, mouse and buttons become intents.
    Input,
    /// Intents become steps, requests for maps, changes of the view.
    Act,
    /// Requests become maps.
    Generate,
    /// Whoever walks takes their place on a new map.
    Settle,
    /// Lamps and lantern light the map.
    Light,
    /// Sprites, panels and the window's title show how things stand.
    Show,
}

/// Puts the phases in their order; harmless if done more than once.
fn configure_phases(app: &mut App) {
    use Phase::{Act, Generate, Input, Light, Settle, Show};
    app.configure_sets(Update, (Input, Act, Generate, Settle, Light, Show).chain());
}

/// The whole shell but the window itself and the files.
pub struct UndercroftPlugin {
    /// The first map; its seed is that of the run.
    pub spec: MapSpec,
    /// The bindings.
    pub keymap: input::Keymap,
    /// The screen that is shown first.
    pub screen: screens::Screen,
    /// The folder for the player's files. Without it no run is saved.
    pub data: Option<PathBuf>,
}

impl Plugin for UndercroftPlugin {
    fn build(&self, app: &mut App) {
        configure_phases(app);
        app.add_plugins((
            seed::SeedPlugin {
                seed: self.spec.seed,
            },
            dungeon::DungeonPlugin {
                spec: self.spec.clone(),
            },
            input::InputPlugin {
                keymap: self.keymap.clone(),
            },
            player::PlayerPlugin,
            glyph::GlyphPlugin,
            light::LightPlugin,
            hud::HudPlugin,
            lab::LabPlugin,
            play::PlayPlugin {
                data: self.data.clone(),
            },
            replay::ReplayPlugin {
                data: self.data.clone(),
            },
            maze::MazePlugin,
            conduit::ConduitPlugin,
            options::OptionsPlugin,
            settings::SettingsPlugin,
            screens::ScreensPlugin { first: self.screen },
        ));
        #[cfg(feature = "audio")]
        app.add_plugins(sound::SoundPlugin);
    }
}

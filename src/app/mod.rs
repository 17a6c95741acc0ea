//! The window: the Bevy shell around the core. [`UndercroftPlugin`] adds all its plugins; another game may
//! add [`dungeon::DungeonPlugin`] and [`glyph::GlyphPlugin`] alone. [`Phase`] orders the systems of a frame, and [`React`] runs once for each action.
//!
//! Each module uses only those below it, and no screen uses another:
//!
//! | module | owns |
//! | --- | --- |
//! | `run` | opening the window and reporting failures; films without a window |
//! | `reload` | feature `reload`: shaders and content read again while the program runs |
//! | `print` | feature `cli`: printing what is shown to a file |
//! | `screenshot` | screenshots of the window |
//! | `screens` | one folder per screen, with its actions and state |
//! | `apng` | pictures and films as PNG files |
//! | `puzzle` | what the screens of puzzles share: rounds, results, lessons, saves |
//! | `stage` | a run shown on the map: the log, the sidebar, effects |
//! | `reward` | records, daily puzzles, packs |
//! | `ui` | widgets, panels, the focus, the frame of every screen |
//! | `player` | the walker |
//! | `light` | the lighting of the map |
//! | `dungeon` | the map that is shown, and how it is painted |
//! | `share` | the clipboard: what is shown is copied, what is pasted is opened |
//! | `input` | physical input, actions, the key map, the open layers |
//! | `sound` | sound effects and background loops |
//! | `card` | what the parts that serve all screens know of each |
//! | `seed` | the seed on the title |
//! | `glyph` | rendering: glyphs, terrain, the camera |
//! | `board` | drawing boards of the Conduit puzzle |
//! | `settings` | the player's options |
//! | `platform` | all access to the operating system or the browser |
//! | `notice` | messages to the player, and what can be continued |
//! | `speech` | what is said to players who do not see the window |
//! | `screen` | the list of screens |
//! | `begin` | what the next screen begins with |
//! | `frame` | the order of systems in a frame |

mod apng;
mod begin;
pub mod board;
pub mod card;
pub mod dungeon;
mod frame;
pub mod glyph;
pub mod input;
pub mod light;
mod notice;
pub mod platform;
pub mod player;
#[cfg(feature = "cli")]
pub mod print;
pub mod puzzle;
#[cfg(any(test, feature = "reload"))]
mod reload;
pub mod reward;
mod run;
mod screen;
pub mod screens;
pub mod screenshot;
pub mod seed;
pub mod settings;
pub mod share;
pub mod sound;
pub mod speech;
pub mod stage;
pub mod ui;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use begin::Begin;
pub use frame::{Phase, React};
pub use notice::{Notice, PausedGames};
#[cfg(target_family = "wasm")]
pub use run::open_page;
pub use run::{Error, KeptMaps, Options, kept_maps, run};
#[cfg(not(target_family = "wasm"))]
pub use run::{Filming, SolveFilming, film, film_solve};
pub use screen::Screen;
pub use screens::lab::{FilmKind, film_of};

use crate::mapgen::MapSpec;
use crate::rng::Seed;

/// The whole shell, except for the window and the configuration files.
pub struct UndercroftPlugin {
    /// The first seed on the title.
    pub seed: Seed,
    /// The map that the Lab opens with.
    pub spec: MapSpec,
    /// The first screen.
    pub screen: Screen,
    /// What the first screen begins with.
    pub begin: Begin,
    /// The folder for the player's files. Without it, nothing is saved.
    pub data: Option<PathBuf>,
}

impl Plugin for UndercroftPlugin {
    fn build(&self, app: &mut App) {
        frame::configure_phases(app);
        app.insert_resource(self.begin.clone());
        if let Some(data) = &self.data {
            platform::data_folder::DataFolder::open(app, data);
        }
        app.add_plugins((
            platform::clock::ClockPlugin,
            platform::idle::IdlePlugin,
            reward::RewardPlugin,
        ))
        .add_plugins((
            seed::SeedPlugin { seed: self.seed },
            dungeon::DungeonPlugin {
                spec: self.spec.clone(),
            },
            input::InputPlugin,
            player::PlayerPlugin,
            glyph::GlyphPlugin,
            light::LightPlugin,
            ui::UiPlugin,
        ))
        .add_plugins((
            screens::lab::LabPlugin,
            screens::descend::DescendPlugin {
                data: self.data.clone(),
            },
            screens::replays::ReplayPlugin {
                data: self.data.clone(),
            },
            screens::maze::MazePlugin,
            screens::conduit::ConduitPlugin,
            screens::options::OptionsPlugin,
        ))
        .add_plugins((
            settings::SettingsPlugin,
            screens::ScreensPlugin { first: self.screen },
            sound::SoundPlugin,
            share::plugin,
        ));
        #[cfg(feature = "cli")]
        app.add_plugins(print::plugin);
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(board::plugin);
        }
    }
}

/// The shell without a window.
#[cfg(test)]
pub(crate) fn headless() -> App {
    let mut app = App::new();
    app.init_resource::<Assets<Font>>().add_plugins((
        MinimalPlugins,
        UndercroftPlugin {
            seed: Seed(7),
            spec: dungeon::default_map(Seed(7)),
            screen: Screen::Title,
            begin: Begin::Last,
            data: None,
        },
    ));
    app
}

/// The key map with the actions of all screens.
#[cfg(test)]
pub(crate) fn keymap() -> input::Keymap {
    static KEYMAP: std::sync::LazyLock<input::Keymap> =
        std::sync::LazyLock::new(|| headless().world().resource::<input::Keymap>().clone());
    KEYMAP.clone()
}

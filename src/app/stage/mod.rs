//! Shows a run on the map, whether the player, a recording or a bot plays it: the level as the player
//! knows it, the log and the sidebar. Nothing here decides a rule or is part of a run.
//!
//! A module may use those above it in the table, never those below; a room has an order of its own.
//!
//! | module | owns |
//! | --- | --- |
//! | `layout` | the sizes of the panels around the map, and what stands on the bar |
//! | `look` | glyphs and colours of monsters and items |
//! | `present` | how each event of the game is shown and heard |
//! | `runs` | a run with its recording, log and tally; which one is shown; suspended runs |
//! | `pipes` | the pipes from a conduit to its vault door |
//! | `level` | the level that is shown, as far as the player knows it |
//! | `lighting` | the light on the level |
//! | `figures` | which sprite shows which actor |
//! | `marks` | the tiles that the player points out |
//! | `air` | effects, motes, stains and ambient motion |
//! | `everlamp` | the Everlamp, the goal of the game, and its light |
//! | `fields` | flames, oil, smoke and gases on the ground |
//! | `hazards` | the hazards that the player knows of, and the parts of set pieces |
//! | `camera` | where the camera looks |
//! | `actors` | the sprites of the player and the monsters |
//! | `scene` | the terrain as the player knows it, and the order of all that draws on the map |
//! | `sidebar` | the player's status, what is nearby, the minimap, tooltips |
//! | `log` | the box above the map that shows the latest messages |
//! | `sounds` | sounds and captions |
//! | `speak` | says the messages to players who do not see them |
//! | `readability` | tests of the colours of all these |

mod actors;
mod air;
mod camera;
mod everlamp;
mod fields;
mod figures;
mod hazards;
mod layout;
mod level;
mod lighting;
mod log;
mod look;
mod marks;
mod pipes;
mod present;
#[cfg(test)]
mod readability;
mod runs;
mod scene;
mod sidebar;
mod sounds;
mod speak;

use bevy::prelude::*;
use bevy::render::RenderApp;

use super::card::{Cards, Fit};
use super::screen::Screen;

pub(in crate::app) use camera::{Arrival, WholeLevel};
pub(in crate::app) use layout::MINIMAP_HEIGHT;
pub use log::LogFooter;
pub(in crate::app) use marks::{MapCursor, Marks};
pub use present::Tone;
pub use runs::messages::{Line as LogLine, Log};
pub(in crate::app) use runs::run::{PackOrder, describe_origin};
pub use runs::run::{PlayedContent, Run};
pub use runs::saves::{Loading, NotLoaded, Remains, SaveFolder, Saves, Slot};
pub use runs::shown::Watched;
pub use runs::tally::Tally;
pub use runs::turn::TurnTaken;
pub(in crate::app) use scene::Arrives;
pub(in crate::app) use sidebar::nearby::SIDEBAR_HELP;
pub(in crate::app) use sidebar::panel::LightRow;
pub(in crate::app) use sidebar::row::HEALTH;

/// How a level is fitted to the window, wherever a run is shown.
pub(in crate::app) const FIT: Fit = Fit {
    min_tile_height: 20.0,
    max_rows: 45.0,
    min_rows: 18.0,
    enlarges_large_maps: false,
};

/// Whether effects of the last turn are still playing, other than fading numbers and puffs.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn is_busy(world: &World) -> bool {
    world.resource::<air::effects::Effects>().is_animating()
}

/// Shows the run of the current screen.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<WholeLevel>()
        .init_resource::<LogFooter>()
        .init_resource::<crate::app::ui::tip::PointedTip>();
    app.add_plugins((
        runs::shown::plugin,
        scene::plugin,
        sounds::plugin,
        speak::plugin,
    ));
    if app.get_sub_app(RenderApp).is_some() {
        app.add_plugins((
            sidebar::panel::plugin,
            sidebar::minimap::plugin,
            log::plugin,
            air::vignette::plugin,
        ));
        for screen in Screen::ALL {
            let spawn = (sidebar::panel::spawn_panel, log::spawn_log);
            let has_panels = move |cards: Res<Cards>| cards.of(screen).has_run_panels;
            app.add_systems(OnEnter(screen), spawn.run_if(has_panels));
        }
    }
}

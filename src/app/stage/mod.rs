//! Shows a run on the map, whether the player, a recording or a bot plays it: the level as the player
//! knows it, the log and the sidebar. Nothing here decides a rule or is part of a run.
//!
//! | module | owns |
//! | --- | --- |
//! | `run` | a run with its recording and log |
//! | `saves` | the suspended runs, and the paths of saves, results and recordings |
//! | `shown_run` | which run the screen shows: the player's or a watched one |
//! | `scene` | the terrain as the player knows it, and tile highlights |
//! | `figures` | the sprites of the player and the monsters |
//! | `lighting` | the light on the level |
//! | `look` | glyphs and colours of monsters and items |
//! | `everlamp` | the Everlamp, the goal of the game, and its light |
//! | `pipes` | the pipes from a conduit to its vault door |
//! | `stains` | blood, scorch marks and ash |
//! | `vignette` | the red vignette at low health |
//! | `panel` | the sidebar: the player's status and equipment |
//! | `nearby` | the sidebar's list of monsters, items and features in sight |
//! | `row` | the rows of the sidebar and how they are drawn |
//! | `minimap` | the map of the whole level, in the sidebar or in the window |
//! | `log` | the messages, with repeats counted, and the box that shows the latest |
//! | `tip` | tooltips for the sidebar and the map |
//! | `turn` | the events of each turn, sent once |
//! | `ambient` | motion while nothing happens: wind, embers and dust |
//! | `atmosphere` | fog, drips, moonlight and the bloom of flames |
//! | `timeline` | the effects of a turn, each with its start time |
//! | `effects` | the effects that are playing now |
//! | `motes` | glyphs that float over the map |
//! | `reveal` | the fade-in of newly discovered tiles |
//! | `sounds` | sounds and captions |
//! | `tally` | the statistics of a run |

mod ambient;
mod atmosphere;
mod effects;
mod everlamp;
mod figures;
mod lighting;
mod log;
mod look;
mod minimap;
mod motes;
mod nearby;
mod panel;
mod pipes;
#[cfg(test)]
mod readability;
mod reveal;
mod row;
mod run;
mod saves;
mod scene;
mod shown_run;
mod sounds;
mod stains;
mod tally;
mod timeline;
mod tip;
mod turn;
mod vignette;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub(in crate::app) use log::HEIGHT as LOG_HEIGHT;
pub use log::{Line as LogLine, Log, LogFooter, Tone};
pub(in crate::app) use minimap::WholeLevel;
pub(in crate::app) use nearby::SIDEBAR_HELP;
pub(in crate::app) use panel::{MINIMAP_HEIGHT, WIDTH as PANEL_WIDTH};
pub(in crate::app) use run::{PackOrder, describe_origin};
pub use run::{PlayedContent, Run};
pub use saves::{Loading, NotLoaded, Remains, SaveFolder, Saves, Slot};
pub(in crate::app) use scene::{MapCursor, Marks};
pub(in crate::app) use shown_run::ShownRun;
pub use shown_run::Watched;
pub use tally::Tally;
pub(in crate::app) use tip::MapTip;
pub use turn::TurnTaken;

/// Height of the playback bar below the log of a replay, in logical pixels.
pub(in crate::app) const TIMELINE_HEIGHT: f32 = 22.0;

/// Whether effects of the last turn are still playing, other than fading numbers and puffs.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn is_busy(world: &World) -> bool {
    world.resource::<effects::Effects>().is_animating()
}

/// The recording to watch next; set before [`Screen::Replay`](crate::app::Screen::Replay) opens.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ToWatch(pub Option<PathBuf>);

/// Shows the run of the current screen.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<WholeLevel>()
        .init_resource::<LogFooter>()
        .init_resource::<MapTip>();
    app.add_plugins((turn::plugin, scene::plugin, sounds::plugin));
    if app.get_sub_app(RenderApp).is_some() {
        app.add_plugins((
            panel::plugin,
            minimap::plugin,
            log::plugin,
            tip::plugin,
            vignette::plugin,
        ));
    }
}

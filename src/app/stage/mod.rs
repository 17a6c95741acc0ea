//! A run shown on the map, whether it is played, watched or played by a bot: the level as its player
//! knows it, the messages and the sidebar. No rule is here, and nothing here is part of a run.
//!
//! | part | owns |
//! | --- | --- |
//! | `run` | a run with its recording and messages |
//! | `saves` | the folder for runs, results and recordings |
//! | `shown` | which run is shown: the player's, or one that is watched |
//! | `scene` | the level on the terrain: what is seen and remembered; actors; marks |
//! | `figures` | who is seen: the player and monsters |
//! | `glow` | how the level is lit |
//! | `look` | marks and colours of monsters and things |
//! | `everlamp` | the goal of the game, and its light over the level |
//! | `pipes` | pipes from a conduit to its door |
//! | `stains` | blood, scorch and ash |
//! | `fringe` | low health at the edge of the picture |
//! | `panel` | the sidebar: who the player is and what is worn |
//! | `nearby` | who and what is in sight, for the sidebar |
//! | `row` | the lines of the sidebar, drawn |
//! | `minimap` | the level at a glance, in the sidebar or whole |
//! | `log` | messages, folded, and the box that shows the last of them |
//! | `tip` | what is said of what the pointer rests on |
//! | `turn` | what happened, told once |
//! | `ambient` | what moves while nothing happens |
//! | `air` | fog, drops, moonlight and the bloom of flames |
//! | `timeline` | what a turn looks like while it happens |
//! | `effects` | what is shown of it now |
//! | `motes` | what flies, rises and drifts |
//! | `reveal` | what is discovered fades in |
//! | `hearing` | what is heard |
//! | `tally` | what a run amounted to |

mod air;
mod ambient;
mod effects;
mod everlamp;
mod figures;
mod fringe;
mod glow;
mod hearing;
#[cfg(test)]
mod legible;
mod log;
mod look;
mod minimap;
mod motes;
mod nearby;
mod panel;
mod pipes;
mod reveal;
mod row;
mod run;
mod saves;
mod scene;
mod shown;
mod stains;
mod tally;
mod timeline;
mod tip;
mod turn;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub(in crate::app) use log::HEIGHT as LOG_HEIGHT;
pub use log::{Aside, Log, Tone};
pub(in crate::app) use minimap::WholeLevel;
pub(in crate::app) use panel::WIDTH as PANEL_WIDTH;
pub(in crate::app) use run::Order;
pub use run::{PlayedContent, Run};
pub(in crate::app) use saves::mark;
pub use saves::{Mark, SaveFolder, Saves, Slot};
pub(in crate::app) use scene::{Marks, Spot};
pub(in crate::app) use shown::ShownRun;
pub use shown::Watched;
pub use tally::Tally;
pub(in crate::app) use tip::MapTip;
pub use turn::TurnTaken;

/// Height of the line of time under the messages of a replay, in logical pixels.
pub(in crate::app) const TIMELINE_HEIGHT: f32 = 22.0;

/// Whether anything of what happened last is still shown.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn is_busy(world: &World) -> bool {
    let effects = world.get_resource::<effects::Effects>();
    effects.is_some_and(|effects| effects.is_pressing())
}

/// The recording that is watched next.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ToWatch(pub Option<PathBuf>);

/// Shows the run of the screen that is open.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<WholeLevel>()
        .init_resource::<Aside>()
        .init_resource::<MapTip>();
    app.add_plugins((turn::plugin, scene::plugin, hearing::plugin));
    if app.get_sub_app(RenderApp).is_some() {
        app.add_plugins((
            panel::plugin,
            minimap::plugin,
            log::plugin,
            tip::plugin,
            fringe::plugin,
        ));
    }
}

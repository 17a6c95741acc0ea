//! Recorded runs: a list of those that are kept, and one of them as a film that is played, stopped,
//! stepped through in both directions and searched by turn.
//!
//! | part | owns |
//! | --- | --- |
//! | `action` | what keys can ask for |
//! | `list` | the recordings on the disk |
//! | `film` | the one that is watched: its place, pace and line of time |

mod action;
mod film;
mod list;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::stage::ToWatch;

pub use action::FilmAction;
pub use film::Film;
pub use list::Listed;

/// Shows recorded runs on [`Screen::Replays`](crate::app::Screen::Replays) and plays one on
/// [`Screen::Replay`](crate::app::Screen::Replay).
#[derive(Default)]
pub struct ReplayPlugin {
    /// The folder for the player's files. Without it none are listed.
    pub data: Option<PathBuf>,
}

impl Plugin for ReplayPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ToWatch>();
        film::plugin(app);
        list::plugin(app, self.data.as_ref().map(|data| data.join("replays")));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((film::show, list::show));
        }
    }
}

//! Replays: the list of recorded runs, and a player for one of them that pauses, steps in both
//! directions and seeks by turn.
//!
//! | part | owns |
//! | --- | --- |
//! | `action` | the player's actions, with their default keys |
//! | `list` | the list of the replays on disk, which also deletes them |
//! | `picture` | the picture of what is marked in the list |
//! | `playback` | playback of one replay: speed, seeking and the timeline |

mod action;
mod list;
mod picture;
mod playback;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::card::{AddScreen, RunSource, ScreenCard, Shared, Zooms};
use crate::app::screen::Screen;
use crate::app::stage::{self, Watched};
pub use crate::app::ui::playback::ReplayAction;
pub use action::ReplayListAction;
pub use list::ReplayList;
pub use playback::ReplayControls;

/// Lists recorded runs on [`Screen::Replays`] and plays one on
/// [`Screen::Replay`].
#[derive(Default)]
pub struct ReplayPlugin {
    /// The folder for the player's files. With `None`, the list is empty.
    pub data: Option<PathBuf>,
}

impl Plugin for ReplayPlugin {
    fn build(&self, app: &mut App) {
        let list = ScreenCard {
            fit: stage::FIT,
            run: Some(RunSource::Watched),
            ..default()
        };
        app.add_screen(Screen::Replays, list).add_screen(
            Screen::Replay,
            ScreenCard {
                parent: Some(Screen::Replays),
                fit: stage::FIT,
                zoom: Zooms::Map,
                run: Some(RunSource::Watched),
                has_run_panels: true,
                seed: |world| {
                    let watched = world.get_resource::<Watched>()?;
                    Some(watched.run.game().seed())
                },
                shared: |world| world.get_resource::<Watched>().map(share_replay),
                ..default()
            },
        );
        playback::plugin(app);
        picture::plugin(app);
        list::plugin(app, self.data.as_ref().map(|data| data.join("replays")));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((list::view_plugin, picture::view_plugin));
        }
    }
}

fn share_replay(watched: &Watched) -> Shared {
    let seed = watched.run.game().seed();
    match watched.run.playback() {
        Some(playback) => Shared::Replay(seed, playback.recording().to_string()),
        None => Shared::Seed(seed),
    }
}

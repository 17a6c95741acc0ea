//! The Conduit screen: the rotating-network puzzle as a standalone game. The rules are in
//! [`crate::conduit`]; the files here own input, presentation and persistence:
//!
//! | part | owns |
//! | --- | --- |
//! | [`ConduitAction`] | the screen's actions and their default keys |
//! | [`BoardConfig`] | settings of a generated board |
//! | [`Session`], `history` | the board being played; the boards that undo and redo return to |
//! | [`entry`] | typed and pasted sizes, seeds, share codes and ids |
//! | [`BoardLayout`] | position, zoom and panning of the board in the window |
//! | `save` | the save file |
//! | `lessons`, `tips` | the lesson boards; one-time tips on panning and loops |
//! | `score` | statistics, records, dailies and packs |
//! | `pointer`, `apply` | mouse input; applying actions |
//! | `animate`, `marks`, `material` | the board's animation; its marks and packets; drawing it |
//! | `panel`, `status` | the side panel; the bottom bar |
//! | `texts` | texts for hints, checks and results |

mod action;
mod animate;
mod apply;
mod config;
pub mod entry;
mod history;
mod layout;
mod lessons;
mod marks;
mod material;
mod panel;
mod pointer;
mod save;
mod score;
mod session;
mod status;
mod texts;
mod tips;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::ConduitAction;
pub use config::BoardConfig;
pub use entry::BoardRequest;
pub use layout::BoardLayout;
pub use session::Session;

use crate::app::card::{AddScreen, ScreenCard, Zooms};
use crate::app::screen::Screen;
use crate::app::ui::field::plugin as text_field;

/// Adds the screen. Without a renderer it is playable but draws neither board nor panel.
pub struct ConduitPlugin;

impl Plugin for ConduitPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Conduit,
            ScreenCard {
                zoom: Zooms::Own,
                seed: |world| Some(world.resource::<Session>().spec()?.seed),
                shared: |world| Some(score::share_board(world.resource::<Session>())),
                ..default()
            },
        );
        app.add_plugins((
            layout::plugin,
            pointer::plugin,
            save::plugin,
            tips::plugin,
            lessons::plugin,
            score::plugin,
            apply::plugin,
            animate::plugin,
            status::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((
                material::plugin,
                panel::plugin,
                text_field::<entry::BoardField>,
            ));
        }
    }
}

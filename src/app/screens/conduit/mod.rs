//! The Conduit screen: the rotating-network puzzle as a standalone game. The rules are in
//! [`crate::conduit`], and a board in play, which is saved, is in [`crate::profile::board`]; the files here own
//! input and presentation:
//!
//! | part | owns |
//! | --- | --- |
//! | [`ConduitAction`] | the screen's actions and their default keys |
//! | [`Boards`], [`Session`] | Conduit as a puzzle; the boards that are played |
//! | `saved` | the format in which boards are saved |
//! | [`entry`] | typed and pasted sizes, seeds, share codes and ids |
//! | [`BoardLayout`] | position, zoom and panning of the board in the window |
//! | `lessons`, `tips` | the lesson boards; one-time tips on panning and loops |
//! | `pointer`, `apply` | mouse input; applying actions |
//! | `animate`, `marks`, `material` | the board's animation; its marks and packets; drawing it |
//! | `panel`, `status` | the side panel; the bottom bar |

mod action;
mod animate;
mod apply;
mod boards;
pub mod entry;
mod layout;
mod lessons;
mod marks;
mod material;
mod panel;
mod pointer;
mod saved;
mod status;
mod tips;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::ConduitAction;
pub use boards::{BoardRequest, Boards, Session, run_job};
pub use layout::BoardLayout;

use crate::app::card::{AddScreen, ScreenCard, Shared, Zooms};
use crate::app::puzzle::{PuzzlePlugin, Round};
use crate::app::screen::Screen;
use crate::app::ui::field::plugin as text_field;
use crate::game::DailyGame;

pub use crate::profile::board::{BoardConfig, BoardMove, BoardRound};

/// Adds the screen. Without a renderer it is playable but draws neither board nor panel.
pub struct ConduitPlugin;

impl Plugin for ConduitPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Conduit,
            ScreenCard {
                zoom: Zooms::Own,
                seed: |world| Some(world.resource::<Session>().spec()?.seed),
                shared: |world| Some(shared(world.resource::<Session>())),
                ..default()
            },
        );
        app.add_plugins((
            PuzzlePlugin::<Boards>::default(),
            layout::plugin,
            pointer::plugin,
            tips::plugin,
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

/// The board as others can open it.
fn shared(session: &Session) -> Shared {
    match session.day() {
        Some(day) => Shared::daily(DailyGame::Board, day),
        None => Shared::Code(session.conduit().puzzle().start().id(), "board"),
    }
}

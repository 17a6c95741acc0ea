//! The Conduit screen: the rotating-network puzzle as a standalone game. The rules are in
//! [`crate::conduit`]; the files here own input, presentation and persistence:
//!
//! | part | owns |
//! | --- | --- |
//! | [`ConduitAction`] | the screen's actions and their default keys |
//! | [`BoardConfig`] | settings of a generated board |
//! | [`BoardRound`], `stats` | a board in play; the time, moves and help it has taken |
//! | [`Boards`], [`Session`] | Conduit as a puzzle; the boards that are played |
//! | `saved` | the format in which boards are saved |
//! | [`entry`] | typed and pasted sizes, seeds, share codes and ids |
//! | [`BoardLayout`] | position, zoom and panning of the board in the window |
//! | `lessons`, `tips` | the lesson boards; one-time tips on panning and loops |
//! | `pointer`, `apply` | mouse input; applying actions |
//! | `animate`, `marks`, `material` | the board's animation; its marks and packets; drawing it |
//! | `panel`, `status` | the side panel; the bottom bar |
//! | `texts` | texts for hints, checks and results |

mod action;
mod animate;
mod apply;
mod board;
mod boards;
mod config;
pub mod entry;
mod layout;
mod lessons;
mod marks;
mod material;
mod panel;
mod pointer;
mod saved;
mod setup;
mod stats;
mod status;
mod texts;
mod tips;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::ConduitAction;
pub use board::BoardRound;
pub use boards::{BoardRequest, Boards, Session, run_job};
pub use config::BoardConfig;
pub use layout::BoardLayout;
pub use setup::BoardMove;

use crate::app::card::{AddScreen, ScreenCard, Shared, Zooms};
use crate::app::puzzle::{PuzzlePlugin, Round};
use crate::app::screen::Screen;
use crate::app::ui::field::plugin as text_field;
use crate::game::DailyGame;

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

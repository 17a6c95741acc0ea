//! The Conduit screen: the rotating-network puzzle as a standalone game. The rules are in
//! [`crate::conduit`], and a board in play, which is saved, is in [`crate::profile::board`]; the files here own
//! input and presentation:
//!
//! | part | owns |
//! | --- | --- |
//! | [`ConduitAction`] | the screen's actions and their default keys |
//! | [`Boards`], [`BoardSession`] | Conduit as a puzzle; the boards that are played |
//! | [`entry`] | typed and pasted sizes, seeds, share codes and ids |
//! | [`BoardLayout`] | position, zoom and panning of the board in the window |
//! | `lessons`, `tips` | the lesson boards; one-time tips on panning and loops |
//! | `pointer`, `apply` | mouse input; applying actions |
//! | `animate`, `marks`, `material` | the board's animation; its marks and packets; drawing it |
//! | `panel`, `status` | what the side panel holds; the bottom bar |

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
mod status;
mod tips;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::ConduitAction;
pub use boards::{BoardRequest, BoardSession, Boards, run_job};
pub use layout::BoardLayout;

use crate::app::card::{AddScreen, Fingers, ScreenCard, Shared, Zooms};
use crate::app::puzzle::panel::PanelPlugin;
use crate::app::puzzle::{PuzzlePlugin, Round};
use crate::app::screen::Screen;
#[cfg(feature = "cli")]
use crate::export::sheet::Entry;
use crate::game::DailyGame;
use crate::profile::board::words::describe_at;

pub use crate::profile::board::{BoardMove, BoardRound};

/// Adds the screen. Without a renderer it is playable but draws neither board nor panel.
pub struct ConduitPlugin;

impl Plugin for ConduitPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Conduit,
            ScreenCard {
                zoom: Zooms::Own,
                fingers: Fingers {
                    hold: Some(MouseButton::Middle),
                    tap_of_two: Some(MouseButton::Right),
                    ..default()
                },
                seed: |world| Some(world.resource::<BoardSession>().spec()?.seed),
                place: |world| {
                    let session = world.resource::<BoardSession>();
                    Some(describe_at(session.conduit(), session.cursor().at))
                },
                shared: |world| Some(shared(world.resource::<BoardSession>())),
                copied: |world| {
                    let session = world.resource::<BoardSession>();
                    let id = session.conduit().puzzle().start().id();
                    let name = apply::shorten_id(&id);
                    Some((id, name))
                },
                open: apply::open,
                is_making: |world| world.resource::<BoardSession>().is_waiting(),
                #[cfg(feature = "cli")]
                printed: |world| Ok(vec![printed(world.resource::<BoardSession>())]),
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
            app.add_plugins((material::plugin, PanelPlugin::<Boards>::default()));
        }
    }
}

/// The board as it is printed.
#[cfg(feature = "cli")]
fn printed(session: &BoardSession) -> Entry {
    let of_day = || session.day().map(Entry::daily_board);
    let of_pack = session.place().and_then(Entry::pack_board);
    of_pack.or_else(of_day).unwrap_or_else(|| {
        let puzzle = session.conduit().puzzle();
        let code = session.spec().map(ToString::to_string);
        Entry::board(puzzle.clone(), code.unwrap_or_else(|| puzzle.start().id()))
    })
}

/// The board as others can open it.
fn shared(session: &BoardSession) -> Shared {
    match session.day() {
        Some(day) => Shared::daily(DailyGame::Board, day),
        None => Shared::Code(session.conduit().puzzle().start().id(), "board"),
    }
}

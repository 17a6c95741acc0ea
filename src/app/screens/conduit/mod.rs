//! The Conduit screen: the rotating-network puzzle as a game of its own. This file lists its
//! parts; each file owns one of them. What a move does is decided by [`crate::conduit`] alone.
//!
//! | part | owns |
//! | --- | --- |
//! | [`ConduitAction`] | what a player can ask for here |
//! | [`Order`], `left` | what is asked for when a board is to be made; boards that were left |
//! | [`Session`] | the board being played, and what the screen shows of it |
//! | [`entry`] | what people type and paste to get another board |
//! | [`Place`] | where the board lies in the window |
//! | `animate` | the picture of the board, on its way to how it stands |
//! | `kept` | the boards on the disk |
//! | `lessons`, `guide` | the boards that teach; what is said of boards that can be moved |
//! | `score` | what a board has cost, and what comes of it when it is done |
//! | `pointer`, `act` | the mouse; from what is asked for to moves |
//! | `marks`, `material` | hints, errors and packets on the board; the board in the window |
//! | `panel`, `status` | the panel, the bar |
//! | `words` | moves and reasons as people read them |

mod act;
mod action;
mod animate;
pub mod entry;
mod guide;
mod kept;
mod left;
mod lessons;
mod marks;
mod material;
mod order;
mod panel;
mod place;
mod pointer;
mod score;
mod session;
mod status;
mod words;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::ConduitAction;
pub use entry::Begin;
pub use order::Order;
pub use place::Place;
pub use session::Session;

use crate::app::ui::field::plugin as text_field;

/// Adds the screen; and where there is a renderer, board and panel.
pub struct ConduitPlugin;

impl Plugin for ConduitPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            place::plugin,
            pointer::plugin,
            kept::plugin,
            guide::plugin,
            lessons::plugin,
            score::plugin,
            act::plugin,
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

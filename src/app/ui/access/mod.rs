//! The window for players who do not see it: the nodes that a screen reader reads, and what it asks for.
//!
//! Nothing on a screen names its nodes. They follow from what is shown: from the texts, buttons, fields, sliders and
//! lists in the order in which they are laid out, so a new screen has them by itself. `Named` adds a name where no
//! text gives one. What the screen shows besides, a board or a map, is one node; where the player is on it is told by
//! the screen's [`place`](crate::app::card::ScreenCard::place), and spoken by a live region with the rest of the
//! [`Speech`](crate::app::speech::Speech).
//!
//! | part | owns |
//! | --- | --- |
//! | `part` | what the entities of the panels say of themselves |
//! | `tree` | the nodes of what is shown |
//! | `place` | saying where the player is |
//! | `request` | what a screen reader asks for: presses, the focus, values |
//! | `desktop` | handing the nodes to the desktop |
//! | `mirror` | the page's copy of them, hidden elements with roles |

#[cfg(not(target_family = "wasm"))]
mod desktop;
#[cfg(target_family = "wasm")]
mod mirror;
mod part;
mod place;
mod request;
mod tree;

use std::borrow::Cow;

use bevy::a11y::ActionRequest;
use bevy::prelude::*;

pub use tree::AccessTreeSource;

use crate::app::speech::{self, Speaking};

/// Says where the player is, and carries out what a screen reader asks for; where there are panels, has their nodes
/// sent.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .configure_sets(PostUpdate, (Speaking::Events, Speaking::Place).chain())
        .add_plugins((speech::plugin, place::plugin, request::plugin));
}

/// Sends the nodes of each frame.
pub(super) fn view_plugin(app: &mut App) {
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins(desktop::plugin);
    #[cfg(target_family = "wasm")]
    app.add_plugins(mirror::plugin);
}

/// The name of a widget that no text in it or before it names, such as a field among several.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct Named(pub Cow<'static, str>);

impl Named {
    pub(in crate::app) const fn new(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }
}

/// A part of the window that has the keys while it is shown though nothing in it has the focus, with its name.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) struct Dialog(pub &'static str);

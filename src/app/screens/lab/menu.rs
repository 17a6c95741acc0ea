//! What can be saved besides the map itself.

use bevy::prelude::*;

/// Requests a file.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavePicture {
    /// A picture of the map as it is shown, with its overlays.
    Shown,
    /// A film of the map's making.
    Making,
}

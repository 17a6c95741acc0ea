//! Which of the Lab's menus is open.

use bevy::prelude::*;

/// What the open menu shows.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabMenu {
    /// The formats to export to.
    #[default]
    Formats,
    /// The sheet.
    Sheet,
}

/// Requests a file.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavePicture {
    /// A picture of the map as it is shown, with its overlays.
    Shown,
    /// A film of the map's making.
    Making,
}

//! The panel's fields for files: the folder that they go to, and the pixels of a tile in a picture.

use bevy::prelude::*;

use super::super::export::{ExportTo, SetExport};
use crate::app::ui::field::{self, Field, spawn_labelled_field};
use crate::app::ui::theme::UiFont;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(field::plugin::<FileField>);
}

/// What a field sets.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
enum FileField {
    Folder,
    Scale,
}

impl Field for FileField {
    type Shown = ExportTo;
    type Request = SetExport;

    fn value(self, to: &ExportTo) -> String {
        match self {
            Self::Folder => to.chosen_folder().to_owned(),
            Self::Scale => to.scale.map_or_else(String::new, |scale| scale.to_string()),
        }
    }

    fn request(self, _: &ExportTo, text: &str) -> Result<Option<SetExport>, String> {
        match self {
            Self::Folder => SetExport::folder(text).map(Some),
            Self::Scale => SetExport::scale(text).map(Some),
        }
    }

    fn is_number(self) -> bool {
        self == Self::Scale
    }

    fn revision(to: &Res<ExportTo>) -> u64 {
        to.changes
    }
}

/// Spawns the fields. A page saves where the browser does.
pub(super) fn spawn(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    if cfg!(target_family = "wasm") {
        return;
    }
    for (field, label, width, most) in [
        (FileField::Folder, "Folder", None, 400),
        (FileField::Scale, "Pixels per tile", Some(5.0), 3),
    ] {
        spawn_labelled_field(panel, font, (label, field), width, most);
    }
}

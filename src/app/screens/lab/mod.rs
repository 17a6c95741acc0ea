//! The Lab: the workbench for maps. This file lists its parts; each file owns one of them.

mod animation;
mod code;
mod dialog;
pub mod entry;
mod export;
mod field;
mod film;
mod focus;
mod measure;
mod overlay;
mod pan;
mod panel;
mod pointer;
mod progress;
mod ruler;
mod status;
pub(in crate::app) mod widget;

use bevy::feathers::FeathersCorePlugin;
use bevy::feathers::theme::UiTheme;
use bevy::prelude::*;
use bevy::render::RenderApp;

pub use animation::Animation;
pub use export::{ExportFolders, ExportOpen, WriteMap};
pub(in crate::app) use field::{Complaint, Field, line as spawn_line, spawn as spawn_field};
pub use film::Film;
pub use measure::{Measures, facts};
pub use overlay::{Overlay, OverlayShown};
pub use panel::PanelShown;
pub use pointer::Pointer;

use crate::app::ui::theme;

/// Adds the Lab: panning, animation, overlays, share codes and export; and where there is a
/// renderer, the panel.
pub struct LabPlugin;

impl Plugin for LabPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            animation::plugin,
            code::plugin,
            export::plugin,
            measure::plugin,
            overlay::plugin,
            pan::plugin,
            panel::plugin,
            pointer::plugin,
            status::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.insert_resource(UiTheme(theme::theme()))
                .init_resource::<theme::Type>()
                .add_plugins((
                    FeathersCorePlugin,
                    dialog::plugin,
                    field::plugin,
                    focus::plugin,
                    panel::window_plugin,
                    progress::plugin,
                    ruler::plugin,
                    widget::plugin,
                ));
        }
    }
}

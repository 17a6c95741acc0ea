//! The Lab: the workbench for maps. This file lists its parts; each file owns one of them.

mod animation;
mod button;
mod code;
mod dialog;
pub mod entry;
mod export;
mod field;
mod film;
mod measure;
mod overlay;
mod pan;
mod panel;
mod pointer;
mod progress;
mod ruler;
mod status;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use animation::Animation;
pub use export::{ExportOpen, WriteMap};
pub(in crate::app) use field::{Complaint, Field, spawn as spawn_field};
pub use film::Film;
pub use measure::{Measures, facts};
pub use overlay::{Overlay, OverlayShown};
pub use panel::PanelShown;
pub use pointer::Pointer;

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
            app.add_plugins((
                button::plugin,
                dialog::plugin,
                field::plugin,
                panel::window_plugin,
                progress::plugin,
                ruler::plugin,
            ));
        }
    }
}

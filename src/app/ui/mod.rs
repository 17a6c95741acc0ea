//! What every screen is made of: the theme, the widgets and who has the keys among them, the frame
//! with its facts and hints, and what the pointer chooses.

pub(in crate::app) mod choice;
pub(in crate::app) mod field;
mod focus;
pub mod hud;
pub mod lesson;
pub(in crate::app) mod list;
pub(in crate::app) mod live;
pub(in crate::app) mod map_field;
pub mod palette;
pub(in crate::app) mod pointer;
pub(in crate::app) mod side;
pub(in crate::app) mod stopwatch;
pub(in crate::app) mod style;
pub mod theme;
pub(in crate::app) mod widget;

use bevy::prelude::*;
use bevy::render::RenderApp;

/// The frame of every screen; and where there is a renderer, looks and behaviour of the widgets.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(hud::HudPlugin);
        if app.get_sub_app(RenderApp).is_some() {
            app.init_resource::<theme::Type>().add_plugins((
                focus::plugin,
                field::enter_plugin,
                field::plugin::<map_field::MapField>,
                live::plugin::<field::Complaint>,
                palette::plugin,
                side::plugin,
                style::plugin,
                widget::plugin,
            ));
        }
    }
}

//! User interface parts that all screens share: theme, widgets and their focus, the HUD, lists and
//! lessons.

pub mod access;
pub(in crate::app) mod cursor_sound;
pub(in crate::app) mod edges;
pub(in crate::app) mod field;
mod finger;
pub(in crate::app) mod focus;
pub(in crate::app) mod fold;
pub mod hud;
pub(in crate::app) mod items;
pub mod lesson;
pub(in crate::app) mod list;
pub(in crate::app) mod live;
pub(in crate::app) mod map_field;
pub(in crate::app) mod node;
pub mod palette;
pub mod playback;
pub(in crate::app) mod pointer;
pub(in crate::app) mod scroll;
pub mod side;
pub(in crate::app) mod stopwatch;
pub(in crate::app) mod style;
pub mod theme;
pub mod timeline;
pub(in crate::app) mod tip;
pub(in crate::app) mod widget;

use bevy::prelude::*;
use bevy::render::RenderApp;

/// Adds the HUD, and in an app with a renderer the widgets.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((access::plugin, hud::plugin, list::plugin));
        timeline::plugin(app);
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((
                access::view_plugin,
                edges::plugin,
                focus::plugin,
                (field::submit_plugin, finger::plugin, fold::plugin),
                field::plugin::<map_field::MapField>,
                list::view_plugin,
                live::plugin::<field::FieldError>,
                palette::plugin,
                pointer::plugin,
                scroll::plugin,
                side::plugin,
                style::plugin,
                timeline::view_plugin,
                tip::plugin,
                widget::plugin,
            ));
        }
    }
}

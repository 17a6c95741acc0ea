//! The pointer over the map: what it points at there, unless a panel lies between.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::glyph::{View, ViewInsets};
use crate::geom::Pos;

/// The pointer and the left button, as far as they are for the map.
#[derive(SystemParam)]
pub struct MapPointer<'w, 's> {
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    panels: Query<'w, 's, &'static Interaction>,
    insets: Res<'w, ViewInsets>,
    scale: Option<Res<'w, UiScale>>,
    view: Res<'w, View>,
    buttons: Option<Res<'w, ButtonInput<MouseButton>>>,
}

impl MapPointer<'_, '_> {
    /// Whether it is over a panel.
    pub fn is_on_panel(&self) -> bool {
        self.panels.iter().any(|panel| *panel != Interaction::None)
    }

    /// Its place on the map, in tiles.
    pub fn place(&self) -> Option<Vec2> {
        Some(self.view.place_at(self.cursor()?))
    }

    /// The tile under it, on the map or beside it.
    pub fn tile(&self) -> Option<Pos> {
        Some(self.view.tile_at(self.cursor()?))
    }

    /// Whether the left button was pressed in this frame.
    pub fn is_pressed(&self) -> bool {
        let buttons = self.buttons.as_ref();
        buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left))
    }

    /// Its place in the window, in logical pixels.
    fn cursor(&self) -> Option<Vec2> {
        let window = self.windows.single().ok()?;
        let insets = self.insets.logical(self.scale.as_deref());
        let is_free =
            |cursor: &Vec2| insets.leave_free(*cursor, window.size()) && !self.is_on_panel();
        window.cursor_position().filter(is_free)
    }
}

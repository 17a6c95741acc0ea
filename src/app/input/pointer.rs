//! The pointer over the map, unless a panel is in between.

use bevy::ecs::system::SystemParam;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::Cursor;
use crate::app::glyph::{ViewInsets, Viewport};
use crate::geom::Pos;

/// The pointer and the left button, for systems that act on the map.
#[derive(SystemParam)]
pub struct MapPointer<'w, 's> {
    cursor: Cursor<'w, 's>,
    panels: Query<'w, 's, &'static Hovered>,
    insets: Res<'w, ViewInsets>,
    scale: Option<Res<'w, UiScale>>,
    view: Res<'w, Viewport>,
    buttons: Option<Res<'w, ButtonInput<MouseButton>>>,
}

impl MapPointer<'_, '_> {
    /// Whether the pointer is over a panel or the bar, and not over the map.
    pub fn is_on_panel(&self) -> bool {
        let insets = self.insets.logical(self.scale.as_deref());
        let is_beside = |at| {
            let window = self.cursor.window();
            window.is_some_and(|window| !insets.leave_free(at, window.size()))
        };
        self.panels.iter().any(|panel| panel.0) || self.cursor.position().is_some_and(is_beside)
    }

    /// The pointer's position on the map, in tiles; `None` outside the map's part of the window.
    pub fn map_position(&self) -> Option<Vec2> {
        Some(self.view.place_at(self.cursor()?))
    }

    /// The tile under the pointer, which may lie beyond the map's edge.
    pub fn tile(&self) -> Option<Pos> {
        Some(self.view.tile_at(self.cursor()?))
    }

    /// Whether it is a finger.
    pub fn is_finger(&self) -> bool {
        self.cursor.is_finger()
    }

    /// Whether the left button went down in this frame.
    pub fn is_pressed(&self) -> bool {
        let buttons = self.buttons.as_ref();
        buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left))
    }

    /// The pointer's position in the window, in logical pixels.
    fn cursor(&self) -> Option<Vec2> {
        self.cursor.position().filter(|_| !self.is_on_panel())
    }
}

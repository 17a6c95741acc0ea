//! The tile under the pointer: where a press would go. It is of interest from when the pointer is
//! moved until a key is pressed.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::glyph::View as Camera;
use crate::app::input::intent::Intent;
use crate::app::screen::{Screen, on};
use crate::app::ui::pointer::Pointed;
use crate::geom::Pos;

/// The tile under the pointer, if it is on the map and was moved last.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) struct Pointer(pub Option<Pos>);

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>()
        .init_resource::<Camera>()
        .add_message::<CursorMoved>()
        .add_message::<Intent>()
        .add_systems(
            Update,
            follow.run_if(on(Screen::Play)).in_set(Phase::Settle),
        );
}

fn follow(
    mut pointed: Pointed,
    mut intents: MessageReader<Intent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    panels: Query<&Interaction>,
    camera: Res<Camera>,
    mut pointer: ResMut<Pointer>,
) {
    if intents.read().count() > 0 {
        pointer.set_if_neq(Pointer(None));
    }
    if pointed.has_moved() {
        let covered = panels.iter().any(|panel| *panel != Interaction::None);
        let cursor = windows.single().ok().and_then(Window::cursor_position);
        let tile = cursor
            .filter(|_| !covered)
            .map(|cursor| camera.tile_at(cursor));
        pointer.set_if_neq(Pointer(tile));
    }
}

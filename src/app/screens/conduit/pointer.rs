//! The mouse on the board: the tile under the pointer, and clicks with each button. Knows where
//! the board lies, not what a click does to it.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::action::ConduitAction;
use super::place::Place;
use super::session::Session;
use super::shown;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, Layer, Layers, hand_out};
use crate::conduit::Command;
use crate::geom::Pos;

/// Keeps [`Pointed`] and reads clicks.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointed>()
        .add_message::<WindowEvent>()
        .add_systems(
            Update,
            (
                click.run_if(shown).in_set(Phase::Input).before(hand_out),
                point.run_if(shown).in_set(Phase::Settle),
            ),
        );
}

/// The tile under the pointer.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointed(pub Option<Pos>);

/// Reads the mouse's events in their order: each click is where the pointer was then, however
/// many a frame has.
fn click(
    mut events: MessageReader<WindowEvent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (place, layers): (Res<Place>, Res<Layers>),
    (insets, panels): (Res<ViewInsets>, Option<Res<UiScale>>),
    mut at: Local<Option<Vec2>>,
    mut queue: ResMut<ActionQueue>,
) {
    let insets = insets.logical(panels.as_deref());
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => *at = Some(moved.position),
            WindowEvent::CursorLeft(_) => *at = None,
            WindowEvent::MouseButtonInput(input) if input.state == ButtonState::Pressed => {
                let cursor = || windows.single().ok().and_then(Window::cursor_position);
                let command = match input.button {
                    MouseButton::Left => Command::Clockwise,
                    MouseButton::Right => Command::CounterClockwise,
                    MouseButton::Middle => Command::Lock,
                    _ => continue,
                };
                let free = |point: &Vec2| is_free(*point, &windows, &insets);
                let point = at.or_else(cursor).filter(free);
                let tile = point.and_then(|point| place.tile_at(point));
                if let Some(tile) = tile.filter(|_| !layers.is_open(Layer::Help)) {
                    queue.push(&ConduitAction::At(tile, command));
                }
            }
            _ => {}
        }
    }
}

/// Whether neither panel nor bar is there, by insets in logical pixels.
fn is_free(
    point: Vec2,
    windows: &Query<&Window, With<PrimaryWindow>>,
    insets: &ViewInsets,
) -> bool {
    windows
        .single()
        .is_ok_and(|window| insets.leave_free(point, window.size()))
}

fn point(
    windows: Query<&Window, With<PrimaryWindow>>,
    (place, session): (Res<Place>, Res<Session>),
    (insets, panels): (Res<ViewInsets>, Option<Res<UiScale>>),
    mut pointed: ResMut<Pointed>,
) {
    let insets = insets.logical(panels.as_deref());
    let cursor = windows.single().ok().and_then(Window::cursor_position);
    let tile = cursor
        .filter(|point| is_free(*point, &windows, &insets))
        .and_then(|point| place.tile_at(point))
        .filter(|tile| session.conduit().size().contains(*tile));
    pointed.set_if_neq(Pointed(tile));
}

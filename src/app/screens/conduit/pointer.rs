//! Clicks on the board, with each button. Knows where the board lies, not what a click does to it.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::action::ConduitAction;
use super::place::Place;
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, Layer, Layers, hand_out};
use crate::app::screen::{Screen, on};
use crate::conduit::{Command, Input};

/// Reads clicks.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<WindowEvent>().add_systems(
        Update,
        click
            .run_if(on(Screen::Conduit))
            .in_set(Phase::Input)
            .before(hand_out),
    );
}

/// Reads the mouse's events in their order: each click is where the pointer was then, however
/// many a frame has.
fn click(
    mut events: MessageReader<WindowEvent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (place, layers): (Res<Place>, Res<Layers>),
    mut at: Local<Option<Vec2>>,
    mut queue: ResMut<ActionQueue>,
) {
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => *at = Some(moved.position),
            WindowEvent::CursorLeft(_) => *at = None,
            WindowEvent::MouseButtonInput(input) if input.state == ButtonState::Pressed => {
                let command = match input.button {
                    MouseButton::Left => Command::Clockwise,
                    MouseButton::Right => Command::CounterClockwise,
                    MouseButton::Middle => Command::Lock,
                    _ => continue,
                };
                let cursor = || windows.single().ok().and_then(Window::cursor_position);
                let tile = at.or_else(cursor).and_then(|point| place.tile_at(point));
                if let Some(tile) = tile.filter(|_| !layers.is_open(Layer::Help)) {
                    queue.push(&ConduitAction::Do(Input::At(tile, command)));
                }
            }
            _ => {}
        }
    }
}

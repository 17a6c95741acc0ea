//! The pointer on the board: what it points at, clicks with each button, and tiles that are locked in
//! one stroke. Knows where the board lies, not what a move does to it.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::action::ConduitAction;
use super::place::Place;
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, Layer, Layers, hand_out};
use crate::app::screen::{Screen, on};
use crate::conduit::{Command, Input};
use crate::geom::{Dir, Pos};

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
/// many a frame has. With Shift, the left button locks the tiles that it is drawn over, or unlocks
/// them, as it does the first; with Ctrl it drags the board.
fn click(
    mut events: MessageReader<WindowEvent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    (place, layers): (Res<Place>, Res<Layers>),
    (mut at, mut drawn, mut held): (
        Local<Option<Vec2>>,
        Local<Option<Drawn>>,
        Local<Option<Vec2>>,
    ),
    mut session: ResMut<Session>,
    mut queue: ResMut<ActionQueue>,
) {
    let is_held = |both: [KeyCode; 2]| keys.as_ref().is_some_and(|keys| keys.any_pressed(both));
    let shift = is_held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let ctrl = is_held([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let covered = layers.is_open(Layer::Help);
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                *at = Some(moved.position);
                if let Some(from) = held.as_mut() {
                    drag(from, moved.position, &place, &mut queue);
                    continue;
                }
                let Some(tile) = place.tile_at(moved.position).filter(|_| !covered) else {
                    continue;
                };
                if session.cursor().at != tile {
                    // The board is the same; the shader looks for itself what is pointed at.
                    session.bypass_change_detection().point(tile);
                }
                if let Some(drawn) = drawn.as_mut().filter(|drawn| !drawn.over.contains(&tile)) {
                    drawn.over.push(tile);
                    if session.conduit().is_locked(tile) != drawn.locks {
                        queue.push(&ConduitAction::Do(Input::At(tile, Command::Lock)));
                    }
                }
            }
            WindowEvent::CursorLeft(_) => *at = None,
            WindowEvent::MouseButtonInput(input) if input.state == ButtonState::Pressed => {
                if ctrl && input.button == MouseButton::Left {
                    *held = *at;
                    continue;
                }
                let command = match input.button {
                    MouseButton::Left if shift => Command::Lock,
                    MouseButton::Left => Command::Clockwise,
                    MouseButton::Right => Command::CounterClockwise,
                    MouseButton::Middle => Command::Lock,
                    _ => continue,
                };
                let cursor = || windows.single().ok().and_then(Window::cursor_position);
                let tile = at.or_else(cursor).and_then(|point| place.tile_at(point));
                if let Some(tile) = tile.filter(|_| !covered) {
                    queue.push(&ConduitAction::Do(Input::At(tile, command)));
                    *drawn = (command == Command::Lock).then(|| Drawn {
                        locks: !session.conduit().is_locked(tile),
                        over: vec![tile],
                    });
                }
            }
            WindowEvent::MouseButtonInput(_) => (*drawn, *held) = (None, None),
            _ => {}
        }
    }
}

/// Moves the board by as many tiles as it was dragged.
fn drag(from: &mut Vec2, to: Vec2, place: &Place, queue: &mut ActionQueue) {
    let side = place.side.max(1) as f32 / place.scale;
    let tiles = ((*from - to) / side).trunc();
    *from -= tiles * side;
    for (count, [less, more]) in [
        (tiles.x, [Dir::West, Dir::East]),
        (tiles.y, [Dir::North, Dir::South]),
    ] {
        let dir = if count < 0.0 { less } else { more };
        for _ in 0..count.abs() as u32 {
            queue.push(&ConduitAction::Pan(dir));
        }
    }
}

/// Tiles that are locked or unlocked as the pointer is drawn over them.
struct Drawn {
    locks: bool,
    over: Vec<Pos>,
}

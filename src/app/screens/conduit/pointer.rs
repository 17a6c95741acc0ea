//! The mouse on the board: pointing, clicks, locking tiles in one stroke, and dragging. Turns mouse
//! events into actions.

use bevy::input::ButtonState;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::action::ConduitAction;
use super::boards::BoardSession;
use super::layout::BoardLayout;
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, Cursor, Layer, Layers, PanBy};
use crate::app::puzzle::Round;
use crate::app::screen::Screen;
use crate::app::settings::{Controls, Settings};
use crate::conduit::{Command, Input};
use crate::geom::{Dir, Pos};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MouseState>()
        .add_systems(OnEnter(Screen::Conduit), forget_buttons)
        .add_systems(
            Update,
            read_mouse.in_set(Screen::Conduit).in_set(Phase::Input),
        );
}

/// What the mouse is doing on the board.
#[derive(Resource, Default)]
struct MouseState {
    /// Position in the window, in logical pixels.
    pointer: Option<Vec2>,
    stroke: Option<LockStroke>,
    /// Where panning by Ctrl+drag has come to, in logical pixels.
    drag_start: Option<Vec2>,
    /// How far a finger has dragged the board beyond whole tiles, in logical pixels.
    dragged: Vec2,
}

/// The tiles that the pointer has passed over while locking or unlocking.
struct LockStroke {
    locks: bool,
    tiles: Vec<Pos>,
}

/// Ends strokes and drags: the button may have been released on another screen.
fn forget_buttons(mut mouse: ResMut<MouseState>, cursor: Cursor) {
    *mouse = MouseState {
        pointer: cursor.position(),
        ..default()
    };
}

/// Reads mouse events in order, so that each click applies where the pointer was at the time,
/// however many a frame has. Shift+drag locks the tiles it passes over, or unlocks them if the
/// first one was locked; Ctrl+drag pans the board.
fn read_mouse(
    (mut events, mut panned): (MessageReader<WindowEvent>, MessageReader<PanBy>),
    (cursor, panels): (Cursor, Query<&Hovered>),
    keys: Option<Res<ButtonInput<KeyCode>>>,
    (layout, layers, settings): (Res<BoardLayout>, Res<Layers>, Res<Settings>),
    mut mouse: ResMut<MouseState>,
    mut session: ResMut<BoardSession>,
    mut queue: ResMut<ActionQueue>,
) {
    let is_held = |both: [KeyCode; 2]| keys.as_ref().is_some_and(|keys| keys.any_pressed(both));
    let shift = is_held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let ctrl = is_held([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let MouseState {
        pointer,
        stroke,
        drag_start,
        dragged,
    } = &mut *mouse;
    // In a narrow window the panel lies over the board.
    let is_on_panel = panels.iter().any(|panel| panel.0);
    let is_covered = layers.is_open(Layer::Help) || is_on_panel;
    for PanBy(by) in panned.read() {
        *dragged += *by;
        let mut from = Vec2::ZERO;
        drag(&mut from, *dragged, &layout, &mut queue);
        *dragged -= from;
    }
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                let before = pointer.replace(moved.position);
                if let Some(from) = drag_start.as_mut() {
                    drag(from, moved.position, &layout, &mut queue);
                    continue;
                }
                let Some(tile) = layout.tile_at(moved.position).filter(|_| !is_covered) else {
                    continue;
                };
                // A pointer that trembles, or under which the window has opened or the board has scrolled,
                // leaves the cursor to the keys.
                let entered = before.is_some_and(|before| layout.tile_at(before) != Some(tile));
                if entered && session.cursor().at != tile {
                    // The board itself is unchanged, and `material` finds the hovered tile itself.
                    session.bypass_change_detection().round_mut().point_at(tile);
                }
                if let Some(stroke) = stroke
                    .as_mut()
                    .filter(|stroke| !stroke.tiles.contains(&tile))
                {
                    stroke.tiles.push(tile);
                    if session.conduit().is_locked(tile) != stroke.locks {
                        queue.push(&ConduitAction::Do(Input::At(tile, Command::Lock)));
                    }
                }
            }
            WindowEvent::CursorLeft(_) => *pointer = None,
            WindowEvent::MouseButtonInput(input) if input.state == ButtonState::Pressed => {
                if ctrl && input.button == MouseButton::Left {
                    *drag_start = *pointer;
                    continue;
                }
                let command = match input.button {
                    MouseButton::Left if shift => Command::Lock,
                    // On a solved board the left button goes on.
                    MouseButton::Left | MouseButton::Right if !session.is_finished() => {
                        turn_by(input.button, settings.controls)
                    }
                    MouseButton::Left => Command::Clockwise,
                    MouseButton::Right => Command::CounterClockwise,
                    MouseButton::Middle => Command::Lock,
                    _ => continue,
                };
                let point = pointer.or_else(|| cursor.position());
                let tile = point.and_then(|point| layout.tile_at(point));
                if let Some(tile) = tile.filter(|_| !is_covered) {
                    queue.push(&ConduitAction::Do(Input::At(tile, command)));
                    *stroke = (command == Command::Lock).then(|| LockStroke {
                        locks: !session.conduit().is_locked(tile),
                        tiles: vec![tile],
                    });
                }
            }
            WindowEvent::MouseButtonInput(_) => (*stroke, *drag_start) = (None, None),
            _ => {}
        }
    }
}

/// What the left or the right button does to a tile.
fn turn_by(button: MouseButton, controls: Controls) -> Command {
    match (button == MouseButton::Left, controls) {
        (true, Controls::Undercroft) | (false, Controls::Net) => Command::Clockwise,
        (false, Controls::Undercroft) | (true, Controls::Net) => Command::CounterClockwise,
    }
}

/// Pans by the whole tiles between `from` and `to`, and moves `from` on by as many.
fn drag(from: &mut Vec2, to: Vec2, layout: &BoardLayout, queue: &mut ActionQueue) {
    let side = layout.side.max(1) as f32 / layout.scale;
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

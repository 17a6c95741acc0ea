//! The gamepad: its presses go into the queue of all input; those for a widget that has the focus
//! are typed as keys. Knows neither the device nor the clock: both are
//! [`platform`](crate::app::platform)'s.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::action::AnyAction;
use super::{ActionQueue, Keymap, Layer, Layers, PadUsed, Queued};
use crate::app::platform::pad::{Button, PadQueue, Press};
use crate::app::screen::Screen;
use crate::geom::Dir;

/// Moves what was pressed into the queue. A window that is not worked with hears nothing.
pub(super) fn read(
    pads: Res<PadQueue>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut queue, mut used): (ResMut<ActionQueue>, ResMut<PadUsed>),
) {
    pads.set_listening(windows.is_empty() || windows.iter().any(|window| window.focused));
    while let Some(press) = pads.pop() {
        queue.0.push_back(Queued::Button(press));
        used.set_if_neq(PadUsed(true));
    }
}

/// The keys that work a widget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanelKey {
    /// On to the next widget.
    Next,
    /// Back to the widget before.
    Previous,
    /// A slider down, a mark to the left.
    Left,
    /// A slider up, a mark to the right.
    Right,
    /// The line above.
    Up,
    /// The line below.
    Down,
    /// Press it.
    Enter,
}

impl PanelKey {
    /// The key that a button types.
    pub const fn of(button: Button) -> Option<Self> {
        Some(match button {
            Button::Go(Dir::South) => Self::Next,
            Button::Go(Dir::North) => Self::Previous,
            Button::Go(Dir::West) | Button::Run(Dir::West) => Self::Left,
            Button::Go(Dir::East) | Button::Run(Dir::East) => Self::Right,
            Button::LeftBumper | Button::Run(Dir::North) => Self::Up,
            Button::RightBumper | Button::Run(Dir::South) => Self::Down,
            Button::South => Self::Enter,
            _ => return None,
        })
    }

    /// The keys to be pressed together.
    fn keys(self) -> Vec<(KeyCode, Key)> {
        let tab = (KeyCode::Tab, Key::Tab);
        match self {
            Self::Next => vec![tab],
            Self::Previous => vec![(KeyCode::ShiftLeft, Key::Shift), tab],
            Self::Left => vec![(KeyCode::ArrowLeft, Key::ArrowLeft)],
            Self::Right => vec![(KeyCode::ArrowRight, Key::ArrowRight)],
            Self::Up => vec![(KeyCode::ArrowUp, Key::ArrowUp)],
            Self::Down => vec![(KeyCode::ArrowDown, Key::ArrowDown)],
            Self::Enter => vec![(KeyCode::Enter, Key::Enter)],
        }
    }
}

/// Keys that the pad presses, and those that it releases a frame later.
#[derive(Resource, Default)]
pub struct Typing {
    down: Vec<(KeyCode, Key)>,
    up: Vec<(KeyCode, Key)>,
}

/// What a press comes to.
pub(super) enum Taken {
    /// An action, or nothing.
    Asks(Option<&'static dyn AnyAction>),
    /// Keys, which are pressed at the end of the frame.
    Types,
    /// Its turn comes once the keys before it are released.
    Waits,
}

impl Typing {
    const fn is_over(&self) -> bool {
        self.down.is_empty() && self.up.is_empty()
    }

    /// Settles a press by what is open.
    pub(super) fn take(
        &mut self,
        press: Press,
        keymap: &Keymap,
        screen: Screen,
        layers: Layers,
    ) -> Taken {
        if !self.is_over() {
            return Taken::Waits;
        }
        let asked = keymap.button(press, screen, layers);
        let on_widget = matches!(layers.keys(), Some(Layer::Control | Layer::Text));
        let key = PanelKey::of(press.button)
            .filter(|key| !press.repeat || *key != PanelKey::Enter)
            .filter(|_| on_widget && asked.is_none());
        match key {
            Some(key) => {
                self.down = key.keys();
                Taken::Types
            }
            None => Taken::Asks(asked),
        }
    }
}

/// Presses and releases keys, to be seen from the beginning of the next frame on.
pub(super) fn type_keys(
    mut typing: ResMut<Typing>,
    windows: Query<Entity, With<PrimaryWindow>>,
    mut events: MessageWriter<KeyboardInput>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if typing.is_over() {
        return;
    }
    let down = std::mem::take(&mut typing.down);
    let up = std::mem::replace(&mut typing.up, down.clone());
    redraw.write(RequestRedraw);
    let Ok(window) = windows.single() else { return };
    let pressed = down.into_iter().map(|key| (key, ButtonState::Pressed));
    let released = up.into_iter().map(|key| (key, ButtonState::Released));
    for ((key_code, logical_key), state) in released.chain(pressed) {
        events.write(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }
}

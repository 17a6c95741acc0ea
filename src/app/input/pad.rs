//! The gamepad: button presses join the input queue, and those for a focused widget become key events,
//! because Bevy's widgets read only keys. [`platform`](crate::app::platform) reads the device.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::action::AnyAction;
use super::{ActionQueue, Keymap, Layers, PadUsed, Queued};
use crate::app::platform::pad::{Button, PadQueue, Press};
use crate::app::screen::Screen;
use crate::geom::Dir;

/// Moves button presses into the queue, unless the window is in the background.
pub(super) fn read_pads(
    pads: Res<PadQueue>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut queue, mut used): (ResMut<ActionQueue>, ResMut<PadUsed>),
) {
    pads.set_listening(windows.is_empty() || windows.iter().any(|window| window.focused));
    while let Some(press) = pads.pop() {
        queue.waiting.push_back(Queued::Button(press));
        used.set_if_neq(PadUsed(true));
    }
}

/// A key that operates a widget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanelKey {
    /// Focuses the next widget.
    Next,
    /// Focuses the previous widget.
    Previous,
    /// Lowers a slider, or moves a text cursor left.
    Left,
    /// Raises a slider, or moves a text cursor right.
    Right,
    /// Up arrow.
    Up,
    /// Down arrow.
    Down,
    /// Presses a button, or submits a text field.
    Enter,
}

impl PanelKey {
    /// The key that a gamepad button stands for.
    pub const fn from_button(button: Button) -> Option<Self> {
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

    /// The name of the key.
    pub(super) const fn key_name(self) -> &'static str {
        match self {
            Self::Next => "Tab",
            Self::Previous => "Shift+Tab",
            Self::Left => "Left",
            Self::Right => "Right",
            Self::Up => "Up",
            Self::Down => "Down",
            Self::Enter => "Enter",
        }
    }

    /// The label of the button that stands for it.
    pub(super) fn button_sign(self) -> &'static str {
        let directions = [Dir::North, Dir::South, Dir::West, Dir::East].map(Button::Go);
        let named = Button::NAMED.into_iter().map(|(_, button)| button);
        let mut buttons = directions.into_iter().chain(named);
        let button = buttons.find(|button| Self::from_button(*button) == Some(self));
        button.map_or("", Button::sign)
    }

    /// The keys to press together.
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

/// Key events that the gamepad causes at the end of the frame.
#[derive(Resource, Default)]
pub struct PadKeys {
    /// Keys to press.
    down: Vec<(KeyCode, Key)>,
    /// Keys to release, which were pressed a frame ago.
    up: Vec<(KeyCode, Key)>,
}

/// What a button press means.
pub(super) enum Meaning {
    /// An action, or nothing.
    Action(Option<&'static dyn AnyAction>),
    /// Keys for the focused widget, which are pressed at the end of the frame.
    Keys,
    /// Unknown until the keys of an earlier press are released.
    Wait,
}

impl PadKeys {
    pub(super) const fn is_idle(&self) -> bool {
        self.down.is_empty() && self.up.is_empty()
    }

    /// Interprets a press on `screen` with these layers open.
    pub(super) fn interpret(
        &mut self,
        press: Press,
        keymap: &Keymap,
        screen: Screen,
        layers: Layers,
    ) -> Meaning {
        if !self.is_idle() {
            return Meaning::Wait;
        }
        let action = keymap.button(press, screen, layers);
        let key = PanelKey::from_button(press.button)
            .filter(|key| !press.repeat || *key != PanelKey::Enter)
            .filter(|_| layers.is_on_widget() && action.is_none());
        match key {
            Some(key) => {
                self.down = key.keys();
                Meaning::Keys
            }
            None => Meaning::Action(action),
        }
    }
}

/// Sends the key events of the gamepad, which are read in the next frame.
pub(super) fn send_keys(
    mut pad_keys: ResMut<PadKeys>,
    windows: Query<Entity, With<PrimaryWindow>>,
    mut events: MessageWriter<KeyboardInput>,
) {
    if pad_keys.is_idle() {
        return;
    }
    let down = std::mem::take(&mut pad_keys.down);
    let up = std::mem::replace(&mut pad_keys.up, down.clone());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::chord::tests::event;
    use crate::app::input::chord::{Chord, Keyboard};

    #[test]
    fn every_key_of_a_panel_has_the_name_of_what_it_presses_and_a_button() {
        for (key, sign) in [
            (PanelKey::Next, "↓"),
            (PanelKey::Previous, "↑"),
            (PanelKey::Left, "←"),
            (PanelKey::Right, "→"),
            (PanelKey::Up, "LB"),
            (PanelKey::Down, "RB"),
            (PanelKey::Enter, "A"),
        ] {
            let mut held = Keyboard::default();
            let mut pressed = None;
            for (code, logical) in key.keys() {
                let event = event(code, logical);
                if !held.update(&event) {
                    pressed = Chord::from_event(&event, &held, |_| false);
                }
            }
            assert_eq!(pressed, Chord::read(key.key_name()), "{key:?}");
            assert_eq!(key.button_sign(), sign, "{key:?}");
        }
    }
}

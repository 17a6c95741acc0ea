//! Chords: a key with its modifiers, parsed from text and from key events. Gamepad buttons are chords
//! too.

use std::fmt;

use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};

use crate::app::platform::pad::Button;

/// A key without modifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Base {
    /// A character; letters in lowercase.
    Char(char),
    /// A key by its name in [`NAMED_KEYS`] or [`NUMPAD`], or a button by its name in [`Button::NAMED`].
    Name(&'static str),
}

/// A key and the modifiers held with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chord {
    base: Base,
    modifiers: Modifiers,
}

/// The modifiers of a chord.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Modifiers {
    shift: bool,
    ctrl: bool,
    alt: bool,
}

/// The modifier keys that are down, by physical key.
#[derive(Default)]
pub struct HeldKeys(Vec<(KeyCode, Modifier)>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Modifier {
    Shift,
    Ctrl,
    Alt,
    /// Part of the character, not a modifier of the chord.
    AltGr,
}

const NAMED_KEYS: [(&str, Key); 27] = [
    ("Up", Key::ArrowUp),
    ("Down", Key::ArrowDown),
    ("Left", Key::ArrowLeft),
    ("Right", Key::ArrowRight),
    ("Home", Key::Home),
    ("End", Key::End),
    ("PageUp", Key::PageUp),
    ("PageDown", Key::PageDown),
    ("Insert", Key::Insert),
    ("Delete", Key::Delete),
    ("Enter", Key::Enter),
    ("Space", Key::Space),
    ("Tab", Key::Tab),
    ("Esc", Key::Escape),
    ("Backspace", Key::Backspace),
    ("F1", Key::F1),
    ("F2", Key::F2),
    ("F3", Key::F3),
    ("F4", Key::F4),
    ("F5", Key::F5),
    ("F6", Key::F6),
    ("F7", Key::F7),
    ("F8", Key::F8),
    ("F9", Key::F9),
    ("F10", Key::F10),
    ("F11", Key::F11),
    ("F12", Key::F12),
];

/// The numeric keypad by physical key, because Num Lock changes the logical keys.
const NUMPAD: [(&str, KeyCode); 16] = [
    ("Numpad0", KeyCode::Numpad0),
    ("Numpad1", KeyCode::Numpad1),
    ("Numpad2", KeyCode::Numpad2),
    ("Numpad3", KeyCode::Numpad3),
    ("Numpad4", KeyCode::Numpad4),
    ("Numpad5", KeyCode::Numpad5),
    ("Numpad6", KeyCode::Numpad6),
    ("Numpad7", KeyCode::Numpad7),
    ("Numpad8", KeyCode::Numpad8),
    ("Numpad9", KeyCode::Numpad9),
    ("NumpadAdd", KeyCode::NumpadAdd),
    ("NumpadSubtract", KeyCode::NumpadSubtract),
    ("NumpadMultiply", KeyCode::NumpadMultiply),
    ("NumpadDivide", KeyCode::NumpadDivide),
    ("NumpadDecimal", KeyCode::NumpadDecimal),
    ("NumpadEnter", KeyCode::NumpadEnter),
];

impl HeldKeys {
    /// Updates the modifiers from a key event. Returns whether the key is a modifier.
    pub fn update(&mut self, event: &KeyboardInput) -> bool {
        let count = self.0.len();
        self.0.retain(|(key, _)| *key != event.key_code);
        let modifier = match (&event.logical_key, event.key_code) {
            (Key::AltGraph, _) => Some(Modifier::AltGr),
            (_, KeyCode::ShiftLeft | KeyCode::ShiftRight) => Some(Modifier::Shift),
            (_, KeyCode::ControlLeft | KeyCode::ControlRight) => Some(Modifier::Ctrl),
            (_, KeyCode::AltLeft | KeyCode::AltRight) => Some(Modifier::Alt),
            _ => None,
        };
        let held = modifier.filter(|_| event.state.is_pressed());
        self.0
            .extend(held.map(|modifier| (event.key_code, modifier)));
        modifier.is_some() || self.0.len() < count
    }

    /// Releases all modifiers.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The modifiers of a chord. Ignores Ctrl and Alt while AltGr is down, because some systems report it
    /// as both.
    fn modifiers(&self) -> Modifiers {
        let has = |wanted| self.0.iter().any(|(_, held)| *held == wanted);
        let no_alt_gr = !has(Modifier::AltGr);
        Modifiers {
            shift: has(Modifier::Shift),
            ctrl: has(Modifier::Ctrl) && no_alt_gr,
            alt: has(Modifier::Alt) && no_alt_gr,
        }
    }
}

impl Chord {
    /// The character that it types, in upper case with Shift; `None` for other keys and with Ctrl or Alt.
    pub fn typed(self) -> Option<char> {
        let Modifiers { shift, ctrl, alt } = self.modifiers;
        match self.base {
            Base::Char(c) if !ctrl && !alt => Some(if shift { c.to_ascii_uppercase() } else { c }),
            _ => None,
        }
    }

    /// Drops Shift unless the key is a letter or a named key: it is part of all other characters.
    fn new(base: Base, mut modifiers: Modifiers) -> Self {
        if matches!(base, Base::Char(c) if !c.is_alphabetic()) {
            modifiers.shift = false;
        }
        Self { base, modifiers }
    }

    /// The chord of a key event, by the character that the keyboard layout gives it. `None` if the key
    /// has no name.
    pub fn from_event(event: &KeyboardInput, held: &HeldKeys) -> Option<Self> {
        let pad = NUMPAD.iter().find(|(_, code)| *code == event.key_code);
        let base = match (pad, &event.logical_key) {
            (Some((name, _)), _) => Base::Name(name),
            (None, Key::Character(text)) => Base::from_char(text)?,
            (None, key) => Base::Name(NAMED_KEYS.iter().find(|(_, known)| known == key)?.0),
        };
        Some(Self::new(base, held.modifiers()))
    }

    /// The chord of a gamepad button; `None` for directions and Back, which cannot be bound.
    pub fn from_button(button: Button) -> Option<Self> {
        let named = Button::NAMED.iter().find(|(_, named)| *named == button);
        named.map(|(name, _)| Self::new(Base::Name(name), Modifiers::default()))
    }

    /// The gamepad button of this chord, if it is one.
    pub fn button(self) -> Option<Button> {
        let named = Button::NAMED.iter().find(|(name, _)| self.is(name));
        named.map(|(_, button)| *button)
    }

    /// Parses a chord as key maps write it, like `Ctrl+Shift+r`; `None` if there is no such key.
    pub fn read(text: &str) -> Option<Self> {
        let mut modifiers = Modifiers::default();
        let mut rest = text;
        while let Some((held, tail)) = rest.split_once('+').filter(|(_, tail)| !tail.is_empty()) {
            match held {
                "Shift" => modifiers.shift = true,
                "Ctrl" => modifiers.ctrl = true,
                "Alt" => modifiers.alt = true,
                _ => return None,
            }
            rest = tail;
        }
        let base = Self::names()
            .find(|name| *name == rest)
            .map(Base::Name)
            .or_else(|| Base::from_char(rest))?;
        Some(Self::new(base, modifiers))
    }

    /// Whether Ctrl is held with it.
    pub const fn has_ctrl(self) -> bool {
        self.modifiers.ctrl
    }

    /// Whether it is the named key without modifiers.
    pub fn is(self, name: &str) -> bool {
        self.modifiers == Modifiers::default()
            && matches!(self.base, Base::Name(own) if own == name)
    }

    /// Whether a text field leaves the key to the program: Esc and F1 to F12.
    pub fn is_program_key(self) -> bool {
        let function = |name: &str| name.len() > 1 && name.starts_with('F');
        matches!(self.base, Base::Name(name) if name == "Esc" || function(name))
    }

    /// Whether the key operates a focused button or slider, or moves the focus.
    pub fn is_control_key(self) -> bool {
        const KEYS: [&str; 9] = [
            "Up", "Down", "Left", "Right", "Home", "End", "Enter", "Space", "Tab",
        ];
        matches!(self.base, Base::Name(name) if KEYS.contains(&name))
    }

    /// The names of all keys and buttons that are not characters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED_KEYS
            .iter()
            .map(|(name, _)| *name)
            .chain(NUMPAD.iter().map(|(name, _)| *name))
            .chain(Button::NAMED.iter().map(|(name, _)| *name))
    }
}

impl Base {
    /// The key of a single printable character; `None` for any other text.
    fn from_char(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let c = chars
            .next()
            .filter(|c| !c.is_whitespace() && !c.is_control())?;
        if chars.next().is_some() {
            return None;
        }
        Some(Self::Char(c.to_lowercase().next().unwrap_or(c)))
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Modifiers { shift, ctrl, alt } = self.modifiers;
        for (held, name) in [(ctrl, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")] {
            if held {
                f.write_str(name)?;
            }
        }
        match self.base {
            Base::Char(c) => write!(f, "{c}"),
            Base::Name(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
pub(in crate::app) mod tests {
    use super::*;
    use bevy::input::ButtonState;
    use bevy::prelude::Entity;

    pub fn event(key_code: KeyCode, logical_key: Key) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key,
            state: ButtonState::Pressed,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    fn held(keys: &[(KeyCode, Key)]) -> HeldKeys {
        let mut held = HeldKeys::default();
        for (code, key) in keys {
            assert!(held.update(&event(*code, key.clone())));
        }
        held
    }

    pub fn released(code: KeyCode, key: Key) -> KeyboardInput {
        KeyboardInput {
            state: ButtonState::Released,
            ..event(code, key)
        }
    }

    pub fn character(text: &str) -> Key {
        Key::Character(text.into())
    }

    #[test]
    fn a_chord_reads_back_as_it_is_written() {
        for text in [
            "h",
            "?",
            "+",
            "[",
            "Up",
            "F12",
            "Numpad8",
            "Shift+r",
            "Ctrl+Alt+Shift+Tab",
            "Ctrl++",
        ] {
            assert_eq!(Chord::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Chord::read("R"), Chord::read("r"));
        for text in ["", "hh", "Shift+", "Numpad", "up", " ", "F13"] {
            assert_eq!(Chord::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn shift_tells_letters_apart_and_belongs_to_other_characters() {
        let shift = held(&[(KeyCode::ShiftLeft, Key::Shift)]);
        let upper = event(KeyCode::KeyR, character("R"));
        assert_eq!(Chord::from_event(&upper, &shift), Chord::read("Shift+r"));
        // Caps Lock types capitals without Shift.
        let none = HeldKeys::default();
        assert_eq!(Chord::from_event(&upper, &none), Chord::read("r"));
        let question = event(KeyCode::Slash, character("?"));
        assert_eq!(Chord::from_event(&question, &shift), Chord::read("?"));
    }

    #[test]
    fn a_button_of_a_pad_is_a_key_by_its_name() {
        for (name, button) in Button::NAMED {
            let chord = Chord::read(name).unwrap();
            assert_eq!(Chord::from_button(button), Some(chord));
            assert_eq!(
                (chord.button(), chord.to_string()),
                (Some(button), name.to_owned())
            );
            assert_eq!(format!("Pad{}", button.sign()), name);
        }
        assert_eq!(Chord::read("h").unwrap().button(), None);
    }

    #[test]
    fn the_numeric_keypad_is_known_by_its_physical_keys() {
        let locked = event(KeyCode::Numpad8, character("8"));
        let unlocked = event(KeyCode::Numpad8, Key::ArrowUp);
        for event in [locked, unlocked] {
            let chord = Chord::from_event(&event, &HeldKeys::default());
            assert_eq!(chord, Chord::read("Numpad8"));
        }
    }

    #[test]
    fn alt_gr_types_a_bracket_on_a_german_layout() {
        let bracket = event(KeyCode::Digit8, character("["));
        let alt_gr = (KeyCode::AltRight, Key::AltGraph);
        let control = (KeyCode::ControlLeft, Key::Control);
        for keys in [&[alt_gr.clone()][..], &[control, alt_gr]] {
            let chord = Chord::from_event(&bracket, &held(keys));
            assert_eq!(chord, Chord::read("["), "{keys:?}");
        }
        // On a layout without AltGr the right Alt key is Alt.
        let alt = held(&[(KeyCode::AltRight, Key::Alt)]);
        let x = event(KeyCode::KeyX, character("x"));
        assert_eq!(Chord::from_event(&x, &alt), Chord::read("Alt+x"));
    }

    #[test]
    fn a_released_modifier_is_forgotten_and_the_other_of_two_stays_held() {
        let mut keys = held(&[
            (KeyCode::ShiftLeft, Key::Shift),
            (KeyCode::ShiftRight, Key::Shift),
            (KeyCode::ControlLeft, Key::Control),
        ]);
        let x = event(KeyCode::KeyX, character("X"));
        assert!(keys.update(&released(KeyCode::ControlLeft, Key::Control)));
        assert!(keys.update(&released(KeyCode::ShiftRight, Key::Shift)));
        assert_eq!(Chord::from_event(&x, &keys), Chord::read("Shift+x"));
        assert!(keys.update(&released(KeyCode::ShiftLeft, Key::Shift)));
        assert_eq!(Chord::from_event(&x, &keys), Chord::read("x"));
        assert!(!keys.update(&x));
    }
}

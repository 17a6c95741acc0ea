//! Chords: a key with its modifiers, parsed from text and from key events. Gamepad buttons are chords
//! too.
//!
//! A key counts by the character that its layout gives it. Where that is no Latin letter, as on Greek or
//! Russian layouts, it counts by its place on a US keyboard, unless the key map names the character.

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

/// What the key events so far tell of the keyboard.
#[derive(Default)]
pub struct Keyboard {
    /// The modifier keys that are down, by physical key.
    held: Vec<(KeyCode, Modifier)>,
    /// Whether the last letter was not Latin: the layout has other letters.
    is_not_latin: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Modifier {
    Shift,
    Ctrl,
    Alt,
    /// Part of the character, not a modifier of the chord.
    AltGr,
    /// The system's: chords with it are nobody's.
    Super,
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

/// The places on a US keyboard, with their characters without and with Shift.
#[rustfmt::skip]
const PLACES: [(KeyCode, char, char); 48] = [
    (KeyCode::KeyA, 'a', 'A'), (KeyCode::KeyB, 'b', 'B'), (KeyCode::KeyC, 'c', 'C'), (KeyCode::KeyD, 'd', 'D'),
    (KeyCode::KeyE, 'e', 'E'), (KeyCode::KeyF, 'f', 'F'), (KeyCode::KeyG, 'g', 'G'), (KeyCode::KeyH, 'h', 'H'),
    (KeyCode::KeyI, 'i', 'I'), (KeyCode::KeyJ, 'j', 'J'), (KeyCode::KeyK, 'k', 'K'), (KeyCode::KeyL, 'l', 'L'),
    (KeyCode::KeyM, 'm', 'M'), (KeyCode::KeyN, 'n', 'N'), (KeyCode::KeyO, 'o', 'O'), (KeyCode::KeyP, 'p', 'P'),
    (KeyCode::KeyQ, 'q', 'Q'), (KeyCode::KeyR, 'r', 'R'), (KeyCode::KeyS, 's', 'S'), (KeyCode::KeyT, 't', 'T'),
    (KeyCode::KeyU, 'u', 'U'), (KeyCode::KeyV, 'v', 'V'), (KeyCode::KeyW, 'w', 'W'), (KeyCode::KeyX, 'x', 'X'),
    (KeyCode::KeyY, 'y', 'Y'), (KeyCode::KeyZ, 'z', 'Z'),
    (KeyCode::Digit1, '1', '!'), (KeyCode::Digit2, '2', '@'), (KeyCode::Digit3, '3', '#'), (KeyCode::Digit4, '4', '$'),
    (KeyCode::Digit5, '5', '%'), (KeyCode::Digit6, '6', '^'), (KeyCode::Digit7, '7', '&'), (KeyCode::Digit8, '8', '*'),
    (KeyCode::Digit9, '9', '('), (KeyCode::Digit0, '0', ')'), (KeyCode::Minus, '-', '_'), (KeyCode::Equal, '=', '+'),
    (KeyCode::BracketLeft, '[', '{'), (KeyCode::BracketRight, ']', '}'), (KeyCode::Backslash, '\\', '|'),
    (KeyCode::Semicolon, ';', ':'), (KeyCode::Quote, '\'', '"'), (KeyCode::Backquote, '`', '~'),
    (KeyCode::Comma, ',', '<'), (KeyCode::Period, '.', '>'), (KeyCode::Slash, '/', '?'),
    (KeyCode::IntlBackslash, '\\', '|'),
];

/// The character at the place of a key on a US keyboard.
fn char_at_place(key: KeyCode, shift: bool) -> Option<char> {
    let (_, plain, shifted) = PLACES.iter().find(|(code, ..)| *code == key)?;
    Some(if shift { *shifted } else { *plain })
}

/// Whether a US keyboard has a letter at the place of the key.
fn is_letter_place(key: KeyCode) -> bool {
    char_at_place(key, false).is_some_and(char::is_alphabetic)
}

/// Whether `c` is a letter of the Latin script, with or without marks.
fn is_latin(c: char) -> bool {
    let in_blocks = matches!(c, '\0'..='\u{2af}' | '\u{1e00}'..='\u{1eff}');
    c.is_alphabetic() && in_blocks
}

impl Keyboard {
    /// Updates the modifiers and the script from a key event. Returns whether the key is a modifier.
    pub fn update(&mut self, event: &KeyboardInput) -> bool {
        let count = self.held.len();
        self.held.retain(|(key, _)| *key != event.key_code);
        let modifier = modifier_of(event);
        let held = modifier.filter(|_| event.state.is_pressed());
        self.held
            .extend(held.map(|modifier| (event.key_code, modifier)));
        if let Key::Character(text) = &event.logical_key
            && is_letter_place(event.key_code)
            && !self.holds(Modifier::AltGr)
        {
            let letter = text.chars().next().filter(|c| c.is_alphabetic());
            self.is_not_latin = letter.map_or(self.is_not_latin, |letter| !is_latin(letter));
        }
        modifier.is_some() || self.held.len() < count
    }

    /// Releases all modifiers.
    pub fn release(&mut self) {
        self.held.clear();
    }

    /// Whether a key pressed now is the system's, because Super is down.
    pub fn has_super(&self) -> bool {
        self.holds(Modifier::Super)
    }

    /// Whether Shift was down at the last event.
    pub fn has_shift(&self) -> bool {
        self.holds(Modifier::Shift)
    }

    fn holds(&self, modifier: Modifier) -> bool {
        self.held.iter().any(|(_, held)| *held == modifier)
    }

    /// The modifiers of a chord. Ignores Ctrl and Alt while AltGr is down, because some systems report it
    /// as both.
    fn modifiers(&self) -> Modifiers {
        let no_alt_gr = !self.holds(Modifier::AltGr);
        Modifiers {
            shift: self.holds(Modifier::Shift),
            ctrl: self.holds(Modifier::Ctrl) && no_alt_gr,
            alt: self.holds(Modifier::Alt) && no_alt_gr,
        }
    }

    /// The character of a key: the typed one or, if that is no Latin letter where a layout should have
    /// one, that of the key's place. `is_bound` says whether the key map names a typed character.
    fn character(&self, event: &KeyboardInput, is_bound: impl Fn(Base) -> bool) -> Option<Base> {
        let (typed, is_dead) = match &event.logical_key {
            Key::Character(text) => (Base::from_char(text), false),
            Key::Dead(mark) => (mark.map(Base::Char), true),
            Key::Unidentified(_) if self.is_not_latin => (None, false),
            _ => return None,
        };
        let is_own = |base: Base| match base {
            _ if is_dead => false,
            Base::Char(c) if is_latin(c) => true,
            Base::Char(c) if c.is_ascii() => {
                !(self.is_not_latin && is_letter_place(event.key_code))
            }
            // What AltGr types has no place.
            _ => self.holds(Modifier::AltGr),
        };
        let is_named = |base: Base| match base {
            Base::Char(c) if c.is_ascii() && !is_dead => false,
            base => is_bound(base),
        };
        let place = char_at_place(event.key_code, self.holds(Modifier::Shift));
        let place = place.map(|c| Base::Char(c.to_ascii_lowercase()));
        let kept = typed.filter(|base| is_own(*base) || is_named(*base));
        kept.or(place).or(typed)
    }
}

/// The modifier that a key is. By what the layout makes of it, since people swap these keys; Alt may be
/// Meta there while Shift is down.
fn modifier_of(event: &KeyboardInput) -> Option<Modifier> {
    Some(match (&event.logical_key, event.key_code) {
        (Key::AltGraph, _) => Modifier::AltGr,
        (Key::Shift, _) => Modifier::Shift,
        (Key::Control, _) => Modifier::Ctrl,
        (Key::Alt, _) | (Key::Meta, KeyCode::AltLeft | KeyCode::AltRight) => Modifier::Alt,
        (Key::Super | Key::Meta | Key::Hyper, _) => Modifier::Super,
        (Key::Unidentified(_), KeyCode::ShiftLeft | KeyCode::ShiftRight) => Modifier::Shift,
        (Key::Unidentified(_), KeyCode::ControlLeft | KeyCode::ControlRight) => Modifier::Ctrl,
        (Key::Unidentified(_), KeyCode::AltLeft | KeyCode::AltRight) => Modifier::Alt,
        (Key::Unidentified(_), KeyCode::SuperLeft | KeyCode::SuperRight) => Modifier::Super,
        _ => return None,
    })
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

    /// The chord of a key event. `is_bound` says whether the key map has a key for a chord. `None` if the
    /// key has no name, or Super is down.
    pub fn from_event(
        event: &KeyboardInput,
        keyboard: &Keyboard,
        is_bound: impl Fn(Self) -> bool,
    ) -> Option<Self> {
        if keyboard.has_super() {
            return None;
        }
        let modifiers = keyboard.modifiers();
        let pad = NUMPAD.iter().find(|(_, code)| *code == event.key_code);
        let named = NAMED_KEYS.iter().find(|(_, key)| *key == event.logical_key);
        let name = pad.map(|(name, _)| *name).or(named.map(|(name, _)| *name));
        let is_named = |base| is_bound(Self::new(base, modifiers));
        let base = match name {
            Some(name) => Base::Name(name),
            None => keyboard.character(event, is_named)?,
        };
        Some(Self::new(base, modifiers))
    }

    /// The Latin letter that a text field takes instead of the typed one in a chord with Ctrl, such as v
    /// to paste; `None` if it takes the key as it is.
    pub fn command_letter(event: &KeyboardInput, keyboard: &Keyboard) -> Option<char> {
        let chord = Self::from_event(event, keyboard, |_| false)?;
        match (chord.base, &event.logical_key) {
            (Base::Char(c), Key::Character(_)) if chord.modifiers.ctrl => Some(c),
            _ => None,
        }
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

    /// Whether Shift is held with it.
    pub const fn has_shift(self) -> bool {
        self.modifiers.shift
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

    /// Whether the key ends typing in a text field.
    pub fn leaves_field(self) -> bool {
        self.is_program_key() || matches!(self.base, Base::Name("Enter" | "NumpadEnter" | "Tab"))
    }

    /// Whether it is a key of the numeric keypad.
    pub fn is_of_keypad(&self) -> bool {
        matches!(self.base, Base::Name(name) if NUMPAD.iter().any(|(key, _)| *key == name))
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

    fn held(keys: &[(KeyCode, Key)]) -> Keyboard {
        let mut held = Keyboard::default();
        for (code, key) in keys {
            assert!(held.update(&event(*code, key.clone())));
        }
        held
    }

    /// The chord of an event, with a key map that names no other letters.
    fn chord_of(event: &KeyboardInput, keyboard: &Keyboard) -> Option<Chord> {
        Chord::from_event(event, keyboard, |_| false)
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
        assert_eq!(chord_of(&upper, &shift), Chord::read("Shift+r"));
        // Caps Lock types capitals without Shift.
        let none = Keyboard::default();
        assert_eq!(chord_of(&upper, &none), Chord::read("r"));
        let question = event(KeyCode::Slash, character("?"));
        assert_eq!(chord_of(&question, &shift), Chord::read("?"));
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
            let chord = chord_of(&event, &Keyboard::default());
            assert_eq!(chord, Chord::read("Numpad8"));
        }
    }

    #[test]
    fn alt_gr_types_a_bracket_on_a_german_layout() {
        let bracket = event(KeyCode::Digit8, character("["));
        let alt_gr = (KeyCode::AltRight, Key::AltGraph);
        let control = (KeyCode::ControlLeft, Key::Control);
        for keys in [&[alt_gr.clone()][..], &[control, alt_gr]] {
            let chord = chord_of(&bracket, &held(keys));
            assert_eq!(chord, Chord::read("["), "{keys:?}");
        }
        // On a layout without AltGr the right Alt key is Alt.
        let alt = held(&[(KeyCode::AltRight, Key::Alt)]);
        let x = event(KeyCode::KeyX, character("x"));
        assert_eq!(chord_of(&x, &alt), Chord::read("Alt+x"));
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
        assert_eq!(chord_of(&x, &keys), Chord::read("Shift+x"));
        assert!(keys.update(&released(KeyCode::ShiftLeft, Key::Shift)));
        assert_eq!(chord_of(&x, &keys), Chord::read("x"));
        assert!(!keys.update(&x));
    }

    /// What each key of a layout types, with Shift or without, and the key that it counts as.
    #[test]
    fn where_the_layout_has_no_latin_letters_a_key_counts_by_its_place() {
        use KeyCode::{
            BracketLeft, Comma, Digit1, Digit2, Digit3, Digit7, KeyB, KeyD, KeyE, KeyM, KeyQ, KeyV,
            KeyW, KeyY, KeyZ, Period, Quote, Semicolon, Slash,
        };
        // The first key of each layout tells its script.
        let layouts: &[(&str, &[(KeyCode, &str, &str)])] = &[
            (
                "Russian",
                &[
                    (KeyY, "н", "y"),
                    (KeyY, "Н", "Shift+y"),
                    (Comma, "Б", "<"),
                    (Period, "Ю", ">"),
                    (BracketLeft, "х", "["),
                    (Semicolon, "ж", ";"),
                    (Slash, ".", "."),
                    (Digit7, "?", "?"),
                    (Digit3, "№", "#"),
                ],
            ),
            (
                "Greek",
                &[(KeyE, "ε", "e"), (KeyQ, ";", "q"), (Comma, "<", "<")],
            ),
            (
                "Hebrew",
                &[
                    (KeyE, "ק", "e"),
                    (KeyQ, "/", "q"),
                    (KeyW, "'", "w"),
                    (Comma, "ת", ","),
                    (Comma, ">", ">"),
                    (Quote, ",", ","),
                ],
            ),
            (
                "Arabic",
                &[
                    (KeyV, "ر", "v"),
                    (KeyB, "لا", "b"),
                    (KeyD, "]", "Shift+d"),
                    (Slash, "؟", "?"),
                    (Digit1, "١", "1"),
                ],
            ),
            (
                "French",
                &[
                    (KeyQ, "a", "a"),
                    (KeyM, ",", ","),
                    (Digit2, "é", "é"),
                    (Slash, "!", "!"),
                ],
            ),
            (
                "German",
                &[(KeyZ, "y", "y"), (Quote, "ä", "ä"), (Semicolon, "ö", "ö")],
            ),
            (
                "Dvorak",
                &[(KeyE, ".", "."), (KeyQ, "'", "'"), (KeyW, ",", ",")],
            ),
            ("Turkish", &[(Quote, "i", "i"), (KeyV, "v", "v")]),
        ];
        for (layout, keys) in layouts {
            let mut keyboard = Keyboard::default();
            for (code, typed, counts_as) in *keys {
                let is_shifted = counts_as.starts_with("Shift+")
                    || ["<", ">", "?", "#"].contains(counts_as) && *typed != "?";
                keyboard.release();
                if is_shifted {
                    keyboard.update(&event(KeyCode::ShiftLeft, Key::Shift));
                }
                let event = event(*code, character(typed));
                assert!(!keyboard.update(&event));
                let chord = chord_of(&event, &keyboard);
                assert_eq!(chord, Chord::read(counts_as), "{layout}: {typed}");
            }
        }
    }

    #[test]
    fn a_letter_that_the_key_map_names_is_kept_and_so_is_what_alt_gr_types() {
        let letter = event(KeyCode::KeyY, character("н"));
        let mut keyboard = Keyboard::default();
        keyboard.update(&letter);
        let named = Chord::read("н");
        let is_bound = |chord| Some(chord) == named;
        assert_eq!(Chord::from_event(&letter, &keyboard, is_bound), named);
        keyboard.update(&event(KeyCode::AltRight, Key::AltGraph));
        let rouble = event(KeyCode::Digit8, character("₽"));
        assert_eq!(chord_of(&rouble, &keyboard), Chord::read("₽"));
    }

    #[test]
    fn caps_lock_is_no_shift_in_any_script() {
        let keyboard = Keyboard::default();
        for (code, typed, counts_as) in [
            (KeyCode::KeyA, "Ф", "a"),
            (KeyCode::Comma, "Б", ","),
            (KeyCode::KeyA, "A", "a"),
        ] {
            let event = event(code, character(typed));
            assert_eq!(
                chord_of(&event, &keyboard),
                Chord::read(counts_as),
                "{typed}"
            );
        }
    }

    #[test]
    fn a_dead_key_is_its_mark_if_that_is_bound_and_else_counts_by_its_place() {
        let keyboard = Keyboard::default();
        let dead = event(KeyCode::BracketLeft, Key::Dead(Some('^')));
        assert_eq!(chord_of(&dead, &keyboard), Chord::read("["));
        let bound = Chord::from_event(&dead, &keyboard, |chord| Some(chord) == Chord::read("^"));
        assert_eq!(bound, Chord::read("^"));
    }

    #[test]
    fn ctrl_and_alt_go_with_the_letter_of_the_place_and_super_with_none() {
        let letter = event(KeyCode::KeyV, character("м"));
        for (code, key, chord) in [
            (KeyCode::ControlLeft, Key::Control, "Ctrl+v"),
            (KeyCode::AltLeft, Key::Alt, "Alt+v"),
        ] {
            let keyboard = held(&[(code, key)]);
            assert_eq!(chord_of(&letter, &keyboard), Chord::read(chord));
        }
        for key in [Key::Super, Key::Meta, Key::Hyper] {
            let keyboard = held(&[(KeyCode::SuperLeft, key)]);
            for pressed in [letter.clone(), event(KeyCode::Enter, Key::Enter)] {
                assert_eq!(chord_of(&pressed, &keyboard), None);
            }
        }
    }

    #[test]
    fn a_modifier_is_what_the_layout_makes_of_its_key() {
        let letter = event(KeyCode::KeyZ, character("z"));
        for (code, key, chord) in [
            (KeyCode::CapsLock, Key::Control, "Ctrl+z"),
            (KeyCode::AltLeft, Key::Meta, "Alt+z"),
        ] {
            let keyboard = held(&[(code, key)]);
            assert_eq!(chord_of(&letter, &keyboard), Chord::read(chord));
        }
        let mut keyboard = Keyboard::default();
        assert!(!keyboard.update(&event(KeyCode::ControlLeft, Key::CapsLock)));
        assert_eq!(chord_of(&letter, &keyboard), Chord::read("z"));
    }
}

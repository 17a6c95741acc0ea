//! How hints and messages name the keys and gamepad buttons of actions.

use std::any::Any;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::PadUsed;
use super::action::AnyAction;
use super::keymap::Keymap;
use super::layers::{Layer, Layers};
use super::pad::PanelKey;
use super::shared::MenuAction;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// Names the key or the gamepad button of an action, for hints and messages.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    keymap: &'a Keymap,
    /// The screen and layers where buttons are pressed; `None` to name keys.
    pad: Option<(Screen, Layers)>,
}

impl<'a> Names<'a> {
    /// Names keys.
    pub const fn keys(keymap: &'a Keymap) -> Self {
        Self { keymap, pad: None }
    }

    /// Names gamepad buttons, as they work on `screen` with these layers open.
    pub const fn buttons(keymap: &'a Keymap, screen: Screen, layers: Layers) -> Self {
        Self {
            keymap,
            pad: Some((screen, layers)),
        }
    }

    /// Whether buttons are named.
    pub const fn are_buttons(self) -> bool {
        self.pad.is_some()
    }

    /// The name of the action's button or key. Falls back to the key if no button sends the action, and
    /// is empty if no key does either. An answer to a question is named by its letter.
    pub fn of(self, action: &dyn AnyAction) -> String {
        let answer = (action as &dyn Any).downcast_ref::<MenuAction>();
        if let Some(letter) = answer.and_then(|answer| answer.letter()) {
            return letter.to_string();
        }
        let sign = |(screen, layers)| self.keymap.button_sign(action, screen, layers);
        let sign = self.pad.and_then(sign);
        sign.map_or_else(|| self.keymap.key(action), str::to_owned)
    }

    /// The name of a key of the focused widget, or of the button that stands for it.
    pub fn of_panel_key(self, key: PanelKey) -> &'static str {
        match self.pad {
            Some(_) => key.button_sign(),
            None => key.key_name(),
        }
    }

    /// The names of the steps left, right, up and down as part of a sentence, such as "the arrow keys".
    pub fn of_steps<A: AnyAction>(self, step: impl Fn(Dir) -> A) -> String {
        let names = [Dir::West, Dir::East, Dir::North, Dir::South].map(|dir| self.of(&step(dir)));
        if names == ["Left", "Right", "Up", "Down"] {
            return "the arrow keys".to_owned();
        }
        if names == ["Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down"] {
            return "Shift and the arrow keys".to_owned();
        }
        if names == ["←", "→", "↑", "↓"] {
            return "the D-pad".to_owned();
        }
        let bound: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        bound.join(", ")
    }
}

/// The names that fit now: buttons if the gamepad was used last, else keys.
#[derive(SystemParam)]
pub struct CurrentNames<'w> {
    keymap: Res<'w, Keymap>,
    pad_used: Res<'w, PadUsed>,
    screen: Res<'w, State<Screen>>,
    layers: Res<'w, Layers>,
}

impl CurrentNames<'_> {
    /// Whether any name may have changed since the system ran last.
    pub fn are_changed(&self) -> bool {
        let by_layer = self.pad_used.0 && self.layers.is_changed();
        self.keymap.is_changed() || self.pad_used.is_changed() || by_layer
    }

    /// The names, for the open screen and the layers under the key list.
    pub fn get(&self) -> Names<'_> {
        if self.pad_used.0 {
            let layers = self.layers.with(Layer::Help, false);
            Names::buttons(&self.keymap, *self.screen.get(), layers)
        } else {
            Names::keys(&self.keymap)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Chord;
    use crate::app::keymap;
    use crate::app::screens::descend::DescendAction;

    #[test]
    fn a_sentence_names_the_arrow_keys_together_and_other_keys_one_by_one() {
        let mut map = keymap();
        let mut bind = |name: &str, keys: &[&str]| {
            let entries = map.entries().iter();
            let mut names = entries.map(|entry| entry.name);
            let action = names.position(|one| one == name).unwrap();
            let chords: Vec<Chord> = keys.iter().filter_map(|key| Chord::read(key)).collect();
            map.bind(action, &chords);
            Names::keys(&map).of_steps(DescendAction::Step)
        };
        assert_eq!(bind("explore", &["x"]), "the arrow keys");
        assert_eq!(bind("step-west", &["a", "Left"]), "a, Right, Up, Down");
        assert_eq!(bind("step-east", &[]), "a, Up, Down");
    }

    #[test]
    fn a_pad_has_buttons_for_what_it_can_and_keys_for_the_rest() {
        let map = keymap();
        let names = Names::buttons(&map, Screen::Descend, Layers::default());
        assert_eq!(names.of_steps(DescendAction::Step), "the D-pad");
        assert_eq!(names.of(&DescendAction::Explore), "Y");
        assert_eq!(names.of(&DescendAction::GiveUp), "Shift+r");
    }
}

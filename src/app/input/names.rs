//! How hints and messages name the keys and gamepad buttons of actions.

use std::any::Any;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::action::AnyAction;
use super::keymap::Keymap;
use super::layers::{Layer, Layers};
use super::pad::PanelKey;
use super::shared::MenuAction;
use super::{PadUsed, TouchUsed};
use crate::app::screen::Screen;
use crate::geom::Dir;

/// Names the key or the gamepad button of an action, for hints and messages; for fingers, the line of the key list.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    keymap: &'a Keymap,
    named: Named,
    /// The screen whose keys are meant where an action has others elsewhere.
    screen: Option<Screen>,
}

#[derive(Clone, Copy)]
enum Named {
    Keys,
    /// Buttons, as they work on this screen with these layers open.
    Buttons(Screen, Layers),
    Lines,
}

impl<'a> Names<'a> {
    /// Names keys.
    pub const fn keys(keymap: &'a Keymap) -> Self {
        Self {
            keymap,
            named: Named::Keys,
            screen: None,
        }
    }

    /// Names gamepad buttons, as they work on `screen` with these layers open.
    pub const fn buttons(keymap: &'a Keymap, screen: Screen, layers: Layers) -> Self {
        Self {
            keymap,
            named: Named::Buttons(screen, layers),
            screen: Some(screen),
        }
    }

    /// Names the lines of the key list, which fingers can tap.
    pub const fn lines(keymap: &'a Keymap) -> Self {
        Self {
            keymap,
            named: Named::Lines,
            screen: None,
        }
    }

    const fn on(mut self, screen: Screen) -> Self {
        self.screen = Some(screen);
        self
    }

    /// Whether buttons are named.
    pub const fn are_buttons(self) -> bool {
        matches!(self.named, Named::Buttons(..))
    }

    /// Whether they are for fingers.
    pub const fn are_for_fingers(self) -> bool {
        matches!(self.named, Named::Lines)
    }

    /// The name of the action's button or key. Falls back to the key if no button sends the action, and
    /// is empty if no key does either. An answer to a question is named by its letter.
    pub fn of(self, action: &dyn AnyAction) -> String {
        if let Some(MenuAction::Answer(is_yes)) = (action as &dyn Any).downcast_ref() {
            return self.keymap.answer_letter(*is_yes, self.screen).to_string();
        }
        let name = match self.named {
            Named::Keys => None,
            Named::Buttons(screen, layers) => {
                let sign = self.keymap.button_sign(action, screen, layers);
                sign.map(str::to_owned)
            }
            Named::Lines => self.keymap.meaning(action, self.screen).map(|meaning| {
                let end = meaning.find([':', ';', '?']).unwrap_or(meaning.len());
                format!("\"{}\"", &meaning[..end])
            }),
        };
        name.unwrap_or_else(|| self.keymap.key(action, self.screen))
    }

    /// The name of a key of the focused widget, or of the button that stands for it.
    pub fn of_panel_key(self, key: PanelKey) -> &'static str {
        match self.are_buttons() {
            true => key.button_sign(),
            false => key.key_name(),
        }
    }

    /// The names of the steps left, right, up and down as part of a sentence, such as "the arrow keys".
    pub fn of_steps<A: AnyAction>(self, step: impl Fn(Dir) -> A) -> String {
        if self.are_for_fingers() {
            return "a tap".to_owned();
        }
        let names = WAYS.map(|dir| self.of(&step(dir)));
        join_steps(names)
    }
}

/// The order in which steps are named.
pub const WAYS: [Dir; 4] = [Dir::West, Dir::East, Dir::North, Dir::South];

/// The names of four steps, in the order of [`WAYS`], in a few words.
pub fn join_steps(names: [String; 4]) -> String {
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

/// The names that fit now: buttons if the gamepad was used last, else keys; in sentences lines of the key list if fingers
/// were.
#[derive(SystemParam)]
pub struct CurrentNames<'w> {
    keymap: Res<'w, Keymap>,
    pad_used: Res<'w, PadUsed>,
    touch_used: Option<Res<'w, TouchUsed>>,
    screen: Res<'w, State<Screen>>,
    layers: Res<'w, Layers>,
}

impl CurrentNames<'_> {
    /// Whether any name may have changed since the system ran last.
    pub fn are_changed(&self) -> bool {
        let by_layer = self.pad_used.0 && self.layers.is_changed();
        let touch = self.touch_used.as_ref();
        self.keymap.is_changed()
            || self.pad_used.is_changed()
            || touch.is_some_and(|touch| touch.is_changed())
            || by_layer
    }

    /// The names in sentences.
    pub fn in_sentences(&self) -> Names<'_> {
        match self.touch_used.as_deref() {
            Some(TouchUsed(true)) => Names::lines(&self.keymap).on(*self.screen.get()),
            _ => self.get(),
        }
    }

    /// The names in a menu, beside what they do; `None` for fingers, which tap it.
    pub fn in_menu(&self) -> Option<Names<'_>> {
        Some(self.in_sentences()).filter(|names| !names.are_for_fingers())
    }

    /// The names, for the open screen and the layers under the key list.
    pub fn get(&self) -> Names<'_> {
        let screen = *self.screen.get();
        if self.pad_used.0 {
            let layers = self.layers.with(Layer::Help, false);
            Names::buttons(&self.keymap, screen, layers)
        } else {
            Names::keys(&self.keymap).on(screen)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::{Chord, CommonAction};
    use crate::app::keymap;
    use crate::app::screens::descend::DescendAction;
    use crate::app::screens::maze::MazeAction;

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

    #[test]
    fn fingers_have_lines_of_the_key_list() {
        let map = keymap();
        let names = Names::lines(&map);
        assert_eq!(names.of_steps(DescendAction::Step), "a tap");
        assert_eq!(names.of(&DescendAction::Explore), "\"Explore\"");
        assert_eq!(names.of(&CommonAction::Help), "\"Show the keys\"");
        // Without what a colon explains.
        assert_eq!(names.of(&MazeAction::Hint), "\"Hint\"");
    }
}

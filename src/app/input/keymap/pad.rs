//! What the buttons of a gamepad ask for, and what hints call them.

use super::{Entry, Keymap, Target};
use crate::app::input::action::{AnyAction, Row};
use crate::app::input::chord::Chord;
use crate::app::input::layers::{Layer, Layers};
use crate::app::platform::pad::{Button, Press};
use crate::app::screen::Screen;

impl Keymap {
    /// What a button of a pad asks for on `screen`, with these layers open. What it means in the
    /// uppermost layer goes before what it means on the screen, and what the player has bound it to
    /// before its default.
    pub fn button(
        &self,
        press: Press,
        screen: Screen,
        layers: Layers,
    ) -> Option<&'static dyn AnyAction> {
        let find = |matches: &dyn Fn(&Row) -> bool| {
            let unnamed = self
                .unnamed
                .iter()
                .copied()
                .find(|target| matches(target.row));
            unnamed.or_else(|| self.entries.iter().find_map(|entry| entry.target(matches)))
        };
        let has = |row: &Row, button: Button| row.pad.contains(&button);
        let on_screen = |row: &Row| row.screens.contains(&screen);
        let in_layer = layers.top_down().find_map(|layer| {
            find(&|row| on_screen(row) && row.pad_in.contains(&(layer, press.button)))
        });
        let own = Chord::of_button(press.button).and_then(|chord| self.bound(chord, on_screen));
        let target = own.filter(|_| layers == Layers::default());
        let target = target.or_else(|| find(&|row| row.anywhere && has(row, press.button)));
        let target = target.or(in_layer).or_else(|| match layers.keys() {
            Some(Layer::Menu) => find(&|row| row.in_menus && has(row, press.button)),
            Some(_) => None,
            None => own.or_else(|| find(&|row| on_screen(row) && has(row, press.button))),
        });
        let target = target.filter(|target| !press.repeat || target.row.repeats)?;
        Some(target.action)
    }

    /// What a hint calls the button that asks for `action` on `screen`, with these layers open; `None`
    /// if none does.
    pub fn button_sign(
        &self,
        action: &dyn AnyAction,
        screen: Screen,
        layers: Layers,
    ) -> Option<&'static str> {
        let is_it = |target: &&Target| target.action == action;
        let entry = |entry: &&Entry| entry.targets.iter().any(|target| is_it(&target));
        let entry = self.entries.iter().find(entry)?;
        let own = entry.chords.iter().filter_map(|chord| chord.button());
        let rows = entry.targets.iter().filter(is_it).map(|target| target.row);
        let of_rows = rows.flat_map(|row| {
            let in_layers = row.pad_in.iter().map(|(_, button)| *button);
            row.pad.iter().copied().chain(in_layers)
        });
        let asks = |button: &Button| {
            let asked = self.button(Press::new(*button), screen, layers);
            asked.is_some_and(|other| other == action)
        };
        own.chain(of_rows).find(asks).map(Button::sign)
    }
}

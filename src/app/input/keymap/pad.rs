//! The actions of gamepad buttons, and the names of the buttons in hints.

use super::{Entry, Keymap, Target};
use crate::app::input::action::{AnyAction, Row};
use crate::app::input::chord::Chord;
use crate::app::input::layers::{Layer, Layers};
use crate::app::input::shared::{CommonAction, ScrollHelp};
use crate::app::platform::pad::{Button, Press};
use crate::app::screen::Screen;
use crate::geom::Dir;

/// What a button does while the key list is open, besides closing it from anywhere.
const fn help_action(button: Button) -> Option<&'static dyn AnyAction> {
    Some(match button {
        Button::South => &CommonAction::Back,
        Button::Go(Dir::North) | Button::Run(Dir::North) => &ScrollHelp::LINE_UP,
        Button::Go(Dir::South) | Button::Run(Dir::South) => &ScrollHelp::LINE_DOWN,
        Button::LeftBumper => &ScrollHelp::PAGE_UP,
        Button::RightBumper => &ScrollHelp::PAGE_DOWN,
        _ => return None,
    })
}

impl Keymap {
    /// The action of a gamepad button on `screen`, with these layers open. Buttons of the topmost layer
    /// go before those of the screen, and the player's bindings before default buttons.
    pub fn button(
        &self,
        press: Press,
        screen: Screen,
        layers: Layers,
    ) -> Option<&'static dyn AnyAction> {
        let screen = layers.key_screen(screen);
        let find = |matches: &dyn Fn(&Row) -> bool| {
            let mut pad_only = self.pad_only.iter().copied();
            let found = pad_only.find(|target| matches(target.row));
            found.or_else(|| self.entries.iter().find_map(|entry| entry.target(matches)))
        };
        let has = |row: &Row, button: Button| row.pad.contains(&button);
        if layers.is_open(Layer::Help) {
            let close = find(&|row| row.anywhere && has(row, press.button));
            return close
                .map(|target| target.action)
                .or(help_action(press.button))
                .filter(|action| !press.repeat || !action.is_common());
        }
        let on_screen = |row: &Row| row.screens.contains(&screen);
        let in_layer = layers.top_down().find_map(|layer| {
            find(&|row| on_screen(row) && row.pad_in.contains(&(layer, press.button)))
        });
        let own =
            Chord::from_button(press.button).and_then(|chord| self.find_bound(chord, on_screen));
        let target = own.filter(|_| layers == Layers::default());
        let target = target.or_else(|| find(&|row| row.anywhere && has(row, press.button)));
        let target = target.or(in_layer).or_else(|| match layers.keys() {
            Some(Layer::Menu | Layer::Question) => {
                find(&|row| row.in_menus && has(row, press.button))
            }
            Some(_) => None,
            None => own.or_else(|| find(&|row| on_screen(row) && has(row, press.button))),
        });
        let target = target.filter(|target| !press.repeat || target.row.repeats)?;
        Some(target.action)
    }

    /// The name of the button that sends `action` on `screen`, with these layers open; `None` if no button
    /// does.
    pub fn button_sign(
        &self,
        action: &dyn AnyAction,
        screen: Screen,
        layers: Layers,
    ) -> Option<&'static str> {
        let is_target = |target: &&Target| target.action == action;
        let entry = |entry: &&Entry| entry.targets.iter().any(|target| is_target(&target));
        let entry = self.entries.iter().find(entry)?;
        let own = entry.chords.iter().filter_map(|chord| chord.button());
        let rows = entry
            .targets
            .iter()
            .filter(is_target)
            .map(|target| target.row);
        let of_rows = rows.flat_map(|row| {
            let in_layers = row.pad_in.iter().map(|(_, button)| *button);
            row.pad.iter().copied().chain(in_layers)
        });
        let sends_it = |button: &Button| {
            let sent = self.button(Press::new(*button), screen, layers);
            sent.is_some_and(|other| other == action)
        };
        own.chain(of_rows).find(sends_it).map(Button::sign)
    }
}

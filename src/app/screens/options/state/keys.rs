//! Rebinding: replaces, adds, removes and resets the keys of an action. Taking a key from another action
//! needs the player's confirmation.

use std::cmp::Ordering;

use super::super::rows::{Row, describe_screens};
use super::{OptionsState, Prompt, Question};
use crate::app::input::{Chord, KeyConflict, Keymap};

impl OptionsState {
    /// What choosing does at the cursor in the row of an action.
    pub(super) fn describe_key_cell(&self, action: usize, keymap: &Keymap) -> String {
        let meaning = action_meaning(action, keymap);
        match self.cursor.cell.cmp(&keymap.chords(action).len()) {
            Ordering::Less if is_fixed(action, self.cursor.cell, keymap) => {
                format!("Esc always means \"{meaning}\": it cannot be changed or removed.")
            }
            Ordering::Less => format!("Changes this key for \"{meaning}\"."),
            Ordering::Equal => {
                let add = format!("Adds a key for \"{meaning}\".");
                // A default key that gave way to the player's own.
                let defaults = keymap.default_chords(action);
                match keymap.conflicts(action, defaults).first() {
                    Some(rival) if keymap.chords(action).is_empty() => {
                        format!("{}. {add}", describe_conflict(*rival, keymap))
                    }
                    _ => add,
                }
            }
            Ordering::Greater => {
                format!("Restores the default keys for \"{meaning}\".")
            }
        }
    }

    /// Asks for a key, or resets the keys, depending on the cell at the cursor. A fixed key stays.
    pub(super) fn choose_key(&mut self, action: usize, keymap: &mut Keymap) {
        let slot = self.cursor.cell;
        if is_fixed(action, slot, keymap) {
            self.describe_cursor(keymap);
            return;
        }
        if slot > keymap.chords(action).len() {
            self.reset_keys(action, keymap);
            return;
        }
        self.prompt = Prompt::Key { action, slot };
        let meaning = action_meaning(action, keymap);
        self.message = match keymap.chords(action).get(slot) {
            Some(chord) => format!("Press the key that replaces {chord} for \"{meaning}\"."),
            None => format!("Press the key to add for \"{meaning}\"."),
        };
    }

    /// Resets the keys of an action to the default ones.
    pub(super) fn reset_keys(&mut self, action: usize, keymap: &mut Keymap) {
        let default = keymap.default_chords(action).to_vec();
        self.bind_or_ask(action, default, keymap);
    }

    /// Binds a pressed key if the prompt asks for one; Esc cancels the prompt.
    pub(in super::super) fn bind_pressed(&mut self, chord: Chord, keymap: &mut Keymap) {
        let Prompt::Key { action, slot } = self.prompt else {
            return;
        };
        if chord.is("Esc") {
            self.cancel();
            return;
        }
        self.prompt = Prompt::None;
        let mut chords = keymap.chords(action).to_vec();
        match chords.get_mut(slot) {
            Some(old) => *old = chord,
            None => chords.push(chord),
        }
        self.bind_or_ask(action, chords, keymap);
    }

    /// Removes the key that the prompt is about, or else the one at the cursor.
    pub(super) fn remove_key(&mut self, prompt: &Prompt, keymap: &mut Keymap) {
        let chosen = match (prompt, self.list.row(self.cursor.row)) {
            (Prompt::Key { action, slot }, _) => Some((*action, *slot)),
            (_, Row::Action(action)) => Some((action, self.cursor.cell)),
            _ => None,
        };
        let Some((action, slot)) = chosen else {
            return;
        };
        let mut chords = keymap.chords(action).to_vec();
        if slot >= chords.len() {
            self.message = "There is no key here to remove.".to_owned();
            return;
        }
        if is_fixed(action, slot, keymap) {
            self.describe_cursor(keymap);
            return;
        }
        chords.remove(slot);
        self.bind_keys(action, &chords, keymap);
    }

    /// Gives an action these keys, or asks first if other actions have some of them.
    fn bind_or_ask(&mut self, action: usize, chords: Vec<Chord>, keymap: &mut Keymap) {
        let rivals = keymap.conflicts(action, &chords);
        if rivals.is_empty() {
            self.bind_keys(action, &chords, keymap);
            return;
        }
        let conflicts: Vec<String> = rivals
            .iter()
            .map(|rival| describe_conflict(*rival, keymap))
            .collect();
        let it = if rivals.len() == 1 { "it" } else { "them" };
        self.message = format!(
            "{}. Use {it} for \"{}\" instead?",
            conflicts.join("; "),
            action_meaning(action, keymap)
        );
        self.prompt = Prompt::Confirm(Question::TakeKeys { action, chords });
    }

    /// Gives an action these keys, takes them from all others, and reports the result, with the actions
    /// that were left without a key.
    pub(super) fn bind_keys(&mut self, action: usize, chords: &[Chord], keymap: &mut Keymap) {
        let rivals = keymap.conflicts(action, chords);
        keymap.bind(action, chords);
        self.cursor.cell = self.cursor.cell.min(cell_count(action, keymap) - 1);
        let keys: Vec<String> = keymap.chords(action).iter().map(Chord::to_string).collect();
        let meaning = action_meaning(action, keymap);
        self.message = match keys.len() {
            0 => format!("\"{meaning}\" now has no key."),
            1 => format!("\"{meaning}\" now has the key {}.", keys[0]),
            _ => format!("\"{meaning}\" now has the keys {}.", keys.join("  ")),
        };
        let mut bare: Vec<usize> = rivals.into_iter().map(|(_, rival)| rival).collect();
        bare.dedup();
        for rival in bare {
            if keymap.chords(rival).is_empty() {
                self.message += &format!(" {} now has no key.", describe_action(rival, keymap));
            }
        }
    }
}

/// Whether a key of an action cannot be replaced or removed.
pub(in super::super) fn is_fixed(action: usize, slot: usize, keymap: &Keymap) -> bool {
    let entry = keymap.entries().get(action);
    let chord = keymap.chords(action).get(slot);
    entry
        .zip(chord)
        .is_some_and(|(entry, chord)| entry.is_fixed(*chord))
}

/// Number of cells in the row of an action: its keys, "+", and "Reset" if the keys were changed.
pub(in super::super) fn cell_count(action: usize, keymap: &Keymap) -> usize {
    keymap.chords(action).len() + 1 + usize::from(!keymap.has_default_chords(action))
}

/// A short description of an action.
pub(in super::super) fn action_meaning(action: usize, keymap: &Keymap) -> &'static str {
    let entry = keymap.entries().get(action);
    entry.map_or("", |entry| entry.meaning)
}

/// The meaning of an action, and the screens where it is available.
fn describe_action(action: usize, keymap: &Keymap) -> String {
    let entry = keymap.entries().get(action);
    let screens = entry.map_or_else(String::new, |entry| describe_screens(&entry.screens));
    format!("\"{}\" ({screens})", action_meaning(action, keymap))
}

/// Says which action has a key, and whether it has no other key.
fn describe_conflict((chord, rival): KeyConflict, keymap: &Keymap) -> String {
    let is_only = keymap.chords(rival).len() == 1;
    let which = if is_only { "the only key" } else { "a key" };
    format!("{chord} is {which} of {}", describe_action(rival, keymap))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CHOOSE, EAST, Fixture, RESET};
    use super::super::{CursorPos, OptionsAction};
    use super::*;
    use crate::app::keymap;
    use crate::geom::Dir;

    const REMOVE: OptionsAction = OptionsAction::Remove;

    #[test]
    fn a_free_key_takes_the_place_of_the_chosen_one() {
        let mut fixture = Fixture::at("rest", 1);
        fixture.apply(&[CHOOSE]);
        fixture.press("F7");
        assert_eq!(fixture.keys("rest"), ["z", "F7"]);
        assert!(!fixture.state.is_prompting());
        fixture.assert_message("z  F7");
    }

    #[test]
    fn a_key_is_added_and_removed_and_all_are_reset() {
        let mut fixture = Fixture::at("rest", 0);
        fixture.apply(&[EAST, EAST, CHOOSE]);
        fixture.press("F7");
        assert_eq!(fixture.keys("rest"), ["z", "Shift+z", "F7"]);
        fixture.apply(&[OptionsAction::Cursor(Dir::West), REMOVE]);
        assert_eq!(fixture.keys("rest"), ["z", "F7"]);
        fixture.apply(&[RESET]);
        assert_eq!(fixture.keys("rest"), ["z", "Shift+z"]);
        for _ in 0..4 {
            fixture.state.cursor.cell = 0;
            fixture.apply(&[REMOVE]);
        }
        assert!(fixture.keys("rest").is_empty());
        // In a row without keys "Reset" is the second cell.
        fixture.state.cursor.cell = 0;
        fixture.apply(&[EAST, EAST, CHOOSE]);
        assert_eq!(fixture.keys("rest"), ["z", "Shift+z"]);
    }

    #[test]
    fn a_key_of_another_action_is_named_and_taken_only_when_that_is_confirmed() {
        let mut fixture = Fixture::at("explore", 0);
        fixture.apply(&[CHOOSE]);
        fixture.press("s");
        assert_eq!(
            fixture.state.message(),
            "s is the only key of \"Search\" (Descend). Use it for \"Explore\" instead?"
        );
        assert_eq!(fixture.keys("explore"), ["x"]);
        assert!(fixture.state.cancel());
        assert_eq!(fixture.keys("search"), ["s"]);

        fixture.apply(&[CHOOSE]);
        fixture.press("s");
        fixture.apply(&[CHOOSE]);
        assert_eq!(fixture.keys("explore"), ["s"]);
        assert!(fixture.keys("search").is_empty());
        assert_eq!(
            fixture.state.message(),
            "\"Explore\" now has the key s. \"Search\" (Descend) now has no key."
        );
        // Resetting the other action takes its key back, again after a confirmation.
        let mut other = Fixture::at("search", 0);
        other.keymap = fixture.keymap.clone();
        other.apply(&[RESET]);
        assert!(other.state.is_prompting());
        other.apply(&[CHOOSE]);
        assert_eq!(other.keys("search"), ["s"]);
        assert!(other.keys("explore").is_empty());
    }

    #[test]
    fn escape_is_never_bound_and_moving_on_leaves_what_was_asked() {
        let mut fixture = Fixture::at("explore", 0);
        fixture.apply(&[CHOOSE]);
        fixture.press("Esc");
        assert!(!fixture.state.is_prompting());
        assert_eq!(fixture.keys("explore"), ["x"]);
        fixture.apply(&[CHOOSE]);
        fixture.press("s");
        fixture.apply(&[
            OptionsAction::Cursor(Dir::South),
            OptionsAction::Cursor(Dir::North),
        ]);
        assert!(!fixture.state.is_prompting());
        assert_eq!(fixture.keys("explore"), ["x"]);
        assert!(!fixture.state.cancel());
    }

    #[test]
    fn esc_cannot_be_taken_from_back_which_may_have_more_keys() {
        let mut fixture = Fixture::at("back", 0);
        for action in [CHOOSE, REMOVE] {
            fixture.apply(&[action]);
            assert!(!fixture.state.is_prompting());
            fixture.assert_message("cannot be changed or removed");
            assert_eq!(fixture.keys("back"), ["Esc"]);
        }
        fixture.apply(&[EAST, CHOOSE]);
        fixture.press("F7");
        assert_eq!(fixture.keys("back"), ["Esc", "F7"]);
        fixture.apply(&[REMOVE]);
        assert_eq!(fixture.keys("back"), ["Esc"]);
    }

    #[test]
    fn all_keys_are_reset_when_that_is_confirmed() {
        let mut fixture = Fixture::at("explore", 0);
        fixture.apply(&[REMOVE]);
        let changed = fixture.keymap.clone();
        let rows = &fixture.state.list.rows;
        let row = rows.iter().position(|row| *row == Row::AllKeys);
        fixture.state.cursor = CursorPos {
            row: row.unwrap(),
            cell: 0,
        };
        fixture.apply(&[CHOOSE]);
        assert!(fixture.state.cancel());
        assert_eq!(fixture.keymap, changed);
        fixture.apply(&[CHOOSE, CHOOSE]);
        assert_eq!(fixture.keymap, keymap());
    }
}

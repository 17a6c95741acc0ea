//! The keys of an action: replaced, added, taken away and reset, and taken from other actions once that is
//! confirmed.

use std::cmp::Ordering;

use super::super::rows::{Row, place_of};
use super::{Asking, OptionsState, Question};
use crate::app::input::{Chord, KeyConflict, Keymap};

impl OptionsState {
    /// What can be done with an action where the cursor is.
    pub(super) fn about_key(&self, action: usize, keymap: &Keymap) -> String {
        let word = meaning(action, keymap);
        match self.spot.cell.cmp(&keymap.chords(action).len()) {
            Ordering::Less => format!("Enter replaces this key for \"{word}\"."),
            Ordering::Equal => format!("Enter adds a key for \"{word}\"."),
            Ordering::Greater => format!("Enter resets the keys for \"{word}\"."),
        }
    }

    /// Does what the cursor is on in the row of an action.
    pub(super) fn choose_key(&mut self, action: usize, keymap: &mut Keymap) {
        let place = self.spot.cell;
        if place > keymap.chords(action).len() {
            self.reset_keys(action, keymap);
            return;
        }
        self.asking = Asking::Key { action, place };
        let word = meaning(action, keymap);
        self.said = match keymap.chords(action).get(place) {
            Some(chord) => format!("Press a key to replace {chord} for \"{word}\"."),
            None => format!("Press another key for \"{word}\"."),
        };
    }

    /// Gives an action its first keys.
    pub(super) fn reset_keys(&mut self, action: usize, keymap: &mut Keymap) {
        let first = keymap.default_chords(action).to_vec();
        self.want(action, first, keymap);
    }

    /// Binds a key that was pressed.
    pub(in super::super) fn press(&mut self, chord: Chord, keymap: &mut Keymap) {
        let Asking::Key { action, place } = self.asking else {
            return;
        };
        if chord.is("Esc") {
            self.close();
            return;
        }
        self.asking = Asking::Nothing;
        let mut chords = keymap.chords(action).to_vec();
        match chords.get_mut(place) {
            Some(there) => *there = chord,
            None => chords.push(chord),
        }
        self.want(action, chords, keymap);
    }

    /// Takes the chosen key away.
    pub(super) fn remove(&mut self, keymap: &mut Keymap) {
        let chosen = match (&self.asking, self.list.row(self.spot.row)) {
            (Asking::Key { action, place }, _) => Some((*action, *place)),
            (_, Row::Action(action)) => Some((action, self.spot.cell)),
            _ => None,
        };
        self.asking = Asking::Nothing;
        let Some((action, place)) = chosen else {
            return;
        };
        let mut chords = keymap.chords(action).to_vec();
        if place >= chords.len() {
            self.said = "There is no key to remove.".to_owned();
            return;
        }
        chords.remove(place);
        self.give(action, &chords, keymap);
    }

    /// Gives an action these keys, or asks first if some are others'.
    fn want(&mut self, action: usize, chords: Vec<Chord>, keymap: &mut Keymap) {
        let rivals = keymap.conflicts(action, &chords);
        if rivals.is_empty() {
            self.give(action, &chords, keymap);
            return;
        }
        let told: Vec<String> = rivals
            .iter()
            .map(|rival| conflict(*rival, &rivals, keymap))
            .collect();
        let it = if rivals.len() == 1 { "it" } else { "them" };
        self.said = format!(
            "{}. Enter uses {it} for \"{}\".",
            told.join("; "),
            meaning(action, keymap)
        );
        self.asking = Asking::Confirm(Question::Take { action, chords });
    }

    /// Gives an action these keys.
    pub(super) fn give(&mut self, action: usize, chords: &[Chord], keymap: &mut Keymap) {
        keymap.bind(action, chords);
        self.spot.cell = self.spot.cell.min(cells(action, keymap) - 1);
        let keys: Vec<String> = keymap.chords(action).iter().map(Chord::to_string).collect();
        let word = meaning(action, keymap);
        self.said = if keys.is_empty() {
            format!("\"{word}\" now has no key.")
        } else {
            format!("\"{word}\" is now {}.", keys.join("  "))
        };
    }
}

/// How many things there are in the row of an action.
pub(in super::super) fn cells(action: usize, keymap: &Keymap) -> usize {
    keymap.chords(action).len() + 1 + usize::from(!keymap.has_default_chords(action))
}

/// What an action does, in a few words.
pub(in super::super) fn meaning(action: usize, keymap: &Keymap) -> &'static str {
    let entry = keymap.entries().get(action);
    entry.map_or("", |entry| entry.meaning)
}

/// Whose key it is, and whether it is the last one.
fn conflict((chord, rival): KeyConflict, rivals: &[KeyConflict], keymap: &Keymap) -> String {
    let place = keymap
        .entries()
        .get(rival)
        .map(place_of)
        .unwrap_or_default();
    let taken = rivals.iter().filter(|(_, other)| *other == rival).count();
    let last = if keymap.chords(rival).len() <= taken {
        ", which has no other"
    } else {
        ""
    };
    format!(
        "{chord} already means \"{}\" ({place}){last}",
        meaning(rival, keymap)
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{EAST, RESET, Table};
    use super::super::{OptionsAction, Spot};
    use super::*;
    use crate::app::keymap;
    use crate::geom::Dir;

    const REMOVE: OptionsAction = OptionsAction::Remove;

    #[test]
    fn a_free_key_takes_the_place_of_the_chosen_one() {
        let mut table = Table::at("rest", 1);
        table.ask(&[OptionsAction::Choose]);
        table.press("F7");
        assert_eq!(table.keys("rest"), ["z", "F7"]);
        assert!(!table.state.asks());
        assert!(
            table.state.said().contains("z  F7"),
            "{}",
            table.state.said()
        );
    }

    #[test]
    fn a_key_is_added_and_removed_and_all_are_reset() {
        let mut table = Table::at("rest", 0);
        table.ask(&[EAST, EAST, OptionsAction::Choose]);
        table.press("F7");
        assert_eq!(table.keys("rest"), ["z", "Shift+z", "F7"]);
        table.ask(&[OptionsAction::Cursor(Dir::West), REMOVE]);
        assert_eq!(table.keys("rest"), ["z", "F7"]);
        table.ask(&[RESET]);
        assert_eq!(table.keys("rest"), ["z", "Shift+z"]);
        for _ in 0..4 {
            table.state.spot.cell = 0;
            table.ask(&[REMOVE]);
        }
        assert!(table.keys("rest").is_empty());
        // The way back is the second thing in a row without keys.
        table.state.spot.cell = 0;
        table.ask(&[EAST, EAST, OptionsAction::Choose]);
        assert_eq!(table.keys("rest"), ["z", "Shift+z"]);
    }

    #[test]
    fn a_key_of_another_action_is_named_and_taken_only_when_that_is_confirmed() {
        let mut table = Table::at("explore", 0);
        table.ask(&[OptionsAction::Choose]);
        table.press("s");
        let said = table.state.said();
        assert!(
            said.contains("s already means \"Search\" (Descend), which has no other"),
            "{said}"
        );
        assert_eq!(table.keys("explore"), ["x"]);
        assert!(table.state.close());
        assert_eq!(table.keys("search"), ["s"]);

        table.ask(&[OptionsAction::Choose]);
        table.press("s");
        table.ask(&[OptionsAction::Choose]);
        assert_eq!(table.keys("explore"), ["s"]);
        assert!(table.keys("search").is_empty());
        // What was taken comes back the same way.
        let mut other = Table::at("search", 0);
        other.keymap = table.keymap.clone();
        other.ask(&[RESET]);
        assert!(other.state.asks());
        other.ask(&[OptionsAction::Choose]);
        assert_eq!(other.keys("search"), ["s"]);
        assert!(other.keys("explore").is_empty());
    }

    #[test]
    fn escape_is_never_bound_and_moving_on_leaves_what_was_asked() {
        let mut table = Table::at("explore", 0);
        table.ask(&[OptionsAction::Choose]);
        table.press("Esc");
        assert!(!table.state.asks());
        assert_eq!(table.keys("explore"), ["x"]);
        table.ask(&[OptionsAction::Choose]);
        table.press("s");
        table.ask(&[
            OptionsAction::Cursor(Dir::South),
            OptionsAction::Cursor(Dir::North),
        ]);
        assert!(!table.state.asks());
        assert_eq!(table.keys("explore"), ["x"]);
        assert!(!table.state.close());
    }

    #[test]
    fn all_keys_are_reset_when_that_is_confirmed() {
        let mut table = Table::at("explore", 0);
        table.ask(&[REMOVE]);
        let changed = table.keymap.clone();
        let rows = &table.state.list.rows;
        let row = rows.iter().position(|row| *row == Row::AllKeys);
        table.state.spot = Spot {
            row: row.unwrap(),
            cell: 0,
        };
        table.ask(&[OptionsAction::Choose]);
        assert!(table.state.close());
        assert_eq!(table.keymap, changed);
        table.ask(&[OptionsAction::Choose, OptionsAction::Choose]);
        assert_eq!(table.keymap, keymap());
    }
}

//! Where the cursor is, what is being asked, and what a choice does to settings and keys. Knows
//! neither window nor files.

use std::sync::Arc;

use bevy::prelude::*;

use super::action::OptionsAction;
use super::rows::{List, Row, place_of};
use crate::app::input::{Chord, Keymap, Layer, Rival};
use crate::app::settings::Settings;
use crate::disk::bundle::Bundle;
use crate::geom::Dir;

/// A place on the screen: a row, and what of it. In the row of an action these are its keys, a
/// further one, and the way back to the first keys; in that of a setting less and more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The row.
    pub row: usize,
    /// What of it.
    pub cell: usize,
}

/// What the player wants done with all that a browser page keeps.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum DataOrder {
    /// Download it.
    Export,
    /// Choose a file that was exported.
    Choose,
    /// Put this in its place.
    Replace(Arc<Bundle>),
}

/// What is being asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Asking {
    #[default]
    Nothing,
    /// The key that takes this place among those of an action.
    Key { action: usize, place: usize },
    /// Whether an action is to have these keys, some of which are others'.
    Take { action: usize, chords: Vec<Chord> },
    /// Whether to reset all keys.
    All,
    /// Whether this is to take the place of all that is kept.
    Import(Arc<Bundle>),
}

/// The cursor, and what is being asked.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionsState {
    list: Arc<List>,
    spot: Spot,
    asking: Asking,
    /// What there is to say.
    said: String,
    /// What the page has to do.
    order: Option<DataOrder>,
}

impl OptionsState {
    /// The cursor at the beginning of the list.
    pub(super) fn new(keymap: &Keymap) -> Self {
        let mut state = Self {
            list: Arc::new(List::new(keymap)),
            ..Self::default()
        };
        state.rest(keymap);
        state
    }

    /// What there is to choose.
    pub(super) fn list(&self) -> &List {
        &self.list
    }

    /// Where the cursor is.
    pub const fn spot(&self) -> Spot {
        self.spot
    }

    /// The layer that is open while something is being asked.
    pub const fn layer(&self) -> Option<Layer> {
        match self.asking {
            Asking::Nothing => None,
            Asking::Key { .. } => Some(Layer::Binding),
            Asking::Take { .. } | Asking::All | Asking::Import(_) => Some(Layer::Question),
        }
    }

    /// Whether something is being asked.
    pub fn asks(&self) -> bool {
        self.asking != Asking::Nothing
    }

    /// What there is to say about where the cursor is, or what is being asked.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// What can be answered by mouse.
    pub(super) fn answers(&self, keymap: &Keymap) -> &'static [OptionsAction] {
        use OptionsAction::{Choose, Leave, Remove};
        match &self.asking {
            Asking::Nothing => &[],
            Asking::Key { action, place } if *place < keymap.chords(*action).len() => {
                &[Remove, Leave]
            }
            Asking::Key { .. } => &[Leave],
            Asking::Take { .. } | Asking::All | Asking::Import(_) => &[Choose, Leave],
        }
    }

    /// Asks no more; returns whether something was asked.
    pub fn close(&mut self) -> bool {
        let asked = std::mem::take(&mut self.asking) != Asking::Nothing;
        if asked {
            self.said = "Nothing was changed.".to_owned();
        }
        asked
    }

    /// Moves the cursor where the pointer is.
    pub(super) fn point(&mut self, spot: Spot, keymap: &Keymap) {
        if !self.asks() && self.spot != spot {
            self.spot = spot;
            self.rest(keymap);
        }
    }

    /// Says what can be done where the cursor is.
    pub(super) fn rest(&mut self, keymap: &Keymap) {
        self.said = match self.list.row(self.spot.row) {
            Row::Setting(_) => {
                "Left and Right change the value, Enter goes to the next.".to_owned()
            }
            Row::AllKeys => "Enter resets the keys of all actions.".to_owned(),
            Row::Export => "Enter downloads one file with all saves, results, recorded runs, options and keys of this browser.".to_owned(),
            Row::Import => "Enter chooses a file of exported data, which replaces all that is kept in this browser.".to_owned(),
            Row::Action(action) => {
                let word = meaning(action, keymap);
                match self.spot.cell.cmp(&keymap.chords(action).len()) {
                    std::cmp::Ordering::Less => {
                        format!("Enter replaces this key for \"{word}\".")
                    }
                    std::cmp::Ordering::Equal => format!("Enter adds a key for \"{word}\"."),
                    std::cmp::Ordering::Greater => {
                        format!("Enter resets the keys for \"{word}\".")
                    }
                }
            }
        };
    }

    /// Does what was asked for.
    pub fn apply(&mut self, action: OptionsAction, settings: &mut Settings, keymap: &mut Keymap) {
        match action {
            OptionsAction::Cursor(dir) => {
                self.asking = Asking::Nothing;
                self.step(dir, settings, keymap);
                self.rest(keymap);
            }
            OptionsAction::Choose => match std::mem::take(&mut self.asking) {
                Asking::Take { action, chords } => self.give(action, &chords, keymap),
                Asking::All => {
                    keymap.reset();
                    self.said = "All keys were reset.".to_owned();
                }
                Asking::Import(bundle) => self.order = Some(DataOrder::Replace(bundle)),
                _ => self.choose(settings, keymap),
            },
            OptionsAction::At(spot) => {
                self.asking = Asking::Nothing;
                self.spot = spot;
                if let Row::Setting(setting) = self.list.row(spot.row) {
                    setting.change(settings, spot.cell == 1, false);
                    self.rest(keymap);
                } else {
                    self.choose(settings, keymap);
                }
            }
            OptionsAction::Remove => self.remove(keymap),
            OptionsAction::Reset => {
                self.asking = Asking::Nothing;
                match self.list.row(self.spot.row) {
                    Row::Setting(setting) => {
                        setting.reset(settings);
                        self.rest(keymap);
                    }
                    Row::AllKeys => self.choose(settings, keymap),
                    Row::Export | Row::Import => {}
                    Row::Action(action) => {
                        let first = keymap.first_chords(action).to_vec();
                        self.want(action, first, keymap);
                    }
                }
            }
            OptionsAction::NextPart | OptionsAction::PreviousPart => {
                self.asking = Asking::Nothing;
                let on = action == OptionsAction::NextPart;
                self.spot = Spot {
                    row: self.list.part_from(self.spot.row, on),
                    cell: 0,
                };
                self.rest(keymap);
            }
            OptionsAction::Leave => {
                self.close();
            }
        }
    }

    fn step(&mut self, dir: Dir, settings: &mut Settings, keymap: &Keymap) {
        let delta = dir.delta();
        if delta.y != 0 {
            let row = self.spot.row.saturating_add_signed(delta.y as isize);
            let row = row.min(self.list.rows.len() - 1);
            if row != self.spot.row {
                self.spot = Spot { row, cell: 0 };
            }
            return;
        }
        match self.list.row(self.spot.row) {
            Row::Setting(setting) => setting.change(settings, delta.x > 0, false),
            Row::AllKeys | Row::Export | Row::Import => {}
            Row::Action(action) => {
                let cell = self.spot.cell.saturating_add_signed(delta.x as isize);
                self.spot.cell = cell.min(cells(action, keymap) - 1);
            }
        }
    }

    /// Does what the cursor is on.
    fn choose(&mut self, settings: &mut Settings, keymap: &mut Keymap) {
        match self.list.row(self.spot.row) {
            Row::Setting(setting) => {
                setting.change(settings, true, true);
                self.rest(keymap);
            }
            Row::AllKeys => {
                self.asking = Asking::All;
                self.said = "Reset the keys of all actions? Press Enter to confirm.".to_owned();
            }
            Row::Export => self.order = Some(DataOrder::Export),
            Row::Import => self.order = Some(DataOrder::Choose),
            Row::Action(action) => {
                let place = self.spot.cell;
                let count = keymap.chords(action).len();
                if place > count {
                    let first = keymap.first_chords(action).to_vec();
                    self.want(action, first, keymap);
                    return;
                }
                self.asking = Asking::Key { action, place };
                let word = meaning(action, keymap);
                self.said = match keymap.chords(action).get(place) {
                    Some(chord) => format!("Press the key for \"{word}\" that replaces {chord}."),
                    None => format!("Press another key for \"{word}\"."),
                };
            }
        }
    }

    /// What the page has to do since this was asked last.
    pub(super) const fn take_order(&mut self) -> Option<DataOrder> {
        self.order.take()
    }

    /// Says what came of an order.
    pub fn say(&mut self, said: String) {
        self.said = said;
    }

    /// Asks whether what was read from the file `name` is to replace what is kept: so many files.
    pub fn offer(&mut self, name: &str, bundle: Bundle, kept: &str) {
        self.said = format!(
            "Replace all that is kept here ({kept}) by what is in {name} ({})? Press Enter to confirm.",
            bundle.count()
        );
        self.asking = Asking::Import(Arc::new(bundle));
    }

    /// Binds a key that was pressed.
    pub(super) fn press(&mut self, chord: Chord, keymap: &mut Keymap) {
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
    fn remove(&mut self, keymap: &mut Keymap) {
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
        let rivals = keymap.rivals(action, &chords);
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
            "{}. Enter takes {it} for \"{}\".",
            told.join("; "),
            meaning(action, keymap)
        );
        self.asking = Asking::Take { action, chords };
    }

    fn give(&mut self, action: usize, chords: &[Chord], keymap: &mut Keymap) {
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
pub(super) fn cells(action: usize, keymap: &Keymap) -> usize {
    keymap.chords(action).len() + 1 + usize::from(!keymap.is_shipped(action))
}

/// What an action does, in a few words.
pub(super) fn meaning(action: usize, keymap: &Keymap) -> &'static str {
    let entry = keymap.entries().get(action);
    entry.map_or("", |entry| entry.meaning)
}

/// Whose key it is, and whether it is the last one.
fn conflict((chord, rival): Rival, rivals: &[Rival], keymap: &Keymap) -> String {
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
    use super::*;
    use crate::app::keymap;
    use crate::app::settings::Palette;

    fn action(name: &str) -> usize {
        keymap()
            .entries()
            .iter()
            .position(|entry| entry.name == name)
            .unwrap()
    }

    fn chord(key: &str) -> Chord {
        Chord::read(key).unwrap()
    }

    struct Table {
        state: OptionsState,
        settings: Settings,
        keymap: Keymap,
    }

    impl Table {
        fn at(name: &str, cell: usize) -> Self {
            let row = Row::Action(action(name));
            let mut state = OptionsState::new(&keymap());
            let row = state.list.rows.iter().position(|one| *one == row).unwrap();
            state.spot = Spot { row, cell };
            Self {
                state,
                settings: Settings::default(),
                keymap: keymap(),
            }
        }

        fn ask(&mut self, actions: &[OptionsAction]) {
            for action in actions {
                self.state
                    .apply(*action, &mut self.settings, &mut self.keymap);
            }
        }

        fn press(&mut self, key: &str) {
            assert_eq!(
                self.state.layer(),
                Some(Layer::Binding),
                "{}",
                self.state.said()
            );
            self.state.press(chord(key), &mut self.keymap);
        }

        fn keys(&self, name: &str) -> Vec<String> {
            let chords = self.keymap.chords(action(name)).iter();
            chords.map(Chord::to_string).collect()
        }
    }

    const REMOVE: OptionsAction = OptionsAction::Remove;
    const RESET: OptionsAction = OptionsAction::Reset;
    const EAST: OptionsAction = OptionsAction::Cursor(Dir::East);

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

    #[test]
    fn data_is_handed_out_at_once_and_replaced_when_that_is_confirmed() {
        const CHOOSE: OptionsAction = OptionsAction::Choose;
        let mut table = Table::at("explore", 0);
        let rows = vec![Row::Export, Row::Import];
        table.state.list = Arc::new(List {
            rows,
            ..List::default()
        });
        table.state.spot = Spot::default();
        table.ask(&[CHOOSE]);
        assert_eq!(table.state.take_order(), Some(DataOrder::Export));
        table.ask(&[OptionsAction::Cursor(Dir::South), CHOOSE]);
        assert_eq!(table.state.take_order(), Some(DataOrder::Choose));
        let bundle = Bundle([("run.save".to_owned(), "7\n".to_owned())].into());
        for confirmed in [false, true] {
            table.state.offer("mine.save", bundle.clone(), "2 files");
            let said = table.state.said();
            assert!(
                said.contains("kept here (2 files) by what is in mine.save (1 file)?"),
                "{said}"
            );
            assert_eq!(table.state.layer(), Some(Layer::Question));
            if confirmed {
                table.ask(&[CHOOSE]);
            } else {
                assert!(table.state.close());
            }
            let order = confirmed.then(|| DataOrder::Replace(Arc::new(bundle.clone())));
            assert_eq!(table.state.take_order(), order);
        }
    }

    #[test]
    fn settings_are_changed_by_arrows_by_enter_and_by_clicks() {
        let mut table = Table::at("explore", 0);
        table.state.spot = Spot::default();
        table.ask(&[
            EAST,
            EAST,
            OptionsAction::Cursor(Dir::South),
            OptionsAction::Choose,
        ]);
        assert_eq!(table.settings.text, 16);
        assert_eq!(table.settings.palette, Palette::HighContrast);
        let less = Spot { row: 0, cell: 0 };
        table.ask(&[OptionsAction::At(less)]);
        assert_eq!(table.settings.text, 15);
        table.ask(&[RESET]);
        assert_eq!(table.settings.text, 14);
    }
}

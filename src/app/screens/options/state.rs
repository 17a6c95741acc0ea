//! Where the cursor is, what is being asked, and what a choice does to settings and keys. Knows
//! neither window nor files.

mod keys;

use std::sync::Arc;

use bevy::prelude::*;

use super::action::OptionsAction;
use super::rows::{List, Row};
use crate::app::input::{Chord, Keymap, Layer};
use crate::app::settings::Settings;
use crate::disk::bundle::Bundle;
use crate::geom::Dir;

pub(super) use keys::{cells, meaning};

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
    /// Something that Enter confirms.
    Confirm(Question),
}

/// What is done when it is confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
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
            Asking::Confirm(_) => Some(Layer::Question),
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
            Asking::Confirm(_) => &[Choose, Leave],
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
                "Left and Right change the value; Enter selects the next one.".to_owned()
            }
            Row::AllKeys => "Enter resets the keys of all actions.".to_owned(),
            Row::Export => "Enter downloads one file with all saves, results, recorded runs, options and keys of this browser.".to_owned(),
            Row::Import => "Enter chooses a file of exported data, which replaces all that is kept in this browser.".to_owned(),
            Row::Action(action) => self.about_key(action, keymap),
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
                Asking::Confirm(question) => self.confirm(question, keymap),
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
                    Row::Action(action) => self.reset_keys(action, keymap),
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
                self.asking = Asking::Confirm(Question::All);
                self.said = "Reset the keys of all actions? Press Enter to confirm.".to_owned();
            }
            Row::Export => self.order = Some(DataOrder::Export),
            Row::Import => self.order = Some(DataOrder::Choose),
            Row::Action(action) => self.choose_key(action, keymap),
        }
    }

    /// Does what was asked about.
    fn confirm(&mut self, question: Question, keymap: &mut Keymap) {
        match question {
            Question::Take { action, chords } => self.give(action, &chords, keymap),
            Question::All => {
                keymap.reset();
                self.said = "All keys were reset.".to_owned();
            }
            Question::Import(bundle) => self.order = Some(DataOrder::Replace(bundle)),
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
            "Replace everything kept here ({kept}) with what is in {name} ({})? Press Enter to confirm.",
            bundle.count()
        );
        self.asking = Asking::Confirm(Question::Import(Arc::new(bundle)));
    }
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

    pub(super) struct Table {
        pub state: OptionsState,
        settings: Settings,
        pub keymap: Keymap,
    }

    impl Table {
        pub fn at(name: &str, cell: usize) -> Self {
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

        pub fn ask(&mut self, actions: &[OptionsAction]) {
            for action in actions {
                self.state
                    .apply(*action, &mut self.settings, &mut self.keymap);
            }
        }

        pub fn press(&mut self, key: &str) {
            assert_eq!(
                self.state.layer(),
                Some(Layer::Binding),
                "{}",
                self.state.said()
            );
            self.state.press(chord(key), &mut self.keymap);
        }

        pub fn keys(&self, name: &str) -> Vec<String> {
            let chords = self.keymap.chords(action(name)).iter();
            chords.map(Chord::to_string).collect()
        }
    }

    pub(super) const RESET: OptionsAction = OptionsAction::Reset;
    pub(super) const EAST: OptionsAction = OptionsAction::Cursor(Dir::East);

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
                said.contains("kept here (2 files) with what is in mine.save (1 file)?"),
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

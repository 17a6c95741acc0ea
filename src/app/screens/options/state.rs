//! [`OptionsState`]: the cursor, the open prompt, and what each action does to settings and keys.

mod keys;

use std::sync::Arc;

use bevy::prelude::*;

use super::action::OptionsAction;
use super::rows::{OptionRows, Row};
use crate::app::input::{Chord, Keymap, Layer};
use crate::app::settings::Settings;
use crate::app::ui::list::List;
use crate::disk::bundle::Bundle;
use crate::geom::Dir;

pub(super) use keys::{action_meaning, cell_count, is_fixed};

/// A position on the screen: a row and a cell in it. The cells of an action are its keys, "+" to add a
/// key, and "Reset"; those of a setting are less and more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CursorPos {
    /// Index into the list of rows.
    pub row: usize,
    /// Index within the row.
    pub cell: usize,
}

/// A request concerning all data that a browser page keeps.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum DataRequest {
    /// Download everything as one file.
    Export,
    /// Let the player choose an exported file.
    ChooseFile,
    /// Replace everything with the contents of this file.
    Import(Arc<Bundle>),
}

/// What the player is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Prompt {
    #[default]
    None,
    /// To press the key that becomes number `slot` of the keys of an action.
    Key { action: usize, slot: usize },
    /// To answer a question with yes or no.
    Confirm(Question),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
    /// Give an action these keys, and take them from the actions that have them now?
    TakeKeys { action: usize, chords: Vec<Chord> },
    /// Reset the keys of all actions?
    ResetAllKeys,
    /// Replace all data with this?
    Import(Arc<Bundle>),
}

/// The state of the Options screen.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionsState {
    list: Arc<OptionRows>,
    cursor: CursorPos,
    prompt: Prompt,
    /// Whether Yes is marked in a question, and not the safe answer.
    marks_yes: bool,
    /// The text above the keys: help for the cursor, the prompt, or the result of the last action.
    message: String,
    /// What was searched for last.
    searched: String,
    /// The size of text that fits the window.
    auto_size: u8,
    /// What the browser page has to do next.
    request: Option<DataRequest>,
}

impl List for OptionsState {
    fn cursor(&self) -> Option<usize> {
        Some(self.cursor.row)
    }

    fn move_to(&mut self, row: usize) {
        self.cursor = CursorPos { row, cell: 0 };
    }
}

impl OptionsState {
    /// Places the cursor on the first row.
    pub(super) fn new(keymap: &Keymap) -> Self {
        let mut state = Self {
            list: Arc::new(OptionRows::new(keymap)),
            ..Self::default()
        };
        state.describe_cursor(keymap);
        state
    }

    pub(super) fn list(&self) -> &OptionRows {
        &self.list
    }

    /// The position of the cursor.
    pub const fn cursor(&self) -> CursorPos {
        self.cursor
    }

    /// The row of the cursor.
    pub fn row(&self) -> Row {
        self.list.row(self.cursor.row)
    }

    /// The layer that the open prompt needs.
    pub const fn layer(&self) -> Option<Layer> {
        match self.prompt {
            Prompt::None => None,
            Prompt::Key { .. } => Some(Layer::Binding),
            Prompt::Confirm(_) => Some(Layer::Question),
        }
    }

    /// Whether a question is open.
    pub(super) const fn is_asking(&self) -> bool {
        matches!(self.prompt, Prompt::Confirm(_))
    }

    /// Whether Enter answers the question with yes.
    pub(super) const fn marks_yes(&self) -> bool {
        self.marks_yes
    }

    /// Marks the other answer to the question.
    pub(super) const fn mark_other(&mut self) {
        self.marks_yes = !self.marks_yes;
    }

    /// Whether a prompt is open.
    pub fn is_prompting(&self) -> bool {
        self.prompt != Prompt::None
    }

    /// The text above the keys: help for the cursor, the prompt, or the result of the last action.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The answers to the prompt that are offered as buttons.
    pub(super) fn answers(&self, keymap: &Keymap) -> &'static [OptionsAction] {
        use OptionsAction::{Cancel, Choose, Remove};
        match &self.prompt {
            Prompt::None => &[],
            Prompt::Key { action, slot } if *slot < keymap.chords(*action).len() => {
                &[Remove, Cancel]
            }
            Prompt::Key { .. } => &[Cancel],
            Prompt::Confirm(_) => &[Choose, Cancel],
        }
    }

    /// Cancels the prompt. Returns whether one was open.
    pub fn cancel(&mut self) -> bool {
        self.marks_yes = false;
        let was_open = std::mem::take(&mut self.prompt) != Prompt::None;
        if was_open {
            self.message = "Nothing was changed.".to_owned();
        }
        was_open
    }

    /// Moves the cursor to the cell under the pointer, unless a prompt is open.
    pub(super) fn hover(&mut self, cell: CursorPos, keymap: &Keymap) {
        if !self.is_prompting() && self.cursor != cell {
            self.cursor = cell;
            self.describe_cursor(keymap);
        }
    }

    /// Sets the message to what can be done at the cursor.
    pub(super) fn describe_cursor(&mut self, keymap: &Keymap) {
        self.message = match self.row() {
            Row::Setting(_) => "A change takes effect at once.".to_owned(),
            Row::AllKeys => "Resets the keys of all actions.".to_owned(),
            Row::Export => "Downloads all saves, results, replays, options and keys kept in this browser as one file.".to_owned(),
            Row::Import => "Opens a file of exported data, which replaces everything kept in this browser.".to_owned(),
            Row::Action(action) => self.describe_key_cell(action, keymap),
        };
    }

    /// Notes the size of text that fits the window.
    pub(super) const fn set_auto_size(&mut self, size: u8) {
        self.auto_size = size;
    }

    /// Applies an action to the state, the settings and the keys.
    pub fn apply(&mut self, action: OptionsAction, settings: &mut Settings, keymap: &mut Keymap) {
        // Every action closes the prompt.
        let prompt = std::mem::take(&mut self.prompt);
        match action {
            OptionsAction::Cursor(dir) => {
                self.move_cursor(dir, settings, keymap);
                self.describe_cursor(keymap);
            }
            OptionsAction::Choose => match prompt {
                Prompt::Confirm(question) => self.confirm(question, keymap),
                _ => self.choose(settings, keymap),
            },
            OptionsAction::ChooseAt(cell) => {
                self.cursor = cell;
                if let Row::Setting(setting) = self.list.row(cell.row) {
                    setting.change(settings, self.auto_size, cell.cell == 1, false);
                    self.describe_cursor(keymap);
                } else {
                    self.choose(settings, keymap);
                }
            }
            OptionsAction::Remove => self.remove_key(&prompt, keymap),
            OptionsAction::Reset => match self.list.row(self.cursor.row) {
                Row::Setting(setting) => {
                    setting.reset(settings);
                    self.describe_cursor(keymap);
                }
                Row::AllKeys => self.choose(settings, keymap),
                Row::Export | Row::Import => {}
                Row::Action(action) => self.reset_keys(action, keymap),
            },
            OptionsAction::NextSection | OptionsAction::PreviousSection => {
                let is_forward = action == OptionsAction::NextSection;
                self.cursor = CursorPos {
                    row: self.list.adjacent_section(self.cursor.row, is_forward),
                    cell: 0,
                };
                self.describe_cursor(keymap);
            }
            OptionsAction::Cancel => {
                self.prompt = prompt;
                self.cancel();
            }
            // The field reads it.
            OptionsAction::Search => {}
        }
    }

    /// Moves the cursor to the next row in which a text occurs, or says that there is none.
    pub(super) fn search(&mut self, text: &str, keymap: &Keymap) {
        self.cancel();
        text.clone_into(&mut self.searched);
        match self.list.find(text, self.cursor.row, keymap) {
            Some(row) => {
                self.cursor = CursorPos { row, cell: 0 };
                self.describe_cursor(keymap);
            }
            None => {
                self.message = format!("No option, action or key is called \"{}\".", text.trim())
            }
        }
    }

    /// What was searched for last.
    pub(super) fn searched(&self) -> &str {
        &self.searched
    }

    /// Moves up or down between rows; sideways, changes a setting or moves between the keys of an action.
    fn move_cursor(&mut self, dir: Dir, settings: &mut Settings, keymap: &Keymap) {
        let delta = dir.delta();
        if delta.y != 0 {
            let row = self.cursor.row.saturating_add_signed(delta.y as isize);
            let row = row.min(self.list.rows.len() - 1);
            if row != self.cursor.row {
                self.cursor = CursorPos { row, cell: 0 };
            }
            return;
        }
        match self.list.row(self.cursor.row) {
            Row::Setting(setting) => setting.change(settings, self.auto_size, delta.x > 0, false),
            Row::AllKeys | Row::Export | Row::Import => {}
            Row::Action(action) => {
                let cell = self.cursor.cell.saturating_add_signed(delta.x as isize);
                self.cursor.cell = cell.min(cell_count(action, keymap) - 1);
            }
        }
    }

    /// Selects the next value of the setting at the cursor, or presses the button or key there.
    fn choose(&mut self, settings: &mut Settings, keymap: &mut Keymap) {
        match self.list.row(self.cursor.row) {
            Row::Setting(setting) => {
                setting.change(settings, self.auto_size, true, true);
                self.describe_cursor(keymap);
            }
            Row::AllKeys => {
                self.prompt = Prompt::Confirm(Question::ResetAllKeys);
                self.message = "Reset the keys of all actions?".to_owned();
            }
            Row::Export => self.request = Some(DataRequest::Export),
            Row::Import => self.request = Some(DataRequest::ChooseFile),
            Row::Action(action) => self.choose_key(action, keymap),
        }
    }

    /// Carries out what the player has confirmed.
    fn confirm(&mut self, question: Question, keymap: &mut Keymap) {
        self.marks_yes = false;
        match question {
            Question::TakeKeys { action, chords } => self.bind_keys(action, &chords, keymap),
            Question::ResetAllKeys => {
                keymap.reset();
                self.message = "All keys were reset.".to_owned();
            }
            Question::Import(bundle) => self.request = Some(DataRequest::Import(bundle)),
        }
    }

    /// Takes the request made since the last call.
    pub(super) const fn take_request(&mut self) -> Option<DataRequest> {
        self.request.take()
    }

    /// Sets the message, for the result of a request.
    pub fn set_message(&mut self, message: String) {
        self.message = message;
    }

    /// Asks whether to replace all data with `bundle`, read from the file `name`. `kept` describes the
    /// current data, such as "2 files".
    pub fn ask_to_import(&mut self, name: &str, bundle: Bundle, kept: &str) {
        self.message = format!(
            "Replace everything kept here ({kept}) with what is in {name} ({})?",
            bundle.count()
        );
        self.prompt = Prompt::Confirm(Question::Import(Arc::new(bundle)));
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

    pub(super) struct Fixture {
        pub state: OptionsState,
        settings: Settings,
        pub keymap: Keymap,
    }

    impl Fixture {
        pub fn at(name: &str, cell: usize) -> Self {
            let row = Row::Action(action(name));
            let mut state = OptionsState::new(&keymap());
            let row = state.list.rows.iter().position(|one| *one == row).unwrap();
            state.cursor = CursorPos { row, cell };
            Self {
                state,
                settings: Settings::default(),
                keymap: keymap(),
            }
        }

        pub fn apply(&mut self, actions: &[OptionsAction]) {
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
                self.state.message()
            );
            self.state.bind_pressed(chord(key), &mut self.keymap);
        }

        #[track_caller]
        pub fn assert_message(&self, part: &str) {
            let message = self.state.message();
            assert!(message.contains(part), "{message}");
        }

        pub fn keys(&self, name: &str) -> Vec<String> {
            let chords = self.keymap.chords(action(name)).iter();
            chords.map(Chord::to_string).collect()
        }
    }

    pub(super) const CHOOSE: OptionsAction = OptionsAction::Choose;
    pub(super) const RESET: OptionsAction = OptionsAction::Reset;
    pub(super) const EAST: OptionsAction = OptionsAction::Cursor(Dir::East);

    #[test]
    fn data_is_handed_out_at_once_and_replaced_when_that_is_confirmed() {
        let mut fixture = Fixture::at("explore", 0);
        let rows = vec![Row::Export, Row::Import];
        fixture.state.list = Arc::new(OptionRows {
            rows,
            ..OptionRows::default()
        });
        fixture.state.cursor = CursorPos::default();
        fixture.apply(&[CHOOSE]);
        assert_eq!(fixture.state.take_request(), Some(DataRequest::Export));
        fixture.apply(&[OptionsAction::Cursor(Dir::South), CHOOSE]);
        assert_eq!(fixture.state.take_request(), Some(DataRequest::ChooseFile));
        let bundle = Bundle([("run.save".to_owned(), "7\n".to_owned())].into());
        for confirmed in [false, true] {
            fixture
                .state
                .ask_to_import("mine.save", bundle.clone(), "2 files");
            fixture.assert_message("kept here (2 files) with what is in mine.save (1 file)?");
            assert_eq!(fixture.state.layer(), Some(Layer::Question));
            if confirmed {
                fixture.apply(&[CHOOSE]);
            } else {
                assert!(fixture.state.cancel());
            }
            let request = confirmed.then(|| DataRequest::Import(Arc::new(bundle.clone())));
            assert_eq!(fixture.state.take_request(), request);
        }
    }

    #[test]
    fn settings_are_changed_by_arrows_by_enter_and_by_clicks() {
        let mut fixture = Fixture::at("explore", 0);
        fixture.state.cursor = CursorPos::default();
        fixture.state.set_auto_size(20);
        fixture.apply(&[EAST, EAST, OptionsAction::Cursor(Dir::South), CHOOSE]);
        assert_eq!(fixture.settings.text, Some(22));
        assert_eq!(fixture.settings.palette, Palette::HighContrast);
        let less = CursorPos { row: 0, cell: 0 };
        fixture.apply(&[OptionsAction::ChooseAt(less)]);
        assert_eq!(fixture.settings.text, Some(21));
        fixture.apply(&[RESET]);
        assert_eq!(fixture.settings.text, None);
    }
}

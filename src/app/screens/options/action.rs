//! The actions of the Options screen and their default keys.

use bevy::prelude::*;

use super::state::CursorPos;
use crate::app::input::{Action, Row, choose, cursor};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// An action of the player on the Options screen.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum OptionsAction {
    /// Move the cursor.
    Cursor(Dir),
    Choose,
    /// Choose what was clicked.
    ChooseAt(CursorPos),
    Remove,
    Reset,
    NextSection,
    PreviousSection,
    /// Goes to the field for what to look for.
    Search,
    /// Answer a question with no.
    Cancel,
}

const OPTIONS: &[Screen] = &[Screen::Options];

#[rustfmt::skip]
impl Action for OptionsAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Cursor(Dir::North), cursor(OPTIONS, Dir::North)),
        (Self::Cursor(Dir::South), cursor(OPTIONS, Dir::South)),
        (Self::Cursor(Dir::West), cursor(OPTIONS, Dir::West)),
        (Self::Cursor(Dir::East), cursor(OPTIONS, Dir::East)),
        (Self::Choose, choose(OPTIONS)),
        (Self::Remove, Row::new(OPTIONS, "options-remove", "Remove a key", "Delete Backspace").pad(&[Button::West])),
        (Self::Reset, Row::new(OPTIONS, "options-reset", "Reset to the default", "r").pad(&[Button::North])),
        (Self::NextSection, Row::new(OPTIONS, "options-next-part", "Next section", "Tab PageDown").pad(&[Button::RightBumper])),
        (Self::Search, Row::new(OPTIONS, "options-search", "Search the options and keys", "/")),
        (Self::PreviousSection, Row::new(OPTIONS, "options-previous-part", "Previous section", "Shift+Tab PageUp").pad(&[Button::LeftBumper])),
    ];
}

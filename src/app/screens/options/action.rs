//! What a player can ask for on this screen.

use bevy::prelude::*;

use super::state::Spot;
use crate::app::input::{Action, Row, choose, cursor};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// One thing that was asked for.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table says what each does")]
pub enum OptionsAction {
    /// Move the cursor.
    Cursor(Dir),
    Choose,
    /// Choose what was clicked.
    At(Spot),
    Remove,
    Reset,
    NextPart,
    PreviousPart,
    /// Leave everything as it is.
    Leave,
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
        (Self::NextPart, Row::new(OPTIONS, "options-next-part", "Next section", "Tab PageDown").pad(&[Button::RightBumper])),
        (Self::PreviousPart, Row::new(OPTIONS, "options-previous-part", "Previous section", "Shift+Tab PageUp").pad(&[Button::LeftBumper])),
    ];

    /// The keys that come after it may mean something else.
    fn ends_batch(&self) -> bool {
        !matches!(self, Self::Cursor(_) | Self::NextPart | Self::PreviousPart)
    }
}

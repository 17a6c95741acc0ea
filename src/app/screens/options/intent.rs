//! What a player can ask for on this screen, and the names for key maps and the list of keys.

use super::desk::Spot;
use crate::app::input::Chord;
use crate::app::input::intent::{Intent, Named, named};
use crate::app::screen::Screen;

/// One thing that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionsIntent {
    /// Choose what was clicked.
    At(Spot),
    /// A key that was pressed while one is bound anew.
    Press(Chord),
    /// Take the chosen key from its action.
    Remove,
    /// Give what is chosen its first value or keys.
    Reset,
    /// Go to the next part of the list.
    NextPart,
    /// Go to the part before.
    PreviousPart,
    /// Leave everything as it is.
    Leave,
}

const OPTIONS: &[Screen] = &[Screen::Options];

const fn entry(asked: OptionsIntent, name: &'static str, meaning: &'static str) -> Named {
    named(OPTIONS, Intent::Options(asked), name, meaning)
}

/// The intents that keys can be bound to, in the order in which they are listed.
pub static TABLE: [Named; 5] = [
    named(
        &[Screen::Title],
        Intent::Open(Screen::Options),
        "open-options",
        "the options",
    ),
    entry(OptionsIntent::Remove, "options-remove", "take a key away"),
    entry(OptionsIntent::Reset, "options-reset", "as at first"),
    entry(OptionsIntent::NextPart, "options-next-part", "next part"),
    entry(
        OptionsIntent::PreviousPart,
        "options-previous-part",
        "part before",
    ),
];

impl OptionsIntent {
    /// Whether keys that come after it may mean something else.
    pub const fn gives_keys_another_meaning(self) -> bool {
        !matches!(self, Self::NextPart | Self::PreviousPart)
    }
}

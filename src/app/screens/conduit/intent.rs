//! What a player can ask for on this screen, and the names for key maps and the list of keys.

use crate::app::input::intent::{Intent, Named, named};
use crate::app::screen::Screen;
use crate::conduit::Command;
use crate::geom::Pos;

/// One thing that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConduitIntent {
    /// A quarter turn clockwise, at the cursor.
    Turn,
    /// A quarter turn the other way.
    TurnBack,
    /// Lock the tile, or unlock it.
    Lock,
    /// A command at a tile that was clicked.
    At(Pos, Command),
    /// Turn all that is not locked at random.
    Jumble,
    /// Take the last change back.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// Pin the point that undo stops at.
    Pin,
    /// Take everything back to the last pin.
    Rewind,
    /// Turn one tile that can be deduced, and say why.
    Hint,
    /// Mark the locked tiles that are turned wrongly.
    Check,
    /// Turn everything as in the solution.
    Solve,
    /// Another board of the same kind.
    New,
    /// The same board from its start.
    Restart,
    /// Put the board's id on the clipboard.
    CopyId,
    /// Play the board whose id or share code is on the clipboard.
    PasteId,
    /// Give the keys to the panel.
    EnterPanel,
}

const CONDUIT: &[Screen] = &[Screen::Conduit];

const fn entry(asked: ConduitIntent, name: &'static str, meaning: &'static str) -> Named {
    named(CONDUIT, Intent::Conduit(asked), name, meaning)
}

/// The intents that keys can be bound to, in the order in which they are listed.
pub static TABLE: [Named; 16] = [
    entry(ConduitIntent::Turn, "conduit-turn", "turn clockwise"),
    entry(
        ConduitIntent::TurnBack,
        "conduit-turn-back",
        "turn the other way",
    ),
    entry(ConduitIntent::Lock, "conduit-lock", "lock the tile"),
    entry(
        ConduitIntent::Jumble,
        "conduit-jumble",
        "jumble what is loose",
    ),
    entry(ConduitIntent::Undo, "conduit-undo", "undo"),
    entry(ConduitIntent::Redo, "conduit-redo", "redo"),
    entry(ConduitIntent::Pin, "conduit-pin", "pin: undo stops here"),
    entry(
        ConduitIntent::Rewind,
        "conduit-rewind",
        "undo to the last pin",
    ),
    entry(ConduitIntent::Hint, "conduit-hint", "hint, with its reason"),
    entry(
        ConduitIntent::Check,
        "conduit-check",
        "check what is locked",
    ),
    entry(ConduitIntent::Solve, "conduit-solve", "solve"),
    entry(ConduitIntent::New, "conduit-new", "new board"),
    entry(
        ConduitIntent::Restart,
        "conduit-restart",
        "restart the board",
    ),
    entry(ConduitIntent::CopyId, "conduit-copy", "copy the id"),
    entry(
        ConduitIntent::PasteId,
        "conduit-paste",
        "paste an id or code",
    ),
    entry(
        ConduitIntent::EnterPanel,
        "conduit-panel",
        "go into the panel",
    ),
];

impl ConduitIntent {
    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        matches!(self, Self::Undo | Self::Redo)
    }

    /// Whether what is asked for after it is meant for another board.
    pub const fn is_for_another_board(self) -> bool {
        matches!(self, Self::New | Self::PasteId)
    }
}

//! What a player can ask for on this screen.

use bevy::prelude::*;

use crate::app::input::{Action, Row, cursor};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::conduit::Command;
use crate::geom::{Dir, Pos};

/// One thing that was asked for.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table says what each does")]
pub enum ConduitAction {
    /// Move the cursor.
    Cursor(Dir),
    Turn,
    TurnBack,
    Lock,
    /// A command at a tile that was clicked.
    At(Pos, Command),
    Jumble,
    Undo,
    Redo,
    Pin,
    Rewind,
    Hint,
    Check,
    Solve,
    New,
    Restart,
    CopyId,
    PasteId,
    EnterPanel,
}

const CONDUIT: &[Screen] = &[Screen::Conduit];

#[rustfmt::skip]
impl Action for ConduitAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Cursor(Dir::North), cursor(CONDUIT, Dir::North)),
        (Self::Cursor(Dir::South), cursor(CONDUIT, Dir::South)),
        (Self::Cursor(Dir::West), cursor(CONDUIT, Dir::West)),
        (Self::Cursor(Dir::East), cursor(CONDUIT, Dir::East)),
        (Self::Turn, Row::new(CONDUIT, "conduit-turn", "Turn clockwise", "Enter Space NumpadEnter").pad(&[Button::South])),
        (Self::TurnBack, Row::new(CONDUIT, "conduit-turn-back", "Turn anticlockwise", "Shift+Enter Shift+Space Backspace").pad(&[Button::West])),
        (Self::Lock, Row::new(CONDUIT, "conduit-lock", "Lock the tile", "l").pad(&[Button::LeftTrigger])),
        (Self::Jumble, Row::new(CONDUIT, "conduit-jumble", "Jumble loose tiles", "j")),
        (Self::Undo, Row::new(CONDUIT, "conduit-undo", "Undo", "u Ctrl+z").pad(&[Button::LeftBumper]).repeats()),
        (Self::Redo, Row::new(CONDUIT, "conduit-redo", "Redo", "Ctrl+r Ctrl+y").pad(&[Button::RightBumper]).repeats()),
        (Self::Pin, Row::new(CONDUIT, "conduit-pin", "Pin: undo stops here", "p").pad(&[Button::LeftStick])),
        (Self::Rewind, Row::new(CONDUIT, "conduit-rewind", "Undo to the last pin", "Shift+u")),
        (Self::Hint, Row::new(CONDUIT, "conduit-hint", "Hint, with its reason", "h").pad(&[Button::North])),
        (Self::Check, Row::new(CONDUIT, "conduit-check", "Check what is locked", "c").pad(&[Button::RightStick])),
        (Self::Solve, Row::new(CONDUIT, "conduit-solve", "Solve", "s")),
        (Self::New, Row::new(CONDUIT, "conduit-new", "New board", "n").pad(&[Button::RightTrigger]).ends()),
        (Self::Restart, Row::new(CONDUIT, "conduit-restart", "Restart the board", "r")),
        (Self::CopyId, Row::new(CONDUIT, "conduit-copy", "Copy the id", "y Ctrl+c")),
        (Self::PasteId, Row::new(CONDUIT, "conduit-paste", "Paste an id or code", "v Ctrl+v").ends()),
        (Self::EnterPanel, Row::new(CONDUIT, "conduit-panel", "Go to the panel", "Tab").pad(&[Button::Select])),
    ];
}

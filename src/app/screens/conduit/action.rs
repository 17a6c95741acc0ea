//! The actions of this screen, with their texts, keys and buttons.

use bevy::prelude::*;

use crate::app::input::{Action, Row, cursor};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::conduit::{Command, Input, Move};
use crate::geom::{Dir, Size};

/// A player action on the Conduit screen.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each one")]
pub enum ConduitAction {
    /// Input for the core: a step of the cursor, a turn, a move of the whole board.
    Do(Input),
    Check,
    New,
    /// A new board of a preset size: its index, 0..=5, in the panel's list.
    Size(usize),
    CopyProgress,
    Share,
    EnterPanel,
    /// Shows or hides the progress of a recorded solve.
    Ghost,
    /// Shows how the board was solved.
    Watch,
    /// Pans by one tile: shifts a board that wraps, scrolls any other while it is zoomed.
    Pan(Dir),
}

impl ConduitAction {
    /// Moves the cursor by one tile.
    pub const fn step(dir: Dir) -> Self {
        Self::Do(Input::Step(dir))
    }

    /// A command at the cursor.
    pub const fn here(command: Command) -> Self {
        Self::Do(Input::Here(command))
    }

    /// A move of the whole board.
    pub const fn board(action: Move) -> Self {
        Self::Do(Input::Board(action))
    }
}

/// The preset sizes, each with a key and a button.
pub const PRESET_SIZES: [Size; 6] = [
    Size::new(3, 3),
    Size::new(5, 5),
    Size::new(10, 9),
    Size::new(15, 15),
    Size::new(25, 25),
    Size::new(50, 50),
];

const CONDUIT: &[Screen] = &[Screen::Conduit];

#[rustfmt::skip]
impl Action for ConduitAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::step(Dir::North), cursor(CONDUIT, Dir::North)),
        (Self::step(Dir::South), cursor(CONDUIT, Dir::South)),
        (Self::step(Dir::West), cursor(CONDUIT, Dir::West)),
        (Self::step(Dir::East), cursor(CONDUIT, Dir::East)),
        (Self::Pan(Dir::North), Row::new(CONDUIT, "conduit-pan-up", "Scroll up", "Shift+Up").moves().repeats()),
        (Self::Pan(Dir::South), Row::new(CONDUIT, "conduit-pan-down", "Scroll down", "Shift+Down").moves().repeats()),
        (Self::Pan(Dir::West), Row::new(CONDUIT, "conduit-pan-left", "Scroll left", "Shift+Left").moves().repeats()),
        (Self::Pan(Dir::East), Row::new(CONDUIT, "conduit-pan-right", "Scroll right", "Shift+Right").moves().repeats()),
        (Self::here(Command::Clockwise), Row::new(CONDUIT, "conduit-turn", "Turn clockwise", "Enter Space NumpadEnter").in_net("d Enter Space NumpadEnter").pad(&[Button::South]).first()),
        (Self::here(Command::CounterClockwise), Row::new(CONDUIT, "conduit-turn-back", "Turn anticlockwise", "Shift+Enter Shift+Space Backspace").in_net("a Shift+Enter Shift+Space Backspace").pad(&[Button::West]).first()),
        (Self::here(Command::Half), Row::new(CONDUIT, "conduit-turn-half", "Half turn", "f")),
        (Self::here(Command::Lock), Row::new(CONDUIT, "conduit-lock", "Lock the tile", "l").in_net("s l").pad(&[Button::LeftTrigger]).first()),
        (Self::board(Move::Jumble), Row::new(CONDUIT, "conduit-jumble", "Jumble unlocked tiles", "j")),
        (Self::board(Move::Undo), Row::new(CONDUIT, "conduit-undo", "Undo", "u Ctrl+z").pad(&[Button::LeftBumper]).repeats().first()),
        (Self::board(Move::Redo), Row::new(CONDUIT, "conduit-redo", "Redo", "Ctrl+r Ctrl+y").pad(&[Button::RightBumper]).repeats().first()),
        (Self::board(Move::Pin), Row::new(CONDUIT, "conduit-pin", "Pin: undo stops here", "p").pad(&[Button::LeftStick])),
        (Self::board(Move::Rewind), Row::new(CONDUIT, "conduit-rewind", "Undo to the last pin", "Shift+u")),
        (Self::board(Move::Hint), Row::new(CONDUIT, "conduit-hint", "Hint: show a tile, then turn it", "h").pad(&[Button::North]).first()),
        (Self::board(Move::Retract), Row::new(CONDUIT, "conduit-mistake", "Mistake? Go back to before it", "Shift+h").first()),
        (Self::Check, Row::new(CONDUIT, "conduit-check", "Check what is locked", "c").pad(&[Button::RightStick])),
        (Self::board(Move::Solve), Row::new(CONDUIT, "conduit-solve", "Solve", "s").in_net("x")),
        (Self::New, Row::new(CONDUIT, "conduit-new", "New board", "n").pad(&[Button::RightTrigger]).another().first()),
        (Self::Size(0), Row::new(CONDUIT, "conduit-size-1", "New board of 3x3", "1").another()),
        (Self::Size(1), Row::new(CONDUIT, "conduit-size-2", "New board of 5x5", "2").another()),
        (Self::Size(2), Row::new(CONDUIT, "conduit-size-3", "New board of 10x9", "3").another()),
        (Self::Size(3), Row::new(CONDUIT, "conduit-size-4", "New board of 15x15", "4").another()),
        (Self::Size(4), Row::new(CONDUIT, "conduit-size-5", "New board of 25x25", "5").another()),
        (Self::Size(5), Row::new(CONDUIT, "conduit-size-6", "New board of 50x50", "6").another()),
        (Self::board(Move::Restart), Row::new(CONDUIT, "conduit-restart", "Restart the board", "r").another().first()),
        (Self::CopyProgress, Row::new(CONDUIT, "conduit-copy-progress", "Copy with progress", "Shift+y").another()),
        (Self::Share, Row::new(CONDUIT, "conduit-share", "Share the result", "Shift+s").another()),
        (Self::Ghost, Row::new(CONDUIT, "conduit-ghost", "Ghost: show or hide it", "g")),
        (Self::Watch, Row::new(CONDUIT, "conduit-watch", "Watch how it was solved", "w")),
        (Self::EnterPanel, Row::new(CONDUIT, "conduit-panel", "Go to the panel", "Tab").pad(&[Button::Select]).first()),
    ];
}

//! Turns input into moves: a cursor and commands, without keys or pixels. Changes nothing but the
//! cursor, which belongs to the screen.

use super::moves::Move;
use super::play::Conduit;
use crate::geom::{Dir, Pos};

/// The tile that commands without a position apply to. Not part of the state that undo restores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// Position of the tile; [`interpret`] keeps it on the board.
    pub at: Pos,
    /// Whether the cursor is drawn: moving it shows it, pointing at a tile hides it.
    pub shown: bool,
}

/// Input from any device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// Moves the cursor one tile.
    Step(Dir),
    /// A command at the cursor.
    Here(Command),
    /// A command at the tile that is pointed at.
    At(Pos, Command),
    /// A move of the whole board, such as undo.
    Board(Move),
}

/// A command for one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// A quarter turn clockwise.
    Clockwise,
    /// A quarter turn counter-clockwise.
    CounterClockwise,
    /// A half turn.
    Half,
    /// Locks or unlocks it.
    Lock,
}

impl Cursor {
    /// A hidden cursor at the wellspring.
    pub fn new(conduit: &Conduit) -> Self {
        Self {
            at: conduit.board().wellspring()[0],
            shown: false,
        }
    }
}

/// The move for an input; `None` if it only moves the cursor. The cursor stays on the board, and
/// wraps around if the board does.
pub fn interpret(conduit: &Conduit, cursor: &mut Cursor, input: Input) -> Option<Move> {
    match input {
        Input::Step(dir) => {
            cursor.at = conduit.beyond(cursor.at, dir).unwrap_or(cursor.at);
            cursor.shown = true;
            None
        }
        Input::Here(command) => {
            cursor.shown = true;
            Some(command.at(cursor.at))
        }
        Input::At(pos, command) => {
            if conduit.tile_at(pos).is_some() {
                cursor.at = pos;
            }
            cursor.shown = false;
            Some(command.at(pos))
        }
        Input::Board(action) => Some(action),
    }
}

impl Command {
    const fn at(self, pos: Pos) -> Move {
        match self {
            Self::Clockwise => Move::Clockwise(pos),
            Self::CounterClockwise => Move::CounterClockwise(pos),
            Self::Half => Move::Half(pos),
            Self::Lock => Move::Lock(pos),
        }
    }
}

//! The moves on a board, their events, and the reasons for refusing them.

use super::hint::Hint;
use crate::geom::Pos;

/// A move of the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Turns a tile a quarter turn clockwise. The two tiles of a wellspring turn as one.
    Clockwise(Pos),
    /// Turns a tile a quarter turn counter-clockwise.
    CounterClockwise(Pos),
    /// Turns a tile by half a turn, which counts as two quarter turns.
    Half(Pos),
    /// Locks a tile against turns and jumbling, or unlocks it.
    Lock(Pos),
    /// Turns all unlocked tiles at random.
    Jumble,
    /// Undoes the last change. Unlimited, but stops at a pin.
    Undo,
    /// Redoes the change undone last.
    Redo,
    /// Sets a pin at this point of the history, where undo stops, or removes it.
    Pin,
    /// Undoes everything since the last pin, or since the start.
    Rewind,
    /// Corrects one wrong tile that can be deduced, and reports why.
    Hint,
    /// Turns every tile to its position in the solution.
    Solve,
    /// Turns every tile back to its position at the start, unlocks all and resets the move count.
    /// Can be undone.
    Restart,
}

/// What a move did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tile was turned. For a two-tile wellspring, reports the lower half.
    Turned {
        /// Position of the tile.
        at: Pos,
        /// Clockwise quarter turns, 1 to 3; 3 is one counter-clockwise.
        quarters: u8,
    },
    /// A tile was locked or unlocked.
    Locked {
        /// Position of the tile.
        at: Pos,
        /// Whether it is locked now.
        locked: bool,
    },
    /// A pin was set (true) or removed (false).
    Pinned(bool),
    /// A hint was given; the turn follows.
    Hinted(Hint),
    /// The board is solved: all tiles are joined.
    Won {
        /// Quarter turns made.
        moves: u32,
        /// The fewest quarter turns from the start.
        fewest: u32,
        /// Whether a hint or the solution was used.
        aided: bool,
    },
}

/// Why a move was refused.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    #[error("there is no tile at column {}, row {}", .0.x + 1, .0.y + 1)]
    OffBoard(Pos),
    #[error("the tile at column {}, row {} is locked: unlock it first", .0.x + 1, .0.y + 1)]
    Locked(Pos),
    #[error("every tile is locked: there is nothing to jumble")]
    AllLocked,
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("undo stops at this pin: remove it first")]
    Pinned,
    #[error("there is nothing to redo")]
    NothingToRedo,
    #[error("the board is as it was at the start")]
    AtStart,
    #[error("the board is solved")]
    Won,
}

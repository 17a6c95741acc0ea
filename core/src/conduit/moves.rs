//! The moves on a board, their events, and the reasons for refusing them.

use std::fmt;
use std::str::FromStr;

use super::hint::Hint;
use super::mistake::Mistake;
use crate::decimal::parse_digits;
use crate::geom::Pos;
use crate::text::{Invalid, excerpt};

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
    /// Undoes everything since the last position without a mistake, on a board with one solution, and reports what
    /// went wrong. Pins do not stop it.
    Retract,
    /// Corrects one wrong tile that can be deduced, and reports why.
    Hint,
    /// Turns every tile to its position in the solution.
    Solve,
    /// Turns every tile back to its position at the start, unlocks all and resets the move count.
    /// Can be undone.
    Restart,
}

/// The moves of a tile as they are recorded: before its column and row.
const TILE_MOVES: [(char, fn(Pos) -> Move); 4] = [
    ('c', Move::Clockwise),
    ('a', Move::CounterClockwise),
    ('f', Move::Half),
    ('l', Move::Lock),
];

/// The moves of the whole board as they are recorded.
const BOARD_MOVES: [(&str, Move); 9] = [
    ("jumble", Move::Jumble),
    ("undo", Move::Undo),
    ("redo", Move::Redo),
    ("pin", Move::Pin),
    ("rewind", Move::Rewind),
    ("retract", Move::Retract),
    ("hint", Move::Hint),
    ("solve", Move::Solve),
    ("restart", Move::Restart),
];

/// Written as a word: `c4,7` turns the tile in column 4 and row 7 clockwise, `a4,7` anticlockwise, `f4,7` by half
/// a turn, and `l4,7` locks it; `jumble`, `undo` and the others are about the whole board.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((word, _)) = BOARD_MOVES.iter().find(|(_, known)| known == self) {
            return f.write_str(word);
        }
        let at = match self {
            Self::Clockwise(at) | Self::CounterClockwise(at) | Self::Half(at) | Self::Lock(at) => {
                *at
            }
            _ => Pos::default(),
        };
        let letter = TILE_MOVES.iter().find(|(_, of)| of(at) == *self);
        let letter = letter.map_or('?', |(letter, _)| *letter);
        write!(f, "{letter}{},{}", at.x + 1, at.y + 1)
    }
}

impl FromStr for Move {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        let board = BOARD_MOVES.iter().find(|(known, _)| *known == word);
        let tile = || {
            let (letter, place) = word.split_at_checked(1)?;
            let (_, of) = TILE_MOVES
                .iter()
                .find(|(known, _)| letter.starts_with(*known))?;
            let (column, row) = place.split_once(',')?;
            // No board has so many tiles a side, and the sum with 1 is a number, too.
            let [x, y] = [column, row].map(parse_digits::<u16>);
            Some(of(Pos::new(
                i32::from(x?.checked_sub(1)?),
                i32::from(y?.checked_sub(1)?),
            )))
        };
        let found = board.map(|(_, found)| *found).or_else(tile);
        found.ok_or_else(|| {
            let word = excerpt(word);
            Invalid::new(format_args!("\"{word}\" is not a move of a board; use c, a, f or l with column and row, as in c4,7, or a word such as undo"))
        })
    }
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
    /// The player asked what went wrong, if anything has; the changes that are undone follow.
    Retracted(Option<Mistake>),
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
    #[error("the board may have several solutions, so no tile is wrong by itself")]
    SeveralSolutions,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_reads_back_from_its_word_and_other_words_are_refused() {
        let at = Pos::new(3, 6);
        let tiles = TILE_MOVES.map(|(_, of)| of(at));
        let board = BOARD_MOVES.map(|(_, action)| action);
        for action in tiles.into_iter().chain(board) {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        assert_eq!(Move::Half(at).to_string(), "f4,7");
        for word in [
            "",
            "c",
            "c4",
            "c4,",
            "c0,1",
            "c1,0",
            "c1,2,3",
            "c+1,2",
            "c99999,1",
            "g1,1",
            "Undo",
            "\u{e9}1,1",
        ] {
            assert!(word.parse::<Move>().is_err(), "{word}");
        }
    }
}

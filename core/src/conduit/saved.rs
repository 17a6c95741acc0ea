//! A board being played as it is saved: where it was taken up, and its progress as a text. Whatever is read is a
//! playable state or refused: only tiles that turn are turned, and the solution solves the board.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Puzzle};
use super::id::TilePlace;
use super::play::{Change, Conduit};
use super::search::NoPuzzle;
use crate::decimal::parse_digits;
use crate::text::{self, Invalid};

/// Why a board that is solved at the start is none to play.
const SOLVED: &str = "it is solved at the start";

impl Puzzle {
    /// A board that is not solved with one of its solutions. Does not check that the solution is unique.
    ///
    /// # Errors
    /// If it is solved, or the solution does not solve it.
    pub fn checked(start: Board, solved: &Board) -> Result<Self, Invalid> {
        if !start.is_turn_of(solved) || !solved.is_solved() {
            return Err(Invalid::new("its solution does not solve it"));
        }
        match start.is_solved() {
            true => Err(Invalid::new(SOLVED)),
            false => Ok(Self::solved_by(start, solved)),
        }
    }
}

impl Conduit {
    /// A board that has been turned elsewhere, by `moves` quarter turns, with or without help. The digits are those
    /// of [`turned`](Self::turned). All of it is one change, which undo takes back.
    ///
    /// # Errors
    /// What is wrong with the digits.
    pub fn taken_up(
        puzzle: Puzzle,
        digits: &str,
        moves: u32,
        aided: bool,
    ) -> Result<Self, Invalid> {
        let mut change = read_digits(&puzzle.start, digits)?;
        change.moves = (0, moves);
        change.aided = (false, aided);
        let mut conduit = Self::new(puzzle);
        conduit.history.push(change);
        conduit.done = 1;
        conduit.replay_history();
        Ok(conduit)
    }

    /// A digit for each tile, row by row: its clockwise quarter turns from the start, 0 to 3, plus 4 if it is
    /// locked. The upper half of a two-tile wellspring has a 0.
    pub fn turned(&self) -> String {
        let mut digits = vec![0; self.layout.count];
        for change in &self.history[..self.done] {
            for (tile, quarters) in &change.turns {
                let digit = &mut digits[*tile as usize];
                *digit = (*digit + quarters) % 4;
            }
        }
        for tile in self.tiles() {
            if self.is_locked(self.layout.pos(tile)) {
                digits[tile as usize] += LOCKED_BIT;
            }
        }
        digits
            .iter()
            .map(|digit| char::from(b'0' + digit))
            .collect()
    }
}

/// A board with the player's progress, as a text that anyone can paste to continue from there.
///
/// Written as `ID@TILES:MOVES:SECONDS`, and `:help` if a hint or the solution was used. `ID` is the
/// id of the start. `TILES` has a digit for each tile, row by row: its clockwise quarter turns from
/// the start, 0 to 3, plus 4 if it is locked. The upper half of a two-tile wellspring has a 0.
///
/// ```
/// use undercroft_core::conduit::{Conduit, Move, Progress, Spec};
/// use undercroft_core::geom::Pos;
///
/// let spec: Spec = "board/3x3#7".parse()?;
/// let mut conduit = Conduit::new(spec.make());
/// conduit.apply(Move::Clockwise(Pos::new(0, 0)), &mut Vec::new())?;
/// let text = Progress { conduit, seconds: 12 }.to_string();
/// assert!(text.ends_with("@100000000:1:12"));
/// let again: Progress = text.parse()?;
/// assert_eq!((again.conduit.moves(), again.seconds), (1, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Progress {
    /// The board being played.
    pub conduit: Conduit,
    /// The time played, in seconds.
    pub seconds: u32,
}

/// Separates the id of the start from the progress.
#[doc(hidden)]
pub const PROGRESS_SEPARATOR: char = '@';
const HELP_SUFFIX: &str = "help";
const LOCKED_BIT: u8 = 4;

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conduit = &self.conduit;
        let digits = conduit.turned();
        let (id, moves) = (conduit.puzzle.start.id(), conduit.moves());
        write!(
            f,
            "{id}{PROGRESS_SEPARATOR}{digits}:{moves}:{}",
            self.seconds
        )?;
        match conduit.is_aided() {
            true => write!(f, ":{HELP_SUFFIX}"),
            false => Ok(()),
        }
    }
}

impl FromStr for Progress {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text::value(text);
        let (id, progress) = text.split_once(PROGRESS_SEPARATOR).ok_or_else(wrong_form)?;
        let board: Board = id.parse()?;
        let puzzle = Puzzle::of(board).map_err(in_id)?;
        let parts: Vec<&str> = progress.split(':').map(text::trim).collect();
        let (digits, moves, seconds, aided) = match parts[..] {
            [digits, moves, seconds] => (digits, moves, seconds, false),
            [digits, moves, seconds, HELP_SUFFIX] => (digits, moves, seconds, true),
            _ => return Err(wrong_form()),
        };
        let number = |text: &str| {
            parse_digits(text).ok_or_else(|| {
                let text = text::excerpt(text);
                Invalid::new(format_args!(
                    "in the progress, \"{text}\" is not a number of moves or seconds"
                ))
            })
        };
        if puzzle.start.is_solved() {
            return Err(Invalid::new(format_args!(
                "the progress cannot be taken up; {SOLVED}"
            )));
        }
        let seconds = number(seconds)?;
        let conduit = Conduit::taken_up(puzzle, digits, number(moves)?, aided)?;
        Ok(Self { conduit, seconds })
    }
}

/// What is wrong with the puzzle of an id.
pub(super) fn in_id(error: NoPuzzle) -> Invalid {
    Invalid::new(format_args!("in the id, {error}"))
}

fn wrong_form() -> Invalid {
    Invalid::new(
        "progress has the form ID@TILES:MOVES:SECONDS, with :help at the end if there was any",
    )
}

/// The change from the start that the digits describe.
fn read_digits(start: &Board, digits: &str) -> Result<Change, Invalid> {
    let (found, expected) = (digits.chars().count(), start.size().area());
    if found != expected {
        return Err(Invalid::new(format_args!(
            "the progress has {found} digits; a board of so many tiles has {expected}"
        )));
    }
    let upper = start.layout().upper;
    let mut change = Change::default();
    for (tile, found) in (0..).zip(digits.chars()) {
        let wrong = |what: &str| {
            let at = TilePlace::from_index(usize::from(tile), start.size());
            Invalid::new(format_args!("the progress, {at}: \"{found}\" is {what}"))
        };
        let digit = found.to_digit(8).map(|digit| digit as u8);
        let digit = digit
            .ok_or_else(|| wrong("not a turn; turns are 0 to 3, and 4 to 7 of locked tiles"))?;
        if digit > 0 && tile == upper {
            return Err(wrong(
                "the upper half of a wellspring, which turns with the lower one; it is 0",
            ));
        }
        if digit % LOCKED_BIT > 0 {
            change.turns.push((tile, digit % LOCKED_BIT));
        }
        if digit >= LOCKED_BIT {
            change.locks.push(tile);
        }
    }
    Ok(change)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Move, Spec};
    use crate::geom::Pos;

    fn conduit(code: &str) -> Conduit {
        Conduit::new(code.parse::<Spec>().unwrap().make())
    }

    /// A board on which all kinds of moves were made, some of them undone.
    fn played(code: &str) -> Conduit {
        let mut conduit = conduit(code);
        for action in [
            Move::Clockwise(Pos::new(0, 0)),
            Move::Lock(Pos::new(0, 0)),
            Move::Hint,
            Move::Pin,
            Move::Jumble,
            Move::CounterClockwise(Pos::new(1, 0)),
            Move::Restart,
            Move::Clockwise(Pos::new(2, 2)),
            Move::Lock(Pos::new(1, 1)),
            Move::Undo,
            Move::Undo,
        ] {
            conduit.apply(action, &mut Vec::new()).unwrap();
        }
        conduit
    }

    const CODES: [&str; 4] = [
        "board/10x9#7",
        "board/5x5/wrap,walls=30#3",
        "board/7x4/single,crosses,ambiguous#1",
        "board/50x50#1",
    ];

    #[test]
    fn a_puzzle_whose_solution_is_of_another_board_or_that_is_solved_is_refused() {
        let puzzle = conduit("board/10x9#7").puzzle;
        let other = conduit("board/5x5#7").puzzle.solved();
        let (start, solved) = (puzzle.start.clone(), puzzle.solved());
        for (start, solved, expected) in [
            (
                start.clone(),
                start.clone(),
                "its solution does not solve it",
            ),
            (start, other, "its solution does not solve it"),
            (solved.clone(), solved, SOLVED),
        ] {
            let error = Puzzle::checked(start, &solved).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn progress_reads_back_and_undo_leads_to_the_start() {
        for code in CODES {
            let old = played(code);
            let text = Progress {
                conduit: old.clone(),
                seconds: 75,
            }
            .to_string();
            let Progress {
                mut conduit,
                seconds,
            } = text.parse().unwrap();
            assert_eq!((conduit.board(), seconds), (old.board(), 75));
            assert_eq!(
                (conduit.moves(), conduit.is_aided()),
                (old.moves(), old.is_aided())
            );
            let again = Progress {
                conduit: conduit.clone(),
                seconds,
            };
            assert_eq!(again.to_string(), text);
            conduit.apply(Move::Undo, &mut Vec::new()).unwrap();
            assert_eq!(conduit.board(), old.puzzle().start());
        }
    }

    #[test]
    fn each_wrong_part_of_progress_is_named() {
        let id = conduit("board/3x3#7").puzzle.start.id();
        for (text, needle) in [
            ("@000000000".to_owned(), "ID@TILES:MOVES:SECONDS"),
            ("@000000000:1:2:helped".to_owned(), "ID@TILES:MOVES:SECONDS"),
            ("@00000000:1:2".to_owned(), "has 8 digits"),
            ("@000000080:1:2".to_owned(), "column 2, row 3: \"8\""),
            (
                "@000010000:1:2".to_owned(),
                "column 2, row 2: \"1\" is the upper half",
            ),
            ("@000000000:-1:2".to_owned(), "\"-1\" is not a number"),
            (
                "@000000000:1:99999999999".to_owned(),
                "\"99999999999\" is not a number",
            ),
        ] {
            let error = format!("{id}{text}").parse::<Progress>().unwrap_err();
            assert!(error.to_string().contains(needle), "{text}: {error}");
        }
    }
}

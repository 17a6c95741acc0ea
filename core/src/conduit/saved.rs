//! A board being played as it was saved before it was recorded, and its progress as a text. Whatever is read is a
//! playable state or refused: only tiles that turn are turned, consecutive counts agree, and the
//! solution solves the board.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::board::{Board, Puzzle};
use super::id::{IdError, TilePlace};
use super::moves::Move;
use super::play::{Change, Conduit};
use super::search::NoPuzzle;
use crate::decimal::parse_digits;
use crate::text;

/// The serialized form of a board being played, of files of before.
#[derive(Deserialize)]
pub(super) struct Saved {
    start: Board,
    solved: Board,
    history: Vec<Change>,
    done: u32,
    pins: Vec<u32>,
    jumbles: u64,
}

/// Why a saved board cannot be resumed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SavedError {
    /// The solution belongs to another board, or does not join all tiles.
    #[error("its solution does not solve it")]
    Solution,
    /// The board is solved at the start.
    #[error("it is solved at the start")]
    Start,
    /// A change that no move can make; the number counts from 1.
    #[error("change {0} cannot be made")]
    Change(usize),
    /// More changes are in effect than exist, or a pin lies outside the history.
    #[error("its history has {0} changes, and its place or a pin is not among them")]
    Place(usize),
}

impl TryFrom<Saved> for Conduit {
    type Error = SavedError;

    fn try_from(saved: Saved) -> Result<Self, SavedError> {
        let mut conduit = Self::new(Puzzle::checked(saved.start, &saved.solved)?);
        let mut before = (0, false);
        for (index, change) in saved.history.iter().enumerate() {
            if !is_valid(&conduit, change) || (change.moves.0, change.aided.0) != before {
                return Err(SavedError::Change(index + 1));
            }
            before = (change.moves.1, change.aided.1);
        }
        let last = saved.history.len();
        let pins: Vec<usize> = saved.pins.iter().map(|pin| *pin as usize).collect();
        let is_ascending = pins.is_sorted_by(|one, other| one < other);
        let done = saved.done as usize;
        if done > last || !is_ascending || pins.last().is_some_and(|pin| *pin > last) {
            return Err(SavedError::Place(last));
        }
        conduit.history = saved.history;
        conduit.done = done;
        conduit.pins = pins;
        conduit.jumbles = saved.jumbles;
        conduit.replay_history();
        Ok(conduit)
    }
}

impl Puzzle {
    /// A board that is not solved with one of its solutions. Does not check that the solution is unique.
    ///
    /// # Errors
    /// If it is solved, or the solution does not solve it.
    pub fn checked(start: Board, solved: &Board) -> Result<Self, SavedError> {
        if !start.is_turn_of(solved) || !solved.is_solved() {
            return Err(SavedError::Solution);
        }
        match start.is_solved() {
            true => Err(SavedError::Start),
            false => Ok(Self::solved_by(start, solved)),
        }
    }
}

/// The most jumbles that are tried to find the one that was made.
const MAX_JUMBLES: u64 = 1000;

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
    ) -> Result<Self, ProgressError> {
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

    /// The moves that lead to this state of a board that was saved as its changes, and the board on which they are
    /// made: at its start, or where it was taken up. What no move can do is part of the latter.
    pub fn retraced(&self) -> (Self, Vec<Move>) {
        let mut first = Self::new(self.puzzle.clone());
        let (mut again, mut moves) = (first.clone(), Vec::new());
        // The changes that `first` begins with as one.
        let mut joined = 0;
        for (index, change) in self.history.iter().enumerate() {
            again.retrace_pin(self, index, joined, &mut moves);
            if !again.retrace(change, self.jumbles, &mut moves) {
                let mut until = self.clone();
                until.done = index + 1;
                until.board = self.puzzle.start.clone();
                until.locked.fill(false);
                until.replay_history();
                let (digits, taken) = (until.turned(), (until.moves(), until.is_aided()));
                let joint = Self::taken_up(self.puzzle.clone(), &digits, taken.0, taken.1);
                first = joint.expect("the digits are those of this very board");
                again = first.clone();
                moves.clear();
                joined = index;
            }
        }
        again.retrace_pin(self, self.history.len(), joined, &mut moves);
        let undone = self.history.len() - self.done.max(joined + usize::from(joined > 0));
        moves.extend(std::iter::repeat_n(Move::Undo, undone));
        (first, moves)
    }

    /// Sets a pin where `old` has one after `index` changes.
    fn retrace_pin(&mut self, old: &Self, index: usize, joined: usize, moves: &mut Vec<Move>) {
        let is_pinned = index <= old.done && old.pins.binary_search(&index).is_ok();
        if is_pinned && self.done + joined == index && !self.is_pinned() {
            moves.push(Move::Pin);
            self.pin(&mut Vec::new());
        }
    }

    /// Finds the move that makes a change, and makes it; returns false if there is none.
    fn retrace(&mut self, change: &Change, jumbles: u64, moves: &mut Vec<Move>) -> bool {
        let one = match (&change.turns[..], &change.locks[..]) {
            ([(tile, quarters)], []) => {
                let at = self.layout.pos(*tile);
                Some(match quarters {
                    1 => Move::Clockwise(at),
                    2 => Move::Half(at),
                    _ => Move::CounterClockwise(at),
                })
            }
            ([], [tile]) => Some(Move::Lock(self.layout.pos(*tile))),
            _ => None,
        };
        let others = [Move::Restart, Move::Hint, Move::Solve];
        // Each jumble is another one, and those that were undone count.
        let left = jumbles.saturating_sub(self.jumbles).min(MAX_JUMBLES);
        let jumbles = std::iter::repeat_n(Move::Jumble, left as usize);
        for tried in one.into_iter().chain(others).chain(jumbles) {
            let mut events = Vec::new();
            if self.apply(tried, &mut events).is_err() {
                continue;
            }
            if self.history.last() == Some(change) {
                moves.push(tried);
                return true;
            }
            self.step_back(&mut events);
            if tried == Move::Jumble {
                moves.extend([Move::Jumble, Move::Undo]);
            }
        }
        false
    }
}

/// Whether a change turns and locks only tiles that turn, each at most once.
fn is_valid(conduit: &Conduit, change: &Change) -> bool {
    let turns =
        |tile: &u16| usize::from(*tile) < conduit.layout.count && *tile != conduit.layout.upper;
    let quarters = change
        .turns
        .iter()
        .all(|(_, quarters)| (1..4).contains(quarters));
    let is_ascending = change
        .turns
        .is_sorted_by(|(one, _), (other, _)| one < other)
        && change.locks.is_sorted_by(|one, other| one < other);
    quarters
        && is_ascending
        && change.turns.iter().all(|(tile, _)| turns(tile))
        && change.locks.iter().all(turns)
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

/// Why a text is not a board with progress.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProgressError {
    /// The id is wrong.
    #[error(transparent)]
    Id(#[from] IdError),
    /// The board has no solution, or more than its rules allow.
    #[error("in the id, {0}")]
    Puzzle(#[from] NoPuzzle),
    /// The text does not have the required parts.
    #[error("progress has the form ID@TILES:MOVES:SECONDS, with :help at the end if there was any")]
    Form,
    /// There are too few or too many digits.
    #[error("the progress has {found} digits; a board of so many tiles has {expected}")]
    Length {
        /// Number of digits in the text.
        found: usize,
        /// Number of tiles of the board.
        expected: usize,
    },
    /// A character is not a valid digit for its tile.
    #[error(
        "the progress, {at}: \"{found}\" is not a turn; turns are 0 to 3, and 4 to 7 of locked tiles"
    )]
    Digit {
        /// Column and row of the tile.
        at: TilePlace,
        /// The character in the text.
        found: char,
    },
    /// The upper half of a wellspring has a turn of its own.
    #[error(
        "the progress, {at}: \"{found}\" is the upper half of a wellspring, which turns with the lower one; it is 0"
    )]
    Upper {
        /// Column and row of the tile.
        at: TilePlace,
        /// The character in the text.
        found: char,
    },
    /// A number cannot be parsed.
    #[error("in the progress, \"{0}\" is not a number of moves or seconds")]
    Number(String),
    /// The board cannot be resumed, for example because it is solved at the start.
    #[error("the progress cannot be taken up; {0}")]
    Saved(#[from] SavedError),
}

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
    type Err = ProgressError;

    fn from_str(text: &str) -> Result<Self, ProgressError> {
        let text = text::value(text);
        let (id, progress) = text
            .split_once(PROGRESS_SEPARATOR)
            .ok_or(ProgressError::Form)?;
        let board: Board = id.parse()?;
        let puzzle = Puzzle::of(board)?;
        let parts: Vec<&str> = progress.split(':').map(text::trim).collect();
        let (digits, moves, seconds, aided) = match parts[..] {
            [digits, moves, seconds] => (digits, moves, seconds, false),
            [digits, moves, seconds, HELP_SUFFIX] => (digits, moves, seconds, true),
            _ => return Err(ProgressError::Form),
        };
        let number = |text: &str| {
            parse_digits(text).ok_or_else(|| ProgressError::Number(text::excerpt(text)))
        };
        if puzzle.start.is_solved() {
            return Err(SavedError::Start.into());
        }
        let seconds = number(seconds)?;
        let conduit = Conduit::taken_up(puzzle, digits, number(moves)?, aided)?;
        Ok(Self { conduit, seconds })
    }
}

/// The change from the start that the digits describe.
fn read_digits(start: &Board, digits: &str) -> Result<Change, ProgressError> {
    let (found, expected) = (digits.chars().count(), start.size().area());
    if found != expected {
        return Err(ProgressError::Length { found, expected });
    }
    let upper = start.layout().upper;
    let mut change = Change::default();
    for (tile, found) in (0..).zip(digits.chars()) {
        let at = || TilePlace::from_index(usize::from(tile), start.size());
        let digit = found.to_digit(8).map(|digit| digit as u8);
        let digit = digit.ok_or_else(|| ProgressError::Digit { at: at(), found })?;
        if digit > 0 && tile == upper {
            return Err(ProgressError::Upper { at: at(), found });
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

    /// A board as files of before held it.
    fn saved(conduit: Conduit) -> Saved {
        Saved {
            solved: conduit.puzzle.solved(),
            start: conduit.puzzle.start,
            history: conduit.history,
            done: conduit.done as u32,
            pins: conduit.pins.iter().map(|pin| *pin as u32).collect(),
            jumbles: conduit.jumbles,
        }
    }

    fn assert_same(new: &Conduit, old: &Conduit) {
        assert_eq!(new.board(), old.board());
        assert_eq!(new.history, old.history);
        assert_eq!(new.history(), old.history());
        assert_eq!(new.pins(), old.pins());
        assert_eq!((new.moves(), new.is_aided()), (old.moves(), old.is_aided()));
        assert_eq!(new.progress(), old.progress());
        assert_eq!(new.wrong_locks(), old.wrong_locks());
    }

    #[test]
    fn a_saved_board_comes_back_with_all_that_was_done_on_it() {
        for code in CODES {
            let mut old = played(code);
            let mut new = Conduit::try_from(saved(old.clone())).unwrap();
            for action in [
                Move::Pin,
                Move::Redo,
                Move::Redo,
                Move::Jumble,
                Move::Rewind,
                Move::Undo,
            ] {
                assert_same(&new, &old);
                let (mut one, mut other) = (Vec::new(), Vec::new());
                assert_eq!(new.apply(action, &mut one), old.apply(action, &mut other));
                assert_eq!(one, other, "{code}: {action:?}");
            }
        }
    }

    #[test]
    fn the_moves_of_a_saved_board_are_found_again() {
        let jumbles = [
            Move::Jumble,
            Move::Undo,
            Move::Jumble,
            Move::Undo,
            Move::Jumble,
        ];
        for code in CODES {
            let mut old = played(code);
            for action in jumbles.into_iter().chain([Move::Solve, Move::Pin]) {
                old.apply(action, &mut Vec::new()).unwrap();
            }
            let (mut again, moves) = old.retraced();
            assert_eq!(again.history(), (0, 0));
            for action in moves {
                again.apply(action, &mut Vec::new()).unwrap();
            }
            assert_same(&again, &old);
        }
    }

    #[test]
    fn what_no_move_can_do_is_where_a_board_is_taken_up() {
        let old = played("board/10x9#7");
        let digits = old.turned();
        let mut old = Conduit::taken_up(old.puzzle.clone(), &digits, 17, true).unwrap();
        for action in [
            Move::Lock(Pos::new(3, 3)),
            Move::Hint,
            Move::Pin,
            Move::Jumble,
        ] {
            old.apply(action, &mut Vec::new()).unwrap();
        }
        // A change that only a file has.
        let odd = Change {
            turns: vec![(0, 1), (1, 1)],
            moves: (old.moves(), old.moves() + 5),
            aided: (true, true),
            ..Change::default()
        };
        for odd in [None, Some(odd)] {
            let joined = usize::from(odd.is_some()) * old.history.len();
            old.history.extend(odd);
            old.done = old.history.len();
            let mut old = Conduit::try_from(saved(old.clone())).unwrap();
            old.apply(Move::Lock(Pos::new(0, 3)), &mut Vec::new())
                .unwrap();
            let (mut again, moves) = old.retraced();
            assert_eq!(again.history(), (1, 0));
            for action in moves {
                again.apply(action, &mut Vec::new()).unwrap();
            }
            assert_eq!(again.board(), old.board());
            assert_eq!(again.history().0 + joined, old.history().0);
            assert_eq!((again.moves(), again.is_aided()), (old.moves(), true));
        }
    }

    #[test]
    fn a_board_that_lies_is_refused() {
        let changes: [(fn(&mut Saved), SavedError); 9] = [
            (
                |saved| saved.solved = saved.start.clone(),
                SavedError::Solution,
            ),
            (
                |saved| saved.solved = conduit("board/5x5#7").puzzle.solved(),
                SavedError::Solution,
            ),
            (
                |saved| saved.start = saved.solved.clone(),
                SavedError::Start,
            ),
            (
                |saved| saved.history[0].turns[0].0 = 90,
                SavedError::Change(1),
            ),
            (
                |saved| saved.history[0].turns[0].1 = 4,
                SavedError::Change(1),
            ),
            // The upper half of the wellspring, which turns with the lower half.
            (
                |saved| saved.history[1].locks[0] = 44,
                SavedError::Change(2),
            ),
            (|saved| saved.history[2].moves.0 += 1, SavedError::Change(3)),
            (|saved| saved.done = 99, SavedError::Place(8)),
            (|saved| saved.pins.insert(0, 7), SavedError::Place(8)),
        ];
        for (change, expected) in changes {
            let mut saved = saved(played("board/10x9#7"));
            change(&mut saved);
            assert_eq!(Conduit::try_from(saved).unwrap_err(), expected);
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

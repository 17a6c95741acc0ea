//! What a board is begun with, as the words of its recording, and its moves as words.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::conduit::{Board, Conduit, Move, Puzzle, Spec};
use crate::geom::Pos;
use crate::packed::{BitReader, BitWriter};
use crate::profile::solve::PackedMove;
use crate::profile::{Help, Stats, daily};
use crate::record::Words;
use crate::text::Invalid;

/// A board with the moves made on it.
pub struct PlayedBoard {
    /// What new boards are like; the seed is that of the last one.
    pub order: Spec,
    /// The spec that generates the board; `None` if it was opened by its id.
    pub spec: Option<Spec>,
    /// The board.
    pub conduit: Conduit,
    /// What it has taken, and the day that it is the daily of.
    pub stats: Stats,
}

impl PlayedBoard {
    /// The board without a spec or a day that would make another board.
    pub fn checked(mut self) -> Self {
        let is_own = |spec: &Spec| spec.make().start() == self.conduit.puzzle().start();
        self.spec = self.spec.filter(is_own);
        self.stats.day = self.stats.day.filter(|_| self.spec.is_some());
        self
    }

    /// Counts a move that was made, before which the board had `moves_before`.
    pub fn count_move(&mut self, action: Move, moves_before: u32) {
        let (stats, conduit) = (&mut self.stats, &self.conduit);
        match action {
            Move::Solve => stats.add_help(Help::Shown),
            Move::Hint => stats.add_help(Help::Hints),
            // Even that nothing went wrong tells something.
            Move::Retract if conduit.history() != (0, 0) => stats.add_help(Help::Hints),
            _ => {}
        }
        if !matches!(
            action,
            Move::Undo | Move::Redo | Move::Rewind | Move::Retract
        ) {
            let made = conduit.moves().saturating_sub(moves_before);
            stats.moves = stats.moves.saturating_add(made);
        }
    }

    /// The words: the ids of the board and of its solution, what it was ordered by, where it was taken up, and what
    /// it has taken.
    pub fn setup(&self) -> String {
        let puzzle = self.conduit.puzzle();
        let (id, solved) = (puzzle.start().id(), puzzle.solved().id());
        let mut words = format!("id {id} solved {solved} order {}", self.order);
        let mut word = |text: fmt::Arguments<'_>| {
            write!(words, " {text}").expect("a string takes what is written to it");
        };
        if let Some(spec) = self.spec.filter(|_| self.stats.day.is_none()) {
            word(format_args!("code {spec}"));
        }
        let conduit = &self.conduit;
        if conduit.history() != (0, 0) {
            word(format_args!(
                "turned {} by {}",
                conduit.turned(),
                conduit.moves()
            ));
            if conduit.is_aided() {
                word(format_args!("aided"));
            }
        }
        self.stats.write(&mut words);
        words
    }

    /// Begins the board of a [`setup`](Self::setup).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn begin(setup: &str) -> Result<Self, String> {
        let mut words = Words::new(setup);
        let (start, solved): (Board, Board) = (words.value("id")?, words.value("solved")?);
        let puzzle = Puzzle::checked(start, &solved).map_err(|error| error.to_string())?;
        let order = words.value("order")?;
        let code = words.optional("code").map(Spec::from_str).transpose();
        let code = code.map_err(|error| error.to_string())?;
        let conduit = match words.optional("turned") {
            None => Conduit::new(puzzle),
            Some(digits) => {
                let (moves, aided) = (words.count("by")?, words.flag("aided"));
                let conduit = Conduit::taken_up(puzzle, digits, moves, aided);
                conduit.map_err(|error| error.to_string())?
            }
        };
        let mut stats = Stats::read(&mut words)?;
        words.end()?;
        // Whoever takes a board up counts as if it was pasted with progress.
        stats.given |= conduit.history() != (0, 0);
        if conduit.is_aided() {
            stats.add_help(Help::Hints);
        }
        let spec = stats.day.map(daily::board).or(code);
        let board = Self {
            order,
            spec,
            conduit,
            stats,
        };
        Ok(board.checked())
    }
}

/// What is done on a board: a move, a check of what is locked, a look at what a hint would turn, or a new beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardMove {
    /// A move.
    Make(Move),
    /// Marks the locked tiles that are wrong. It counts as a hint.
    Check,
    /// Points at the tile that a hint would turn, and says why.
    Point,
    /// Begins a solved board again.
    Again,
}

const CHECK: &str = "check";
const POINT: &str = "point";
const AGAIN: &str = "again";

impl fmt::Display for BoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Make(action) => action.fmt(f),
            Self::Check => f.write_str(CHECK),
            Self::Point => f.write_str(POINT),
            Self::Again => f.write_str(AGAIN),
        }
    }
}

impl FromStr for BoardMove {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        match word {
            CHECK => Ok(Self::Check),
            POINT => Ok(Self::Point),
            AGAIN => Ok(Self::Again),
            _ => word.parse().map(Self::Make),
        }
    }
}

/// What makes a move of a tile, the most frequent first.
const TILE_MOVES: [fn(Pos) -> Move; 4] = [
    Move::Clockwise,
    Move::Lock,
    Move::CounterClockwise,
    Move::Half,
];

/// The moves without a tile, in the order of their numbers in a word.
const OTHER_MOVES: [BoardMove; 12] = [
    BoardMove::Make(Move::Jumble),
    BoardMove::Make(Move::Undo),
    BoardMove::Make(Move::Redo),
    BoardMove::Make(Move::Pin),
    BoardMove::Make(Move::Rewind),
    BoardMove::Make(Move::Retract),
    BoardMove::Make(Move::Hint),
    BoardMove::Make(Move::Solve),
    BoardMove::Make(Move::Restart),
    BoardMove::Check,
    BoardMove::Point,
    BoardMove::Again,
];

/// A tile is told by its distance from the one before.
impl PackedMove for BoardMove {
    type Before = Pos;

    fn pack(self, before: &mut Pos, bits: &mut BitWriter) {
        let tile = match self {
            Self::Make(
                Move::Clockwise(at) | Move::CounterClockwise(at) | Move::Half(at) | Move::Lock(at),
            ) => Some(at),
            _ => None,
        };
        let Some(at) = tile else {
            let number = OTHER_MOVES.iter().position(|known| *known == self);
            bits.number(TILE_MOVES.len() as u32, 0);
            bits.bits(number.unwrap_or_default() as u32, 4);
            return;
        };
        let kind = TILE_MOVES.iter().position(|of| Self::Make(of(at)) == self);
        bits.number(kind.unwrap_or_default() as u32, 0);
        let by = at - std::mem::replace(before, at);
        let is_same = by == Pos::default();
        bits.bits(is_same.into(), 1);
        if !is_same {
            bits.signed(by.x, 1);
            bits.signed(by.y, 0);
        }
    }

    fn unpack(before: &mut Pos, bits: &mut BitReader<'_>) -> Option<Self> {
        let kind = bits.number(0)? as usize;
        let Some(of) = TILE_MOVES.get(kind) else {
            let number = (kind == TILE_MOVES.len()).then(|| bits.bits(4)).flatten()?;
            return OTHER_MOVES.get(number as usize).copied();
        };
        if bits.bits(1)? == 0 {
            let x = before.x.checked_add(bits.signed(1)?)?;
            let y = before.y.checked_add(bits.signed(0)?)?;
            *before = Pos::new(x, y);
        }
        Some(Self::Make(of(*before)))
    }
}

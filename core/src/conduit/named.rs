//! A text that identifies a board, in any of its forms.

use std::str::FromStr;

use super::board::{Board, Puzzle};
use super::saved::{PROGRESS_SEPARATOR, Progress, in_id};
use super::search::NoPuzzle;
use super::spec::{PREFIX, Spec};
use crate::text::{self, Invalid};

/// A board identified by a text.
#[derive(Clone, Debug)]
pub enum Named {
    /// By a share code.
    Spec(Spec),
    /// By its id, or by its id in Net.
    Puzzle(Box<Puzzle>),
    /// By its id, with the player's progress.
    Progress(Box<Progress>),
}

impl Named {
    /// The board at the start, even if its id has no solution, or more than its rules allow; progress
    /// is left out.
    ///
    /// # Errors
    /// As for parsing, except that the solution is not looked for.
    pub fn start(text: &str) -> Result<Board, Invalid> {
        let text = text::value(text);
        if is_code(&text) {
            return Ok(text.parse::<Spec>()?.make().start().clone());
        }
        if Board::is_net_id(&text) {
            return Board::from_net(&text);
        }
        let id = text.split_once(PROGRESS_SEPARATOR);
        let id = id.map_or(&*text, |(id, _)| id);
        id.parse()
    }
}

/// The puzzle of an id of Net, which does not say whether the board may have several solutions.
fn of_net(text: &str) -> Result<Puzzle, Invalid> {
    let mut board = Board::from_net(text)?;
    let made = match Puzzle::of(board.clone()) {
        Err(NoPuzzle::Ambiguous | NoPuzzle::Tangled) => {
            board.rules.ambiguous = true;
            Puzzle::of(board)
        }
        made => made,
    };
    made.map_err(in_id)
}

/// Whether a text is a share code rather than an id.
fn is_code(text: &str) -> bool {
    text.starts_with(PREFIX)
}

impl FromStr for Named {
    type Err = Invalid;

    /// Parses a share code, an id with progress, an id, or an id of Net. Takes as long as [`Puzzle::of`].
    ///
    /// # Errors
    /// Reports the wrong part of the form that the text appears to have.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = &*text::value(text);
        if is_code(text) {
            return Ok(Self::Spec(text.parse()?));
        }
        if text.contains(PROGRESS_SEPARATOR) {
            return Ok(Self::Progress(Box::new(text.parse()?)));
        }
        if Board::is_net_id(text) {
            return Ok(Self::Puzzle(Box::new(of_net(text)?)));
        }
        let board = text.parse()?;
        Ok(Self::Puzzle(Box::new(Puzzle::of(board).map_err(in_id)?)))
    }
}

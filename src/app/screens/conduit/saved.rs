//! The format in which boards are saved.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::config::BoardConfig;
use super::stats::Stats;
use crate::app::reward::daily;
use crate::conduit::{Conduit, Difficulty, Spec};
use crate::game::{Daily, DailyCode, DailyGame};

/// The contents of `conduit.save`.
#[derive(Serialize, Deserialize)]
pub struct Saved<B = SavedBoard> {
    /// The run seed.
    pub(super) run: Option<u64>,
    /// Index of the board shown.
    pub(super) place: u32,
    /// All boards in undo order.
    pub(super) boards: Vec<B>,
}

/// A saved board.
#[derive(Serialize, Deserialize)]
pub struct SavedBoard {
    /// Share code of the settings for the next new board.
    order: String,
    /// Index into [`DIFFICULTIES`].
    difficulty: Option<u8>,
    /// Share code of the board, if it was generated; of a daily the code of its day.
    spec: Option<String>,
    conduit: Conduit,
    spent: Stats,
}

/// A board with the moves made on it: what is saved of it.
pub(super) struct PlayedBoard {
    /// The settings that the next new board starts from.
    pub config: BoardConfig,
    /// The spec that generates the board; `None` if it was opened by its id.
    pub spec: Option<Spec>,
    /// The day that it is the daily of.
    pub day: Option<Daily>,
    pub conduit: Conduit,
    pub stats: Stats,
}

/// The order is part of the file format.
pub(super) const DIFFICULTIES: [Difficulty; 4] = [
    Difficulty::Easy,
    Difficulty::Medium,
    Difficulty::Hard,
    Difficulty::Expert,
];

impl From<&PlayedBoard> for SavedBoard {
    fn from(board: &PlayedBoard) -> Self {
        let index = |wanted| DIFFICULTIES.iter().position(|one| *one == wanted);
        Self {
            order: board.config.spec.to_string(),
            difficulty: board.config.difficulty.and_then(index).map(|at| at as u8),
            spec: match board.day {
                Some(day) => Some(daily_code(day).to_string()),
                None => board.spec.map(|spec| spec.to_string()),
            },
            conduit: board.conduit.clone(),
            spent: board.stats,
        }
    }
}

impl TryFrom<SavedBoard> for PlayedBoard {
    type Error = String;

    fn try_from(saved: SavedBoard) -> Result<Self, String> {
        let parse = |code: String| -> Result<Spec, String> {
            code.parse().map_err(|error| format!("{error}"))
        };
        let difficulty = |at: u8| {
            let found = DIFFICULTIES.get(usize::from(at)).copied();
            found.ok_or_else(|| format!("there is no difficulty number {at}"))
        };
        let code = saved
            .spec
            .as_deref()
            .filter(|code| DailyCode::is_meant(code));
        let day = match code.map(DailyCode::from_str).transpose() {
            Ok(code) => code.map(|code| code.day),
            Err(error) => return Err(error.to_string()),
        };
        Ok(Self {
            config: BoardConfig {
                spec: parse(saved.order)?,
                difficulty: saved.difficulty.map(difficulty).transpose()?,
            },
            spec: match day {
                Some(day) => Some(daily::board(day)),
                None => saved.spec.map(parse).transpose()?,
            },
            day,
            conduit: saved.conduit,
            stats: saved.spent,
        })
    }
}

const fn daily_code(day: Daily) -> DailyCode {
    let game = DailyGame::Board;
    DailyCode { game, day }
}

//! The format in which boards were saved before they were recorded, to read such a file once.

use std::str::FromStr;

use serde::Deserialize;

use crate::app::reward::daily;
use crate::conduit::{Conduit, Spec};
use crate::game::DailyCode;
use crate::profile::board::BoardConfig;
use crate::profile::board::setup::{DIFFICULTIES, PlayedBoard};
use crate::profile::board::stats::Stats;

/// The contents of such a file.
#[derive(Deserialize)]
pub struct Saved {
    /// The run seed.
    pub(super) run: Option<u64>,
    /// Index of the board shown.
    pub(super) place: u32,
    /// All boards in undo order.
    pub(super) boards: Vec<SavedBoard>,
}

/// A board.
#[derive(Deserialize)]
pub(super) struct SavedBoard {
    /// Share code of the settings for the next new board.
    order: String,
    /// Index into [`DIFFICULTIES`].
    difficulty: Option<u8>,
    /// Share code of the board, if it was generated; of a daily the code of its day.
    spec: Option<String>,
    conduit: Conduit,
    spent: Stats,
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
        let board = Self {
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
        };
        Ok(board.checked())
    }
}

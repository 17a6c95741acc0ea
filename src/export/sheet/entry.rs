//! What is on a sheet: boards and mazes with their names and codes.

use super::flow::Range;
use crate::conduit::Puzzle;
use crate::game::{Daily, DailyCode, DailyGame};
use crate::geom::Size;
use crate::mazerun::{LegError, MazeRun};
use crate::pack::{self, Place};
use crate::profile::daily;

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// What a sheet has a picture of.
#[derive(Clone, Debug)]
pub enum Picture {
    /// A board as it is at the start, with an empty grid of the same size.
    Board(Box<Puzzle>),
    /// A maze, with its start and its goal.
    Maze(Box<MazeRun>),
}

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The board or the maze.
    pub picture: Picture,
    /// Its name, if it has one besides its number: a date, or a place in a pack.
    pub name: Option<String>,
    /// What is printed below it, and what a link opens it by.
    pub code: Option<String>,
}

impl Entry {
    /// A board with its share code or its id.
    pub fn board(puzzle: Puzzle, code: String) -> Self {
        Self {
            picture: Picture::Board(Box::new(puzzle)),
            name: None,
            code: Some(code),
        }
    }

    /// A maze with its share code. A loaded maze has none.
    pub fn maze(run: MazeRun) -> Self {
        let code = (!run.is_loaded()).then(|| run.leg().spec().to_string());
        Self {
            picture: Picture::Maze(Box::new(run)),
            name: None,
            code,
        }
    }

    /// The board of a day.
    pub fn daily_board(day: Daily) -> Self {
        let code = DailyCode {
            game: DailyGame::Board,
            day,
        };
        Self {
            name: Some(name_of(day)),
            ..Self::board(daily::board(day).make(), code.to_string())
        }
    }

    /// The maze of a day.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn daily_maze(day: Daily) -> Result<Self, LegError> {
        let code = DailyCode {
            game: DailyGame::Maze,
            day,
        };
        Ok(Self {
            name: Some(name_of(day)),
            code: Some(code.to_string()),
            ..Self::maze(daily::maze(day).make()?)
        })
    }

    /// The board at a place of a pack; `None` if there is no such place.
    pub fn pack_board(place: Place) -> Option<Self> {
        let puzzle = pack::board(place)?;
        let id = puzzle.start().id();
        Some(Self {
            name: name_in(pack::board_pack_names(), place),
            ..Self::board(puzzle, id)
        })
    }

    /// The maze at a place of a pack, which has no code; `None` if there is no such place.
    pub fn pack_maze(place: Place) -> Option<Self> {
        Some(Self {
            name: name_in(pack::maze_pack_names(), place),
            ..Self::maze(pack::maze(place)?)
        })
    }
}

fn name_of(day: Daily) -> String {
    format!("{} {day}", DAYS[weekday(day)])
}

fn name_in(packs: &[&str], place: Place) -> Option<String> {
    let pack = packs.get(place.pack)?;
    Some(format!("{pack} {}", place.number + 1))
}

/// The day of the week: 0 for Monday. 1 January 1970 was a Thursday.
fn weekday(day: Daily) -> usize {
    (day.day() as usize + 3) % 7
}

/// The days of the week of a day, from Monday to Sunday, as far as they have dailies.
pub fn week_of(day: Daily) -> impl Iterator<Item = Daily> {
    let number = i64::from(day.day());
    let monday = number - weekday(day) as i64;
    let days = (monday..monday + 7).filter_map(|number| number.try_into().ok());
    days.filter_map(Daily::of_day)
}

impl Picture {
    /// Columns and rows, in tiles or cells.
    pub(super) fn size(&self) -> Size {
        match self {
            Self::Board(puzzle) => puzzle.start().size(),
            Self::Maze(run) => run.maze().size(),
        }
    }

    /// The widths of tiles or cells on pages of puzzles, and on pages of solutions.
    pub(super) const fn ranges(&self, is_large: bool) -> [Range; 2] {
        match (self, is_large) {
            (Self::Board(_), false) => [Range(2.0, 5.0, 12.0), Range(1.6, 3.0, 6.0)],
            (Self::Board(_), true) => [Range(6.5, 10.0, 20.0), Range(5.0, 6.5, 12.0)],
            (Self::Maze(_), false) => [Range(1.2, 4.0, 12.0), Range(1.2, 2.5, 6.0)],
            (Self::Maze(_), true) => [Range(5.0, 8.0, 16.0), Range(3.5, 5.0, 12.0)],
        }
    }

    /// What it is made of, and what the pages are called.
    pub(super) const fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Board(_) => ("tile", "Conduit"),
            Self::Maze(_) => ("cell", "Maze Run"),
        }
    }

    /// The size and what else has to be known about a board.
    pub(super) fn kind(&self) -> String {
        let Self::Board(puzzle) = self else {
            return self.size().to_string();
        };
        let rules = puzzle.start().rules();
        let mut kind = format!("{} {}", self.size(), puzzle.grade());
        if rules.wrap {
            kind += ", opposite edges are connected";
        }
        if rules.ambiguous {
            kind += ", more than one solution";
        }
        kind
    }
}

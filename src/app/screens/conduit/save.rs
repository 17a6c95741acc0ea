//! The save file of the screen: the format in which a [`Session`] and its boards are written after
//! every move, and restored at the next start.

use std::str::FromStr;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::config::BoardConfig;
use super::history::PlayedBoard;
use super::score::Stats;
use super::session::Session;
use super::texts;
use crate::app::autosave::{self, Persistent};
use crate::app::reward::daily;
use crate::app::screen::Screen;
use crate::conduit::{Conduit, Difficulty, Spec};
use crate::game::{Daily, DailyCode, DailyGame};
use crate::rng::Seed;
use crate::seal::Kind;

/// Saves and restores the session, if there is a data folder.
pub(super) fn plugin(app: &mut App) {
    autosave::plugin::<Session>(app);
}

/// The saved session.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct Saved {
    run: Option<u64>,
    /// Index of the board shown.
    place: u32,
    boards: Vec<SavedBoard>,
}

/// A saved [`PlayedBoard`].
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct SavedBoard {
    /// Share code of the board's settings.
    order: String,
    /// Index into [`DIFFICULTIES`].
    difficulty: Option<u8>,
    /// Share code of the board, if it was generated; of a daily the code of its day.
    spec: Option<String>,
    conduit: Conduit,
    spent: Stats,
}

/// The order is part of the file format.
const DIFFICULTIES: [Difficulty; 4] = [
    Difficulty::Easy,
    Difficulty::Medium,
    Difficulty::Hard,
    Difficulty::Expert,
];

impl Saved {
    fn new(session: &Session) -> Self {
        let (boards, index) = session.boards();
        Self {
            run: session.run_seed.map(|seed| seed.0),
            place: index as u32,
            boards: boards.into_iter().map(SavedBoard::new).collect(),
        }
    }

    fn into_session(self) -> Result<Session, String> {
        let boards: Result<Vec<PlayedBoard>, String> = self
            .boards
            .into_iter()
            .map(SavedBoard::into_board)
            .collect();
        let session = Session::from_boards(boards?, self.place as usize, self.run.map(Seed));
        session.ok_or_else(|| format!("it has no board number {}", self.place))
    }
}

impl SavedBoard {
    fn new(board: PlayedBoard) -> Self {
        let index = |wanted| DIFFICULTIES.iter().position(|one| *one == wanted);
        Self {
            order: board.config.spec.to_string(),
            difficulty: board.config.difficulty.and_then(index).map(|at| at as u8),
            spec: match board.day {
                Some(day) => Some(daily_code(day).to_string()),
                None => board.spec.map(|spec| spec.to_string()),
            },
            conduit: board.conduit,
            spent: board.stats,
        }
    }

    fn into_board(self) -> Result<PlayedBoard, String> {
        let parse = |code: String| -> Result<Spec, String> {
            code.parse().map_err(|error| format!("{error}"))
        };
        let difficulty = |at: u8| {
            let found = DIFFICULTIES.get(usize::from(at)).copied();
            found.ok_or_else(|| format!("there is no difficulty number {at}"))
        };
        let code = self
            .spec
            .as_deref()
            .filter(|code| DailyCode::is_meant(code));
        let day = match code.map(DailyCode::from_str).transpose() {
            Ok(code) => code.map(|code| code.day),
            Err(error) => return Err(error.to_string()),
        };
        Ok(PlayedBoard {
            config: BoardConfig {
                spec: parse(self.order)?,
                difficulty: self.difficulty.map(difficulty).transpose()?,
            },
            spec: match day {
                Some(day) => Some(daily::board(day)),
                None => self.spec.map(parse).transpose()?,
            },
            day,
            conduit: self.conduit,
            stats: self.spent,
        })
    }
}

const fn daily_code(day: Daily) -> DailyCode {
    let game = DailyGame::Board;
    DailyCode { game, day }
}

impl Persistent for Session {
    type Saved = Saved;
    const SCREEN: Screen = Screen::Conduit;
    const FILE: &str = "conduit.save";
    const KIND: Kind = Kind {
        magic: *b"\x89UCbord\n",
        format: 2,
    };
    const NOUNS: [&str; 2] = ["board", "Boards"];

    fn changes(&self) -> u64 {
        self.changes()
    }

    fn save(&self) -> Option<Saved> {
        // A lesson is not saved, but the session that it interrupted is.
        let session = self.main_session();
        session.run_seed.is_some().then(|| Saved::new(session))
    }

    fn from_saved(saved: Saved) -> Result<Self, String> {
        saved.into_session()
    }

    /// Empty if no move was made or the board is solved.
    fn summary(&self) -> String {
        let session = self.main_session();
        let conduit = session.conduit();
        if !session.is_in_progress() {
            return String::new();
        }
        let (lit, all) = conduit.progress();
        let board = texts::board_name(conduit, session.rating());
        format!("{board}, {lit} of {all} lit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Input, Move};
    use crate::geom::{Pos, Size};
    use crate::seal;
    use std::time::Duration;

    fn session_of_three_boards() -> Session {
        let mut session = Session::new(BoardConfig::first(Seed(7)));
        session.run_seed = Some(Seed(7));
        for size in [5, 3] {
            session.apply_input(Input::Board(Move::Hint)).unwrap();
            let rules = session.config().spec.rules;
            session.open_generated(BoardConfig {
                spec: Spec::new(Size::new(size, size), rules, Seed(1)).unwrap(),
                difficulty: Some(Difficulty::Easy),
            });
            session.add_time(Duration::from_millis(1500));
        }
        session
    }

    fn undo(session: &mut Session) {
        session.apply_input(Input::Board(Move::Undo)).unwrap();
    }

    #[test]
    fn all_boards_come_back_with_the_one_that_was_shown() {
        let mut session = session_of_three_boards();
        undo(&mut session);
        let kept = seal::pack(Session::KIND, &Saved::new(&session));
        let mut again = seal::unpack::<Saved>(Session::KIND, &kept)
            .unwrap()
            .into_session()
            .unwrap();
        assert_eq!(seal::pack(Session::KIND, &Saved::new(&again)), kept);
        assert_eq!(again.summary(), session.summary());
        for size in [5, 5, 10] {
            assert_eq!(again.conduit().size().width, size);
            undo(&mut again);
        }
        assert!(
            again.apply_input(Input::Board(Move::Undo)).is_err(),
            "nothing is left to undo"
        );
    }

    #[test]
    fn the_daily_is_saved_with_its_day_and_the_same_board_by_its_code_is_none() {
        let day = Daily::of_day(20_781).unwrap();
        let mut session = session_of_three_boards();
        session.open_generated(BoardConfig {
            spec: daily::board(day),
            difficulty: None,
        });
        assert_eq!(session.daily(), None);
        session.open_daily(day);
        assert_eq!(session.daily(), Some(day));
        let saved = Saved::new(&session);
        assert_eq!(
            saved.boards[4].spec.as_deref(),
            Some("daily-board/2026-11-24")
        );
        let mut again = saved.into_session().unwrap();
        assert_eq!((again.daily(), again.spec()), (Some(day), session.spec()));
        undo(&mut again);
        assert_eq!((again.daily(), again.spec()), (None, session.spec()));
        again.open_daily(day);
        assert_eq!(again.daily(), Some(day), "the same one");
        assert!(again.boards().0.len() == 5);
        // A save of before has the seed of the date, and no day.
        let mut saved = Saved::new(&session);
        saved.boards[4].spec = Some("board/9x8#20261124".to_owned());
        assert_eq!(saved.into_session().unwrap().daily(), None);
    }

    #[test]
    fn a_file_of_which_bytes_are_changed_is_refused_or_can_be_played_on() {
        let kept = postcard::to_allocvec(&Saved::new(&session_of_three_boards())).unwrap();
        let mut refused = 0;
        for number in 0..3000_usize {
            let mut bytes = kept.clone();
            let at = number * 7919 % bytes.len();
            bytes[at] = bytes[at].wrapping_add((number % 250) as u8 + 1);
            let restored = postcard::from_bytes::<Saved>(&bytes).map(Saved::into_session);
            let Ok(Ok(mut session)) = restored else {
                refused += 1;
                continue;
            };
            for action in [
                Move::Undo,
                Move::Redo,
                Move::Clockwise(Pos::new(0, 0)),
                Move::Undo,
            ] {
                let _ = session.apply_input(Input::Board(action));
            }
        }
        assert!((500..2990).contains(&refused), "{refused}");
    }
}

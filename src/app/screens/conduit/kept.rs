//! The boards on the disk: written with every move, found again at the next start. Knows the form of
//! the file, not what a move is.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::left::Left;
use super::order::Order;
use super::score::Spent;
use super::session::Session;
use super::words;
use crate::app::keeping::{self, Persistent};
use crate::app::screen::Screen;
use crate::conduit::{Conduit, Difficulty, Spec};
use crate::rng::Seed;
use crate::seal::Kind;

/// Keeps the boards, if there is a folder for that.
pub(super) fn plugin(app: &mut App) {
    keeping::plugin::<Session>(app);
}

/// The boards as they are saved.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct Saved {
    run: Option<u64>,
    /// The number of the one that is shown.
    place: u32,
    boards: Vec<SavedBoard>,
}

/// A board as it is saved.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct SavedBoard {
    /// Share codes of what was asked for, and of the board if it has one.
    order: String,
    difficulty: Option<u8>,
    spec: Option<String>,
    conduit: Conduit,
    spent: Spent,
}

/// The difficulties by the numbers that are saved for them.
const DIFFICULTIES: [Difficulty; 4] = [
    Difficulty::Easy,
    Difficulty::Medium,
    Difficulty::Hard,
    Difficulty::Expert,
];

impl Saved {
    fn of(session: &Session) -> Self {
        let (all, place) = session.all_left();
        Self {
            run: session.run.map(|run| run.0),
            place: place as u32,
            boards: all.into_iter().map(SavedBoard::of).collect(),
        }
    }

    /// The session, or what is wrong with it.
    fn restore(self) -> Result<Session, String> {
        let boards: Result<Vec<Left>, String> =
            self.boards.into_iter().map(SavedBoard::restore).collect();
        let session = Session::of_all_left(boards?, self.place as usize, self.run.map(Seed));
        session.ok_or_else(|| format!("it has no board number {}", self.place))
    }
}

impl SavedBoard {
    fn of(left: Left) -> Self {
        let number = |wanted| DIFFICULTIES.iter().position(|one| *one == wanted);
        Self {
            order: left.order.spec.to_string(),
            difficulty: left.order.difficulty.and_then(number).map(|at| at as u8),
            spec: left.spec.map(|spec| spec.to_string()),
            conduit: left.conduit,
            spent: left.spent,
        }
    }

    fn restore(self) -> Result<Left, String> {
        let read = |code: String| -> Result<Spec, String> {
            code.parse().map_err(|error| format!("{error}"))
        };
        let wanted = |at: u8| {
            let found = DIFFICULTIES.get(usize::from(at)).copied();
            found.ok_or_else(|| format!("there is no difficulty number {at}"))
        };
        Ok(Left {
            order: Order {
                spec: read(self.order)?,
                difficulty: self.difficulty.map(wanted).transpose()?,
            },
            spec: self.spec.map(read).transpose()?,
            conduit: self.conduit,
            spent: self.spent,
        })
    }
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
        // A board that teaches is not kept: what waits behind it is.
        let session = self.behind_lessons();
        session.run.is_some().then(|| Saved::of(session))
    }

    fn from_saved(saved: Saved) -> Result<Self, String> {
        saved.restore()
    }

    /// Nothing waits if no move was made, or if all is done.
    fn summary(&self) -> String {
        let session = self.behind_lessons();
        let conduit = session.conduit();
        if !session.is_under_way() {
            return String::new();
        }
        let (lit, all) = conduit.progress();
        let what = words::board(conduit.size(), session.rating());
        format!("{what}, {lit} of {all} lit")
    }

    fn take_over(&mut self, other: Self) {
        self.take_over(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Input, Move};
    use crate::geom::{Pos, Size};
    use crate::seal;
    use std::time::Duration;

    fn played() -> Session {
        let mut session = Session::new(Order::first(Seed(7)));
        session.run = Some(Seed(7));
        for size in [5, 3] {
            session.input(Input::Board(Move::Hint)).unwrap();
            let order = Order {
                spec: Spec::new(Size::new(size, size), session.order().spec.rules, Seed(1))
                    .unwrap(),
                difficulty: Some(Difficulty::Easy),
            };
            session.begin(order);
            session.play_on(Duration::from_millis(1500));
        }
        session
    }

    fn undo(session: &mut Session) {
        session.input(Input::Board(Move::Undo)).unwrap();
    }

    #[test]
    fn all_boards_come_back_with_the_one_that_was_shown() {
        let mut session = played();
        undo(&mut session);
        let kept = seal::pack(Session::KIND, &Saved::of(&session));
        let mut again = seal::unpack::<Saved>(Session::KIND, &kept)
            .unwrap()
            .restore()
            .unwrap();
        assert_eq!(seal::pack(Session::KIND, &Saved::of(&again)), kept);
        assert_eq!(again.summary(), session.summary());
        for size in [5, 5, 10] {
            assert_eq!(again.conduit().size().width, size);
            undo(&mut again);
        }
        assert!(
            again.input(Input::Board(Move::Undo)).is_err(),
            "the start of all"
        );
    }

    #[test]
    fn a_file_of_which_bytes_are_changed_is_refused_or_can_be_played_on() {
        let kept = postcard::to_allocvec(&Saved::of(&played())).unwrap();
        let mut refused = 0;
        for number in 0..3000_usize {
            let mut bytes = kept.clone();
            let at = number * 7919 % bytes.len();
            bytes[at] = bytes[at].wrapping_add((number % 250) as u8 + 1);
            let restored = postcard::from_bytes::<Saved>(&bytes).map(Saved::restore);
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
                let _ = session.input(Input::Board(action));
            }
        }
        assert!((500..2990).contains(&refused), "{refused}");
    }
}

//! Conduit as a [`Puzzle`]: which boards are asked for and made, and what a [`Session`] does with them.

use std::str::FromStr;
use std::time::Duration;

use bevy::prelude::Message;
use serde::Serialize;

use super::action::ConduitAction;
use super::board::BoardRound;
use super::config::BoardConfig;
use super::lessons;
use super::saved::{DIFFICULTIES, Saved, SavedBoard};
use super::texts;
use crate::app::begin::Begin;
use crate::app::input::Names;
use crate::app::puzzle::{Packed, Puzzle, Round, Sitting, Work};
use crate::app::reward::Game;
use crate::app::settings;
use crate::app::ui::lesson::Lesson;
use crate::conduit::{Conduit, Input, Move, MoveError, Named, Progress, Spec};
use crate::game::Daily;
use crate::geom::Pos;
use crate::pack::{self, Place};
use crate::rng::Seed;
use crate::seal::Kind;

/// The most tiles, of all boards that may have to be tried, that are generated within the frame rather than in
/// the background.
const MAX_INLINE_TILES: usize = 1000;

/// Conduit as a puzzle.
#[derive(Default)]
pub struct Boards {
    /// Whether the last action asked for the solution, and the player has yet to confirm it.
    pub(super) is_solution_offered: bool,
}

/// The boards that are played.
pub type Session = Sitting<Boards>;

/// Requests another board.
#[derive(Message, Clone, Debug)]
pub enum BoardRequest {
    /// A board to generate.
    Generate(BoardConfig),
    /// A board with no moves, given tile by tile, or one with progress made on it and the time played.
    Given(Box<Conduit>, Option<Duration>),
    /// The daily of a day.
    Daily(Daily),
}

impl BoardRequest {
    /// The board at a place of a pack.
    pub(super) fn of_pack(place: Place) -> Option<Self> {
        let puzzle = pack::board(place)?;
        Some(Self::Given(Box::new(Conduit::new(puzzle)), None))
    }
}

impl From<Named> for BoardRequest {
    fn from(named: Named) -> Self {
        match named {
            Named::Spec(spec) => Self::Generate(BoardConfig {
                spec,
                difficulty: None,
            }),
            Named::Puzzle(puzzle) => Self::Given(Box::new(Conduit::new(*puzzle)), None),
            Named::Progress(progress) => {
                let Progress { conduit, seconds } = *progress;
                let played = Duration::from_secs(seconds.into());
                Self::Given(Box::new(conduit), Some(played))
            }
        }
    }
}

/// Carries out the order of `make_there`; `None` if it is another.
pub fn run_job(order: &str) -> Option<Result<Vec<u8>, String>> {
    let (difficulty, code) = order.strip_prefix(JOB)?.split_once(' ')?;
    let spec = Spec::from_str(code).map_err(|error| error.to_string());
    Some(spec.map(|spec| {
        let at = difficulty.parse::<usize>().ok();
        let difficulty = at.and_then(|at| DIFFICULTIES.get(at).copied());
        let board = BoardRound::generate(BoardConfig { spec, difficulty });
        postcard::to_allocvec(&board.pack()).expect("plain data serializes into a vector")
    }))
}

/// How an order for a worker of the browser page begins.
const JOB: &str = "board ";

/// Generates a board in the background.
fn make_there(config: BoardConfig) -> Work<BoardRound> {
    let wanted = |wanted| DIFFICULTIES.iter().position(|one| *one == wanted);
    let difficulty = config.difficulty.and_then(wanted);
    let difficulty = difficulty.map_or_else(|| "any".to_owned(), |at| at.to_string());
    let order = format!("{JOB}{difficulty} {}", config.spec);
    let read = |bytes: &[u8]| {
        let board = postcard::from_bytes::<SavedBoard>(bytes);
        let board = board.map_err(|error| error.to_string())?;
        BoardRound::restore(board).map(Ok)
    };
    Work::start(&order, move || Ok(BoardRound::generate(config)), read)
}

impl Puzzle for Boards {
    type Round = BoardRound;
    type Request = BoardRequest;
    type Action = ConduitAction;
    type Saved = Saved;

    const GAME: Game = Game::Conduit;
    const SHARE: ConduitAction = ConduitAction::Share;
    const TEACH: ConduitAction = ConduitAction::Teach;
    const UNDO: ConduitAction = ConduitAction::board(Move::Undo);
    const UNFINISHED: &'static str = "Light every lamp first: then you can share the result";
    const TAUGHT: &'static str = settings::BOARDS;
    const LESSONS: &'static str = "four small boards that teach the game";
    const FILE: &'static str = "conduit.save";
    const KIND: Kind = Kind {
        magic: *b"\x89UCbord\n",
        format: 2,
    };

    fn first(seed: Seed) -> BoardRound {
        BoardRound::generate(BoardConfig::first(seed))
    }

    fn chosen(begin: Begin, _own: &BoardRound) -> Result<Option<BoardRequest>, String> {
        Ok(match begin {
            Begin::Daily(day) => Some(BoardRequest::Daily(day)),
            Begin::Pack(place) => BoardRequest::of_pack(place),
            Begin::Board(named) => Some(named.into()),
            _ => None,
        })
    }

    fn make(request: &BoardRequest, left: &BoardRound) -> Work<BoardRound> {
        Work::ready(Ok(match request {
            BoardRequest::Generate(config) if config.most_tiles() > MAX_INLINE_TILES => {
                return make_there(*config);
            }
            BoardRequest::Generate(config) => BoardRound::generate(*config),
            BoardRequest::Given(conduit, played) => {
                let config = left.config().like(conduit.puzzle().start());
                BoardRound::given(config, (**conduit).clone(), *played)
            }
            BoardRequest::Daily(day) => BoardRound::daily(*day),
        }))
    }

    fn name(request: &BoardRequest) -> String {
        match request {
            BoardRequest::Generate(BoardConfig { spec, difficulty }) => {
                texts::wanted_name(spec.size(), *difficulty)
            }
            BoardRequest::Given(conduit, _) => texts::wanted_name(conduit.size(), None),
            BoardRequest::Daily(day) => format!("the daily of {day}"),
        }
    }

    fn next(board: &BoardRound) -> BoardRequest {
        let next = board.place().and_then(Place::next);
        next.and_then(BoardRequest::of_pack).unwrap_or_else(|| {
            let mut config = *board.config();
            config.spec.seed = config.spec.seed.nth(1);
            BoardRequest::Generate(config)
        })
    }

    fn lesson(number: usize, own: &BoardRound) -> Option<BoardRound> {
        Some(BoardRound::given(
            *own.config(),
            lessons::board(number)?,
            None,
        ))
    }

    fn describe_lesson(session: &Session, number: usize, names: Names) -> Lesson {
        lessons::describe(number, session.conduit(), names)
    }

    fn write(session: &Session) -> impl Serialize {
        let [before, after] = session.shelf().packed();
        let place = before.len() as u32;
        let own = Packed::new(&session.own().pack());
        let before = before.into_iter().map(|(_, packed)| packed);
        let after = after.into_iter().rev().map(|(_, packed)| packed);
        Saved {
            run: session.seed.map(|seed| seed.0),
            place,
            boards: before.chain([own]).chain(after).collect(),
        }
    }

    fn read(saved: Saved) -> Result<Session, String> {
        let boards: Result<Vec<_>, _> = saved.boards.into_iter().map(BoardRound::restore).collect();
        let (mut before, place) = (boards?, saved.place as usize);
        let mut after = before.split_off(before.len().min(place + 1));
        let shown = (before.len() == place + 1).then(|| before.pop()).flatten();
        let shown = shown.ok_or_else(|| format!("it has no board number {place}"))?;
        after.reverse();
        let mut session = Session::of(shown).with_shelf([before, after]);
        session.seed = saved.run.map(Seed);
        Ok(session)
    }

    fn summary(board: &BoardRound) -> String {
        if !board.is_under_way() {
            return String::new();
        }
        let (lit, all) = board.conduit().progress();
        let name = texts::board_name(board.conduit(), board.rating());
        format!("{name}, {lit} of {all} lit")
    }

    fn shown(&mut self, _board: &BoardRound) {
        self.is_solution_offered = false;
    }
}

impl Session {
    /// Moves the cursor or makes a move; returns a message for the player, if there is one.
    ///
    /// # Errors
    /// The core's refusal; then nothing but the cursor has changed.
    pub fn apply_input(&mut self, input: Input) -> Result<Option<String>, MoveError> {
        let Some(action) = self.round_mut().interpret(input) else {
            return Ok(None);
        };
        self.play(|board| board.apply(action)).or_else(|refusal| {
            let back = refusal == MoveError::NothingToUndo && !self.conduit().is_pinned();
            let leads_away = back || refusal == MoveError::NothingToRedo;
            match leads_away && self.step(back) {
                true => Ok(Some(self.describe_step(back))),
                false => Err(refusal),
            }
        })
    }

    /// Names the board that undo (`back`) or redo has led to.
    fn describe_step(&self, back: bool) -> String {
        let way = if back { "Back" } else { "On" };
        let (lit, all) = self.conduit().progress();
        let board = texts::board_name(self.conduit(), self.rating());
        format!("{way} to the {board} board, {lit} of {all} lit")
    }

    /// Marks the locked tiles that are wrong; returns a message with their number. It counts as a hint.
    pub(super) fn check_locks(&mut self) -> String {
        let checked = self.play(|board| Ok::<_, MoveError>(board.check_locks()));
        checked.unwrap_or_default()
    }

    /// Whether the player would lose something if the solution were shown: the board could still count as
    /// solved.
    pub(super) fn can_count(&self) -> bool {
        let is_open = !self.is_finished() && !self.stats().shown;
        is_open && self.lesson().is_none()
    }

    /// On a solved board, sends packets out from a tile, or goes on to the next lesson.
    pub(super) fn release_packets(&mut self, at: Pos) {
        match self.lesson() {
            Some(_) => self.next_lesson(),
            None => self.round_mut().release_packets(at),
        }
    }

    /// Advances the packets; returns whether the board has to be redrawn.
    pub fn run_packets(&mut self, time: Duration) -> bool {
        self.round_mut().run_packets(time)
    }

    /// Whether this is the board of `spec`, or undo or redo leads to it.
    pub(super) fn has_met(&self, spec: Spec) -> bool {
        let mut all = self.shelf().rounds().chain([self.round()]);
        all.any(|board| board.spec() == Some(&spec))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::reward::daily;
    use crate::conduit::Difficulty;
    use crate::geom::Size;
    use crate::seal;

    fn request(session: &mut Session, request: BoardRequest) {
        session.request(request, false).unwrap();
        assert!(!session.is_waiting());
    }

    fn generate(session: &mut Session, side: u32, seed: u64) {
        let rules = session.config().spec.rules;
        let spec = Spec::new(Size::new(side, side), rules, Seed(seed)).unwrap();
        let difficulty = None;
        request(
            session,
            BoardRequest::Generate(BoardConfig { spec, difficulty }),
        );
    }

    fn session_of_three_boards() -> Session {
        let mut session = Session::of(Boards::first(Seed(7)));
        session.seed = Some(Seed(7));
        for side in [5, 3] {
            session.apply_input(Input::Board(Move::Hint)).unwrap();
            generate(&mut session, side, 1);
            session.round_mut().add_time(Duration::from_millis(1500));
        }
        session
    }

    fn undo(session: &mut Session) {
        session.apply_input(Input::Board(Move::Undo)).unwrap();
    }

    fn pack(session: &Session) -> Vec<u8> {
        seal::pack(Boards::KIND, &Boards::write(session))
    }

    fn unpack(bytes: &[u8]) -> Saved {
        seal::unpack(Boards::KIND, bytes).unwrap()
    }

    #[test]
    fn all_boards_come_back_with_the_one_that_was_shown() {
        let mut session = session_of_three_boards();
        undo(&mut session);
        let kept = pack(&session);
        let mut again = Boards::read(unpack(&kept)).unwrap();
        assert_eq!(pack(&again), kept);
        assert_eq!(Boards::summary(&again), Boards::summary(&session));
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
    fn boards_are_kept_up_to_a_limit_each_way() {
        let mut session = session_of_three_boards();
        // A new board, and back from it.
        for seed in 0..100 {
            generate(&mut session, 3, seed);
            undo(&mut session);
        }
        let saved = unpack(&pack(&session));
        assert_eq!((saved.boards.len(), saved.place), (2 + 1 + 32, 2));
        session.apply_input(Input::Board(Move::Redo)).unwrap();
        assert_eq!(
            session.spec().unwrap().seed,
            Seed(99),
            "the nearest is kept"
        );
        for seed in 0..100 {
            generate(&mut session, 3, seed);
        }
        let saved = unpack(&pack(&session));
        assert_eq!((saved.boards.len(), saved.place), (32 + 1 + 31, 32));
    }

    #[test]
    fn a_board_that_was_left_is_not_written_anew_with_every_move() {
        let mut session = session_of_three_boards();
        let written = |session: &Session| {
            let packed = session.shelf().packed().into_iter().flatten();
            packed.map(|(_, packed)| packed).collect::<Vec<_>>()
        };
        let before = written(&session);
        session.apply_input(Input::Board(Move::Hint)).unwrap();
        let after = written(&session);
        assert_eq!((before.len(), after.len()), (2, 2));
        assert!(before.iter().zip(&after).all(|(one, other)| one.is(other)));
    }

    #[test]
    fn the_daily_is_saved_with_its_day_and_the_same_board_by_its_code_is_none() {
        let day = Daily::of_day(20_781).unwrap();
        let mut session = session_of_three_boards();
        request(&mut session, Named::Spec(daily::board(day)).into());
        assert_eq!(session.day(), None);
        session.request(BoardRequest::Daily(day), true).unwrap();
        assert_eq!(session.day(), Some(day));
        let spec = session.spec().copied();
        let mut again = Boards::read(unpack(&pack(&session))).unwrap();
        assert_eq!((again.day(), again.spec()), (Some(day), spec.as_ref()));
        undo(&mut again);
        assert_eq!((again.day(), again.spec()), (None, spec.as_ref()));
        again.request(BoardRequest::Daily(day), true).unwrap();
        assert_eq!(again.day(), Some(day), "the same one");
        assert_eq!(unpack(&pack(&again)).boards.len(), 5);
        // A save of before has the seed of the date, and no day.
        let board = session.pack();
        let mut bytes = postcard::to_allocvec(&board).unwrap();
        let (code, date) = (b"daily-board/2026-11-24", b"board/9x8/wrap#2611241");
        let at = bytes.windows(code.len()).position(|part| part == code);
        let at = at.expect("the daily is saved with its day");
        bytes[at..at + date.len()].copy_from_slice(date);
        let before = BoardRound::restore(postcard::from_bytes(&bytes).unwrap());
        assert_eq!(before.unwrap().day(), None);
    }

    #[test]
    fn a_file_of_which_bytes_are_changed_is_refused_or_can_be_played_on() {
        let kept = postcard::to_allocvec(&Boards::write(&session_of_three_boards())).unwrap();
        let mut refused = 0;
        for number in 0..3000_usize {
            let mut bytes = kept.clone();
            let at = number * 7919 % bytes.len();
            bytes[at] = bytes[at].wrapping_add((number % 250) as u8 + 1);
            let restored = postcard::from_bytes::<Saved>(&bytes).map(Boards::read);
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

    #[test]
    fn a_board_is_the_same_whether_a_worker_made_it() {
        for (code, wanted) in [("any", None), ("2", Some(Difficulty::Hard))] {
            let spec: Spec = "board/7x6/walls=20#5".parse().unwrap();
            let order = format!("{JOB}{code} {spec}");
            let made = run_job(&order).unwrap().unwrap();
            let there = BoardRound::restore(postcard::from_bytes(&made).unwrap()).unwrap();
            let difficulty = wanted;
            let here = BoardRound::generate(BoardConfig { spec, difficulty });
            assert_eq!(there.spec(), here.spec());
            assert_eq!(there.config(), here.config());
            assert_eq!(there.conduit().board(), here.conduit().board());
        }
        assert!(run_job("map rooms/80x50#7").is_none());
        assert!(run_job("board any board/1x1#7").unwrap().is_err());
    }
}

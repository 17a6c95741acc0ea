//! Conduit as a [`Puzzle`]: which boards are asked for and made, and what a [`BoardSession`] does with them.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::Message;

use super::action::ConduitAction;
use super::lessons;
use crate::app::begin::Begin;
use crate::app::input::Names;
use crate::app::notice::capitalize;
use crate::app::puzzle::{Puzzle, PuzzleSession, Round, Solve, Work};
use crate::app::reward::Help;
use crate::app::settings;
use crate::app::ui::lesson::Lesson;
use crate::conduit::{Command, Conduit, Input, Move, MoveError, Named, Progress, Spec};
use crate::game::Daily;
use crate::geom::{Pos, Size};
use crate::pack::{self, Place};
use crate::profile::board::BoardRound;
use crate::profile::board::setup::BoardMove;
use crate::profile::board::texts;
use crate::profile::daily;
use crate::rng::Seed;

/// The most tiles, of all boards that may have to be tried, that are generated within the frame rather than in
/// the background.
const MAX_INLINE_TILES: u64 = 1000;

/// Conduit as a puzzle.
#[derive(Default)]
pub struct Boards {
    /// Whether the last action asked for the solution, and the player has yet to confirm it.
    pub(super) is_solution_offered: bool,
}

/// The boards that are played.
pub type BoardSession = PuzzleSession<Boards>;

/// Requests another board.
#[derive(Message, Clone, Debug)]
pub enum BoardRequest {
    /// A board to generate.
    Generate(Spec),
    /// The board of a code, after which new boards are as before.
    Open(Spec),
    /// A board with no moves, given tile by tile, or one with progress made on it and the time played.
    Given(Box<Conduit>, Option<Duration>),
    /// The daily of a day.
    Daily(Daily),
    /// The daily of a day, raced against a recorded solve.
    Race(Daily, Arc<Solve<BoardRound>>),
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
            Named::Spec(spec) => Self::Open(spec),
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
    let (spec, order) = order.strip_prefix(JOB)?.split_once(' ')?;
    let read = |code| Spec::from_str(code).map_err(|error| error.to_string());
    let both = read(spec).and_then(|spec| Ok((spec, read(order)?)));
    Some(both.map(|(spec, order)| BoardRound::generate(spec, order).setup().into_bytes()))
}

/// How an order for a worker of the browser page begins.
const JOB: &str = "board ";

/// Generates a board in the background.
fn make_there(spec: Spec, order: Spec) -> Work<BoardRound> {
    let job = format!("{JOB}{spec} {order}");
    let read = |bytes: &[u8]| {
        let setup = str::from_utf8(bytes).map_err(|error| error.to_string())?;
        BoardRound::begin(setup).map(Ok)
    };
    Work::start(&job, move || Ok(BoardRound::generate(spec, order)), read)
}

/// The size of the board that a player begins with after the lessons.
const FIRST_AFTER_LESSONS: Size = Size::new(5, 5);

impl Puzzle for Boards {
    type Round = BoardRound;
    type Request = BoardRequest;
    type Action = ConduitAction;

    const SHARE: ConduitAction = ConduitAction::Share;
    const UNDO: ConduitAction = ConduitAction::board(Move::Undo);
    const GHOST: ConduitAction = ConduitAction::Ghost;
    const WATCH: ConduitAction = ConduitAction::Watch;
    const NEXT: ConduitAction = ConduitAction::New;
    const UNFINISHED: &'static str = "Light every lamp first: then you can share the result";
    const TAUGHT: &'static str = settings::BOARDS;
    const LESSONS: &'static str = "four small boards that teach the game";

    fn first(seed: Seed) -> BoardRound {
        let spec = BoardRound::first(seed);
        BoardRound::generate(spec, spec)
    }

    fn chosen(begin: Begin, _own: &BoardRound) -> Result<Option<BoardRequest>, String> {
        Ok(match begin {
            Begin::Daily(day) => Some(BoardRequest::Daily(day)),
            Begin::Race(day, solve) => Some(Self::race(day, &solve)?),
            Begin::Pack(place) => BoardRequest::of_pack(place),
            Begin::Board(named) => Some(named.into()),
            _ => None,
        })
    }

    fn race(day: Daily, solve: &str) -> Result<BoardRequest, String> {
        let setup = BoardRound::daily(day, daily::board(day)).setup();
        let solve = Solve::unpack(&setup, solve)?;
        Ok(BoardRequest::Race(day, Arc::new(solve)))
    }

    fn rival(request: &BoardRequest) -> Option<&Arc<Solve<BoardRound>>> {
        match request {
            BoardRequest::Race(_, solve) => Some(solve),
            _ => None,
        }
    }

    fn make(request: &BoardRequest, left: &BoardRound) -> Work<BoardRound> {
        let own = *left.order();
        let generate = |spec: Spec, order: Spec| match spec.most_tiles() > MAX_INLINE_TILES {
            true => make_there(spec, order),
            false => Work::ready(Ok(BoardRound::generate(spec, order))),
        };
        match request {
            BoardRequest::Generate(spec) => generate(*spec, *spec),
            BoardRequest::Open(spec) => generate(*spec, own),
            BoardRequest::Given(conduit, played) => {
                Work::ready(Ok(BoardRound::given((**conduit).clone(), *played, own)))
            }
            BoardRequest::Daily(day) | BoardRequest::Race(day, _) => {
                Work::ready(Ok(BoardRound::daily(*day, own)))
            }
        }
    }

    fn asks(&self) -> bool {
        self.is_solution_offered
    }

    fn is_daily(request: &BoardRequest) -> bool {
        matches!(request, BoardRequest::Daily(_) | BoardRequest::Race(..))
    }

    fn name(request: &BoardRequest) -> String {
        match request {
            BoardRequest::Generate(spec) | BoardRequest::Open(spec) => {
                texts::wanted_name(spec.size(), spec.difficulty)
            }
            BoardRequest::Given(conduit, _) => texts::wanted_name(conduit.size(), None),
            BoardRequest::Daily(day) | BoardRequest::Race(day, _) => {
                format!("the daily of {day}")
            }
        }
    }

    fn next(board: &BoardRound) -> BoardRequest {
        let next = board.place().and_then(Place::next);
        let next = next.and_then(BoardRequest::of_pack);
        let next = next.or_else(|| board.next_of_code().map(BoardRequest::Open));
        next.unwrap_or_else(|| {
            let order = *board.order();
            BoardRequest::Generate(order.with_seed(order.seed.short_nth(1)))
        })
    }

    fn lesson(number: usize, own: &BoardRound) -> Option<BoardRound> {
        Some(BoardRound::given(
            lessons::board(number)?,
            None,
            *own.order(),
        ))
    }

    fn describe_lesson(session: &BoardSession, number: usize, names: Names) -> Lesson {
        lessons::describe(number, session.conduit(), names)
    }

    fn summary(board: &BoardRound) -> String {
        if !board.is_under_way() {
            return String::new();
        }
        let (lit, all) = board.conduit().progress();
        let name = texts::board_name(board.conduit(), board.grade());
        format!("{name}, {lit} of {all} lit")
    }

    /// In lessons the strip below the board says what follows.
    fn heading(session: &BoardSession) -> String {
        match (session.lesson(), session.name()) {
            (Some(_), _) => String::new(),
            (None, Some(name)) => format!("{} solved", capitalize(&name)),
            (None, None) => "Board solved".to_owned(),
        }
    }

    fn describe_next(_session: &BoardSession, names: Names) -> String {
        if names.are_for_fingers() {
            return "A tap: the next board".to_owned();
        }
        let turn = names.of(&ConduitAction::here(Command::Clockwise));
        format!("{turn} or a click: the next board")
    }

    /// A small board, in place of the first one of a seed.
    fn after_lessons(session: &BoardSession) -> Option<BoardRequest> {
        let order = session.order();
        let is_first = session.spec() == Some(&BoardRound::first(order.seed))
            && (session.day(), session.moves()) == (None, 0);
        let spec = Spec::new(FIRST_AFTER_LESSONS, order.rules, order.seed);
        spec.ok().filter(|_| is_first).map(BoardRequest::Generate)
    }

    fn shown(&mut self, _board: &BoardRound) {
        self.is_solution_offered = false;
    }
}

impl BoardSession {
    /// Moves the cursor or makes a move; returns a message for the player, if there is one.
    ///
    /// # Errors
    /// The core's refusal; then nothing but the cursor has changed.
    pub fn apply_input(&mut self, input: Input) -> Result<Option<String>, MoveError> {
        let Some(action) = self.round_mut().interpret(input) else {
            return Ok(None);
        };
        let action = match action {
            Move::Hint => self.hint_move(),
            // Its result has been reported.
            Move::Restart if self.is_finished() => {
                return self.begin_again(BoardMove::Again).map(|()| None);
            }
            other => BoardMove::Make(other),
        };
        self.play(action).or_else(|refusal| {
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
        let board = texts::board_name(self.conduit(), self.grade());
        format!("{way} to the {board} board, {lit} of {all} lit")
    }

    /// Marks the locked tiles that are wrong; returns a message with their number. It counts as a hint.
    pub(super) fn check_locks(&mut self) -> String {
        let checked = self.play(BoardMove::Check).ok().flatten();
        checked.unwrap_or_default()
    }

    /// Whether the player would lose something if the solution were shown: the board could still count as
    /// solved.
    pub(super) fn can_count(&self) -> bool {
        let is_open = !self.is_finished() && self.stats().help < Help::Shown;
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
    use crate::app::puzzle::trial::{self, load_whole, write};
    use crate::app::reward::daily;
    use crate::conduit::Board;
    use crate::geom::{Rect, Size};
    use proptest::prelude::*;

    fn request(session: &mut BoardSession, request: BoardRequest) {
        session.request(request, false).unwrap();
        assert!(!session.is_waiting());
    }

    fn generate(session: &mut BoardSession, side: u32, seed: u64) {
        let rules = session.order().rules;
        let spec = Spec::new(Size::new(side, side), rules, Seed(seed)).unwrap();
        request(session, BoardRequest::Generate(spec));
    }

    fn session_of_three_boards() -> BoardSession {
        let mut session = BoardSession::of(Boards::first(Seed(7)));
        session.own_mut().seed = Some(Seed(7));
        for side in [5, 3] {
            for _ in 0..2 {
                session.apply_input(Input::Board(Move::Hint)).unwrap();
            }
            generate(&mut session, side, 1);
            session.round_mut().add_time(Duration::from_millis(1500));
        }
        session
    }

    fn undo(session: &mut BoardSession) {
        session.apply_input(Input::Board(Move::Undo)).unwrap();
    }

    /// What can be seen of a board.
    fn see(round: &BoardRound) -> String {
        let conduit = round.conduit();
        let done = round.completion();
        let locked: Vec<Pos> = Rect::sized(
            Pos::default(),
            conduit.size().width as i32,
            conduit.size().height as i32,
        )
        .positions()
        .filter(|pos| conduit.is_locked(*pos))
        .collect();
        format!(
            "start {} now {} solved {} history {:?} pins {:?} moves {} aided {} counted {} time {:?} help {:?} day {:?} spec {:?} next {} uncounted {:?} locked {:?}",
            conduit.puzzle().start().id(),
            conduit.board().id(),
            conduit.puzzle().solved().id(),
            conduit.history(),
            conduit.pins(),
            conduit.moves(),
            conduit.is_aided(),
            round.moves(),
            Duration::from_millis(round.time().as_millis() as u64),
            done.help,
            done.day.map(|day| day.to_string()),
            round.spec().map(|spec| spec.to_string()),
            *round.order(),
            done.uncounted.is_some(),
            locked,
        )
    }

    fn see_all(session: &BoardSession) -> String {
        trial::seen(session, see)
    }

    fn reload(session: &mut BoardSession) -> BoardSession {
        load_whole(&write(session))
    }

    #[test]
    fn all_boards_come_back_with_the_one_that_was_shown() {
        let mut session = session_of_three_boards();
        undo(&mut session);
        let kept = write(&mut session);
        let mut again: BoardSession = load_whole(&kept);
        assert_eq!(see_all(&again), see_all(&session));
        assert_eq!(again.own().seed, Some(Seed(7)));
        assert_eq!(write(&mut again), kept, "nothing is added");
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
        let first = |session: &mut BoardSession| write(session).lines().next().unwrap().to_owned();
        let mut session = session_of_three_boards();
        // A new board, and back from it.
        for seed in 0..100 {
            generate(&mut session, 3, seed);
            undo(&mut session);
        }
        let line = first(&mut session);
        assert!(line.contains(" shown 2 of 35 "), "{line}");
        session.apply_input(Input::Board(Move::Redo)).unwrap();
        assert_eq!(
            session.spec().unwrap().seed,
            Seed(99),
            "the nearest is kept"
        );
        for seed in 0..100 {
            generate(&mut session, 3, seed);
        }
        let line = first(&mut session);
        assert!(line.contains(" shown 32 of 64 "), "{line}");
        assert_eq!(see_all(&reload(&mut session)), see_all(&session));
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
        let mut again = reload(&mut session);
        assert_eq!((again.day(), again.spec()), (Some(day), spec.as_ref()));
        undo(&mut again);
        assert_eq!((again.day(), again.spec()), (None, spec.as_ref()));
        again.request(BoardRequest::Daily(day), true).unwrap();
        assert_eq!(again.day(), Some(day), "the same one");
        assert_eq!(again.shelf().rounds().count(), 4);
    }

    #[test]
    fn a_board_that_its_code_or_day_does_not_make_is_one_by_its_id() {
        let board = {
            let day = Daily::of_day(20_781).unwrap();
            BoardRound::daily(day, daily::board(day))
        };
        let setup = board.setup();
        let begin = |setup: &str| BoardRound::begin(setup).unwrap();
        assert_eq!(see(&begin(&setup)), see(&board));
        let other = begin(&setup.replace("daily 2026-11-24", "daily 2026-11-25"));
        assert_eq!((other.day(), other.spec()), (None, None));
        assert_eq!(other.conduit().board(), board.conduit().board());
        let other = begin(&setup.replace("daily 2026-11-24", "code board/9x8#8"));
        assert_eq!((other.day(), other.spec()), (None, None));
    }

    fn play_on(session: &mut BoardSession) {
        for action in [
            Move::Undo,
            Move::Redo,
            Move::Clockwise(Pos::new(0, 0)),
            Move::Pin,
            Move::Hint,
            Move::Undo,
            Move::Jumble,
        ] {
            let _ = session.apply_input(Input::Board(action));
        }
    }

    const CODES: [&str; 4] = [
        "board/3x3#7",
        "board/5x5/wrap,walls=30#3",
        "board/7x4/single,crosses,ambiguous#1",
        "board/4x6#2",
    ];

    /// Something that a player does: its kind, and a tile.
    type Done = (u8, i32, i32);

    fn arbitrary_play() -> impl Strategy<Value = Vec<Done>> {
        prop::collection::vec((0..32_u8, 0..7, 0..7), 0..150)
    }

    fn play(session: &mut BoardSession, done: &[Done]) {
        for (kind, x, y) in done.iter().copied() {
            let at = Pos::new(x, y);
            session
                .round_mut()
                .add_time(Duration::from_millis(x as u64 * 700));
            let action = match kind {
                0..6 => Move::Clockwise(at),
                6..9 => Move::CounterClockwise(at),
                9..11 => Move::Half(at),
                11..14 => Move::Lock(at),
                14 => Move::Jumble,
                15..20 => Move::Undo,
                20..22 => Move::Redo,
                22 => Move::Pin,
                23 => Move::Rewind,
                24 => Move::Hint,
                25 => Move::Solve,
                26 if x == 6 => Move::Retract,
                26 => Move::Restart,
                27 => {
                    session.check_locks();
                    continue;
                }
                28 => {
                    let spec: Spec = CODES[x as usize % CODES.len()].parse().unwrap();
                    request(session, Named::Spec(spec).into());
                    continue;
                }
                29 => {
                    let text = session.progress().to_string();
                    if let Ok(named) = text.parse::<Named>() {
                        request(session, named.into());
                    }
                    continue;
                }
                30 => {
                    let _ =
                        session.request(BoardRequest::Daily(Daily::of_day(20_781).unwrap()), true);
                    continue;
                }
                // As at the end of a frame.
                _ => {
                    write(session);
                    continue;
                }
            };
            let _ = session.apply_input(Input::Board(action));
        }
    }

    fn played(done: &[Done]) -> BoardSession {
        let mut session = BoardSession::of(Boards::first(Seed(7)));
        play(&mut session, done);
        session
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(trial::amount(24, 2000)))]

        #[test]
        fn boards_are_loaded_as_they_were_played(done in arbitrary_play(), more in arbitrary_play()) {
            let mut session = played(&done);
            let mut again = reload(&mut session);
            prop_assert_eq!(see_all(&again), see_all(&session));
            // And both have the same future, once the tile that a hint points at is no longer marked, which is not saved.
            crate::profile::Round::put_away(session.round_mut());
            play(&mut session, &more);
            play(&mut again, &more);
            prop_assert_eq!(see_all(&again), see_all(&session));
        }
    }

    /// A file of three boards with all kinds of moves.
    fn small_file() -> String {
        let spec = CODES[0].parse().unwrap();
        let mut session = BoardSession::of(BoardRound::generate(spec, spec));
        let kinds: Vec<Done> = (0..28).map(|kind| (kind, kind.into(), 1)).collect();
        for code in &CODES[1..3] {
            play(&mut session, &kinds[..25]);
            request(&mut session, Named::Spec(code.parse().unwrap()).into());
        }
        play(&mut session, &kinds);
        undo(&mut session);
        write(&mut session)
    }

    #[test]
    fn every_part_of_a_file_of_boards_is_loaded_or_refused() {
        trial::check_prefixes::<Boards>(&small_file());
    }

    #[test]
    fn changed_files_of_boards_are_loaded_or_refused() {
        let count = trial::amount(1000, 50_000);
        trial::check_changes::<Boards>(&small_file(), count, see, play_on);
    }

    #[test]
    fn a_board_is_restored_up_to_the_last_digest_if_it_plays_differently() {
        let mut session = BoardSession::of(Boards::first(Seed(7)));
        let turn = Input::At(Pos::new(0, 0), Command::Clockwise);
        for number in 0..200 {
            session.apply_input(turn).unwrap();
            session.own_mut().take_unsaved();
            assert_eq!(session.moves(), number + 1);
        }
        let text = trial::write(&mut session);
        let lines: Vec<&str> = text.lines().collect();
        let marked: Vec<usize> = (0..lines.len())
            .filter(|line| lines[*line].contains('='))
            .collect();
        assert_eq!(marked.len(), 4, "each 64 moves, and at the end");
        let digest = lines[marked[2]].split('=').nth(1).unwrap();
        let differs = lines[marked[2]].replace(&digest[..16], "0123456789abcdef");
        let refused = format!("redo {}", lines[marked[2]]);
        for (changed, told) in [(differs, "another state"), (refused, "nothing to redo")] {
            let mut lines = lines.clone();
            lines[marked[2]] = &changed;
            let text = trial::sealed(&lines.join("\n"));
            let (again, losses) = trial::load::<Boards>(&text).unwrap();
            assert_eq!(again.moves(), 128);
            assert_eq!(losses.len(), 1);
            assert!(losses[0].contains(told), "{losses:?}");
            assert!(
                losses[0].contains("7") && losses[0].contains(" moves on a board"),
                "{losses:?}"
            );
        }
    }

    #[test]
    fn an_opened_board_is_a_guest_and_what_follows_is_of_where_it_came_from() {
        let mut session = BoardSession::of(Boards::first(Seed(7)));
        let own = *session.order();
        let code: Spec = "board/7x7/wrap#5".parse().unwrap();
        request(&mut session, Named::Spec(code).into());
        assert_eq!(session.order(), &own);
        let BoardRequest::Open(next) = Boards::next(session.round()) else {
            panic!("the next of a code is of its kind");
        };
        assert_eq!(next.with_seed(code.seed), code);
        request(&mut session, BoardRequest::Open(next));
        assert!(matches!(
            Boards::next(session.round()),
            BoardRequest::Open(_)
        ));
        assert_eq!(session.order(), &own);

        let net = Board::from_net("5x5w:8hahb522af58h1afa445f588a752").unwrap();
        let net = Box::new(crate::conduit::Puzzle::of(net).unwrap());
        request(&mut session, Named::Puzzle(net).into());
        assert_eq!(session.order(), &own);
        let BoardRequest::Generate(next) = Boards::next(session.round()) else {
            panic!("what follows an id is a new board");
        };
        assert_eq!(next.with_seed(own.seed), own);

        let place = Place { pack: 0, number: 3 };
        request(&mut session, BoardRequest::of_pack(place).unwrap());
        assert_eq!((session.place(), session.order()), (Some(place), &own));
        let BoardRequest::Given(next, _) = Boards::next(session.round()) else {
            panic!("a pack goes on");
        };
        assert_eq!(pack::find_board(&next.puzzle().start().id()), place.next());
    }

    #[test]
    fn a_file_that_takes_too_long_is_loaded_up_to_there() {
        let spec = "board/50x50#1".parse().unwrap();
        let mut session = BoardSession::of(BoardRound::generate(spec, spec));
        let text = trial::write(&mut session);
        for (more, told) in [
            ("c1,1*999999", "take too long"),
            ("c1,1*9999999", "at most 1000000 moves"),
            ("jumble*400000", "take too long"),
        ] {
            let text = trial::sealed(&format!("{text}c1,1 :\n{more} :\n"));
            let (again, losses) = trial::load_within::<Boards>(&text, 10_000_000).unwrap();
            assert!(losses[0].contains(told), "{losses:?}");
            assert_eq!(again.moves(), 0);
        }
    }

    #[test]
    fn a_board_is_the_same_whether_a_worker_made_it() {
        let order = BoardRound::first(Seed(7));
        for code in ["board/7x6/walls=20#5", "board/7x6/hard,walls=20#5"] {
            let spec: Spec = code.parse().unwrap();
            let made = run_job(&format!("{JOB}{spec} {order}")).unwrap().unwrap();
            let there = BoardRound::begin(str::from_utf8(&made).unwrap()).unwrap();
            let here = BoardRound::generate(spec, order);
            assert_eq!(there.spec(), here.spec());
            assert_eq!(there.order(), here.order());
            assert_eq!(there.conduit().board(), here.conduit().board());
        }
        assert!(run_job("map rooms/80x50#7").is_none());
        assert!(run_job("board board/1x1#7 board/3x3#7").unwrap().is_err());
    }
}

//! What both puzzles do alike: how rounds are left, saved, copied and found again, and how their lessons begin and end. Each
//! test runs once for boards and once for mazes.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use bevy::window::WindowResolution;
use undercroft::app::input::{AnyAction, CommonAction};
use undercroft::app::platform::{Clipboard, today};
use undercroft::app::puzzle::{Puzzle, PuzzleSession, Round};
use undercroft::app::screens::conduit::{BoardRound, Boards, ConduitAction};
use undercroft::app::screens::maze::{MazeAction, MazeRound, Mazes};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::settings::Taught;
use undercroft::app::ui::lesson::Lesson;
use undercroft::app::{Begin, PausedGames, Screen};
use undercroft::conduit::{Command, Move};

use crate::builder::{self, assert_told, notice, screen};

/// What the tests have to know of a puzzle.
trait Played: Puzzle {
    /// The code of a map with the seed of the first round.
    const TITLE: &'static str;
    /// The codes of the map or the round that the program begins with, of another one, and of a round to paste.
    const CODES: [&'static str; 3];
    /// The file with its rounds, and a record of it that was cut off.
    const FILE: [&'static str; 2];
    /// What the title says first of the first round.
    const SUMMARY: &'static str;

    const ANOTHER: Self::Action;
    const SIZE: Self::Action;
    const HINT: Self::Action;
    const COPY_PROGRESS: Self::Action;

    /// A move.
    fn a_move(round: &Self::Round) -> Self::Action;
    /// The actions of a player who does everything that is saved.
    fn action(round: &Self::Round, number: usize) -> Option<Self::Action>;
    /// The round and all that was done in it.
    fn describe(round: &Self::Round) -> String;
    /// What of this a copy has.
    fn describe_copied(round: &Self::Round) -> String {
        Self::describe(round)
    }
}

impl Played for Boards {
    const TITLE: &'static str = Self::CODES[0];
    const CODES: [&'static str; 3] = ["rogue/80x50#7", "rogue/80x50#8", "3x3:s:231ed6c28"];
    const FILE: [&'static str; 2] = ["conduit.save", "c1,1 :4 12"];
    const SUMMARY: &'static str = "10x9 easy 1/5, ";

    const ANOTHER: ConduitAction = ConduitAction::New;
    const SIZE: ConduitAction = ConduitAction::Size(1);
    const HINT: ConduitAction = ConduitAction::board(Move::Hint);
    const COPY_PROGRESS: ConduitAction = ConduitAction::CopyProgress;

    fn a_move(_: &BoardRound) -> ConduitAction {
        ConduitAction::here(Command::Clockwise)
    }

    fn action(round: &BoardRound, number: usize) -> Option<ConduitAction> {
        let turn = Self::a_move(round);
        let (undo, redo) = (Self::UNDO, ConduitAction::board(Move::Redo));
        let pin = ConduitAction::board(Move::Pin);
        let lock = ConduitAction::here(Command::Lock);
        let hint = Self::HINT;
        let all = [
            turn,
            lock,
            hint,
            hint,
            hint,
            pin,
            Self::ANOTHER,
            turn,
            undo,
            undo,
            redo,
        ];
        all.get(number).copied()
    }

    fn describe(round: &BoardRound) -> String {
        let conduit = round.conduit();
        let done = (conduit.history(), conduit.pins(), conduit.is_aided());
        format!("{} {done:?}", Self::describe_copied(round))
    }

    fn describe_copied(round: &BoardRound) -> String {
        let (board, moves) = (round.conduit().board().id(), round.conduit().moves());
        format!("{board} {moves} {}", round.locked_count())
    }
}

impl Played for Mazes {
    const TITLE: &'static str = "rogue/80x50#5";
    const CODES: [&'static str; 3] = ["maze-dfs/21x15#5", "maze-wilson/21x15#5", "BC\nB6\n"];
    const FILE: [&'static str; 2] = ["maze.save", "R :1 12"];
    const SUMMARY: &'static str = "maze 1, 10x7 cells, ";

    const ANOTHER: MazeAction = MazeAction::Another;
    const SIZE: MazeAction = MazeAction::Size(2);
    const HINT: MazeAction = MazeAction::Hint;
    const COPY_PROGRESS: MazeAction = MazeAction::CopyProgress;

    fn a_move(round: &MazeRound) -> MazeAction {
        MazeAction::Step(round.run().next_step().expect("the goal is not reached"))
    }

    fn action(round: &MazeRound, number: usize) -> Option<MazeAction> {
        let action = match number % 7 {
            0 | 1 => Self::a_move(round),
            2 | 3 => MazeAction::Hint,
            4 => MazeAction::Restart,
            5 => MazeAction::Undo,
            _ => MazeAction::Another,
        };
        (number < 14).then_some(action)
    }

    fn describe(round: &MazeRound) -> String {
        let run = round.run();
        let done = (run.at(), run.steps(), round.steps(), run.hints());
        format!("{} {done:?}", run.leg().spec())
    }
}

/// Has each of these tests run for both puzzles.
macro_rules! of_both {
    ($($test:ident,)*) => {
        mod boards {
            $(#[test] fn $test() { super::$test::<super::Boards>(); })*
        }
        mod mazes {
            $(#[test] fn $test() { super::$test::<super::Mazes>(); })*
        }
    };
}

of_both![
    a_round_goes_on_after_another_screen_and_another_seed_begins_another,
    a_round_is_on_the_disk_after_each_move_and_goes_on_after_a_crash,
    another_round_that_is_named_comes_before_the_saved_one_and_undo_leads_back_to_it,
    a_round_is_found_after_every_move_after_which_the_program_is_killed,
    a_round_is_copied_with_its_progress_and_played_on_from_there,
    whoever_chooses_the_daily_at_the_first_visit_gets_it_and_is_told_of_the_lessons,
    in_whatever_way_the_lessons_are_left_they_do_not_begin_again_by_themselves,
    the_lessons_are_skipped_by_their_key_and_what_was_played_waits_behind_them,
    a_lesson_goes_on_after_a_look_at_another_screen,
    a_lesson_is_not_kept_and_the_round_behind_it_is,
];

/// The app of a player who knows the puzzle.
fn app(first: Screen, code: &str, folder: Option<&Path>) -> App {
    opened(builder::app_on_disk(first, code, folder))
}

/// The app of a player who has not seen the lessons.
fn first_visit<P: Played>(begin: Option<Begin>) -> App {
    let mut app = builder::app(P::GAME.screen(), "rogue/80x50#7");
    app.insert_resource(Taught::default());
    if let Some(begin) = begin {
        app.insert_resource(begin);
    }
    opened(app)
}

fn opened(mut app: App) -> App {
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(1280, 800);
    }
    app.update();
    app.update();
    app
}

fn session<P: Played>(app: &App) -> &PuzzleSession<P> {
    app.world().resource()
}

fn seen<P: Played>(app: &App) -> String {
    P::describe(session::<P>(app).round())
}

/// Does one thing after the other, until each round that is asked for is made.
fn ask<P: Played>(app: &mut App, actions: &[&dyn AnyAction]) {
    for action in actions {
        builder::act(app, &[*action]);
        app.update();
        app.update();
        builder::wait_until(app, |app| !session::<P>(app).is_waiting());
    }
}

/// Makes so many moves.
fn play<P: Played>(app: &mut App, count: usize) {
    for _ in 0..count {
        let action = P::a_move(session::<P>(app).round());
        ask::<P>(app, &[&action]);
    }
}

fn paste<P: Played>(app: &mut App, text: &str) {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.copy(text).unwrap();
    ask::<P>(app, &[&CommonAction::Paste]);
}

fn a_round_goes_on_after_another_screen_and_another_seed_begins_another<P: Played>() {
    let mut app = app(Screen::Title, "rogue/80x50#7", None);
    let open = TitleAction::Open(P::GAME.screen());
    ask::<P>(&mut app, &[&open]);
    assert_eq!(
        session::<P>(&app).digest(),
        P::first(undercroft::rng::Seed(7)).digest()
    );
    play::<P>(&mut app, 3);
    let left = seen::<P>(&app);
    ask::<P>(&mut app, &[&CommonAction::Back]);
    assert_eq!(screen(&app), Screen::Title);
    ask::<P>(&mut app, &[&open]);
    assert_eq!((screen(&app), seen::<P>(&app)), (P::GAME.screen(), left));
    play::<P>(&mut app, 1);
    let left = seen::<P>(&app);
    ask::<P>(
        &mut app,
        &[&CommonAction::Back, &TitleAction::NewSeed, &open],
    );
    assert_ne!(seen::<P>(&app), left);
    assert!(!session::<P>(&app).is_under_way());
}

fn a_round_is_on_the_disk_after_each_move_and_goes_on_after_a_crash<P: Played>() {
    let folder = builder::folder(&format!("{}-kept", P::TAUGHT));
    let mut first = app(P::GAME.screen(), P::CODES[0], Some(&folder));
    for number in 0..4 {
        let action = P::action(session::<P>(&first).round(), number).unwrap();
        ask::<P>(&mut first, &[&action]);
    }
    builder::settle_disk(&first);
    // As if the program were killed here: what is written later is discarded.
    let path = folder.join(P::FILE[0]);
    let kept = fs::read(&path).unwrap();
    let left = seen::<P>(&first);
    let summary = P::summary(session::<P>(&first).round());
    assert!(summary.starts_with(P::SUMMARY), "{summary}");
    drop(first);
    fs::write(path, kept).unwrap();

    let mut next = app(Screen::Title, P::TITLE, Some(&folder));
    let waiting = next.world().resource::<PausedGames>();
    assert_eq!(waiting.get(P::GAME.screen()), Some(&*summary));
    ask::<P>(&mut next, &[&TitleAction::Open(P::GAME.screen())]);
    assert_eq!((seen::<P>(&next).as_str(), notice(&next)), (&*left, ""));
}

fn another_round_that_is_named_comes_before_the_saved_one_and_undo_leads_back_to_it<P: Played>() {
    let folder = builder::folder(&format!("{}-named", P::TAUGHT));
    let mut first = app(P::GAME.screen(), P::CODES[0], Some(&folder));
    play::<P>(&mut first, 2);
    let left = seen::<P>(&first);
    builder::settle_disk(&first);
    drop(first);
    let mut next = app(P::GAME.screen(), P::CODES[1], Some(&folder));
    assert_ne!(seen::<P>(&next), left);
    assert!(!session::<P>(&next).is_under_way());
    ask::<P>(&mut next, &[&P::UNDO]);
    assert_eq!(seen::<P>(&next), left);
}

fn a_round_is_found_after_every_move_after_which_the_program_is_killed<P: Played>() {
    let folder = builder::folder(&format!("{}-killed", P::TAUGHT));
    let mut app = app(P::GAME.screen(), P::CODES[0], Some(&folder));
    let path = folder.join(P::FILE[0]);
    let mut left = Vec::new();
    while let Some(action) = P::action(session::<P>(&app).round(), left.len()) {
        ask::<P>(&mut app, &[&action]);
        builder::settle_disk(&app);
        left.push((fs::read(&path).unwrap(), seen::<P>(&app)));
    }
    assert!(left.len() > 10);
    drop(app);
    for (file, expected) in left {
        // Killed in the middle of the next record.
        for more in ["", P::FILE[1]] {
            fs::write(&path, [&file, more.as_bytes()].concat()).unwrap();
            let app = self::app(Screen::Title, P::TITLE, Some(&folder));
            assert_eq!((seen::<P>(&app), notice(&app)), (expected.clone(), ""));
        }
    }
}

fn a_round_is_copied_with_its_progress_and_played_on_from_there<P: Played>() {
    let mut app = app(P::GAME.screen(), P::CODES[0], None);
    for number in 0..2 {
        let action = P::action(session::<P>(&app).round(), number).unwrap();
        ask::<P>(&mut app, &[&action]);
    }
    let copied = |app: &App| P::describe_copied(session::<P>(app).round());
    let left = copied(&app);
    ask::<P>(&mut app, &[&P::COPY_PROGRESS, &P::ANOTHER]);
    assert_ne!(copied(&app), left);
    ask::<P>(&mut app, &[&CommonAction::Paste]);
    assert_eq!(copied(&app), left);
}

fn whoever_chooses_the_daily_at_the_first_visit_gets_it_and_is_told_of_the_lessons<P: Played>() {
    let day = today();
    let mut app = first_visit::<P>(Some(Begin::Daily(day)));
    builder::wait_until(&mut app, |app| !session::<P>(app).is_waiting());
    let is_daily = |app: &App| session::<P>(app).day() == Some(day);
    assert!(session::<P>(&app).lesson().is_none() && is_daily(&app));
    assert_told(&app, &format!("New here? t starts {}", P::LESSONS));
    ask::<P>(&mut app, &[&CommonAction::Lessons]);
    assert_eq!(session::<P>(&app).lesson(), Some(0));
    ask::<P>(&mut app, &[&CommonAction::Lessons]);
    assert!(session::<P>(&app).lesson().is_none() && is_daily(&app));
}

fn in_whatever_way_the_lessons_are_left_they_do_not_begin_again_by_themselves<P: Played>() {
    let ways: [fn(&mut App); 5] = [
        |app| ask::<P>(app, &[&P::ANOTHER]),
        |app| ask::<P>(app, &[&P::SIZE]),
        |app| paste::<P>(app, P::CODES[2]),
        // As a control of the panel.
        |app| {
            let next = P::next(session::<P>(app).own());
            app.world_mut().write_message(next);
            app.update();
            builder::wait_until(app, |app| !session::<P>(app).is_waiting());
            app.update();
        },
        |app| ask::<P>(app, &[&CommonAction::Lessons]),
    ];
    for (number, leave) in ways.iter().enumerate() {
        let mut app = first_visit::<P>(None);
        assert_eq!(session::<P>(&app).lesson(), Some(0));
        leave(&mut app);
        assert_eq!(session::<P>(&app).lesson(), None, "{number}");
        assert_eq!(app.world().resource::<Lesson>(), &Lesson::default());
        assert!(app.world().resource::<Taught>().has(P::TAUGHT), "{number}");
        assert_told(&app, "Lessons skipped; t starts them again");
        let again = TitleAction::Open(P::GAME.screen());
        ask::<P>(&mut app, &[&CommonAction::Back, &again]);
        assert_eq!(session::<P>(&app).lesson(), None, "{number}");
    }
}

fn the_lessons_are_skipped_by_their_key_and_what_was_played_waits_behind_them<P: Played>() {
    let mut app = app(P::GAME.screen(), P::CODES[0], None);
    play::<P>(&mut app, 2);
    let left = seen::<P>(&app);
    ask::<P>(&mut app, &[&CommonAction::Lessons, &P::HINT]);
    play::<P>(&mut app, 1);
    assert_ne!(seen::<P>(&app), left);
    ask::<P>(&mut app, &[&CommonAction::Lessons]);
    assert_eq!(
        (screen(&app), seen::<P>(&app)),
        (P::GAME.screen(), left.clone())
    );
    assert_eq!(session::<P>(&app).lesson(), None);
    assert_told(&app, "Lessons skipped");
    // Another round ends them as well, and undo leads back past it to the one that they interrupted.
    ask::<P>(&mut app, &[&CommonAction::Lessons, &P::ANOTHER]);
    assert_eq!(session::<P>(&app).lesson(), None);
    assert_ne!(seen::<P>(&app), left);
    ask::<P>(&mut app, &[&P::UNDO]);
    assert_eq!(seen::<P>(&app), left);
}

fn a_lesson_goes_on_after_a_look_at_another_screen<P: Played>() {
    let mut app = first_visit::<P>(None);
    play::<P>(&mut app, 1);
    let lesson = |app: &App| app.world().resource::<Lesson>().clone();
    let (told, left) = (lesson(&app), seen::<P>(&app));
    assert_ne!(told, Lesson::default());
    let again = TitleAction::Open(P::GAME.screen());
    let ways: [(&dyn AnyAction, Screen); 2] = [
        (&CommonAction::Back, Screen::Title),
        (&again, P::GAME.screen()),
    ];
    for (action, shown) in ways {
        ask::<P>(&mut app, &[action]);
        assert_eq!(screen(&app), shown);
        assert_eq!(lesson(&app) == told, shown == P::GAME.screen());
    }
    assert_eq!(
        (session::<P>(&app).lesson(), seen::<P>(&app)),
        (Some(0), left)
    );
    assert!(!app.world().resource::<Taught>().has(P::TAUGHT));
}

fn a_lesson_is_not_kept_and_the_round_behind_it_is<P: Played>() {
    let folder = builder::folder(&format!("{}-teach", P::TAUGHT));
    let mut first = app(P::GAME.screen(), P::CODES[0], Some(&folder));
    play::<P>(&mut first, 1);
    let left = seen::<P>(&first);
    ask::<P>(&mut first, &[&CommonAction::Lessons]);
    play::<P>(&mut first, 2);
    builder::settle_disk(&first);
    drop(first);
    let next = app(P::GAME.screen(), P::CODES[0], Some(&folder));
    assert_eq!(seen::<P>(&next), left);
}

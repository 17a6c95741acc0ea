//! Tests of the Conduit screen without window or renderer: they send actions, clicks and pasted text,
//! and check boards, moves and notices.

mod hand;
mod kept;
mod lessons;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::builder::{self, BusyBackground, assert_told, notice, screen};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowResolution};
use undercroft::app::Screen;
use undercroft::app::board::BoardAnimation;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, Layer, Layers};
use undercroft::app::puzzle::{End, Round};
use undercroft::app::reward::Help;
use undercroft::app::screens::conduit::{
    BoardLayout, BoardRequest, BoardRound, BoardSession, ConduitAction as Ask, entry,
};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::ui::hud::Bar;
use undercroft::conduit::{Board, Command, Conduit, Difficulty, Input, Mask, Move, Named, Spec};
use undercroft::geom::{Dir, Pos, Rect, Size};
use undercroft::rng::Seed;

const TURN: Ask = Ask::here(Command::Clockwise);
const LOCK: Ask = Ask::here(Command::Lock);
const UNDO: Ask = Ask::board(Move::Undo);
const REDO: Ask = Ask::board(Move::Redo);
const PIN: Ask = Ask::board(Move::Pin);
const REWIND: Ask = Ask::board(Move::Rewind);
const HINT: Ask = Ask::board(Move::Hint);
const SOLVE: Ask = Ask::board(Move::Solve);
const RESTART: Ask = Ask::board(Move::Restart);

fn app(first: Screen) -> App {
    opened(builder::app(first, "rogue/80x50#7"))
}

/// The app with its saves in `folder`.
fn app_on_disk(first: Screen, seed: u64, folder: &Path) -> App {
    let code = format!("rogue/80x50#{seed}");
    opened(builder::app_on_disk(first, &code, Some(folder)))
}

/// The app with one tile turned on the first board of seed 7, saving to a new, empty folder.
fn app_in_progress(name: &str) -> (PathBuf, App) {
    let folder = builder::folder(name);
    let mut app = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut app, &[TURN]);
    (folder, app)
}

fn opened(mut app: App) -> App {
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(1280, 800);
    }
    app.update();
    app
}

/// The app with a board of 3x3 tiles.
fn small() -> App {
    let mut app = app(Screen::Conduit);
    open_size(&mut app, Size::new(3, 3));
    app
}

fn open_size(app: &mut App, size: Size) {
    let request = entry::with_size(session(app).order(), size).unwrap();
    open(app, request);
}

fn open(app: &mut App, request: BoardRequest) {
    app.world_mut().write_message(request);
    app.update();
    wait_for_board(app);
    app.update();
}

/// Runs frames until no board is being generated.
fn wait_for_board(app: &mut App) {
    builder::wait_until(app, |app| !session(app).is_waiting());
}

/// Queues actions, and runs frames until all are done.
fn ask<A: AnyAction>(app: &mut App, actions: &[A]) {
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    for action in actions {
        queue.push(action);
    }
    for _ in 0..=actions.len() + 1 {
        app.update();
    }
    wait_for_board(app);
}

fn session(app: &App) -> &BoardSession {
    app.world().resource::<BoardSession>()
}

fn conduit(app: &App) -> &Conduit {
    session(app).conduit()
}

fn layout(app: &App) -> BoardLayout {
    *app.world().resource::<BoardLayout>()
}

/// Every tile with the clockwise quarter turns that solve it; of a wellspring of two, the lower half.
fn solution(conduit: &Conduit) -> Vec<(Pos, u32)> {
    let (start, solved) = (conduit.board(), conduit.puzzle().solved());
    let [upper, lower] = start.wellspring();
    let edges = |board: &Board, pos: Pos| {
        let own = board.tile(pos).unwrap();
        if pos != lower || upper == lower {
            return own;
        }
        // A wellspring of two as one tile: its upward edge belongs to the upper half.
        let up = board.tile(upper).unwrap().bits() & 8;
        Mask::new(own.bits() & 7 | up)
    };
    let Size { width, height } = start.size();
    Rect::sized(Pos::default(), width as i32, height as i32)
        .positions()
        .filter(|pos| *pos != upper || upper == lower)
        .map(|pos| {
            let (from, to) = (edges(start, pos), edges(&solved, pos));
            let turns = (0..4).find(|turns| from.turned(*turns) == to).unwrap();
            (pos, u32::from(turns))
        })
        .collect()
}

/// The steps of the cursor from one tile to another.
fn steps(from: Pos, to: Pos) -> Vec<Ask> {
    let across = if to.x < from.x { Dir::West } else { Dir::East };
    let along = if to.y < from.y {
        Dir::North
    } else {
        Dir::South
    };
    let mut steps = vec![Ask::step(across); to.x.abs_diff(from.x) as usize];
    steps.extend(vec![Ask::step(along); to.y.abs_diff(from.y) as usize]);
    steps
}

fn window(app: &mut App) -> Entity {
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    windows.single(app.world()).unwrap()
}

/// Moves the pointer to the middle of the tile shown at a column and row.
fn move_pointer(app: &mut App, tile: Pos) {
    move_pointer_by(app, tile, Vec2::ZERO);
}

/// Moves the pointer to so many pixels from the middle of a tile.
fn move_pointer_by(app: &mut App, tile: Pos, by: Vec2) {
    let window = window(app);
    let layout = layout(app);
    let middle = Vec2::new(tile.x as f32 + 0.5, tile.y as f32 + 0.5) * layout.side as f32;
    let moved = CursorMoved {
        window,
        position: (layout.corner.as_vec2() + middle) / layout.scale + by,
        delta: None,
    };
    builder::send(app, moved);
}

fn send_button(app: &mut App, button: MouseButton, state: ButtonState) {
    let window = window(app);
    let input = MouseButtonInput {
        button,
        state,
        window,
    };
    builder::send(app, input);
}

/// Moves the pointer to the middle of a tile and clicks.
fn click(app: &mut App, tile: Pos, button: MouseButton) {
    move_pointer(app, tile);
    send_button(app, button, ButtonState::Pressed);
    send_button(app, button, ButtonState::Released);
}

#[test]
fn a_board_is_solved_by_the_cursor_in_the_fewest_moves() {
    let mut app = small();
    let mut actions = Vec::new();
    let mut at = session(&app).cursor().at;
    for (to, turns) in solution(conduit(&app)) {
        actions.extend(steps(at, to));
        at = to;
        if turns == 3 {
            actions.push(Ask::here(Command::CounterClockwise));
        } else {
            actions.extend(vec![TURN; turns as usize]);
        }
    }
    ask(&mut app, &actions);
    assert!(conduit(&app).is_won());
    assert_eq!(conduit(&app).moves(), conduit(&app).fewest_moves());
    let result = &app.world().resource::<End>().result;
    assert!(result.contains("the fewest possible"), "{result}");
    let loose = session(&app).packets().iter(conduit(&app)).count();
    ask(&mut app, &[Ask::here(Command::CounterClockwise)]);
    let more = session(&app).packets().iter(conduit(&app)).count();
    assert!(more > loose, "a turn sends out packets: {more}");
}

#[test]
fn changes_are_taken_back_to_a_pin_and_no_farther() {
    let mut app = app(Screen::Conduit);
    let start = conduit(&app).board().clone();
    ask(&mut app, &[TURN, PIN, TURN, TURN, LOCK]);
    assert_eq!(conduit(&app).history(), (4, 0));
    assert_eq!(conduit(&app).pins(), [1]);
    ask(&mut app, &[REWIND]);
    assert_eq!(conduit(&app).history(), (1, 3));
    ask(&mut app, &[UNDO]);
    assert_told(&app, "pin");
    ask(&mut app, &[PIN, UNDO]);
    assert_eq!(conduit(&app).board(), &start);
    ask(&mut app, &[UNDO]);
    assert_eq!(notice(&app), "There is nothing to undo");
    ask(&mut app, &[REDO, REDO, REDO, REDO]);
    assert_eq!(conduit(&app).history(), (4, 0));
    ask(&mut app, &[RESTART]);
    assert_eq!((conduit(&app).board(), conduit(&app).moves()), (&start, 0));
}

#[test]
fn a_hint_says_why_and_where_until_the_next_move_and_the_second_turns_the_tile() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[HINT]);
    assert_told(&app, "Press h again");
    assert_eq!(session(&app).stats().help, Help::None);
    ask(&mut app, &[HINT]);
    let hint = session(&app).hint().unwrap().clone();
    let place = format!("column {}, row {}", hint.at.x + 1, hint.at.y + 1);
    assert_told(&app, &place);
    assert_told(&app, "Press h to turn it.");
    assert_eq!(session(&app).cursor().at, hint.at);
    assert_eq!(conduit(&app).history(), (0, 0), "it is only framed");
    ask(&mut app, &[HINT]);
    assert_eq!(session(&app).hint(), Some(&hint));
    assert_eq!(
        (conduit(&app).history(), notice(&app).contains("Press")),
        ((1, 0), false)
    );
    // The next one is about another tile.
    ask(&mut app, &[HINT]);
    assert_ne!(session(&app).hint(), Some(&hint));
    assert_eq!(conduit(&app).history(), (1, 0));
    ask(&mut app, &[TURN]);
    assert!(session(&app).hint().is_none());
}

#[test]
fn the_board_goes_back_to_before_a_mistake_that_is_named() {
    let mut app = small();
    let mistake = Ask::board(Move::Retract);
    ask(&mut app, &[mistake]);
    assert_told(&app, "No mistake");
    assert_eq!(session(&app).stats().help, Help::None, "nothing was told");
    let mut wrong = solution(conduit(&app));
    wrong.retain(|(_, turns)| *turns > 0);
    let [(first, _), (second, _), ..] = wrong[..] else {
        panic!("{wrong:?}");
    };
    for at in [first, second] {
        ask(&mut app, &[Ask::Do(Input::At(at, Command::Lock))]);
    }
    ask(&mut app, &[mistake]);
    assert_told(&app, " again to go on");
    assert_eq!(conduit(&app).history(), (2, 0));
    ask(&mut app, &[mistake]);
    let place = format!(
        "the tile at column {}, row {} was locked in a wrong position",
        first.x + 1,
        first.y + 1
    );
    assert_told(&app, &place);
    assert_eq!(conduit(&app).history(), (0, 2));
    assert_eq!(session(&app).hint().unwrap().at, first, "it is framed");
    assert_eq!(session(&app).stats().help, Help::Hints);
}

#[test]
fn a_solution_that_was_shown_is_called_so_and_praised_never() {
    let mut app = small();
    ask(&mut app, &[HINT, HINT, SOLVE, SOLVE]);
    let end = |app: &App| app.world().resource::<End>().clone();
    assert_eq!(end(&app).heading, "Solution shown");
    assert_eq!(end(&app).stars, "");
    // Nor when undo and redo lead to it again.
    ask(&mut app, &[UNDO, REDO]);
    assert!(conduit(&app).is_won());
    assert_eq!(end(&app).heading, "Solution shown");
    ask(&mut app, &[Ask::New]);
    while !conduit(&app).is_won() {
        ask(&mut app, &[HINT]);
    }
    let result = end(&app).result;
    assert!(result.ends_with(", with hints"), "{result}");
}

#[test]
fn the_solution_is_shown_only_after_a_question() {
    let mut app = small();
    for other in [UNDO, LOCK, HINT] {
        ask(&mut app, &[SOLVE]);
        assert_told(&app, "(y: show it, n: go on)");
        assert!(!conduit(&app).is_won());
        ask(&mut app, &[other]);
    }
    let mut app = small();
    let press = |app: &mut App, key: Key| {
        builder::tap(app, (KeyCode::F24, key));
        for _ in 0..3 {
            app.update();
        }
    };
    let letter = |letter: &str| Key::Character(letter.into());
    let is_asking = |app: &App| app.world().resource::<Layers>().is_open(Layer::Question);
    let others = ["c", "s", "n", "u"].map(letter);
    for no in others.into_iter().chain([Key::Enter, Key::Escape]) {
        press(&mut app, letter("s"));
        assert!(is_asking(&app));
        press(&mut app, no);
        assert!(!is_asking(&app) && !conduit(&app).is_won());
        assert_eq!(builder::screen(&app), Screen::Conduit);
    }
    press(&mut app, letter("s"));
    press(&mut app, letter("y"));
    assert!(!is_asking(&app) && conduit(&app).is_won());
    ask(&mut app, &[Ask::New, SOLVE, SOLVE]);
    assert!(conduit(&app).is_won(), "by two clicks on the button");
}

#[test]
fn a_check_of_locked_tiles_counts_as_a_hint() {
    for lock in [true, false] {
        let mut app = small();
        let (at, _) = solution(conduit(&app))[0];
        if lock {
            ask(&mut app, &[Ask::Do(Input::At(at, Command::Lock))]);
        }
        ask(&mut app, &[Ask::Check, Ask::Check]);
        if lock {
            ask(&mut app, &[Ask::Do(Input::At(at, Command::Lock))]);
        }
        for (at, turns) in solution(conduit(&app)) {
            let turn = Ask::Do(Input::At(at, Command::Clockwise));
            ask(&mut app, &vec![turn; turns as usize]);
        }
        let result = &app.world().resource::<End>().result;
        assert_eq!(result.ends_with(", with hints"), lock, "{result}");
    }
}

#[test]
fn the_words_of_a_victory_go_with_the_board() {
    let mut app = small();
    ask(&mut app, &[SOLVE, SOLVE]);
    let end = |app: &App| app.world().resource::<End>().clone();
    assert_ne!(end(&app), End::default());
    open_size(&mut app, Size::new(5, 5));
    assert_eq!(end(&app), End::default());
}

#[test]
fn hard_stays_chosen_where_only_an_easy_board_was_found() {
    let mut app = small();
    let mut order = *session(&app).order();
    order.difficulty = Some(Difficulty::Hard);
    open(&mut app, BoardRequest::Generate(order));
    assert_eq!(session(&app).grade().difficulty, Difficulty::Easy);
    let message = "No hard board of 3x3 was found: this one is easy 1/5";
    assert_eq!(notice(&app), message);
    open_size(&mut app, Size::new(10, 9));
    assert_eq!(session(&app).grade().difficulty, Difficulty::Hard);
    assert_eq!(notice(&app), "");
}

#[test]
fn the_help_says_whether_a_board_has_one_solution_and_an_open_one_has_no_difficulty() {
    let mut app = small();
    let about = |app: &App| app.world().resource::<Bar>().about[3];
    assert!(about(&app).contains("one solution"));
    let name = |app: &App| app.world().resource::<Bar>().facts[0].1.clone();
    assert_eq!(name(&app), "3x3 easy 1/5");
    let config: Spec = "board/10x9/ambiguous#3".parse().unwrap();
    open(&mut app, BoardRequest::from(Named::Spec(config)));
    assert!(about(&app).contains("several solutions"));
    assert_eq!(session(&app).grade().difficulty, Difficulty::Expert);
    assert_eq!(name(&app), "10x9");
}

#[test]
fn a_check_marks_what_is_locked_and_wrong() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[Ask::Check]);
    assert!(notice(&app).starts_with("Nothing is locked"));
    let tiles = solution(conduit(&app));
    let (wrong, _) = *tiles.iter().find(|(_, turns)| *turns > 0).unwrap();
    let (right, _) = *tiles.iter().find(|(_, turns)| *turns == 0).unwrap();
    for at in [wrong, right] {
        click(&mut app, at, MouseButton::Middle);
    }
    app.update();
    ask(&mut app, &[Ask::Check, Ask::Check]);
    assert_eq!(notice(&app), "One of 2 locked tiles is wrong");
    assert_eq!(session(&app).wrong_tiles(), [wrong]);
    assert_eq!(session(&app).locked_count(), 2);
}

#[test]
fn a_new_board_is_of_the_same_kind_and_what_was_asked_for_after_it_is_meant_for_it() {
    let mut app = small();
    let first = conduit(&app).puzzle().start().clone();
    ask(&mut app, &[Ask::New, TURN]);
    assert_eq!(conduit(&app).size(), Size::new(3, 3));
    assert_ne!(conduit(&app).puzzle().start(), &first);
    assert_eq!(conduit(&app).moves(), 1);
    let title = format!("Undercroft - {}", session(&app).spec().unwrap().seed);
    assert_eq!(builder::window_title(&mut app), title);
    for difficulty in [Difficulty::Easy, Difficulty::Hard] {
        let order = BoardRound::first(Seed(7)).with_difficulty(Some(difficulty));
        open(&mut app, BoardRequest::Generate(order));
        assert_eq!(session(&app).grade().difficulty, difficulty);
        assert!(session(&app).spec().unwrap().make().start() == conduit(&app).puzzle().start());
    }
}

#[test]
fn the_picture_comes_to_rest_and_the_bar_tells_how_it_stands() {
    let mut app = small();
    let began = std::time::Instant::now();
    while app.world().resource::<BoardAnimation>().is_moving() {
        app.update();
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "the animation never ends"
        );
    }
    let spring = conduit(&app).board().wellspring()[0];
    assert_eq!(app.world().resource::<BoardAnimation>().heat(spring), 1.0);
    ask(&mut app, &[TURN]);
    assert!(app.world().resource::<BoardAnimation>().is_moving());
    let bar = app.world().resource::<Bar>();
    assert!(bar.facts[0].1.starts_with("3x3 "), "{bar:?}");
    let offers = |app: &App, what| {
        let hints = app.world().resource::<Bar>().hints;
        hints.iter().any(|(_, word)| *word == what)
    };
    assert!(offers(&app, "turn") && !offers(&app, "next board"));
    ask(&mut app, &[SOLVE, SOLVE]);
    assert!(!offers(&app, "turn") && offers(&app, "next board"));
}

#[test]
fn a_half_turn_is_two_moves_and_two_of_them_are_none() {
    let mut app = app(Screen::Conduit);
    let start = conduit(&app).board().clone();
    let half = Ask::here(Command::Half);
    ask(&mut app, &[half]);
    assert_eq!(conduit(&app).moves(), 2);
    assert_ne!(conduit(&app).board(), &start);
    ask(&mut app, &[half]);
    assert_eq!(conduit(&app).board(), &start);
}

#[test]
fn light_runs_through_a_solved_board_for_a_while_and_again_after_a_right_click() {
    let mut app = small();
    ask(&mut app, &[SOLVE, SOLVE]);
    let rest = |app: &mut App| {
        let mut session = app.world_mut().resource_mut::<BoardSession>();
        let mut seconds = 0;
        while session.are_packets_running() {
            session.run_packets(Duration::from_secs(1));
            seconds += 1;
        }
        seconds
    };
    assert!((10..=20).contains(&rest(&mut app)));
    for _ in 0..200 {
        app.update();
        if !app.world().resource::<BoardAnimation>().is_moving() {
            break;
        }
    }
    assert!(!session(&app).are_packets_running());
    ask(&mut app, &[Ask::here(Command::CounterClockwise)]);
    assert!(session(&app).are_packets_running());
    ask(&mut app, &[Ask::New, UNDO]);
    assert!(conduit(&app).is_won() && !session(&app).are_packets_running());
}

#[test]
fn a_large_board_is_generated_beside_the_frames_and_keys_wait_for_it() {
    let mut app = app(Screen::Conduit);
    let start = conduit(&app).puzzle().start().clone();
    let spec = "board/50x50#3".parse().unwrap();
    let busy = BusyBackground::new(&app);
    app.world_mut().write_message(BoardRequest::Generate(spec));
    app.update();
    assert!(session(&app).is_waiting());
    assert_eq!(conduit(&app).puzzle().start(), &start);
    assert_told(&app, "Generating a board of 50x50...");
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    queue.push(&TURN);
    drop(busy);
    wait_for_board(&mut app);
    assert_eq!(conduit(&app).size(), Size::new(50, 50));
    assert_eq!((conduit(&app).moves(), notice(&app)), (1, ""));
    ask(&mut app, &[UNDO, UNDO]);
    assert_eq!(conduit(&app).puzzle().start(), &start);
    // Keys that wait for a board are not meant for another one.
    let _busy = BusyBackground::new(&app);
    app.world_mut().write_message(BoardRequest::Generate(spec));
    app.update();
    assert!(session(&app).is_waiting());
    ask(&mut app, &[TURN, Ask::Size(0)]);
    assert_eq!(conduit(&app).size(), Size::new(3, 3));
    assert_eq!(conduit(&app).moves(), 0);
}

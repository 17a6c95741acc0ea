//! The Conduit screen in an app without window and renderer: actions, clicks and texts go in, moves,
//! boards and notices come out.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::builder;
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent, WindowResolution};
use undercroft::app::Notice;
use undercroft::app::Screen;
use undercroft::app::Waiting;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction};
use undercroft::app::platform::Clipboard;
use undercroft::app::screens::conduit::{
    Begin, ConduitAction as Ask, ConduitPlugin, Order, Picture, Place, Session, entry,
};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::settings::Taught;
use undercroft::app::ui::hud::Bar;
use undercroft::app::ui::lesson::Lesson;
use undercroft::conduit::{Command, Conduit, Difficulty, Mask, Move};
use undercroft::geom::{Dir, Pos, Size};
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
    opened(builder::app(first, "rogue/80x50#7", ConduitPlugin))
}

/// The screen with what is kept in a folder.
fn app_on_disk(first: Screen, seed: u64, folder: &Path) -> App {
    let tested = (builder::keeping(folder), ConduitPlugin);
    opened(builder::app(first, &format!("rogue/80x50#{seed}"), tested))
}

fn opened(mut app: App) -> App {
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(1280, 800);
    }
    app.update();
    app
}

/// The screen with a board of 3x3 tiles.
fn small() -> App {
    let mut app = app(Screen::Conduit);
    begin(&mut app, Size::new(3, 3));
    app
}

fn begin(app: &mut App, size: Size) {
    let wanted = entry::size(session(app).order(), size).unwrap();
    app.world_mut().write_message(wanted);
    app.update();
}

/// Asks for actions, and runs frames until all are done.
fn ask<A: AnyAction>(app: &mut App, actions: &[A]) {
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    for action in actions {
        queue.push(action);
    }
    for _ in 0..=actions.len() + 1 {
        app.update();
    }
}

fn session(app: &App) -> &Session {
    app.world().resource::<Session>()
}

fn conduit(app: &App) -> &Conduit {
    session(app).conduit()
}

fn notice(app: &App) -> &str {
    &app.world().resource::<Notice>().0
}

/// The turns that solve the board, with the place of each tile; a wellspring's lower half.
fn solution(conduit: &Conduit) -> Vec<(Pos, u32)> {
    let (start, solved) = (conduit.board(), conduit.puzzle().solved());
    let [upper, lower] = start.wellspring();
    let edges = |board: &undercroft::conduit::Board, pos: Pos| {
        let own = board.tile(pos).unwrap();
        if pos != lower || upper == lower {
            return own;
        }
        // The wellspring's edges as a whole: that going up is the upper half's.
        let up = board.tile(upper).unwrap().bits() & 8;
        Mask::new(own.bits() & 7 | up)
    };
    let size = start.size();
    (0..size.area() as i32)
        .map(|index| Pos::new(index % size.width as i32, index / size.width as i32))
        .filter(|pos| *pos != upper || upper == lower)
        .map(|pos| {
            let (from, to) = (edges(start, pos), edges(&solved, pos));
            let turns = (0..4).find(|turns| from.turned(*turns) == to).unwrap();
            (pos, u32::from(turns))
        })
        .collect()
}

/// The keys' actions that lead the cursor from one place to another.
fn way(from: Pos, to: Pos) -> Vec<Ask> {
    let across = if to.x < from.x { Dir::West } else { Dir::East };
    let along = if to.y < from.y {
        Dir::North
    } else {
        Dir::South
    };
    let mut way = vec![Ask::step(across); to.x.abs_diff(from.x) as usize];
    way.extend(vec![Ask::step(along); to.y.abs_diff(from.y) as usize]);
    way
}

fn send(app: &mut App, event: WindowEvent) {
    app.world_mut().write_message(event);
}

/// Moves the pointer to the middle of a tile and presses a button.
fn click(app: &mut App, tile: Pos, button: MouseButton) {
    let place = *app.world().resource::<Place>();
    let middle = Vec2::new(tile.x as f32 + 0.5, tile.y as f32 + 0.5) * place.side as f32;
    let position = (place.corner.as_vec2() + middle) / place.scale;
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).unwrap();
    send(
        app,
        WindowEvent::CursorMoved(CursorMoved {
            window,
            position,
            delta: None,
        }),
    );
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let input = MouseButtonInput {
            button,
            state,
            window,
        };
        send(app, WindowEvent::MouseButtonInput(input));
    }
}

#[test]
fn a_board_is_solved_by_the_cursor_in_the_fewest_moves() {
    let mut app = small();
    let mut actions = Vec::new();
    let mut at = session(&app).cursor().at;
    for (to, turns) in solution(conduit(&app)) {
        actions.extend(way(at, to));
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
    assert!(
        notice(&app).starts_with("All is light: "),
        "{}",
        notice(&app)
    );
    assert!(
        notice(&app).contains("the fewest there are"),
        "{}",
        notice(&app)
    );
    let loose = session(&app).packets().iter(conduit(&app)).count();
    ask(&mut app, &[TURN]);
    let more = session(&app).packets().iter(conduit(&app)).count();
    assert!(more > loose, "a turn lets packets loose: {more}");
}

#[test]
fn every_click_of_a_frame_counts_where_it_was() {
    let mut app = small();
    for (at, turns) in solution(conduit(&app)) {
        for _ in 0..turns {
            click(&mut app, at, MouseButton::Left);
        }
    }
    app.update();
    app.update();
    assert!(conduit(&app).is_won(), "{}", conduit(&app).board());
}

#[test]
fn the_buttons_of_the_mouse_turn_both_ways_and_lock() {
    let mut app = app(Screen::Conduit);
    let at = Pos::new(0, 0);
    let start = conduit(&app).board().tile(at).unwrap();
    click(&mut app, at, MouseButton::Left);
    app.update();
    assert_eq!(conduit(&app).board().tile(at).unwrap(), start.clockwise());
    assert!(!session(&app).cursor().shown);
    click(&mut app, at, MouseButton::Right);
    app.update();
    assert_eq!(conduit(&app).board().tile(at).unwrap(), start);
    click(&mut app, at, MouseButton::Middle);
    click(&mut app, at, MouseButton::Left);
    app.update();
    assert!(conduit(&app).is_locked(at));
    assert_eq!(conduit(&app).board().tile(at).unwrap(), start);
    let told = "the tile at column 1, row 1 is locked: unlock it first";
    assert_eq!(notice(&app), told);
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
    assert!(notice(&app).contains("pin"), "{}", notice(&app));
    ask(&mut app, &[PIN, UNDO]);
    assert_eq!(conduit(&app).board(), &start);
    ask(&mut app, &[UNDO]);
    assert_eq!(notice(&app), "there is nothing to undo");
    ask(&mut app, &[REDO, REDO, REDO, REDO]);
    assert_eq!(conduit(&app).history(), (4, 0));
    ask(&mut app, &[RESTART]);
    assert_eq!((conduit(&app).board(), conduit(&app).moves()), (&start, 0));
}

#[test]
fn a_hint_says_why_and_where_until_the_next_move() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[HINT]);
    let hint = session(&app).hint().unwrap().clone();
    let place = format!("column {}, row {}", hint.at.x + 1, hint.at.y + 1);
    assert!(notice(&app).contains(&place), "{}", notice(&app));
    assert_eq!(session(&app).cursor().at, hint.at);
    ask(&mut app, &[TURN]);
    assert!(session(&app).hint().is_none());
}

#[test]
fn a_solution_that_was_shown_is_called_so_and_praised_never() {
    let mut app = small();
    ask(&mut app, &[HINT, SOLVE]);
    let told = "This is the solution: it was shown, not found";
    assert_eq!(notice(&app), told);
    // Nor when it is come to again.
    for back in [&[UNDO, REDO][..], &[RESTART, UNDO]] {
        ask(&mut app, back);
        assert!(conduit(&app).is_won());
        assert_eq!(notice(&app), told);
    }
    ask(&mut app, &[Ask::New]);
    while !conduit(&app).is_won() {
        ask(&mut app, &[HINT]);
    }
    let told = notice(&app);
    assert!(told.starts_with("All is light, with help: "), "{told}");
}

#[test]
fn the_words_of_a_victory_go_with_the_board() {
    let mut app = small();
    ask(&mut app, &[SOLVE]);
    assert_ne!(notice(&app), "");
    begin(&mut app, Size::new(5, 5));
    assert_eq!(notice(&app), "");
}

#[test]
fn hard_is_chosen_no_more_where_only_an_easy_board_was_found() {
    let mut app = small();
    let mut order = *session(&app).order();
    order.difficulty = Some(Difficulty::Hard);
    app.world_mut().write_message(Begin::Order(order));
    app.update();
    assert_eq!(session(&app).rating(), Difficulty::Easy);
    assert_eq!(session(&app).order().difficulty, None);
    let told = "No hard board of 3x3 was found: this one is easy";
    assert_eq!(notice(&app), told);
}

#[test]
fn a_check_marks_what_is_locked_and_wrong() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[Ask::Check]);
    assert!(notice(&app).starts_with("Nothing is locked"));
    let (wrong, _) = *solution(conduit(&app))
        .iter()
        .find(|(_, turns)| *turns > 0)
        .unwrap();
    let (right, _) = *solution(conduit(&app))
        .iter()
        .find(|(_, turns)| *turns == 0)
        .unwrap();
    for at in [wrong, right] {
        click(&mut app, at, MouseButton::Middle);
    }
    app.update();
    ask(&mut app, &[Ask::Check]);
    assert_eq!(notice(&app), "One of 2 locked tiles is turned wrongly");
    assert_eq!(session(&app).wrong(), [wrong]);
    assert_eq!(session(&app).locked(), 2);
}

#[test]
fn ids_go_through_the_clipboard_and_damaged_ones_leave_the_board() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[Ask::CopyId]);
    assert!(
        notice(&app).starts_with("Copied 10x9::"),
        "{}",
        notice(&app)
    );
    let id = conduit(&app).puzzle().start().id();
    ask(&mut app, &[TURN, Ask::New]);
    assert_ne!(conduit(&app).puzzle().start().id(), id);
    ask(&mut app, &[Ask::PasteId]);
    assert_eq!(conduit(&app).puzzle().start().id(), id);
    assert!(session(&app).spec().is_none());
    ask(&mut app, &[TURN]);
    let board = conduit(&app).board().clone();
    // An id is found again over the lines of a letter.
    let (one, other) = id.split_at(40);
    let lines = format!("{one}\r\n{other}\n");
    app.world_mut()
        .resource_mut::<Clipboard>()
        .copy(&lines)
        .unwrap();
    ask(&mut app, &[Ask::PasteId]);
    assert_eq!((notice(&app), conduit(&app).moves()), ("", 0));
    assert_eq!(conduit(&app).puzzle().start().id(), id);
    ask(&mut app, &[TURN]);
    let longer = format!("{id}9");
    let foreign = id.replacen("::", "::g", 1);
    for (text, needle) in [
        (&id[1..], "0x9"),
        (&id[..id.len() - 1], "have 89 digits"),
        (longer.as_str(), "have 91 digits"),
        (foreign.as_str(), "column 1, row 1: `g`"),
        ("10x9:q:1", "`q` is no rule"),
        ("board/10x9/wrp#7", "`wrp` is no rule"),
        ("something else", "WxH:rules:tiles"),
    ] {
        let copied = app.world_mut().resource_mut::<Clipboard>().copy(text);
        copied.unwrap();
        ask(&mut app, &[Ask::PasteId]);
        let told = notice(&app);
        assert!(
            told.starts_with("Not pasted: ") && told.contains(needle),
            "{text}: {told}"
        );
        assert_eq!(conduit(&app).board(), &board);
        assert_eq!(conduit(&app).moves(), 1);
    }
}

#[test]
fn a_new_board_is_of_the_same_kind_and_what_was_asked_for_after_it_is_meant_for_it() {
    let mut app = small();
    let first = conduit(&app).puzzle().start().clone();
    ask(&mut app, &[Ask::New, TURN]);
    assert_eq!(conduit(&app).size(), Size::new(3, 3));
    assert_ne!(conduit(&app).puzzle().start(), &first);
    assert_eq!(conduit(&app).moves(), 1);
    for difficulty in [Difficulty::Easy, Difficulty::Hard] {
        let order = Order {
            difficulty: Some(difficulty),
            ..Order::first(Seed(7))
        };
        app.world_mut().write_message(Begin::Order(order));
        app.update();
        assert_eq!(session(&app).rating(), difficulty);
        assert!(session(&app).spec().unwrap().make().start() == conduit(&app).puzzle().start());
    }
}

#[test]
fn the_picture_comes_to_rest_and_the_bar_tells_how_it_stands() {
    let mut app = small();
    let began = std::time::Instant::now();
    while app.world().resource::<Picture>().is_moving() {
        app.update();
        assert!(
            began.elapsed() < std::time::Duration::from_secs(60),
            "it never rests"
        );
    }
    let spring = conduit(&app).board().wellspring()[0];
    assert_eq!(app.world().resource::<Picture>().heat(spring), 1.0);
    ask(&mut app, &[TURN]);
    assert!(app.world().resource::<Picture>().is_moving());
    let bar = app.world().resource::<Bar>();
    assert!(bar.facts[0].1.starts_with("3x3 "), "{bar:?}");
    assert!(!bar.hints.is_empty());
}

#[test]
fn a_board_is_kept_while_another_screen_is_shown() {
    let mut app = small();
    ask(&mut app, &[TURN]);
    let board = conduit(&app).board().clone();
    ask(&mut app, &[CommonAction::Back]);
    let screen = |app: &App| *app.world().resource::<State<Screen>>().get();
    assert_eq!(screen(&app), Screen::Title);
    ask(&mut app, &[TitleAction::Open(Screen::Conduit)]);
    assert_eq!(screen(&app), Screen::Conduit);
    assert_eq!(conduit(&app).board(), &board);
    // A seed that the player asked for begins with its own board.
    ask(&mut app, &[CommonAction::Back]);
    ask(&mut app, &[TitleAction::NewSeed]);
    ask(&mut app, &[TitleAction::Open(Screen::Conduit)]);
    assert_eq!(conduit(&app).size(), Size::new(10, 9));
    assert_eq!(conduit(&app).moves(), 0);
}

#[test]
fn a_board_is_on_the_disk_after_each_move_and_comes_back_to_whoever_goes_on() {
    let folder = builder::folder("conduit-kept");
    let mut first = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut first, &[TURN, LOCK, PIN, HINT, UNDO]);
    let old = conduit(&first).clone();
    builder::settle_disk(&first);
    // The program is killed: nothing more is written.
    let kept = fs::read(folder.join("conduit.save")).unwrap();
    drop(first);
    fs::write(folder.join("conduit.save"), kept).unwrap();

    let mut next = app_on_disk(Screen::Title, 7, &folder);
    let (lit, all) = old.progress();
    let waits = format!("10x9 easy, {lit} of {all} lit");
    let told = next.world().resource::<Waiting>().on(Screen::Conduit);
    assert_eq!(told, Some(&*waits));
    ask(&mut next, &[TitleAction::Open(Screen::Conduit)]);
    assert_eq!(conduit(&next).board(), old.board());
    assert_eq!(conduit(&next).history(), old.history());
    assert_eq!(conduit(&next).pins(), old.pins());
    assert!(conduit(&next).is_aided() == old.is_aided());
    ask(&mut next, &[REDO]);
    assert_eq!(conduit(&next).history(), (3, 0));
    assert_eq!(notice(&next), "");
}

#[test]
fn another_seed_begins_another_board_and_undo_leads_back_to_the_one_that_waited() {
    let folder = builder::folder("conduit-other-seed");
    let mut first = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut first, &[TURN]);
    let old = conduit(&first).board().clone();
    drop(first);
    let mut next = app_on_disk(Screen::Conduit, 8, &folder);
    assert_ne!(conduit(&next).puzzle().start(), &old);
    assert_eq!(conduit(&next).moves(), 0);
    ask(&mut next, &[UNDO]);
    assert_eq!(conduit(&next).board(), &old);
}

#[test]
fn a_file_of_boards_that_cannot_be_read_is_told_about_and_kept_and_the_one_before_is_taken() {
    let folder = builder::folder("conduit-damaged");
    let mut first = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut first, &[TURN]);
    builder::settle_disk(&first);
    ask(&mut first, &[TURN]);
    drop(first);
    let path = folder.join("conduit.save");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let next = app_on_disk(Screen::Title, 7, &folder);
    for part in [
        "conduit.save: it is damaged",
        "conduit-unreadable-1.save",
        "previous save",
    ] {
        assert!(notice(&next).contains(part), "{}", notice(&next));
    }
    assert_eq!(
        fs::read(folder.join("conduit-unreadable-1.save")).unwrap(),
        bytes
    );
    assert!(conduit(&next).moves() > 0);
}

#[test]
fn a_second_window_keeps_no_boards_and_says_so() {
    let folder = builder::folder("conduit-two");
    let mut first = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut first, &[TURN]);
    builder::settle_disk(&first);
    let kept = fs::read(folder.join("conduit.save")).unwrap();
    let mut second = app_on_disk(Screen::Conduit, 7, &folder);
    let told = notice(&second);
    assert!(
        told.starts_with("Boards are not saved in this window, because "),
        "{told}"
    );
    ask(&mut second, &[TURN, TURN]);
    assert_eq!(conduit(&second).moves(), 2);
    builder::settle_disk(&first);
    assert_eq!(fs::read(folder.join("conduit.save")).unwrap(), kept);
}

#[test]
fn undo_leads_back_past_a_new_board_a_restart_and_another_size_and_redo_on_again() {
    let mut app = small();
    ask(&mut app, &[TURN, RESTART, TURN]);
    let old = conduit(&app).board().clone();
    ask(&mut app, &[Ask::New]);
    let new = conduit(&app).board().clone();
    ask(&mut app, &[Ask::Size(1), TURN]);
    let large = conduit(&app).board().clone();
    assert_eq!(large.size(), Size::new(5, 5));
    ask(&mut app, &[UNDO, UNDO]);
    assert_eq!(conduit(&app).board(), &new);
    ask(&mut app, &[UNDO]);
    assert_eq!((conduit(&app).board(), conduit(&app).moves()), (&old, 1));
    assert!(
        notice(&app).starts_with("Back to the board 3x3 "),
        "{}",
        notice(&app)
    );
    ask(&mut app, &[UNDO, UNDO]);
    assert_eq!(conduit(&app).moves(), 1, "the restart is taken back");
    ask(&mut app, &[REDO, REDO, REDO, REDO, REDO]);
    assert_eq!(conduit(&app).board(), &large);
}

#[test]
fn a_board_is_copied_with_its_progress_and_played_on_from_there() {
    let mut app = small();
    ask(&mut app, &[TURN, LOCK, Ask::CopyProgress]);
    let (board, moves) = (conduit(&app).board().clone(), conduit(&app).moves());
    ask(&mut app, &[Ask::New, Ask::PasteId]);
    assert_eq!(
        (conduit(&app).board(), conduit(&app).moves()),
        (&board, moves)
    );
    assert_eq!(session(&app).locked(), 1);
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

/// Moves the pointer to the middle of a tile.
fn point(app: &mut App, tile: Pos) {
    click(app, tile, MouseButton::Back);
    app.update();
}

#[test]
fn keys_act_where_the_pointer_is() {
    let mut app = app(Screen::Conduit);
    point(&mut app, Pos::new(7, 3));
    ask(&mut app, &[LOCK]);
    assert!(conduit(&app).is_locked(Pos::new(7, 3)));
    ask(&mut app, &[Ask::step(Dir::West), LOCK]);
    assert!(conduit(&app).is_locked(Pos::new(6, 3)));
}

#[test]
fn with_shift_a_stroke_of_the_pointer_locks_tiles_and_another_unlocks_them() {
    let mut app = app(Screen::Conduit);
    let mut keys = ButtonInput::<KeyCode>::default();
    keys.press(KeyCode::ShiftLeft);
    app.insert_resource(keys);
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).unwrap();
    let button = |state| {
        WindowEvent::MouseButtonInput(MouseButtonInput {
            button: MouseButton::Left,
            state,
            window,
        })
    };
    let start = conduit(&app).board().clone();
    for locked in [3, 1] {
        let tiles = if locked == 3 { 0..3 } else { 1..3 };
        for (index, x) in tiles.enumerate() {
            let place = *app.world().resource::<Place>();
            let middle = Vec2::new(x as f32 + 0.5, 0.5) * place.side as f32;
            let position = (place.corner.as_vec2() + middle) / place.scale;
            let moved = CursorMoved {
                window,
                position,
                delta: None,
            };
            send(&mut app, WindowEvent::CursorMoved(moved));
            if index == 0 {
                send(&mut app, button(ButtonState::Pressed));
            }
            app.update();
        }
        send(&mut app, button(ButtonState::Released));
        app.update();
        app.update();
        assert_eq!(session(&app).locked(), locked);
    }
    assert_eq!(conduit(&app).board(), &start, "nothing turns");
}

#[test]
fn light_runs_through_a_solved_board_for_a_while_and_again_after_a_click() {
    let mut app = small();
    ask(&mut app, &[SOLVE]);
    let rest = |app: &mut App| {
        let mut session = app.world_mut().resource_mut::<Session>();
        let mut seconds = 0;
        while session.is_showing() {
            session.run_packets(Duration::from_secs(1));
            seconds += 1;
        }
        seconds
    };
    assert!((10..=20).contains(&rest(&mut app)));
    for _ in 0..200 {
        app.update();
        if !app.world().resource::<Picture>().is_moving() {
            break;
        }
    }
    assert!(!session(&app).is_showing());
    ask(&mut app, &[TURN]);
    assert!(session(&app).is_showing());
}

/// The screen for somebody who has never been there.
fn first_visit() -> App {
    let mut app = builder::app(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    app.insert_resource(Taught::default());
    opened(app)
}

/// What the lesson says now.
fn lesson(app: &App) -> &Lesson {
    app.world().resource::<Lesson>()
}

#[test]
fn four_boards_teach_at_the_first_visit_by_keys_and_never_again_unless_asked_for() {
    let mut app = first_visit();
    let mut said = Vec::new();
    for number in 0..4 {
        assert_eq!(session(&app).lesson(), Some(number));
        assert!(
            lesson(&app)
                .head
                .starts_with(&format!("{} of 4", number + 1))
        );
        let mut at = session(&app).cursor().at;
        for (to, turns) in solution(conduit(&app)) {
            said.push(lesson(&app).words.clone());
            ask(&mut app, &way(at, to));
            at = to;
            ask(&mut app, &vec![TURN; turns as usize]);
        }
        assert!(conduit(&app).is_won());
        assert!(lesson(&app).words.contains("All is light"));
        ask(&mut app, &[TURN]);
    }
    said.dedup();
    assert!(said.len() >= 9, "each sentence where it applies: {said:?}");
    assert!(
        said[0].contains("Enter"),
        "with the keys as bound: {said:?}"
    );
    assert_eq!(
        (session(&app).lesson(), lesson(&app)),
        (None, &Lesson::default())
    );
    assert_eq!(conduit(&app).size(), Size::new(10, 9));
    assert!(app.world().resource::<Taught>().has("boards"));
    ask(&mut app, &[CommonAction::Back]);
    ask(&mut app, &[TitleAction::Open(Screen::Conduit)]);
    assert_eq!(session(&app).lesson(), None, "once is enough");
    ask(&mut app, &[CommonAction::Help]);
    ask(&mut app, &[Ask::Teach]);
    assert_eq!(session(&app).lesson(), Some(0), "begun again from the help");
}

#[test]
fn four_boards_teach_by_the_mouse() {
    let mut app = first_visit();
    for number in 0..4 {
        assert_eq!(session(&app).lesson(), Some(number));
        for (at, turns) in solution(conduit(&app)) {
            for _ in 0..turns {
                click(&mut app, at, MouseButton::Left);
            }
            app.update();
            app.update();
        }
        assert!(conduit(&app).is_won());
        click(&mut app, Pos::new(0, 0), MouseButton::Left);
        app.update();
        app.update();
    }
    assert_eq!(session(&app).lesson(), None);
}

#[test]
fn back_skips_the_lessons_and_what_was_played_waits_behind_them() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[TURN, TURN]);
    let board = conduit(&app).board().clone();
    ask(&mut app, &[Ask::Teach]);
    ask(&mut app, &[HINT, UNDO]);
    assert_eq!(conduit(&app).size(), Size::new(3, 3));
    ask(&mut app, &[CommonAction::Back]);
    let screen = *app.world().resource::<State<Screen>>().get();
    assert_eq!((screen, session(&app).lesson()), (Screen::Conduit, None));
    assert_eq!((conduit(&app).board(), conduit(&app).moves()), (&board, 2));
    assert!(!conduit(&app).is_aided());
    assert!(notice(&app).contains("skipped"), "{}", notice(&app));
    // A board that is asked for ends them, too, and undo leads past it to what was played.
    ask(&mut app, &[Ask::Teach]);
    ask(&mut app, &[Ask::Size(1)]);
    assert_eq!(session(&app).lesson(), None);
    ask(&mut app, &[UNDO]);
    assert_eq!(conduit(&app).board(), &board);
}

#[test]
fn a_board_that_teaches_is_not_kept_and_the_one_behind_it_is() {
    let folder = builder::folder("conduit-teaches");
    let mut first = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut first, &[TURN]);
    let board = conduit(&first).board().clone();
    ask(&mut first, &[Ask::Teach]);
    ask(&mut first, &[TURN, TURN]);
    builder::settle_disk(&first);
    drop(first);
    let next = app_on_disk(Screen::Conduit, 7, &folder);
    assert_eq!(
        (conduit(&next).board(), conduit(&next).moves()),
        (&board, 1)
    );
}

fn place(app: &App) -> Place {
    *app.world().resource::<Place>()
}

#[test]
fn a_board_of_50x50_is_zoomed_and_panned_and_fitted_again() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[Ask::Size(5)]);
    let whole = place(&app);
    ask(&mut app, &[CommonAction::ZoomIn; 6]);
    let zoomed = place(&app);
    assert!(zoomed.side > 3 * whole.side, "{zoomed:?}");
    let shift = |app: &mut App, dir| {
        let before = place(app).corner;
        ask(app, &[Ask::Pan(dir)]);
        place(app).corner - before
    };
    let side = zoomed.side as i32;
    assert_eq!(shift(&mut app, Dir::East), IVec2::new(-side, 0));
    assert_eq!(shift(&mut app, Dir::North), IVec2::new(0, side));
    // The cursor takes the view along at the edge.
    ask(&mut app, &vec![Ask::step(Dir::West); 30]);
    let at = session(&app).cursor().at;
    let corner = place(&app).corner.x + at.x * side;
    assert!(corner >= 0, "{at:?} {:?}", place(&app));
    ask(&mut app, &[CommonAction::ZoomFit]);
    assert_eq!(place(&app), whole);
}

#[test]
fn a_board_that_wraps_is_shifted_with_its_wellspring_and_clicks_find_their_tiles() {
    let mut app = app(Screen::Conduit);
    let mut order = *session(&app).order();
    order.spec.rules.wrap = true;
    app.world_mut().write_message(Begin::Order(order));
    app.update();
    app.update();
    let spring = conduit(&app).board().wellspring()[1];
    let before = place(&app);
    ask(&mut app, &[Ask::Pan(Dir::East); 2]);
    let after = place(&app);
    let moved = after.shown(spring);
    assert_eq!((before.corner, before.side), (after.corner, after.side));
    assert_eq!(moved, Pos::new(spring.x - 2, spring.y));
    // The first tile in view is the third column's now.
    click(&mut app, Pos::new(0, 0), MouseButton::Middle);
    app.update();
    app.update();
    assert!(conduit(&app).is_locked(Pos::new(2, 0)));
}

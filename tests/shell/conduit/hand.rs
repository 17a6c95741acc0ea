//! Tests of keys, pointer and wheel on the board, and of panning.

use std::time::Instant;

use undercroft::app::platform::clock::Clock;
use undercroft::app::settings::{Controls, Settings, Taught};

use super::*;

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
    let message = "The tile at column 1, row 1 is locked: unlock it first";
    assert_eq!(notice(&app), message);
}

#[test]
fn with_the_controls_of_net_the_buttons_turn_the_other_way_and_a_s_d_f_are_its_keys() {
    let mut app = app(Screen::Conduit);
    app.world_mut().resource_mut::<Settings>().controls = Controls::Net;
    app.update();
    let at = Pos::new(0, 0);
    let tile = |app: &App| conduit(app).board().tile(at).unwrap();
    let start = tile(&app);
    // Keys act at the tile that the pointer has come to.
    move_pointer(&mut app, Pos::new(1, 0));
    app.update();
    click(&mut app, at, MouseButton::Right);
    app.update();
    assert_eq!(tile(&app), start.clockwise());
    click(&mut app, at, MouseButton::Left);
    app.update();
    assert_eq!(tile(&app), start);
    let mut press = |code, letter: &str| {
        builder::tap(&mut app, (code, Key::Character(letter.into())));
        app.update();
        (tile(&app), conduit(&app).is_locked(at))
    };
    assert_eq!(press(KeyCode::KeyD, "d"), (start.clockwise(), false));
    assert_eq!(press(KeyCode::KeyA, "a"), (start, false));
    assert_eq!(
        press(KeyCode::KeyF, "f"),
        (start.clockwise().clockwise(), false)
    );
    assert!(press(KeyCode::KeyS, "s").1);
    let mouse = app.world().resource::<Bar>().mouse;
    assert!(
        mouse.contains(&("Left, right click", "Turn back, turn")),
        "{mouse:?}"
    );
    // On a solved board a left click goes on, as always.
    let mut app = small();
    app.world_mut().resource_mut::<Settings>().controls = Controls::Net;
    for (at, turns) in solution(conduit(&app)) {
        for _ in 0..turns {
            click(&mut app, at, MouseButton::Right);
        }
    }
    app.update();
    app.update();
    assert!(conduit(&app).is_won());
    let solved = conduit(&app).board().id();
    app.insert_resource(Clock::At(Instant::now() + Duration::from_secs(5)));
    app.update();
    click(&mut app, Pos::new(0, 0), MouseButton::Left);
    for _ in 0..3 {
        app.update();
    }
    assert_ne!(conduit(&app).board().id(), solved);
}

#[test]
fn keys_act_where_the_pointer_is() {
    let mut app = app(Screen::Conduit);
    for x in [6, 7] {
        move_pointer(&mut app, Pos::new(x, 3));
        app.update();
    }
    ask(&mut app, &[LOCK]);
    assert!(conduit(&app).is_locked(Pos::new(7, 3)));
    ask(&mut app, &[Ask::step(Dir::West), LOCK]);
    assert!(conduit(&app).is_locked(Pos::new(6, 3)));
}

#[test]
fn a_pointer_that_does_not_enter_another_tile_leaves_the_cursor_to_the_keys() {
    let mut app = app(Screen::Conduit);
    // The window opens under a pointer that rests.
    let start = session(&app).cursor().at;
    let at = Pos::new(2, 3);
    assert_ne!(start, at);
    move_pointer(&mut app, Pos::new(2, 2));
    app.update();
    assert_eq!(session(&app).cursor().at, start);
    move_pointer(&mut app, at);
    app.update();
    assert_eq!(session(&app).cursor().at, at);
    ask(&mut app, &[Ask::step(Dir::East), Ask::step(Dir::East)]);
    let keyed = session(&app).cursor().at;
    assert_ne!(keyed, at);
    // The desk trembles.
    for by in [Vec2::X, Vec2::Y, Vec2::ZERO, -Vec2::ONE] {
        move_pointer_by(&mut app, at, by);
        app.update();
        assert_eq!(session(&app).cursor().at, keyed);
    }
    // The board moves under the pointer, which then trembles.
    let mut layout = app.world_mut().resource_mut::<BoardLayout>();
    layout.corner.x -= layout.side as i32;
    move_pointer_by(&mut app, Pos::new(3, 3), Vec2::X);
    app.update();
    assert_eq!(session(&app).cursor().at, keyed);
    move_pointer(&mut app, Pos::new(3, 4));
    app.update();
    assert_eq!(session(&app).cursor().at, Pos::new(3, 4));
}

#[test]
fn with_shift_a_stroke_of_the_pointer_locks_tiles_and_another_unlocks_them() {
    let mut app = app(Screen::Conduit);
    let mut keys = ButtonInput::<KeyCode>::default();
    keys.press(KeyCode::ShiftLeft);
    app.insert_resource(keys);
    let start = conduit(&app).board().clone();
    for (tiles, locked) in [(0..3, 3), (1..3, 1)] {
        for (index, x) in tiles.enumerate() {
            move_pointer(&mut app, Pos::new(x, 0));
            if index == 0 {
                send_button(&mut app, MouseButton::Left, ButtonState::Pressed);
            }
            app.update();
        }
        send_button(&mut app, MouseButton::Left, ButtonState::Released);
        app.update();
        app.update();
        assert_eq!(session(&app).locked_count(), locked);
    }
    assert_eq!(conduit(&app).board(), &start, "nothing turns");
}

#[test]
fn a_stroke_ends_with_the_screen_even_if_the_button_is_released_elsewhere() {
    let mut app = app(Screen::Conduit);
    move_pointer(&mut app, Pos::new(0, 0));
    send_button(&mut app, MouseButton::Middle, ButtonState::Pressed);
    app.update();
    app.update();
    assert_eq!(session(&app).locked_count(), 1);
    for screen in [Screen::Title, Screen::Conduit] {
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(screen);
        app.update();
    }
    move_pointer(&mut app, Pos::new(1, 0));
    app.update();
    app.update();
    assert_eq!(session(&app).locked_count(), 1);
}

#[test]
fn a_board_of_50x50_is_zoomed_and_panned_and_fitted_again() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[Ask::Size(5)]);
    let whole = layout(&app);
    ask(&mut app, &[CommonAction::ZoomIn; 6]);
    let zoomed = layout(&app);
    assert!(zoomed.side > 3 * whole.side, "{zoomed:?}");
    let shift = |app: &mut App, dir| {
        let before = layout(app).corner;
        ask(app, &[Ask::Pan(dir)]);
        layout(app).corner - before
    };
    let side = zoomed.side as i32;
    assert_eq!(shift(&mut app, Dir::East), IVec2::new(-side, 0));
    assert_eq!(shift(&mut app, Dir::North), IVec2::new(0, side));
    // At the edge, the view follows the cursor.
    ask(&mut app, &vec![Ask::step(Dir::West); 30]);
    let at = session(&app).cursor().at;
    let corner = layout(&app).corner.x + at.x * side;
    assert!(corner >= 0, "{at:?} {:?}", layout(&app));
    ask(&mut app, &[CommonAction::ZoomFit]);
    assert_eq!(layout(&app), whole);
}

#[test]
fn a_board_that_wraps_is_shifted_with_its_wellspring_and_clicks_find_their_tiles() {
    let mut app = app(Screen::Conduit);
    let mut config = *session(&app).order();
    config.rules.wrap = true;
    open(&mut app, BoardRequest::Generate(config));
    let spring = conduit(&app).board().wellspring()[1];
    let before = layout(&app);
    ask(&mut app, &[Ask::Pan(Dir::East); 2]);
    let after = layout(&app);
    let moved = after.shown_at(spring);
    assert_eq!((before.corner, before.side), (after.corner, after.side));
    assert_eq!(moved, Pos::new(spring.x - 2, spring.y));
    // The first tile shown is now that of the third column.
    click(&mut app, Pos::new(0, 0), MouseButton::Middle);
    app.update();
    app.update();
    assert!(conduit(&app).is_locked(Pos::new(2, 0)));
}

#[test]
fn how_boards_are_moved_is_said_the_first_time_that_one_wraps_or_is_zoomed() {
    let mut app = app(Screen::Conduit);
    assert_eq!(notice(&app), "");
    ask(&mut app, &[CommonAction::ZoomIn]);
    let zoomed = "To see another part of the board, drag it with Ctrl held or press Shift+Right; - shows the whole board again";
    assert_eq!(notice(&app), zoomed);
    let wrapping = |app: &mut App| {
        let mut config = *session(app).order();
        config.rules.wrap = true;
        config.seed = config.seed.short_nth(1);
        open(app, BoardRequest::Generate(config));
    };
    wrapping(&mut app);
    let message = notice(&app);
    assert!(
        message.ends_with("to shift the board, drag it with Ctrl held or press Shift+Right"),
        "{message}"
    );
    wrapping(&mut app);
    ask(&mut app, &[CommonAction::ZoomIn; 2]);
    assert_eq!(notice(&app), "", "once is enough");
}

#[test]
fn what_red_stripes_mean_is_said_at_the_first_loop() {
    let mut app = app(Screen::Conduit);
    app.insert_resource(Taught::default());
    let has_loop = |app: &App| conduit(app).loops().iter().any(|looped| looped.count() > 0);
    let mut tips = 0;
    let mut loops = 0;
    for _ in 0..60 {
        ask(&mut app, &[Ask::New]);
        loops += usize::from(has_loop(&app));
        tips += usize::from(notice(&app).contains("mark a loop"));
        assert!(tips == loops.min(1), "{loops} {tips}");
    }
    assert!(loops > 1);
}

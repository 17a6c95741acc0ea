//! Fingers on a touch screen, in windows as small as a phone's: what they do, and that everything is within their reach.

use std::time::{Duration, Instant};

use bevy::camera::visibility::InheritedVisibility;
use bevy::input::keyboard::{Key, KeyCode};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::ui_widgets::Button;
use bevy::window::PrimaryWindow;
use undercroft::app::glyph::{CameraTarget, Viewport, Zoom};
use undercroft::app::input::{MenuAction, TouchUsed};
use undercroft::app::platform::clock::Clock;
use undercroft::app::screens::conduit::{BoardLayout, BoardSession, ConduitAction};
use undercroft::app::screens::descend::Mode;
use undercroft::app::screens::maze::MazeSession;
use undercroft::app::settings::Settings;
use undercroft::app::ui::lesson::Lesson;
use undercroft::app::ui::side::Drawer;
use undercroft::app::{Begin, Notice, Screen};
use undercroft::conduit::Move;
use undercroft::geom::{Dir, Pos};

use crate::builder::{self, begun, screen};
use crate::layout::{cut_off, views};
use crate::sight::{place_of, seen_texts, shown_texts};

/// The sizes of phones and tablets, held either way.
const SIZES: [[u32; 2]; 4] = [[390, 844], [844, 390], [768, 1024], [1024, 768]];
const PHONE: [u32; 2] = SIZES[0];

/// A screen in a window of this size, with its panels, whose clock stands still. Fingers were used before.
fn app(first: Screen, begin: Begin, size: [u32; 2]) -> App {
    let mut app = builder::panelled(first, begin);
    app.insert_resource(Clock::At(Instant::now()));
    app.insert_resource(TouchUsed(true));
    resize(&mut app, size);
    app
}

fn resize(app: &mut App, [width, height]: [u32; 2]) {
    let mut windows = app.world_mut().query::<&mut Window>();
    let mut window = windows.single_mut(app.world_mut()).unwrap();
    window.resolution.set(width as f32, height as f32);
    settle(app);
}

fn settle(app: &mut App) {
    for _ in 0..6 {
        app.update();
    }
}

/// Lets time pass, and a frame.
fn pass(app: &mut App, milliseconds: u64) {
    let Clock::At(now) = *app.world().resource::<Clock>() else {
        panic!("the clock stands still");
    };
    app.insert_resource(Clock::At(now + Duration::from_millis(milliseconds)));
    app.update();
}

fn touch(app: &mut App, id: u64, phase: TouchPhase, at: Vec2) {
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).unwrap();
    let touch = TouchInput {
        phase,
        position: at,
        window,
        force: None,
        id,
    };
    builder::send(app, touch);
}

fn tap(app: &mut App, at: Vec2) {
    touch(app, 1, TouchPhase::Started, at);
    app.update();
    touch(app, 1, TouchPhase::Ended, at);
    settle(app);
}

/// Drags a finger over points.
fn drag(app: &mut App, points: &[Vec2]) {
    touch(app, 1, TouchPhase::Started, points[0]);
    app.update();
    for to in &points[1..] {
        touch(app, 1, TouchPhase::Moved, *to);
        app.update();
        app.update();
    }
    touch(app, 1, TouchPhase::Ended, points[points.len() - 1]);
    settle(app);
}

/// Moves two fingers from so far apart to so far, around a point.
fn pinch(app: &mut App, at: Vec2, from: f32, to: f32) {
    let sides = |apart: f32| [at - Vec2::X * apart / 2.0, at + Vec2::X * apart / 2.0];
    for (phase, apart) in [
        (TouchPhase::Started, from),
        (TouchPhase::Moved, to),
        (TouchPhase::Ended, to),
    ] {
        for (finger, place) in [1, 2].into_iter().zip(sides(apart)) {
            touch(app, finger, phase, place);
        }
        app.update();
    }
    settle(app);
}

/// The buttons that are too small for a finger.
fn small_targets(app: &mut App) -> Vec<String> {
    let mut buttons = app
        .world_mut()
        .query_filtered::<(Entity, &ComputedNode, &InheritedVisibility, &Children), With<Button>>();
    let world = app.world();
    let mut small = Vec::new();
    for (entity, node, visibility, children) in buttons.iter(world) {
        let size = node.size();
        if visibility.get() && size.min_element() > 0.0 && size.min_element() < 43.9 {
            let texts = children.iter().filter_map(|child| world.get::<Text>(child));
            let texts: Vec<&str> = texts.map(|text| text.0.as_str()).collect();
            small.push(format!("{entity} {texts:?} {size}"));
        }
    }
    small
}

fn middle_of_map(app: &mut App) -> Vec2 {
    app.world().resource::<Viewport>().room.as_vec2() / 2.0 + Vec2::new(0.0, 100.0)
}

/// Types a key by its character or its name.
fn press(app: &mut App, key: &str) {
    let key = match key {
        "Enter" => Key::Enter,
        "Esc" => Key::Escape,
        "Tab" => Key::Tab,
        letter => Key::Character(letter.into()),
    };
    builder::tap(app, (KeyCode::F24, key));
    settle(app);
}

/// A screen with what these keys open, in a window of this size, as fingers see it.
fn opened((first, begin, keys): (Screen, Begin, &[&str]), size: [u32; 2]) -> App {
    let mut app = app(first, begin, size);
    for key in keys {
        press(&mut app, key);
    }
    app.insert_resource(TouchUsed(true));
    settle(&mut app);
    app
}

/// The words that name a key, which nobody can press on a touch screen.
fn named_keys(app: &mut App) -> Vec<String> {
    let texts = seen_texts(app).into_iter().map(|shown| shown.text);
    let named = texts.filter(|text| {
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        // A direction alone is the button that goes there.
        !DIRECTIONS.contains(&text.as_str())
            && words.any(|word| KEYS.contains(&word) || DIRECTIONS.contains(&word))
    });
    named.collect()
}

#[test]
fn every_screen_fits_phones_and_tablets_and_only_the_key_list_names_keys() {
    let (mut wrong, mut plain) = (Vec::new(), Vec::new());
    for (first, begin, keys) in views() {
        let mut app = opened((first, begin, keys), PHONE);
        let texts: Vec<String> = seen_texts(&mut app)
            .into_iter()
            .map(|shown| shown.text)
            .collect();
        match keys {
            [] => plain = texts,
            _ => assert_ne!(texts, plain, "{first:?}: {keys:?} opens nothing"),
        }
        for size in SIZES {
            resize(&mut app, size);
            let is_narrow = app.world().resource::<Drawer>().is_narrow();
            assert_eq!(is_narrow, size[0] < 800);
            let drawers: &[Drawer] = match is_narrow {
                true => &[Drawer::Closed, Drawer::Open],
                false => &[Drawer::None],
            };
            for drawer in drawers {
                app.insert_resource(*drawer);
                settle(&mut app);
                let cut = cut_off(&mut app).into_iter();
                let small = small_targets(&mut app).into_iter();
                let mut found: Vec<String> = cut.map(|text| format!("cut off: {text}")).collect();
                found.extend(small.map(|text| format!("small: {text}")));
                if size == PHONE && !keys.contains(&"?") {
                    let named = named_keys(&mut app).into_iter();
                    found.extend(named.map(|text| format!("names a key: {text}")));
                }
                let place = format!("{size:?} {first:?} {keys:?} {drawer:?}");
                wrong.extend(found.iter().map(|text| format!("{place}: {text}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// Names of keys, which nobody can press on a touch screen.
const KEYS: [&str; 7] = [
    "Esc",
    "Enter",
    "Tab",
    "Delete",
    "Backspace",
    "Shift",
    "Ctrl",
];
const DIRECTIONS: [&str; 4] = ["Left", "Right", "Up", "Down"];

/// Holds a finger at a point, and returns the texts that come by it.
fn held(app: &mut App, at: Vec2) -> Vec<String> {
    let texts = |app: &mut App| -> Vec<String> {
        let shown = shown_texts(app).into_iter();
        shown.map(|shown| shown.text).collect()
    };
    let before = texts(app);
    touch(app, 1, TouchPhase::Started, at);
    app.update();
    // A tip takes a while.
    for _ in 0..20 {
        pass(app, 100);
    }
    touch(app, 1, TouchPhase::Ended, at);
    settle(app);
    let is_new = |text: &String| !before.contains(text);
    texts(app).into_iter().filter(is_new).collect()
}

#[test]
fn a_held_tap_shows_what_a_mouse_would_until_the_next_touch_and_presses_nothing() {
    for size in SIZES {
        let mut app = app(Screen::Conduit, begun("board/7x7#7"), size);
        if app.world().resource::<Drawer>().is_narrow() {
            app.insert_resource(Drawer::Open);
            settle(&mut app);
        }
        let rest = place_of(&mut app, "More");
        tap(&mut app, rest);
        let board = app
            .world()
            .resource::<BoardSession>()
            .conduit()
            .board()
            .clone();
        // It may be further down.
        let from = place_of(&mut app, "Moves");
        for _ in 0..20 {
            if seen_texts(&mut app).iter().any(|shown| shown.text == "Any") {
                break;
            }
            drag(&mut app, &[from, from - 50.0 * Vec2::Y]);
        }
        let at = place_of(&mut app, "Any");
        // The clock goes on meanwhile.
        let tip = held(&mut app, at)
            .into_iter()
            .find(|text| text.contains("however hard"));
        let tip = tip.expect("the tip of the button");
        assert_eq!(cut_off(&mut app), [""; 0], "{size:?}");
        assert_eq!(
            app.world().resource::<BoardSession>().conduit().board(),
            &board
        );
        drag(&mut app, &[at, at + 20.0]);
        for _ in 0..10 {
            pass(&mut app, 100);
        }
        let shown = shown_texts(&mut app);
        assert!(shown.iter().all(|shown| shown.text != tip));
    }
}

#[test]
fn a_held_tap_looks_at_a_tile() {
    for size in SIZES {
        let mut app = app(Screen::Descend, Begin::Last, size);
        let view = *app.world().resource::<Viewport>();
        let Pos { x, y } = builder::run(&app).game().view().player().pos;
        let tip = held(&mut app, view.point_of(Vec2::new(x as f32, y as f32) + 0.5));
        assert_ne!(tip, [""; 0]);
        assert_eq!(cut_off(&mut app), [""; 0], "{size:?}");
        assert_eq!(builder::run(&app).game().turns(), 0);
    }
}

#[test]
fn the_end_of_a_board_fits_and_its_buttons_are_large_enough() {
    for size in SIZES {
        let mut app = app(Screen::Conduit, begun("board/7x7#7"), size);
        let solve = ConduitAction::board(Move::Solve);
        builder::act(&mut app, &[&solve, &MenuAction::Answer(true)]);
        settle(&mut app);
        assert!(
            app.world()
                .resource::<BoardSession>()
                .conduit()
                .board()
                .is_solved()
        );
        place_of(&mut app, "Next");
        assert_eq!(cut_off(&mut app), [""; 0], "{size:?}");
        assert_eq!(small_targets(&mut app), [""; 0], "{size:?}");
    }
}

#[test]
fn a_tap_on_a_line_of_the_title_opens_it_and_every_screen_has_a_way_back() {
    for (line, opened, back) in [
        ("Conduit", Screen::Conduit, "back"),
        ("Maze Run", Screen::Maze, "back"),
        ("Map Lab", Screen::Lab, "title"),
        ("Options", Screen::Options, "back"),
    ] {
        let mut app = app(Screen::Title, Begin::Last, PHONE);
        // The first touch of all makes the lines larger, but not under itself.
        app.insert_resource(TouchUsed(false));
        settle(&mut app);
        let at = place_of(&mut app, line);
        tap(&mut app, at);
        assert_eq!(screen(&app), opened);
        let at = place_of(&mut app, back);
        tap(&mut app, at);
        assert_eq!(screen(&app), Screen::Title, "{line}");
    }
}

#[test]
fn a_tap_turns_a_tile_two_fingers_turn_it_back_and_a_held_tap_locks_it() {
    let mut app = app(Screen::Conduit, begun("board/7x7#7"), PHONE);
    let layout = *app.world().resource::<BoardLayout>();
    let at = |tile: Pos| {
        let middle = Vec2::new(tile.x as f32 + 0.5, tile.y as f32 + 0.5) * layout.side as f32;
        (layout.corner.as_vec2() + middle) / layout.scale
    };
    let board = |app: &App| {
        app.world()
            .resource::<BoardSession>()
            .conduit()
            .board()
            .clone()
    };
    let tile = Pos::new(2, 3);
    let first = board(&app);
    tap(&mut app, at(tile));
    let turned = board(&app);
    assert_ne!(turned, first);
    let beside = Vec2::new(4.0, 0.0);
    for phase in [TouchPhase::Started, TouchPhase::Ended] {
        touch(&mut app, 1, phase, at(tile) - beside);
        touch(&mut app, 2, phase, at(tile) + beside);
        app.update();
    }
    settle(&mut app);
    assert_eq!(board(&app), first);
    let is_locked = |app: &App, tile| {
        app.world()
            .resource::<BoardSession>()
            .conduit()
            .is_locked(tile)
    };
    touch(&mut app, 1, TouchPhase::Started, at(tile));
    app.update();
    pass(&mut app, 499);
    settle(&mut app);
    assert!(!is_locked(&app, tile));
    pass(&mut app, 1);
    settle(&mut app);
    assert!(is_locked(&app, tile));
    // It goes on over the next tile.
    touch(&mut app, 1, TouchPhase::Moved, at(Pos::new(3, 3)));
    touch(&mut app, 1, TouchPhase::Ended, at(Pos::new(3, 3)));
    settle(&mut app);
    assert!(is_locked(&app, Pos::new(3, 3)));
    assert_eq!(board(&app), first);
}

#[test]
fn a_tap_in_a_maze_walks_on_and_a_drag_is_followed() {
    for is_dragged in [false, true] {
        let mut app = app(Screen::Maze, begun("maze-dfs/21x15#7@:0:0"), PHONE);
        let run = app.world().resource::<MazeSession>().run();
        let start = run.at();
        // A passage of a few cells from the start.
        let dir = Dir::CARDINAL
            .into_iter()
            .find(|dir| run.maze().step(start, *dir).is_some())
            .unwrap();
        let mut end = start;
        while run.maze().step(end, dir).is_some() {
            end = end.step(dir);
        }
        let view = *app.world().resource::<Viewport>();
        let point = |cell: Pos| view.point_of(Vec2::new(cell.x as f32, cell.y as f32) * 2.0 + 1.5);
        if is_dragged {
            touch(&mut app, 1, TouchPhase::Started, point(start));
            app.update();
            touch(&mut app, 1, TouchPhase::Moved, point(end));
        } else {
            tap(&mut app, point(end));
        }
        for _ in 0..20 {
            pass(&mut app, 300);
        }
        let at = app.world().resource::<MazeSession>().run().at();
        assert_ne!(at, start);
        if !is_dragged {
            assert_eq!(at, end);
        }
    }
}

#[test]
fn a_tap_on_the_map_goes_there_a_drag_moves_the_map_and_two_fingers_zoom() {
    let mut app = app(Screen::Descend, Begin::Last, PHONE);
    let view = *app.world().resource::<Viewport>();
    let game = builder::run(&app).game();
    let me = game.view().player().pos;
    let open = |dir: &Dir| game.view().can_step(*dir);
    let dir = Dir::CARDINAL.into_iter().find(open).unwrap();
    let to = me.step(dir);
    tap(
        &mut app,
        view.point_of(Vec2::new(to.x as f32, to.y as f32) + 0.5),
    );
    assert_eq!(builder::run(&app).game().view().player().pos, to);
    assert_eq!(builder::run(&app).game().turns(), 1);

    let middle = middle_of_map(&mut app);
    let target = |app: &App| app.world().resource::<CameraTarget>().0;
    let before = target(&app);
    let moved = Vec2::new(-60.0, 0.0);
    drag(&mut app, &[middle, middle + moved / 2.0, middle + moved]);
    let view = *app.world().resource::<Viewport>();
    let by = (target(&app) - before) * view.tile_px() / view.scale_factor;
    let back = Vec2::new(60.0, 0.0);
    drag(&mut app, &[middle, middle + back / 2.0, middle + back]);
    let returned = target(&app);
    assert!(
        by.x > 20.0 || returned.x < before.x,
        "{by} {returned} {before}"
    );
    assert_eq!(builder::run(&app).game().turns(), 1, "a drag is no tap");

    let zoom = |app: &App| app.world().resource::<Zoom>().step();
    let step = zoom(&app);
    pinch(&mut app, middle, 100.0, 150.0);
    assert_eq!(zoom(&app), step + 2);
    pinch(&mut app, middle, 150.0, 80.0);
    assert_eq!(zoom(&app), step - 1);
}

#[test]
fn the_buttons_of_fingers_come_with_a_touch_and_go_with_a_key() {
    let mut app = app(Screen::Descend, Begin::Last, PHONE);
    app.insert_resource(TouchUsed(false));
    settle(&mut app);
    let middle = middle_of_map(&mut app);
    drag(&mut app, &[middle, middle + 30.0]);
    assert!(app.world().resource::<TouchUsed>().0);
    assert_eq!(small_targets(&mut app), [""; 0]);
    let explore = place_of(&mut app, "explore");
    tap(&mut app, explore);
    builder::wait(&mut app);
    assert!(builder::run(&app).game().turns() > 1);
    let pack = place_of(&mut app, "pack");
    tap(&mut app, pack);
    assert!(matches!(builder::mode(&app), Mode::Pack(..)));
    let close = place_of(&mut app, "close");
    tap(&mut app, close);
    assert_eq!(builder::mode(&app), Mode::Map);
    press(&mut app, "s");
    assert!(!app.world().resource::<TouchUsed>().0);
    assert_ne!(small_targets(&mut app), [""; 0]);
}

#[test]
fn a_panel_is_a_drawer_in_a_narrow_window_and_scrolls_by_a_drag_that_presses_nothing() {
    let mut app = app(Screen::Conduit, begun("board/7x7#7"), PHONE);
    let board = app
        .world()
        .resource::<BoardSession>()
        .conduit()
        .board()
        .id()
        .to_string();
    let panel = place_of(&mut app, "more");
    tap(&mut app, panel);
    assert_eq!(*app.world().resource::<Drawer>(), Drawer::Open);
    let rest = place_of(&mut app, "More");
    tap(&mut app, rest);
    let from = place_of(&mut app, "Moves");
    drag(
        &mut app,
        &[
            from,
            from - Vec2::new(0.0, 40.0),
            from - Vec2::new(0.0, 140.0),
        ],
    );
    let moved = shown_texts(&mut app)
        .into_iter()
        .find(|shown| shown.text == "Moves");
    let moved = moved.unwrap().rect.center();
    assert!((from.y - moved.y - 140.0).abs() < 1.0, "{from} {moved}");
    assert_eq!(
        app.world()
            .resource::<BoardSession>()
            .conduit()
            .board()
            .id()
            .to_string(),
        board
    );
    let close = place_of(&mut app, "less");
    tap(&mut app, close);
    assert_eq!(*app.world().resource::<Drawer>(), Drawer::Closed);
}

#[test]
fn lessons_and_notices_name_gestures_and_lines_of_the_key_list() {
    let mut app = app(Screen::Conduit, Begin::Last, PHONE);
    app.world_mut().resource_mut::<Settings>().teach = true;
    app.insert_resource(TouchUsed(false));
    settle(&mut app);
    press(&mut app, "t");
    let lesson = |app: &mut App| app.world().resource::<Lesson>().text.clone();
    let by_key = lesson(&mut app);
    assert!(
        by_key.contains("or go there with the arrow keys and press Enter"),
        "{by_key}"
    );
    let title = place_of(&mut app, "1 of 4: Connecting");
    tap(&mut app, title);
    let by_finger = lesson(&mut app);
    assert!(
        by_finger.ends_with("Tap the framed tile to turn it."),
        "{by_finger}"
    );
    let skip = place_of(&mut app, "skip");
    tap(&mut app, skip);
    let skipped = "Lessons skipped; \"Lessons\" starts them again";
    assert_eq!(app.world().resource::<Notice>().text(), skipped);
}

//! The roguelike's screen without a window: sends keys, checks the run and the terrain.

mod conduit;
mod end;
mod keys;
mod replay;
mod save;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode};
use bevy::prelude::*;
use bevy::window::WindowResolution;
use undercroft::app::Screen;
use undercroft::app::dungeon::Scene;
use undercroft::app::glyph::{CameraTarget, LightMap, Lit, Terrain, Viewport, Zoom};
use undercroft::app::input::{Keymap, Layer, Layers};
use undercroft::app::platform::clock::Clock;
use undercroft::app::screens::descend::{AimKind, Mode, Purpose};
use undercroft::app::settings::{Motion, Settings, Taught};
use undercroft::app::stage::{LogFooter, Watched};
use undercroft::app::ui::hud::Bar;
use undercroft::game::content::Content;
use undercroft::game::{Lighting, Outcome};
use undercroft::geom::{Dir, Pos};
use undercroft::map::Tile;
use undercroft::rng::Seed;

use crate::builder::{self, mode, run, screen, wait};

fn app(first: Screen, seed: u64) -> App {
    app_with(first, seed, None, Content::embedded().unwrap())
}

fn app_on_disk(first: Screen, seed: u64, data: &Path) -> App {
    app_with(first, seed, Some(data), Content::embedded().unwrap())
}

fn app_with(first: Screen, seed: u64, data: Option<&Path>, content: &'static Content) -> App {
    let mut app = builder::app_with(first, &format!("rogue/80x50#{seed}"), data, content);
    app.init_resource::<ButtonInput<KeyCode>>();
    app.update();
    app.update();
    app
}

/// Sends keys, one a frame.
fn press(app: &mut App, keys: &[&str]) {
    let shift = |state| builder::key(KeyCode::ShiftLeft, Key::Shift, state);
    for key in keys {
        let is_capital = key.chars().all(char::is_uppercase);
        if is_capital {
            builder::send(app, shift(ButtonState::Pressed));
        }
        builder::tap(app, (KeyCode::F24, builder::key_named(key)));
        if is_capital {
            builder::send(app, shift(ButtonState::Released));
        }
        app.update();
    }
    for _ in 0..4 {
        app.update();
    }
}

/// Leaves the run through the pause menu.
fn quit_to_title(app: &mut App) {
    press(app, &["Esc", "s"]);
    assert_eq!(screen(app), Screen::Title);
}

/// A direction in which the player can step, with its key.
fn open_dir(app: &App) -> (&'static str, Dir) {
    let view = run(app).game().view();
    [
        ("Up", Dir::North),
        ("Down", Dir::South),
        ("Left", Dir::West),
        ("Right", Dir::East),
    ]
    .into_iter()
    .find(|(_, dir)| view.can_step(*dir))
    .unwrap()
}

#[test]
fn keys_walk_and_the_level_is_drawn_as_far_as_it_is_known() {
    let mut app = app(Screen::Descend, 7);
    assert_eq!(*app.world().resource::<Scene>(), Scene::Other);
    let before = run(&app).game().view().player().pos;
    let (key, dir) = open_dir(&app);
    press(&mut app, &[key]);
    let view = run(&app).game().view();
    assert_eq!(view.player().pos, before.step(dir));
    assert_eq!(run(&app).game().turns(), 1);
    let lights = app.world().resource::<LightMap>();
    let terrain = app.world().resource::<Terrain>();
    assert_eq!(terrain.size(), UVec2::new(80, 50));
    for y in 0..50 {
        for x in 0..80 {
            let pos = Pos::new(x, y);
            let drawn = lights.get(pos).sight();
            let expected = match view.tile(pos) {
                None => Lit::UNSEEN,
                Some(tile) if !tile.in_sight => Lit::REMEMBERED,
                // The texture of the light is that of the ground.
                Some(tile) if matches!(tile.tile, Tile::Wall | Tile::Void) => Lit::VISIBLE,
                Some(tile) => match tile.lighting {
                    Lighting::Bright => Lit::VISIBLE,
                    Lighting::Dim => Lit::IN_DIM,
                    Lighting::Dark => Lit::IN_DARK,
                },
            };
            assert_eq!(drawn, expected, "{pos}");
        }
    }
}

fn resize(app: &mut App, width: u32, height: u32) {
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(width, height);
    }
    app.update();
    app.update();
}

#[test]
fn tiles_of_a_run_are_large() {
    let mut app = app(Screen::Descend, 7);
    let still = Settings {
        motion: Motion::None,
        ..default()
    };
    app.insert_resource(still);
    for (width, height, least) in [(1280, 800, 20), (1920, 1080, 24)] {
        resize(&mut app, width, height);
        let cell = app.world().resource::<Zoom>().cell_px();
        assert!(cell.x >= least, "{cell} at {width}x{height}");
    }
}

#[test]
fn tiles_are_as_large_as_before_whatever_was_shown_since() {
    let mut app = app(Screen::Descend, 560_678_934);
    resize(&mut app, 1920, 1080);
    let side = |app: &App| app.world().resource::<Zoom>().cell_px();
    let before = side(&app);
    press(&mut app, &["x", "x", "x", "x"]);
    // The options show a room of their own.
    press(&mut app, &["Esc", "o"]);
    assert_eq!(screen(&app), Screen::Options);
    app.update();
    press(&mut app, &["Esc"]);
    assert_eq!((screen(&app), side(&app)), (Screen::Descend, before));
}

#[test]
fn the_view_goes_with_the_cursor_and_comes_back() {
    let mut app = app(Screen::Descend, 7);
    let still = Settings {
        motion: Motion::None,
        ..default()
    };
    app.insert_resource(still);
    resize(&mut app, 800, 500);
    let target = |app: &App| app.world().resource::<CameraTarget>().0;
    let mut scrolled = 0;
    for (open, key) in [(";", "Left"), (";", "Right"), ("_", "Up"), ("_", "Down")] {
        let before = target(&app);
        press(&mut app, &[open]);
        let mut has_scrolled = false;
        for _ in 0..80 {
            press(&mut app, &[key]);
            let Mode::Aim(_, at) = mode(&app) else {
                panic!("{:?}", mode(&app));
            };
            let view = *app.world().resource::<Viewport>();
            let place = Vec2::new(at.x as f32, at.y as f32);
            // At the edge of the level the view ends there.
            let near = |step: f32| (place + step).clamp(Vec2::ZERO, Vec2::new(80.0, 50.0));
            let (first, last) = (view.point_of(near(-2.0)), view.point_of(near(3.0)));
            let window = view.window.as_vec2();
            assert!(
                first.cmpge(Vec2::splat(-1.0)).all() && last.cmple(window + 1.0).all(),
                "{at}: {first} {last}"
            );
            has_scrolled |= target(&app) != before;
        }
        scrolled += usize::from(has_scrolled);
        press(&mut app, &["Esc"]);
        assert_eq!((mode(&app), target(&app)), (Mode::Map, before));
    }
    assert!(scrolled >= 2, "{scrolled}");
}

#[test]
fn the_whole_level_is_shown_by_one_key_and_the_tiles_are_as_before_after_it() {
    let mut app = app(Screen::Descend, 7);
    resize(&mut app, 1280, 800);
    // The player has chosen a zoom level.
    press(&mut app, &["+", "+"]);
    let side = |app: &App| app.world().resource::<Zoom>().cell_px();
    let before = side(&app);
    press(&mut app, &["m"]);
    assert!(matches!(mode(&app), Mode::Aim(AimKind::Level, _)));
    let view = *app.world().resource::<Viewport>();
    let level = view.tile_px() * Vec2::new(80.0, 50.0);
    assert!(
        level.cmple(view.room.as_vec2()).all(),
        "{level} of {view:?}"
    );
    press(&mut app, &["m"]);
    assert_eq!((mode(&app), side(&app)), (Mode::Map, before));
    press(&mut app, &["m", "Esc"]);
    assert_eq!((mode(&app), side(&app)), (Mode::Map, before));
}

/// The offers in the bar, each with its key.
fn offers(app: &App) -> Vec<String> {
    let bar = app.world().resource::<Bar>();
    let keymap = app.world().resource::<Keymap>();
    let here = bar.here.iter();
    here.map(|(action, words)| format!("{} {words}", keymap.key(*action, None)))
        .collect()
}

#[test]
fn the_bar_offers_what_can_be_done_here_by_the_keys_as_they_are_bound() {
    let mut app = app(Screen::Descend, 7);
    assert!(offers(&app).iter().all(|offer| !offer.starts_with("g ")));
    press(&mut app, &["d", "Enter"]);
    let offered = offers(&app);
    assert!(
        offered.iter().any(|offer| offer.starts_with("g take the ")),
        "{offered:?}"
    );
    press(&mut app, &["g"]);
    assert!(offers(&app).iter().all(|offer| !offer.starts_with("g ")));
    press(&mut app, &["t", "b"]);
    assert_eq!(offers(&app), ["Enter throw"]);
    press(&mut app, &["Esc"]);
}

#[test]
fn the_first_of_each_thing_is_told_once_and_again_when_lessons_are_switched_on_anew() {
    let mut app = app(Screen::Descend, 7);
    let footer = |app: &App| app.world().resource::<LogFooter>().0.clone();
    assert!(footer(&app).contains("x explores"), "{}", footer(&app));
    // It disappears after some key presses.
    for _ in 0..9 {
        press(&mut app, &["."]);
    }
    assert_eq!(footer(&app), "");
    // Lessons are no part of the run's messages.
    assert!(
        run(&app)
            .log()
            .lines()
            .iter()
            .all(|line| !line.text.contains("x explores"))
    );
    let set_teach = |app: &mut App, teach| {
        app.world_mut().resource_mut::<Settings>().teach = teach;
        app.update();
    };
    set_teach(&mut app, false);
    let taught = |app: &App| app.world().resource::<Taught>().clone();
    assert!(taught(&app).has("move"));
    set_teach(&mut app, true);
    assert!(taught(&app).is_empty());
    press(&mut app, &["."]);
    assert!(footer(&app).contains("x explores"), "{}", footer(&app));
    press(&mut app, &["Esc", "s"]);
    assert_eq!(footer(&app), "", "no other screen shows it");
}

#[test]
fn a_lesson_is_there_again_after_another_screen() {
    let mut app = app(Screen::Descend, 7);
    let lesson = |app: &App| app.world().resource::<LogFooter>().0.clone();
    let shown = lesson(&app);
    assert!(shown.contains("x explores"), "{shown}");
    press(&mut app, &["Esc", "o"]);
    assert_eq!((screen(&app), lesson(&app).as_str()), (Screen::Options, ""));
    press(&mut app, &["Esc"]);
    assert_eq!(
        (screen(&app), lesson(&app)),
        (Screen::Descend, shown.clone())
    );
    quit_to_title(&mut app);
    assert_eq!(lesson(&app), "");
    press(&mut app, &["Enter"]);
    assert_eq!((screen(&app), lesson(&app)), (Screen::Descend, shown));
    // It still goes after some key presses.
    for _ in 0..9 {
        press(&mut app, &["."]);
    }
    assert_eq!(lesson(&app), "");
}

#[test]
fn the_pack_is_worked_by_arrows_and_enter_alone_and_closed_by_escape() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &["i"]);
    assert_eq!(mode(&app), Mode::Pack(Purpose::Use, 0));
    press(&mut app, &["Down"]);
    assert_eq!(mode(&app), Mode::Pack(Purpose::Use, 1));
    press(&mut app, &["Up", "Up"]);
    let count = Purpose::Use.letters(run(&app)).len();
    assert_eq!(mode(&app), Mode::Pack(Purpose::Use, count - 1));
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
    // Drop the first thing.
    press(&mut app, &["d", "Enter"]);
    assert_eq!(run(&app).game().view().pack().count(), count - 1);
    let me = run(&app).game().view().player().pos;
    assert!(run(&app).game().view().item_at(me).is_some());
    press(&mut app, &["g"]);
    assert_eq!(run(&app).game().view().pack().count(), count);
}

#[test]
fn a_run_continues_from_the_title_and_another_begins_with_its_seed() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &[".", ".", "."]);
    let digest = run(&app).game().digest();
    quit_to_title(&mut app);
    assert_eq!(screen(&app), Screen::Title);
    let demo = app.world().resource::<Watched>().run.game();
    assert_ne!(demo.seed(), Seed(7), "a bot plays another seed");
    assert!(demo.turns() > 0);
    press(&mut app, &["Enter"]);
    assert_eq!(run(&app).game().digest(), digest, "Continue comes first");
    quit_to_title(&mut app);
    press(&mut app, &["d", "y"]);
    let game = run(&app).game();
    assert_eq!(game.turns(), 0);
    assert_ne!(game.seed(), Seed(7), "the title drew another");
}

#[test]
fn escape_on_the_map_opens_a_menu_that_leads_to_help_options_and_title() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &["."]);
    let digest = run(&app).game().digest();
    press(&mut app, &["Esc"]);
    assert_eq!(
        (screen(&app), mode(&app)),
        (Screen::Descend, Mode::Pause(0))
    );
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
    // By arrows and Enter, by letters.
    press(&mut app, &["Esc", "Down", "Enter"]);
    assert_eq!(mode(&app), Mode::Map);
    assert!(app.world().resource::<Layers>().is_open(Layer::Help));
    press(&mut app, &["Esc"]);
    assert!(!app.world().resource::<Layers>().is_open(Layer::Help));
    press(&mut app, &["Esc", "c"]);
    assert_eq!((screen(&app), mode(&app)), (Screen::Descend, Mode::Map));
    // The options lead back to where they were opened.
    press(&mut app, &["Esc", "o"]);
    assert_eq!(screen(&app), Screen::Options);
    press(&mut app, &["Esc"]);
    assert_eq!((screen(&app), mode(&app)), (Screen::Descend, Mode::Map));
    assert_eq!(run(&app).game().digest(), digest);
    quit_to_title(&mut app);
    press(&mut app, &["o"]);
    press(&mut app, &["Esc"]);
    assert_eq!(screen(&app), Screen::Title);
}

#[test]
fn while_the_help_is_open_no_key_plays_behind_it() {
    let mut app = app(Screen::Descend, 7);
    let digest = run(&app).game().digest();
    let is_open = |app: &App| app.world().resource::<Layers>().is_open(Layer::Help);
    for open in [&["?"][..], &["?", "?"], &["Esc", "h"]] {
        press(&mut app, open);
        // All at once, and then one by one.
        let (step, _) = open_dir(&app);
        let keys = [
            step, ".", "s", "x", ">", "i", "m", "Space", "Tab", "PageDown",
        ];
        press(&mut app, &keys);
        for key in keys {
            press(&mut app, &[key]);
        }
        assert!(is_open(&app));
        assert_eq!((screen(&app), mode(&app)), (Screen::Descend, Mode::Map));
        press(&mut app, &["Enter"]);
        assert!(!is_open(&app));
    }
    // A key in the same frame as the one that opens the help comes after it.
    press(&mut app, &["?", ".", "?", ".", "?"]);
    assert!(!is_open(&app));
    assert_eq!(run(&app).game().digest(), digest);
    press(&mut app, &["."]);
    assert_eq!(run(&app).game().turns(), 1);
}

/// Plays recklessly until the player dies, and waits until the end menu accepts input.
fn die(app: &mut App) {
    play_until_death(app);
    advance_clock(app, Duration::from_secs(1));
}

/// Advances the program's clock, which afterwards stands or runs as before.
fn advance_clock(app: &mut App, duration: Duration) {
    let before = *app.world().resource::<Clock>();
    let now = match before {
        Clock::System => Instant::now(),
        Clock::At(now) => now,
    };
    app.insert_resource(Clock::At(now + duration));
    app.update();
    if before == Clock::System {
        app.insert_resource(before);
    }
}

/// As [`die`], but stops at the moment of death.
fn play_until_death(app: &mut App) {
    for _ in 0..400 {
        press(app, &["x"]);
        wait(app);
        press(app, &[">", ">"]);
        wait(app);
        for key in ["Up", "Right", "Down", "Left", "."] {
            press(app, &[key, key]);
            if matches!(mode(app), Mode::Confirm(..)) {
                press(app, &["Y"]);
            }
        }
        if run(app).game().outcome() != Outcome::Playing {
            break;
        }
    }
    assert_ne!(run(app).game().outcome(), Outcome::Playing);
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    builder::folder(&format!("play-{name}"))
}

/// The names of the files in a folder, sorted, without the lock.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != ".lock")
        .collect();
    names.sort();
    names
}

#[test]
fn the_card_of_an_item_offers_what_can_be_done_with_it() {
    let mut app = app(Screen::Descend, 7);
    let letter = Purpose::Equip.letters(run(&app)).first().copied();
    let worn = Purpose::TakeOff.letters(run(&app))[0];
    assert_eq!(letter, None, "all gear is in use at the start");
    // Opened by letter, and back to the list.
    press(&mut app, &["i", &worn.to_string()]);
    assert!(matches!(mode(&app), Mode::Item { letter, .. } if letter == worn));
    press(&mut app, &["Esc"]);
    assert!(
        matches!(mode(&app), Mode::Pack(Purpose::Use, _)),
        "{:?}",
        mode(&app)
    );
    // By arrows: the first use is the obvious one.
    press(&mut app, &["Enter", "Enter"]);
    assert_eq!(Purpose::Equip.letters(run(&app)), [worn]);
    // By the key of the use.
    press(&mut app, &["i", &worn.to_string(), "w"]);
    assert_eq!(Purpose::TakeOff.letters(run(&app))[0], worn);
}

//! The roguelike's screen without a window: keys in, the run and the terrain out.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::builder;
use bevy::app::AppExit;
use bevy::asset::RenderAssetUsages;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{PrimaryWindow, WindowResolution};
use undercroft::app::dungeon::Scene;
use undercroft::app::glyph::{CameraTarget, LightMap, Lit, Terrain, View, Zoom};
use undercroft::app::input::{Keymap, Layer, Layers};
use undercroft::app::platform::clock::Clock;
use undercroft::app::platform::{Clipboard, Folders};
use undercroft::app::screens::descend::{
    Aimed, Mode, PlayAction, PlayPlugin, Purpose, SaveFailure,
};
use undercroft::app::screens::options::OptionsPlugin;
use undercroft::app::screens::replays::{Film, Listed, ReplayPlugin};
use undercroft::app::screenshot::ScreenshotPlugin;
use undercroft::app::settings::{Motion, Settings, Taught};
use undercroft::app::stage::{Aside, PlayedContent, Run, Watched};
use undercroft::app::ui::hud::Bar;
use undercroft::app::{Notice, Phase, Screen};
use undercroft::bot::BotKind;
use undercroft::disk;
use undercroft::game::content::{Content, FILES};
use undercroft::game::{Action, Daily, Outcome, Setup};
use undercroft::geom::{Dir, Pos};
use undercroft::rng::Seed;

fn app(first: Screen, seed: u64) -> App {
    app_on_disk(first, seed, None)
}

fn app_on_disk(first: Screen, seed: u64, data: Option<PathBuf>) -> App {
    let content = Content::embedded().unwrap();
    app_with(first, seed, data, content)
}

fn app_with(first: Screen, seed: u64, data: Option<PathBuf>, content: &'static Content) -> App {
    let tested = (
        move |app: &mut App| {
            app.insert_resource(PlayedContent(content));
        },
        PlayPlugin { data: data.clone() },
        ReplayPlugin { data },
        OptionsPlugin,
    );
    let mut app = builder::app(first, &format!("rogue/80x50#{seed}"), tested);
    app.init_resource::<ButtonInput<KeyCode>>();
    app.update();
    app.update();
    app
}

/// Sends keys, all within one frame, and runs frames until nothing more is asked for.
fn press(app: &mut App, keys: &[&str]) {
    for key in keys {
        let logical_key = match *key {
            "Up" => Key::ArrowUp,
            "Down" => Key::ArrowDown,
            "Left" => Key::ArrowLeft,
            "Right" => Key::ArrowRight,
            "Enter" => Key::Enter,
            "Esc" => Key::Escape,
            "Tab" => Key::Tab,
            "Backspace" => Key::Backspace,
            "Home" => Key::Home,
            "End" => Key::End,
            "PageUp" => Key::PageUp,
            "PageDown" => Key::PageDown,
            "Space" => Key::Space,
            "F12" => Key::F12,
            c => Key::Character(c.into()),
        };
        builder::tap(app, (KeyCode::F24, logical_key));
    }
    for _ in 0..keys.len() + 3 {
        app.update();
    }
}

/// By the pause menu.
fn quit_to_title(app: &mut App) {
    press(app, &["Esc", "s"]);
    assert_eq!(screen(app), Screen::Title);
}

fn run(app: &App) -> &Run {
    app.world().resource::<Run>()
}

fn mode(app: &App) -> Mode {
    *app.world().resource::<Mode>()
}

/// Runs frames while a long action goes on.
fn wait(app: &mut App) {
    for _ in 0..2000 {
        if run(app).game().doing().is_none() {
            return;
        }
        app.update();
    }
    panic!("the long action never ends");
}

/// A direction in which there is open ground.
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
    let mut app = app(Screen::Play, 7);
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
                Some(tile) if tile.in_sight => Lit::VISIBLE,
                Some(_) => Lit::REMEMBERED,
            };
            assert_eq!(drawn, expected, "{pos}");
        }
    }
}

#[test]
fn tiles_of_a_run_are_large_and_the_map_follows_its_player() {
    let mut app = app(Screen::Play, 7);
    let still = Settings {
        motion: Motion::None,
        ..default()
    };
    app.insert_resource(still);
    for (width, height, least) in [(1280, 800, 20), (1920, 1080, 24)] {
        let mut windows = app.world_mut().query::<&mut Window>();
        for mut window in windows.iter_mut(app.world_mut()) {
            window.resolution = WindowResolution::new(width, height);
        }
        app.update();
        app.update();
        let cell = app.world().resource::<Zoom>().cell_px();
        assert_eq!(cell, UVec2::splat(least), "{width}x{height}");
    }
    let mut moved = 0;
    for _ in 0..30 {
        let before = app.world().resource::<CameraTarget>().0;
        press(&mut app, &["x"]);
        let at = run(&app).game().view().player().pos;
        let (seen, target) = (
            *app.world().resource::<View>(),
            app.world().resource::<CameraTarget>().0,
        );
        let off = (target - Vec2::new(at.x as f32, at.y as f32) - 0.5).abs();
        let room = seen.room.as_vec2() / seen.tile_px();
        assert!(off.cmple(room * 0.2).all(), "{off} in {room}");
        moved += usize::from(target != before);
    }
    assert!(moved > 0);
}

#[test]
fn the_whole_level_is_shown_by_one_key_and_the_tiles_are_as_before_after_it() {
    let mut app = app(Screen::Play, 7);
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(1280, 800);
    }
    app.update();
    app.update();
    // The player has chosen how large tiles are.
    press(&mut app, &["+", "+"]);
    let side = |app: &App| app.world().resource::<Zoom>().cell_px();
    let before = side(&app);
    press(&mut app, &["m"]);
    assert!(matches!(mode(&app), Mode::Aim(Aimed::Level, _)));
    let seen = *app.world().resource::<View>();
    let level = seen.tile_px() * Vec2::new(80.0, 50.0);
    assert!(
        level.cmple(seen.room.as_vec2()).all(),
        "{level} of {seen:?}"
    );
    press(&mut app, &["m"]);
    assert_eq!((mode(&app), side(&app)), (Mode::Map, before));
    press(&mut app, &["m", "Esc"]);
    assert_eq!((mode(&app), side(&app)), (Mode::Map, before));
}

/// What the bar says can be done here.
fn offers(app: &App) -> Vec<String> {
    let bar = app.world().resource::<Bar>();
    let keymap = app.world().resource::<Keymap>();
    let here = bar.here.iter();
    here.map(|(action, words)| format!("{} {words}", keymap.key(*action)))
        .collect()
}

#[test]
fn the_bar_offers_what_can_be_done_here_by_the_keys_as_they_are_bound() {
    let mut app = app(Screen::Play, 7);
    assert!(offers(&app).iter().all(|offer| !offer.starts_with("g ")));
    press(&mut app, &["d", "Enter"]);
    let taken = offers(&app);
    assert!(
        taken.iter().any(|offer| offer.starts_with("g take the ")),
        "{taken:?}"
    );
    press(&mut app, &["g"]);
    assert!(offers(&app).iter().all(|offer| !offer.starts_with("g ")));
    press(&mut app, &["t", "b"]);
    assert_eq!(offers(&app), ["Enter throw"]);
    press(&mut app, &["Esc"]);
}

#[test]
fn the_first_of_each_thing_is_told_once_and_again_when_lessons_are_switched_on_anew() {
    let mut app = app(Screen::Play, 7);
    let aside = |app: &App| app.world().resource::<Aside>().0.clone();
    assert!(aside(&app).contains("x: explore"), "{}", aside(&app));
    // It stands for some keys, and goes.
    for _ in 0..9 {
        press(&mut app, &["."]);
    }
    assert_eq!(aside(&app), "");
    // The keys are named as they are bound, and the run knows nothing of it.
    assert!(
        run(&app)
            .log()
            .lines()
            .iter()
            .all(|line| !line.text.contains("x: explore"))
    );
    let set = |app: &mut App, teach| {
        app.world_mut().resource_mut::<Settings>().teach = teach;
        app.update();
    };
    set(&mut app, false);
    let taught = |app: &App| app.world().resource::<Taught>().clone();
    assert!(taught(&app).has("move"));
    set(&mut app, true);
    assert!(taught(&app).is_empty());
    press(&mut app, &["."]);
    assert!(aside(&app).contains("x: explore"), "{}", aside(&app));
    press(&mut app, &["Esc", "s"]);
    assert_eq!(aside(&app), "", "no other screen tells it");
}

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_chosen() {
    let mut app = app(Screen::Play, 7);
    for (key, why) in [
        ("f", "Wield a bow first."),
        ("r", "You have no scroll to read."),
        ("w", "You have nothing else to wield or wear."),
    ] {
        press(&mut app, &[key]);
        assert_eq!(mode(&app), Mode::Map, "{key}");
        let said = run(&app).log().lines().last().unwrap().told();
        assert_eq!(said, why);
    }
}

#[test]
fn tab_goes_over_all_that_is_worth_a_look_and_around() {
    let mut app = app(Screen::Play, 7);
    press(&mut app, &["x", "x"]);
    let sights = run(&app).game().view().sights();
    assert!(sights.len() > 2, "{sights:?}");
    press(&mut app, &[";"]);
    let mut seen = Vec::new();
    for _ in 0..=sights.len() {
        let Mode::Aim(Aimed::Look, at) = mode(&app) else {
            panic!("{:?}", mode(&app));
        };
        seen.push(at);
        press(&mut app, &["Tab"]);
    }
    let first = sights.iter().position(|at| *at == seen[0]).unwrap();
    let around = sights.iter().cycle().skip(first);
    assert!(
        seen.iter().eq(around.take(seen.len())),
        "{seen:?} of {sights:?}"
    );
}

#[test]
fn exploring_goes_on_by_itself_until_something_is_new_and_a_key_ends_it() {
    let mut app = app(Screen::Play, 7);
    press(&mut app, &["x"]);
    let turns = run(&app).game().turns();
    assert!(turns > 1, "one key, many turns");
    wait(&mut app);
    assert!(run(&app).game().turns() >= turns);
    let said = run(&app).log().lines().len();
    assert!(said > 1, "it says why it stopped");

    // Another key takes its place at once.
    let mut app = self::app(Screen::Play, 7);
    press(&mut app, &["x"]);
    if run(&app).game().doing().is_some() {
        press(&mut app, &["."]);
        assert_eq!(run(&app).game().doing(), None);
    }
}

#[test]
fn two_hundred_keys_at_once_are_two_hundred_turns() {
    let mut app = app(Screen::Play, 3);
    let keys = vec!["."; 200];
    press(&mut app, &keys);
    let game = run(&app).game();
    let died = game.outcome() != Outcome::Playing;
    assert!(game.turns() == 200 || died, "{} turns", game.turns());
}

/// What was asked for, in its order.
#[derive(Resource, Default)]
struct Asked(Vec<PlayAction>);

fn note(mut actions: MessageReader<PlayAction>, mut asked: ResMut<Asked>) {
    asked.0.extend(actions.read().copied());
}

#[test]
fn a_click_after_ten_keys_is_obeyed_eleventh_and_before_the_keys_after_it() {
    let mut app = app(Screen::Play, 7);
    app.init_resource::<Asked>()
        .init_resource::<ButtonInput<MouseButton>>()
        .add_systems(Update, note.after(Phase::Act));
    let world = app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).unwrap();
    let middle = window.size() / 2.0;
    window.set_cursor_position(Some(middle));
    let mut keys = world.resource_mut::<ButtonInput<MouseButton>>();
    keys.press(MouseButton::Left);
    let wait = (KeyCode::Period, Key::Character(".".into()));
    let typed = |app: &mut App, count| (0..count).for_each(|_| builder::tap(app, wait.clone()));
    typed(&mut app, 10);
    let press = MouseButtonInput {
        button: MouseButton::Left,
        state: ButtonState::Pressed,
        window: Entity::PLACEHOLDER,
    };
    builder::send(&mut app, press);
    typed(&mut app, 3);
    app.update();
    app.world_mut()
        .resource_mut::<ButtonInput<MouseButton>>()
        .clear();
    app.update();
    let asked = &app.world().resource::<Asked>().0;
    assert_eq!(asked.len(), 14, "{asked:?}");
    let clicks = |action: &PlayAction| matches!(action, PlayAction::GoTo(_));
    assert_eq!(asked.iter().position(clicks), Some(10), "{asked:?}");
}

#[test]
fn keys_typed_ahead_of_a_menu_are_its_letters() {
    let mut app = app(Screen::Play, 7);
    // `c` closes a door on the map, and is the fig in the pack: eating it is asked about.
    press(&mut app, &["e", "c"]);
    assert!(
        matches!(mode(&app), Mode::Confirm(Action::Eat { .. }, ..)),
        "{:?}",
        mode(&app)
    );
    let pack = |app: &App| run(app).game().view().pack().count();
    let before = pack(&app);
    press(&mut app, &["n"]);
    assert_eq!((mode(&app), pack(&app)), (Mode::Map, before));
    press(&mut app, &["e", "c"]);
    press(&mut app, &["y"]);
    assert_eq!((mode(&app), pack(&app)), (Mode::Map, before - 1));
}

#[test]
fn the_pack_is_worked_by_arrows_and_enter_alone_and_closed_by_escape() {
    let mut app = app(Screen::Play, 7);
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
fn a_mark_is_moved_by_steps_and_goes_where_it_is_confirmed() {
    let mut app = app(Screen::Play, 7);
    let me = run(&app).game().view().player().pos;
    let (key, dir) = open_dir(&app);
    press(&mut app, &[";"]);
    press(&mut app, &[key, "Enter"]);
    wait(&mut app);
    assert_eq!(run(&app).game().view().player().pos, me.step(dir));
    press(&mut app, &["t", "b"]);
    assert!(matches!(mode(&app), Mode::Aim(..)), "{:?}", mode(&app));
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
}

#[test]
fn a_run_is_gone_on_with_from_the_title_and_another_begins_with_its_seed() {
    let mut app = app(Screen::Play, 7);
    press(&mut app, &[".", ".", "."]);
    let digest = run(&app).game().digest();
    quit_to_title(&mut app);
    assert_eq!(
        *app.world().resource::<State<Screen>>().get(),
        Screen::Title
    );
    let behind = app.world().resource::<Watched>().run.game();
    assert_ne!(behind.seed(), Seed(7), "a bot plays another seed");
    assert!(behind.turns() > 100);
    press(&mut app, &["Enter"]);
    assert_eq!(run(&app).game().digest(), digest, "Continue comes first");
    quit_to_title(&mut app);
    press(&mut app, &["d", "b"]);
    let game = run(&app).game();
    assert_eq!(game.turns(), 0);
    assert_ne!(game.seed(), Seed(7), "the title drew another");
}

#[test]
fn escape_on_the_map_opens_a_menu_that_leads_to_help_options_and_title() {
    let mut app = app(Screen::Play, 7);
    press(&mut app, &["."]);
    let digest = run(&app).game().digest();
    press(&mut app, &["Esc"]);
    assert_eq!((screen(&app), mode(&app)), (Screen::Play, Mode::Pause(0)));
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
    // By arrows and Enter, by letters.
    press(&mut app, &["Esc", "Down", "Enter"]);
    assert_eq!(mode(&app), Mode::Map);
    assert!(app.world().resource::<Layers>().is_open(Layer::Help));
    press(&mut app, &["Esc"]);
    assert!(!app.world().resource::<Layers>().is_open(Layer::Help));
    press(&mut app, &["Esc", "c"]);
    assert_eq!((screen(&app), mode(&app)), (Screen::Play, Mode::Map));
    // The options lead back to where they were opened.
    press(&mut app, &["Esc", "o"]);
    assert_eq!(screen(&app), Screen::Options);
    press(&mut app, &["Esc"]);
    assert_eq!((screen(&app), mode(&app)), (Screen::Play, Mode::Map));
    assert_eq!(run(&app).game().digest(), digest);
    quit_to_title(&mut app);
    press(&mut app, &["o"]);
    press(&mut app, &["Esc"]);
    assert_eq!(screen(&app), Screen::Title);
}

/// A key that goes down and is held until it repeats.
fn hold(app: &mut App, logical_key: Key) {
    for repeat in [false, true] {
        let event = builder::key(KeyCode::F24, logical_key.clone(), ButtonState::Pressed);
        builder::send(app, KeyboardInput { repeat, ..event });
        app.update();
        app.update();
    }
}

#[test]
fn a_key_that_is_held_opens_a_menu_and_chooses_nothing_in_it() {
    let mut app = app(Screen::Play, 7);
    hold(&mut app, Key::Escape);
    assert_eq!(
        mode(&app),
        Mode::Pause(0),
        "it neither closes nor opens again"
    );
    press(&mut app, &["Esc"]);
    let digest = run(&app).game().digest();
    hold(&mut app, Key::Character("d".into()));
    assert_eq!(mode(&app), Mode::Pack(Purpose::Drop, 0));
    assert_eq!(run(&app).game().digest(), digest);
    // The cursor goes on while its key is held.
    hold(&mut app, Key::ArrowDown);
    assert_eq!(mode(&app), Mode::Pack(Purpose::Drop, 2));
}

#[test]
fn a_run_that_is_given_up_is_asked_about_and_leaves_what_any_end_leaves() {
    let data = folder("given-up");
    let mut app = app_on_disk(Screen::Play, 7, Some(data.clone()));
    press(&mut app, &[".", "."]);
    for no in [&["Esc", "g", "n"], &["Esc", "g", "Enter"]] {
        press(&mut app, no);
        assert_eq!(mode(&app), Mode::Map, "No is chosen first");
    }
    assert!(run(&app).is_playing());
    press(&mut app, &["Esc", "g", "y"]);
    assert!(!run(&app).is_playing());
    assert_eq!(mode(&app), Mode::Over(0));
    press(&mut app, &["."]);
    assert_eq!(run(&app).game().turns(), 2);
    assert_eq!(files(&data), ["morgue", "replays"]);
    let story = fs::read_to_string(data.join("morgue/7-1.txt")).unwrap();
    assert!(story.contains("Gave up on depth 1."), "{story}");
    let replay = disk::read_replay(&data.join("replays/7-1.replay")).unwrap();
    assert_eq!(replay.digest(), run(&app).game().digest());
    let result = run(&app).game().result();
    assert!(result.contains(": gave up on depth 1; score"), "{result}");
    // The title has nothing to continue: its first line begins a run.
    pass(&mut app, Duration::from_secs(1));
    press(&mut app, &["t", "Enter"]);
    assert_eq!((screen(&app), run(&app).game().turns()), (Screen::Play, 0));
}

#[test]
fn a_long_action_is_over_in_one_frame_and_the_next_key_comes_after_it() {
    let turns = |app: &App| run(app).game().turns();
    let tap = |app: &mut App, key: &str| {
        builder::tap(app, (KeyCode::F24, Key::Character(key.into())));
    };
    let mut app = app(Screen::Play, 7);
    tap(&mut app, "x");
    app.update();
    assert_eq!(run(&app).game().doing(), None);
    let explored = turns(&app);
    assert!(explored > 5, "{explored} turns");
    // The figure stands where the run is: nothing glides there.
    let at = run(&app).game().view().player().pos;
    let target = app.world().resource::<CameraTarget>().0;
    assert!(
        (target - Vec2::new(at.x as f32, at.y as f32))
            .abs()
            .max_element()
            < 30.0
    );

    // Typed at once, a wait comes after the exploring.
    let mut app = self::app(Screen::Play, 7);
    tap(&mut app, "x");
    tap(&mut app, ".");
    app.update();
    assert_eq!(turns(&app), explored + 1);
}

#[test]
fn a_long_action_that_is_watched_takes_a_step_a_frame_until_a_key_ends_it() {
    let mut app = app(Screen::Play, 7);
    app.world_mut().resource_mut::<Settings>().watch = true;
    let turns = |app: &App| run(app).game().turns();
    builder::tap(&mut app, (KeyCode::F24, Key::Character("x".into())));
    for turn in 1..=4 {
        app.update();
        assert_eq!(turns(&app), turn);
    }
    // Whatever the key is, and though what it opens is closed again.
    press(&mut app, &["i", "Esc"]);
    let ended = turns(&app);
    assert_eq!(ended, 4);
    for _ in 0..5 {
        app.update();
    }
    assert_eq!(turns(&app), ended);
}

/// Goes down and on, without a care, until something ends it, and reads how it ended.
fn die(app: &mut App) {
    fall(app);
    pass(app, Duration::from_secs(1));
}

/// Lets time pass by the program's clock, which stands or goes as before.
fn pass(app: &mut App, duration: Duration) {
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

/// As [`die`], to the moment of death.
fn fall(app: &mut App) {
    for _ in 0..400 {
        press(app, &["x"]);
        wait(app);
        press(app, &[">", ">"]);
        wait(app);
        for key in ["Up", "Right", "Down", "Left", "."] {
            press(app, &[key, key]);
            if matches!(mode(app), Mode::Confirm(..)) {
                press(app, &["y"]);
            }
        }
        if run(app).game().outcome() != Outcome::Playing {
            break;
        }
    }
    assert_ne!(run(app).game().outcome(), Outcome::Playing);
}

#[test]
fn the_end_is_told_and_leads_to_another_run() {
    let mut app = app(Screen::Play, 5);
    die(&mut app);
    assert!(matches!(run(&app).game().outcome(), Outcome::Died { .. }));
    assert_eq!(mode(&app), Mode::Over(0));
    // A letter that is a key of the game chooses the line, and Enter begins the run.
    press(&mut app, &["s"]);
    assert_eq!(mode(&app), Mode::Over(1));
    assert_ne!(run(&app).game().outcome(), Outcome::Playing);
    press(&mut app, &["Enter"]);
    let game = run(&app).game();
    assert_eq!(
        (game.seed(), game.turns(), mode(&app)),
        (Seed(5), 0, Mode::Map)
    );
}

#[test]
fn keys_typed_ahead_of_the_end_choose_nothing() {
    let mut app = app(Screen::Play, 5);
    // The clock stands still from before the end until somebody moves it.
    app.insert_resource(Clock::At(Instant::now()));
    fall(&mut app);
    let (turns, shown) = (run(&app).game().turns(), mode(&app));
    assert!(matches!(shown, Mode::Over(_)), "{shown:?}");
    press(&mut app, &["s", "n", "Enter", "Space", "t", "s"]);
    assert_eq!(screen(&app), Screen::Play);
    assert_eq!((run(&app).game().turns(), mode(&app)), (turns, shown));
    pass(&mut app, Duration::from_millis(900));
    press(&mut app, &["Down", "s", "Enter", "w", "Esc"]);
    assert_eq!(screen(&app), Screen::Play, "too early still");
    assert_eq!((run(&app).game().turns(), mode(&app)), (turns, shown));
    pass(&mut app, Duration::from_millis(200));
    press(&mut app, &["Down", "Enter"]);
    let game = run(&app).game();
    assert_eq!((game.seed(), game.turns()), (Seed(5), 0), "the same again");
    assert_eq!(mode(&app), Mode::Map);
}

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != ".lock")
        .collect();
    names.sort();
    names
}

/// Ends the program, as the window's button does.
fn close(app: &mut App) {
    app.world_mut().write_message(AppExit::Success);
    app.update();
}

#[test]
fn a_run_is_saved_when_the_program_ends_and_goes_on_where_it_was() {
    let data = folder("quit");
    let mut first = app_on_disk(Screen::Play, 7, Some(data.clone()));
    assert_eq!(files(&data), ["run.save"], "from the first turn on");
    press(&mut first, &["x"]);
    wait(&mut first);
    press(&mut first, &["."; 70]);
    let (digest, said) = (run(&first).game().digest(), run(&first).log().clone());
    assert!(said.lines().len() > 1);
    close(&mut first);
    drop(first);

    // The title offers it first, whatever its own seed is.
    let mut next = app_on_disk(Screen::Title, 8, Some(data.clone()));
    press(&mut next, &["Enter"]);
    assert_eq!(run(&next).game().digest(), digest);
    assert_eq!(run(&next).log(), &said, "all that was said is there again");

    // Left by the title, too.
    press(&mut next, &["."]);
    let digest = run(&next).game().digest();
    quit_to_title(&mut next);
    drop(next);
    let next = app_on_disk(Screen::Play, 8, Some(data));
    assert_eq!(run(&next).game().digest(), digest);
}

#[test]
fn a_run_is_saved_every_fifty_turns_whatever_happens_to_the_program() {
    let data = folder("now-and-then");
    let mut app = app_on_disk(Screen::Play, 3, Some(data.clone()));
    for _ in 0..6 {
        press(&mut app, &["."; 10]);
    }
    assert_eq!(run(&app).game().turns(), 60);
    drop(app);
    let app = app_on_disk(Screen::Play, 3, Some(data));
    assert_eq!(run(&app).game().turns(), 50);
}

#[test]
fn another_run_is_begun_in_place_of_one_only_when_the_question_is_answered() {
    let data = folder("sure");
    let mut first = app_on_disk(Screen::Play, 7, Some(data.clone()));
    press(&mut first, &["."]);
    close(&mut first);
    drop(first);
    let mut next = app_on_disk(Screen::Title, 9, Some(data.clone()));
    press(&mut next, &["d"]);
    assert_eq!(run(&next).game().seed(), Seed(7), "asked first");
    press(&mut next, &["n"]);
    press(&mut next, &["d", "Esc"]);
    assert_eq!(screen(&next), Screen::Title, "neither");
    assert_eq!(run(&next).game().seed(), Seed(7));
    press(&mut next, &["d", "b"]);
    assert_eq!(run(&next).game().seed(), Seed(9));
    // The one that was abandoned leaves what any run leaves.
    assert!(data.join("replays/7-1.replay").exists());
    let story = fs::read_to_string(data.join("morgue/7-1.txt")).unwrap();
    assert!(story.contains("Gave up on depth 1."), "{story}");
    close(&mut next);
    drop(next);
    let again = app_on_disk(Screen::Play, 1, Some(data));
    assert_eq!(run(&again).game().seed(), Seed(9));
}

#[test]
fn a_save_that_cannot_be_read_is_told_about_and_kept() {
    let data = folder("unreadable");
    let mut first = app_on_disk(Screen::Play, 7, Some(data.clone()));
    press(&mut first, &["."; 3]);
    close(&mut first);
    drop(first);
    let path = data.join("run.save");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();

    let backup = fs::read(disk::backup(&path)).unwrap();

    let mut next = app_on_disk(Screen::Title, 8, Some(data.clone()));
    let told = &next.world().resource::<Notice>().0;
    for part in ["checksum", "run-unreadable-1.save", "run.save.bak"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // The previous save is gone on with, and the next save replaces neither file.
    press(&mut next, &["Enter"]);
    assert_eq!(run(&next).game().seed(), Seed(7));
    press(&mut next, &["."]);
    close(&mut next);
    assert_eq!(
        files(&data),
        ["run-unreadable-1.save", "run.save", "run.save.bak"]
    );
    assert_eq!(fs::read(data.join("run-unreadable-1.save")).unwrap(), bytes);
    assert_eq!(fs::read(disk::backup(&path)).unwrap(), backup);
    drop(next);
    let again = app_on_disk(Screen::Title, 1, Some(data));
    assert_eq!(again.world().resource::<Notice>().0, "");
    assert_eq!(run(&again).game().seed(), Seed(7));
}

#[test]
fn a_save_of_other_content_is_told_about_and_left_as_it_is() {
    let data = folder("content");
    let mut first = app_on_disk(Screen::Play, 7, Some(data.clone()));
    press(&mut first, &[".", "."]);
    close(&mut first);
    drop(first);
    let path = data.join("run.save");
    let bytes = fs::read(&path).unwrap();
    let names = files(&data);

    let mut files_read = FILES;
    let rules = files_read[3].1.replace("health: 40,", "health: 80,");
    files_read[3].1 = &rules;
    let content = Content::read(files_read).unwrap();
    let content: &'static Content = Box::leak(Box::new(content));
    let mut other = app_with(Screen::Title, 8, Some(data.clone()), content);
    let told = other.world().resource::<Notice>().0.clone();
    for part in ["run.save", "other content", "--content"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(told.lines().count(), 1, "{told}");
    press(&mut other, &["d", ".", "."]);
    assert_eq!(run(&other).game().turns(), 2, "a run that is not saved");
    close(&mut other);
    drop(other);
    assert_eq!(files(&data), names);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let again = app_on_disk(Screen::Title, 1, Some(data));
    assert_eq!(run(&again).game().turns(), 2);
}

#[test]
fn a_picture_taken_in_descend_carries_the_seed_of_its_run() {
    let data = folder("picture");
    let mut first = app_on_disk(Screen::Play, 7, Some(data.clone()));
    press(&mut first, &["."]);
    close(&mut first);
    drop(first);
    let mut next = app_on_disk(Screen::Title, 8, Some(data.clone()));
    let folders = Folders::find(Some(data.clone()), Some(data.clone())).unwrap();
    next.add_plugins(ScreenshotPlugin { folders });
    press(&mut next, &["Enter", "F12"]);
    assert_eq!(run(&next).game().seed(), Seed(7));
    let world = next.world_mut();
    let mut asked = world.query_filtered::<Entity, With<Screenshot>>();
    let entity = asked.single(world).unwrap();
    let image = Image::new_fill(
        Extent3d::default(),
        TextureDimension::D2,
        &[0; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::all(),
    );
    world.trigger(ScreenshotCaptured { entity, image });
    let expected = format!("undercroft-{}-001.png", Seed(7));
    assert_eq!(files(&data.join("screenshots")), [expected]);
}

#[test]
fn what_is_told_of_a_save_joins_what_is_told_already() {
    let data = folder("told");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("run.save"), "a shopping list").unwrap();
    // So the window opens: the notice of the options first, then the plugins.
    let mut app = App::new();
    app.insert_resource(Notice("options.ron:2:9: text is 40".to_owned()));
    app.add_plugins(PlayPlugin { data: Some(data) });
    let told = &app.world().resource::<Notice>().0;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].starts_with("options.ron"), "{told}");
    assert!(lines[1].contains("run-unreadable-1.save"), "{told}");
}

#[test]
fn a_second_window_on_a_folder_says_so_and_saves_nothing() {
    let data = folder("two");
    let mut first = app_on_disk(Screen::Play, 7, Some(data.clone()));
    press(&mut first, &["."; 60]);
    let saved = fs::read(data.join("run.save")).unwrap();
    let told = |app: &App| {
        let told = &app.world().resource::<Notice>().0;
        assert!(
            told.starts_with("Runs are not saved in this window"),
            "{told}"
        );
        assert!(told.contains(&data.display().to_string()), "{told}");
        assert!(told.contains("--data-dir"), "{told}");
    };
    let mut second = app_on_disk(Screen::Title, 5, Some(data.clone()));
    told(&second);
    assert!(
        !second.world().contains_resource::<Run>(),
        "it has no part in the run"
    );
    press(&mut second, &["d"]);
    assert_eq!(run(&second).game().seed(), Seed(5));
    told(&second);
    die(&mut second);
    assert!(run(&second).epitaph().starts_with("Runs are not saved"));
    close(&mut second);
    assert_eq!(second.world().resource::<SaveFailure>().reason(), None);
    assert_eq!(files(&data), ["run.save", "run.save.bak"]);
    assert_eq!(fs::read(data.join("run.save")).unwrap(), saved);
    // Whoever is left alone with the folder goes on.
    let digest = run(&first).game().digest();
    close(&mut first);
    drop((first, second));
    let third = app_on_disk(Screen::Title, 1, Some(data.clone()));
    assert_eq!(run(&third).game().digest(), digest);
    assert_eq!(third.world().resource::<Notice>().0, "");
}

#[test]
fn a_save_that_fails_at_the_end_of_the_program_leaves_its_reason() {
    let data = folder("full");
    let mut app = app_on_disk(Screen::Play, 7, Some(data.clone()));
    let reason = |app: &App| app.world().resource::<SaveFailure>().reason();
    // A folder cannot be renamed over.
    let backup = data.join("run.save.bak");
    fs::create_dir(&backup).unwrap();
    press(&mut app, &["."; 50]);
    let told = app.world().resource::<Notice>().0.clone();
    assert!(told.contains("cannot write"), "{told}");
    // Nothing has happened since: it is tried again all the same.
    close(&mut app);
    let failed = reason(&app).expect("the save failed");
    assert!(
        failed.contains("cannot write") && failed.contains("run.save"),
        "{failed}"
    );
    fs::remove_dir(&backup).unwrap();
    close(&mut app);
    assert_eq!(reason(&app), None);
    drop(app);
    let next = app_on_disk(Screen::Title, 1, Some(data));
    assert_eq!(run(&next).game().turns(), 50);
}

#[test]
fn the_end_leaves_a_replay_and_a_story_and_takes_the_save() {
    let data = folder("end");
    let mut app = app_on_disk(Screen::Play, 5, Some(data.clone()));
    die(&mut app);
    let game = run(&app).game();
    let replay = data.join("replays/5-1.replay");
    let replay = undercroft::disk::read_replay(&replay).unwrap();
    assert_eq!(replay.digest(), game.digest());
    assert_eq!(
        replay.verify(game.content()).unwrap().digest(),
        game.digest()
    );
    let story = fs::read_to_string(data.join("morgue/5-1.txt")).unwrap();
    for part in [
        "seed 5",
        "Died on depth",
        "carried:",
        "score",
        "@",
        "kills you",
    ] {
        assert!(story.contains(part), "{part} in\n{story}");
    }
    assert_eq!(
        files(&data),
        ["morgue", "replays"],
        "no save, nor the one before"
    );
    let told = run(&app).epitaph();
    assert!(told.contains("5-1.txt"), "{told}");
    close(&mut app);
    assert_eq!(files(&data), ["morgue", "replays"]);
}

fn screen(app: &App) -> Screen {
    *app.world().resource::<State<Screen>>().get()
}

fn watched(app: &App) -> &Run {
    &app.world().resource::<Watched>().run
}

fn position(app: &App) -> u64 {
    watched(app).playback().unwrap().position()
}

#[test]
fn the_end_leads_to_the_replay_which_is_played_stepped_and_searched() {
    let data = folder("watch");
    let mut app = app_on_disk(Screen::Play, 5, Some(data));
    die(&mut app);
    let ended = run(&app).game().clone();
    press(&mut app, &["w"]);
    assert_eq!(screen(&app), Screen::Replay);
    assert!(app.world().resource::<Film>().is_playing());
    let began = Instant::now();
    while position(&app) < 3 {
        app.update();
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "it does not play"
        );
    }
    press(&mut app, &["Space"]);
    let stopped = position(&app);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(position(&app), stopped, "it is paused");
    press(&mut app, &["Right", "Right", "Left"]);
    assert_eq!(position(&app), stopped + 1);

    press(&mut app, &["End"]);
    assert_eq!(watched(&app).game().digest(), ended.digest());
    assert!(watched(&app).log().lines().len() > 1);
    press(&mut app, &["Home"]);
    assert_eq!((position(&app), watched(&app).game().turns()), (0, 0));

    // To a turn, with a slip of the finger taken back; digits do nothing but be typed.
    let turn = ended.turns() / 2;
    let typed = format!("{turn}");
    let mut keys = vec!["g", "9", "Backspace"];
    keys.extend(typed.split_terminator("").filter(|digit| !digit.is_empty()));
    keys.push("Enter");
    press(&mut app, &keys);
    assert!(watched(&app).game().turns() >= turn);
    assert!(
        watched(&app).game().turns() < turn + 10,
        "long deeds take a few turns"
    );
    // Typing is given up before the screen is.
    press(&mut app, &["g", "1", "Esc"]);
    assert_eq!(screen(&app), Screen::Replay);

    // Everything is shown, and nothing of it gets into the run.
    press(&mut app, &["Home"]);
    let seen = |app: &App| {
        let lights = app.world().resource::<LightMap>();
        let all = (0..50).flat_map(|y| (0..80).map(move |x| Pos::new(x, y)));
        all.filter(|pos| lights.get(*pos).sight() != Lit::UNSEEN)
            .count()
    };
    let known = seen(&app);
    press(&mut app, &["o"]);
    assert!(seen(&app) > 2 * known, "{} against {known}", seen(&app));
    press(&mut app, &["End"]);
    assert_eq!(watched(&app).game().digest(), ended.digest());

    // The list, and back from it.
    press(&mut app, &["Esc"]);
    assert_eq!(screen(&app), Screen::Replays);
    assert_eq!(app.world().resource::<Listed>().count(), 1);
    assert!(!app.world().contains_resource::<Watched>());
    press(&mut app, &["Enter"]);
    assert_eq!(screen(&app), Screen::Replay);
    press(&mut app, &["Esc", "Esc"]);
    assert_eq!(screen(&app), Screen::Title);
}

#[test]
fn a_replay_that_cannot_be_played_is_told_about_and_listed_as_such() {
    let data = folder("broken-replay");
    fs::create_dir_all(data.join("replays")).unwrap();
    fs::write(data.join("replays/1-1.replay"), "no replay\n").unwrap();
    let mut app = app_on_disk(Screen::Replays, 5, Some(data));
    assert_eq!(app.world().resource::<Listed>().count(), 1);
    press(&mut app, &["Enter"]);
    assert_eq!(screen(&app), Screen::Replays);
    let told = &app.world().resource::<Notice>().0;
    assert!(
        told.contains("1-1.replay") && told.contains("line 1"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn replays_that_have_no_end_or_no_writer_are_listed_and_refused() {
    let data = folder("endless-replays");
    let replays = data.join("replays");
    fs::create_dir_all(&replays).unwrap();
    let large = fs::File::create(replays.join("1.replay")).unwrap();
    large.set_len(disk::LIMIT + 1).unwrap();
    let pipe = replays.join("2.replay");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let mut app = app_on_disk(Screen::Replays, 5, Some(data));
    assert_eq!(app.world().resource::<Listed>().count(), 2);
    let mut told = Vec::new();
    for _ in 0..2 {
        press(&mut app, &["Enter"]);
        assert_eq!(screen(&app), Screen::Replays);
        told.push(app.world().resource::<Notice>().0.clone());
        press(&mut app, &["Down"]);
    }
    for reason in [
        "1.replay: the file exceeds the 64 MiB limit",
        "2.replay: not a regular file",
    ] {
        assert!(told.iter().any(|told| told.contains(reason)), "{told:?}");
    }
}

#[test]
fn the_daily_run_has_the_date_as_its_seed_and_its_first_result_is_kept() {
    let data = folder("daily");
    let mut app = app_on_disk(Screen::Title, 5, Some(data.clone()));
    press(&mut app, &["t", "r"]);
    assert_eq!(screen(&app), Screen::Play);
    let seed = run(&app).game().seed();
    let daily = Daily::of((seed, 0)).expect("the seed is a date");
    // Left and gone on with by the same key.
    press(&mut app, &["."]);
    quit_to_title(&mut app);
    press(&mut app, &["t", "r"]);
    assert_eq!(
        (run(&app).game().seed(), run(&app).game().turns()),
        (seed, 1)
    );
    die(&mut app);
    let kept = fs::read_to_string(data.join(format!("daily/{daily}.txt"))).unwrap();
    assert_eq!(kept, format!("{}\n", run(&app).game().result()));
    // Once more: another end, the same result.
    press(&mut app, &["s", "Enter"]);
    press(&mut app, &["."; 20]);
    die(&mut app);
    assert_ne!(kept, format!("{}\n", run(&app).game().result()));
    let still = fs::read_to_string(data.join(format!("daily/{daily}.txt"))).unwrap();
    assert_eq!(still, kept);
    // The result is copied for others.
    press(&mut app, &["c"]);
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.paste();
    let copied = clipboard.pasted();
    assert_eq!(copied, Some(Ok(run(&app).game().result())));
}

#[test]
fn the_card_of_an_item_offers_what_can_be_done_with_it() {
    let mut app = app(Screen::Play, 7);
    let letter = Purpose::Equip.letters(run(&app)).first().copied();
    let worn = Purpose::TakeOff.letters(run(&app))[0];
    assert_eq!(letter, None, "all is in use at the start");
    // By letter, and back to the list.
    press(&mut app, &["i", &worn.to_string()]);
    assert!(matches!(mode(&app), Mode::Item { letter, .. } if letter == worn));
    press(&mut app, &["Esc"]);
    assert!(
        matches!(mode(&app), Mode::Pack(Purpose::Use, _)),
        "{:?}",
        mode(&app)
    );
    // By arrows: the first deed is the obvious one.
    press(&mut app, &["Enter", "Enter"]);
    assert_eq!(Purpose::Equip.letters(run(&app)), [worn]);
    // By the deed's key.
    press(&mut app, &["i", &worn.to_string(), "w"]);
    assert_eq!(Purpose::TakeOff.letters(run(&app))[0], worn);
}

/// A run that stands beside a conduit with nobody in sight, played there by the explorer.
pub fn run_beside_a_conduit() -> (undercroft::game::Run, Dir) {
    for seed in 1..100 {
        let setup = Setup::new(Seed(seed)).unwrap();
        let mut run = undercroft::game::Run::new(setup).unwrap();
        let mut bot = BotKind::Explorer.bot(Seed(seed));
        let mut events = Vec::new();
        for _ in 0..6000 {
            let game = run.game();
            let view = game.view();
            if game.outcome() != Outcome::Playing || game.depth() > 4 {
                break;
            }
            let me = view.player().pos;
            if let Some(vault) = view
                .vault()
                .filter(|vault| vault.has_conduit && !vault.open)
                && view.conduit().is_some()
                && !view.enemy_in_sight()
                && let Some(dir) = Dir::ALL
                    .into_iter()
                    .find(|dir| me.step(*dir) == vault.lever)
            {
                return (run, dir);
            }
            let action = game.doing().unwrap_or_else(|| bot.act(view));
            if let Err(why) = run.apply(action, &mut events) {
                bot.refused(action, why);
            }
            events.clear();
        }
    }
    panic!("no level has a conduit that the explorer comes to");
}

#[test]
fn a_conduit_is_worked_on_the_map_turn_by_turn_until_its_vault_opens() {
    let data = folder("conduit");
    let (found, dir) = run_beside_a_conduit();
    undercroft::disk::write_run(&data.join("run.save"), &found).unwrap();
    let mut app = app_on_disk(Screen::Play, 1, Some(data));
    app.insert_resource(Settings {
        motion: Motion::Reduced,
        ..default()
    });
    let key = match dir {
        Dir::North => "k",
        Dir::South => "j",
        Dir::West => "h",
        Dir::East => "l",
        Dir::NorthWest => "y",
        Dir::NorthEast => "u",
        Dir::SouthWest => "b",
        Dir::SouthEast => "n",
    };
    let turns = |app: &App| run(app).game().turns();
    let board = |app: &App| run(app).game().view().conduit();
    let before = turns(&app);
    press(&mut app, &[key]);
    assert!(matches!(mode(&app), Mode::Conduit(_)), "{:?}", mode(&app));
    assert_eq!(turns(&app), before, "looking takes no time");
    let first = board(&app).unwrap();
    press(&mut app, &["Enter"]);
    let turned = board(&app).unwrap();
    assert_ne!(turned, first);
    assert_eq!(
        turns(&app),
        before + 1,
        "a turn of the tile, a turn of the world"
    );
    press(&mut app, &["Backspace"]);
    assert_eq!(board(&app).unwrap(), first, "and back");
    // The cursor is moved by steps, and Esc leaves the board as it stands.
    press(&mut app, &["Left", "Enter"]);
    let left = board(&app).unwrap();
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
    press(&mut app, &[key]);
    assert_eq!(board(&app).unwrap(), left);
    // Feeling sets one tile right after another.
    for _ in 0..60 {
        if board(&app).is_none() {
            break;
        }
        if mode(&app) == Mode::Map {
            press(&mut app, &[key]);
        }
        press(&mut app, &["s"]);
    }
    assert_eq!(mode(&app), Mode::Map, "solved, it closes");
    let light = |app: &App| app.world().resource::<LightMap>().tiles().clone();
    let painted = |app: &App| app.world().resource_ref::<LightMap>().last_changed();
    let running = light(&app);
    let began = Instant::now();
    loop {
        let before = painted(&app);
        app.update();
        if painted(&app) == before {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "light ends");
    }
    assert!(running != light(&app), "it had run out");
    assert!(run(&app).game().view().vault().unwrap().open);
}

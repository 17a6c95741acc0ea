//! The roguelike's screen without a window: keys in, the run and the terrain out.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use undercroft::app::dungeon::{DungeonPlugin, Scene};
use undercroft::app::glyph::{GlyphPlugin, GlyphSprite, LightMap, Lit, Terrain};
use undercroft::app::input::{InputPlugin, Keymap};
use undercroft::app::lab::LabPlugin;
use undercroft::app::light::LightPlugin;
use undercroft::app::platform::Clipboard;
use undercroft::app::play::{Mode, PlayPlugin, Purpose, Run};
use undercroft::app::player::PlayerPlugin;
use undercroft::app::screens::{Screen, ScreensPlugin};
use undercroft::app::seed::SeedPlugin;
use undercroft::game::{Action, Outcome};
use undercroft::geom::{Dir, Pos};
use undercroft::mapgen::MapSpec;
use undercroft::rng::Seed;

fn app(first: Screen, seed: u64) -> App {
    let spec: MapSpec = format!("rogue/80x50#{seed}").parse().unwrap();
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        SeedPlugin { seed: spec.seed },
        DungeonPlugin { spec },
        InputPlugin {
            keymap: Keymap::shipped().unwrap(),
        },
        PlayerPlugin,
        GlyphPlugin,
        LightPlugin,
        LabPlugin,
        PlayPlugin,
        ScreensPlugin { first },
    ));
    app.init_resource::<ButtonInput<KeyCode>>();
    app.insert_resource(Clipboard::own());
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    app.update();
    app.update();
    app
}

/// Sends keys, all within one frame, and runs frames until nothing more is asked for.
fn press(app: &mut App, keys: &[&str]) {
    let window = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>()
        .single(app.world())
        .unwrap();
    for key in keys {
        let logical_key = match *key {
            "Up" => Key::ArrowUp,
            "Down" => Key::ArrowDown,
            "Left" => Key::ArrowLeft,
            "Right" => Key::ArrowRight,
            "Enter" => Key::Enter,
            "Esc" => Key::Escape,
            "Tab" => Key::Tab,
            c => Key::Character(c.into()),
        };
        for state in [ButtonState::Pressed, ButtonState::Released] {
            app.world_mut().write_message(KeyboardInput {
                key_code: KeyCode::F24,
                logical_key: logical_key.clone(),
                state,
                text: None,
                repeat: false,
                window,
            });
        }
    }
    for _ in 0..keys.len() + 3 {
        app.update();
    }
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
            let drawn = lights.get(pos).flags & !Lit::COVERED;
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

#[test]
fn keys_typed_ahead_of_a_menu_are_its_letters() {
    let mut app = app(Screen::Play, 7);
    // `c` closes a door on the map, and is the fig in the pack: eating it is asked about.
    press(&mut app, &["e", "c"]);
    assert!(
        matches!(mode(&app), Mode::Confirm(Action::Eat { .. }, _)),
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
    press(&mut app, &["Esc"]);
    assert_eq!(
        *app.world().resource::<State<Screen>>().get(),
        Screen::Title
    );
    assert_eq!(*app.world().resource::<Scene>(), Scene::Dungeon);
    let mut sprites = app.world_mut().query::<&GlyphSprite>();
    assert_eq!(sprites.iter(app.world()).count(), 1, "the dungeon's own @");
    press(&mut app, &["Enter"]);
    assert_eq!(run(&app).game().digest(), digest, "Continue comes first");
    press(&mut app, &["Esc"]);
    press(&mut app, &["d"]);
    let game = run(&app).game();
    assert_eq!(game.turns(), 0);
    assert_ne!(game.seed(), Seed(7), "the title drew another");
}

#[test]
fn the_end_is_told_and_leads_to_another_run() {
    let mut app = app(Screen::Play, 5);
    // Down and on, without a care, until something ends it.
    for _ in 0..400 {
        press(&mut app, &["x"]);
        wait(&mut app);
        press(&mut app, &[">", ">"]);
        wait(&mut app);
        for key in ["Up", "Right", "Down", "Left", "."] {
            press(&mut app, &[key, key]);
            if matches!(mode(&app), Mode::Confirm(..)) {
                press(&mut app, &["y"]);
            }
        }
        if run(&app).game().outcome() != Outcome::Playing {
            break;
        }
    }
    assert!(matches!(run(&app).game().outcome(), Outcome::Died { .. }));
    assert_eq!(mode(&app), Mode::Over);
    press(&mut app, &["s"]);
    let game = run(&app).game();
    assert_eq!(
        (game.seed(), game.turns(), mode(&app)),
        (Seed(5), 0, Mode::Map)
    );
}

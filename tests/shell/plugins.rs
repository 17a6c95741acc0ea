//! Tests of the shell's plugins without a window and a renderer: keys go in, resources come out.

use crate::builder::{self, assert_told, notice};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowMode};
use undercroft::app::Screen;
use undercroft::app::dungeon::{Dungeon, Regenerate};
use undercroft::app::glyph::{LightMap, Lit, Terrain, Zoom};
use undercroft::app::input::{Keymap, Layer, Layers};
use undercroft::app::platform::clock::Wake;
use undercroft::app::player::Walker;
use undercroft::app::seed::{Cosmetic, TitleSeed};
use undercroft::app::settings::Value;
use undercroft::geom::{Dir, Pos};
use undercroft::mapgen::{ALL, MapSpec};
use undercroft::rng::{Seed, Tag};

fn spec(code: &str) -> MapSpec {
    code.parse().unwrap()
}

fn app(code: &str) -> App {
    let mut app = builder::app(Screen::Lab, code);
    app.update();
    // The Lab starts in panning mode; this key switches to walking.
    press(&mut app, &["w"]);
    app
}

/// The logical key and the key code of a key named as in the default key map.
fn key(name: &str) -> (Key, KeyCode) {
    match name {
        "Right" => (Key::ArrowRight, KeyCode::ArrowRight),
        "Left" => (Key::ArrowLeft, KeyCode::ArrowLeft),
        "Up" => (Key::ArrowUp, KeyCode::ArrowUp),
        "Down" => (Key::ArrowDown, KeyCode::ArrowDown),
        "Esc" => (Key::Escape, KeyCode::Escape),
        "F11" => (Key::F11, KeyCode::F11),
        "Shift" => (Key::Shift, KeyCode::ShiftLeft),
        // The key map looks at the character only, so any key code will do.
        text => (Key::Character(text.into()), KeyCode::KeyR),
    }
}

fn send(app: &mut App, name: &str, state: ButtonState, repeat: bool) {
    let (logical_key, key_code) = key(name);
    let event = builder::key(key_code, logical_key, state);
    builder::send(app, KeyboardInput { repeat, ..event });
}

/// Presses and releases keys within one frame; the prefix `Shift+` holds Shift.
fn press(app: &mut App, keys: &[&str]) {
    for name in keys {
        let plain = name.strip_prefix("Shift+");
        if plain.is_some() {
            send(app, "Shift", ButtonState::Pressed, false);
        }
        send(app, plain.unwrap_or(name), ButtonState::Pressed, false);
        send(app, plain.unwrap_or(name), ButtonState::Released, false);
        if plain.is_some() {
            send(app, "Shift", ButtonState::Released, false);
        }
    }
    app.update();
}

/// As [`press`], then runs frames until the queue is empty.
fn press_all(app: &mut App, keys: &[&str]) {
    press(app, keys);
    for _ in 0..keys.len() {
        app.update();
    }
}

fn at(app: &App) -> Pos {
    app.world().resource::<Walker>().at().unwrap()
}

fn window(app: &mut App) -> &Window {
    let mut windows = app.world_mut().query::<&Window>();
    windows.single(app.world()).unwrap()
}

fn dungeon(app: &App) -> &Dungeon {
    app.world().resource::<Dungeon>()
}

#[test]
fn the_random_resources_are_those_of_the_seed_and_follow_it() {
    let mut app = app("rogue/80x50#7");
    let check = |app: &App, seed: Seed| {
        let title = app.world().resource::<TitleSeed>();
        assert_eq!(title.seed(), seed);
        let streams = title.streams();
        assert_eq!(streams.seed(), seed);
        assert_eq!(
            app.world().resource::<Cosmetic>().0,
            streams.stream(Tag::COSMETIC, &[])
        );
    };
    check(&app, Seed(7));
    app.world_mut().resource_mut::<TitleSeed>().show(Seed(8));
    app.update();
    check(&app, Seed(8));
}

#[test]
fn the_first_map_is_drawn_whole_and_the_walker_stands_at_its_start() {
    let mut app = app("rogue/80x50#7");
    // With stone and light in place of a plan.
    press(&mut app, &["o"]);
    let map = spec("rogue/80x50#7").generate().unwrap();
    assert_eq!(dungeon(&app).map(), &map);
    assert_eq!(Some(at(&app)), map.start);
    let cells = app.world().resource::<Terrain>().cells();
    assert_eq!(cells.size(), map.size());
    let mut dots = 0;
    for (pos, tile) in map.tiles.iter() {
        let is_dot = cells[pos].glyph.to_char() == '·';
        assert!(tile.is_walkable() || !is_dot, "{pos}");
        dots += usize::from(is_dot);
    }
    assert!(dots > 100, "{dots}");
    let lit = app.world().resource::<LightMap>().tiles();
    assert_eq!(lit.size(), map.size());
    for (pos, lit) in lit.iter() {
        let covered = if Some(pos) == map.start {
            Lit::COVERED
        } else {
            0
        };
        let solid = if map.is_walkable(pos) { 0 } else { Lit::SOLID };
        assert_eq!(lit.flags, Lit::VISIBLE | covered | solid, "{pos}");
    }
}

#[test]
fn the_lantern_lights_where_the_walker_goes_and_not_where_it_was() {
    let mut app = app("box/80x50#1");
    press(&mut app, &["o"]);
    let light = |app: &App, pos: Pos| app.world().resource::<LightMap>().tiles()[pos].light[0];
    let start = at(&app);
    let dark = light(&app, Pos::new(1, 1));
    assert!(light(&app, start) > dark);
    press(&mut app, &["Left"; 30]);
    assert_eq!(light(&app, start), dark);
    assert!(light(&app, at(&app)) > dark);
}

#[test]
fn keys_of_every_kind_walk_in_eight_directions() {
    for (keys, dir) in [
        (["Up", "k", "k"], Dir::North),
        (["Down", "j", "j"], Dir::South),
        (["Left", "h", "h"], Dir::West),
        (["Right", "l", "l"], Dir::East),
        (["y", "y", "y"], Dir::NorthWest),
        (["u", "u", "u"], Dir::NorthEast),
        (["b", "b", "b"], Dir::SouthWest),
        (["n", "n", "n"], Dir::SouthEast),
    ] {
        let mut app = app("box/80x50#1");
        let mut expected = at(&app);
        for key in keys {
            press(&mut app, &[key]);
            expected = expected.step(dir);
            assert_eq!(at(&app), expected, "{key}");
        }
    }
}

#[test]
fn a_wall_stops_the_walker() {
    let mut app = app("box/9x9#1");
    press(&mut app, &["Left"; 50]);
    assert_eq!(at(&app), Pos::new(1, 4));
    assert_eq!(app.world().resource::<Walker>().steps(), 3);
}

#[test]
fn two_hundred_keys_in_one_frame_are_all_obeyed_in_their_order() {
    let mut app = app("box/300x300#1");
    let start = at(&app);
    let keys: Vec<&str> = (0..200)
        .map(|i| if i % 4 == 3 { "Down" } else { "Right" })
        .collect();
    press(&mut app, &keys);
    // 149 tiles of floor lie to the right; the wall stops further steps.
    assert_eq!(at(&app), Pos::new((start.x + 150).min(298), start.y + 50));
}

#[test]
fn steps_after_a_new_map_are_taken_on_that_map() {
    let mut app = app("rooms/80x50#5");
    press_all(&mut app, &["Left", "r", "Right", "Right", "r", "Down"]);
    let third = spec("rooms/80x50#5")
        .with_seed(Seed(5).short_nth(2))
        .generate()
        .unwrap();
    assert_eq!(dungeon(&app).map(), &third);
    let expected = third.step(third.start.unwrap(), Dir::South).unwrap();
    assert_eq!(at(&app), expected);
    assert_eq!(app.world().resource::<Walker>().steps(), 1);
}

#[test]
fn a_held_key_repeats_a_step_and_not_a_switch() {
    let mut app = app("box/80x50#1");
    let start = at(&app);
    for (repeat, name) in [(false, "Left"), (true, "Left"), (true, "Left")] {
        send(&mut app, name, ButtonState::Pressed, repeat);
    }
    for repeat in [false, true, true] {
        send(&mut app, "?", ButtonState::Pressed, repeat);
    }
    // Presses and repeats have frames of their own.
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(at(&app), start - Pos::new(3, 0));
    assert!(app.world().resource::<Layers>().is_open(Layer::Help));
}

#[test]
fn the_next_map_and_the_one_before_lead_back() {
    let mut app = app("rogue/80x50#7");
    let first = dungeon(&app).map().clone();
    press(&mut app, &["r"]);
    assert_eq!(dungeon(&app).spec().seed, Seed(7).short_nth(1));
    assert_ne!(dungeon(&app).map(), &first);
    press(&mut app, &["Shift+r"]);
    assert_eq!((dungeon(&app).map(), dungeon(&app).number()), (&first, 0));
    press(&mut app, &["Shift+r"]);
    assert_told(&app, "first map");
    assert_eq!(dungeon(&app).map(), &first);
    press(&mut app, &["Left"]);
    assert_eq!(notice(&app), "", "a notice stays until the next key");
}

#[test]
fn brackets_step_through_the_generators_that_accept_the_size_and_keep_the_seed() {
    // 20x20 is too small for some of them.
    let mut app = app("rogue/20x20#7");
    let size = undercroft::geom::Size::new(20, 20);
    let mut accepting: Vec<&str> = ALL
        .iter()
        .filter(|generator| generator.check(size, &generator.params()).is_ok())
        .map(|generator| generator.info().name)
        .collect();
    assert!(accepting.len() < ALL.len() && accepting.len() > 2);
    let mut names = Vec::new();
    for _ in 0..accepting.len() {
        press(&mut app, &["]"]);
        let spec = dungeon(&app).spec();
        assert_eq!((spec.seed, spec.size()), (Seed(7), size));
        names.push(spec.generator().info().name);
    }
    assert_eq!(names.last(), Some(&"rogue"));
    let rogue = accepting.iter().position(|name| *name == "rogue").unwrap();
    accepting.rotate_left(rogue + 1);
    assert_eq!(names, accepting);
    press(&mut app, &["["]);
    let before = accepting[accepting.len() - 2];
    assert_eq!(dungeon(&app).spec().generator().info().name, before);
}

#[test]
fn a_map_that_cannot_be_made_leaves_the_one_there_is() {
    let mut app = app("rogue/7x7#7");
    let before = dungeon(&app).map().clone();
    // With one of these seeds, `rooms` places no room.
    let failing = (0..100)
        .map(|seed| spec(&format!("rooms/7x7#{seed}")))
        .find(|spec| spec.generate().is_err());
    app.world_mut()
        .write_message(Regenerate::Exactly(failing.unwrap()));
    app.update();
    assert_told(&app, "placed no room on 7x7");
    assert_eq!(dungeon(&app).map(), &before);
    assert_eq!(dungeon(&app).spec(), &spec("rogue/7x7#7"));
}

#[test]
fn the_window_is_called_after_the_seed() {
    let mut app = app("rogue/80x50#7");
    assert_eq!(window(&mut app).title, "Undercroft - 7");
    press(&mut app, &["r"]);
    let title = format!("Undercroft - {}", Seed(7).short_nth(1));
    assert_eq!(window(&mut app).title, title);
}

#[test]
fn escape_closes_the_help_first_then_the_lab_and_then_the_program() {
    let mut app = app("rogue/80x50#7");
    press(&mut app, &["?"]);
    press(&mut app, &["Esc"]);
    assert!(!app.world().resource::<Layers>().is_open(Layer::Help));
    assert_eq!(builder::exit(&app), None);
    press(&mut app, &["Esc"]);
    app.update();
    assert_eq!(builder::exit(&app), None);
    press(&mut app, &["Esc"]);
    assert_eq!(builder::exit(&app), None, "it asks");
    press(&mut app, &["y"]);
    assert_eq!(builder::exit(&app), Some(AppExit::Success));
}

#[test]
fn fullscreen_switches_on_and_off() {
    let mut app = app("rogue/80x50#7");
    press(&mut app, &["F11"]);
    assert_ne!(window(&mut app).mode, WindowMode::Windowed);
    press(&mut app, &["F11"]);
    assert_eq!(window(&mut app).mode, WindowMode::Windowed);
}

#[test]
fn zoom_goes_by_steps_within_its_table() {
    let mut app = app("rogue/80x50#7");
    let step = |app: &App| app.world().resource::<Zoom>().step();
    let before = step(&app);
    press(&mut app, &["+"]);
    assert_eq!(step(&app), before + 1);
    press(&mut app, &["-"; 100]);
    assert_eq!(step(&app), 0);
    press(&mut app, &["="; 100]);
    assert_eq!(step(&app), Zoom::STEPS - 1);
}

#[test]
fn the_players_own_keys_are_obeyed() {
    let mut app = app("rogue/80x50#7");
    let keymap = app.world().resource::<Keymap>();
    let keys = Value::whole("mine.ron", r#"{ "next-map": ["x"] }"#, "").unwrap();
    let own = keymap.with_overrides(keys, &mut Vec::new());
    app.insert_resource(own.unwrap());
    press(&mut app, &["r"]);
    assert_eq!(dungeon(&app).number(), 0);
    press(&mut app, &["x"]);
    assert_eq!(dungeon(&app).number(), 1);
}

#[test]
fn at_rest_no_frame_is_asked_for() {
    let mut app = app("rogue/80x50#7");
    press(&mut app, &["Left", "Right"]);
    // A glide takes 60 ms of real time, and frames run as fast as possible here.
    let mut frames = 0;
    loop {
        app.update();
        frames += 1;
        let world = app.world();
        let redraws = world.resource::<Messages<RequestRedraw>>();
        let wakes = world.resource::<Messages<Wake>>();
        if redraws.iter_current_update_messages().count() == 0
            && wakes.iter_current_update_messages().count() == 0
        {
            break;
        }
        assert!(frames < 5_000_000, "the walker never comes to rest");
    }
    let terrain = app.world().resource_ref::<Terrain>().last_changed();
    let light = app.world().resource_ref::<LightMap>().last_changed();
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(
        app.world().resource_ref::<Terrain>().last_changed(),
        terrain
    );
    assert_eq!(app.world().resource_ref::<LightMap>().last_changed(), light);
}

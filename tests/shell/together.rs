//! What holds on every screen: two keys that end a frame do in one what they do in two, and what is open when a
//! screen is left is gone there, and gone on return.

use bevy::input::keyboard::{Key, KeyCode};
use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::dungeon::Dungeon;
use undercroft::app::glyph::Zoom;
use undercroft::app::input::Layers;
use undercroft::app::platform::{ExportFolders, Folders};
use undercroft::app::screens::descend::Mode;
use undercroft::app::screens::options::OptionsState;
use undercroft::app::stage::{LogFooter, Run};
use undercroft::app::ui::hud::Bar;

use crate::builder::{self, screen};

fn app(first: Screen) -> App {
    let mut app = builder::app(first, "rogue/80x50#7");
    let root = builder::folder("together");
    let folders = Folders::find(Some(root.clone()), Some(root)).unwrap();
    app.insert_resource(ExportFolders(folders));
    app.init_resource::<ButtonInput<KeyCode>>();
    settle(&mut app);
    app
}

fn settle(app: &mut App) {
    for _ in 0..6 {
        app.update();
    }
}

fn tap(app: &mut App, key: &str) {
    let key = match key {
        "Enter" => Key::Enter,
        "Esc" => Key::Escape,
        "Tab" => Key::Tab,
        "Delete" => Key::Delete,
        letter => Key::Character(letter.into()),
    };
    builder::tap(app, (KeyCode::F24, key));
}

/// What the player sees and has. Two titles differ in the seeds that they draw, and so do the screens that they
/// open.
fn state(app: &mut App) -> String {
    let seed = builder::window_title(app);
    let world = app.world();
    let shown = screen(app);
    let mut parts = vec![
        format!("{shown:?} {:?}", world.resource::<Layers>()),
        format!("{:?}", world.resource::<Mode>()),
        format!("{:?}", builder::exit(app)),
        world.resource::<LogFooter>().0.clone(),
    ];
    let bar = world.resource::<Bar>();
    parts.extend(bar.hints.iter().map(|hint| hint.1.to_owned()));
    parts.extend(bar.here.iter().map(|offer| offer.1.clone()));
    match shown {
        Screen::Title | Screen::Replays | Screen::Replay => {}
        Screen::Descend => {
            let game = world.resource::<Run>().game();
            parts.push(format!("{} {:?}", game.digest(), world.resource::<Zoom>()));
        }
        Screen::Lab => parts.push(world.resource::<Dungeon>().spec().to_string()),
        Screen::Options => parts.push(world.resource::<OptionsState>().message().to_owned()),
        Screen::Maze | Screen::Conduit => parts.push(seed),
    }
    parts.join("\n")
}

/// Each screen with keys after which the rest of a frame's keys wait, as they change what keys mean.
const ENDING: [(Screen, &[&str]); 7] = [
    (
        Screen::Title,
        &["d", "t", "k", "e", "s", "o", "w", "?", "Enter", "Esc"],
    ),
    (
        Screen::Descend,
        &["i", "d", "t", "e", "m", "r", "?", "Enter", "Esc"],
    ),
    (Screen::Maze, &["t", "n", "v", "?", "Esc"]),
    (Screen::Conduit, &["n", "t", "v", "?", "Esc"]),
    (Screen::Lab, &["r", "]", "[", "w", "v", "e", "?", "Esc"]),
    (Screen::Options, &["Tab", "r", "?", "Enter", "Esc"]),
    (Screen::Replays, &["Delete", "?", "Enter", "Esc"]),
];

#[test]
fn two_ending_keys_in_one_frame_do_what_they_do_in_two() {
    for (first_screen, keys) in ENDING {
        let apps = || [app(first_screen), app(first_screen)];
        let mut pair = apps();
        for (place, first) in keys.iter().enumerate() {
            for second in ["Esc", "Enter", keys[(place + 1) % keys.len()]] {
                let [at_once, in_turn] = &mut pair;
                tap(at_once, first);
                tap(at_once, second);
                tap(in_turn, first);
                settle(in_turn);
                tap(in_turn, second);
                for app in [&mut *at_once, in_turn] {
                    settle(app);
                    builder::wait_until(app, |app| !is_working(app));
                }
                let case = format!("{first_screen:?}: {first} and {second}");
                assert_eq!(state(at_once), state(in_turn), "{case}");
                let is_left = screen(at_once) != first_screen || builder::exit(at_once).is_some();
                if is_left {
                    pair = apps();
                }
            }
        }
    }
}

/// Whether a map or a maze is made in the background.
fn is_working(app: &App) -> bool {
    let layers = app.world().resource::<Layers>();
    layers.is_open(undercroft::app::input::Layer::Generation)
}

/// Each screen with keys that open something in it.
const OPENERS: [(Screen, &[&[&str]]); 7] = [
    (Screen::Title, &[&["t"], &["k"], &["e"], &["?"]]),
    (
        Screen::Descend,
        &[
            &["i"],
            &["i", "a"],
            &["d"],
            &["t"],
            &[";"],
            &["_"],
            &["m"],
            &["Esc"],
            &["e", "c"],
            &["?"],
        ],
    ),
    (Screen::Maze, &[&["?"]]),
    (Screen::Conduit, &[&["?"]]),
    (Screen::Lab, &[&["e"], &["?"], &["e", "?"]]),
    (Screen::Options, &[&["Tab", "Enter"], &["?"]]),
    (Screen::Replays, &[&["?"]]),
];

#[test]
fn what_is_open_when_a_screen_is_left_leaves_no_trace() {
    let go = |app: &mut App, screen| {
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(screen);
        settle(app);
        builder::wait_until(app, |app| !is_working(app));
    };
    let mut traces = Vec::new();
    for (first_screen, openers) in OPENERS {
        let other = match first_screen {
            Screen::Options => Screen::Descend,
            _ => Screen::Options,
        };
        let mut plain = app(first_screen);
        let before = state(&mut plain);
        go(&mut plain, other);
        let beyond = state(&mut plain);
        go(&mut plain, first_screen);
        let back = state(&mut plain);
        for keys in openers {
            let mut app = app(first_screen);
            for key in *keys {
                tap(&mut app, key);
                settle(&mut app);
            }
            let open = state(&mut app);
            assert_ne!(open, before, "{first_screen:?}: {keys:?} open something");
            for (next, expected) in [(other, &beyond), (first_screen, &back)] {
                go(&mut app, next);
                let found = state(&mut app);
                if found != *expected {
                    traces.push(format!(
                        "{first_screen:?}, {keys:?}, {next:?}:\n{found}\nnot\n{expected}"
                    ));
                }
            }
        }
    }
    assert!(traces.is_empty(), "{}", traces.join("\n\n"));
}

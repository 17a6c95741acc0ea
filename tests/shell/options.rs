//! Tests the Options screen without a window, by pressing keys.

use std::fs;
use std::path::PathBuf;

use crate::builder::{self, screen};
use crate::disguise::{OF_DOCUMENTS, encodings};
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::WindowMode;
use undercroft::app::Notice;
use undercroft::app::Screen;
use undercroft::app::input::{AnyAction, CommonAction, Keymap, Layer, Layers};
use undercroft::app::platform::Folders;
use undercroft::app::platform::pad::{Button, PadQueue, Press};
use undercroft::app::screens::options::OptionsState;
use undercroft::app::screens::title::TitleAction;
use undercroft::app::settings::{self, ConfigFile, ConfigFiles, Motion, Palette, Settings, Value};
use undercroft::app::ui::hud::Bar;

fn app(first: Screen) -> App {
    let mut app = builder::app(first, "rogue/80x50#7");
    app.update();
    app
}

/// An app that saves its files to a new folder, which is returned as well.
fn app_with_files(name: &str) -> (App, PathBuf) {
    let root = std::env::temp_dir().join(format!("undercroft-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    let folders = Folders::find(Some(root.clone()), Some(root.join("data"))).unwrap();
    let mut app = app(Screen::Options);
    app.insert_resource(ConfigFiles::new(folders));
    (app, root)
}

fn press(app: &mut App, keys: &[(KeyCode, Key)]) {
    for key in keys {
        builder::tap(app, key.clone());
    }
    for _ in 0..3 + 2 * keys.len() {
        app.update();
    }
}

const UP: (KeyCode, Key) = (KeyCode::ArrowUp, Key::ArrowUp);
const DOWN: (KeyCode, Key) = (KeyCode::ArrowDown, Key::ArrowDown);
const RIGHT: (KeyCode, Key) = (KeyCode::ArrowRight, Key::ArrowRight);
const ENTER: (KeyCode, Key) = (KeyCode::Enter, Key::Enter);
const ESC: (KeyCode, Key) = (KeyCode::Escape, Key::Escape);
const TAB: (KeyCode, Key) = (KeyCode::Tab, Key::Tab);
const F11: (KeyCode, Key) = (KeyCode::F11, Key::F11);

fn letter(code: KeyCode, text: &str) -> (KeyCode, Key) {
    (code, Key::Character(text.into()))
}

fn settings(app: &App) -> &Settings {
    app.world().resource::<Settings>()
}

fn keys(app: &App, action: impl AnyAction) -> Vec<String> {
    app.world()
        .resource::<Keymap>()
        .keys(&action, None)
        .collect()
}

#[track_caller]
fn assert_message(app: &App, part: &str) {
    let message = app.world().resource::<OptionsState>().message();
    assert!(message.contains(part), "{message}");
}

/// The layer that receives keys.
fn layer(app: &App) -> Option<Layer> {
    app.world().resource::<Layers>().keys()
}

#[test]
fn settings_are_changed_by_arrows_at_once_and_kept_after_a_pause() {
    let (mut app, root) = app_with_files("options-arrows");
    press(&mut app, &[RIGHT, RIGHT, DOWN, RIGHT, DOWN, ENTER, ENTER]);
    let wanted = Settings {
        text: Some(16),
        palette: Palette::HighContrast,
        motion: Motion::None,
        ..Settings::default()
    };
    assert_eq!(settings(&app), &wanted);
    assert!(settings(&app).is_still());
    let file = root.join("options.ron");
    assert!(
        !file.exists(),
        "they are written once nothing more is changed"
    );
    builder::wait_until(&mut app, |_| file.exists());
    let text = fs::read_to_string(file).unwrap();
    let mut file = ConfigFile::Options.read("options.ron", &text).unwrap();
    assert_eq!(Settings::read(&mut file), wanted);
    assert!(!file.has("keys"), "no key was changed");
    press(&mut app, &[ESC]);
    assert_eq!(screen(&app), Screen::Title);
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn a_key_is_bound_by_pressing_it_and_holds_at_once() {
    let (mut app, root) = app_with_files("options-bind");
    // The first section is that of the title.
    press(&mut app, &[TAB]);
    let name = TitleAction::Open(Screen::Descend);
    assert_message(&app, "Continue the run");
    press(&mut app, &[DOWN, DOWN, DOWN]);
    assert_message(&app, "Map Lab");
    assert!(app.world().resource::<Bar>().hints.len() > 5);
    press(&mut app, &[ENTER]);
    assert_eq!(layer(&app), Some(Layer::Binding));
    let bar = app.world().resource::<Bar>();
    assert_eq!(bar.facts, [("", "Press the new key".to_owned())]);
    let labels: Vec<&str> = bar.hints.iter().map(|(_, label)| *label).collect();
    assert_eq!(labels, ["cancel"]);
    // The key is bound, and does nothing else.
    press(&mut app, &[letter(KeyCode::KeyB, "b")]);
    assert_eq!(keys(&app, TitleAction::Open(Screen::Lab)), ["b"]);
    assert_eq!(keys(&app, name), ["c"]);
    assert_eq!(layer(&app), None);
    let text = fs::read_to_string(root.join("options.ron")).unwrap();
    let file = ConfigFile::Options.read("options.ron", &text).unwrap();
    let mut keymap = app.world().resource::<Keymap>().clone();
    keymap.reset();
    let read = keymap.with_overrides(file.value("keys").unwrap(), &mut Vec::new());
    let read = read.unwrap();
    assert_eq!(&read, app.world().resource::<Keymap>());

    press(&mut app, &[ESC, letter(KeyCode::KeyL, "l")]);
    assert_eq!(screen(&app), Screen::Title, "the old key does nothing");
    press(&mut app, &[letter(KeyCode::KeyB, "b")]);
    assert_eq!(screen(&app), Screen::Lab);
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn keys_that_come_at_once_are_bound_and_obeyed_in_their_order() {
    let mut app = app(Screen::Options);
    let batch = [
        TAB,
        ENTER,
        letter(KeyCode::KeyZ, "z"),
        DOWN,
        ENTER,
        // The second Enter takes this key from Help, which is also available on the title.
        letter(KeyCode::Slash, "?"),
    ];
    press(&mut app, &batch);
    // It asks first, and keys behind a question are no answer.
    press(&mut app, &[letter(KeyCode::KeyY, "y"), ESC]);
    assert_eq!(keys(&app, TitleAction::Open(Screen::Descend)), ["z"]);
    assert_eq!(keys(&app, TitleAction::Begin), ["?"]);
    assert_eq!(keys(&app, CommonAction::Help), ["F1"]);
    assert_eq!(screen(&app), Screen::Title);
}

#[test]
fn escape_leaves_one_thing_at_a_time() {
    let mut app = app(Screen::Options);
    press(&mut app, &[TAB, ENTER]);
    assert_eq!(layer(&app), Some(Layer::Binding));
    press(&mut app, &[ESC]);
    assert_eq!(layer(&app), None);
    assert_eq!(screen(&app), Screen::Options);
    // Escape also cancels the question about a key that is taken.
    press(&mut app, &[ENTER, letter(KeyCode::Slash, "?")]);
    assert_message(
        &app,
        "? is a key of \"Show the keys\" (Every screen). Use it for ",
    );
    assert_eq!(app.world().resource::<Bar>().hints[0].1, "yes");
    press(&mut app, &[ESC]);
    assert_eq!(screen(&app), Screen::Options);
    press(&mut app, &[ESC]);
    assert_eq!(screen(&app), Screen::Title);
    let keymap = app.world().resource::<Keymap>();
    assert!((0..keymap.entries().len()).all(|action| keymap.has_default_chords(action)));
    assert_eq!(builder::exit(&app), None);
}

#[test]
fn the_options_are_worked_by_arrows_whatever_is_bound() {
    let mut app = app(Screen::Options);
    let mut keymap = app.world_mut().resource_mut::<Keymap>();
    for action in 0..keymap.entries().len() {
        keymap.bind(action, &[]);
    }
    assert_eq!(keys(&app, CommonAction::Back), ["Esc"], "it stays");
    press(&mut app, &[RIGHT, DOWN, ENTER, UP, ENTER, ESC]);
    assert_eq!(settings(&app).text, Some(16));
    assert_eq!(settings(&app).palette, Palette::HighContrast);
    assert_eq!(screen(&app), Screen::Title);
}

#[test]
fn the_key_that_fills_the_screen_and_the_option_agree() {
    let mut app = app(Screen::Options);
    let mode = |app: &mut App| {
        let mut windows = app.world_mut().query::<&Window>();
        windows.single(app.world()).unwrap().mode
    };
    assert_eq!(mode(&mut app), WindowMode::Windowed);
    press(&mut app, &[F11]);
    assert!(settings(&app).fullscreen);
    assert_ne!(mode(&mut app), WindowMode::Windowed);
    press(&mut app, &[DOWN, DOWN, DOWN, ENTER]);
    assert!(!settings(&app).fullscreen);
    assert_eq!(mode(&mut app), WindowMode::Windowed);
}

#[test]
fn what_cannot_be_kept_is_told_and_holds_all_the_same() {
    let (mut app, root) = app_with_files("options-unkept");
    fs::write(&root, "no folder").unwrap();
    press(&mut app, &[RIGHT]);
    assert_eq!(settings(&app).text, Some(15));
    builder::end(&mut app);
    let notice = app.world().resource::<Notice>().text();
    assert!(notice.contains("options.ron"), "{notice}");
    fs::remove_file(root).unwrap();
}

#[test]
fn the_title_leads_to_the_options() {
    let mut app = app(Screen::Title);
    press(&mut app, &[letter(KeyCode::KeyO, "o")]);
    assert_eq!(screen(&app), Screen::Options);
    press(&mut app, &[ESC, ENTER]);
    assert_eq!(screen(&app), Screen::Options, "its line is selected");
}

#[test]
fn a_button_of_a_pad_is_bound_by_pressing_it() {
    let (mut app, root) = app_with_files("options-pad");
    press(&mut app, &[TAB, DOWN, DOWN, DOWN, ENTER]);
    let queue = app.world().resource::<PadQueue>().clone();
    // The Back button cancels the prompt.
    for (button, bound) in [(Button::East, "l"), (Button::RightTrigger, "PadRT")] {
        assert_eq!(layer(&app), Some(Layer::Binding));
        assert!(queue.push(Press::new(button)));
        for _ in 0..4 {
            app.update();
        }
        assert_eq!(layer(&app), None);
        assert_eq!(keys(&app, TitleAction::Open(Screen::Lab)), [bound]);
        press(&mut app, &[ENTER]);
    }
    let text = fs::read_to_string(root.join("options.ron")).unwrap();
    assert!(text.contains("\"PadRT\"]"), "{text}");
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn a_file_of_options_or_keys_is_the_same_in_every_disguise() {
    let root = builder::folder("disguised");
    let folders = Folders::find(Some(root.clone()), Some(root.join("data"))).unwrap();
    fs::create_dir_all(&root).unwrap();
    let options = "(\n    text: 14,\n    // Mine.\n    keys: {\n \"help\": [\"x\"],\n},\n)\n";
    let state = "(\n    taught: [\"fight\", // one\n \"rest\"],\n    lab: \"box/80x50#1\",\n)\n";
    for (file, text) in [("options.ron", options), ("state.ron", state)] {
        let read = || {
            let (_, text) = folders.read_config(file).unwrap().unwrap();
            let lines = text.lines().map(|line| line.trim().to_owned());
            lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
        };
        fs::write(root.join(file), text).unwrap();
        let expected = read();
        assert!(expected.iter().all(|line| line.is_ascii()));
        for (name, disguise) in OF_DOCUMENTS {
            let disguised = disguise(text);
            fs::write(root.join(file), &disguised).unwrap();
            assert_eq!(read(), expected, "{file}, {name}");
            for bytes in encodings(&disguised) {
                fs::write(root.join(file), bytes).unwrap();
                assert_eq!(read(), expected, "{file}, {name}");
            }
        }
    }
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn wrong_keys_are_named_by_their_line_in_the_options_and_stay_in_the_file() {
    let (mut app, root) = app_with_files("options-wrong-keys");
    fs::create_dir_all(&root).unwrap();
    let keys =
        "{\n        // Mine.\n        \"hlep\": [\"x\"],\n        \"next-map\": [\"F7\"],\n    }";
    fs::write(root.join("options.ron"), format!("(\n    keys: {keys},\n)")).unwrap();
    let defaults = app.world().resource::<Keymap>().clone();
    let files = app.world().resource::<ConfigFiles>();
    let mut messages = Vec::new();
    let mut own = files.open(ConfigFile::Options, &mut messages);
    let read =
        |value: Value<'_>, mistakes: &mut Vec<String>| defaults.with_overrides(value, mistakes);
    let map = settings::KEYS.load(&mut own, read);
    assert!(map.is_some_and(|map| map != defaults));
    let told = own.describe_mistakes().unwrap();
    assert!(
        told.contains("options.ron:4: there is no action \"hlep\"; did you mean \"help\"?"),
        "{told}"
    );
    // Changing an option leaves the keys as they were written.
    press(&mut app, &[RIGHT]);
    builder::end(&mut app);
    let text = fs::read_to_string(root.join("options.ron")).unwrap();
    assert!(text.contains("    text: 15,\n"), "{text}");
    assert!(text.contains(&format!("    keys: {keys},\n")), "{text}");
    fs::remove_dir_all(root).unwrap();
}

//! The shell without a window, for tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::app::Plugins;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use undercroft::app::dungeon::DungeonPlugin;
use undercroft::app::glyph::GlyphPlugin;
use undercroft::app::input::InputPlugin;
use undercroft::app::light::LightPlugin;
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::clock::ClockPlugin;
use undercroft::app::platform::kept::{DataFolder, FileWriter};
use undercroft::app::player::PlayerPlugin;
use undercroft::app::screens::ScreensPlugin;
use undercroft::app::screens::descend::Mode;
use undercroft::app::screens::lab::LabPlugin;
use undercroft::app::seed::SeedPlugin;
use undercroft::app::settings::{SettingsPlugin, Taught};
use undercroft::app::stage::Run;
use undercroft::app::{Notice, Screen};
use undercroft::bot::BotKind;
use undercroft::game::{self, Outcome, Setup};
use undercroft::geom::Dir;
use undercroft::mapgen::MapSpec;
use undercroft::rng::Seed;

/// What every screen needs, and the plugins of those that are tested, with the map of a share code.
/// No frame has run yet.
pub fn app<M>(first: Screen, code: &str, tested: impl Plugins<M>) -> App {
    let spec: MapSpec = code.parse().unwrap();
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        ClockPlugin,
        SeedPlugin {
            seed: spec.seed,
            drawn: false,
        },
        DungeonPlugin { spec },
        InputPlugin,
        PlayerPlugin,
        GlyphPlugin,
        LightPlugin,
        LabPlugin,
        SettingsPlugin,
    ))
    .add_plugins(tested)
    .add_plugins(ScreensPlugin { first });
    app.insert_resource(Clipboard::in_memory());
    // The boards and mazes that teach have been seen.
    let taught = Taught::read("taught", "[\"boards\", \"mazes\"]").unwrap();
    app.insert_resource(taught);
    note_exits(&mut app);
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    app
}

/// An empty folder for the player's files.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Lets the plugins after this one keep what is played in a folder.
pub fn keeping(folder: &Path) -> impl Plugin {
    let folder = folder.to_owned();
    move |app: &mut App| DataFolder::open(app, &folder)
}

/// Ends the program, as the window's button does.
pub fn end(app: &mut App) {
    app.world_mut().write_message(AppExit::Success);
    app.update();
}

/// Waits until all that is kept is on the disk, as a disk that keeps up has it before the next key.
pub fn settle_disk(app: &App) {
    app.world().resource::<FileWriter>().flush().unwrap();
}

/// How the program ended, if it did: noted in each frame, for `App::should_exit` finds a message
/// only in the frame after it.
#[derive(Resource, Default)]
struct Exit(Option<AppExit>);

/// Adds what [`exit`] reads.
pub fn note_exits(app: &mut App) {
    app.init_resource::<Exit>().add_systems(Last, note_exit);
}

fn note_exit(mut exits: MessageReader<AppExit>, mut noted: ResMut<Exit>) {
    if let Some(exit) = exits.read().next() {
        noted.0.get_or_insert(exit.clone());
    }
}

/// How the program ended, if it did.
pub fn exit(app: &App) -> Option<AppExit> {
    app.world().resource::<Exit>().0.clone()
}

/// A key as the window reports it; the layout gives its character.
pub fn key(key_code: KeyCode, logical_key: Key, state: ButtonState) -> KeyboardInput {
    KeyboardInput {
        key_code,
        logical_key,
        state,
        text: None,
        repeat: false,
        window: Entity::PLACEHOLDER,
    }
}

/// Sends what the window reports, to be read in the next frame.
pub fn send(app: &mut App, event: impl Into<WindowEvent>) {
    app.world_mut().write_message::<WindowEvent>(event.into());
}

/// Presses and releases a key.
pub fn tap(app: &mut App, (key_code, logical_key): (KeyCode, Key)) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        send(app, key(key_code, logical_key.clone(), state));
    }
}

/// Runs frames until `done`, as long as a slow machine may need.
pub fn wait_until(app: &mut App, done: impl Fn(&App) -> bool) {
    let began = Instant::now();
    while !done(app) {
        app.update();
        assert!(began.elapsed() < Duration::from_secs(120), "it never comes");
    }
}

pub fn screen(app: &App) -> Screen {
    *app.world().resource::<State<Screen>>().get()
}

pub fn notice(app: &App) -> &str {
    &app.world().resource::<Notice>().0
}

/// Asserts what the notice says.
#[track_caller]
pub fn assert_told(app: &App, part: &str) {
    let told = notice(app);
    assert!(told.contains(part), "{part} in: {told}");
}

/// The run in Descend.
pub fn run(app: &App) -> &Run {
    app.world().resource::<Run>()
}

pub fn mode(app: &App) -> Mode {
    *app.world().resource::<Mode>()
}

/// Runs frames while a long action goes on.
pub fn wait(app: &mut App) {
    for _ in 0..2000 {
        if run(app).game().doing().is_none() {
            return;
        }
        app.update();
    }
    panic!("the long action never ends");
}

/// A run that stands beside a conduit with nobody in sight, played there by the explorer.
pub fn run_beside_a_conduit() -> (game::Run, Dir) {
    for seed in 1..100 {
        let setup = Setup::new(Seed(seed)).unwrap();
        let mut run = game::Run::new(setup).unwrap();
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

//! Builds the shell without a window for tests, sends input to it and reads its state.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bevy::app::Plugins;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::render::{RenderApp, RenderPlugin};
use bevy::tasks::AsyncComputeTaskPool;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy::winit::WinitPlugin;
use undercroft::app::dungeon::DungeonPlugin;
use undercroft::app::glyph::GlyphPlugin;
use undercroft::app::input::InputPlugin;
use undercroft::app::input::{ActionQueue, AnyAction};
use undercroft::app::light::LightPlugin;
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::clock::ClockPlugin;
use undercroft::app::platform::data_folder::{DataFolder, FileWriter};
use undercroft::app::player::PlayerPlugin;
use undercroft::app::screens::ScreensPlugin;
use undercroft::app::screens::conduit::ConduitPlugin;
use undercroft::app::screens::descend::{DescendAction, Mode, PlayPlugin};
use undercroft::app::screens::lab::LabPlugin;
use undercroft::app::screens::maze::MazePlugin;
use undercroft::app::screens::options::OptionsPlugin;
use undercroft::app::screens::replays::ReplayPlugin;
use undercroft::app::seed::SeedPlugin;
use undercroft::app::settings::{SettingsPlugin, Taught, Value};
use undercroft::app::stage::Run;
use undercroft::app::{Begin, Notice, Screen, UndercroftPlugin};
use undercroft::code::Target;
use undercroft::conduit::{Answer, SEARCH_BUDGET};
use undercroft::geom::Pos;

/// The tile of the open conduit's board to turn next on the way to its solution, by a click.
pub fn next_turn(app: &App) -> DescendAction {
    let board = run(app).game().view().conduit().expect("a board");
    let Answer::One(solved) = board.answer(SEARCH_BUDGET) else {
        panic!("a board has one solution");
    };
    let mut tiles = board.rows().flatten().zip(solved.rows().flatten());
    let wrong = tiles.position(|(tile, solved)| tile != solved);
    let (wrong, width) = (
        wrong.expect("it is not solved"),
        board.size().width as usize,
    );
    DescendAction::TurnAt(Pos::new((wrong % width) as i32, (wrong / width) as i32))
}

/// The app with the plugins that every screen needs, those of the tested screens, and the map of a share
/// code. No frame has run yet.
pub fn app<M>(first: Screen, code: &str, tested: impl Plugins<M>) -> App {
    let spec = undercroft::known().read(code).unwrap();
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        ClockPlugin,
        SeedPlugin { seed: spec.seed },
        DungeonPlugin { spec: spec.clone() },
        InputPlugin,
        PlayerPlugin,
        GlyphPlugin,
        LightPlugin,
        LabPlugin,
        SettingsPlugin,
    ))
    .add_plugins(tested)
    .add_plugins(ScreensPlugin { first });
    app.insert_resource(Begin::Map(spec));
    app.insert_resource(Clipboard::in_memory());
    app.insert_resource(lessons_seen());
    record_exits(&mut app);
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    app
}

/// The lesson boards and mazes have been seen.
fn lessons_seen() -> Taught {
    let taught = Value::whole("taught", "[\"boards\", \"loops\", \"mazes\"]", "").unwrap();
    Taught::read(taught).unwrap()
}

/// An app as [`app`] makes it, with the plugins of all screens.
pub fn whole_app(first: Screen, code: &str) -> App {
    let tested = (
        PlayPlugin::default(),
        ReplayPlugin::default(),
        MazePlugin,
        ConduitPlugin,
        OptionsPlugin,
    );
    app(first, code, tested)
}

/// What a text names, as on the command line.
pub fn begun(text: &str) -> Begin {
    Begin::from(Target::read(text, undercroft::known()).unwrap())
}

/// The shell with its panels, in a window of 1280x720. Nothing is drawn: the renderer has no device. No frame has run yet.
pub fn panelled(first: Screen, begin: Begin) -> App {
    panelled_on_disk(first, begin, None)
}

/// As [`panelled`], with the player's files in a folder.
pub fn panelled_on_disk(first: Screen, begin: Begin, data: Option<PathBuf>) -> App {
    let mut app = App::new();
    app.insert_sub_app(RenderApp, SubApp::new());
    let nothing = WgpuSettings {
        backends: None,
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .build()
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>()
            .disable::<bevy::log::LogPlugin>()
            .set(RenderPlugin {
                render_creation: RenderCreation::Automatic(Box::new(nothing)),
                ..default()
            }),
    );
    app.add_plugins(UndercroftPlugin {
        spec: "rogue/80x50#7".parse().unwrap(),
        screen: first,
        begin,
        data,
    });
    record_exits(&mut app);
    app.insert_resource(Clipboard::in_memory());
    app.insert_resource(lessons_seen());
    app
}

/// The Lab with the map of `code`.
pub fn lab(code: &str) -> App {
    let mut app = app(Screen::Lab, code, ());
    app.update();
    app
}

/// Sends actions one after the other.
pub fn act(app: &mut App, actions: &[&dyn AnyAction]) {
    for action in actions {
        app.world_mut().resource_mut::<ActionQueue>().push(*action);
        app.update();
        app.update();
    }
}

/// An empty folder for the player's files.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// A plugin that gives the plugins after it a folder for the player's files.
pub fn data_folder_plugin(folder: &Path) -> impl Plugin {
    let folder = folder.to_owned();
    move |app: &mut App| DataFolder::open(app, &folder)
}

/// Ends the program, as closing the window does.
pub fn end(app: &mut App) {
    app.world_mut().write_message(AppExit::Success);
    app.update();
}

/// Waits until all files are written, as if the disk were fast enough to finish before the next key.
pub fn settle_disk(app: &App) {
    app.world().resource::<FileWriter>().flush().unwrap();
}

/// How the program ended, if it did. Recorded every frame, because `App::should_exit` only finds a
/// message in the frame after it was sent.
#[derive(Resource, Default)]
struct Exit(Option<AppExit>);

/// Records exits for [`exit`].
pub fn record_exits(app: &mut App) {
    app.init_resource::<Exit>().add_systems(Last, record_exit);
}

fn record_exit(mut exits: MessageReader<AppExit>, mut recorded: ResMut<Exit>) {
    if let Some(exit) = exits.read().next() {
        recorded.0.get_or_insert(exit.clone());
    }
}

/// How the program ended, if it did.
pub fn exit(app: &App) -> Option<AppExit> {
    app.world().resource::<Exit>().0.clone()
}

/// A keyboard event, with the logical key that a layout would give.
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

/// Sends a window event, which the next frame reads; a key also as a message of its own, as Bevy does.
pub fn send(app: &mut App, event: impl Into<WindowEvent>) {
    let event = event.into();
    if let WindowEvent::KeyboardInput(key) = &event {
        app.world_mut().write_message(key.clone());
    }
    app.world_mut().write_message(event);
}

/// Presses and releases a key.
pub fn tap(app: &mut App, (key_code, logical_key): (KeyCode, Key)) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        send(app, key(key_code, logical_key.clone(), state));
    }
}

/// Runs frames until `done`, for at most 120 seconds, which is enough on a slow machine.
pub fn wait_until(app: &mut App, done: impl Fn(&App) -> bool) {
    let began = Instant::now();
    while !done(app) {
        app.update();
        assert!(began.elapsed() < Duration::from_secs(120), "timed out");
    }
}

/// Keeps every thread for background work busy until it is dropped, so that nothing which is begun meanwhile is
/// done before it has been looked at.
pub struct BusyBackground {
    _ends: Vec<Sender<()>>,
    _only: MutexGuard<'static, ()>,
}

impl BusyBackground {
    /// Returns once every thread is busy. The threads are those of all tests of the process.
    pub fn new(_app: &App) -> Self {
        static ONLY: Mutex<()> = Mutex::new(());
        let only = ONLY.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = AsyncComputeTaskPool::get();
        let (began, begun) = mpsc::channel();
        let occupy = |_| {
            let ((end, ended), began): ((_, Receiver<()>), _) = (mpsc::channel(), began.clone());
            let busy = async move {
                let _ = began.send(());
                let _ = ended.recv();
            };
            pool.spawn(busy).detach();
            end
        };
        let ends: Vec<Sender<()>> = (0..pool.thread_num()).map(occupy).collect();
        for _ in &ends {
            begun.recv().unwrap();
        }
        Self {
            _ends: ends,
            _only: only,
        }
    }
}

pub fn screen(app: &App) -> Screen {
    *app.world().resource::<State<Screen>>().get()
}

pub fn notice(app: &App) -> &str {
    &app.world().resource::<Notice>().0
}

/// Asserts that the notice contains `part`.
#[track_caller]
pub fn assert_told(app: &App, part: &str) {
    let notice = notice(app);
    assert!(notice.contains(part), "{part} in: {notice}");
}

/// The title of the window, which shows the seed of the screen as pictures carry it in their names.
pub fn window_title(app: &mut App) -> String {
    let mut windows = app.world_mut().query::<&Window>();
    windows.single(app.world()).unwrap().title.clone()
}

/// The run in Descend.
pub fn run(app: &App) -> &Run {
    app.world().resource::<Run>()
}

pub fn mode(app: &App) -> Mode {
    *app.world().resource::<Mode>()
}

/// Runs frames until the long action in progress ends.
pub fn wait(app: &mut App) {
    for _ in 0..2000 {
        if run(app).game().doing().is_none() {
            return;
        }
        app.update();
    }
    panic!("the long action never ends");
}

//! Builds the shell without a window for tests, sends input to it and reads its state.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::render::{RenderApp, RenderPlugin};
use bevy::tasks::AsyncComputeTaskPool;
use bevy::window::WindowEvent;
use bevy::winit::WinitPlugin;
use undercroft::app::input::{ActionQueue, AnyAction};
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::data_folder::FileWriter;
use undercroft::app::screens::descend::{DescendAction, Mode};
use undercroft::app::settings::{Taught, Value};
use undercroft::app::stage::{PlayedContent, Run};
use undercroft::app::{Begin, Notice, Screen, UndercroftPlugin};
use undercroft::code::Target;
use undercroft::conduit::{Answer, SEARCH_BUDGET};
use undercroft::game::content::Content;
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

/// The shell with the plugins that ship, without a renderer and therefore without panels, on the map of a share code. No
/// frame has run yet.
pub fn app(first: Screen, code: &str) -> App {
    app_on_disk(first, code, None)
}

/// As [`app`], with the player's files in a folder.
pub fn app_on_disk(first: Screen, code: &str, data: Option<&Path>) -> App {
    app_with(first, code, data, Content::embedded().unwrap())
}

/// As [`app_on_disk`], with this content.
pub fn app_with(first: Screen, code: &str, data: Option<&Path>, content: &'static Content) -> App {
    let spec = undercroft::known().read(code).unwrap();
    let mut app = App::new();
    app.init_resource::<Assets<Font>>()
        .init_resource::<InputFocus>()
        .init_resource::<UiScale>()
        .insert_resource(PlayedContent(content))
        .add_plugins((MinimalPlugins, WindowPlugin::default()))
        .add_plugins(UndercroftPlugin {
            seed: spec.seed,
            spec: spec.clone(),
            screen: first,
            begin: Begin::Map(spec),
            data: data.map(Path::to_owned),
        });
    app.insert_resource(Clipboard::in_memory());
    app.insert_resource(lessons_seen());
    record_exits(&mut app);
    app
}

/// The lesson boards and mazes have been seen.
fn lessons_seen() -> Taught {
    let taught = Value::whole("taught", "[\"boards\", \"loops\", \"mazes\"]", "").unwrap();
    Taught::read(taught).unwrap()
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
        seed: undercroft::rng::Seed(7),
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
    let mut app = app(Screen::Lab, code);
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

/// The logical key of a name, as the key map has it.
pub fn key_named(name: &str) -> Key {
    match name {
        "Up" => Key::ArrowUp,
        "Down" => Key::ArrowDown,
        "Left" => Key::ArrowLeft,
        "Right" => Key::ArrowRight,
        "Enter" => Key::Enter,
        "Esc" => Key::Escape,
        "Tab" => Key::Tab,
        "Backspace" => Key::Backspace,
        "Delete" => Key::Delete,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "Space" => Key::Space,
        "F1" => Key::F1,
        "F12" => Key::F12,
        letter => Key::Character(letter.into()),
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
    app.world().resource::<Notice>().text()
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

//! Opens the window and runs the shell in it; turns everything that can go wrong into a sentence.

#[cfg(not(target_family = "wasm"))]
mod film;
#[cfg(target_family = "wasm")]
mod page;

use std::panic::PanicHookInfo;
#[cfg(panic = "unwind")]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::app::PluginGroupBuilder;
#[cfg(not(target_family = "wasm"))]
use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
#[cfg(not(target_family = "wasm"))]
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::slab_allocator::SlabAllocatorSettings;
use bevy::render::{ExtractSchedule, Render, RenderApp, RenderPlugin};
use bevy::transform::systems::StaticTransformOptimizations;
use bevy::window::{ExitCondition, WindowResolution};
#[cfg(not(target_family = "wasm"))]
use bevy::winit::WinitPlugin;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

#[cfg(not(target_family = "wasm"))]
pub use film::{Filming, film};
#[cfg(target_family = "wasm")]
pub use page::open_page;

use super::input::{self, Keymap};
use super::notice::Notice;
use super::platform;
use super::platform::clock;
#[cfg(not(target_family = "wasm"))]
use super::platform::icon;
use super::platform::lost::LostDevice;
use super::platform::timings::{Timings, TimingsPlugin};
use super::platform::{ExportFolders, FileError, Folders, IS_PAGE, signal};
use super::reward::Chosen;
use super::screens::descend::SaveFailure;
use super::screens::maze::GivenMaze;
use super::screenshot::ScreenshotPlugin;
use super::settings::{self, Motion, OwnFiles, Settings, Taught, WindowPlace};
use super::sound;
use super::stage::{PlayedContent, ToWatch};
use super::{Screen, UndercroftPlugin};
use crate::game::content::Content;
use crate::mapgen::MapSpec;
use crate::maze::Maze;

/// What the window opens with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first map; its seed is that of the run.
    pub spec: MapSpec,
    /// Whether nobody has asked for the seed.
    pub drawn: bool,
    /// The screen that is shown first.
    pub screen: Screen,
    /// The maze that Maze Run begins with, if not one of the seed.
    pub maze: Option<Maze>,
    /// What runs are played by.
    pub content: &'static Content,
    /// What the screen begins with, if not what it would show anyway.
    pub chosen: Chosen,
    /// The recorded run that is watched first, if the screen is [`Screen::Replay`].
    pub replay: Option<PathBuf>,
    /// Where the frames' timings go, if they are measured.
    pub timings: Option<Timings>,
    /// Where settings are, instead of the platform's own folder.
    pub config_dir: Option<PathBuf>,
    /// Where pictures go, instead of the platform's own folder.
    pub data_dir: Option<PathBuf>,
}

/// Why the window did not open or did not stay.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder or file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is nowhere to open a window.
    #[error(
        "there is no display to open a window on ({0}); start it from a desktop, or use the commands that need no window (undercroft --help)"
    )]
    NoDisplay(String),
    /// There is nothing to draw with.
    #[cfg_attr(
        target_family = "wasm",
        error(
            "this browser does not offer WebGL 2; turn it on in the settings, or use another browser"
        )
    )]
    #[cfg_attr(
        not(target_family = "wasm"),
        error(
            "there is no usable GPU; install a Vulkan driver (on Debian and Ubuntu: mesa-vulkan-drivers), or use the commands that need no window (undercroft --help)"
        )
    )]
    NoGpu,
    /// The last save of the run failed.
    #[error("the run was not saved: {0}")]
    NotSaved(String),
    /// A film cannot be made.
    #[error("{0}")]
    Film(String),
    /// The graphics device failed while the window was open.
    #[error(
        "the graphics driver failed ({0}); what you played is saved, so start the program again"
    )]
    NoDevice(String),
    /// A fault of the program.
    #[error("the window crashed: {0}; please report this")]
    Broken(String),
    /// The program ended with this status.
    #[error("the window ended with status {0}")]
    Status(u8),
}

/// Smallest size of the window, in logical pixels.
const LEAST: (f32, f32) = (800.0, 500.0);

/// The canvas of a page that stands for the window.
const CANVAS: &str = "#undercroft";

/// Opens the window and returns when it is closed.
///
/// # Errors
/// A sentence for everything that keeps the window from opening: no display, no GPU, a folder that
/// cannot be written. Files of the player's own that do not read are set aside.
pub fn run(options: Options) -> Result<(), Error> {
    run_with(options, |_| {})
}

/// As [`run`], with `more` done to the shell once it is built.
fn run_with(options: Options, more: impl FnOnce(&mut App)) -> Result<(), Error> {
    let folders = Folders::find(options.config_dir, options.data_dir)?;
    let mut told = Vec::new();
    let mut data = Some(folders.data().to_owned());
    match folders.prepare_data() {
        // Whoever comes by a link wants to play all the same.
        Err(error) if IS_PAGE => {
            data = None;
            told.push(format!("Nothing is saved: {error}."));
        }
        prepared => prepared?,
    }
    check_display()?;
    let mut files = match &data {
        Some(_) => OwnFiles::new(folders.clone()),
        None => OwnFiles::nowhere(),
    };
    let settings = files.load(settings::FILE, &mut told, Settings::read);
    let taught = files.load(settings::TAUGHT_FILE, &mut told, Taught::read);
    let place = files.load(settings::WINDOW_FILE, &mut told, WindowPlace::read);
    let given = GivenMaze(options.maze);
    let chosen = options.chosen;
    let watch = ToWatch(options.replay);
    let timings = options.timings;
    let failure = SaveFailure::default();
    let shared = failure.clone();
    let lost = LostDevice::default();
    let shared_loss = lost.clone();
    let ended = catch(move |panics| {
        let mut app = App::new();
        // The plugins add to the notice what they have to tell.
        app.insert_resource(Notice(told.join("\n")))
            .insert_resource(shared)
            .insert_resource(shared_loss)
            .insert_resource(taught.unwrap_or_default())
            .insert_resource(PlayedContent(options.content));
        let build_of = Build {
            spec: options.spec,
            screen: options.screen,
            drawn: options.drawn,
            settings,
            folders,
            data,
            place: place.unwrap_or_default(),
            unseen: None,
        };
        build(&mut app, build_of);
        if let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() {
            let proxy = (**proxy).clone();
            // The window may be closed already.
            panics.wake(move || {
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            });
        }
        let keymap = app.world().resource::<Keymap>().clone();
        let mut told = Vec::new();
        let own = files.load(input::FILE, &mut told, |file, text| {
            keymap.with_overrides(file, text)
        });
        app.insert_resource(own.unwrap_or(keymap));
        app.world_mut().resource_mut::<Notice>().add(&told.concat());
        app.insert_resource(given)
            .insert_resource(chosen)
            .insert_resource(watch)
            .insert_resource(files);
        if let Some(timings) = timings {
            app.add_plugins(TimingsPlugin { timings });
        }
        more(&mut app);
        app.run()
    });
    let lost = lost.reason();
    if lost.is_none() {
        ended?;
    }
    if let Some(reason) = failure.reason() {
        return Err(Error::NotSaved(reason));
    }
    lost.map_or(Ok(()), |reason| Err(Error::NoDevice(reason.to_owned())))
}

/// What the shell is built of.
struct Build {
    spec: MapSpec,
    screen: Screen,
    drawn: bool,
    settings: Option<Settings>,
    folders: Folders,
    /// Where the player's files are kept, if they are.
    data: Option<PathBuf>,
    /// Where the window was.
    place: WindowPlace,
    /// The size of the picture, in pixels, where no window is opened.
    unseen: Option<(u32, u32)>,
}

/// Builds the shell, with a window that opens or one that nobody sees.
fn build(app: &mut App, build: Build) {
    let Build {
        spec,
        screen,
        drawn,
        settings,
        folders,
        data,
        place,
        unseen,
    } = build;
    if settings.is_none() {
        app.add_systems(Startup, spare_the_processor);
    }
    let settings = settings.unwrap_or_default();
    let (width, height) = unseen.unwrap_or(place.size().into());
    let window = Window {
        title: format!("Undercroft - {}", spec.seed),
        name: Some("undercroft".to_owned()),
        resolution: WindowResolution::new(width, height),
        position: place.position(),
        mode: settings::window_mode(&settings),
        resize_constraints: WindowResizeConstraints {
            min_width: LEAST.0,
            min_height: LEAST.1,
            ..default()
        },
        // In a page, the canvas fills the window and gets its keys.
        canvas: IS_PAGE.then(|| CANVAS.to_owned()),
        fit_canvas_to_parent: IS_PAGE,
        prevent_default_event_handling: IS_PAGE,
        ..default()
    };
    let plugins = default_plugins(window);
    #[cfg(not(target_family = "wasm"))]
    let plugins = match unseen {
        Some(_) => plugins
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>(),
        None => plugins,
    };
    app.add_plugins(plugins)
        .insert_resource(clock::on_demand(None))
        .insert_resource(settings)
        .insert_resource(ExportFolders(folders.clone()))
        .insert_resource(ClearColor(Color::srgb_u8(6, 6, 10)))
        .add_plugins(UndercroftPlugin {
            spec,
            screen,
            drawn,
            data,
        });
    if unseen.is_none() {
        app.insert_resource(place).add_plugins((
            signal::plugin,
            platform::lost::plugin,
            clock::wake_the_window,
            #[cfg(target_os = "linux")]
            platform::recheck::plugin,
            #[cfg(not(target_family = "wasm"))]
            icon::plugin,
            ScreenshotPlugin { folders },
            platform::pad::plugin,
        ));
        sound::open_speaker(app);
    }
    #[cfg(not(target_family = "wasm"))]
    platform::idle::spare_the_renderer(app);
    run_in_one_thread(app);
    share_no_buffers(app);
    // What moves is few and stands in no deep tree; noting which trees have changed wakes other threads.
    app.insert_resource(StaticTransformOptimizations::Disabled);
}

fn default_plugins(window: Window) -> PluginGroupBuilder {
    let plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window),
            exit_condition: ExitCondition::OnPrimaryClosed,
            ..default()
        })
        .set(RenderPlugin {
            // Frames are drawn for a reason alone, and a shader that is ready after the last
            // of them would show nothing.
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .set(ImagePlugin::default_nearest())
        // What goes wrong is said in sentences of our own.
        .disable::<LogPlugin>();
    #[cfg(not(target_family = "wasm"))]
    let plugins = plugins.disable::<TerminalCtrlCHandlerPlugin>();
    plugins
}

/// Where the processor draws, nothing moves by itself unless the player wants it.
fn spare_the_processor(adapter: Option<Res<RenderAdapterInfo>>, mut settings: ResMut<Settings>) {
    if settings::is_drawn_by_processor(adapter.as_deref()) {
        settings.motion = Motion::Reduced;
    }
}

/// Runs the systems of a frame one after another: they are many and small, and to hand one to another
/// thread takes longer than to run it. The renderer stays beside the update, in a thread of its own.
fn run_in_one_thread(app: &mut App) {
    let one = |schedule: &mut Schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    };
    // All of them: besides those of every frame, changes of screen have their own.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        one(schedule);
    }
    // On Apple's systems some of the renderer's work has to be handed to the main thread.
    if let Some(renderer) = app
        .get_sub_app_mut(RenderApp)
        .filter(|_| cfg!(not(target_vendor = "apple")))
    {
        renderer.edit_schedule(ExtractSchedule, one);
        renderer.edit_schedule(Render, one);
    }
}

/// Gives each mesh buffers of its own. There are few, and the lists of what is free in a shared one would take 8 MB.
fn share_no_buffers(app: &mut App) {
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.insert_resource(MeshAllocatorSettings {
            slab_allocator_settings: SlabAllocatorSettings {
                large_threshold: 0,
                ..default()
            },
            ..default()
        });
    }
}

/// The variables that name a display, in the order in which they are tried.
const DISPLAYS: [&str; 3] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"];

/// On the systems where the answer lies in the environment, asks before the windowing library
/// does, which would not return.
fn check_display() -> Result<(), Error> {
    let unix = cfg!(all(
        unix,
        not(target_os = "macos"),
        not(target_os = "android")
    ));
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if unix && !DISPLAYS.into_iter().any(set) {
        return Err(Error::NoDisplay(
            "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned(),
        ));
    }
    Ok(())
}

/// The first panic of the program: what was said, and where. The others follow from it.
#[derive(Clone, Default)]
struct Panics(Arc<Mutex<Panicked>>);

#[derive(Default)]
struct Panicked {
    first: Option<(String, String)>,
    wake: Option<Box<dyn Fn() + Send>>,
}

impl Panics {
    fn lock(&self) -> MutexGuard<'_, Panicked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `wake` after a panic, which wakes the window: the thread that draws tells it nothing, and
    /// without input it would show its last picture for ever.
    fn wake(&self, wake: impl Fn() + Send + 'static) {
        self.lock().wake = Some(Box::new(wake));
    }

    fn note(&self, info: &PanicHookInfo<'_>) {
        let message = info.payload_as_str().unwrap_or("no reason given");
        let place = info
            .location()
            .map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        let mut panicked = self.lock();
        panicked
            .first
            .get_or_insert_with(|| (message.to_owned(), place));
        if let Some(wake) = &panicked.wake {
            wake();
        }
    }
}

/// Runs `work`. A panic, in whichever thread, ends the program there and then, and is told before that.
#[cfg(panic = "abort")]
fn catch(work: impl FnOnce(&Panics) -> AppExit) -> Result<(), Error> {
    let panics = Panics::default();
    let noted = panics.clone();
    std::panic::set_hook(Box::new(move |info| {
        noted.note(info);
        if let Some((message, place)) = noted.lock().first.take() {
            end(&explain(&message, &place));
        }
    }));
    match work(&panics) {
        AppExit::Success => Ok(()),
        AppExit::Error(status) => Err(Error::Status(status.get())),
    }
}

/// The page tells why it stands still.
#[cfg(all(panic = "abort", target_family = "wasm"))]
fn end(why: &Error) {
    platform::page::tell(&why.to_string());
}

/// Ends as the command line ends after an error.
#[cfg(all(panic = "abort", not(target_family = "wasm")))]
fn end(why: &Error) {
    crate::diagnostic::print_diagnostic(&format!("undercroft: {why}"));
    std::process::exit(1);
}

/// Runs `work`, and makes a sentence of a panic in it or in a thread that ends it. The libraries
/// below report a missing display or GPU by a panic alone.
#[cfg(panic = "unwind")]
fn catch(work: impl FnOnce(&Panics) -> AppExit) -> Result<(), Error> {
    let panics = Panics::default();
    let noted = panics.clone();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| noted.note(info)));
    let result = catch_unwind(AssertUnwindSafe(|| work(&panics)));
    std::panic::set_hook(hook);
    let status = match result {
        Ok(AppExit::Success) => return Ok(()),
        Ok(AppExit::Error(status)) => Some(Error::Status(status.get())),
        Err(_) => None,
    };
    let first = panics.lock().first.take();
    let told = first.map(|(message, place)| explain(&message, &place));
    Err(told
        .or(status)
        .unwrap_or_else(|| Error::Broken("no reason given".to_owned())))
}

/// Which display did not answer, by the variable that names it; else what was said.
fn unanswered(said: &str) -> String {
    DISPLAYS
        .into_iter()
        .find_map(|name| {
            Some((
                name,
                std::env::var(name).ok().filter(|value| !value.is_empty())?,
            ))
        })
        .map_or_else(
            || said.to_owned(),
            |(name, value)| format!("{name}={value} does not answer"),
        )
}

fn explain(message: &str, place: &str) -> Error {
    let line = message.lines().next().unwrap_or_default();
    let says = |needle: &str| message.contains(needle);
    if says("event loop") || place.contains("winit") {
        Error::NoDisplay(unanswered(line))
    } else if says("GPU") || says("adapter") || says("wgpu surface") {
        Error::NoGpu
    } else {
        Error::Broken(format!("{line}{place}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::SubApp;
    use bevy::ecs::schedule::ScheduleLabel;

    #[test]
    fn a_panic_in_the_thread_that_draws_is_told_in_a_sentence() {
        let told = catch(|_| {
            let mut renderer = SubApp::new();
            renderer.update_schedule = Some(Update.intern());
            renderer.add_systems(Update, || panic!("the brush broke\nstack of brushes"));
            let mut app = App::new();
            app.add_plugins(MinimalPlugins)
                .insert_sub_app(RenderApp, renderer);
            app.add_plugins(PipelinedRenderingPlugin);
            app.run()
        });
        let told = told.unwrap_err().to_string();
        assert!(
            told.starts_with("the window crashed: the brush broke at src"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1);
    }
}

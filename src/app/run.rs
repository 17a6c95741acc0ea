//! Opens the window and runs the shell in it. Turns every failure, panics included, into one sentence.

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
#[cfg(not(feature = "reload"))]
use bevy::log::LogPlugin;
use bevy::prelude::*;
#[cfg(any(target_os = "linux", windows))]
use bevy::render::RenderPlugin;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
#[cfg(not(target_family = "wasm"))]
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::slab_allocator::SlabAllocatorSettings;
use bevy::render::{ExtractSchedule, Render, RenderApp};
use bevy::transform::systems::StaticTransformOptimizations;
use bevy::ui_widgets::popover::PopoverPlugin;
use bevy::ui_widgets::{CheckboxPlugin, ListBoxPlugin, MenuPlugin, RadioGroupPlugin};
use bevy::window::{ExitCondition, WindowResolution};
#[cfg(not(target_family = "wasm"))]
use bevy::winit::WinitPlugin;
use bevy::winit::WinitUserEvent;

#[cfg(not(target_family = "wasm"))]
pub use film::{Filming, SolveFilming, film, film_solve};
#[cfg(target_family = "wasm")]
pub use page::open_page;

use super::begin::Begin;
use super::dungeon::default_map;
use super::input::Keymap;
use super::notice::Notice;
use super::platform;
use super::platform::clock;
use super::platform::data_folder::{DataFolder, FileWriter};
use super::platform::device_loss::LostDevice;
#[cfg(not(target_family = "wasm"))]
use super::platform::icon;
#[cfg(any(target_os = "linux", windows))]
use super::platform::renderer::RendererPlugin;
use super::platform::timings::{Timings, TimingsPlugin};
use super::platform::{ExportFolders, FileError, Folders, IS_PAGE, signal};
use super::screens::descend::SaveFailure;
use super::screens::lab;
use super::settings::{
    self, ConfigFile, ConfigFiles, MIN_LAYOUT_SIZE, Motion, MotionOfMachine, Palette, Settings,
    Taught, WindowPlacement,
};
use super::sound;
use super::stage::PlayedContent;
use super::{Screen, UndercroftPlugin, screenshot};
use crate::game::content::Content;
use crate::mapgen::MapSpec;
use crate::rng::Seed;

/// How the program starts.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed on the title.
    pub seed: Seed,
    /// The first screen.
    pub screen: Screen,
    /// What the first screen begins with.
    pub begin: Begin,
    /// The monsters, items and rules that runs are played with.
    pub content: &'static Content,
    /// If given, frames are measured, and the results go here.
    pub timings: Option<Timings>,
    /// The folder for settings, instead of the platform's standard one.
    pub config_dir: Option<PathBuf>,
    /// The folder for saves, exports and screenshots, instead of the platform's standard one.
    pub data_dir: Option<PathBuf>,
}

/// Why the window could not be opened, or closed early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder or file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// No window can be opened, for this reason.
    #[error(
        "no window can be opened: {0}; {desktop}use the commands that need no window (undercroft --help)",
        desktop = if NAMES_DISPLAYS { "start it from a desktop, or " } else { "" }
    )]
    NoWindow(String),
    /// There is no GPU or software renderer that Bevy can use, for this reason.
    #[cfg_attr(
        target_family = "wasm",
        error(
            "this browser does not offer WebGL 2 ({0}); turn it on in the settings, or use another browser"
        )
    )]
    #[cfg_attr(
        not(target_family = "wasm"),
        error(
            "there is no usable GPU ({0}); {driver}, or use the commands that need no window (undercroft --help)",
            driver = if NAMES_DISPLAYS {
                "install a Vulkan driver (on Debian and Ubuntu: mesa-vulkan-drivers)"
            } else {
                "bring the graphics driver up to date"
            }
        )
    )]
    NoGpu(String),
    /// The last save of the run failed.
    #[error("the run was not saved: {0}")]
    RunNotSaved(String),
    /// The last save of boards, mazes or records failed.
    #[error("not everything was saved: {0}")]
    NotSaved(String),
    /// A film cannot be made or written.
    #[error("{0}")]
    Film(String),
    /// The graphics device failed while the window was open.
    #[error(
        "the graphics driver failed ({0}); what you played is saved, so start the program again"
    )]
    NoDevice(String),
    /// The program panicked.
    #[error("the window crashed: {0}; please report this")]
    Broken(String),
    /// The app exited with this status.
    #[error("the window ended with status {0}")]
    Status(u8),
}

/// The selector of the canvas in a browser page.
const CANVAS: &str = "#undercroft";

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display or GPU, if the program panics, or if the last save fails. Folders that cannot be written
/// and invalid configuration files are no errors: the player is told.
pub fn run(options: Options) -> Result<(), Error> {
    run_with(options, |_| {})
}

/// The maps that the player has kept, with their names, and what could not be read.
pub type KeptMaps = (Vec<(MapSpec, String)>, Vec<String>);

/// The maps that the player has kept in the Lab, as the files in a configuration folder say, or in the platform's
/// standard one. Writes nothing.
///
/// # Errors
/// If the platform has no standard folder.
pub fn kept_maps(config: Option<PathBuf>) -> Result<KeptMaps, FileError> {
    let folders = Folders::find(config, None)?;
    let files = ConfigFiles::read_only(folders);
    let mut messages = Vec::new();
    let mut state = files.open(ConfigFile::State, &mut messages);
    let kept = settings::KEPT.load(&mut state, lab::read_favourites);
    messages.extend(state.describe_mistakes());
    Ok((kept.unwrap_or_default().all().to_vec(), messages))
}

/// As [`run`]; calls `customize` once the app is built.
fn run_with(options: Options, customize: impl FnOnce(&mut App)) -> Result<(), Error> {
    check_display()?;
    let mut messages = Vec::new();
    let (folders, found) = match Folders::find(options.config_dir, options.data_dir) {
        Ok(folders) => (Some(folders.clone()), usable(folders)),
        Err(error) => (None, Err(error)),
    };
    let found = found.inspect_err(|error| messages.push(format!("Nothing is saved: {error}.")));
    let data = found.as_ref().ok().map(|folders| folders.data().to_owned());
    let mut unsaved = String::new();
    let files = match found {
        Ok(folders) => match folders.check_config() {
            Ok(()) => ConfigFiles::new(folders),
            Err(reason) => {
                unsaved = format!("Options are not saved in this window: {reason}.");
                ConfigFiles::read_only(folders)
            }
        },
        Err(_) => ConfigFiles::nowhere(),
    };
    let mut own = files.open(ConfigFile::Options, &mut messages);
    let mut settings = Settings::read(&mut own);
    let wishes = platform::wishes();
    if wishes.contrast && !own.has("palette") {
        settings.palette = Palette::HighContrast;
    }
    if wishes.calm && !own.has("motion") {
        settings.motion = Motion::Reduced;
    }
    let mut state = files.open(ConfigFile::State, &mut messages);
    let taught = settings::TAUGHT.load(&mut state, |value, _| Taught::read(value));
    let placement = settings::WINDOW.load(&mut state, |value, _| WindowPlacement::read(value));
    let kept_map = settings::LAB.load(&mut state, |value, _| lab::read_map(value));
    let favourites = settings::KEPT.load(&mut state, lab::read_favourites);
    let export = settings::EXPORT.load(&mut state, |value, _| lab::read_export(value));
    messages.extend(state.describe_mistakes());
    let lab_map = kept_map.unwrap_or_else(|| default_map(options.seed));
    let failure = SaveFailure::default();
    let lost = LostDevice::default();
    let mut unwritten = None;
    let ended = catch_panics(|panics| {
        let mut app = App::new();
        // The plugins add their own messages to the notice.
        let mut notice = Notice::default();
        notice.say(messages.join("\n"));
        app.insert_resource(notice)
            .insert_resource(failure.clone())
            .insert_resource(lost.clone())
            .insert_resource(taught.unwrap_or_default())
            .insert_resource(favourites.unwrap_or_default())
            .insert_resource(export.unwrap_or_default())
            .insert_resource(PlayedContent(options.content));
        let setup = ShellSetup {
            shell: UndercroftPlugin {
                seed: options.seed,
                spec: lab_map,
                screen: options.screen,
                begin: options.begin,
                data,
            },
            sets_motion: own.has("motion"),
            settings,
            folders,
            placement: placement.unwrap_or_default(),
            film_size: None,
        };
        build_shell(&mut app, setup);
        let wake = || {
            let send_event = platform::event_sender(&app)?;
            Some(move || {
                send_event(WinitUserEvent::WakeUp);
            })
        };
        if let Some(wake) = wake() {
            panics.set_wake(wake);
        }
        if let Some(writer) = app.world().get_resource::<FileWriter>() {
            unwritten = Some(writer.failures());
            if let Some(wake) = wake() {
                writer.set_wake(wake);
            }
        }
        let mut default_keys = app.world().resource::<Keymap>().clone();
        default_keys.set_controls(app.world().resource::<Settings>().controls);
        let mut messages = Vec::new();
        let own_keys = settings::KEYS.load(&mut own, |value, mistakes| {
            default_keys.with_overrides(value, mistakes)
        });
        messages.extend(own.describe_mistakes());
        app.insert_resource(own_keys.unwrap_or(default_keys));
        let folder = app.world().get_resource::<DataFolder>();
        // Otherwise the player is told that nothing at all is saved.
        if folder.is_some_and(|folder| folder.refusal().is_none()) {
            messages.push(unsaved);
        }
        let mut notice = app.world_mut().resource_mut::<Notice>();
        for message in messages {
            notice.add(&message);
        }
        app.insert_resource(files);
        if let Some(timings) = options.timings {
            app.add_plugins(TimingsPlugin { timings });
        }
        customize(&mut app);
        app.run()
    });
    let lost = lost.reason();
    if lost.is_none() {
        ended?;
    }
    if let Some(reason) = failure.reason() {
        return Err(Error::RunNotSaved(reason));
    }
    if let Some(reason) = unwritten.and_then(|failures| failures.last()) {
        return Err(Error::NotSaved(reason));
    }
    lost.map_or(Ok(()), |reason| Err(Error::NoDevice(reason.to_owned())))
}

/// The folders, if the browser stores anything for a page; other systems tell when they are written.
fn usable(folders: Folders) -> Result<Folders, FileError> {
    #[cfg(target_family = "wasm")]
    folders.prepare_data()?;
    Ok(folders)
}

/// What [`build_shell`] needs.
struct ShellSetup {
    shell: UndercroftPlugin,
    settings: Settings,
    /// Whether the player has chosen [`Settings::motion`]. If not, its default depends on the renderer.
    sets_motion: bool,
    folders: Option<Folders>,
    placement: WindowPlacement,
    /// The size of the picture in pixels, to film without opening a window.
    film_size: Option<(u32, u32)>,
}

/// Adds all plugins to the app.
fn build_shell(app: &mut App, setup: ShellSetup) {
    if !setup.sets_motion {
        app.add_systems(Startup, reduce_motion_without_gpu);
    }
    let size = setup.placement.size().into();
    let (width, height) = setup.film_size.unwrap_or(size);
    let window = Window {
        title: format!("Undercroft - {}", setup.shell.seed),
        name: Some("undercroft".to_owned()),
        resolution: WindowResolution::new(width, height),
        position: setup.placement.position(),
        mode: settings::window_mode(&setup.settings),
        // A page is as large as the browser shows it.
        resize_constraints: match IS_PAGE {
            true => WindowResizeConstraints::default(),
            false => WindowResizeConstraints {
                min_width: MIN_LAYOUT_SIZE.x,
                min_height: MIN_LAYOUT_SIZE.y,
                ..default()
            },
        },
        // In a page, the canvas fills the browser window and handles its keys.
        canvas: IS_PAGE.then(|| CANVAS.to_owned()),
        fit_canvas_to_parent: IS_PAGE,
        prevent_default_event_handling: IS_PAGE,
        ..default()
    };
    let plugins = default_plugins(window);
    #[cfg(not(target_family = "wasm"))]
    let plugins = match setup.film_size {
        Some(_) => plugins
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>(),
        None => plugins,
    };
    app.add_plugins(plugins)
        .insert_resource(clock::on_demand(None))
        .insert_resource(setup.settings)
        .insert_resource(ClearColor(Color::srgb_u8(6, 6, 10)))
        .add_plugins(setup.shell);
    if let Some(folders) = setup.folders {
        app.insert_resource(ExportFolders(folders));
    }
    if setup.film_size.is_none() {
        app.insert_resource(setup.placement).add_plugins((
            signal::plugin,
            platform::device_loss::plugin,
            clock::wake_window,
            #[cfg(target_os = "linux")]
            platform::stuck_input::plugin,
            #[cfg(not(target_family = "wasm"))]
            icon::plugin,
            screenshot::plugin,
            platform::pad::plugin,
            #[cfg(feature = "reload")]
            super::reload::watch::plugin,
        ));
        sound::open_speaker(app);
    }
    platform::idle::skip_idle_frames(app);
    run_single_threaded(app);
    unshare_mesh_buffers(app);
    // Few entities move, and the trees are shallow: tracking which trees are static costs more than it saves.
    app.insert_resource(StaticTransformOptimizations::Disabled);
}

fn default_plugins(window: Window) -> PluginGroupBuilder {
    let plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window),
            exit_condition: ExitCondition::OnPrimaryClosed,
            ..default()
        })
        .set(platform::render_plugin())
        .set(ImagePlugin::default_nearest())
        // Widgets that nothing uses would look at every key and click.
        .disable::<CheckboxPlugin>()
        .disable::<ListBoxPlugin>()
        .disable::<MenuPlugin>()
        .disable::<PopoverPlugin>()
        .disable::<RadioGroupPlugin>();
    // The program reports errors itself; those of a shader that was just edited, Bevy does.
    #[cfg(not(feature = "reload"))]
    let plugins = plugins.disable::<LogPlugin>();
    #[cfg(not(target_family = "wasm"))]
    let plugins = plugins.disable::<TerminalCtrlCHandlerPlugin>();
    #[cfg(any(target_os = "linux", windows))]
    let plugins = plugins
        .disable::<RenderPlugin>()
        .add_after::<WinitPlugin>(RendererPlugin);
    plugins
}

/// Reduces motion by default with a software renderer.
fn reduce_motion_without_gpu(
    adapter: Option<Res<RenderAdapterInfo>>,
    mut settings: ResMut<Settings>,
    mut commands: Commands,
) {
    if settings::is_software_rendered(adapter.as_deref()) {
        settings.motion = Motion::Reduced;
        commands.insert_resource(MotionOfMachine);
    }
}

/// Runs the systems of each schedule on one thread: they are many and small, and handing one to another thread
/// takes longer than running it. Pipelined rendering still has its own thread.
fn run_single_threaded(app: &mut App) {
    let set_executor = |schedule: &mut Schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    };
    // All schedules, because state transitions have their own.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        set_executor(schedule);
    }
    // On Apple systems, parts of the renderer must run on the main thread.
    if let Some(renderer) = app
        .get_sub_app_mut(RenderApp)
        .filter(|_| cfg!(not(target_vendor = "apple")))
    {
        renderer.edit_schedule(ExtractSchedule, set_executor);
        renderer.edit_schedule(Render, set_executor);
    }
}

/// Gives each mesh its own buffers. There are few meshes, and the free list of a shared buffer would take 8 MB.
fn unshare_mesh_buffers(app: &mut App) {
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

/// Whether the system has desktops that environment variables name. Its drivers come from packages.
const NAMES_DISPLAYS: bool = cfg!(all(
    unix,
    not(target_os = "macos"),
    not(target_os = "android")
));

/// The environment variables that name a display, in the order in which winit tries them.
const DISPLAY_VARIABLES: [&str; 3] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"];

/// Checks the environment for a display on systems where it names one. Without this check, winit would panic.
fn check_display() -> Result<(), Error> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if NAMES_DISPLAYS && !DISPLAY_VARIABLES.into_iter().any(is_set) {
        return Err(Error::NoWindow(
            "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned(),
        ));
    }
    Ok(())
}

/// Records the first panic in any thread; later panics are consequences of it.
#[derive(Clone, Default)]
struct Panics(Arc<Mutex<PanicState>>);

#[derive(Default)]
struct PanicState {
    /// The message and the location, as " at file:line".
    first: Option<(String, String)>,
    wake: Option<Box<dyn Fn() + Send>>,
}

impl Panics {
    fn lock(&self) -> MutexGuard<'_, PanicState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets a function that wakes the window after a panic. The render thread does not wake it, and without
    /// input it would show its last picture for ever.
    fn set_wake(&self, wake: impl Fn() + Send + 'static) {
        self.lock().wake = Some(Box::new(wake));
    }

    fn record(&self, info: &PanicHookInfo<'_>) {
        let message = info.payload_as_str().unwrap_or("no reason given");
        let location = info
            .location()
            .map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        let mut state = self.lock();
        state
            .first
            .get_or_insert_with(|| (message.to_owned(), location));
        if let Some(wake) = &state.wake {
            wake();
        }
    }
}

/// Runs `work`. A panic in any thread is reported at once and ends the program.
#[cfg(panic = "abort")]
fn catch_panics(work: impl FnOnce(&Panics) -> AppExit) -> Result<(), Error> {
    let panics = Panics::default();
    let recorder = panics.clone();
    std::panic::set_hook(Box::new(move |info| {
        recorder.record(info);
        if let Some((message, location)) = recorder.lock().first.take() {
            report_fatal(&panic_error(&message, &location));
        }
    }));
    match work(&panics) {
        AppExit::Success => Ok(()),
        AppExit::Error(status) => Err(Error::Status(status.get())),
    }
}

/// Shows the error in the page, which stops here.
#[cfg(all(panic = "abort", target_family = "wasm"))]
fn report_fatal(error: &Error) {
    platform::page::show_error(&error.to_string());
}

/// Prints the error and exits, as the command line does.
#[cfg(all(panic = "abort", not(target_family = "wasm")))]
fn report_fatal(error: &Error) {
    crate::diagnostic::print_failure(&format!("undercroft: {error}"));
    std::process::exit(1);
}

/// Runs `work`, and turns a panic in it, or in a thread whose panic ends it, into an error. Libraries report a
/// missing display or GPU only by panicking.
#[cfg(panic = "unwind")]
fn catch_panics(work: impl FnOnce(&Panics) -> AppExit) -> Result<(), Error> {
    let panics = Panics::default();
    let recorder = panics.clone();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| recorder.record(info)));
    let result = catch_unwind(AssertUnwindSafe(|| work(&panics)));
    std::panic::set_hook(hook);
    let status = match result {
        Ok(AppExit::Success) => return Ok(()),
        Ok(AppExit::Error(status)) => Some(Error::Status(status.get())),
        Err(_) => None,
    };
    let first = panics.lock().first.take();
    let panicked = first.map(|(message, location)| panic_error(&message, &location));
    Err(panicked
        .or(status)
        .unwrap_or_else(|| Error::Broken("no reason given".to_owned())))
}

/// What a library says about a window that it cannot open, with the display that it asked.
fn window_failure(line: &str) -> String {
    let set = DISPLAY_VARIABLES.into_iter().find_map(|name| {
        let value = std::env::var(name).ok().filter(|value| !value.is_empty())?;
        Some(format!("{name}={value} does not answer ({line})"))
    });
    set.filter(|_| NAMES_DISPLAYS)
        .unwrap_or_else(|| line.to_owned())
}

fn panic_error(message: &str, location: &str) -> Error {
    let line = message.lines().next().unwrap_or_default();
    let says = |needle: &str| message.contains(needle);
    let mut of_gpu = ["GPU", "adapter", "wgpu surface", "RequestDeviceError"].into_iter();
    if says("event loop") || location.contains("winit") {
        Error::NoWindow(window_failure(line))
    } else if of_gpu.any(says) {
        Error::NoGpu(line.to_owned())
    } else {
        Error::Broken(format!("{line}{location}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::SubApp;
    use bevy::ecs::schedule::ScheduleLabel;

    #[test]
    fn a_panic_in_the_render_thread_is_reported_in_a_sentence() {
        let result = catch_panics(|_| {
            let mut renderer = SubApp::new();
            renderer.update_schedule = Some(Update.intern());
            renderer.add_systems(Update, || panic!("the brush broke\nstack of brushes"));
            let mut app = App::new();
            app.add_plugins(MinimalPlugins)
                .insert_sub_app(RenderApp, renderer);
            app.add_plugins(PipelinedRenderingPlugin);
            app.run()
        });
        let message = result.unwrap_err().to_string();
        assert!(
            message.starts_with("the window crashed: the brush broke at src"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1);
    }

    #[test]
    fn what_a_library_says_first_is_in_the_message() {
        for (said, begins) in [
            (
                "Unable to find a GPU! Make sure you have installed required drivers!",
                "there is no usable GPU (Unable to find a GPU!",
            ),
            (
                "called `Result::unwrap()` on an `Err` value: RequestDeviceError { inner: Device(Lost) }\nmore",
                "there is no usable GPU (called `Result::unwrap()` on an `Err` value: RequestDeviceError { inner: Device(Lost) });",
            ),
            (
                "the brush broke",
                "the window crashed: the brush broke at src/brush.rs",
            ),
        ] {
            let error = panic_error(said, " at src/brush.rs").to_string();
            assert!(
                error.starts_with(begins) && !error.contains('\n'),
                "{error}"
            );
        }
        let error = panic_error("Failed to build event loop: NotSupported", "").to_string();
        assert!(error.starts_with("no window can be opened: "), "{error}");
        assert!(
            error.contains("Failed to build event loop: NotSupported"),
            "{error}"
        );
    }
}

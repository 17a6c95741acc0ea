//! The player's options: text size, palette, motion, fullscreen, volumes and more. Saves them to a file and
//! applies changes to the window and the user interface at once.
//!
//! | part | owns |
//! | --- | --- |
//! | `table` | the table of all options: reading, writing, changing and describing each |
//! | `document` | the text of a configuration file |
//! | `config_files` | the two files |
//! | `taught` | the lessons that the player has seen |
//! | `window_placement` | the window's place |

mod config_files;
mod document;
mod table;
mod taught;
mod window_placement;

use std::time::Duration;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{ExitSystems, MonitorSelection, PrimaryWindow, WindowMode};
use strum::{EnumCount, VariantArray};

use super::frame::Phase;
use super::notice::Notice;
use super::platform;
use super::platform::IS_PAGE;
use super::platform::clock::Wake;

pub use config_files::{ConfigFile, ConfigFiles, EXPORT, KEPT, KEYS, LAB, TAUGHT, WINDOW};
pub use document::{Document, Value};
pub use table::{SETTINGS, Setting};
pub use taught::{BOARDS, EDGES, LOOPS, MAZES, Taught, ZOOM};
pub use window_placement::WindowPlacement;

/// The default text size, in logical pixels. Panels are laid out for it and scaled with the text.
pub const DEFAULT_TEXT_SIZE: f32 = 14.0;

/// The player's options. [`SETTINGS`] says how each is read, written and shown.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Text size in logical pixels, within [`Settings::TEXT_SIZES`]; `None` for one that fits the window.
    pub text: Option<u8>,
    /// The filter applied to all colours.
    pub palette: Palette,
    /// How much is animated.
    pub motion: Motion,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// Volume of sounds, from 0 to [`Settings::MAX_VOLUME`].
    pub volume: u8,
    /// Volume of a level's background sound, in the same range.
    pub ambience: u8,
    /// Volume of the title theme, in the same range.
    pub music: u8,
    /// Whether every step of a long action is shown, not only its end.
    pub watch: bool,
    /// Whether lessons appear when the player first meets something.
    pub teach: bool,
    /// Whether sounds from outside the field of view are described in text.
    pub captions: bool,
    /// Whether the map uses plain characters of the font instead of drawings.
    pub plain: bool,
    /// How Conduit boards are drawn.
    pub board: BoardLook,
    /// The keys and clicks that turn and lock tiles of Conduit.
    pub controls: Controls,
    /// Whether the walls of Maze Run are lighter than its floor.
    pub light_walls: bool,
    /// Whether the Lab shows maps with light, and not as plans.
    pub lit: bool,
    /// The address of the browser page that links open. If empty, codes are copied instead of links.
    pub page: String,
}

/// How Conduit boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumCount, VariantArray)]
pub enum BoardLook {
    /// [`Flat`](Self::Flat) with a software renderer, otherwise [`Rich`](Self::Rich).
    #[default]
    Auto,
    /// Stone and glass, with lighting.
    Rich,
    /// Flat, bright colours.
    Flat,
}

impl BoardLook {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

/// The keys and clicks that turn and lock tiles of Conduit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumCount, VariantArray)]
pub enum Controls {
    /// A left click turns clockwise, and so does Enter.
    #[default]
    Undercroft,
    /// Those of Simon Tatham's Net: A, S, D and F, and a left click that turns anticlockwise.
    Net,
}

impl Controls {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

/// Whether a software renderer draws, because there is no GPU.
pub fn is_software_rendered(adapter: Option<&RenderAdapterInfo>) -> bool {
    // Bevy does not re-export the type of `device_type`.
    let kind = adapter.map(|adapter| format!("{:?}", adapter.device_type));
    kind.as_deref() == Some("Cpu")
}

/// The filter applied to all colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumCount, VariantArray)]
pub enum Palette {
    /// No filter.
    #[default]
    Standard,
    /// More contrast, and lighter dark text.
    HighContrast,
    /// For protanopia: no red-sensitive cones.
    Protan,
    /// For deuteranopia: no green-sensitive cones.
    Deutan,
    /// For tritanopia: no blue-sensitive cones.
    Tritan,
}

impl Palette {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

/// How much is animated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumCount, VariantArray)]
pub enum Motion {
    /// Events are animated, and so are water, grass and flames.
    #[default]
    Full,
    /// Events are animated, but nothing moves between them.
    Reduced,
    /// No animation: everything jumps to its final state.
    None,
}

impl Motion {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            text: None,
            palette: Palette::default(),
            motion: Motion::default(),
            fullscreen: false,
            volume: 7,
            ambience: 5,
            music: 5,
            watch: false,
            teach: true,
            captions: false,
            plain: false,
            board: BoardLook::default(),
            controls: Controls::default(),
            light_walls: false,
            lit: false,
            page: platform::page_address(),
        }
    }
}

/// Exists if the program has reduced motion by itself, because there is no graphics card, and nobody has chosen any.
#[derive(Resource, Clone, Copy, Debug)]
pub struct MotionOfMachine;

/// The smallest window on a desktop, in logical pixels. One that is narrower, as in a page, has no room for a panel beside
/// the map.
pub(in crate::app) const MIN_LAYOUT_SIZE: Vec2 = Vec2::new(800.0, 500.0);

/// The width below which a window has no room for a panel beside the map, in the pixels of panels.
pub(in crate::app) const MIN_PANELLED_WIDTH: f32 = 640.0;

/// The space in which panels can be used at the default text size, by scrolling and folding: that of the smallest window
/// on a desktop in which the text is as large as it can be.
const MIN_SCROLLED_SIZE: Vec2 = Vec2::new(400.0, 250.0);

/// A window is this many times as wide and high as text that fits it.
const TEXT_SHARE: Vec2 = Vec2::new(91.0, 54.0);

impl Settings {
    /// The allowed text sizes, in logical pixels.
    pub const TEXT_SIZES: std::ops::RangeInclusive<u8> = 12..=28;
    /// The highest volume.
    pub const MAX_VOLUME: u8 = 10;

    /// Whether nothing is animated.
    pub fn is_still(&self) -> bool {
        self.motion == Motion::None
    }

    /// Whether nothing moves between events.
    pub fn is_calm(&self) -> bool {
        self.motion != Motion::Full
    }

    /// The scale of panels and their text in a window of `window` logical pixels: the one for the chosen text
    /// size, or one that fits the window. In one that is narrower than those of desktops, it is at most what there is room for,
    /// and no less than the default.
    ///
    /// In steps of 1/64, so that sums of scaled sizes are exact: otherwise a row that just fits would wrap.
    pub fn scale(&self, window: Vec2) -> f32 {
        const STEPS: f32 = 64.0;
        let max = (window / MIN_SCROLLED_SIZE).min_element().max(1.0);
        let size = self.text.unwrap_or_else(|| Self::fitting_text_size(window));
        let mut wanted = f32::from(size) / DEFAULT_TEXT_SIZE;
        if window.x < MIN_LAYOUT_SIZE.x {
            wanted = wanted.max(1.0);
        }
        (wanted * STEPS).ceil().min((max * STEPS).floor()) / STEPS
    }

    /// The text size that fits a window of `window` logical pixels.
    pub fn fitting_text_size(window: Vec2) -> u8 {
        let fitting = (window / TEXT_SHARE).min_element();
        (fitting as u8).clamp(DEFAULT_TEXT_SIZE as u8, *Self::TEXT_SIZES.end())
    }

    /// The actual text size in a window of `window` logical pixels.
    pub fn text_size_in(&self, window: Vec2) -> f32 {
        self.scale(window) * DEFAULT_TEXT_SIZE
    }
}

/// Adds default [`Settings`] unless the app has some, applies them, and saves changes to the [`ConfigFiles`], if
/// there are any.
pub struct SettingsPlugin;

impl Plugin for SettingsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(window_placement::plugin)
            .init_resource::<Settings>()
            .init_resource::<Taught>()
            .add_systems(
                Update,
                (
                    (reset_lessons, save_taught).chain(),
                    (note_change, update_window_mode).run_if(resource_changed::<Settings>),
                    save_settings.run_if(is_due),
                    update_ui_scale,
                )
                    .chain()
                    .in_set(Phase::Show),
            )
            .init_resource::<Unsaved>()
            .add_systems(
                Last,
                // Closing the window writes `AppExit` in the same schedule.
                save_settings
                    .run_if(on_message::<AppExit>)
                    .after(ExitSystems),
            );
    }
}

/// Makes all lessons appear again after the player has switched them off and on.
fn reset_lessons(
    settings: Res<Settings>,
    mut before: Local<Option<bool>>,
    mut taught: ResMut<Taught>,
) {
    let was_off = before.replace(settings.teach) == Some(false);
    if was_off && settings.teach && !taught.is_empty() {
        taught.clear();
    }
}

fn save_taught(
    mut taught: ResMut<Taught>,
    files: Option<Res<ConfigFiles>>,
    mut notice: ResMut<Notice>,
) {
    let Some(files) = files.filter(|_| taught.bypass_change_detection().take_unsaved()) else {
        return;
    };
    if let Err(reason) = files.write(&TAUGHT, &taught.to_ron()) {
        notice.warn(&reason);
    }
}

/// The window mode for these settings.
pub fn window_mode(settings: &Settings) -> WindowMode {
    if settings.fullscreen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    }
}

fn update_window_mode(
    settings: Res<Settings>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let mode = window_mode(&settings);
    for mut window in &mut windows {
        if window.mode != mode {
            window.mode = mode;
        }
    }
}

/// Scales panels with the text size and the window.
fn update_ui_scale(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    scale: Option<ResMut<UiScale>>,
) {
    let (Some(mut scale), Ok(window)) = (scale, windows.single()) else {
        return;
    };
    let wanted = settings.scale(window.size());
    if scale.0 != wanted {
        scale.0 = wanted;
    }
}

/// How long a changed option waits for the next change, so that those that are stepped through are written once. Nobody tells a
/// page that its tab is closed.
const PAUSE: Duration = Duration::from_millis(if IS_PAGE { 0 } else { 500 });

/// The options that are not saved yet.
#[derive(Resource, Default)]
struct Unsaved {
    /// The options at the start.
    first: Option<Settings>,
    /// When they are to be saved, if any was changed.
    due: Option<Duration>,
}

fn note_change(
    (settings, time): (Res<Settings>, Res<Time<Real>>),
    mut unsaved: ResMut<Unsaved>,
    mut wake: MessageWriter<Wake>,
) {
    if unsaved.first.is_none() {
        unsaved.first = Some(settings.clone());
    } else {
        unsaved.due = Some(time.elapsed() + PAUSE);
        wake.write(Wake(PAUSE));
    }
}

fn is_due(unsaved: Res<Unsaved>, time: Res<Time<Real>>) -> bool {
    unsaved.due.is_some_and(|due| due <= time.elapsed())
}

/// Saves the changed options: all but those that the system asks for, as reduced motion without a GPU, and nobody has chosen.
fn save_settings(
    settings: Res<Settings>,
    files: Option<Res<ConfigFiles>>,
    mut unsaved: ResMut<Unsaved>,
    mut notice: ResMut<Notice>,
) {
    let is_changed = unsaved.due.take().is_some();
    let (Some(files), Some(first), true) = (files, &unsaved.first, is_changed) else {
        return;
    };
    let own = files.open(ConfigFile::Options, &mut Vec::new());
    let is_chosen = |setting: &&Setting| {
        let [now, first, default] =
            [&settings, first, &Settings::default()].map(|all| setting.to_ron(all));
        own.has(setting.name) || now != first || first == default
    };
    let entries = SETTINGS.iter().filter(is_chosen);
    let entries = entries.map(|setting| (setting.name, setting.to_ron(&settings)));
    if let Err(reason) = files.write_all(ConfigFile::Options, entries) {
        notice.warn(&reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::Folders;

    #[test]
    fn what_the_system_asks_for_is_saved_only_once_it_is_chosen() {
        let root = tempfile::tempdir().unwrap();
        let config = Some(root.path().to_owned());
        let files = ConfigFiles::new(Folders::find(config.clone(), config).unwrap());
        let mut app = App::new();
        app.init_resource::<Notice>()
            .insert_resource(files)
            .insert_resource(Settings {
                motion: Motion::Reduced,
                ..Settings::default()
            })
            .init_resource::<Unsaved>()
            .init_resource::<Time<Real>>()
            .add_message::<Wake>()
            .add_systems(
                Update,
                (
                    note_change.run_if(resource_changed::<Settings>),
                    save_settings.run_if(is_due),
                )
                    .chain(),
            );
        app.update();
        let pass = |app: &mut App, milliseconds| {
            let mut time = app.world_mut().resource_mut::<Time<Real>>();
            time.advance_by(Duration::from_millis(milliseconds));
            app.update();
        };
        let saved = |app: &mut App, change: fn(&mut Settings)| {
            change(&mut app.world_mut().resource_mut::<Settings>());
            app.update();
            pass(app, 400);
            let read = |app: &App| {
                let files = app.world().resource::<ConfigFiles>();
                Settings::read(&mut files.open(ConfigFile::Options, &mut Vec::new()))
            };
            let wanted = app.world().resource::<Settings>().clone();
            assert_ne!(read(app), wanted, "it waits for another change");
            pass(app, 400);
            let files = app.world().resource::<ConfigFiles>();
            let mut own = files.open(ConfigFile::Options, &mut Vec::new());
            (own.has("motion"), Settings::read(&mut own))
        };
        let (has_motion, read) = saved(&mut app, |settings| settings.text = Some(20));
        assert_eq!(
            (has_motion, read.text, read.motion),
            (false, Some(20), Motion::Full)
        );
        for motion in [Motion::None, Motion::Reduced] {
            let change = match motion {
                Motion::None => |settings: &mut Settings| settings.motion = Motion::None,
                _ => |settings: &mut Settings| settings.motion = Motion::Reduced,
            };
            let (has_motion, read) = saved(&mut app, change);
            assert_eq!((has_motion, read.motion), (true, motion));
        }
    }

    #[test]
    fn text_is_as_large_as_was_asked_for_or_fits_the_window() {
        let scale = |text, window: [f32; 2]| {
            let settings = Settings {
                text,
                ..Settings::default()
            };
            settings.scale(window.into())
        };
        let desktops = [
            [800.0, 500.0],
            [1280.0, 728.0],
            [1920.0, 1080.0],
            [3440.0, 1440.0],
        ];
        for window in desktops {
            assert_eq!(scale(Some(12), window), 55.0 / 64.0);
            assert_eq!(scale(Some(14), window), 1.0);
            assert_eq!(scale(Some(28), window), 2.0);
        }
        let sizes = desktops.map(|window| (scale(None, window) * DEFAULT_TEXT_SIZE).round());
        assert_eq!(sizes, [14.0, 14.0, 20.0, 26.0]);
        for text in Settings::TEXT_SIZES.map(Some).chain([None]) {
            assert_eq!(scale(text, [360.0, 640.0]), 1.0);
            assert_eq!(scale(text, [320.0, 200.0]), 1.0);
        }
    }
}

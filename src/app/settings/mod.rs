//! What the player has chosen of the window itself: size of text, palette, motion, screen, volume.
//! Keeps it in a file, and sees to it that a change shows at once.

mod file;
mod own;
mod place;
mod taught;

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{MonitorSelection, PrimaryWindow, RequestRedraw, WindowMode};
use serde::{Deserialize, Serialize};

use super::frame::Phase;
use super::notice::Notice;
use super::platform;

pub use file::{FILE, SettingsError};
pub use own::OwnFiles;
pub use place::{FILE as WINDOW_FILE, WindowPlace};
pub use taught::{BOARDS, EDGES, FILE as TAUGHT_FILE, MAZES, Taught, ZOOM};

/// Size of text that nobody has changed, in logical pixels.
pub const SMALL: f32 = 14.0;

/// What the player has chosen. Each field may be left out in the file.
#[derive(Resource, Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Size of text, in logical pixels, within [`Settings::TEXT`].
    #[serde(deserialize_with = "file::text")]
    pub text: u8,
    /// How colours are shown.
    pub palette: Palette,
    /// How much moves.
    pub motion: Motion,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// How loud sounds are, from 0 to [`Settings::LOUDEST`].
    #[serde(deserialize_with = "file::volume")]
    pub volume: u8,
    /// How loud the sound of a level is, as the volume.
    #[serde(deserialize_with = "file::ambience")]
    pub ambience: u8,
    /// How loud the theme of the title is, as the volume.
    #[serde(deserialize_with = "file::music")]
    pub music: u8,
    /// Whether each step of a long action is shown, rather than its end at once.
    pub watch: bool,
    /// Whether lessons are told at the first of each thing.
    pub teach: bool,
    /// Whether sounds that are not seen are told in words.
    pub captions: bool,
    /// Whether the map has characters of the font alone, and no drawings.
    pub plain: bool,
    /// How boards of Conduit are drawn.
    pub board: BoardLook,
    /// The address of the browser page that links lead to.
    #[serde(deserialize_with = "file::page")]
    pub page: String,
}

/// How boards of Conduit are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub enum BoardLook {
    /// Plain where the processor draws, else rich.
    #[default]
    Auto,
    /// Stone and glass, with light that falls on what lies around.
    Rich,
    /// Plain and bright.
    Flat,
}

impl BoardLook {
    /// All of them, in the order in which they are chosen.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Rich, Self::Flat];
}

/// Whether the processor draws, for want of a GPU.
pub fn is_drawn_by_processor(adapter: Option<&RenderAdapterInfo>) -> bool {
    // The type of this value is not among those that Bevy hands on.
    let kind = adapter.map(|adapter| format!("{:?}", adapter.device_type));
    kind.as_deref() == Some("Cpu")
}

/// How colours are shown.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub enum Palette {
    /// As they are.
    #[default]
    Standard,
    /// With more contrast, and dark text lifted.
    HighContrast,
    /// For those who lack the cones of long wavelengths (red).
    Protan,
    /// For those who lack the cones of middle wavelengths (green).
    Deutan,
    /// For those who lack the cones of short wavelengths (blue).
    Tritan,
}

impl Palette {
    /// All of them, in the order in which they are chosen.
    pub const ALL: [Self; 5] = [
        Self::Standard,
        Self::HighContrast,
        Self::Protan,
        Self::Deutan,
        Self::Tritan,
    ];
}

/// How much moves.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub enum Motion {
    /// What happens is seen happening, and water, grass and flames are never still.
    #[default]
    Full,
    /// What happens is seen happening, and nothing moves by itself.
    Reduced,
    /// Everything is at once where it will be.
    None,
}

impl Motion {
    /// All of them, from the most to the least.
    pub const ALL: [Self; 3] = [Self::Full, Self::Reduced, Self::None];
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            text: SMALL as u8,
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
            page: platform::page_address(),
        }
    }
}

/// Room that panels need to show everything, in their own pixels: the smallest window at the usual
/// size of text.
const ROOM: Vec2 = Vec2::new(800.0, 500.0);

impl Settings {
    /// Sizes that text can have, in logical pixels.
    pub const TEXT: std::ops::RangeInclusive<u8> = 12..=28;
    /// The largest volume.
    pub const LOUDEST: u8 = 10;

    /// Whether nothing may move at all.
    pub fn is_still(&self) -> bool {
        self.motion == Motion::None
    }

    /// Whether nothing may move while nothing happens.
    pub fn is_calm(&self) -> bool {
        self.motion != Motion::Full
    }

    /// By how much panels and their text are enlarged in a window of `window` logical pixels: as
    /// wanted, but never so that something is cut off.
    pub fn scale(&self, window: Vec2) -> f32 {
        let most = (window / ROOM).min_element().max(1.0);
        (f32::from(self.text) / SMALL).min(most)
    }

    /// The size that text has in a window of `window` logical pixels.
    pub fn text_in(&self, window: Vec2) -> f32 {
        self.scale(window) * SMALL
    }
}

/// Keeps [`Settings`], those that were there before or else the defaults, and makes them true. What
/// changes is written where [`OwnFiles`] are, if they are known.
pub struct SettingsPlugin;

impl Plugin for SettingsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(place::plugin)
            .init_resource::<Settings>()
            .init_resource::<Taught>()
            .add_systems(
                Update,
                (
                    (unteach, keep_taught).chain(),
                    (keep_settings, fill_screen).run_if(resource_changed::<Settings>),
                    enlarge,
                )
                    .in_set(Phase::Show),
            );
    }
}

/// Forgets which lessons were told, as lessons are switched on again.
fn unteach(settings: Res<Settings>, mut before: Local<Option<bool>>, mut taught: ResMut<Taught>) {
    let was_off = before.replace(settings.teach) == Some(false);
    if was_off && settings.teach && !taught.is_empty() {
        taught.clear();
    }
}

/// Writes down which lessons were told.
fn keep_taught(
    mut taught: ResMut<Taught>,
    files: Option<Res<OwnFiles>>,
    mut notice: ResMut<Notice>,
) {
    let Some(files) = files.filter(|_| taught.bypass_change_detection().take_unsaved()) else {
        return;
    };
    if let Err(reason) = files.write(TAUGHT_FILE, &taught.written()) {
        notice.0 = reason;
    }
}

/// How the window stands on the screen.
pub fn window_mode(settings: &Settings) -> WindowMode {
    if settings.fullscreen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    }
}

fn fill_screen(settings: Res<Settings>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let mode = window_mode(&settings);
    for mut window in &mut windows {
        if window.mode != mode {
            window.mode = mode;
        }
    }
}

/// Enlarges panels as far as the window allows.
fn enlarge(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    scale: Option<ResMut<UiScale>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(mut scale), Ok(window)) = (scale, windows.single()) else {
        return;
    };
    let wanted = settings.scale(window.size());
    if scale.0 != wanted {
        scale.0 = wanted;
        // What lies beside the panels follows once they are laid out.
        redraw.write(RequestRedraw);
    }
}

fn keep_settings(
    settings: Res<Settings>,
    files: Option<Res<OwnFiles>>,
    mut notice: ResMut<Notice>,
) {
    let Some(files) = files.filter(|_| !settings.is_added()) else {
        return;
    };
    if let Err(reason) = files.write(FILE, &settings.written()) {
        notice.0 = reason;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_grows_as_far_as_the_window_has_room_for_it() {
        let scale = |text, window: [f32; 2]| {
            let settings = Settings {
                text,
                ..Settings::default()
            };
            settings.scale(window.into())
        };
        assert_eq!(scale(14, [1280.0, 800.0]), 1.0);
        assert_eq!(scale(12, [800.0, 500.0]), 12.0 / 14.0);
        assert_eq!(scale(28, [2560.0, 1440.0]), 2.0);
        assert_eq!(scale(28, [1280.0, 800.0]), 1.6);
        for text in Settings::TEXT {
            let window = Vec2::new(800.0, 500.0);
            assert!(scale(text, window.into()) <= 1.0);
            assert!(scale(text, [640.0, 400.0]) <= 1.0);
        }
    }
}

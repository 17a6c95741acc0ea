//! The window's position and size: saved when the program ends, and fitted to the connected monitors at the
//! next start.

use bevy::app::AppExit;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{ExitSystems, Monitor, MonitorSelection, PrimaryWindow, WindowMode};
use serde::{Deserialize, Serialize};

use super::MIN_LAYOUT_SIZE;
use super::config_files::{ConfigFiles, WINDOW};
use super::document::Value;
use crate::app::platform;

/// The window's size at the first start, in logical pixels.
const DEFAULT_SIZE: UVec2 = UVec2::new(1280, 800);
/// The part of a monitor reserved for task bars and the window's title bar, in logical pixels.
const RESERVED: Vec2 = Vec2::new(0.0, 72.0);

/// Where Windows puts a minimized window.
const MINIMIZED: IVec2 = IVec2::splat(-32_000);

/// A monitor's upper left corner and size in physical pixels, and its scale factor.
type MonitorArea = (IVec2, UVec2, f32);

/// The size and position of a window.
type Geometry = (Vec2, WindowPosition);

/// The window's position and size while it is not maximized, and whether it is.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPlacement {
    /// The upper left corner in physical pixels; `None` where the system does not report it, as on Wayland.
    at: Option<(i32, i32)>,
    /// Width and height: in logical pixels in the file, in physical pixels while it is fitted to a monitor.
    size: (u32, u32),
    #[serde(default)]
    maximized: bool,
}

impl Default for WindowPlacement {
    fn default() -> Self {
        Self {
            at: None,
            size: DEFAULT_SIZE.into(),
            maximized: false,
        }
    }
}

impl WindowPlacement {
    /// Parses the placement.
    ///
    /// # Errors
    /// An unknown or missing field, or a size outside 100..=20000. What is smaller than the panels need is enlarged.
    pub fn read(value: Value<'_>) -> Result<Self, String> {
        let placement: Self = WINDOW.parse(value)?;
        let sizes = 100..=20_000;
        let (width, height) = placement.size;
        if sizes.contains(&width) && sizes.contains(&height) {
            let size = placement.size().max(MIN_LAYOUT_SIZE.as_uvec2()).into();
            return Ok(Self { size, ..placement });
        }
        let reason = format!("no window is {width} by {height} pixels");
        Err(value.mistake(&format!("{reason}; each goes from 100 to 20000")))
    }

    fn to_ron(self) -> String {
        let (at, (width, height), maximized) = (self.at, self.size, self.maximized);
        format!("(at: {at:?}, size: ({width}, {height}), maximized: {maximized})")
    }

    /// Width and height in pixels.
    pub fn size(&self) -> UVec2 {
        self.size.into()
    }

    /// The position, for Bevy's window; automatic if it is not known.
    pub fn position(&self) -> WindowPosition {
        let at = self.at.map(|at| WindowPosition::At(at.into()));
        at.unwrap_or(WindowPosition::Automatic)
    }

    /// The placement of a window that is not maximized.
    fn of(window: &Window) -> Self {
        Self {
            at: match window.position {
                WindowPosition::At(at) => Some(at.into()),
                _ => None,
            },
            size: window.size().round().as_uvec2().into(),
            maximized: false,
        }
    }

    /// The same window, maximized.
    fn maximized(self) -> Self {
        Self {
            maximized: true,
            ..self
        }
    }

    /// Shrinks and moves the window so that it lies within a monitor.
    fn fit_to_monitor(self, (corner, size, scale): MonitorArea) -> Self {
        let room = (size.as_vec2() - RESERVED * scale)
            .max(Vec2::ONE)
            .as_uvec2();
        let fitted = self.size().min(room);
        let last = corner + (room - fitted).as_ivec2();
        Self {
            at: self.at.map(|at| IVec2::from(at).clamp(corner, last).into()),
            size: fitted.into(),
            ..self
        }
    }

    /// Fits the window to the monitor that has its upper left corner, or else to the first.
    fn fit_to_monitors(self, monitors: &[MonitorArea]) -> Self {
        let has_corner = |(corner, size, _): &&MonitorArea| {
            let at = self.at.map(IVec2::from);
            at.is_some_and(|at| {
                at.cmpge(*corner).all() && at.cmplt(*corner + size.as_ivec2()).all()
            })
        };
        let monitor = monitors.iter().find(has_corner).or(monitors.first());
        monitor.map_or(self, |monitor| self.fit_to_monitor(*monitor))
    }
}

/// The window as it was kept, and as it is because it does not fit.
#[derive(Resource, Clone, Copy)]
struct Fitted {
    kept: WindowPlacement,
    shown: WindowPlacement,
}

impl Fitted {
    /// What to keep of a window: what the player has not changed stays as it was.
    fn keep(self, now: WindowPlacement) -> WindowPlacement {
        WindowPlacement {
            at: if now.at == self.shown.at {
                self.kept.at
            } else {
                now.at
            },
            size: if now.size == self.shown.size {
                self.kept.size
            } else {
                now.size
            },
            ..now
        }
    }
}

/// Fits the window at the start and saves its placement at the end.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fit_window)
        // Closing the window writes `AppExit` in the same schedule.
        .add_systems(Last, save_placement.after(ExitSystems));
}

/// Fits the window to the monitors, once they are known, and maximizes it if it was.
fn fit_window(
    monitors: Query<&Monitor>,
    placement: Option<Res<WindowPlacement>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut is_fitted: Local<bool>,
    mut commands: Commands,
) {
    if *is_fitted || monitors.is_empty() {
        return;
    }
    let (Some(placement), Ok(mut window)) = (placement, windows.single_mut()) else {
        return;
    };
    *is_fitted = true;
    let monitors: Vec<MonitorArea> = monitors
        .iter()
        .map(|monitor| {
            let scale = monitor.scale_factor as f32;
            (monitor.physical_position, monitor.physical_size(), scale)
        })
        .collect();
    let current = WindowPlacement {
        size: window.physical_size().into(),
        ..*placement
    };
    let fitted = current.fit_to_monitors(&monitors);
    if fitted.size != current.size && window.mode == WindowMode::Windowed {
        let UVec2 { x, y } = fitted.size();
        window.resolution.set_physical_resolution(x, y);
    }
    if fitted.at != current.at {
        window.position = match fitted.at {
            Some(at) => WindowPosition::At(at.into()),
            None => WindowPosition::Centered(MonitorSelection::Primary),
        };
    }
    commands.insert_resource(Fitted {
        kept: *placement,
        shown: WindowPlacement::of(&window),
    });
    if placement.maximized {
        window.set_maximized(true);
    }
}

/// Tracks the placement, and saves it on exit. It is tracked because the window may be gone by then. Of a maximized
/// window, only that is kept: its size and place are those to which it returns.
fn save_placement(
    windows: Query<(Entity, &Window), With<PrimaryWindow>>,
    (placement, fitted): (Option<Res<WindowPlacement>>, Option<Res<Fitted>>),
    files: Option<Res<ConfigFiles>>,
    mut exits: MessageReader<AppExit>,
    (mut seen, mut last): (Local<Option<Geometry>>, Local<Option<WindowPlacement>>),
    main_thread: NonSendMarker,
) {
    let is_exiting = exits.read().count() > 0;
    if let Ok((entity, window)) = windows.single()
        && window.mode == WindowMode::Windowed
    {
        // The pointer changes the window as well, and asking whether it is maximized may take a while.
        let geometry = Some((window.size(), window.position));
        if std::mem::replace(&mut *seen, geometry) != geometry || is_exiting {
            let before = last.or(placement.as_deref().copied());
            *last = match platform::is_maximized(entity, &main_thread) {
                true => Some(before.unwrap_or_default().maximized()),
                // Some systems make it tiny, or minimize it to nothing. Nobody wants to start like that.
                false if window.size().cmplt(MIN_LAYOUT_SIZE).any() => *last,
                false if window.position == WindowPosition::At(MINIMIZED) => *last,
                false => {
                    let now = WindowPlacement::of(window);
                    Some(fitted.as_ref().map_or(now, |fitted| fitted.keep(now)))
                }
            };
        }
    }
    if is_exiting && let (Some(placement), Some(files)) = (last.take(), files) {
        // An error could no longer be shown.
        let _ = files.write(&WINDOW, &placement.to_ron());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::Folders;

    const LAPTOP: MonitorArea = (IVec2::ZERO, UVec2::new(1366, 768), 1.0);
    const DESK: MonitorArea = (IVec2::new(1366, 0), UVec2::new(2560, 1440), 1.0);

    #[test]
    fn a_window_fits_the_monitor_that_it_lies_on() {
        let first = WindowPlacement::default();
        assert_eq!(first.fit_to_monitors(&[LAPTOP]).size, (1280, 696));
        assert_eq!(first.fit_to_monitors(&[]), first);
        let left = WindowPlacement {
            at: Some((2000, 300)),
            size: (1600, 1000),
            maximized: true,
        };
        assert_eq!(left.fit_to_monitors(&[LAPTOP, DESK]), left);
        // Its monitor has been unplugged.
        let back = left.fit_to_monitors(&[LAPTOP]);
        assert_eq!((back.at, back.size), (Some((0, 0)), (1366, 696)));
    }

    #[test]
    fn a_window_that_does_not_fit_keeps_its_size_for_a_larger_monitor() {
        let kept = WindowPlacement {
            at: Some((2000, 300)),
            size: (1600, 1000),
            maximized: false,
        };
        let shown = kept.fit_to_monitors(&[LAPTOP]);
        let fitted = Fitted { kept, shown };
        assert_eq!(fitted.keep(shown), kept);
        let moved = WindowPlacement {
            at: Some((30, 40)),
            ..shown
        };
        let size = kept.size;
        assert_eq!(fitted.keep(moved), WindowPlacement { size, ..moved });
        let smaller = WindowPlacement {
            size: (900, 600),
            ..shown
        };
        let at = kept.at;
        assert_eq!(fitted.keep(smaller), WindowPlacement { at, ..smaller });
    }

    #[test]
    fn a_tiny_or_minimized_window_is_not_kept_and_the_one_before_is() {
        let root = tempfile::tempdir().unwrap();
        let config = Some(root.path().to_owned());
        let files = ConfigFiles::new(Folders::find(config.clone(), config).unwrap());
        let mut app = App::new();
        app.add_message::<AppExit>()
            .insert_resource(files)
            .add_systems(Update, save_placement);
        let window = app
            .world_mut()
            .spawn((Window::default(), PrimaryWindow))
            .id();
        for (width, height) in [(900.0, 600.0), (120.0, 40.0), (0.0, 0.0), (2000.0, 499.0)] {
            let mut window = app.world_mut().get_mut::<Window>(window).unwrap();
            window.resolution.set(width, height);
            app.update();
        }
        let mut minimized = app.world_mut().get_mut::<Window>(window).unwrap();
        minimized.resolution.set(900.0, 700.0);
        minimized.position = WindowPosition::At(MINIMIZED);
        app.update();
        app.world_mut().write_message(AppExit::Success);
        app.update();
        let text = std::fs::read_to_string(root.path().join("state.ron")).unwrap();
        assert!(
            text.contains("size: (900, 600), maximized: false)"),
            "{text}"
        );
    }

    #[test]
    fn what_is_kept_reads_back_and_what_is_no_window_is_refused() {
        let read = |text: &str| {
            let value = Value::whole("w.ron", text, "").unwrap();
            WindowPlacement::read(value)
        };
        for (at, maximized) in [(None, true), (Some((-5, 20)), false)] {
            let place = WindowPlacement {
                at,
                size: (900, 600),
                maximized,
            };
            assert_eq!(read(&place.to_ron()), Ok(place));
        }
        let before = read("(at: None, size: (120, 2000))").unwrap();
        assert_eq!((before.size, before.maximized), ((800, 2000), false));
        for (text, reason) in [
            (
                "(at: None)",
                "window is (at: None); it should look like (at: ",
            ),
            (
                "(at: None, size: (0, 5))",
                "no window is 0 by 5 pixels; each goes from 100 to 20000",
            ),
            ("left", "window is left; it should look like (at: "),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("w.ron:1: {reason}")), "{error}");
        }
    }
}

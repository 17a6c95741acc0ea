//! Where the window lies and how large it is: kept when it closes, and fitted at the start to the
//! monitors that there are.

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::{ExitSystems, Monitor, MonitorSelection, PrimaryWindow, WindowMode};
use serde::{Deserialize, Serialize};

use super::file::SettingsError;
use super::own::OwnFiles;

/// Name of the file in the configuration folder.
pub const FILE: &str = "window.ron";

/// The window's size when nothing is known of it, and what a monitor keeps for bars and frames, in
/// logical pixels.
const SIZE: UVec2 = UVec2::new(1280, 800);
const FRAME: Vec2 = Vec2::new(0.0, 72.0);

/// Where the window lies.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPlace {
    /// Its upper left corner in physical pixels, if the system tells it.
    at: Option<(i32, i32)>,
    /// Width and height: in logical pixels where it is kept, in physical ones on a monitor.
    size: (u32, u32),
}

impl Default for WindowPlace {
    fn default() -> Self {
        Self {
            at: None,
            size: SIZE.into(),
        }
    }
}

impl WindowPlace {
    /// Reads it; `file` names the text in errors.
    ///
    /// # Errors
    /// A form that is no place, or a size that no window has.
    pub fn read(file: &str, text: &str) -> Result<Self, SettingsError> {
        let place: Self = ron::from_str(text).map_err(|error: ron::error::SpannedError| {
            let at = error.span.start;
            SettingsError(format!(
                "{file}:{}:{}: {}; a window looks like (at: Some((0, 0)), size: (1280, 800))",
                at.line, at.col, error.code
            ))
        })?;
        let sizes = 100..=20_000;
        if sizes.contains(&place.size.0) && sizes.contains(&place.size.1) {
            return Ok(place);
        }
        Err(SettingsError(format!(
            "{file}: no window is {} by {} pixels",
            place.size.0, place.size.1
        )))
    }

    fn written(&self) -> String {
        let (width, height) = self.size;
        format!(
            "// Where the window was closed.\n(at: {:?}, size: ({width}, {height}))\n",
            self.at
        )
    }

    /// Its size.
    pub fn size(&self) -> UVec2 {
        self.size.into()
    }

    /// Its corner, as far as it is known.
    pub fn position(&self) -> WindowPosition {
        let at = self.at.map(|at| WindowPosition::At(at.into()));
        at.unwrap_or(WindowPosition::Automatic)
    }

    /// The same on a monitor of this corner, size and scale: no larger than it, and none of it outside.
    fn on(self, corner: IVec2, size: UVec2, scale: f32) -> Self {
        let room = (size.as_vec2() - FRAME * scale).max(Vec2::ONE).as_uvec2();
        let fitted = self.size().min(room);
        let last = corner + (room - fitted).as_ivec2();
        Self {
            at: self.at.map(|at| IVec2::from(at).clamp(corner, last).into()),
            size: fitted.into(),
        }
    }

    /// The same on that of some monitors on which it lies, else on the first.
    fn among(self, monitors: &[(IVec2, UVec2, f32)]) -> Self {
        let lies_on = |(corner, size, _): &&(IVec2, UVec2, f32)| {
            let at = self.at.map(IVec2::from);
            at.is_some_and(|at| {
                at.cmpge(*corner).all() && at.cmplt(*corner + size.as_ivec2()).all()
            })
        };
        let on = monitors.iter().find(lies_on).or(monitors.first());
        on.map_or(self, |(corner, size, scale)| {
            self.on(*corner, *size, *scale)
        })
    }
}

/// Fits the window, and keeps where it is.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fit)
        // The window's button ends the program in the same schedule.
        .add_systems(Last, keep.after(ExitSystems));
}

/// Fits the window to the monitors, once they are known.
fn fit(
    monitors: Query<&Monitor>,
    place: Option<Res<WindowPlace>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut fitted: Local<bool>,
) {
    if *fitted || monitors.is_empty() {
        return;
    }
    let (Some(place), Ok(mut window)) = (place, windows.single_mut()) else {
        return;
    };
    *fitted = true;
    let known: Vec<_> = monitors
        .iter()
        .map(|monitor| {
            let scale = monitor.scale_factor as f32;
            (monitor.physical_position, monitor.physical_size(), scale)
        })
        .collect();
    let opened = WindowPlace {
        size: window.physical_size().into(),
        ..*place
    };
    let wanted = opened.among(&known);
    if wanted.size != opened.size && window.mode == WindowMode::Windowed {
        let UVec2 { x, y } = wanted.size();
        window.resolution.set_physical_resolution(x, y);
    }
    if wanted.at != opened.at {
        window.position = match wanted.at {
            Some(at) => WindowPosition::At(at.into()),
            None => WindowPosition::Centered(MonitorSelection::Primary),
        };
    }
}

/// Notes where the window is, and keeps it when the program ends: by then the window may be gone.
fn keep(
    windows: Query<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    files: Option<Res<OwnFiles>>,
    mut exits: MessageReader<AppExit>,
    mut last: Local<Option<WindowPlace>>,
) {
    if let Ok(window) = windows.single()
        && window.mode == WindowMode::Windowed
    {
        let at = match window.position {
            WindowPosition::At(at) => Some(at.into()),
            _ => None,
        };
        *last = Some(WindowPlace {
            at,
            size: window.size().round().as_uvec2().into(),
        });
    }
    if exits.read().count() > 0
        && let (Some(place), Some(files)) = (last.take(), files)
    {
        // The program ends: nobody would read why it was not kept.
        let _ = files.write(FILE, &place.written());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAPTOP: (IVec2, UVec2, f32) = (IVec2::ZERO, UVec2::new(1366, 768), 1.0);
    const DESK: (IVec2, UVec2, f32) = (IVec2::new(1366, 0), UVec2::new(2560, 1440), 1.0);

    #[test]
    fn a_window_fits_the_monitor_that_it_lies_on() {
        let first = WindowPlace::default();
        assert_eq!(first.among(&[LAPTOP]).size, (1280, 696));
        assert_eq!(first.among(&[]), first);
        let left = WindowPlace {
            at: Some((2000, 300)),
            size: (1600, 1000),
        };
        assert_eq!(left.among(&[LAPTOP, DESK]), left);
        // The monitor on which it was is gone.
        let back = left.among(&[LAPTOP]);
        assert_eq!((back.at, back.size), (Some((0, 0)), (1366, 696)));
    }

    #[test]
    fn what_is_kept_reads_back_and_what_is_no_window_is_refused() {
        for at in [None, Some((-5, 20))] {
            let place = WindowPlace {
                at,
                size: (900, 600),
            };
            assert_eq!(WindowPlace::read("w.ron", &place.written()), Ok(place));
        }
        for text in ["(at: None)", "(at: None, size: (0, 5))", "left"] {
            assert!(WindowPlace::read("w.ron", text).is_err(), "{text}");
        }
    }
}

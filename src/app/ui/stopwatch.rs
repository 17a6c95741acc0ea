//! Counts the time spent playing a screen, and has the clock on it drawn each second.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::platform::IS_PAGE;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;

pub(in crate::app) use crate::profile::format_time;

/// Updates [`PlayTime`].
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<PlayTime>()
        .add_systems(Update, update_play_time.in_set(Phase::Input));
}

/// The time since the last frame; zero after a screen change or while the window is in the background.
#[derive(Resource, Default)]
pub(in crate::app) struct PlayTime(pub Duration);

const SECOND: Duration = Duration::from_secs(1);

/// The longest time between two frames while a clock runs, with room for a busy machine. After a longer
/// one the program stood still.
const LONGEST_FRAME: Duration = Duration::from_secs(2);

fn update_play_time(
    (time, screen): (Res<Time<Real>>, Res<State<Screen>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut last: Local<Option<Screen>>,
    mut play_time: ResMut<PlayTime>,
) {
    let screen = *screen.get();
    play_time.0 = match time.delta() {
        _ if *last != Some(screen) => Duration::ZERO,
        delta if delta > LONGEST_FRAME => SECOND,
        delta => delta,
    };
    *last = is_focused(&windows).then_some(screen);
}

fn is_focused(windows: &Query<&Window, With<PrimaryWindow>>) -> bool {
    windows.iter().any(|window| window.focused)
}

/// Requests the frames that a clock needs to be seen running.
#[derive(SystemParam)]
pub(in crate::app) struct ClockFrames<'w, 's> {
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    wake: MessageWriter<'w, Wake>,
}

impl ClockFrames<'_, '_> {
    /// Requests a frame for the next full second of a clock that stands at `time`, unless the window is
    /// in the background.
    pub fn request(&mut self, time: Duration) {
        if is_focused(&self.windows) {
            self.wake.write(Wake(until_next_second(time)));
        }
    }
}

/// Surely in the next second, and so that the next one is a second later. In a page always a second: each
/// other wait would draw a frame at once.
fn until_next_second(time: Duration) -> Duration {
    match IS_PAGE {
        true => SECOND,
        false => SECOND - Duration::from_nanos(time.subsec_nanos().into()) + FRAME,
    }
}

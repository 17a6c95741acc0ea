//! Counts the time spent playing a screen.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::screen::Screen;

/// Updates [`PlayTime`].
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<PlayTime>()
        .add_systems(Update, update_play_time.in_set(Phase::Input));
}

/// The time since the last frame; zero after a screen change or while the window is in the background.
#[derive(Resource, Default)]
pub(in crate::app) struct PlayTime(pub Duration);

fn update_play_time(
    (time, screen): (Res<Time<Real>>, Res<State<Screen>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut last: Local<Option<Screen>>,
    mut play_time: ResMut<PlayTime>,
) {
    let screen = *screen.get();
    let counts = *last == Some(screen);
    play_time.0 = if counts { time.delta() } else { Duration::ZERO };
    let is_focused = windows.iter().any(|window| window.focused);
    *last = is_focused.then_some(screen);
}

/// Formats a time as `m:ss`, or `h:mm:ss` from an hour on.
pub(in crate::app) fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_minutes_and_hours() {
        let time = |seconds| format_time(Duration::from_secs(seconds));
        assert_eq!([time(0), time(75), time(3599)], ["0:00", "1:15", "59:59"]);
        assert_eq!(time(3600 * 25 + 61), "25:01:01");
    }
}

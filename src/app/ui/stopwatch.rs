//! The time that a screen is played for.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::screen::Screen;

/// Measures what is [`Played`].
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Played>()
        .add_systems(Update, measure.in_set(Phase::Input));
}

/// The time since the frame before, if it was spent on this screen with the window in front.
#[derive(Resource, Default)]
pub(in crate::app) struct Played(pub Duration);

fn measure(
    (time, screen): (Res<Time<Real>>, Res<State<Screen>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut before: Local<Option<Screen>>,
    mut played: ResMut<Played>,
) {
    let here = *screen.get();
    let counts = *before == Some(here);
    played.0 = if counts { time.delta() } else { Duration::ZERO };
    let in_front = windows.iter().any(|window| window.focused);
    *before = in_front.then_some(here);
}

/// Minutes and seconds, after hours if there are any.
pub(in crate::app) fn clock(time: Duration) -> String {
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
        let clock = |seconds| clock(Duration::from_secs(seconds));
        assert_eq!(
            [clock(0), clock(75), clock(3599)],
            ["0:00", "1:15", "59:59"]
        );
        assert_eq!(clock(3600 * 25 + 61), "25:01:01");
    }
}

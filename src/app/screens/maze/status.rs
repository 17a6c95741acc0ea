//! What the bar tells and offers in Maze Run.

use std::time::Duration;

use bevy::prelude::*;

use super::action::MazeAction;
use super::play::Play;
use super::round::Round;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::screen::{Screen, on};
use crate::app::ui::hud::{Bar, Hint};

/// Keeps the [`Bar`] up to date.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.run_if(on(Screen::Maze)).in_set(Phase::Show));
}

static HINTS: [Hint; 12] = [
    (&[&MazeAction::Hint], "hint"),
    (&[&MazeAction::Solution], "way"),
    (&[&MazeAction::Restart], "restart"),
    (&[&MazeAction::Another], "another"),
    (
        &[&MazeAction::PreviousGenerator, &MazeAction::NextGenerator],
        "generator",
    ),
    (&[&MazeAction::Smaller, &MazeAction::Larger], "size"),
    (&[&MazeAction::Dark], "dark"),
    (&[&MazeAction::Paste], "paste"),
    (&[&MazeAction::Save], "save"),
    (
        &[
            &CommonAction::ZoomOut,
            &CommonAction::ZoomIn,
            &CommonAction::ZoomFit,
        ],
        "zoom",
    ),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "title"),
];

static MOUSE: [(&str, &str); 3] = [
    ("click, hold", "walk towards it"),
    ("wheel", "zoom"),
    ("drop a file", "its maze"),
];

/// Time as people read it.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

/// The time is that of the last thing that happened: a clock that runs would keep the program
/// from resting.
fn tell(play: Res<Play>, time: Option<Res<Time<Real>>>, mut bar: ResMut<Bar>) {
    let entered = !std::ptr::eq(bar.hints, &HINTS);
    if !entered && !play.is_changed() {
        return;
    }
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    bar.set_if_neq(Bar {
        facts: play
            .round()
            .map(|round| facts(round, now))
            .unwrap_or_default(),
        hints: &HINTS,
        mouse: &MOUSE,
    });
}

fn facts(round: &Round, now: Duration) -> Vec<(&'static str, String)> {
    let run = round.run();
    let leg = run.leg();
    let what = if run.is_loaded() {
        "loaded"
    } else {
        leg.generator().info().name
    };
    let steps = format!("{} of {}", run.steps_taken(), run.ends().steps);
    vec![
        ("maze", (u64::from(leg.number()) + 1).to_string()),
        ("", format!("{what} {}", run.maze().size())),
        ("steps", steps),
        ("time", clock(round.time(now))),
    ]
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

//! What the bar tells and offers in Maze Run.

use bevy::prelude::*;

use super::action::MazeAction;
use super::play::Play;
use super::round::Round;
use super::score;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::screen::{Screen, on};
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::stopwatch::format_time;

/// Keeps the [`Bar`] up to date.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        tell.run_if(on(Screen::Maze).and_then(resource_changed::<Play>))
            .in_set(Phase::Show),
    );
}

const ANOTHER: Hint = (&[&MazeAction::Another], "another");
const GENERATOR: Hint = (
    &[&MazeAction::PreviousGenerator, &MazeAction::NextGenerator],
    "generator",
);
const SIZE: Hint = (&[&MazeAction::Smaller, &MazeAction::Larger], "size");
const ZOOM: Hint = (
    &[
        &CommonAction::ZoomOut,
        &CommonAction::ZoomIn,
        &CommonAction::ZoomFit,
    ],
    "zoom",
);
const KEYS: Hint = (&[&CommonAction::Help], "keys");
const TITLE: Hint = (&[&CommonAction::Back], "title");

static HINTS: [Hint; 11] = [
    (&[&MazeAction::Hint], "hint"),
    (&[&MazeAction::Solution], "solution"),
    (&[&MazeAction::Restart], "restart"),
    (&[&MazeAction::Undo], "undo"),
    ANOTHER,
    GENERATOR,
    SIZE,
    (&[&MazeAction::Dark], "dark"),
    ZOOM,
    KEYS,
    TITLE,
];

/// As [`HINTS`] at the goal; about as long, so that the maze stays where it is.
static DONE: [Hint; 9] = [
    (&[&MazeAction::Skip], "next maze"),
    (&[&MazeAction::Share], "share"),
    (&[&MazeAction::Restart], "again"),
    ANOTHER,
    GENERATOR,
    SIZE,
    ZOOM,
    KEYS,
    TITLE,
];

static MOUSE: [(&str, &str); 3] = [
    ("Click, hold", "Walk there"),
    ("Wheel", "Zoom"),
    ("Drop a file", "Open its maze"),
];

/// What the game is about, beside a picture of it.
static ABOUT: [&str; 4] = [
    " ┏━━━━┓  Every maze has one way from end to end. Walk from \u{2229} to \u{263c}: the start and the",
    " ┃∩ ╻ ┃  goal are as far apart as any two places in it.",
    " ┣━━┛☼┃  Your trail keeps some of the lantern's light, so you see where you have been.",
    " ┗━━━━┛  The next maze is two cells wider; the result says how near you came to the fewest steps.",
];

/// The time is that of the last thing that happened: a clock that runs would keep the program
/// from resting.
fn tell(play: Res<Play>, mut bar: ResMut<Bar>) {
    let hints: &'static [Hint] = match play.lesson() {
        // Back skips the mazes that teach, which the line above the bar says.
        Some(_) => &HINTS[..HINTS.len() - 1],
        None if play.is_over() => &DONE,
        None => &HINTS,
    };
    bar.set_if_neq(Bar {
        facts: play
            .round()
            .map(|round| facts(round, &play))
            .unwrap_or_default(),
        hints,
        mouse: &MOUSE,
        about: &ABOUT,
        ..default()
    });
}

fn facts(round: &Round, play: &Play) -> Vec<(&'static str, String)> {
    let run = round.run();
    let leg = run.leg();
    let what = if run.is_loaded() {
        "loaded"
    } else {
        leg.generator().info().name
    };
    let steps = format!("{} of {}", round.steps(), run.ends().steps);
    let number = || ("maze", (u64::from(leg.number()) + 1).to_string());
    let name = match score::name(run) {
        Some(name) => Some(("", name)),
        // Those that teach have numbers of their own.
        None => play.lesson().is_none().then(number),
    };
    let facts = [
        ("", format!("{what} {}", run.maze().size())),
        ("steps", steps),
        ("time", format_time(round.time())),
    ];
    let dark = play.is_dark().then(|| ("", "in the dark".to_owned()));
    name.into_iter().chain(facts).chain(dark).collect()
}

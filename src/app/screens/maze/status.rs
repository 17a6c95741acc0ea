//! The contents of the bar in Maze Run: facts about the maze, key hints, and the text of the help.

use bevy::prelude::*;

use super::action::MazeAction::{self, NextGenerator, PreviousGenerator};
use super::mazes::MazeSession;
use crate::app::input::CommonAction::{self, ZoomFit, ZoomIn, ZoomOut};
use crate::app::puzzle::{Round, WATCH_HINTS};
use crate::app::screen::Screen;
use crate::app::ui::hud::{AddBar, Bar, Hint, TO_PANEL};
use crate::app::ui::stopwatch::format_time;

pub(super) fn plugin(app: &mut App) {
    app.add_bar(Screen::Maze, bar, |_| true);
}

const ANOTHER: Hint = (&[&MazeAction::Another], "another");
const GENERATOR: Hint = (&[&PreviousGenerator, &NextGenerator], "generator");
const ZOOM: Hint = (&[&ZoomOut, &ZoomIn, &ZoomFit], "zoom");
const PANEL: Hint = (&[&MazeAction::EnterPanel], TO_PANEL);
const KEYS: Hint = (&[&CommonAction::Help], "keys");
const BACK: Hint = (&[&CommonAction::Back], "back");

/// Those that the panel has, too, come first.
static HINTS: [Hint; 12] = [
    (&[&MazeAction::Hint], "hint"),
    (&[&MazeAction::Solution], "solution"),
    (&[&MazeAction::Undo], "undo"),
    (&[&MazeAction::Restart], "restart"),
    (&[&MazeAction::Skip], "new"),
    ANOTHER,
    (&[&MazeAction::Dark], "dark"),
    GENERATOR,
    ZOOM,
    PANEL,
    KEYS,
    BACK,
];

/// [`HINTS`] for when the goal is reached.
static GOAL_HINTS: [Hint; 11] = [
    (&[&MazeAction::Next], "next maze"),
    (&[&MazeAction::Share], "share"),
    (&[&MazeAction::Restart], "restart"),
    (&[&MazeAction::Watch], "watch"),
    ANOTHER,
    GENERATOR,
    (&[&MazeAction::Smaller, &MazeAction::Larger], "size"),
    ZOOM,
    PANEL,
    KEYS,
    BACK,
];

/// How many of the hints the panel has, too.
const IN_PANEL: usize = 7;
const GOAL_IN_PANEL: usize = 5;

static MOUSE: [(&str, &str); 4] = [
    ("Click", "Step that way, or on from the goal"),
    ("Hold", "Follow the pointer"),
    ("Wheel", "Zoom"),
    ("Drop a file", "Open its maze"),
];

static FINGERS: [(&str, &str); 4] = [
    ("Tap", "Walk there, as far as the way is plain"),
    ("Drag", "Follow the finger"),
    ("Hold", "Point"),
    ("Two fingers", "Zoom"),
];

/// The introduction in the help, beside a picture of a maze.
static INTRODUCTION: [&str; 4] = [
    " ┏━━━━┓  Walk from \u{2229}, the start, to \u{263c}, the goal: they are as far apart as any two",
    " ┃∩ ╻ ┃  places in the maze.",
    " ┣━━┛☼┃  Your trail keeps some of the lantern's light, so you see where you have been.",
    " ┗━━━━┛  The next maze is two cells wider; the result compares your steps with the minimum.",
];

fn bar(world: &World) -> Bar {
    let play = world.resource::<MazeSession>();
    let hints: &'static [Hint] = match play.lesson() {
        _ if play.watched().is_some() => &WATCH_HINTS,
        None if play.is_finished() => &GOAL_HINTS,
        _ => &HINTS,
    };
    let facts = build_facts(play);
    let beside = match (play.watched(), play.is_finished()) {
        (Some(_), _) => (facts.len(), 0),
        (None, is_finished) => {
            let in_panel = if is_finished { GOAL_IN_PANEL } else { IN_PANEL };
            // What is played, and how large it is.
            let own = facts.iter().position(|(label, _)| *label == "steps");
            (own.unwrap_or_default(), in_panel)
        }
    };
    Bar {
        beside: Some(beside),
        facts,
        hints,
        mouse: &MOUSE,
        fingers: &FINGERS,
        about: &INTRODUCTION,
        ..default()
    }
}

fn build_facts(play: &MazeSession) -> Vec<(&'static str, String)> {
    let run = play.run();
    let leg = run.leg();
    let source = if run.is_loaded() {
        "loaded"
    } else {
        leg.generator().info().name
    };
    let number = || ("maze", (u64::from(leg.number()) + 1).to_string());
    let name = match play.name() {
        Some(name) => Some(("", name)),
        // The lesson strip shows the number of a lesson.
        None => play.lesson().is_none().then(number),
    };
    let size = ("", format!("{source} {}", run.maze().size()));
    if let Some(watch) = play.watched() {
        return watch.facts();
    }
    let facts = [
        size,
        ("steps", play.steps().to_string()),
        ("fewest", run.ends().steps.to_string()),
        ("time", format_time(play.time())),
    ];
    let ghost = play.ghost();
    let ghost = ghost.map(|ghost| (ghost.name(), ghost.round().steps().to_string()));
    let dark = play.is_dark().then(|| ("", "in the dark".to_owned()));
    name.into_iter()
        .chain(facts)
        .chain(ghost)
        .chain(dark)
        .collect()
}

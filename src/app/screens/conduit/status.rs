//! The facts, hints and help texts of the bar on this screen.

use bevy::prelude::*;

use super::action::ConduitAction;
use super::boards::BoardSession;
use crate::app::input::{CommonAction, MenuAction};
use crate::app::puzzle::WATCH_HINTS;
use crate::app::screen::Screen;
use crate::app::settings::{Controls, Settings};
use crate::app::ui::hud::{AddBar, Bar, Hint, TO_PANEL};
use crate::conduit::{Command, Move};
use crate::profile::board::texts;

pub(super) fn plugin(app: &mut App) {
    app.add_bar(Screen::Conduit, bar, |_| true);
}

/// Those that the panel has, too, come first.
static HINTS: [Hint; 8] = [
    (&[&ConduitAction::board(Move::Undo)], "undo"),
    (&[&ConduitAction::board(Move::Hint)], "hint"),
    (&[&ConduitAction::New], "new"),
    (
        &[
            &ConduitAction::here(Command::Clockwise),
            &ConduitAction::here(Command::CounterClockwise),
        ],
        "turn",
    ),
    (&[&ConduitAction::here(Command::Lock)], "lock"),
    (&[&ConduitAction::EnterPanel], TO_PANEL),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "back"),
];

/// As [`HINTS`], while the solution is offered. Enter, a key of the board, does not show it.
static QUESTION_HINTS: [Hint; 2] = [
    (&[&MenuAction::Answer(true)], "show the solution"),
    (
        &[
            &MenuAction::Answer(false),
            &MenuAction::Choose,
            &CommonAction::Back,
        ],
        "go on",
    ),
];

/// As [`HINTS`], for a solved board.
static SOLVED_HINTS: [Hint; 6] = [
    (&[&ConduitAction::New], "next board"),
    (&[&ConduitAction::Share], "share"),
    (&[&ConduitAction::board(Move::Restart)], "restart"),
    (&[&ConduitAction::EnterPanel], TO_PANEL),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "back"),
];

/// How many of the hints the panel has, too.
const IN_PANEL: usize = 3;

static MOUSE: [(&str, &str); 6] = mouse("Turn, turn back");

/// As [`MOUSE`], with the controls of Net.
static NET_MOUSE: [(&str, &str); 6] = mouse("Turn back, turn");

static FINGERS: [(&str, &str); 5] = [
    ("Tap", "Turn"),
    ("Tap with two fingers", "Turn back"),
    ("Hold", "Lock, and on over others"),
    ("Drag", "Move the board"),
    ("Two fingers", "Zoom"),
];

const fn mouse(turns: &'static str) -> [(&'static str, &'static str); 6] {
    [
        ("Left, right click", turns),
        ("Middle, Shift+drag", "Lock"),
        ("Wheel", "Zoom"),
        ("Ctrl+drag", "Move the board"),
        ("Click when solved", "Next board"),
        ("Right click when solved", "Replay the light"),
    ]
}

/// The rules in brief, beside a small board.
const RULES: [&str; 3] = [
    " ╻ ┏━●  Every tile has pipes. Turn the tiles until the light of the wellspring",
    " ┗━◆ ╻  reaches every lamp: a lamp is a tile with one pipe.",
    " ●━┛ ┃  When you are done, every pipe is connected: no loose ends, no loops (red stripes).",
];

static ABOUT: [&str; 4] = [
    RULES[0],
    RULES[1],
    RULES[2],
    " ╻ ●━┛  This board has one solution, which can be found without guessing.",
];

/// As [`ABOUT`], for a board whose rules allow several solutions.
static ABOUT_AMBIGUOUS: [&str; 4] = [
    RULES[0],
    RULES[1],
    RULES[2],
    " ╻ ●━┛  This board may have several solutions: any of them will do.",
];

fn bar(world: &World) -> Bar {
    let (session, settings) = (
        world.resource::<BoardSession>(),
        world.resource::<Settings>(),
    );
    let conduit = session.conduit();
    let (lit, all) = conduit.progress();
    let board = texts::board_name(conduit, session.grade());
    let mut facts = vec![("", board)];
    let hints: &'static [Hint] = match session.lesson() {
        _ if session.watched().is_some() => &WATCH_HINTS,
        _ if session.state.is_solution_offered => &QUESTION_HINTS,
        None if conduit.is_won() => &SOLVED_HINTS,
        _ => &HINTS,
    };
    if let Some(name) = session.name() {
        facts.push(("", name));
    } else if session.lesson().is_none() {
        let seed = session.spec().map(|spec| spec.seed.to_string());
        facts.push((
            "seed",
            seed.unwrap_or_else(|| "none (opened from an id)".to_owned()),
        ));
    }
    facts.push(("lit", format!("{lit}/{all}")));
    if let Some(ghost) = session.ghost() {
        let (lit, all) = ghost.round().conduit().progress();
        facts.push((ghost.name(), format!("{lit}/{all}")));
    }
    // Its name, and the seed only where there is no panel.
    let mut beside = (1 + usize::from(session.name().is_some()), IN_PANEL);
    if let Some(watch) = session.watched() {
        facts = watch.facts();
        beside = (facts.len(), 0);
    }
    Bar {
        beside: Some(beside),
        facts,
        hints,
        mouse: match settings.controls {
            Controls::Undercroft => &MOUSE,
            Controls::Net => &NET_MOUSE,
        },
        fingers: &FINGERS,
        about: match conduit.board().rules().ambiguous {
            true => &ABOUT_AMBIGUOUS,
            false => &ABOUT,
        },
        ..default()
    }
}

//! The pause menu, which Esc opens on the map.

use bevy::prelude::*;

use super::action::DescendAction;
use super::mode::Mode;
use super::placement::margin;
use super::shell::ShellContext;
use crate::app::input::{AnyAction, CommonAction, LeaveScreen, MenuAction, Names};
use crate::app::screen::Screen;
use crate::app::stage::{Run, describe_origin};
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont};

/// A line of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Continue,
    Help,
    Options,
    Save,
    GiveUp,
}

/// The lines, each with its letter, its text, and the action that does the same without the menu.
static LINES: [(Choice, char, &str, Option<&dyn AnyAction>); 5] = [
    (Choice::Continue, 'c', "Continue", Some(&CommonAction::Back)),
    (Choice::Help, 'h', "Help", Some(&CommonAction::Help)),
    (Choice::Options, 'o', "Options", None),
    (Choice::Save, 's', "Save and quit to title", None),
    (
        Choice::GiveUp,
        'g',
        "Give up this run...",
        Some(&DescendAction::GiveUp),
    ),
];

/// Opens the menu instead of leaving the screen.
pub(super) fn open_on_back(mut asked: ResMut<Messages<LeaveScreen>>, mut mode: ResMut<Mode>) {
    if *mode == Mode::Map && asked.drain().count() > 0 {
        *mode = Mode::Pause(0);
    }
}

/// Applies an action to the menu.
pub(super) fn handle_action(
    action: MenuAction,
    selected: usize,
    mode: &mut Mode,
    shell: &mut ShellContext,
) {
    let letters = LINES.iter().map(|line| line.1);
    let line = match list::interpret(action, selected, letters) {
        Some(list::Command::Cursor(line)) => {
            *mode = Mode::Pause(line);
            return;
        }
        Some(list::Command::Line(line)) => line,
        None => return,
    };
    *mode = Mode::Map;
    match LINES[line].0 {
        Choice::Continue => {}
        Choice::Help => shell.queue_action(&CommonAction::Help),
        Choice::Options => shell.open(Screen::Options),
        Choice::Save => shell.open(Screen::Title),
        Choice::GiveUp => *mode = Mode::ASK_TO_GIVE_UP,
    }
}

/// Draws the menu.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, names): (&Run, Names),
    selected: usize,
) {
    let game = run.game();
    frame.spawn(font.text("Paused", KEY));
    let (depth, turn) = (game.depth(), game.turns());
    let status = match game.is_training() {
        true => format!("lesson {depth}, turn {turn}, training"),
        false => format!("depth {depth}, turn {turn}, {}", describe_origin(game)),
    };
    frame
        .spawn(margin(UiRect::bottom(px(6))))
        .with_child(font.text(&status, QUIET));
    for (index, (_, letter, label, action)) in LINES.iter().enumerate() {
        let key = action.map_or_else(String::new, |action| names.of(action));
        list::spawn_line(frame, index, index == selected, |row| {
            row.spawn(font.text(&letter.to_string(), KEY));
            row.spawn((
                Node {
                    min_width: px(200),
                    ..default()
                },
                font.text(label, PLAIN),
            ));
            row.spawn(font.text(&key, QUIET));
        });
    }
}

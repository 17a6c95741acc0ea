//! The pause menu, which Esc opens on the map.

use bevy::prelude::*;

use super::super::action::DescendAction;
use super::super::mode::Mode;
use super::super::placement::margin;
use super::super::reply::Reply;
use crate::app::input::{AnyAction, CommonAction, MenuAction, Names};
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

/// Answers an action on the menu.
pub(super) fn handle(action: MenuAction, selected: usize) -> Reply {
    let letters = LINES.iter().map(|line| line.1);
    Reply::from_list(action, selected, letters, Mode::Pause, |line| {
        match LINES[line].0 {
            Choice::Continue => Reply::Close,
            Choice::Help => Reply::Send(&CommonAction::Help),
            Choice::Options => Reply::Screen(Screen::Options),
            Choice::Save => Reply::Screen(Screen::Title),
            Choice::GiveUp => Reply::Open(Mode::ASK_TO_GIVE_UP),
        }
    })
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

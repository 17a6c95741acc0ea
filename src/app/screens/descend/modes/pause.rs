//! The pause menu, which Esc opens on the map.

use bevy::prelude::*;

use super::super::action::DescendAction;
use super::super::mode::Mode;
use super::super::placement::margin;
use super::super::reply::Reply;
use crate::app::begin::Begin;
use crate::app::input::{AnyAction, CommonAction, MenuAction, Names};
use crate::app::screen::Screen;
use crate::app::stage::{Run, describe_origin};
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont};

/// A line: its letter, its text, what it does, and the action that does the same without the menu.
type Line = (
    char,
    &'static str,
    fn() -> Reply,
    Option<&'static dyn AnyAction>,
);

#[rustfmt::skip]
static LINES: [Line; 5] = [
    ('c', "Continue", || Reply::Close, Some(&CommonAction::Back)),
    ('h', "Help", || Reply::Send(&CommonAction::Help), Some(&CommonAction::Help)),
    ('o', "Options", || Reply::Screen(Screen::Options, Begin::Last), None),
    ('s', "Save and quit to title", || Reply::Screen(Screen::Title, Begin::Last), None),
    ('g', "Give up this run...", || Reply::Open(Mode::ASK_TO_GIVE_UP), Some(&DescendAction::GiveUp)),
];

/// Answers an action on the menu.
pub(super) fn handle(action: MenuAction, selected: usize) -> Reply {
    let letters = LINES.iter().map(|line| line.0);
    Reply::from_list(action, selected, letters, Mode::Pause, |line| {
        LINES[line].2()
    })
}

/// Draws the menu.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, names): (&Run, Option<Names>),
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
    for (index, (letter, label, _, action)) in LINES.iter().enumerate() {
        let key = names.zip(*action).map(|(names, action)| names.of(action));
        list::spawn_line(frame, index, index == selected, |row| {
            row.spawn(font.text(&letter.to_string(), KEY));
            row.spawn((
                Node {
                    min_width: px(200),
                    ..default()
                },
                font.text(label, PLAIN),
            ));
            row.spawn(font.text(&key.unwrap_or_default(), QUIET));
        });
    }
}

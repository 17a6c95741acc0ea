//! The pause menu, which Esc opens on the map.

use bevy::prelude::*;

use super::super::action::DescendAction;
use super::super::mode::Mode;
use super::super::reply::{Choice, Reply};
use crate::app::begin::Begin;
use crate::app::input::{AnyAction, CommonAction, Names};
use crate::app::screen::Screen;
use crate::app::stage::{Run, describe_origin};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{QUIET, UiFont};

/// A line: its letter, its text, what it does, and the action that does the same without the menu.
type Line = (
    char,
    &'static str,
    fn() -> Reply,
    Option<&'static dyn AnyAction>,
);

#[rustfmt::skip]
static LINES: [Line; 6] = [
    ('c', "Continue", || Reply::Close, Some(&CommonAction::Back)),
    ('h', "Help", || Reply::Send(&CommonAction::Help), Some(&CommonAction::Help)),
    ('o', "Options", || Reply::Screen(Screen::Options, Begin::Last), None),
    ('s', "Save and quit to title", || Reply::Screen(Screen::Title, Begin::Last), None),
    ('b', "Go to the sidebar", || Reply::Send(&CommonAction::Sidebar), Some(&CommonAction::Sidebar)),
    ('g', "Give up this run...", || Reply::Open(Mode::ASK_TO_GIVE_UP), Some(&DescendAction::GiveUp)),
];

/// The lines of the menu.
pub(super) fn choices(names: Option<Names>) -> Vec<Choice> {
    let choice = |&(letter, label, reply, action): &Line| Choice {
        note: names
            .zip(action)
            .map_or_else(String::new, |(names, action)| names.of(action)),
        ..Choice::new(letter, label, reply())
    };
    LINES.iter().map(choice).collect()
}

/// Draws where the run stands.
pub(super) fn draw(frame: &mut ChildSpawnerCommands, font: &UiFont, run: &Run) {
    let game = run.game();
    let (depth, turn) = (game.depth(), game.turns());
    let status = match game.is_training() {
        true => format!("lesson {depth}, turn {turn}, training"),
        false => format!("depth {depth}, turn {turn}, {}", describe_origin(game)),
    };
    frame
        .spawn(Node::DEFAULT.margin(UiRect::bottom(px(6))))
        .with_child(font.text(&status, QUIET));
}

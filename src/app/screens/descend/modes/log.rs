//! The message log, which scrolls.

use bevy::prelude::*;

use super::super::mode::Mode;
use super::super::reply::Reply;
use crate::app::input::{CommonAction, MenuAction};
use crate::app::stage::{LogLine, Run};
use crate::app::ui::hud::Hint;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{QUIET, UiFont};
use crate::geom::Dir;

pub(super) static HINTS: [Hint; 2] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "scroll",
    ),
    (&[&CommonAction::Back], "close"),
];

/// Answers an action on the log: up and down scroll by a message, left and right by ten, and
/// anything else closes it.
pub(super) fn handle(action: MenuAction, back: usize, run: &Run) -> Reply {
    let (MenuAction::Cursor(dir) | MenuAction::Scroll(dir)) = action else {
        return Reply::Close;
    };
    let delta = dir.delta();
    let by = -(delta.y + 10 * delta.x) as isize;
    let oldest = run.log().lines().len().saturating_sub(1);
    Reply::Open(Mode::Log(back.saturating_add_signed(by).min(oldest)))
}

/// Draws the messages, scrolled back by `scrolled` of them, as many as have room in `max_lines` lines.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, max_lines): (&Run, usize),
    scrolled: usize,
) {
    let lines = run.log().lines();
    let lines = &lines[..lines.len().saturating_sub(scrolled)];
    let skipped = lines.len().saturating_sub(max_lines);
    for line in lines.iter().skip(skipped) {
        spawn_logged(frame, font, line);
    }
}

/// Spawns a message of the log beside its turn.
fn spawn_logged(frame: &mut ChildSpawnerCommands, font: &UiFont, line: &LogLine) {
    let row = Node::row(12.0).rigid();
    let turn = Node::DEFAULT
        .width(px(46))
        .rigid()
        .justify(JustifyContent::FlexEnd);
    let colour = line.tone.colour(0);
    frame.spawn(row).with_children(|row| {
        row.spawn(turn)
            .with_child(font.text(&line.turn.to_string(), QUIET));
        row.spawn(font.wrapped(&line.to_string(), colour));
    });
}

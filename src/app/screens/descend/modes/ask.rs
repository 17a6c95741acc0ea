//! A question that is answered with yes or no.

use bevy::prelude::*;

use super::super::mode::Mode;
use super::super::reply::Reply;
use crate::app::input::{self, MenuAction};
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, UiFont};
use crate::game::Command;

/// The answers to a question: their letters and labels.
const ANSWERS: [(char, &str); 2] = [
    (input::ANSWERS[0].0, "Yes, do it"),
    (input::ANSWERS[1].0, "No"),
];

/// Answers an action on the question: plays `command` if the answer is yes.
pub(super) fn handle(
    action: MenuAction,
    line: usize,
    command: Command,
    at_line: impl FnOnce(usize) -> Mode,
) -> Reply {
    let letters = ANSWERS.map(|(letter, _)| letter);
    Reply::from_list(action, line, letters, at_line, |line| match line {
        0 => Reply::Act(command, Mode::Map),
        _ => Reply::Close,
    })
}

/// Draws the question and its answers.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    question: &str,
    selected: usize,
) {
    frame.spawn(font.wrapped(question, KEY));
    list::spawn_lines(frame, font, ANSWERS, selected);
}

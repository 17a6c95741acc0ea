//! A question that is answered with yes or no.

use super::super::mode::Mode;
use super::super::reply::{Choice, Reply};
use crate::app::input::{MenuAction, Names};
use crate::game::Command;

/// The answers to a question, with the letters that they have here; yes plays `command`.
pub(super) fn choices(command: Command, names: Option<Names<'_>>) -> Vec<Choice> {
    let letter = |is_yes: bool, plain: char| {
        let name = names.map(|names| names.of(&MenuAction::Answer(is_yes)));
        name.and_then(|name| name.chars().next()).unwrap_or(plain)
    };
    vec![
        Choice::new(
            letter(true, 'y'),
            "Yes, do it",
            Reply::Act(command, Mode::Map),
        ),
        Choice::new(letter(false, 'n'), "No", Reply::Close),
    ]
}

//! A question that is answered with yes or no.

use super::super::mode::Mode;
use super::super::reply::{Choice, Reply};
use crate::app::input::ANSWERS;
use crate::game::Command;

/// The answers to a question; yes plays `command`.
pub(super) fn choices(command: Command) -> Vec<Choice> {
    let [(yes, _), (no, _)] = ANSWERS;
    vec![
        Choice::new(yes, "Yes, do it", Reply::Act(command, Mode::Map)),
        Choice::new(no, "No", Reply::Close),
    ]
}

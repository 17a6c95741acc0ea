//! The turns of monsters, which follow the same movement rules as the player.

mod action;
mod choice;
mod role;
mod step;

pub(super) use action::take_turn;

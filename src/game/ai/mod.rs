//! Monsters' turns, under the same rules of movement as the player's.

mod action;
mod choice;
mod role;
mod step;

pub(super) use action::take_turn;

//! The actions of the list of replays, with their default keys and buttons. Those of the player are in
//! [`playback`](crate::app::ui::playback).

use bevy::prelude::*;

use crate::app::input::{Action, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;

/// An action in the list of replays, besides those of every list.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayListAction {
    /// Asks whether to delete the selected replay.
    Delete,
}

const REPLAYS: &[Screen] = &[Screen::Replays];

impl Action for ReplayListAction {
    const TABLE: &'static [(Self, Row)] = &[(
        Self::Delete,
        Row::new(REPLAYS, "replay-delete", "Delete a replay", "Delete").pad(&[Button::West]),
    )];
}

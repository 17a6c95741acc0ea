//! The title's actions with their default keys. Those that move through a menu are common to all
//! screens.

use bevy::prelude::*;

use crate::app::input::{Action, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;

/// An action of the title.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum TitleAction {
    /// Opens a screen; for [`Screen::Descend`], continues or begins a run.
    Open(Screen),
    Begin,
    Learn,
    /// Begins or continues today's run.
    Daily,
    Dailies,
    Packs,
    Records,
    NewSeed,
    EnterSeed,
    /// Exits the program.
    Quit,
}

const TITLE: &[Screen] = &[Screen::Title];

#[rustfmt::skip]
impl Action for TitleAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Open(Screen::Descend), Row::new(TITLE, "continue", "Continue the run", "c")),
        (Self::Begin, Row::new(TITLE, "begin", "Descend", "d")),
        (Self::Learn, Row::new(TITLE, "learn", "Learn to play", "a")),
        (Self::Open(Screen::Lab), Row::new(TITLE, "open-lab", "Open the Map Lab", "l")),
        (Self::Open(Screen::Maze), Row::new(TITLE, "open-maze", "Open Maze Run", "m")),
        (Self::Open(Screen::Conduit), Row::new(TITLE, "open-conduit", "Open Conduit", "p")),
        (Self::Dailies, Row::new(TITLE, "daily", "Show the daily games", "t")),
        (Self::Packs, Row::new(TITLE, "open-packs", "Show the packs", "k")),
        (Self::Records, Row::new(TITLE, "open-records", "Show the records", "e")),
        (Self::Open(Screen::Replays), Row::new(TITLE, "open-replays", "Watch recorded runs", "w")),
        (Self::NewSeed, Row::new(TITLE, "new-seed", "New seed, drawn at random", "r").pad(&[Button::North])),
        (Self::EnterSeed, Row::new(TITLE, "enter-seed", "Type a seed", "s")),
        (Self::Open(Screen::Options), Row::new(TITLE, "open-options", "Open the options", "o")),
    ];
}

//! The actions of whoever watches something recorded: a run, or how a board or a maze was solved. Their keys are those
//! of [`Screen::Replay`], and of any screen on which [`Layer::Playback`](crate::app::input::Layer::Playback) is open.

use bevy::prelude::*;

use crate::app::input::{Action, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// One input while a replay is watched.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum ReplayAction {
    TogglePlay,
    StepBack,
    StepForward,
    JumpBack,
    JumpForward,
    GoToStart,
    GoToEnd,
    Slower,
    Faster,
    GoToTurn,
    ToggleWhole,
}

const REPLAY: &[Screen] = &[Screen::Replay];

#[rustfmt::skip]
impl Action for ReplayAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::TogglePlay, Row::new(REPLAY, "film-play", "Play, or pause", "Space Enter NumpadEnter").pad(&[Button::South])),
        (Self::StepBack, Row::new(REPLAY, "film-back", "Step back", "Left , h Numpad4").pad(&[Button::Go(Dir::West)]).repeats()),
        (Self::StepForward, Row::new(REPLAY, "film-on", "Step forward", "Right . l Numpad6").pad(&[Button::Go(Dir::East)]).repeats()),
        (Self::JumpBack, Row::new(REPLAY, "film-far-back", "100 steps back", "PageUp Shift+Left Numpad9").pad(&[Button::Run(Dir::West)]).repeats()),
        (Self::JumpForward, Row::new(REPLAY, "film-far-on", "100 steps forward", "PageDown Shift+Right Numpad3").pad(&[Button::Run(Dir::East)]).repeats()),
        (Self::GoToStart, Row::new(REPLAY, "film-start", "Go to the start", "Home Numpad7").pad(&[Button::LeftBumper])),
        (Self::GoToEnd, Row::new(REPLAY, "film-end", "Go to the end", "End Numpad1").pad(&[Button::RightBumper])),
        (Self::Slower, Row::new(REPLAY, "film-slower", "Play slower", "Down < j Numpad2").pad(&[Button::Go(Dir::South)]).repeats()),
        (Self::Faster, Row::new(REPLAY, "film-faster", "Play faster", "Up > k Numpad8").pad(&[Button::Go(Dir::North)]).repeats()),
        (Self::GoToTurn, Row::new(REPLAY, "film-turn", "Go to a turn", "g")),
        (Self::ToggleWhole, Row::new(REPLAY, "film-whole", "Show everything, or what was known", "o").pad(&[Button::West])),
    ];
}

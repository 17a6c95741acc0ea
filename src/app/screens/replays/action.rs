//! What can be asked for while a recorded run is watched.

use bevy::prelude::*;

use crate::app::input::{Action, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// One thing that whoever watches asked for.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table says what each does")]
pub enum FilmAction {
    Play,
    Back,
    On,
    FarBack,
    FarOn,
    Start,
    End,
    Slower,
    Faster,
    Turn,
    Whole,
}

const FILM: &[Screen] = &[Screen::Replay];

#[rustfmt::skip]
impl Action for FilmAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Play, Row::new(FILM, "film-play", "Play, or pause", "Space Enter NumpadEnter").pad(&[Button::South])),
        (Self::Back, Row::new(FILM, "film-back", "Step back", "Left , h Numpad4").pad(&[Button::Go(Dir::West)]).repeats()),
        (Self::On, Row::new(FILM, "film-on", "Step forward", "Right . l Numpad6").pad(&[Button::Go(Dir::East)]).repeats()),
        (Self::FarBack, Row::new(FILM, "film-far-back", "100 steps back", "PageUp Shift+Left Numpad9").pad(&[Button::Run(Dir::West)]).repeats()),
        (Self::FarOn, Row::new(FILM, "film-far-on", "100 steps forward", "PageDown Shift+Right Numpad3").pad(&[Button::Run(Dir::East)]).repeats()),
        (Self::Start, Row::new(FILM, "film-start", "Go to the start", "Home Numpad7").pad(&[Button::LeftBumper])),
        (Self::End, Row::new(FILM, "film-end", "Go to the end", "End Numpad1").pad(&[Button::RightBumper])),
        (Self::Slower, Row::new(FILM, "film-slower", "Play slower", "Down < j Numpad2").pad(&[Button::Go(Dir::South)]).repeats()),
        (Self::Faster, Row::new(FILM, "film-faster", "Play faster", "Up > k Numpad8").pad(&[Button::Go(Dir::North)]).repeats()),
        (Self::Turn, Row::new(FILM, "film-turn", "Go to a turn", "g").ends()),
        (Self::Whole, Row::new(FILM, "film-whole", "Show what was hidden", "o").pad(&[Button::West])),
    ];
}

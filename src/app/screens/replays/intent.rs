//! What keys can ask for while a recorded run is watched.

use crate::app::input::intent::{Intent, Named, named};
use crate::app::screen::Screen;

/// One thing that whoever watches asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilmIntent {
    /// Play, or pause.
    Play,
    /// One action back.
    Back,
    /// One action on.
    On,
    /// A hundred actions back.
    FarBack,
    /// A hundred actions on.
    FarOn,
    /// To the start.
    Start,
    /// To the end.
    End,
    /// Play more slowly.
    Slower,
    /// Play faster.
    Faster,
    /// Ask for a turn to go to.
    Turn,
    /// Show everything, or only what the player knew.
    Whole,
}

impl FilmIntent {
    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        matches!(
            self,
            Self::Back | Self::On | Self::FarBack | Self::FarOn | Self::Slower | Self::Faster
        )
    }
}

const FILM: &[Screen] = &[Screen::Replay];

const fn film(intent: FilmIntent, name: &'static str, meaning: &'static str) -> Named {
    named(FILM, Intent::Film(intent), name, meaning)
}

/// The intents of a recorded run.
pub static TABLE: [Named; 11] = [
    film(FilmIntent::Play, "film-play", "play, or pause"),
    film(FilmIntent::Back, "film-back", "one step back"),
    film(FilmIntent::On, "film-on", "one step on"),
    film(FilmIntent::FarBack, "film-far-back", "100 steps back"),
    film(FilmIntent::FarOn, "film-far-on", "100 steps on"),
    film(FilmIntent::Start, "film-start", "to the start"),
    film(FilmIntent::End, "film-end", "to the end"),
    film(FilmIntent::Slower, "film-slower", "slower"),
    film(FilmIntent::Faster, "film-faster", "faster"),
    film(FilmIntent::Turn, "film-turn", "go to a turn"),
    film(FilmIntent::Whole, "film-whole", "show what was hidden"),
];

//! Which screens there are, and which one is open. Knows no screen from inside.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

/// What the window shows.
#[derive(States, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Screen {
    /// Where the program begins: the seed, and the ways to play.
    Title,
    /// The roguelike.
    Play,
    /// The workbench for maps.
    #[default]
    Lab,
    /// Mazes, one after another.
    Maze,
    /// The rotating-network puzzle.
    Conduit,
    /// The recorded runs.
    Replays,
    /// One of them, played again.
    Replay,
    /// What the player has chosen of the window, and the keys.
    Options,
}

impl Screen {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Title,
        Self::Play,
        Self::Maze,
        Self::Conduit,
        Self::Lab,
        Self::Options,
        Self::Replays,
        Self::Replay,
    ];

    /// The screen that it is left for; none for the title, which ends the program.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Title => None,
            Self::Replay => Some(Self::Replays),
            _ => Some(Self::Title),
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Play => "play",
            Self::Lab => "lab",
            Self::Maze => "maze",
            Self::Conduit => "conduit",
            Self::Replays => "replays",
            Self::Replay => "replay",
            Self::Options => "options",
        }
    }
}

/// Whether `screen` is shown. Without screens, as in a game that has plugins of this one, every
/// one is.
pub fn on(screen: Screen) -> impl Fn(Option<Res<State<Screen>>>) -> bool + Clone {
    move |shown| shown.is_none_or(|shown| *shown.get() == screen)
}

/// Whether the terrain belongs to the [`Dungeon`].
pub fn shows_dungeon(shown: Option<Res<State<Screen>>>) -> bool {
    shown.is_none_or(|shown| matches!(shown.get(), Screen::Options | Screen::Lab))
}

/// Opens screens.
#[derive(SystemParam)]
pub struct OpenScreen<'w> {
    next: Option<ResMut<'w, NextState<Screen>>>,
    pub(super) redraw: MessageWriter<'w, RequestRedraw>,
}

impl OpenScreen<'_> {
    /// Goes to `screen`, at the beginning of the next frame.
    pub fn open(&mut self, screen: Screen) {
        if let Some(next) = &mut self.next {
            next.set(screen);
        }
        self.redraw.write(RequestRedraw);
    }
}

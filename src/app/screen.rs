//! The list of screens, and opening them.

use bevy::app::Last;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use strum::{EnumCount, VariantArray};

use super::begin::Begin;
use super::frame::React;
use crate::code::Target;

/// The screen that the window shows. Declared in the order of the key settings.
///
/// As a set of systems: those that run only while the screen is open. In an app without screens they
/// always run, so that the map plugins work in another game.
#[derive(
    States,
    SystemSet,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    EnumCount,
    VariantArray,
)]
pub enum Screen {
    /// The main menu: the seed field and the games.
    Title,
    /// Descend, the roguelike.
    Descend,
    /// Maze Run: mazes, one after another.
    Maze,
    /// The rotating-network puzzle.
    Conduit,
    /// The map workbench.
    #[default]
    Lab,
    /// Settings and key bindings.
    Options,
    /// The list of recorded runs.
    Replays,
    /// Playback of one recorded run.
    Replay,
}

impl Screen {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// The screen that opens what a text names.
    pub fn of(target: &Target) -> Self {
        let name = target.screen();
        let screen = Self::ALL.into_iter().find(|screen| screen.name() == name);
        screen.unwrap_or_default()
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The name that the player reads.
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    /// The name on the command line, and the one that the player reads. Everything else that all screens have is on
    /// their cards.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Title => ("title", "Title"),
            Self::Descend => ("descend", "Descend"),
            Self::Maze => ("maze", "Maze Run"),
            Self::Conduit => ("conduit", "Conduit"),
            Self::Lab => ("lab", "Map Lab"),
            Self::Options => ("options", "Options"),
            Self::Replays => ("replays", "Replays"),
            Self::Replay => ("replay", "Replays"),
        }
    }
}

/// Gives each set of systems its condition. One for each, because even a condition that fails takes longer
/// than many systems.
pub(super) fn configure_sets(app: &mut App) {
    for screen in Screen::ALL {
        for schedule in [
            Update.intern(),
            React.intern(),
            PostUpdate.intern(),
            Last.intern(),
        ] {
            app.configure_sets(schedule, screen.run_if(in_state(screen)));
        }
    }
}

/// Switches to another screen.
#[derive(SystemParam)]
pub struct OpenScreen<'w> {
    next: ResMut<'w, NextState<Screen>>,
    /// What the screen that opens next begins with.
    pub(super) begin: ResMut<'w, Begin>,
}

impl OpenScreen<'_> {
    /// Opens `screen` at the start of the next frame, and hands it what it begins with.
    pub fn open(&mut self, screen: Screen, begin: Begin) {
        self.next.set(screen);
        *self.begin = begin;
    }
}

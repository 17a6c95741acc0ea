//! What the next screen begins with: the one way in which the title, links, the command line and other screens
//! hand something to the screen they open.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::code::Target;
use crate::conduit::Named;
use crate::game::Daily;
use crate::mapgen::MapSpec;
use crate::mazerun::Progress;
use crate::pack::Place;
use crate::rng::Seed;

/// What the next screen begins with. `OpenScreen::open` puts it, and the screen
/// [takes](Self::take) it as it opens, unless it has no use for it: a seed that is not taken goes back to the title.
#[derive(Resource, Default, Clone, Debug)]
pub enum Begin {
    /// Whatever the screen showed last; at the first visit, what the title's seed gives.
    #[default]
    Last,
    /// The first run, board, maze or map of a seed that the player has chosen.
    Seed(Seed),
    /// A map. A screen that does not show it begins with its seed.
    Map(MapSpec),
    /// A board, by its share code or its id.
    Board(Named),
    /// A maze and the steps already taken in it.
    Maze(Box<Progress>),
    /// The daily of a day: its board, its maze or, on the title, its run.
    Daily(Daily),
    /// The daily board or maze of a day, raced against a recorded solve, which is a word.
    Race(Daily, String),
    /// A board or a maze of a pack.
    Pack(Place),
    /// How a board or a maze was solved best, by the hash that identifies it.
    Solve(u64),
    /// A recorded run.
    Replay(PathBuf),
}

impl Begin {
    /// What was put, which no other screen gets then.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// The seed that the player has chosen, if that was put.
    pub const fn seed(&self) -> Option<Seed> {
        match self {
            Self::Seed(seed) => Some(*seed),
            Self::Map(spec) => Some(spec.seed),
            _ => None,
        }
    }
}

impl From<Target> for Begin {
    /// Mazes as text and recorded runs are files, which have to be read or written first.
    fn from(target: Target) -> Self {
        match target {
            Target::Number(seed) | Target::Text(seed, _) => Self::Seed(seed),
            Target::Map(spec) => Self::Map(spec),
            Target::Board(named) => Self::Board(named),
            Target::Maze(progress) => Self::Maze(progress),
            Target::Daily(code) => Self::Daily(code.day),
            Target::Race(code, solve) => Self::Race(code.day, solve),
            Target::Drawn(_) | Target::Replay(_) => Self::Last,
        }
    }
}

//! The state of a run as plain data, without rules: exactly what a digest covers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray};

use super::action::Action;
use super::detail::Cause;
#[cfg(any(test, debug_assertions))]
use super::item::Item;
use super::level::Level;
use super::player::Player;
use crate::geom::{Dir, Pos};
use crate::rng::Seed;

/// Whether a run is in progress, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, EnumDiscriminants)]
#[strum_discriminants(
    name(End),
    doc = "An [`Outcome`] without the cause of death.",
    derive(IntoStaticStr, VariantArray),
    strum(serialize_all = "kebab-case")
)]
pub enum Outcome {
    /// The run is in progress.
    Playing,
    /// The player died, and the run is over.
    Died {
        /// What killed the player.
        cause: Cause,
    },
    /// The player lit the Everlamp, and the run is over.
    Won,
    /// The player abandoned the run.
    GaveUp,
    /// The player completed the training.
    Finished,
}

impl End {
    /// Its name in a recording: `playing`, `died`, `won`, `gave-up` or `finished`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The long action in progress, with what is left of it. Paths have the next tile last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Plan {
    Rest,
    Explore {
        path: Vec<Pos>,
    },
    Proceed {
        path: Vec<Pos>,
    },
    Travel {
        to: Pos,
        path: Vec<Pos>,
    },
    Run {
        /// The direction it started in.
        dir: Dir,
        path: Vec<Pos>,
    },
    Feel {
        dir: Dir,
        /// At least 1; the last one corrects a tile.
        turns_left: u32,
    },
}

impl Plan {
    /// The action that continues it.
    pub const fn action(&self) -> Action {
        match *self {
            Self::Rest => Action::Rest,
            Self::Explore { .. } => Action::Explore,
            Self::Proceed { .. } => Action::Proceed,
            Self::Travel { to, .. } => Action::Travel { to },
            Self::Run { dir, .. } => Action::Run { dir },
            Self::Feel { dir, .. } => Action::Feel { dir },
        }
    }

    /// The way ahead; empty for what is done in place.
    pub fn path(&self) -> &[Pos] {
        match self {
            Self::Explore { path }
            | Self::Proceed { path }
            | Self::Travel { path, .. }
            | Self::Run { path, .. } => path,
            Self::Rest | Self::Feel { .. } => &[],
        }
    }

    /// As [`path`](Self::path).
    pub fn into_path(self) -> Vec<Pos> {
        match self {
            Self::Explore { path }
            | Self::Proceed { path }
            | Self::Travel { path, .. }
            | Self::Run { path, .. } => path,
            Self::Rest | Self::Feel { .. } => Vec::new(),
        }
    }
}

/// The complete state of a run: what a digest covers. Serializable with serde in any format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Digest of the content of the run.
    pub(in crate::game) content: u64,
    pub(in crate::game) seed: Seed,
    pub(in crate::game) plus: u8,
    /// Ticks since the start.
    pub(in crate::game) time: u64,
    /// The player's actions that took time.
    pub(in crate::game) actions: u64,
    /// When the next turn of the world ends, in ticks.
    pub(in crate::game) upkeep: u64,
    pub(in crate::game) outcome: Outcome,
    pub(in crate::game) player: Player,
    pub(in crate::game) plan: Option<Plan>,
    pub(in crate::game) here: Level,
    /// The other visited levels, by depth.
    pub(in crate::game) other_levels: BTreeMap<u8, Level>,
}

impl State {
    /// The seed that levels and outcomes are generated from.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Every visited level, the current one first.
    #[cfg(any(test, debug_assertions))]
    pub(in crate::game) fn levels(&self) -> impl Iterator<Item = &Level> {
        std::iter::once(&self.here).chain(self.other_levels.values())
    }

    /// Every item: in the pack, on floors, stolen, entombed or offered.
    #[cfg(any(test, debug_assertions))]
    pub(in crate::game) fn items(&self) -> impl Iterator<Item = &Item> {
        let pack = self.player.pack.slots.iter().flatten();
        pack.chain(self.levels().flat_map(Level::all_items))
    }
}

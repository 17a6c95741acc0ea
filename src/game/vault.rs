//! Vaults: a sealed room with three things, and what opens it. This is the seam for conduits: a
//! [`Mechanism`] says whether it is solved, and nothing else knows how it works.

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::state::Item;
use crate::geom::{Pos, Rect};

/// What opens a vault, or lights the Everlamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Mechanism {
    /// A lever: one pull.
    Lever {
        /// Whether it was pulled.
        pulled: bool,
    },
}

/// What a player does to a mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    Pull,
    Rotate { tile: u16, clockwise: bool },
}

impl Mechanism {
    /// Whether it has been solved.
    pub const fn is_solved(self) -> bool {
        match self {
            Self::Lever { pulled } => pulled,
        }
    }

    /// Whether `work` can be done on it.
    pub const fn check(self, work: Work) -> Result<(), Refusal> {
        match (self, work) {
            (Self::Lever { pulled: false }, Work::Pull) => Ok(()),
            (Self::Lever { .. }, Work::Pull) => Err(Refusal::NoLever),
            (Self::Lever { .. }, Work::Rotate { .. }) => Err(Refusal::NoConduit),
        }
    }

    /// Does it; whether that solved it.
    pub const fn work(&mut self, work: Work) -> bool {
        match (self, work) {
            (Self::Lever { pulled }, Work::Pull) => {
                *pulled = true;
                true
            }
            (Self::Lever { .. }, Work::Rotate { .. }) => false,
        }
    }
}

/// A sealed room, or the place of the Everlamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Vault {
    /// The floor inside; in the sanctum the Everlamp's own tile.
    pub room: Rect,
    /// The wall that gives way; in the sanctum the Everlamp's own tile.
    pub door: Pos,
    /// Where the mechanism is worked: a tile that stands in the way.
    pub lever: Pos,
    pub mechanism: Mechanism,
    /// The three things and where they lie; none once one was taken.
    pub offers: Vec<(Pos, Item)>,
    /// Whether solving it wins the run.
    pub everlamp: bool,
}

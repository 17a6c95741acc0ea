//! What is built into a level and opened by a mechanism: vaults, fonts, and the Everlamp. Only [`Mechanism`]
//! knows how each works.

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::conduit::{Attempt, VaultConduit, Worked};
use super::detail::{Lamplit, Landmark};
use super::item::Item;
use crate::geom::{Pos, Rect};

/// What opens a vault, or lights the Everlamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Mechanism {
    /// Solved by one pull.
    Lever { pulled: bool },
    /// Solved by the puzzle of [`crate::conduit`].
    Conduit(VaultConduit),
    /// Filled by the light of a conduit, and drunk from once.
    Font(Font),
}

/// A font in a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Font {
    /// No light has reached it yet.
    Dry,
    Full,
    Drunk,
}

impl Mechanism {
    /// Whether what it opens is open.
    pub const fn is_solved(&self) -> bool {
        match self {
            Self::Lever { pulled } => *pulled,
            Self::Conduit(conduit) => conduit.is_solved(),
            Self::Font(font) => !matches!(font, Font::Dry),
        }
    }

    /// Whether nothing is left to do with it.
    pub fn is_done(&self) -> bool {
        match self {
            Self::Lever { pulled } => *pulled,
            Self::Conduit(conduit) => conduit.is_done(),
            Self::Font(font) => *font == Font::Drunk,
        }
    }

    pub const fn conduit(&self) -> Option<&VaultConduit> {
        match self {
            Self::Conduit(conduit) => Some(conduit),
            Self::Lever { .. } | Self::Font(_) => None,
        }
    }

    /// Checks whether `attempt` can be made.
    pub fn check(&self, attempt: Attempt) -> Result<(), Refusal> {
        match (self, attempt) {
            (Self::Lever { pulled: false }, Attempt::Pull) => Ok(()),
            (Self::Conduit(conduit), _) => conduit.check(attempt),
            (Self::Font(Font::Full), Attempt::Pull) => Ok(()),
            (Self::Font(Font::Dry), Attempt::Pull) => Err(Refusal::DryFont),
            (Self::Font(Font::Drunk), Attempt::Pull) => Err(Refusal::DrunkFont),
            _ => Err(Refusal::NoConduit),
        }
    }

    /// Makes an attempt that [`check`](Self::check) allows.
    pub fn operate(&mut self, attempt: Attempt) -> Worked {
        match self {
            Self::Lever { pulled } => {
                *pulled = true;
                Worked {
                    turned: None,
                    lit: vec![Lamplit::Vault],
                }
            }
            Self::Conduit(conduit) => conduit.operate(attempt),
            Self::Font(font) => {
                *font = Font::Drunk;
                Worked::default()
            }
        }
    }
}

/// A mechanism, and what it opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Feature {
    /// The solid tile of the mechanism.
    pub at: Pos,
    pub mechanism: Mechanism,
    pub opens: Opens,
}

/// What a mechanism opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Opens {
    /// A sealed room.
    Vault(Vault),
    /// The Everlamp, on the mechanism's own tile. Lighting it wins the run.
    Everlamp,
    /// Nothing: a font heals whoever drinks from it.
    HealingFont,
}

/// A sealed room with three offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Vault {
    /// The floor inside.
    pub room: Rect,
    /// The wall that opens.
    pub door: Pos,
    /// Three items and their positions; empty once one is taken.
    pub offers: Vec<(Pos, Item)>,
}

impl Feature {
    /// A vault that is still without its offers.
    pub const fn new_vault(at: Pos, mechanism: Mechanism, room: Rect, door: Pos) -> Self {
        let offers = Vec::new();
        Self {
            at,
            mechanism,
            opens: Opens::Vault(Vault { room, door, offers }),
        }
    }

    pub const fn vault(&self) -> Option<&Vault> {
        match &self.opens {
            Opens::Vault(vault) => Some(vault),
            Opens::Everlamp | Opens::HealingFont => None,
        }
    }

    pub const fn vault_mut(&mut self) -> Option<&mut Vault> {
        match &mut self.opens {
            Opens::Vault(vault) => Some(vault),
            Opens::Everlamp | Opens::HealingFont => None,
        }
    }

    /// Whether its lamps light rooms.
    pub fn lights_rooms(&self) -> bool {
        let conduit = self.mechanism.conduit();
        conduit.is_some_and(|conduit| !conduit.outlets().is_empty())
    }

    pub const fn is_everlamp(&self) -> bool {
        matches!(self.opens, Opens::Everlamp)
    }

    /// What the player sees in the mechanism.
    pub fn landmark(&self) -> Landmark {
        match (&self.opens, &self.mechanism) {
            (Opens::Everlamp, _) => Landmark::Everlamp,
            (_, Mechanism::Conduit(_)) if self.lights_rooms() => Landmark::BrokenConduit,
            (_, Mechanism::Conduit(_)) => Landmark::Conduit,
            (_, Mechanism::Font(_)) => Landmark::Font,
            (_, Mechanism::Lever { .. }) => Landmark::Lever,
        }
    }

    /// Whether it keeps everybody off a tile until it is opened.
    pub fn seals(&self, pos: Pos) -> bool {
        !self.mechanism.is_solved()
            && match &self.opens {
                Opens::Vault(vault) => vault.room.contains(pos),
                Opens::Everlamp => self.at == pos,
                Opens::HealingFont => false,
            }
    }
}

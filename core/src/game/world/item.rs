//! Items: in the pack, on the floor, stolen or offered by a vault.

use serde::{Deserialize, Serialize};

use super::action::Letter;
use crate::game::content::ItemKind;
use crate::geom::Pos;

/// Why exploring leaves an item where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SkipReason {
    /// The pack has no room for it.
    Full,
    /// Gear that is no better in anything than what the player carries.
    Worse,
    /// A relic that the player has, or a ring that would add nothing to those they have.
    Duplicate,
}

/// How much better than what is in use a piece of gear is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Gains {
    /// Attack that it adds, or that it adds to arrows if it is a bow.
    pub attack: i32,
    /// Defence that it adds.
    pub defence: i32,
    /// Tiles by which the player sees farther in the dark.
    pub sight: i32,
    /// Tiles by which the player is noticed from farther away.
    pub noise: i32,
    /// Whether nothing is in use in its place.
    pub first: bool,
}

/// Identifies an item for the whole run: the depth it was created at times 100,000, plus its number
/// there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ItemId(pub u32);

impl ItemId {
    /// The most ids given out at one depth before old ones are reused.
    pub(in crate::game) const MAX_PER_DEPTH: u32 = 99_999;

    pub(in crate::game) const fn new(depth: u8, number: u32) -> Self {
        Self(depth as u32 * (Self::MAX_PER_DEPTH + 1) + number)
    }

    /// The depth it was created at.
    #[cfg(any(test, debug_assertions))]
    pub(in crate::game) const fn depth(self) -> u32 {
        self.0 / (Self::MAX_PER_DEPTH + 1)
    }

    /// Its number at that depth, from 1.
    #[cfg(any(test, debug_assertions))]
    pub(in crate::game) const fn number(self) -> u32 {
        self.0 % (Self::MAX_PER_DEPTH + 1)
    }
}

/// An item, or a stack of equal items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Item {
    pub id: ItemId,
    pub kind: ItemKind,
    pub count: u16,
    /// Bonus of a weapon or armour; negative if it is worse than plain.
    pub plus: i8,
    /// The slot it last had in the pack.
    pub letter: Option<Letter>,
}

/// An item on the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct FloorItem {
    pub pos: Pos,
    pub item: Item,
}

impl Item {
    pub const fn new(id: ItemId, kind: ItemKind, count: u16, plus: i8) -> Self {
        Self {
            id,
            kind,
            count,
            plus,
            letter: None,
        }
    }

    /// Whether the two can share a stack, if their kind stacks.
    pub fn stacks_with(&self, other: &Self) -> bool {
        (self.kind, self.plus) == (other.kind, other.plus)
    }
}

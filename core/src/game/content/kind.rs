//! Kinds of level, indices of the other kinds, and limits that all of the game relies on.

use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, VariantArray};

use super::number::{Fixed, numbers};
use crate::geom::Size;

/// Index of a kind of monster in [`Content::monsters`](super::Content::monsters).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MonsterKind(pub u16);

/// Index of a kind of item in [`Content::items`](super::Content::items).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ItemKind(pub u16);

/// The kinds of level, which differ in their generator.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Serialize,
    Deserialize,
    EnumCount,
    EnumString,
    VariantArray,
)]
pub enum LevelKind {
    /// Rooms in rows and columns.
    Halls,
    /// Scattered rooms joined by winding corridors.
    Cloisters,
    /// Natural caves without rooms.
    Caverns,
    /// Adjacent rooms that share walls.
    Crypts,
    /// A maze with loops.
    Labyrinth,
    /// The deepest level, with the Everlamp.
    Sanctum,
}

impl LevelKind {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

numbers! {
    "level":
    /// The deepest level, which holds the Everlamp.
    pub const DEEPEST: u8 = 12;
}

/// The most kinds of item: a run stores one bit for each.
pub const MAX_ITEM_KINDS: usize = 128;

/// The size of every level, in tiles.
pub(crate) const LEVEL_SIZE: Size = Size::new(80, 50);

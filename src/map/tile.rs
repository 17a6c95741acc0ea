//! The kinds of tile and the character each is written as.

use serde::{Deserialize, Serialize};

/// What lies on one map square.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Tile {
    /// Nothing: solid, unseen, never drawn. Written ` `.
    #[default]
    Void,
    /// A wall. Written `#`.
    Wall,
    /// Open floor. Written `.`.
    Floor,
    /// A closed door, which blocks sight until it is opened. Written `+`.
    DoorClosed,
    /// An open door. Written `'`.
    DoorOpen,
    /// Stairs up. Written `<`.
    StairsUp,
    /// Stairs down. Written `>`.
    StairsDown,
    /// Water, which can be waded through. Written `~`.
    Water,
    /// Tall grass. Written `"`.
    Grass,
    /// A brazier or another light, which stands in the way but not in the view. Written `^`.
    Brazier,
}

impl Tile {
    /// Every kind of tile.
    pub const ALL: [Self; 10] = [
        Self::Void,
        Self::Wall,
        Self::Floor,
        Self::DoorClosed,
        Self::DoorOpen,
        Self::StairsUp,
        Self::StairsDown,
        Self::Water,
        Self::Grass,
        Self::Brazier,
    ];

    /// The character the tile is written as.
    #[inline]
    pub const fn to_char(self) -> char {
        match self {
            Self::Void => ' ',
            Self::Wall => '#',
            Self::Floor => '.',
            Self::DoorClosed => '+',
            Self::DoorOpen => '\'',
            Self::StairsUp => '<',
            Self::StairsDown => '>',
            Self::Water => '~',
            Self::Grass => '"',
            Self::Brazier => '^',
        }
    }

    /// The tile written as `c`; `None` for a character that means no tile (`@` among them,
    /// which marks a start and not a tile).
    pub fn from_char(c: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.to_char() == c)
    }

    /// Whether one can stand on it. A closed door counts: walking into it opens it.
    #[inline]
    pub const fn is_walkable(self) -> bool {
        // Three comparisons can be made of many tiles at once, which a `match` is not compiled to.
        let tile = self as u8;
        (tile != Self::Void as u8) & (tile != Self::Wall as u8) & (tile != Self::Brazier as u8)
    }

    /// Whether sight ends at it.
    #[inline]
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Void | Self::Wall | Self::DoorClosed)
    }
}

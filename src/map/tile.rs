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
    /// A pew or another low thing of wood, which stands in the way but not in the view. Written `-`.
    Pew,
    /// A closed tomb, which stands in the way but not in the view. Written `0`.
    Tomb,
    /// Water too deep to wade through, over which one can see and shoot. Written `}`.
    Deep,
    /// Broken stone, which can be climbed over. Written `,`.
    Rubble,
    /// Reeds in shallow water. Written `;`.
    Reeds,
}

impl Tile {
    /// Every kind of tile.
    pub const ALL: [Self; 15] = [
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
        Self::Pew,
        Self::Tomb,
        Self::Deep,
        Self::Rubble,
        Self::Reeds,
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
            Self::Pew => '-',
            Self::Tomb => '0',
            Self::Deep => '}',
            Self::Rubble => ',',
            Self::Reeds => ';',
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
        // Two comparisons can be made of many tiles at once, which a `match` is not compiled to.
        let tile = self as u8;
        let solid =
            tile.wrapping_sub(Self::Brazier as u8) <= Self::Deep as u8 - Self::Brazier as u8;
        (tile > Self::Wall as u8) & !solid
    }

    /// Whether sight ends at it.
    #[inline]
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Void | Self::Wall | Self::DoorClosed)
    }

    /// Whether whatever flies ends before it: it is opaque, or solid and not deep water.
    #[inline]
    pub const fn stops_flight(self) -> bool {
        self.is_opaque() || matches!(self, Self::Brazier | Self::Pew | Self::Tomb)
    }

    /// Whether creatures in it are seen, and see, only from near by.
    pub const fn hides(self) -> bool {
        matches!(self, Self::Grass | Self::Reeds)
    }

    /// Whether it puts out whoever burns.
    pub const fn is_wet(self) -> bool {
        matches!(self, Self::Water | Self::Reeds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_reads_back_from_its_character() {
        for tile in Tile::ALL {
            assert_eq!(Tile::from_char(tile.to_char()), Some(tile));
        }
        assert_eq!(Tile::from_char('@'), None);
        assert_eq!(Tile::from_char('x'), None);
    }

    #[test]
    fn what_stands_in_the_way_cannot_be_walked_on() {
        let solid = |tile: &Tile| !tile.is_walkable();
        let found: String = Tile::ALL
            .into_iter()
            .filter(solid)
            .map(Tile::to_char)
            .collect();
        assert_eq!(found, " #^-0}");
        let stops = |tile: &Tile| tile.stops_flight();
        let found: String = Tile::ALL
            .into_iter()
            .filter(stops)
            .map(Tile::to_char)
            .collect();
        assert_eq!(found, " #+^-0");
    }
}

//! The kinds of tile and the character that each is written as.

use serde::{Deserialize, Serialize};

listed_enum! {
    /// The terrain of one map square.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
    )]
    #[repr(u8)]
    pub enum Tile {
        /// Nothing: solid, opaque and never drawn. Written ` `.
        #[default]
        Void,
        /// A wall. Written `#`.
        Wall,
        /// Open floor. Written `.`.
        Floor,
        /// A closed door, which blocks sight until opened. Written `+`.
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
        /// A brazier or another light, which blocks movement but not sight. Written `^`.
        Brazier,
        /// A pew or another low wooden object, which blocks movement but not sight. Written `-`.
        Pew,
        /// A closed tomb, which blocks movement but not sight. Written `0`.
        Tomb,
        /// Water too deep to wade through, which blocks neither sight nor projectiles. Written `}`.
        Deep,
        /// Broken stone, which can be climbed over. Written `,`.
        Rubble,
        /// Reeds in shallow water. Written `;`.
        Reeds,
    }
}

impl Tile {
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

    /// The tile written as `c`; `None` if there is none, as for `@`, which marks a start and not a
    /// tile.
    pub fn from_char(c: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.to_char() == c)
    }

    /// Whether an actor can stand on it. True for a closed door: walking into it opens it.
    #[inline]
    pub const fn is_walkable(self) -> bool {
        // Unlike a `match`, two comparisons are vectorized over many tiles.
        let tile = self as u8;
        let solid =
            tile.wrapping_sub(Self::Brazier as u8) <= Self::Deep as u8 - Self::Brazier as u8;
        (tile > Self::Wall as u8) & !solid
    }

    /// Whether it blocks sight.
    #[inline]
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Void | Self::Wall | Self::DoorClosed)
    }

    /// Whether projectiles stop before it: it is opaque, or solid and not deep water.
    #[inline]
    pub const fn stops_flight(self) -> bool {
        self.is_opaque() || matches!(self, Self::Brazier | Self::Pew | Self::Tomb)
    }

    /// Whether actors on it can see and be seen only from nearby.
    pub const fn hides(self) -> bool {
        matches!(self, Self::Grass | Self::Reeds)
    }

    /// Whether it extinguishes burning actors.
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

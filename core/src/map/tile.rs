//! The kinds of tile: one table says what each is.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// What a kind of tile is.
struct TileInfo {
    /// The character it is written as.
    glyph: char,
    /// Its name in files.
    id: &'static str,
    /// Its name in sentences, with its article.
    name: &'static str,
    /// What it is and does, for who looks at it; empty if its name says enough.
    description: &'static str,
    /// Whether an actor can stand on it, or opens it by walking into it.
    walkable: bool,
    /// Whether it blocks sight.
    opaque: bool,
    /// Whether projectiles stop before it.
    stops_flight: bool,
    /// Whether actors on it can see and be seen only from nearby.
    hides: bool,
    /// Whether magic and levels can place something on it.
    plain: bool,
    /// Whether it extinguishes burning actors.
    wet: bool,
    /// Whether it is loose stone.
    rough: bool,
    /// Whether it stands on floor, as doors, stairs and furniture do.
    stands: bool,
    /// Turns for which it burns once it is lit, with what is left of it then; `None` if it does not burn.
    burns: Option<(u8, Tile)>,
}

/// Neither walked over nor seen through.
const ROCK: TileInfo = TileInfo {
    walkable: false,
    opaque: true,
    stops_flight: true,
    ..GROUND
};

/// Walked around, but seen over.
const OBSTACLE: TileInfo = TileInfo {
    opaque: false,
    ..ROCK
};

const GROUND: TileInfo = TileInfo {
    glyph: ' ',
    id: "",
    name: "",
    description: "",
    walkable: true,
    opaque: false,
    stops_flight: false,
    hides: false,
    plain: false,
    wet: false,
    rough: false,
    stands: false,
    burns: None,
};

/// Declares the tiles in the order of their numbers, each with its entry in the table: its character,
/// its name in files, its name in sentences, and in what it differs from one of the above.
macro_rules! tiles {
    ($(
        $(#[$doc:meta])+
        $tile:ident $glyph:literal $id:literal $name:literal
        $like:ident { $($field:ident: $value:expr),* }
    )+) => {
        /// The terrain of one map square.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize,
            Deserialize, VariantArray,
        )]
        #[repr(u8)]
        pub enum Tile {
            $($(#[$doc])+ #[doc = concat!(" Written `", $glyph, "`.")] $tile,)+
        }

        impl Tile {
            const fn info(self) -> &'static TileInfo {
                match self {
                    $(Self::$tile => const {
                        &TileInfo {
                            glyph: $glyph,
                            id: $id,
                            name: $name,
                            $($field: $value,)*
                            ..$like
                        }
                    },)+
                }
            }

            /// Whether an actor can stand on it. True for a closed door: walking into it opens it.
            #[inline]
            pub const fn is_walkable(self) -> bool {
                // Unlike a look-up, comparisons are vectorized over many tiles.
                false $(| ((self as u8 == Self::$tile as u8) & const { Self::$tile.info().walkable }))+
            }
        }
    };
}

tiles! {
    /// Nothing: solid, opaque and never drawn.
    #[default]
    Void ' ' "void" "solid rock" ROCK {}
    /// A wall.
    Wall '#' "wall" "a wall" ROCK {}
    /// Open floor.
    Floor '.' "floor" "bare floor" GROUND { plain: true }
    /// A closed door, which blocks sight until opened.
    DoorClosed '+' "door-closed" "a closed door" GROUND {
        opaque: true,
        stops_flight: true,
        stands: true,
        burns: Some((6, Tile::Floor))
    }
    /// An open door.
    DoorOpen '\'' "door-open" "an open door" GROUND { stands: true, burns: Some((6, Tile::Floor)) }
    /// Stairs up.
    StairsUp '<' "stairs-up" "stairs leading up" GROUND { stands: true }
    /// Stairs down.
    StairsDown '>' "stairs-down" "stairs leading down" GROUND { stands: true }
    /// Water, which can be waded through.
    Water '~' "water" "water" GROUND {
        description: "water, which slows a step and puts out flames",
        wet: true
    }
    /// Tall grass.
    Grass '"' "grass" "tall grass" GROUND {
        description: "tall grass, which hides all who stand in it",
        hides: true,
        plain: true,
        burns: Some((4, Tile::Floor))
    }
    /// A brazier or another light, which blocks movement but not sight.
    Brazier '^' "brazier" "a brazier" OBSTACLE { stands: true }
    /// A pew or another low wooden object, which blocks movement but not sight.
    Pew '-' "pew" "a pew" OBSTACLE {
        description: "a pew, which stops what flies but not the eye",
        stands: true,
        burns: Some((8, Tile::Floor))
    }
    /// A closed tomb, which blocks movement but not sight.
    Tomb '0' "tomb" "a closed tomb" OBSTACLE {
        description: "a closed tomb: walk into it to open it",
        stands: true
    }
    /// Water too deep to wade through, which blocks neither sight nor projectiles. Maps count it as solid; in the
    /// game it can be swum.
    Deep '}' "deep-water" "deep water" OBSTACLE {
        description: "deep water, at which whoever burns puts the flames out; it puts out a lantern, may carry off what is in a pack, and hides all who swim in it",
        stops_flight: false,
        hides: true,
        wet: true
    }
    /// Broken stone, which can be climbed over.
    Rubble ',' "rubble" "rubble" GROUND {
        description: "rubble, which slows a step",
        rough: true
    }
    /// Reeds in shallow water.
    Reeds ';' "reeds" "reeds" GROUND {
        description: "reeds, which hide all who stand in them",
        hides: true,
        wet: true,
        burns: Some((3, Tile::Water))
    }
}

impl Tile {
    /// Every kind of tile, in the order of their numbers.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The character the tile is written as.
    #[inline]
    pub const fn to_char(self) -> char {
        self.info().glyph
    }

    /// The tile written as `c`; `None` if there is none, as for `@`, which marks a start and not a
    /// tile.
    pub fn from_char(c: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|tile| tile.to_char() == c)
    }

    /// Its name in files that other programs read, such as `door-closed`.
    #[doc(hidden)]
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// Whether it stands on floor, as doors, stairs and furniture do.
    #[doc(hidden)]
    pub const fn stands(self) -> bool {
        self.info().stands
    }

    /// Its name in sentences, with its article.
    #[doc(hidden)]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// What it is and what that means for who walks there, without numbers.
    #[doc(hidden)]
    pub fn description(self) -> &'static str {
        match self.info().description {
            "" => self.name(),
            description => description,
        }
    }

    /// Whether it blocks sight.
    #[inline]
    pub const fn is_opaque(self) -> bool {
        self.info().opaque
    }

    /// Whether projectiles stop before it: it is opaque, or solid and not deep water.
    #[inline]
    pub const fn stops_flight(self) -> bool {
        self.info().stops_flight
    }

    /// Whether actors on it can see and be seen only from nearby.
    pub const fn hides(self) -> bool {
        self.info().hides
    }

    /// Whether it is ground on which things can be placed: floor or grass.
    pub(crate) const fn is_plain(self) -> bool {
        self.info().plain
    }

    /// Whether it extinguishes burning actors.
    pub const fn is_wet(self) -> bool {
        self.info().wet
    }

    /// Whether it is too deep to wade through, and can only be swum.
    pub const fn is_deep(self) -> bool {
        matches!(self, Self::Deep)
    }

    /// Whether it is walked over or swum through.
    #[inline]
    pub const fn is_passable(self) -> bool {
        self.is_walkable() || self.is_deep()
    }

    /// Whether it is loose stone to climb over.
    pub(crate) const fn is_rough(self) -> bool {
        self.info().rough
    }

    /// Turns for which it burns once it is lit; 0 if it does not burn.
    pub const fn fuel(self) -> u8 {
        match self.info().burns {
            Some((turns, _)) => turns,
            None => 0,
        }
    }

    /// What fire leaves of it: itself if it does not burn.
    pub const fn burnt(self) -> Self {
        match self.info().burns {
            Some((_, left)) => left,
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_reads_back_from_its_character() {
        for tile in Tile::ALL {
            assert_eq!(Tile::from_char(tile.to_char()), Some(*tile));
        }
        assert_eq!(Tile::from_char('@'), None);
        assert_eq!(Tile::from_char('x'), None);
    }

    #[test]
    fn what_is_burnt_burns_no_more_and_stands_in_nobodys_way() {
        for tile in Tile::ALL.iter().filter(|tile| tile.fuel() > 0) {
            let left = tile.burnt();
            assert_eq!(left.fuel(), 0, "{tile:?}");
            assert!(left.is_walkable() && !left.is_opaque(), "{tile:?}");
        }
    }

    #[test]
    fn what_stands_in_the_way_cannot_be_walked_on() {
        let solid = |tile: &Tile| !tile.is_walkable();
        let found: String = Tile::ALL
            .iter()
            .copied()
            .filter(solid)
            .map(Tile::to_char)
            .collect();
        assert_eq!(found, " #^-0}");
        let stops = |tile: &Tile| tile.stops_flight();
        let found: String = Tile::ALL
            .iter()
            .copied()
            .filter(stops)
            .map(Tile::to_char)
            .collect();
        assert_eq!(found, " #+^-0");
    }
}

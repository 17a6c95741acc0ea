//! The colours of pictures: the inks that tiles are drawn with, and the shades of each. The window's
//! theme has the same palette, but darker, since lamps light its tiles.

use crate::geom::Pos;

/// Red, green and blue, sRGB.
pub type Colour = [u8; 3];

/// Number of shades of an ink, from dark to light.
pub const SHADES: u8 = 8;

/// Defines each ink with its character in the pictures, its colour, and by how many 256ths its shades
/// are darker and lighter than that.
macro_rules! inks {
    ($($(#[$doc:meta])* $name:ident $char:literal $colour:expr, $spread:literal;)*) => {
        /// A colour of a pixel, apart from its shade.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Ink { $($(#[$doc])* $name),* }

        impl Ink {
            /// Every ink, in the order of the palette.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The ink of a character of a picture; rock for an unknown one.
            pub(super) const fn from_char(char: u8) -> Self {
                match char {
                    $($char => Self::$name,)*
                    _ => Self::Rock,
                }
            }

            const fn colour_and_spread(self) -> (Colour, u32) {
                match self { $(Self::$name => ($colour, $spread)),* }
            }
        }
    };
}

inks! {
    /// Rock that borders on no open tile, and void.
    Rock b'#' [13, 13, 19], 0;
    /// The top of a wall.
    WallTop b't' [58, 55, 70], 12;
    /// The edge of a wall's top.
    WallEdge b'e' [116, 108, 124], 16;
    /// The front of a wall, seen where open ground lies below.
    WallFace b'a' [164, 128, 100], 28;
    /// The joints and the foot of a wall's front.
    WallJoint b'b' [98, 76, 66], 30;
    /// The ground of open floor.
    Floor b'.' [100, 89, 80], 26;
    /// The mark on a tile of floor.
    FloorMark b',' [132, 119, 106], 26;
    /// Floor in the shadow of a wall.
    FloorShadow b':' [58, 51, 51], 26;
    /// The wood of a door.
    Wood b'w' [176, 116, 58], 14;
    /// The frame of a door and the gaps between its boards.
    WoodDark b'W' [72, 44, 26], 14;
    /// The iron of a door or a brazier.
    Iron b'i' [40, 38, 46], 0;
    /// The front edge of a stair.
    Stair b's' [236, 226, 196], 0;
    /// A stair behind its edge.
    StairDark b'S' [122, 112, 104], 0;
    /// Still water between the waves.
    Water b'-' [30, 66, 122], 26;
    /// Deep water.
    Depth b'd' [20, 38, 88], 20;
    /// The crests of waves on water.
    Wave b'~' [92, 148, 216], 20;
    /// The ground under grass.
    Grass b'g' [44, 72, 46], 30;
    /// Blades of tall grass.
    Blade b'G' [104, 172, 84], 30;
    /// The flame of a brazier.
    Flame b'f' [255, 150, 52], 0;
    /// The heart of a flame, and the start.
    Spark b'*' [255, 226, 128], 0;
    /// The ring around the start.
    Ember b'%' [196, 84, 40], 0;
}

impl Ink {
    /// Its colour in a shade from 0, the darkest, to 7, the lightest.
    pub const fn colour(self, shade: u8) -> Colour {
        let (colour, spread) = self.colour_and_spread();
        let steps = SHADES as u32 - 1;
        let factor = 256 - spread + 2 * spread * shade as u32 / steps;
        let mut shaded = [0; 3];
        let mut channel = 0;
        while channel < 3 {
            let value = colour[channel] as u32 * factor / 256;
            shaded[channel] = if value > 255 { 255 } else { value as u8 };
            channel += 1;
        }
        shaded
    }
}

/// The shade of the tile at `pos`, less than [`SHADES`]: a hash of the position (the 32-bit finaliser
/// of MurmurHash3, A. Appleby 2011), so that neighbours differ.
pub const fn shade_at(pos: Pos) -> u8 {
    let mut n = (pos.x as u32).wrapping_mul(0x9e37_79b1) ^ (pos.y as u32).wrapping_mul(0x85eb_ca77);
    n = (n ^ (n >> 16)).wrapping_mul(0x85eb_ca6b);
    n = (n ^ (n >> 13)).wrapping_mul(0xc2b2_ae35);
    (n >> 16) as u8 % SHADES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_are_numbered_in_their_order_and_fill_one_palette() {
        for (index, ink) in Ink::ALL.iter().enumerate() {
            assert_eq!(*ink as usize, index);
        }
        assert!(Ink::ALL.len() * usize::from(SHADES) <= 256);
    }

    #[test]
    fn shades_go_from_dark_to_light() {
        let (dark, light) = (Ink::Floor.colour(0), Ink::Floor.colour(SHADES - 1));
        assert!(dark < Ink::Floor.colour(3) && Ink::Floor.colour(3) < light);
        assert_eq!(Ink::Spark.colour(0), Ink::Spark.colour(SHADES - 1));
    }

    #[test]
    fn every_shade_is_used_about_as_often() {
        let mut counts = [0; SHADES as usize];
        for y in 0..40 {
            for x in 0..40 {
                counts[usize::from(shade_at(Pos::new(x, y)))] += 1;
            }
        }
        assert!(
            counts.iter().all(|count| (120..=280).contains(count)),
            "{counts:?}"
        );
    }
}

//! The colours of pictures: the inks that tiles are drawn with, and the shades of each. The window
//! has the same palette in its theme; here it is brighter, for a picture has no lamps.

use crate::geom::Pos;

/// Red, green and blue, sRGB.
pub type Colour = [u8; 3];

/// How many shades an ink has, from dark to light.
pub const SHADES: u8 = 8;

/// What a pixel can be drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ink {
    /// Rock that borders on no open tile, and nothing at all.
    Rock,
    /// The top of a wall.
    WallTop,
    /// The edge of a wall's top.
    WallEdge,
    /// The front of a wall, seen where open ground lies below.
    WallFace,
    /// The joints and the foot of a wall's front.
    WallJoint,
    /// The ground of open floor.
    Floor,
    /// The mark on a tile of floor.
    FloorMark,
    /// Floor in the shadow of a wall.
    FloorShadow,
    /// The wood of a door.
    Wood,
    /// The frame of a door and the gaps between its boards.
    WoodDark,
    /// The iron of a door or a brazier.
    Iron,
    /// The front edge of a stair.
    Stair,
    /// A stair behind its edge.
    StairDark,
    /// Still water between the waves.
    Water,
    /// The crests of waves on water.
    Wave,
    /// The ground under grass.
    Grass,
    /// Blades of tall grass.
    Blade,
    /// The flame of a brazier.
    Flame,
    /// The heart of a flame, and the start.
    Spark,
    /// The ring around the start.
    Ember,
}

impl Ink {
    /// Every ink, in the order of the palette.
    pub const ALL: [Self; 20] = [
        Self::Rock,
        Self::WallTop,
        Self::WallEdge,
        Self::WallFace,
        Self::WallJoint,
        Self::Floor,
        Self::FloorMark,
        Self::FloorShadow,
        Self::Wood,
        Self::WoodDark,
        Self::Iron,
        Self::Stair,
        Self::StairDark,
        Self::Water,
        Self::Wave,
        Self::Grass,
        Self::Blade,
        Self::Flame,
        Self::Spark,
        Self::Ember,
    ];

    /// Its colour, and by how many of 256 parts its shades go below and above it.
    const fn mixture(self) -> (Colour, u32) {
        match self {
            Self::Rock => ([13, 13, 19], 0),
            Self::WallTop => ([58, 55, 70], 12),
            Self::WallEdge => ([116, 108, 124], 16),
            Self::WallFace => ([164, 128, 100], 28),
            Self::WallJoint => ([98, 76, 66], 30),
            Self::Floor => ([100, 89, 80], 26),
            Self::FloorMark => ([132, 119, 106], 26),
            Self::FloorShadow => ([58, 51, 51], 26),
            Self::Wood => ([176, 116, 58], 14),
            Self::WoodDark => ([72, 44, 26], 14),
            Self::Iron => ([40, 38, 46], 0),
            Self::Stair => ([236, 226, 196], 0),
            Self::StairDark => ([122, 112, 104], 0),
            Self::Water => ([30, 66, 122], 26),
            Self::Wave => ([92, 148, 216], 20),
            Self::Grass => ([44, 72, 46], 30),
            Self::Blade => ([104, 172, 84], 30),
            Self::Flame => ([255, 150, 52], 0),
            Self::Spark => ([255, 226, 128], 0),
            Self::Ember => ([196, 84, 40], 0),
        }
    }

    /// Its colour in shade number `shade`, 0 the darkest and 7 the lightest.
    pub const fn colour(self, shade: u8) -> Colour {
        let (colour, spread) = self.mixture();
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

/// The shade of the tile at `pos`, below [`SHADES`]: fixed by the position, and unlike its
/// neighbours' (the 32-bit finaliser of MurmurHash3, A. Appleby 2011, over the coordinates).
pub const fn shade(pos: Pos) -> u8 {
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
        for (index, ink) in Ink::ALL.into_iter().enumerate() {
            assert_eq!(ink as usize, index);
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
                counts[usize::from(shade(Pos::new(x, y)))] += 1;
            }
        }
        assert!(
            counts.iter().all(|count| (120..=280).contains(count)),
            "{counts:?}"
        );
    }
}

//! The pictures of single tiles, 16x16 pixels each, drawn in `assets/tiles.txt` with one character per
//! pixel.
//!
//! At eight pixels per tile only the odd columns and rows are shown, so lines one pixel wide lie on
//! those.

use super::ink::Ink;
use crate::map::Tile;

/// Width and height of a picture in pixels.
pub const SIDE: usize = 16;

/// The pictures of [`START`] and [`WALL_FRONT`], then those of the tiles in the order of [`Tile::ALL`], six in
/// a row.
static SHEET: &[u8] = include_bytes!("../../assets/tiles.txt");
const COLUMNS: usize = 6;

/// The tiles that are no walls, in the order of their numbers in a tileset, each as it is lit or in the shadow of a wall,
/// and its ink where it is too small for a picture.
pub const REST: [(Tile, Shade, Ink); 16] = {
    use Shade::{Lit, Shadowed};
    [
        (Tile::Floor, Lit, Ink::Floor),
        (Tile::Floor, Shadowed, Ink::Floor),
        (Tile::Rubble, Lit, Ink::FloorMark),
        (Tile::Rubble, Shadowed, Ink::FloorMark),
        (Tile::Grass, Lit, Ink::Blade),
        (Tile::Reeds, Lit, Ink::Grass),
        (Tile::Water, Lit, Ink::Water),
        (Tile::Deep, Lit, Ink::Depth),
        (Tile::DoorClosed, Lit, Ink::Wood),
        (Tile::DoorOpen, Lit, Ink::WoodDark),
        (Tile::StairsUp, Lit, Ink::Stair),
        (Tile::StairsDown, Lit, Ink::StairDark),
        (Tile::Brazier, Lit, Ink::Flame),
        (Tile::Pew, Lit, Ink::WallJoint),
        (Tile::Tomb, Lit, Ink::WallEdge),
        (Tile::Void, Lit, Ink::Rock),
    ]
};

/// Whether a tile lies in the shadow of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// Away from walls.
    Lit,
    /// Below one.
    Shadowed,
}

/// Number of the picture of the start.
pub const START: usize = 0;
/// Number of the picture of a wall with open ground below: its top and its face.
pub const WALL_FRONT: usize = 1;

/// Number of the picture of a tile. Copies of it join without a seam.
pub const fn picture(tile: Tile) -> usize {
    WALL_FRONT + 1 + tile as usize
}

/// The only ink of a tile that is too small for a picture.
pub fn plain_ink(tile: Tile) -> Ink {
    let rest = REST.iter().find(|rest| rest.0 == tile);
    rest.map_or(Ink::WallTop, |rest| rest.2)
}

/// The ink of the pixel at column `x` and row `y` of a picture.
pub const fn ink_at(picture: usize, x: usize, y: usize) -> Ink {
    let (column, row) = (picture % COLUMNS * SIDE + x, picture / COLUMNS * SIDE + y);
    // A line feed ends each row.
    Ink::from_char(SHEET[row * (COLUMNS * SIDE + 1) + column])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURES: usize = WALL_FRONT + 1 + Tile::ALL.len();

    #[test]
    fn every_pixel_is_drawn_with_the_character_of_an_ink() {
        let rows: Vec<&[u8]> = SHEET.split_inclusive(|byte| *byte == b'\n').collect();
        assert_eq!(rows.len(), PICTURES.div_ceil(COLUMNS) * SIDE);
        for row in rows {
            assert_eq!((row.len(), row.last()), (COLUMNS * SIDE + 1, Some(&b'\n')));
            for char in &row[..COLUMNS * SIDE] {
                assert!(
                    Ink::from_char(*char) != Ink::Rock || *char == b'#',
                    "{char}"
                );
            }
        }
    }

    #[test]
    fn no_two_pictures_are_the_same() {
        let picture = |number: usize| -> Vec<Ink> {
            let pixels = (0..SIDE * SIDE).map(|at| ink_at(number, at % SIDE, at / SIDE));
            pixels.collect()
        };
        for number in 0..PICTURES {
            for other in 0..number {
                assert_ne!(picture(number), picture(other), "{number} {other}");
            }
        }
    }
}

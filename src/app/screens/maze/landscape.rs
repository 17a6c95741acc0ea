//! The look of a maze in full light: pale floor and dark walls of the dungeon's stone, so that passages stand out
//! at dusk in every palette and take on the colour of the light that falls on them.

use bevy::math::UVec2;

use crate::app::dungeon::paint::{Painted, scaled};
use crate::app::glyph::{Cell, Glyph, Landscape, blend};
use crate::geom::Pos;

/// A maze as terrain; its tiles are painted when they come into view.
pub(super) struct Stone {
    pub painted: Painted,
    /// Whether walls are drawn as characters, which must stand out from the wall itself.
    pub plain: bool,
}

/// The colour of the floor. The dungeon's own shades of floor, brightened by a factor in 256ths, are mixed into it.
const FLOOR: [u8; 3] = [206, 196, 200];
const BRIGHTER: u32 = 930;
/// Factors applied to colours, in 256ths: the floor's for its dots, the dungeon's for the pattern of walls.
const DOT: u32 = 120;
const EDGE: u32 = 230;
/// The colour of all walls: with tops and faces of their own, walls along and across would look different.
const WALL: [u8; 3] = [30, 27, 34];
/// The colour of the characters of walls.
const CHARACTER: [u8; 3] = [158, 144, 149];
/// The colours of floor and walls on an overview, which is drawn without light.
const OVERVIEW: [[u8; 3]; 2] = [[104, 106, 136], [18, 17, 24]];

impl Landscape for Stone {
    fn size(&self) -> UVec2 {
        self.painted.size()
    }

    fn cell(&self, pos: Pos) -> Cell {
        let cell = self.painted.cell(pos);
        if !self.painted.0.is_walkable(pos) {
            return Cell {
                fg: match self.plain {
                    true => CHARACTER,
                    false => scaled(cell.fg, EDGE),
                },
                bg: WALL,
                ..cell
            };
        }
        // One dot per cell; the passages between cells stay bare.
        let is_cell = pos.x % 2 != 0 && pos.y % 2 != 0;
        let floor = blend(FLOOR, scaled(cell.bg, BRIGHTER), 128);
        Cell {
            glyph: if is_cell { cell.glyph } else { Glyph::BLANK },
            fg: scaled(floor, DOT),
            bg: floor,
        }
    }

    fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        let [floor, wall] = OVERVIEW;
        let row = &self.painted.0.tiles.row(y)[first as usize..];
        for (colour, tile) in out.iter_mut().zip(row) {
            *colour = if tile.is_walkable() { floor } else { wall };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use std::sync::Arc;

    #[test]
    fn floor_is_paler_than_walls_and_has_a_dot_a_cell() {
        let map = Map::from_text("#####\n#...#\n#####\n").unwrap();
        let stone = Stone {
            painted: Painted(Arc::new(map)),
            plain: false,
        };
        assert_eq!(stone.size(), UVec2::new(5, 3));
        let marks: String = (1..4)
            .map(|x| stone.cell(Pos::new(x, 1)).glyph.to_char())
            .collect();
        assert_eq!(marks, "· ·");
        let sum = |x, y| {
            stone
                .cell(Pos::new(x, y))
                .bg
                .map(u32::from)
                .iter()
                .sum::<u32>()
        };
        assert!(sum(1, 1) > 2 * sum(0, 1));
    }
}

//! The look of a maze in full light: the dungeon's walls and floor with paler floor and darker walls,
//! so that passages stand out at dusk and take on the colour of the light that falls on them.

use bevy::math::UVec2;

use crate::app::dungeon::paint::{Painted, scaled};
use crate::app::glyph::{Cell, Glyph, Landscape};
use crate::geom::Pos;

/// A maze as terrain; its tiles are painted when they come into view.
pub(super) struct Stone(pub Painted);

/// Factors applied to the dungeon's colours, in 256ths.
const FLOOR: u32 = 520;
const DOT: u32 = 700;
const EDGE: u32 = 230;
/// The colour of all walls: with tops and faces of their own, walls along and across would look different.
const WALL: [u8; 3] = [48, 42, 50];
/// Factors applied to red, green and blue on an overview, which is drawn without light, in 256ths.
const DUSK: [u32; 3] = [140, 152, 236];

impl Landscape for Stone {
    fn size(&self) -> UVec2 {
        self.0.size()
    }

    fn cell(&self, pos: Pos) -> Cell {
        let cell = self.0.cell(pos);
        if !self.0.0.is_walkable(pos) {
            return Cell {
                fg: scaled(cell.fg, EDGE),
                bg: WALL,
                ..cell
            };
        }
        // One dot per cell; the passages between cells stay bare.
        let is_cell = pos.x % 2 != 0 && pos.y % 2 != 0;
        Cell {
            glyph: if is_cell { cell.glyph } else { Glyph::BLANK },
            fg: scaled(cell.bg, DOT),
            bg: scaled(cell.bg, FLOOR),
        }
    }

    fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        self.0.colours(y, first, out);
        for channels in out {
            for (channel, factor) in channels.iter_mut().zip(DUSK) {
                *channel = (u32::from(*channel) * factor / 256) as u8;
            }
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
        let stone = Stone(Painted(Arc::new(map)));
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

//! How a maze looks in full light: the dungeon's walls and floor, the floor paler and the walls
//! darker, so that passages stand out in the dusk and take on the colour of what shines on them.

use bevy::math::UVec2;

use crate::app::dungeon::paint::Painted;
use crate::app::glyph::{Cell, Glyph, Landscape};
use crate::geom::Pos;

/// A maze whose tiles are painted as they come into view.
pub(super) struct Stone(pub Painted);

/// Parts of 256 that are left of the dungeon's colours.
const FLOOR: u32 = 520;
const DOT: u32 = 700;
const TOP: u32 = 168;
const EDGE: u32 = 230;
/// Parts of 256 of each channel on an overview, which no light falls on.
const DUSK: [u32; 3] = [140, 152, 236];

impl Landscape for Stone {
    fn size(&self) -> UVec2 {
        self.0.size()
    }

    fn cell(&self, pos: Pos) -> Cell {
        let cell = self.0.cell(pos);
        if !self.0.0.is_walkable(pos) {
            return Cell {
                fg: scale(cell.fg, EDGE),
                bg: scale(cell.bg, TOP),
                ..cell
            };
        }
        // A dot a cell: passages between are as bare as the step across them is short.
        let is_cell = pos.x % 2 != 0 && pos.y % 2 != 0;
        Cell {
            glyph: if is_cell { cell.glyph } else { Glyph::BLANK },
            fg: scale(cell.bg, DOT),
            bg: scale(cell.bg, FLOOR),
        }
    }

    fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        self.0.colours(y, first, out);
        for [r, g, b] in out {
            *r = (u32::from(*r) * DUSK[0] / 256) as u8;
            *g = (u32::from(*g) * DUSK[1] / 256) as u8;
            *b = (u32::from(*b) * DUSK[2] / 256) as u8;
        }
    }
}

fn scale(colour: [u8; 3], parts: u32) -> [u8; 3] {
    colour.map(|channel| (u32::from(channel) * parts / 256).min(255) as u8)
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

//! The look of a maze in full light: slabs of floor and blocks of wall with a relief of their own, light on dark or
//! dark on light, so that passages stand out at dusk in every palette and take on the colour of the light that falls
//! on them.

use bevy::math::UVec2;

use crate::app::dungeon::paint::{Painted, hash, noise, scaled};
use crate::app::glyph::{Cell, Glyph, Landscape, Relief, blend};
use crate::geom::{Dir, Pos};

/// A maze as terrain; its tiles are painted when they come into view.
pub(super) struct Stone {
    pub painted: Painted,
    pub masonry: Masonry,
}

/// How walls and floor are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Masonry {
    /// Whether everything is characters of the font, which must stand out from the walls.
    pub plain: bool,
    /// Whether walls are lighter than the floor.
    pub light_walls: bool,
}

/// The colours of the pale stone and of the dark one. Which is the floor is up to the player.
const PALE: [[u8; 3]; 2] = [[214, 200, 188], [198, 192, 192]];
const DARK: [[u8; 3]; 2] = [[52, 45, 42], [43, 41, 46]];
/// The colours of walls that are drawn as characters, and of those characters, by whether they are light.
const PLAIN: [([u8; 3], [u8; 3]); 2] = [
    ([30, 27, 34], [158, 144, 149]),
    ([190, 180, 178], [40, 36, 42]),
];
/// How much the brightness of stones varies, in 256ths.
const SPREAD: u32 = 20;
/// Factors applied to the colour of the floor for the marks on it, in 256ths: on pale floor and on dark.
const MARK: [u32; 2] = [110, 800];
/// The colours of floor and walls on an overview, which is drawn without light.
const OVERVIEW: [[u8; 3]; 2] = [[104, 106, 136], [18, 17, 24]];

impl Stone {
    fn is_wall(&self, pos: Pos) -> bool {
        !self.painted.0.is_walkable(pos)
    }

    /// The [bits](Dir::bit) of the sides of a tile beyond which a wall stands, on the map or outside of it.
    fn walls_around(&self, pos: Pos, outside: bool) -> u8 {
        let map = &self.painted.0;
        let is_walled = |dir: &Dir| match map.tiles.contains(pos.step(*dir)) {
            true => self.is_wall(pos.step(*dir)),
            false => outside,
        };
        let walled = Dir::CARDINAL.into_iter().filter(is_walled);
        walled.fold(0, |bits, dir| bits | dir.bit())
    }

    /// The colour of the stone at `pos`.
    fn stone(pos: Pos, [one, other]: [[u8; 3]; 2]) -> [u8; 3] {
        let worn = 256 - SPREAD + hash(pos) % (2 * SPREAD + 1);
        scaled(blend(one, other, noise(pos)), worn)
    }
}

impl Landscape for Stone {
    fn size(&self) -> UVec2 {
        self.painted.size()
    }

    fn cell(&self, pos: Pos) -> Cell {
        let Masonry { plain, light_walls } = self.masonry;
        let is_wall = self.is_wall(pos);
        let is_pale = is_wall == light_walls;
        let bg = Self::stone(pos, if is_pale { PALE } else { DARK });
        if is_wall {
            let (wall, character) = PLAIN[usize::from(light_walls)];
            return Cell {
                glyph: if plain {
                    self.painted.cell(pos).glyph
                } else {
                    Glyph::BLANK
                },
                fg: character,
                bg: if plain { wall } else { bg },
            };
        }
        // One mark per cell; the passages between cells stay bare.
        let is_cell = pos.x % 2 != 0 && pos.y % 2 != 0;
        let dot = Glyph::of('·').unwrap_or_default();
        Cell {
            glyph: if is_cell { dot } else { Glyph::BLANK },
            fg: scaled(bg, MARK[usize::from(light_walls)]),
            bg,
        }
    }

    fn relief(&self, pos: Pos) -> Relief {
        if self.masonry.plain {
            return Relief::default();
        }
        match self.is_wall(pos) {
            true => Relief::block(self.walls_around(pos, false)),
            false => Relief::slab(self.walls_around(pos, true), hash(pos).is_multiple_of(3)),
        }
    }

    fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        let [pale, dark] = OVERVIEW;
        let row = &self.painted.0.tiles.row(y)[first as usize..];
        for (colour, tile) in out.iter_mut().zip(row) {
            let is_pale = tile.is_walkable() != self.masonry.light_walls;
            *colour = if is_pale { pale } else { dark };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use std::sync::Arc;

    fn stone(masonry: Masonry) -> Stone {
        let map = Map::from_text("#####\n#...#\n#####\n").unwrap();
        Stone {
            painted: Painted(Arc::new(map)),
            masonry,
        }
    }

    #[test]
    fn floor_is_paler_than_walls_or_darker_and_has_a_dot_a_cell() {
        for (plain, light_walls) in [(false, false), (false, true), (true, false), (true, true)] {
            let stone = stone(Masonry { plain, light_walls });
            assert_eq!(stone.size(), UVec2::new(5, 3));
            let marks: String = (1..4)
                .map(|x| stone.cell(Pos::new(x, 1)).glyph.to_char())
                .collect();
            assert_eq!(marks, "· ·");
            let sum = |x, y| {
                let colour = stone.cell(Pos::new(x, y)).bg;
                colour.map(u32::from).iter().sum::<u32>()
            };
            let (floor, wall) = (sum(1, 1), sum(0, 1));
            let (pale, dark) = if light_walls {
                (wall, floor)
            } else {
                (floor, wall)
            };
            assert!(pale > 2 * dark, "{pale} {dark}");
            let mut row = [[0; 3]; 2];
            stone.colours(1, 0, &mut row);
            assert_eq!(row[0] > row[1], light_walls);
        }
    }

    #[test]
    fn blocks_join_along_a_wall_and_plain_ones_have_no_relief() {
        let drawn = stone(Masonry::default());
        let [north, east, south, west] = Dir::CARDINAL.map(Dir::bit);
        for (at, relief) in [
            ((0, 0), Relief::block(east | south)),
            ((2, 0), Relief::block(east | west)),
            ((0, 1), Relief::block(north | south)),
            ((4, 2), Relief::block(north | west)),
        ] {
            assert_eq!(drawn.relief(Pos::new(at.0, at.1)), relief, "{at:?}");
        }
        let floor = [false, true].map(|split| Relief::slab(north | south | west, split));
        assert!(floor.contains(&drawn.relief(Pos::new(1, 1))));
        let plain = stone(Masonry {
            plain: true,
            ..Masonry::default()
        });
        assert_eq!(plain.relief(Pos::new(0, 0)), Relief::default());
        let wall = |stone: &Stone| stone.cell(Pos::new(0, 0)).glyph;
        assert!(wall(&drawn).is_blank() && !wall(&plain).is_blank());
    }
}

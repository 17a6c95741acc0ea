//! What there is to draw: a glyph with two colours a tile, how each tile is lit and seen, and a
//! tint over both. Plain data that other plugins write; knows nothing of textures, chunks or the
//! window.

use super::table::Glyph;
use crate::geom::{Grid, Pos};
use bevy::prelude::*;

/// How a tile looks in full light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The mark on it.
    pub glyph: Glyph,
    /// Colour of the mark, sRGB.
    pub fg: [u8; 3],
    /// Colour of the ground, sRGB.
    pub bg: [u8; 3],
}

impl Cell {
    /// The one colour that stands for it where it is smaller than a mark.
    pub fn colour(&self) -> [u8; 3] {
        if self.glyph.is_blank() {
            self.bg
        } else {
            mix(self.bg, self.fg, 80)
        }
    }
}

/// `to` over `from` with a strength of 0 (none) to 255 (all).
fn mix(from: [u8; 3], to: [u8; 3], strength: u8) -> [u8; 3] {
    let share = u32::from(strength);
    std::array::from_fn(|i| {
        ((u32::from(from[i]) * (255 - share) + u32::from(to[i]) * share) / 255) as u8
    })
}

/// Cells that are worked out when they come into view, for maps too large to keep all of them.
pub trait Landscape: Send + Sync + 'static {
    /// Columns and rows.
    fn size(&self) -> UVec2;

    /// How the tile at `pos`, which lies inside, looks.
    fn cell(&self, pos: Pos) -> Cell;

    /// The colours that stand for the tiles of row `y` from column `first` on, one for each place
    /// of `out`. Called for every tile of the map at once, so it should be quick.
    fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]);
}

/// What the terrain looks like, a cell a tile; empty until the first map.
#[derive(Resource, Default)]
pub struct Terrain {
    cells: Grid<Cell>,
    landscape: Option<Box<dyn Landscape>>,
}

impl Terrain {
    /// All cells; empty if a [`Landscape`] makes them.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// Takes new cells, of any size, and returns the old ones for reuse.
    pub fn replace(&mut self, cells: Grid<Cell>) -> Grid<Cell> {
        self.landscape = None;
        std::mem::replace(&mut self.cells, cells)
    }

    /// Shows a landscape from now on, and forgets all cells.
    pub fn stream(&mut self, landscape: Box<dyn Landscape>) {
        self.cells = Grid::default();
        self.landscape = Some(landscape);
    }

    /// Changes one cell; outside the map, and in a landscape, nothing happens.
    pub fn set(&mut self, pos: Pos, cell: Cell) {
        if let Some(old) = self.cells.get_mut(pos) {
            *old = cell;
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        self.landscape.as_ref().map_or_else(
            || UVec2::new(self.cells.width(), self.cells.height()),
            |landscape| landscape.size(),
        )
    }

    /// Calls `put` with the place in the run and the cell of each tile of row `y` from column
    /// `left` on, `length` of them or as many as there are.
    pub(super) fn run(&self, y: u32, left: u32, length: u32, mut put: impl FnMut(usize, Cell)) {
        let size = self.size();
        if y >= size.y || left >= size.x {
            return;
        }
        let end = size.x.min(left + length);
        match &self.landscape {
            Some(landscape) => {
                for x in left..end {
                    let pos = Pos::new(x as i32, y as i32);
                    put((x - left) as usize, landscape.cell(pos));
                }
            }
            None => {
                let row = &self.cells.row(y)[left as usize..end as usize];
                row.iter().enumerate().for_each(|(i, cell)| put(i, *cell));
            }
        }
    }

    /// As [`Landscape::colours`].
    pub(super) fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        match &self.landscape {
            Some(landscape) => landscape.colours(y, first, out),
            None => {
                let row = &self.cells.row(y)[first as usize..];
                for (to, cell) in out.iter_mut().zip(row) {
                    *to = cell.colour();
                }
            }
        }
    }

    /// Whether the cells are worked out on demand and lit by [`LightMap::beyond`].
    pub(super) fn is_landscape(&self) -> bool {
        self.landscape.is_some()
    }
}

/// How a tile is lit and seen.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lit {
    /// The square root of linear light, by channel: 128 shows the cell's own colours, 0 black, 255
    /// four times as much. For a tile that is remembered, the light that memory has.
    pub light: [u8; 3],
    /// One of [`Lit::UNSEEN`], [`Lit::REMEMBERED`], [`Lit::VISIBLE`], and any of the others.
    pub flags: u8,
}

impl Lit {
    /// Never seen: not drawn at all.
    pub const UNSEEN: u8 = 0;
    /// Seen before: drawn in the light of memory.
    pub const REMEMBERED: u8 = 1;
    /// In sight: drawn in its light.
    pub const VISIBLE: u8 = 2;
    /// Something stands here: the ground is drawn, its mark is not.
    pub const COVERED: u8 = 4;
    /// Light does not pass: the tile takes the light of the open tiles beside it.
    pub const SOLID: u8 = 8;
    /// The mark is a thing: told from its ground in any light, and remembered in full colour.
    pub const OBJECT: u8 = 16;
    /// Drawn in its own colours, whatever the light.
    pub const FLAT: u8 = 32;
    /// The mark bends in the [`Wind`](super::Wind), and away from whoever stands beside it.
    pub const SWAYS: u8 = 64;
    /// The ground ripples in the wind, and light glints on it.
    pub const FLOWS: u8 = 128;

    /// In sight, in full light.
    pub const FULL: Self = Self {
        light: [128; 3],
        flags: Self::VISIBLE,
    };

    /// [`Lit::UNSEEN`], [`Lit::REMEMBERED`] or [`Lit::VISIBLE`].
    pub const fn sight(self) -> u8 {
        self.flags & 3
    }
}

/// Light and sight, one value a tile, as a rule of the same size as the [`Terrain`]. A change
/// costs one small upload and touches no tile.
#[derive(Resource, Default)]
pub struct LightMap {
    tiles: Grid<Lit>,
    at: Pos,
    beyond: Lit,
}

impl LightMap {
    /// All values.
    pub fn tiles(&self) -> &Grid<Lit> {
        &self.tiles
    }

    /// All values to change.
    pub fn tiles_mut(&mut self) -> &mut Grid<Lit> {
        &mut self.tiles
    }

    /// Takes new values, of any size, and returns the old ones for reuse.
    pub fn replace(&mut self, tiles: Grid<Lit>) -> Grid<Lit> {
        std::mem::replace(&mut self.tiles, tiles)
    }

    /// Puts the upper left one of the values at the tile `at`, and lights all tiles that have
    /// none by `beyond`. They lie at the map's corner, in the unseen, unless this is called.
    pub fn place(&mut self, at: Pos, beyond: Lit) {
        (self.at, self.beyond) = (at, beyond);
    }

    /// How the tile at `pos` is lit.
    pub fn get(&self, pos: Pos) -> Lit {
        self.tiles
            .get(pos - self.at)
            .copied()
            .unwrap_or(self.beyond)
    }

    /// As [`Terrain::run`]; every place of the run has a value.
    pub(super) fn run(&self, y: u32, left: u32, length: u32, mut put: impl FnMut(usize, Lit)) {
        let whole = self.at == Pos::default() && y < self.tiles.height();
        let known = if whole {
            let row = self.tiles.row(y);
            let end = row.len().min((left + length) as usize);
            let row = row.get(left as usize..end).unwrap_or_default();
            row.iter().enumerate().for_each(|(i, lit)| put(i, *lit));
            row.len()
        } else {
            0
        };
        for i in known..length as usize {
            let pos = Pos::new((left as usize + i) as i32, y as i32);
            put(i, self.get(pos));
        }
    }
}

/// A colour over some of the tiles, whatever their light: levels that index a palette.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Tint {
    /// The tile that the upper left one of the levels belongs to.
    pub at: Pos,
    /// The level of each tile; 0 is no tint.
    pub levels: Grid<u8>,
    /// The colour of each level from 1 on, sRGB, and its strength, 0 to 255.
    pub palette: Vec<[u8; 4]>,
    /// The mark of each level from 1 on, which takes the place of a tile's own.
    pub glyphs: Vec<Glyph>,
}

impl Tint {
    /// Whether no tile is tinted.
    pub fn is_empty(&self) -> bool {
        self.levels.width() == 0
    }

    /// The colour and strength at `pos`, if there is one.
    pub fn get(&self, pos: Pos) -> Option<[u8; 4]> {
        let level = *self.levels.get(pos - self.at)?;
        self.palette
            .get(usize::from(level).checked_sub(1)?)
            .copied()
    }

    /// A colour under the tint at `pos`.
    pub(super) fn over(&self, pos: Pos, colour: [u8; 3]) -> [u8; 3] {
        self.get(pos).map_or(colour, |[r, g, b, strength]| {
            mix(colour, [r, g, b], strength)
        })
    }

    /// A cell under the tint at `pos`: the ground takes it on whole, the mark by half.
    pub(super) fn over_cell(&self, pos: Pos, mut cell: Cell) -> Cell {
        let level = self.levels.get(pos - self.at).copied().unwrap_or_default();
        let glyph = usize::from(level).checked_sub(1);
        let glyph = glyph.and_then(|index| self.glyphs.get(index));
        if let Some(glyph) = glyph.filter(|_| cell.glyph != Glyph::BLANK) {
            cell.glyph = *glyph;
        }
        self.get(pos).map_or(cell, |[r, g, b, strength]| Cell {
            fg: mix(cell.fg, [r, g, b], strength / 2),
            bg: mix(cell.bg, [r, g, b], strength),
            ..cell
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_lies_where_it_was_placed_and_the_rest_is_beyond() {
        let mut lights = LightMap::default();
        let dusk = Lit {
            light: [1; 3],
            flags: Lit::VISIBLE,
        };
        lights.replace(Grid::new(2, 2, Lit::FULL));
        assert_eq!(lights.get(Pos::new(2, 0)), Lit::default());
        lights.place(Pos::new(5, 5), dusk);
        assert_eq!(lights.get(Pos::new(6, 6)), Lit::FULL);
        assert_eq!(lights.get(Pos::new(0, 0)), dusk);
        let mut run = Vec::new();
        lights.run(5, 4, 4, |i, lit| run.push((i, lit == Lit::FULL)));
        assert_eq!(run, [(0, false), (1, true), (2, true), (3, false)]);
    }

    #[test]
    fn a_tint_mixes_its_colour_in_where_it_has_a_level() {
        let tint = Tint {
            at: Pos::new(1, 0),
            levels: Grid::new(1, 1, 1),
            palette: vec![[255, 0, 0, 255]],
            glyphs: vec![Glyph(7)],
        };
        let marked = Cell {
            glyph: Glyph(3),
            fg: [0; 3],
            bg: [0; 3],
        };
        assert_eq!(tint.over_cell(Pos::new(1, 0), marked).glyph, Glyph(7));
        assert_eq!(tint.over_cell(Pos::new(0, 0), marked).glyph, Glyph(3));
        assert_eq!(tint.over(Pos::new(1, 0), [0, 9, 0]), [255, 0, 0]);
        assert_eq!(tint.over(Pos::new(0, 0), [0, 9, 0]), [0, 9, 0]);
        assert!(!tint.is_empty() && Tint::default().is_empty());
    }
}

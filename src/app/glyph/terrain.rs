//! The data to draw: a glyph with two colours per tile, the light and visibility of each tile, and a
//! tint over both. Other plugins write it.

use super::relief::Relief;
use super::table::Glyph;
use crate::geom::{Grid, Pos};
use bevy::prelude::*;

/// The look of a tile in full light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The glyph drawn on the background.
    pub glyph: Glyph,
    /// Colour of the glyph, sRGB.
    pub fg: [u8; 3],
    /// Colour of the background, sRGB.
    pub bg: [u8; 3],
}

impl Cell {
    /// The single colour of the tile in an overview.
    pub fn colour(&self) -> [u8; 3] {
        if self.glyph.is_blank() {
            self.bg
        } else {
            blend(self.bg, self.fg, 80)
        }
    }
}

/// Blends two sRGB colours; `share` is the part of `to`, 0..=255.
pub(in crate::app) fn blend(from: [u8; 3], to: [u8; 3], share: u32) -> [u8; 3] {
    std::array::from_fn(|i| {
        ((u32::from(from[i]) * (255 - share) + u32::from(to[i]) * share) / 255) as u8
    })
}

/// A source of cells that are computed when they come into view, for maps too large to store them all.
pub trait Landscape: Send + Sync + 'static {
    /// Columns and rows, in tiles.
    fn size(&self) -> UVec2;

    /// The look of the tile at `pos`, which lies on the map.
    fn cell(&self, pos: Pos) -> Cell;

    /// The relief of the tile at `pos`.
    fn relief(&self, _pos: Pos) -> Relief {
        Relief::default()
    }

    /// Writes the overview colours of row `y`, from column `first` on, to all of `out`. An overview
    /// calls this for every tile in view, up to the whole map, so it should be fast.
    fn colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]);
}

/// The look of the terrain, one cell per tile. Empty until the first map.
#[derive(Resource, Default)]
pub struct Terrain {
    cells: Grid<Cell>,
    landscape: Option<Box<dyn Landscape>>,
}

impl Terrain {
    /// All cells; empty if a [`Landscape`] computes them.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// Shows new cells, of any size, and returns the old ones so that their memory can be reused.
    pub fn replace(&mut self, cells: Grid<Cell>) -> Grid<Cell> {
        self.landscape = None;
        std::mem::replace(&mut self.cells, cells)
    }

    /// Drops all cells and shows a landscape instead.
    pub fn set_landscape(&mut self, landscape: Box<dyn Landscape>) {
        self.cells = Grid::default();
        self.landscape = Some(landscape);
    }

    /// Changes one cell. Does nothing outside the map, or if a landscape is shown.
    pub fn set(&mut self, pos: Pos, cell: Cell) {
        if let Some(old) = self.cells.get_mut(pos) {
            *old = cell;
        }
    }

    /// The cell at `pos`; an empty one outside the map.
    pub fn cell(&self, pos: Pos) -> Cell {
        let landscape = self.landscape.as_ref().filter(|landscape| {
            let size = landscape.size().as_ivec2();
            (0..size.x).contains(&pos.x) && (0..size.y).contains(&pos.y)
        });
        match landscape {
            Some(landscape) => landscape.cell(pos),
            None => self.cells.get(pos).copied().unwrap_or_default(),
        }
    }

    /// Columns and rows, in tiles.
    pub fn size(&self) -> UVec2 {
        self.landscape.as_ref().map_or_else(
            || UVec2::new(self.cells.width(), self.cells.height()),
            |landscape| landscape.size(),
        )
    }

    /// Calls `put` with an index from 0, the cell and its relief, for each of the `length` tiles of row `y` from
    /// column `left` on that lie on the map.
    pub(super) fn for_each_in_row(
        &self,
        y: u32,
        left: u32,
        length: u32,
        mut put: impl FnMut(usize, Cell, Relief),
    ) {
        let size = self.size();
        if y >= size.y || left >= size.x {
            return;
        }
        let end = size.x.min(left + length);
        match &self.landscape {
            Some(landscape) => {
                for x in left..end {
                    let pos = Pos::new(x as i32, y as i32);
                    put(
                        (x - left) as usize,
                        landscape.cell(pos),
                        landscape.relief(pos),
                    );
                }
            }
            None => {
                let row = &self.cells.row(y)[left as usize..end as usize];
                for (i, cell) in row.iter().enumerate() {
                    put(i, *cell, Relief::default());
                }
            }
        }
    }

    /// As [`Landscape::colours`].
    pub(super) fn read_colours(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
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

    /// Whether a [`Landscape`] computes the cells.
    pub(super) fn is_landscape(&self) -> bool {
        self.landscape.is_some()
    }
}

/// The light and visibility of a tile.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lit {
    /// The square root of linear light in each channel: 0 is black, 128 shows the cell's own colours,
    /// and 255 is four times as bright. For a remembered tile, the light used for memory.
    pub light: [u8; 3],
    /// How it is seen, from [`Lit::UNSEEN`] to [`Lit::FLAT`], and any of the other flags.
    pub flags: u8,
}

impl Lit {
    /// Never seen; not drawn at all.
    pub const UNSEEN: u8 = 0;
    /// Seen before; drawn in the light used for memory.
    pub const REMEMBERED: u8 = 1;
    /// Seen before; drawn in the cell's own colours, unaffected by light.
    pub const FLAT_MEMORY: u8 = 2;
    /// In view; drawn in its light.
    pub const VISIBLE: u8 = 3;
    /// In view, in dim light; drawn in its light, under dots.
    pub const IN_DIM: u8 = 4;
    /// In view, in the dark; drawn in its light, under a hatching.
    pub const IN_DARK: u8 = 5;
    /// In view; drawn in the cell's own colours, unaffected by light.
    pub const FLAT: u8 = 6;
    /// A sprite stands here: only the background is drawn.
    pub const COVERED: u8 = 8;
    /// Blocks light: the tile takes the light of the open tiles beside it.
    pub const SOLID: u8 = 16;
    /// The glyph is an object: it stands out from its background in any light, and is remembered in its
    /// own colour.
    pub const OBJECT: u8 = 32;
    /// The glyph bends in the [`Wind`](super::Wind), and away from a [`COVERED`](Self::COVERED) tile
    /// beside it.
    pub const SWAYS: u8 = 64;
    /// The background ripples in the wind, with glints of light.
    pub const FLOWS: u8 = 128;

    /// Visible in full light.
    pub const FULL: Self = Self {
        light: [128; 3],
        flags: Self::VISIBLE,
    };

    /// How it is seen, from [`Lit::UNSEEN`] to [`Lit::FLAT`].
    pub const fn sight(self) -> u8 {
        self.flags & 7
    }

    /// The same, seen in another way.
    pub const fn seen_as(self, sight: u8) -> Self {
        Self {
            flags: self.flags & !7 | sight,
            ..self
        }
    }

    /// The same in the cell's own colours, if it is drawn at all.
    pub(super) const fn flat(self) -> Self {
        match self.sight() {
            Self::UNSEEN => self,
            Self::REMEMBERED => self.seen_as(Self::FLAT_MEMORY),
            _ => self.seen_as(Self::FLAT),
        }
    }
}

/// Light and visibility, one value per tile, usually of the same size as the [`Terrain`]. A change
/// costs one small texture upload.
#[derive(Resource, Default)]
pub struct LightMap {
    tiles: Grid<Lit>,
    /// The tile of the first value.
    origin: Pos,
    outside: Lit,
    veil: Grid<Veil>,
}

/// How much of a tile someone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Veil {
    /// Nothing: it is not drawn.
    #[default]
    Unseen,
    /// What it was when it was last in view.
    Remembered,
    /// All.
    InView,
}

impl Veil {
    /// The light in which a remembered tile is drawn.
    const MEMORY: [u8; 3] = [62, 66, 76];

    /// A tile of this light, as far as it is known.
    const fn over(self, lit: Lit) -> Lit {
        match self {
            Self::Unseen => Lit {
                light: [0; 3],
                flags: Lit::UNSEEN,
            },
            Self::Remembered => Lit {
                light: Self::MEMORY,
                ..lit.seen_as(Lit::REMEMBERED)
            },
            Self::InView => lit,
        }
    }
}

impl LightMap {
    /// All values.
    pub fn tiles(&self) -> &Grid<Lit> {
        &self.tiles
    }

    /// All values, to change them.
    pub fn tiles_mut(&mut self) -> &mut Grid<Lit> {
        &mut self.tiles
    }

    /// Sets new values, of any size, and returns the old ones so that their memory can be reused.
    pub fn replace(&mut self, tiles: Grid<Lit>) -> Grid<Lit> {
        std::mem::replace(&mut self.tiles, tiles)
    }

    /// Moves the first value to the tile `origin`, and sets the value of all tiles that the values do
    /// not cover. By default, the origin is the map's top-left corner and everything else is unseen.
    pub fn set_origin(&mut self, origin: Pos, outside: Lit) {
        (self.origin, self.outside) = (origin, outside);
    }

    /// Lays a veil over the map; an empty one veils nothing. Whoever sets the values need not know of it.
    pub fn set_veil(&mut self, veil: Grid<Veil>) {
        self.veil = veil;
    }

    /// A value as it shows through the veil.
    fn veiled(&self, pos: Pos, lit: Lit) -> Lit {
        self.veil.get(pos).map_or(lit, |veil| veil.over(lit))
    }

    /// The value of the tile at `pos`.
    pub fn get(&self, pos: Pos) -> Lit {
        let value = self.tiles.get(pos - self.origin);
        self.veiled(pos, value.copied().unwrap_or(self.outside))
    }

    /// As [`Terrain::for_each_in_row`], for all `length` tiles, because each has a value.
    pub(super) fn for_each_in_row(
        &self,
        y: u32,
        left: u32,
        length: u32,
        mut put: impl FnMut(usize, Lit),
    ) {
        let is_row_stored = self.origin == Pos::default() && y < self.tiles.height();
        let known = if is_row_stored {
            let row = self.tiles.row(y);
            let end = row.len().min((left + length) as usize);
            let row = row.get(left as usize..end).unwrap_or_default();
            for (i, lit) in row.iter().enumerate() {
                let pos = Pos::new((left as usize + i) as i32, y as i32);
                put(i, self.veiled(pos, *lit));
            }
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

/// Colours over some of the tiles, drawn unaffected by light. Each tile has a level, which indexes
/// a palette.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Tint {
    /// The tile of the first level.
    pub at: Pos,
    /// The level of each tile; 0 is no tint.
    pub levels: Grid<u8>,
    /// The sRGB colour and the strength, 0 to 255, of each level from 1 on.
    pub palette: Vec<[u8; 4]>,
    /// For each level from 1 on, a glyph that replaces the glyph of a tile. May be shorter than the
    /// palette; blank tiles stay blank.
    pub glyphs: Vec<Glyph>,
}

impl Tint {
    /// Whether there are no levels.
    pub fn is_empty(&self) -> bool {
        self.levels.width() == 0
    }

    /// The palette index at `pos`, if the tile has a level.
    fn index(&self, pos: Pos) -> Option<usize> {
        usize::from(*self.levels.get(pos - self.at)?).checked_sub(1)
    }

    /// The colour and strength at `pos`, if the tile is tinted.
    pub fn get(&self, pos: Pos) -> Option<[u8; 4]> {
        self.palette.get(self.index(pos)?).copied()
    }

    /// Tints a colour as at `pos`.
    pub(super) fn apply_to_colour(&self, pos: Pos, colour: [u8; 3]) -> [u8; 3] {
        self.get(pos).map_or(colour, |[r, g, b, strength]| {
            blend(colour, [r, g, b], strength.into())
        })
    }

    /// Tints a cell as at `pos`: the background fully, the glyph by half.
    pub(super) fn apply_to_cell(&self, pos: Pos, mut cell: Cell) -> Cell {
        let glyph = self.index(pos).and_then(|index| self.glyphs.get(index));
        if let Some(glyph) = glyph.filter(|_| cell.glyph != Glyph::BLANK) {
            cell.glyph = *glyph;
        }
        self.get(pos).map_or(cell, |[r, g, b, strength]| Cell {
            fg: blend(cell.fg, [r, g, b], u32::from(strength / 2)),
            bg: blend(cell.bg, [r, g, b], strength.into()),
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
        lights.set_origin(Pos::new(5, 5), dusk);
        assert_eq!(lights.get(Pos::new(6, 6)), Lit::FULL);
        assert_eq!(lights.get(Pos::new(0, 0)), dusk);
        let mut run = Vec::new();
        lights.for_each_in_row(5, 4, 4, |i, lit| run.push((i, lit == Lit::FULL)));
        assert_eq!(run, [(0, false), (1, true), (2, true), (3, false)]);
    }

    #[test]
    fn a_veil_hides_what_is_unseen_and_dims_what_is_remembered() {
        let mut lights = LightMap::default();
        lights.replace(Grid::new(3, 1, Lit::FULL));
        let mut veil = Grid::new(3, 1, Veil::Unseen);
        veil[Pos::new(1, 0)] = Veil::Remembered;
        veil[Pos::new(2, 0)] = Veil::InView;
        lights.set_veil(veil);
        let mut row = Vec::new();
        lights.for_each_in_row(0, 0, 3, |_, lit| row.push(lit));
        let by_tile: Vec<Lit> = (0..3).map(|x| lights.get(Pos::new(x, 0))).collect();
        assert_eq!(row, by_tile);
        let sights: Vec<u8> = row.iter().map(|lit| lit.sight()).collect();
        assert_eq!(sights, [Lit::UNSEEN, Lit::REMEMBERED, Lit::VISIBLE]);
        assert!(row[1].light[0] < row[2].light[0]);
        lights.set_veil(Grid::default());
        assert_eq!(lights.get(Pos::default()), Lit::FULL);
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
        assert_eq!(tint.apply_to_cell(Pos::new(1, 0), marked).glyph, Glyph(7));
        assert_eq!(tint.apply_to_cell(Pos::new(0, 0), marked).glyph, Glyph(3));
        assert_eq!(tint.apply_to_colour(Pos::new(1, 0), [0, 9, 0]), [255, 0, 0]);
        assert_eq!(tint.apply_to_colour(Pos::new(0, 0), [0, 9, 0]), [0, 9, 0]);
        assert!(!tint.is_empty() && Tint::default().is_empty());
    }
}

//! What there is to draw: a glyph with two colours a tile, and how each tile is lit and seen.
//! Plain data that other plugins write; knows nothing of textures, chunks or the window.

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

/// What the terrain looks like, a cell a tile; empty until the first map.
#[derive(Resource, Default)]
pub struct Terrain {
    cells: Grid<Cell>,
}

impl Terrain {
    /// All cells.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// Takes new cells, of any size, and returns the old ones for reuse.
    pub fn replace(&mut self, cells: Grid<Cell>) -> Grid<Cell> {
        std::mem::replace(&mut self.cells, cells)
    }

    /// Changes one cell; outside the map nothing happens.
    pub fn set(&mut self, pos: Pos, cell: Cell) {
        if let Some(old) = self.cells.get_mut(pos) {
            *old = cell;
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        UVec2::new(self.cells.width(), self.cells.height())
    }
}

/// How a tile is lit and seen.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lit {
    /// Light by channel: 128 shows the cell's own colours, 0 black, 255 almost twice as bright.
    pub light: [u8; 3],
    /// One of [`Lit::UNSEEN`], [`Lit::REMEMBERED`], [`Lit::VISIBLE`], and perhaps [`Lit::COVERED`].
    pub flags: u8,
}

impl Lit {
    /// Never seen: not drawn at all.
    pub const UNSEEN: u8 = 0;
    /// Seen before: drawn dim and bluish, whatever the light.
    pub const REMEMBERED: u8 = 1;
    /// In sight: drawn in its light.
    pub const VISIBLE: u8 = 2;
    /// Something stands here: the ground is drawn, its mark is not.
    pub const COVERED: u8 = 4;

    /// In sight, in full light.
    pub const FULL: Self = Self {
        light: [128; 3],
        flags: Self::VISIBLE,
    };
}

/// Light and sight, one value a tile, of the same size as the [`Terrain`]; what lies outside is
/// unseen. A change costs one small upload and touches no tile.
#[derive(Resource, Default)]
pub struct LightMap {
    tiles: Grid<Lit>,
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
}

//! Maps: what lies on each tile, where one may walk and how far one sees.
//!
//! Knows nothing of how a map was made ([`mapgen`](crate::mapgen)) or of who walks on it.

pub mod distance;
pub mod fov;
pub mod line;
mod nearest;
pub mod path;
pub mod region;
mod text;
mod tile;
pub(crate) mod tileset;
pub(crate) mod union_find;
mod walk;

use serde::{Deserialize, Serialize};

pub use nearest::Nearest;
pub use region::Regions;
pub use text::TextError;
pub use tile::Tile;
pub use tileset::TileSet;
pub use walk::Steps;

use crate::geom::{Grid, Pos, Rect, Size};

/// A map: its tiles, the start, and the rooms its generator knows of.
///
/// Displayed as `height` lines of `width` characters, each ended by a line feed; the start is
/// `@`. [`Map::from_text`](Map::from_text) reads the same form.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Map {
    /// The tile at each position.
    pub tiles: Grid<Tile>,
    /// Where a walk begins, on a walkable tile; `None` for a map that is not meant to be walked.
    pub start: Option<Pos>,
    /// The rooms in the order they were made; empty if the generator has none.
    pub rooms: Vec<Rect>,
}

impl Map {
    /// A map of `size` filled with `tile`, without start and rooms.
    pub fn new(size: Size, tile: Tile) -> Self {
        Self {
            tiles: Grid::new(size.width, size.height, tile),
            ..Self::default()
        }
    }

    /// Empties the map and fills it with `tile`, keeping its buffers.
    pub fn reset(&mut self, size: Size, tile: Tile) {
        self.tiles.reset(size.width, size.height, tile);
        self.start = None;
        self.rooms.clear();
    }

    /// Size in tiles.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Whether `pos` is on the map and can be walked on.
    #[inline]
    pub fn is_walkable(&self, pos: Pos) -> bool {
        self.tiles.is_walkable(pos)
    }

    /// A stable 64-bit digest (XXH3) of what [`Display`](std::fmt::Display) shows: equal maps
    /// have equal digests on every platform. Linear in the area.
    pub fn digest(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.to_string().as_bytes())
    }
}

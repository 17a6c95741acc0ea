//! Serializes grids of tiles as width, height and one character per tile: short, and fast to hash.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geom::{Grid, Pos};
use crate::map::Tile;

/// The serialized form; `tiles` holds one ASCII character per tile, row by row.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Tiles")]
struct EncodedTiles {
    width: u32,
    height: u32,
    tiles: String,
}

pub(super) fn serialize<S: Serializer>(
    grid: &Grid<Tile>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    EncodedTiles {
        width: grid.width(),
        height: grid.height(),
        tiles: grid.as_slice().iter().map(|tile| tile.to_char()).collect(),
    }
    .serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Grid<Tile>, D::Error> {
    let text = EncodedTiles::deserialize(deserializer)?;
    let area = u64::from(text.width) * u64::from(text.height);
    if area != text.tiles.len() as u64 {
        let found = text.tiles.len();
        return Err(D::Error::custom(format!(
            "{found} tiles do not fill {}x{}",
            text.width, text.height
        )));
    }
    let mut grid = Grid::new(text.width, text.height, Tile::Void);
    for (index, c) in text.tiles.chars().enumerate() {
        let tile =
            Tile::from_char(c).ok_or_else(|| D::Error::custom(format!("`{c}` is not a tile")))?;
        let pos = Pos::new(
            (index % text.width as usize) as i32,
            (index / text.width as usize) as i32,
        );
        grid[pos] = tile;
    }
    Ok(grid)
}

//! Serialises grids of tiles as width, height and the characters of the tiles, which is short and
//! fast to hash.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geom::{Grid, Pos};
use crate::map::Tile;

/// The characters of all tiles in a row are ASCII.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Tiles")]
struct Text {
    width: u32,
    height: u32,
    tiles: String,
}

pub(super) fn serialize<S: Serializer>(grid: &Grid<Tile>, to: S) -> Result<S::Ok, S::Error> {
    let tiles = grid.as_slice().iter().map(|tile| tile.to_char());
    let mut text = String::with_capacity(grid.as_slice().len());
    text.extend(tiles);
    let (width, height) = (grid.width(), grid.height());
    Text {
        width,
        height,
        tiles: text,
    }
    .serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Grid<Tile>, D::Error> {
    let text = Text::deserialize(from)?;
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

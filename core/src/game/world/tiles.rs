//! Serializes grids of tiles as width, height and one character per tile: short, and fast to hash. Sets
//! of tiles, which are mostly empty, are serialized as the list of their positions.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geom::{Grid, Pos, Size};
use crate::map::{Tile, TileSet};

/// The serialized form; `tiles` holds one ASCII character per tile, row by row.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Tiles")]
struct EncodedTiles {
    width: u32,
    height: u32,
    tiles: String,
}

pub(in crate::game) fn serialize<S: Serializer>(
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

pub(in crate::game) fn deserialize<'de, D: Deserializer<'de>>(
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
            Tile::from_char(c).ok_or_else(|| D::Error::custom(format!("\"{c}\" is not a tile")))?;
        let pos = Pos::new(
            (index % text.width as usize) as i32,
            (index / text.width as usize) as i32,
        );
        grid[pos] = tile;
    }
    Ok(grid)
}

pub(in crate::game) fn serialize_set<S: Serializer>(
    set: &TileSet,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(set.iter().collect::<Vec<Pos>>())
}

/// Reads a set of tiles of a map of `size`.
pub(in crate::game) fn deserialize_set<'de, D: Deserializer<'de>>(
    deserializer: D,
    size: Size,
) -> Result<TileSet, D::Error> {
    let mut set = TileSet::new(size);
    for pos in Vec::<Pos>::deserialize(deserializer)? {
        if !set.insert(pos) {
            let wrong = format!("{pos} is listed twice or lies outside the level");
            return Err(D::Error::custom(wrong));
        }
    }
    Ok(set)
}

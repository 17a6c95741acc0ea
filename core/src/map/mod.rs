//! Maps: the terrain of each tile, and algorithms for movement, paths, distances and sight.
//!
//! Maps are made by [`mapgen`](crate::mapgen).

pub mod distance;
pub mod fov;
pub mod graph;
pub mod line;
mod nearest;
pub mod path;
pub(crate) mod prefab;
pub mod region;
mod room;
mod scatter;
mod text;
mod thing;
mod tile;
pub(crate) mod tileset;
pub(crate) mod union_find;
mod walk;

use serde::{Deserialize, Serialize};

pub use graph::RoomGraph;
pub use nearest::Nearest;
pub use prefab::Drawn;
pub use region::Regions;
pub use room::{Room, RoomKind, RoomName};
pub use scatter::Scatter;
pub use thing::{Thing, ThingClass};
pub use tile::Tile;
pub use tileset::TileSet;
pub use walk::Steps;

use crate::geom::{Grid, Pos, Size};

/// A map: its tiles, the start, and the rooms that its generator placed.
///
/// Displayed as `height` lines of `width` characters, each followed by a line feed; the start is
/// `@`. [`Map::from_text`](Map::from_text) reads this form.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
pub struct Map {
    /// The tile at each position.
    pub tiles: Grid<Tile>,
    /// A walkable tile where the player starts; `None` for a map that is not meant to be walked.
    pub start: Option<Pos>,
    /// The rooms in the order in which they were placed; empty if the generator has none.
    pub rooms: Vec<Room>,
}

/// The serialized form of a [`Map`], before its positions are checked.
#[derive(Deserialize)]
struct Fields {
    tiles: Grid<Tile>,
    start: Option<Pos>,
    rooms: Vec<Room>,
}

impl TryFrom<Fields> for Map {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        Self::checked(fields.tiles, fields.start, fields.rooms)
    }
}

impl Map {
    /// A map from outside.
    ///
    /// # Errors
    /// If the start cannot be walked on, or a room does not lie on the map.
    #[doc(hidden)]
    pub fn checked(
        tiles: Grid<Tile>,
        start: Option<Pos>,
        rooms: Vec<Room>,
    ) -> Result<Self, String> {
        if let Some(start) = start.filter(|start| !tiles.is_walkable(*start)) {
            return Err(format!("the start {start} is not a tile to walk on"));
        }
        let corners = |room: &Room| {
            let area = room.area;
            [
                Pos::new(area.left, area.top),
                Pos::new(area.right, area.bottom),
            ]
        };
        let leaves = |room: &&Room| {
            let [first, last] = corners(room);
            !tiles.contains(first) || !tiles.contains(last) || last.x < first.x || last.y < first.y
        };
        if let Some(room) = rooms.iter().find(leaves) {
            let size = tiles.size();
            return Err(format!(
                "the room {:?} does not lie on a map of {size}",
                room.area
            ));
        }
        Ok(Self {
            tiles,
            start,
            rooms,
        })
    }

    /// A map of `size` filled with `tile`, without a start or rooms.
    pub fn new(size: Size, tile: Tile) -> Self {
        Self {
            tiles: Grid::new(size.width, size.height, tile),
            ..Self::default()
        }
    }

    /// Replaces the map by one of `size` filled with `tile`, without a start or rooms, keeping its
    /// buffers.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Rect;

    #[test]
    fn a_map_is_read_only_if_its_start_and_its_rooms_lie_on_it() {
        let mut map = Map::from_text("#####\n#.@.#\n#####\n").unwrap();
        map.rooms = vec![Room::plain(Rect::sized(Pos::new(1, 1), 3, 1))];
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Map>(&text).unwrap(), map);
        let start = r#""start":{"x":2,"y":1}"#;
        for (from, to, needle) in [
            (start, r#""start":{"x":0,"y":1}"#, "(0,1)"),
            (start, r#""start":{"x":-1,"y":9}"#, "(-1,9)"),
            (r#""right":3"#, r#""right":5"#, "5x3"),
            (r#""height":3"#, r#""height":4"#, "5x4"),
        ] {
            assert!(text.contains(from), "{text}");
            let error = serde_json::from_str::<Map>(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(needle), "{error}");
        }
    }
}

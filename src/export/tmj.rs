//! A map for the Tiled editor, in its JSON format, version 1.10:
//! <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.
//!
//! One layer of tiles, one of objects (the start as a point, the rooms as rectangles), and the
//! tileset in the same file, which refers to its image by name.

use std::io::{self, Write};

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::art;
use crate::geom::Pos;
use crate::map::{Map, Tile};
use crate::mapgen::MapSpec;

/// Tiles in a row of the tileset's image.
pub const TILESET_COLUMNS: u32 = 5;
/// Rows of tiles in the tileset's image.
pub const TILESET_ROWS: u32 = (Tile::ALL.len() as u32).div_ceil(TILESET_COLUMNS);

/// Width and height of a tile in pixels.
const SIDE: u32 = art::SIDE as u32;
/// Global id of the tileset's first tile. In a layer's data, 0 is an empty cell.
const FIRST_GID: u32 = 1;
const VERSION: &str = "1.10";
/// The first version of Tiled that had this format. Readers expect the version that wrote a map.
const TILED_VERSION: &str = "1.10.0";

/// Writes `map`, generated from `spec`, and a line feed. `tileset` is the path of the tileset's image,
/// relative to the map's folder.
pub fn write(
    out: &mut (impl Write + ?Sized),
    spec: &MapSpec,
    map: &Map,
    tileset: &str,
) -> io::Result<()> {
    let (width, height) = (map.size().width, map.size().height);
    let objects = objects(map);
    let document = record! {
        r#type: "map",
        version: VERSION,
        tiledversion: TILED_VERSION,
        orientation: "orthogonal",
        renderorder: "right-down",
        infinite: false,
        compressionlevel: -1,
        width: width,
        height: height,
        tilewidth: SIDE,
        tileheight: SIDE,
        nextlayerid: 3,
        nextobjectid: objects.len() + 1,
        properties: (
            property("share_code", "string", spec.to_string()),
            property("generator", "string", spec.generator().info().name),
            // As text, since many readers round numbers beyond 2^53.
            property("seed", "string", spec.seed.to_string()),
            property("generation_version", "int", crate::GENERATION_VERSION),
        ),
        tilesets: [tileset_object(tileset)],
        layers: (
            record! {
                id: 1,
                name: "tiles",
                visible: true,
                opacity: 1,
                x: 0,
                y: 0,
                r#type: "tilelayer",
                width: width,
                height: height,
                data: Gids(map),
            },
            record! {
                id: 2,
                name: "places",
                visible: true,
                opacity: 1,
                x: 0,
                y: 0,
                r#type: "objectgroup",
                draworder: "topdown",
                objects: objects,
            },
        ),
    };
    serde_json::to_writer(&mut *out, &document)?;
    out.write_all(b"\n")
}

fn property(name: &str, kind: &str, value: impl Serialize) -> impl Serialize {
    record! { name: name, r#type: kind, value: value }
}

fn tileset_object(image: &str) -> impl Serialize {
    let tile = |tile: Tile| {
        record! {
            id: tile as u32,
            r#type: "tile",
            properties: (
                property("name", "string", tile.id()),
                property("opaque", "bool", tile.is_opaque()),
                property("walkable", "bool", tile.is_walkable()),
            ),
        }
    };
    record! {
        firstgid: FIRST_GID,
        name: "undercroft",
        image: image,
        imagewidth: TILESET_COLUMNS * SIDE,
        imageheight: TILESET_ROWS * SIDE,
        columns: TILESET_COLUMNS,
        tilecount: Tile::ALL.len(),
        tilewidth: SIDE,
        tileheight: SIDE,
        margin: 0,
        spacing: 0,
        tiles: Tile::ALL.iter().map(|it| tile(*it)).collect::<Vec<_>>(),
    }
}

/// The global id of each tile, row by row. Serialized without collecting them in memory.
struct Gids<'a>(&'a Map);

impl Serialize for Gids<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tiles = self.0.tiles.as_slice();
        let mut list = serializer.serialize_seq(Some(tiles.len()))?;
        for tile in tiles {
            list.serialize_element(&(*tile as u32 + FIRST_GID))?;
        }
        list.end()
    }
}

/// The start, if there is one, and the rooms in their order.
fn objects(map: &Map) -> Vec<impl Serialize> {
    let side = SIDE as i32;
    let mut objects = Vec::new();
    if let Some(Pos { x, y }) = map.start {
        let middle = [x * side + side / 2, y * side + side / 2, 0, 0];
        objects.push(object(1, "start".to_owned(), "start", middle));
    }
    for (room, number) in map.rooms.iter().zip(1..) {
        let room = room.area;
        let area = [room.left, room.top, room.width(), room.height()].map(|at| at * side);
        let id = objects.len() + 1;
        objects.push(object(id, format!("room {number}"), "room", area));
    }
    objects
}

/// An object on the map, in pixels: a point if its width is 0.
fn object(
    id: usize,
    name: String,
    kind: &'static str,
    [x, y, width, height]: [i32; 4],
) -> impl Serialize {
    record! {
        id: id,
        name: name,
        r#type: kind,
        x: x,
        y: y,
        width: width,
        height: height,
        rotation: 0,
        visible: true,
        point: width == 0,
    }
}

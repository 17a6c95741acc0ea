//! A map for the Tiled editor, in its JSON format, version 1.10:
//! <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.
//!
//! One layer of tiles, one of objects (the start as a point, the rooms as rectangles), and the
//! tileset in the same file, which refers to its image by name.

use std::io::{self, Write};

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::art;
use crate::geom::{Pos, Rect};
use crate::map::{Map, Tile};
use crate::mapgen::MapSpec;

/// Tiles in a row of the tileset's image.
pub const TILESET_COLUMNS: u32 = 5;
/// Rows of tiles in the tileset's image.
pub const TILESET_ROWS: u32 = (Tile::ALL.len() as u32).div_ceil(TILESET_COLUMNS);

/// Pixels a side of a tile.
const SIDE: u32 = art::SIDE as u32;
/// The number of the tileset's first tile in the layer's data, where 0 is an empty cell.
const FIRST_GID: u32 = 1;
/// The version of the format.
const VERSION: &str = "1.10";
/// Readers ask for the version of Tiled that wrote a map; it is the first that had this format.
const TILED_VERSION: &str = "1.10.0";

/// Writes `map`, made from `spec`, and a line feed. `tileset` is the path of the tileset's image from
/// the map's folder.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut (impl Write + ?Sized),
    spec: &MapSpec,
    map: &Map,
    tileset: &str,
) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Document::of(spec, map, tileset))?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    version: &'static str,
    tiledversion: &'static str,
    orientation: &'static str,
    renderorder: &'static str,
    infinite: bool,
    compressionlevel: i32,
    width: u32,
    height: u32,
    tilewidth: u32,
    tileheight: u32,
    nextlayerid: u32,
    nextobjectid: usize,
    properties: Vec<Property<'a>>,
    tilesets: [Tileset<'a>; 1],
    layers: [Layer<'a>; 2],
}

impl<'a> Document<'a> {
    fn of(spec: &MapSpec, map: &'a Map, tileset: &'a str) -> Self {
        let objects = objects(map);
        Self {
            kind: "map",
            version: VERSION,
            tiledversion: TILED_VERSION,
            orientation: "orthogonal",
            renderorder: "right-down",
            infinite: false,
            compressionlevel: -1,
            width: map.size().width,
            height: map.size().height,
            tilewidth: SIDE,
            tileheight: SIDE,
            nextlayerid: 3,
            nextobjectid: objects.len() + 1,
            properties: vec![
                Property::text("share_code", spec.to_string()),
                Property::text("generator", spec.generator().info().name.to_owned()),
                // As text: many readers round a number beyond 2^53.
                Property::text("seed", spec.seed.to_string()),
                Property::new("generation_version", Value::Int(crate::GENERATION_VERSION)),
            ],
            tilesets: [Tileset::of(tileset)],
            layers: [
                Layer::new(1, "tiles", Content::Tiles(Tiles::of(map))),
                Layer::new(2, "places", Content::Objects(Objects::of(objects))),
            ],
        }
    }
}

#[derive(Serialize)]
struct Property<'a> {
    name: &'a str,
    #[serde(flatten)]
    value: Value,
}

#[derive(Serialize)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
enum Value {
    Bool(bool),
    Int(u32),
    String(String),
}

impl<'a> Property<'a> {
    const fn new(name: &'a str, value: Value) -> Self {
        Self { name, value }
    }

    const fn text(name: &'a str, value: String) -> Self {
        Self::new(name, Value::String(value))
    }
}

#[derive(Serialize)]
struct Tileset<'a> {
    firstgid: u32,
    name: &'static str,
    image: &'a str,
    imagewidth: u32,
    imageheight: u32,
    columns: u32,
    tilecount: usize,
    tilewidth: u32,
    tileheight: u32,
    margin: u32,
    spacing: u32,
    tiles: Vec<TileEntry>,
}

#[derive(Serialize)]
struct TileEntry {
    id: u32,
    #[serde(rename = "type")]
    kind: &'static str,
    properties: [Property<'static>; 3],
}

impl<'a> Tileset<'a> {
    fn of(image: &'a str) -> Self {
        let entry = |tile: Tile| TileEntry {
            id: tile as u32,
            kind: "tile",
            properties: [
                Property::text("name", name(tile).to_owned()),
                Property::new("opaque", Value::Bool(tile.is_opaque())),
                Property::new("walkable", Value::Bool(tile.is_walkable())),
            ],
        };
        Self {
            firstgid: FIRST_GID,
            name: "undercroft",
            image,
            imagewidth: TILESET_COLUMNS * SIDE,
            imageheight: TILESET_ROWS * SIDE,
            columns: TILESET_COLUMNS,
            tilecount: Tile::ALL.len(),
            tilewidth: SIDE,
            tileheight: SIDE,
            margin: 0,
            spacing: 0,
            tiles: Tile::ALL.into_iter().map(entry).collect(),
        }
    }
}

const fn name(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => "void",
        Tile::Wall => "wall",
        Tile::Floor => "floor",
        Tile::DoorClosed => "door-closed",
        Tile::DoorOpen => "door-open",
        Tile::StairsUp => "stairs-up",
        Tile::StairsDown => "stairs-down",
        Tile::Water => "water",
        Tile::Grass => "grass",
        Tile::Brazier => "brazier",
    }
}

#[derive(Serialize)]
struct Layer<'a> {
    id: u32,
    name: &'static str,
    visible: bool,
    opacity: u32,
    x: i32,
    y: i32,
    #[serde(flatten)]
    content: Content<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Content<'a> {
    #[serde(rename = "tilelayer")]
    Tiles(Tiles<'a>),
    #[serde(rename = "objectgroup")]
    Objects(Objects),
}

impl<'a> Layer<'a> {
    const fn new(id: u32, name: &'static str, content: Content<'a>) -> Self {
        Self {
            id,
            name,
            visible: true,
            opacity: 1,
            x: 0,
            y: 0,
            content,
        }
    }
}

#[derive(Serialize)]
struct Tiles<'a> {
    width: u32,
    height: u32,
    data: Gids<'a>,
}

impl<'a> Tiles<'a> {
    const fn of(map: &'a Map) -> Self {
        Self {
            width: map.size().width,
            height: map.size().height,
            data: Gids(map),
        }
    }
}

/// The number of each tile in the tileset, row by row; never gathered in memory.
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

#[derive(Serialize)]
struct Objects {
    draworder: &'static str,
    objects: Vec<Object>,
}

impl Objects {
    const fn of(objects: Vec<Object>) -> Self {
        Self {
            draworder: "topdown",
            objects,
        }
    }
}

/// A place on the map, in pixels.
#[derive(Serialize)]
struct Object {
    id: usize,
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    rotation: u32,
    visible: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    point: bool,
}

/// The start, if there is one, and the rooms in their order.
fn objects(map: &Map) -> Vec<Object> {
    let side = SIDE as i32;
    let start = |pos: Pos| Object {
        id: 1,
        name: "start".to_owned(),
        kind: "start",
        x: pos.x * side + side / 2,
        y: pos.y * side + side / 2,
        width: 0,
        height: 0,
        rotation: 0,
        visible: true,
        point: true,
    };
    let mut objects: Vec<Object> = map.start.map(start).into_iter().collect();
    let before = objects.len();
    let room = |(index, room): (usize, &Rect)| Object {
        id: before + index + 1,
        name: format!("room {}", index + 1),
        kind: "room",
        x: room.left * side,
        y: room.top * side,
        width: room.width() * side,
        height: room.height() * side,
        rotation: 0,
        visible: true,
        point: false,
    };
    objects.extend(map.rooms.iter().enumerate().map(room));
    objects
}

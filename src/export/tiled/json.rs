//! Maps (`.tmj`) and the tileset (`.tsj`) as JSON.

use std::io::{self, Write};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::{
    BACKGROUND, Document, FIRST_GID, LAYERS, Object, PLACES, Property, SIDE, Shape, TERRAIN,
    TERRAIN_COLOUR, TERRAINS, TILED_VERSION, TILESET, TileEntry, TileLayer, VERSION, Value, gids,
    terrains, tiles,
};
use crate::export::row::{Export, Part, Row};
use crate::export::tileset::{COLUMNS, COUNT, ROWS};
use crate::export::{Companion, hex, read};
use crate::map::Map;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "tmj",
    label: "Tiled map",
    key: 'm',
    page: "#tiled-tmj-and-tmx",
    help: "TMJ and TMX are the formats of the Tiled map editor (JSON and XML), which game\n\
         engines read too.",
    companions: &[Companion::Tsj, Companion::TilesetImage],
    keeps: Part::ALL,
    write: |out, export| {
        let tileset = export.path(Companion::Tsj);
        Ok(write_map(out, export, &tileset)?)
    },
    reader: Some(read::tmj::READER),
    ..Row::PLAIN
};

/// Writes a map and a line feed. `tileset` is the path of the tileset, relative to the map's folder.
pub fn write_map(
    out: &mut (impl Write + ?Sized),
    export: &Export<'_>,
    tileset: &str,
) -> io::Result<()> {
    let document = Document::of(export);
    let map = document.map;
    let record = record! {
        r#type: "map",
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
        backgroundcolor: hex(BACKGROUND),
        nextlayerid: LAYERS.len() + 2,
        nextobjectid: document.objects.len() + 1,
        properties: Properties(&document.properties),
        tilesets: [record! { firstgid: FIRST_GID, source: tileset }],
        layers: Layers(&document),
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

/// Writes the tileset, whose image is beside it and called `image`, and a line feed.
pub fn write_tileset(out: &mut (impl Write + ?Sized), image: &str) -> io::Result<()> {
    let tiles = tiles();
    let record = record! {
        r#type: "tileset",
        version: VERSION,
        tiledversion: TILED_VERSION,
        name: TILESET,
        image: image,
        imagewidth: COLUMNS * SIDE,
        imageheight: ROWS * SIDE,
        columns: COLUMNS,
        tilecount: COUNT,
        tilewidth: SIDE,
        tileheight: SIDE,
        margin: 0,
        spacing: 0,
        tiles: &tiles,
        wangsets: [record! {
            name: TERRAINS,
            r#type: "mixed",
            tile: -1,
            colors: [record! {
                name: TERRAIN,
                color: hex(TERRAIN_COLOUR),
                probability: 1,
                tile: -1,
            }],
            wangtiles: terrains(&tiles)
                .map(|(id, terrain)| record! { tileid: id, wangid: terrain })
                .collect::<Vec<_>>(),
        }],
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

/// The layers of tiles, and the one of objects.
struct Layers<'a>(&'a Document<'a>);

impl Serialize for Layers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Document { map, objects, .. } = self.0;
        let mut list = serializer.serialize_seq(Some(LAYERS.len() + 1))?;
        for (layer, id) in LAYERS.iter().zip(1..) {
            list.serialize_element(&record! {
                id: id,
                name: layer.name,
                r#type: "tilelayer",
                visible: layer.is_visible,
                opacity: 1,
                x: 0,
                y: 0,
                width: map.size().width,
                height: map.size().height,
                data: Gids(layer, map),
            })?;
        }
        list.serialize_element(&record! {
            id: LAYERS.len() + 1,
            name: PLACES,
            r#type: "objectgroup",
            draworder: "topdown",
            visible: true,
            opacity: 1,
            x: 0,
            y: 0,
            objects: objects.iter().zip(1..).map(Numbered).collect::<Vec<_>>(),
        })?;
        list.end()
    }
}

/// The global id of each tile of a layer, row by row. Serialized without collecting them in memory.
struct Gids<'a>(&'a TileLayer, &'a Map);

impl Serialize for Gids<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(layer, map) = *self;
        let mut list = serializer.serialize_seq(Some(map.size().area()))?;
        for y in 0..map.size().height as i32 {
            for gid in gids(layer, map, y) {
                list.serialize_element(&gid)?;
            }
        }
        list.end()
    }
}

/// An object and its id.
struct Numbered<'a>((&'a Object, u32));

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (object, id) = self.0;
        let (width, height) = match object.shape {
            Shape::Rectangle(width, height) => (width, height),
            Shape::Point | Shape::Line(_) => (0, 0),
        };
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("id", &id)?;
        fields.serialize_entry("name", &object.name)?;
        fields.serialize_entry("type", &object.class)?;
        fields.serialize_entry("x", &object.at.x)?;
        fields.serialize_entry("y", &object.at.y)?;
        fields.serialize_entry("width", &width)?;
        fields.serialize_entry("height", &height)?;
        fields.serialize_entry("rotation", &0)?;
        fields.serialize_entry("visible", &true)?;
        match &object.shape {
            Shape::Point => fields.serialize_entry("point", &true)?,
            Shape::Line(points) => fields.serialize_entry("polyline", points)?,
            Shape::Rectangle(..) => {}
        }
        fields.serialize_entry("properties", &Properties(&object.properties))?;
        fields.end()
    }
}

impl Serialize for TileEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("id", &self.id)?;
        fields.serialize_entry("type", self.class)?;
        fields.serialize_entry("properties", &Properties(&self.properties))?;
        if let Some(shape) = &self.shape {
            let group = record! {
                draworder: "index",
                name: "",
                r#type: "objectgroup",
                visible: true,
                opacity: 1,
                x: 0,
                y: 0,
                objects: [Numbered((shape, 1))],
            };
            fields.serialize_entry("objectgroup", &group)?;
        }
        fields.end()
    }
}

struct Properties<'a>(&'a [Property]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(name, value)| {
            let kind = value.kind();
            record! { name: name, r#type: kind, value: value }
        }))
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Flag(flag) => flag.serialize(serializer),
        }
    }
}

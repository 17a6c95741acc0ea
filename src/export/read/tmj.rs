//! Tiled's JSON.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::objects::as_text;
use super::tiled::{self, Object, Source, Tileset};
use super::{Keys, LoadTileset, ReadError, Reader};
use crate::geom::Size;

/// Told from our own JSON by its keys.
pub const READER: Reader = Reader {
    claims: |text| Keys::of(text).is_some_and(|it| it.tiles.is_none() && it.layers.is_some()),
    read: |text, load| read(text, load)?.into_contents(),
    help: "A Tiled map may have any tile layers; at each place the uppermost tile counts,\n\
           and where there is none is wall. The class of a tile (or its property `name`)\n\
           says what it is: wall, floor, door-closed and so on, as in the tileset that\n\
           undercroft writes. Tiles of the class blocked are ignored. An object of the\n\
           class start marks the start, one of the class exit the exit, rectangles of the\n\
           class room the rooms, and any other is a thing of its class.",
};

#[derive(Deserialize)]
struct MapFields {
    orientation: String,
    #[serde(default)]
    infinite: bool,
    width: u32,
    height: u32,
    tilewidth: u32,
    tileheight: u32,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    tilesets: Vec<TilesetFields>,
    layers: Vec<LayerFields>,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct TilesetFields {
    #[serde(default)]
    firstgid: u32,
    source: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    tiles: Vec<TileFields>,
}

#[derive(Deserialize)]
struct TileFields {
    id: u32,
    #[serde(default)]
    r#type: String,
    // So it is called in format version 1.9 alone.
    #[serde(default)]
    class: String,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct LayerFields {
    #[serde(default)]
    name: String,
    r#type: String,
    data: Option<Data>,
    #[serde(default)]
    compression: String,
    #[serde(default)]
    objects: Vec<ObjectFields>,
    #[serde(default)]
    layers: Vec<LayerFields>,
}

/// The tiles of a layer.
enum Data {
    Gids(Vec<u32>),
    /// A text, which is not read.
    Encoded,
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Data;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the tiles of a layer")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Data, A::Error> {
                let mut gids = Vec::new();
                while let Some(gid) = list.next_element()? {
                    gids.push(gid);
                }
                Ok(Data::Gids(gids))
            }

            fn visit_str<E>(self, _: &str) -> Result<Data, E> {
                Ok(Data::Encoded)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[derive(Deserialize)]
struct ObjectFields {
    #[serde(default)]
    name: String,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    class: String,
    x: f64,
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    /// Of the picture of a tile.
    gid: Option<u32>,
    #[serde(default)]
    polygon: Vec<PointFields>,
    #[serde(default)]
    polyline: Vec<PointFields>,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct PointFields {
    x: f64,
    y: f64,
}

/// Reads a map.
fn read(text: &str, load: &mut LoadTileset<'_>) -> Result<Source, ReadError> {
    let fields: MapFields = serde_json::from_str(text)?;
    let size = Size::new(fields.width, fields.height);
    let tile_size = Size::new(fields.tilewidth, fields.tileheight);
    tiled::check_head(&fields.orientation, fields.infinite, size, tile_size)?;
    let mut source = Source {
        size,
        tile_size,
        tilesets: Vec::new(),
        layers: Vec::new(),
        objects: Vec::new(),
        share_code: text_of(&fields.properties, "share_code"),
    };
    for set in fields.tilesets {
        source.tilesets.push(Tileset {
            first_gid: set.firstgid,
            ..match &set.source {
                Some(path) => Tileset::external(path, load)?,
                None => set.into(),
            }
        });
    }
    add_layers(fields.layers, &mut source)?;
    Ok(source)
}

/// Reads a tileset in a file of its own.
pub fn read_tileset(text: &str) -> Result<Tileset, ReadError> {
    let fields: TilesetFields = serde_json::from_str(text)?;
    Ok(fields.into())
}

impl From<TilesetFields> for Tileset {
    fn from(fields: TilesetFields) -> Self {
        let class = |tile: TileFields| {
            let name = text_of(&tile.properties, "name").unwrap_or_default();
            (tile.id, tiled::tile_class([tile.r#type, tile.class, name]))
        };
        Self {
            first_gid: fields.firstgid,
            name: fields.name,
            classes: fields.tiles.into_iter().map(class).collect(),
        }
    }
}

/// The value of a property, if it is a text.
fn text_of(properties: &[Property], name: &str) -> Option<String> {
    let property = properties.iter().find(|property| property.name == name);
    Some(property?.value.as_str()?.to_owned())
}

/// Adds layers, and those that groups contain.
fn add_layers(layers: Vec<LayerFields>, source: &mut Source) -> Result<(), ReadError> {
    for layer in layers {
        match &*layer.r#type {
            "tilelayer" => {
                let Some(Data::Gids(gids)) = layer.data else {
                    return Err(tiled::unread_data(
                        &layer.name,
                        "base64",
                        &layer.compression,
                    ));
                };
                let name = layer.name;
                source.layers.push(tiled::Layer { name, gids });
            }
            "group" => add_layers(layer.layers, source)?,
            _ => {}
        }
        source
            .objects
            .extend(layer.objects.into_iter().map(|object| Object {
                name: object.name,
                class: match object.r#type.is_empty() {
                    true => object.class,
                    false => object.r#type,
                },
                at: [object.x, object.y],
                size: [object.width, object.height],
                is_tile: object.gid.is_some(),
                points: {
                    let points = object.polygon.iter().chain(&object.polyline);
                    points.map(|point| [point.x, point.y]).collect()
                },
                properties: {
                    let own = object.properties.into_iter();
                    own.map(|it| (it.name, as_text(it.value))).collect()
                },
            }));
    }
    Ok(())
}

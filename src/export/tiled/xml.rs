//! Maps (`.tmx`) and the tileset (`.tsx`) as XML.

use std::fmt;
use std::io::{self, Write};

use super::{
    BACKGROUND, Document, FIRST_GID, LAYERS, Object, PLACES, Property, SIDE, Shape, TERRAIN,
    TERRAIN_COLOUR, TERRAINS, TILED_VERSION, TILESET, VERSION, gids, terrains, tiles,
};
use crate::export::row::{Export, Part, Row};
use crate::export::tileset::{COLUMNS, COUNT, ROWS};
use crate::export::{Companion, hex, read};

/// The row of the format.
pub const ROW: Row = Row {
    ending: "tmx",
    label: "Tiled map",
    key: 'x',
    page: "#tiled-tmj-and-tmx",
    companions: &[Companion::Tsx, Companion::TilesetImage],
    keeps: Part::ALL,
    write: |out, export| {
        let tileset = export.path(Companion::Tsx);
        Ok(write_map(out, export, &tileset)?)
    },
    reader: Some(read::tmx::READER),
    ..Row::PLAIN
};

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>"#;

/// Writes a map. `tileset` is the path of the tileset, relative to the map's folder.
pub fn write_map(
    out: &mut (impl Write + ?Sized),
    export: &Export<'_>,
    tileset: &str,
) -> io::Result<()> {
    let document = Document::of(export);
    let map = document.map;
    let (width, height) = (map.size().width, map.size().height);
    let (next_layer, next_object) = (LAYERS.len() + 2, document.objects.len() + 1);
    let background = hex(BACKGROUND);
    writeln!(out, "{HEAD}")?;
    writeln!(
        out,
        r#"<map version="{VERSION}" tiledversion="{TILED_VERSION}" orientation="orthogonal" renderorder="right-down" width="{width}" height="{height}" tilewidth="{SIDE}" tileheight="{SIDE}" infinite="0" backgroundcolor="{background}" nextlayerid="{next_layer}" nextobjectid="{next_object}">"#
    )?;
    write_properties(out, " ", &document.properties)?;
    let source = Escaped(tileset);
    writeln!(
        out,
        r#" <tileset firstgid="{FIRST_GID}" source="{source}"/>"#
    )?;
    for (layer, id) in LAYERS.iter().zip(1..) {
        let name = layer.name;
        let hidden = if layer.is_visible {
            ""
        } else {
            r#" visible="0""#
        };
        writeln!(
            out,
            r#" <layer id="{id}" name="{name}" width="{width}" height="{height}"{hidden}>"#
        )?;
        writeln!(out, r#"  <data encoding="csv">"#)?;
        for y in 0..height as i32 {
            for (gid, x) in gids(layer, map, y).zip(1..) {
                let is_last = x == width && y + 1 == height as i32;
                write!(out, "{gid}{}", if is_last { "" } else { "," })?;
            }
            writeln!(out)?;
        }
        writeln!(out, "</data>\n </layer>")?;
    }
    let id = LAYERS.len() + 1;
    writeln!(out, r#" <objectgroup id="{id}" name="{PLACES}">"#)?;
    for (object, id) in document.objects.iter().zip(1..) {
        write_object(out, "  ", id, object)?;
    }
    writeln!(out, " </objectgroup>\n</map>")
}

/// Writes the tileset, whose image is beside it and called `image`.
pub fn write_tileset(out: &mut (impl Write + ?Sized), image: &str) -> io::Result<()> {
    let (width, height, image) = (COLUMNS * SIDE, ROWS * SIDE, Escaped(image));
    writeln!(out, "{HEAD}")?;
    writeln!(
        out,
        r#"<tileset version="{VERSION}" tiledversion="{TILED_VERSION}" name="{TILESET}" tilewidth="{SIDE}" tileheight="{SIDE}" tilecount="{COUNT}" columns="{COLUMNS}">"#
    )?;
    writeln!(
        out,
        r#" <image source="{image}" width="{width}" height="{height}"/>"#
    )?;
    let tiles = tiles();
    for tile in &tiles {
        writeln!(out, r#" <tile id="{}" type="{}">"#, tile.id, tile.class)?;
        write_properties(out, "  ", &tile.properties)?;
        if let Some(shape) = &tile.shape {
            writeln!(out, r#"  <objectgroup draworder="index">"#)?;
            write_object(out, "   ", 1, shape)?;
            writeln!(out, "  </objectgroup>")?;
        }
        writeln!(out, " </tile>")?;
    }
    let colour = hex(TERRAIN_COLOUR);
    writeln!(out, " <wangsets>")?;
    writeln!(
        out,
        r#"  <wangset name="{TERRAINS}" type="mixed" tile="-1">"#
    )?;
    writeln!(
        out,
        r#"   <wangcolor name="{TERRAIN}" color="{colour}" tile="-1" probability="1"/>"#
    )?;
    for (id, terrain) in terrains(&tiles) {
        let wang = terrain.map(|terrain| terrain.to_string()).join(",");
        writeln!(out, r#"   <wangtile tileid="{id}" wangid="{wang}"/>"#)?;
    }
    writeln!(out, "  </wangset>\n </wangsets>\n</tileset>")
}

fn write_object(
    out: &mut (impl Write + ?Sized),
    indent: &str,
    id: u32,
    object: &Object,
) -> io::Result<()> {
    write!(out, r#"{indent}<object id="{id}""#)?;
    for (key, text) in [("name", &*object.name), ("type", &*object.class)] {
        if !text.is_empty() {
            write!(out, r#" {key}="{}""#, Escaped(text))?;
        }
    }
    write!(out, r#" x="{}" y="{}""#, object.at.x, object.at.y)?;
    if let Shape::Rectangle(width, height) = object.shape {
        write!(out, r#" width="{width}" height="{height}""#)?;
    }
    writeln!(out, ">")?;
    let inner = format!("{indent} ");
    write_properties(out, &inner, &object.properties)?;
    match &object.shape {
        Shape::Point => writeln!(out, "{inner}<point/>")?,
        Shape::Rectangle(..) => {}
        Shape::Line(points) => {
            let points = points.iter().map(|pos| format!("{},{}", pos.x, pos.y));
            let points = points.collect::<Vec<_>>().join(" ");
            writeln!(out, r#"{inner}<polyline points="{points}"/>"#)?;
        }
    }
    writeln!(out, "{indent}</object>")
}

fn write_properties(
    out: &mut (impl Write + ?Sized),
    indent: &str,
    properties: &[Property],
) -> io::Result<()> {
    if properties.is_empty() {
        return Ok(());
    }
    writeln!(out, "{indent}<properties>")?;
    for (name, value) in properties {
        let (kind, text) = (value.kind(), value.to_string());
        let text = Escaped(&text);
        writeln!(
            out,
            r#"{indent} <property name="{name}" type="{kind}" value="{text}"/>"#
        )?;
    }
    writeln!(out, "{indent}</properties>")
}

/// A text as the value of an attribute.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", c as u32)?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

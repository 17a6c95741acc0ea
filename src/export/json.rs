//! A map as JSON, as `assets/map.schema.json` describes it.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::places::{Door, Places, objects};
use super::read;
use super::row::{Export, Part, Row};
use crate::map::graph::{Area, AreaKind, Link};
use crate::map::{Room, RoomGraph, Thing, Tile};
use crate::mapgen::metric::Metrics;
use crate::mapgen::{Kind, Params, Stage};

/// The JSON Schema of what [`write`] writes, and of what is read.
pub const SCHEMA: &str = include_str!("../../assets/map.schema.json");

/// The row of the format.
pub const ROW: Row = Row {
    ending: "json",
    label: "JSON",
    key: 'j',
    page: "#json",
    help: r#"JSON is one object; positions count from 0 at the top left:
  generator, share_code  texts; the generators of several stages are joined by |
  size                   {"width", "height"}
  seed                   text: a decimal number, which may exceed 2^53
  generation_version     number
  stages                 list of {"generator", "in", "params"}: all parameters,
                         each value a number or a word
  start, exit            {"x", "y"}, or null; the exit is the first stairs
                         down, or else the tile farthest from the start
  way                    the tiles at which a shortest way to the exit turns
  doors                  list of {"x", "y", "open", "area"}
  rooms                  list of {"left", "top", "right", "bottom", "kind",
                         "name"}, inclusive; name is a text or null
  things                 list of {"class", "id", "name", "x", "y", "width",
                         "height", "properties"}: what lies on the map
  graph                  areas of the map, links between them, the number of
                         loops, and the way
  metrics                see below
  legend                 what each character of the tiles means
  tiles                  list of rows, as in the text format but for the start
`undercroft schema` prints its JSON Schema."#,
    keeps: Part::ALL,
    write: |out, export| Ok(write(out, export)?),
    reader: Some(read::json::READER),
    ..Row::PLAIN
};

/// Writes a map and a line feed.
pub fn write(out: &mut (impl Write + ?Sized), export: &Export<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Document(export))?;
    writeln!(out)
}

/// The whole file.
struct Document<'a>(&'a Export<'a>);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Export {
            map, spec, things, ..
        } = *self.0;
        let (graph, places) = (RoomGraph::of(map), Places::of(map, things));
        let rows = map.tiles.rows();
        let rows = rows.map(|row| row.iter().map(|tile| tile.to_char()).collect());
        let mut fields = serializer.serialize_map(None)?;
        if let Some(spec) = spec {
            fields.serialize_entry("generator", &spec.name())?;
        }
        fields.serialize_entry("size", &map.size())?;
        if let Some(spec) = spec {
            // As text, since many readers round numbers beyond 2^53.
            fields.serialize_entry("seed", &spec.seed.to_string())?;
            fields.serialize_entry("share_code", &spec.to_string())?;
            fields.serialize_entry("generation_version", &crate::GENERATION_VERSION)?;
            fields.serialize_entry("stages", &list(spec.stages(), stage_record))?;
        }
        fields.serialize_entry("start", &places.start)?;
        fields.serialize_entry("exit", &places.exit)?;
        fields.serialize_entry("way", &places.corners())?;
        fields.serialize_entry(
            "doors",
            &list(&places.doors, |door| door_record(door, &graph)),
        )?;
        fields.serialize_entry("rooms", &list(&map.rooms, room_record))?;
        let objects: Vec<&Thing> = objects(things).collect();
        if !objects.is_empty() {
            fields.serialize_entry("things", &list(&objects, thing_record))?;
        }
        fields.serialize_entry("graph", &graph_record(&graph))?;
        fields.serialize_entry("metrics", &Metrics::of(map))?;
        fields.serialize_entry("legend", &Legend)?;
        fields.serialize_entry("tiles", &rows.collect::<Vec<String>>())?;
        fields.end()
    }
}

fn list<'a, T, R: Serialize>(items: &'a [T], record: impl Fn(&'a T) -> R) -> Vec<R> {
    items.iter().map(record).collect()
}

fn door_record(door: &Door, graph: &RoomGraph) -> impl Serialize {
    record! {
        x: door.pos.x,
        y: door.pos.y,
        open: door.is_open,
        area: graph.at(door.pos),
    }
}

fn room_record(room: &Room) -> impl Serialize {
    record! {
        left: room.area.left,
        top: room.area.top,
        right: room.area.right,
        bottom: room.area.bottom,
        kind: room.kind.id(),
        name: room.name,
    }
}

fn thing_record<'a>(thing: &'a &'a Thing) -> impl Serialize {
    record! {
        class: thing.class_name(),
        id: &thing.id,
        name: &thing.name,
        x: thing.area.left,
        y: thing.area.top,
        width: thing.area.width(),
        height: thing.area.height(),
        properties: &thing.properties,
    }
}

fn stage_record(stage: &Stage) -> impl Serialize {
    let params = ParamValues(&stage.params);
    record! { generator: stage.generator().name(), r#in: stage.mask.name(), params: params }
}

fn graph_record(graph: &RoomGraph) -> impl Serialize {
    let ends = [graph.start(), graph.exit()].map(|end| end.and_then(|pos| graph.at(pos)));
    let way = match ends {
        [Some(start), Some(exit)] => graph.path(start, exit),
        _ => Vec::new(),
    };
    record! {
        areas: list(graph.areas(), area_record),
        links: list(graph.links(), link_record),
        loops: graph.loops(),
        way: way,
    }
}

fn area_record(area: &Area) -> impl Serialize {
    let (kind, room) = match area.kind {
        AreaKind::Room(room) => ("room", Some(room)),
        AreaKind::Chamber => ("chamber", None),
        AreaKind::Passage => ("passage", None),
        AreaKind::Junction => ("junction", None),
        AreaKind::Door => ("door", None),
    };
    record! { kind: kind, room: room, tiles: area.tiles, bounds: area.bounds }
}

fn link_record(link: &Link) -> impl Serialize {
    record! { areas: link.areas, at: link.at, width: link.width }
}

/// What each character of the tiles means.
struct Legend;

impl Serialize for Legend {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        let mut entry = |character: char, name: &str, tile: Tile| {
            let meaning = record! {
                name: name,
                number: tile as u8,
                walkable: tile.is_walkable(),
                opaque: tile.is_opaque(),
            };
            fields.serialize_entry(&character, &meaning)
        };
        for tile in Tile::ALL {
            entry(tile.to_char(), tile.id(), *tile)?;
        }
        fields.end()
    }
}

/// Every parameter by name, in the generator's order.
struct ParamValues<'a>(&'a Params);

impl Serialize for ParamValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (index, (spec, text)) in self.0.iter().enumerate() {
            match spec.kind {
                Kind::Int { .. } => map.serialize_entry(spec.name, &self.0.value(index))?,
                Kind::Choice { .. } => map.serialize_entry(spec.name, &text)?,
            }
        }
        map.end()
    }
}

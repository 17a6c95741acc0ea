//! A map for the Tiled editor, format version 1.10: <https://doc.mapeditor.org/en/stable/reference/>.
//!
//! One model of the map and one of its tileset, each written as JSON and as XML.

pub mod json;
pub mod xml;

use std::borrow::Cow;
use std::fmt;

use super::art;
use super::ink::{Colour, Ink, SHADES};
use super::places::{self, Places};
use super::row::Export;
use super::tileset::{self, Stratum};
use crate::geom::{Pos, Rect};
use crate::map::{Map, Thing, ThingClass, Tile};
use crate::mapgen::MapSpec;

/// Width and height of a tile in pixels.
const SIDE: u32 = art::SIDE as u32;
/// Global id of the tileset's first tile. In a layer's data, 0 is an empty cell.
const FIRST_GID: u32 = 1;
const VERSION: &str = "1.10";
/// The first version of Tiled that had this format. Readers expect the version that wrote a map.
const TILED_VERSION: &str = "1.10.0";
/// Name of the tileset, and of the files that it is in.
const TILESET: &str = "undercroft-tileset";
/// Name of the terrain set, and of its only terrain with its colour in the editor.
const TERRAINS: &str = "walls";
const TERRAIN: &str = "wall";
const TERRAIN_COLOUR: Colour = Ink::WallFace.colour(SHADES / 2);
/// What is shown where no tile is.
const BACKGROUND: Colour = Ink::Rock.colour(SHADES / 2);
/// Name of the layer of objects.
const PLACES: &str = "places";

/// A map.
struct Document<'a> {
    map: &'a Map,
    properties: Vec<Property>,
    objects: Vec<Object>,
}

/// A custom property: its name and its value.
type Property = (Cow<'static, str>, Value);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Text(String),
    Number(u64),
    Flag(bool),
}

impl Value {
    /// Its type in files.
    const fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "string",
            Self::Number(_) => "int",
            Self::Flag(_) => "bool",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// A layer of tiles.
struct TileLayer {
    name: &'static str,
    is_visible: bool,
    /// The number in the tileset of the tile at a position.
    tile_at: fn(&Map, Pos) -> Option<u32>,
}

/// The layers of tiles, from the lowest.
const LAYERS: [TileLayer; 4] = [
    TileLayer {
        name: "ground",
        is_visible: true,
        tile_at: |map, pos| Stratum::Ground.tile_at(map, pos),
    },
    TileLayer {
        name: "walls",
        is_visible: true,
        tile_at: |map, pos| Stratum::Wall.tile_at(map, pos),
    },
    TileLayer {
        name: "things",
        is_visible: true,
        tile_at: |map, pos| Stratum::Thing.tile_at(map, pos),
    },
    TileLayer {
        name: "collision",
        is_visible: false,
        tile_at: |map, pos| (!map.tiles[pos].is_walkable()).then_some(tileset::BLOCKED),
    },
];

/// Something that is no tile. Positions are in pixels.
struct Object {
    name: String,
    class: Cow<'static, str>,
    at: Pos,
    shape: Shape,
    properties: Vec<Property>,
}

enum Shape {
    Point,
    /// Width and height.
    Rectangle(i32, i32),
    /// Points of a line, relative to the first.
    Line(Vec<Pos>),
}

impl<'a> Document<'a> {
    fn of(export: &Export<'a>) -> Self {
        Self {
            map: export.map,
            properties: export.spec.map(properties).unwrap_or_default(),
            objects: all_objects(export.map, export.things),
        }
    }
}

const fn property(name: &'static str, value: Value) -> Property {
    (Cow::Borrowed(name), value)
}

fn properties(spec: &MapSpec) -> Vec<Property> {
    vec![
        property("share_code", Value::Text(spec.to_string())),
        property("generator", Value::Text(spec.name())),
        // As text, since many readers round numbers beyond 2^53.
        property("seed", Value::Text(spec.seed.to_string())),
        property(
            "generation_version",
            Value::Number(crate::GENERATION_VERSION.into()),
        ),
    ]
}

/// The start, the exit, the way between them, the doors, the rooms, and the things.
fn all_objects(map: &Map, things: &[Thing]) -> Vec<Object> {
    let places = Places::of(map, things);
    let corner = |pos: Pos| Pos::new(pos.x * SIDE as i32, pos.y * SIDE as i32);
    let middle = |pos: Pos| corner(pos) + Pos::new(SIDE as i32 / 2, SIDE as i32 / 2);
    let point = |name: String, class: &'static str, pos| Object {
        name,
        class: class.into(),
        at: middle(pos),
        shape: Shape::Point,
        properties: Vec::new(),
    };
    let steps = places
        .steps()
        .map(|steps| property("steps", Value::Number(steps as u64)));
    let mut objects = Vec::new();
    objects.extend(places.start.map(|pos| point("start".into(), "start", pos)));
    objects.extend(places.exit.map(|pos| Object {
        properties: steps.iter().cloned().collect(),
        ..point("exit".into(), "exit", pos)
    }));
    if let [first, rest @ ..] = &places.corners()[..] {
        let ends = [first].into_iter().chain(rest);
        objects.push(Object {
            name: "way".into(),
            class: "way".into(),
            at: middle(*first),
            shape: Shape::Line(ends.map(|pos| corner(*pos - *first)).collect()),
            properties: steps.into_iter().collect(),
        });
    }
    for (door, number) in places.doors.iter().zip(1..) {
        objects.push(Object {
            properties: vec![property("open", Value::Flag(door.is_open))],
            ..point(format!("door {number}"), "door", door.pos)
        });
    }
    let rectangle = |area: Rect| {
        let size = corner(Pos::new(area.width(), area.height()));
        let at = corner(Pos::new(area.left, area.top));
        (at, Shape::Rectangle(size.x, size.y))
    };
    for (room, number) in map.rooms.iter().zip(1..) {
        let (at, shape) = rectangle(room.area);
        objects.push(Object {
            name: match room.name {
                Some(name) => name.to_string(),
                None => format!("room {number}"),
            },
            class: "room".into(),
            at,
            shape,
            properties: vec![property("kind", Value::Text(room.kind.id().to_owned()))],
        });
    }
    for thing in places::objects(things) {
        let (at, shape) = match (thing.area.width(), thing.area.height()) {
            (1, 1) => (middle(thing.pos()), Shape::Point),
            _ => rectangle(thing.area),
        };
        let id = (thing.class != ThingClass::Other)
            .then(|| property("thing", Value::Text(thing.id.clone())));
        let own = thing.properties.iter();
        let own = own.map(|(name, value)| (name.clone().into(), Value::Text(value.clone())));
        objects.push(Object {
            name: thing.name.clone(),
            class: thing.class_name().to_owned().into(),
            at,
            shape,
            properties: id.into_iter().chain(own).collect(),
        });
    }
    objects
}

/// A tile of the tileset.
struct TileEntry {
    id: u32,
    class: &'static str,
    properties: Vec<Property>,
    /// What stops who walks; `None` for a tile that can be walked on.
    shape: Option<Object>,
    /// For a wall whether it joins others, with the terrain's number: 1 or, where it does not, 0; from the top
    /// clockwise.
    terrain: Option<[u8; 8]>,
}

/// The tiles of the tileset.
fn tiles() -> Vec<TileEntry> {
    let entry = |id| {
        let kind = tileset::kind(id);
        let class = kind.map_or(tileset::BLOCKED_CLASS, Tile::id);
        let is_walkable = kind.is_some_and(Tile::is_walkable);
        let mut properties = vec![
            property("name", Value::Text(class.to_owned())),
            property("walkable", Value::Flag(is_walkable)),
        ];
        properties.extend(kind.map(|kind| property("opaque", Value::Flag(kind.is_opaque()))));
        let is_solid = kind.is_some() && !is_walkable;
        TileEntry {
            id,
            class,
            properties,
            shape: is_solid.then(|| Object {
                name: String::new(),
                class: "".into(),
                at: Pos::default(),
                shape: Shape::Rectangle(SIDE as i32, SIDE as i32),
                properties: Vec::new(),
            }),
            terrain: tileset::joins(id).map(|joins| joins.map(u8::from)),
        }
    };
    (0..tileset::COUNT).map(entry).collect()
}

/// The tiles of the terrain set: their numbers, and where each joins others.
fn terrains(tiles: &[TileEntry]) -> impl Iterator<Item = (u32, [u8; 8])> {
    tiles
        .iter()
        .filter_map(|tile| Some((tile.id, tile.terrain?)))
}

/// The global ids of a layer's tiles in a row, with 0 for none.
fn gids<'a>(layer: &'a TileLayer, map: &'a Map, y: i32) -> impl Iterator<Item = u32> + 'a {
    let tile = move |x| (layer.tile_at)(map, Pos::new(x, y));
    (0..map.size().width as i32).map(move |x| tile(x).map_or(0, |tile| tile + FIRST_GID))
}

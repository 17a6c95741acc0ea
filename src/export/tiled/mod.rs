//! A map for the Tiled editor, format version 1.10: <https://doc.mapeditor.org/en/stable/reference/>.
//!
//! One model of the map and one of its tileset, each written as JSON and as XML.

pub mod json;
pub mod xml;

use std::fmt;

use super::art;
use super::ink::{Colour, Ink, SHADES};
use super::places::Places;
use super::tileset::{self, Stratum};
use crate::game::things;
use crate::geom::Pos;
use crate::map::{Map, Tile};
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
type Property = (&'static str, Value);

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
    class: &'static str,
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
    fn of(map: &'a Map, spec: Option<&MapSpec>) -> Self {
        Self {
            map,
            properties: spec.map(properties).unwrap_or_default(),
            objects: objects(map, spec),
        }
    }
}

fn properties(spec: &MapSpec) -> Vec<Property> {
    vec![
        ("share_code", Value::Text(spec.to_string())),
        (
            "generator",
            Value::Text(spec.generator().info().name.to_owned()),
        ),
        // As text, since many readers round numbers beyond 2^53.
        ("seed", Value::Text(spec.seed.to_string())),
        (
            "generation_version",
            Value::Number(crate::GENERATION_VERSION.into()),
        ),
    ]
}

/// The start, the exit, the way between them, the doors, the rooms, and what is on a level of Descend.
fn objects(map: &Map, spec: Option<&MapSpec>) -> Vec<Object> {
    let places = Places::of(map);
    let corner = |pos: Pos| Pos::new(pos.x * SIDE as i32, pos.y * SIDE as i32);
    let middle = |pos: Pos| corner(pos) + Pos::new(SIDE as i32 / 2, SIDE as i32 / 2);
    let point = |name: String, class, pos| Object {
        name,
        class,
        at: middle(pos),
        shape: Shape::Point,
        properties: Vec::new(),
    };
    let steps = places
        .steps()
        .map(|steps| ("steps", Value::Number(steps as u64)));
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
            class: "way",
            at: middle(*first),
            shape: Shape::Line(ends.map(|pos| corner(*pos - *first)).collect()),
            properties: steps.into_iter().collect(),
        });
    }
    for (door, number) in places.doors.iter().zip(1..) {
        objects.push(Object {
            properties: vec![("open", Value::Flag(door.is_open))],
            ..point(format!("door {number}"), "door", door.pos)
        });
    }
    for (room, number) in map.rooms.iter().zip(1..) {
        let size = corner(Pos::new(room.area.width(), room.area.height()));
        objects.push(Object {
            name: format!("room {number}"),
            class: "room",
            at: corner(Pos::new(room.area.left, room.area.top)),
            shape: Shape::Rectangle(size.x, size.y),
            properties: vec![("kind", Value::Text(room.kind.id().to_owned()))],
        });
    }
    objects.extend(
        spec.map_or_else(Vec::new, things)
            .into_iter()
            .map(|thing| Object {
                properties: vec![("thing", Value::Text(thing.id))],
                ..point(thing.name, thing.class.id(), thing.pos)
            }),
    );
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
            ("name", Value::Text(class.to_owned())),
            ("walkable", Value::Flag(is_walkable)),
        ];
        properties.extend(kind.map(|kind| ("opaque", Value::Flag(kind.is_opaque()))));
        let is_solid = kind.is_some() && !is_walkable;
        TileEntry {
            id,
            class,
            properties,
            shape: is_solid.then(|| Object {
                name: String::new(),
                class: "",
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

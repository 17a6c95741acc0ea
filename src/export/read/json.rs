//! Our own JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::objects::Found;
use super::{Contents, ReadError, Reader};
use crate::geom::{Pos, Rect, Size};
use crate::map::{Map, Room, RoomKind, RoomName};

/// Takes what is JSON and of no editor.
pub const READER: Reader = Reader {
    claims: |text| text.starts_with('{'),
    read: |text, _| read(text),
    help: "Of JSON only \"tiles\" is needed.",
};

/// What is read of the file. Everything else follows from it.
#[derive(Deserialize)]
struct Fields {
    tiles: Option<Vec<String>>,
    size: Option<Size>,
    width: Option<u32>,
    height: Option<u32>,
    start: Option<Pos>,
    exit: Option<Pos>,
    #[serde(default)]
    rooms: Vec<RoomFields>,
    #[serde(default)]
    things: Vec<ThingFields>,
    share_code: Option<String>,
}

#[derive(Deserialize)]
struct ThingFields {
    class: String,
    id: Option<String>,
    #[serde(default)]
    name: String,
    x: i32,
    y: i32,
    #[serde(default = "one")]
    width: i32,
    #[serde(default = "one")]
    height: i32,
    #[serde(default)]
    properties: BTreeMap<String, String>,
}

const fn one() -> i32 {
    1
}

#[derive(Deserialize)]
struct RoomFields {
    #[serde(flatten)]
    area: Rect,
    kind: Option<RoomKind>,
    name: Option<RoomName>,
}

impl From<RoomFields> for Room {
    fn from(fields: RoomFields) -> Self {
        Self {
            area: fields.area,
            kind: fields.kind.unwrap_or(RoomKind::Plain),
            name: fields.name,
        }
    }
}

fn read(text: &str) -> Result<Contents, ReadError> {
    let fields: Fields = serde_json::from_str(text)?;
    let rows = fields.tiles.ok_or(ReadError::OtherJson)?;
    let drawn = Map::from_text(&rows.join("\n"));
    let drawn = drawn.map_err(|error| ReadError::content(format!("tiles, {error}")))?;
    let found = drawn.size();
    if found.height as usize != rows.len() {
        let error = "tiles: each text must be one row, without a line break and not empty";
        return Err(ReadError::content(error));
    }
    let stated = fields.size.unwrap_or(found);
    let width = fields.width.unwrap_or(stated.width);
    let height = fields.height.unwrap_or(stated.height);
    for stated in [stated, Size::new(width, height)] {
        if stated != found {
            let error = format!("the file says {stated} tiles, and its rows are {found}");
            return Err(ReadError::content(error));
        }
    }
    let start = match (fields.start, drawn.start) {
        (Some(start), Some(mark)) if start != mark => {
            let error = format!("the start is {start}, and the tiles have \"@\" at {mark}");
            return Err(ReadError::content(error));
        }
        (start, mark) => mark.or(start),
    };
    let mut found = Found::new(found);
    (found.start, found.exit) = (start, fields.exit);
    found.rooms = fields.rooms.into_iter().map(Room::from).collect();
    for thing in fields.things {
        let last = |first: i32, length: i32| first.saturating_add(length.max(1) - 1);
        let area = Rect {
            left: thing.x,
            top: thing.y,
            right: last(thing.x, thing.width),
            bottom: last(thing.y, thing.height),
        };
        let (id, name) = (thing.id, thing.name);
        found.add(&thing.class, id, name, area, thing.properties);
    }
    found.into_contents(drawn.tiles, fields.share_code)
}

//! Our own JSON.

use serde::Deserialize;

use super::{ReadError, Reader};
use crate::geom::{Pos, Rect, Size};
use crate::map::{Map, Room, RoomKind};

/// Takes what is JSON and not Tiled's.
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
    #[serde(default)]
    rooms: Vec<RoomFields>,
    share_code: Option<String>,
    /// Of an LDtk project.
    levels: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct RoomFields {
    #[serde(flatten)]
    area: Rect,
    kind: Option<RoomKind>,
}

impl From<RoomFields> for Room {
    fn from(fields: RoomFields) -> Self {
        Self {
            area: fields.area,
            kind: fields.kind.unwrap_or(RoomKind::Plain),
        }
    }
}

fn read(text: &str) -> Result<(Map, Option<String>), ReadError> {
    let fields: Fields = serde_json::from_str(text)?;
    let rows = match (fields.tiles, fields.levels) {
        (Some(rows), _) => rows,
        (None, Some(_)) => return Err(ReadError::WrittenOnly("an LDtk project")),
        (None, None) => return Err(ReadError::OtherJson),
    };
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
    let rooms = fields.rooms.into_iter().map(Room::from).collect();
    let map = Map::checked(drawn.tiles, start, rooms).map_err(ReadError::Content)?;
    Ok((map, fields.share_code))
}

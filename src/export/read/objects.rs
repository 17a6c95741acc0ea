//! What lies on a map in a file of an editor: its objects, in tiles, before it is known which of them fit the map.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Contents, ReadError};
use crate::export::places;
use crate::geom::{Grid, Pos, Rect, Size};
use crate::map::{Map, Room, Thing, Tile};
use crate::text::excerpt;

/// What the objects of a file mean.
pub struct Found {
    /// That of the map.
    size: Size,
    pub start: Option<Pos>,
    pub exit: Option<Pos>,
    pub rooms: Vec<Room>,
    things: Vec<Thing>,
    /// What is not there of the file, in sentences without their full stop.
    pub notes: Vec<String>,
}

impl Found {
    /// Nothing, for a map of `size`.
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            start: None,
            exit: None,
            rooms: Vec::new(),
            things: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a thing with the part of it that lies on the map. One without any is left out, with a note.
    pub fn add(
        &mut self,
        class: &str,
        id: Option<String>,
        name: String,
        area: Rect,
        properties: BTreeMap<String, String>,
    ) {
        let on = Rect {
            left: area.left.max(0),
            top: area.top.max(0),
            right: area.right.min(self.size.width as i32 - 1),
            bottom: area.bottom.min(self.size.height as i32 - 1),
        };
        if on.left > on.right || on.top > on.bottom {
            let called = if name.is_empty() { class } else { &name };
            self.notes.push(format!(
                "\"{}\" lies outside the map and is left out",
                excerpt(called)
            ));
            return;
        }
        let (class, id) = Thing::class_named(class, id);
        self.things.push(Thing {
            class,
            id,
            name,
            area: on,
            properties,
        });
    }

    /// The map of these tiles with all that was found.
    pub fn into_contents(
        mut self,
        tiles: Grid<Tile>,
        share_code: Option<String>,
    ) -> Result<Contents, ReadError> {
        let map = Map::checked(tiles, self.start, self.rooms).map_err(ReadError::Content)?;
        self.things.extend(places::moved_exit(&map, self.exit));
        Ok(Contents {
            map,
            things: self.things,
            share_code,
            notes: self.notes,
        })
    }
}

/// The value of a property in words.
pub fn as_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// The tiles that a rectangle touches: its corner, its sizes and the sides of a tile are in pixels. One without a size lies
/// on one tile.
pub fn area_of(at: [f64; 2], sizes: [f64; 2], tile: [f64; 2]) -> Rect {
    let [left, top] = [0, 1].map(|axis| (at[axis] / tile[axis]).floor() as i32);
    let end = |axis: usize| (at[axis] + sizes[axis]) / tile[axis];
    let [right, bottom] = [0, 1].map(|axis| (end(axis).ceil() as i32).saturating_sub(1));
    Rect {
        left,
        top,
        right: right.max(left),
        bottom: bottom.max(top),
    }
}

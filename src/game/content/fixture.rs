//! Fixtures: small drawings placed in rooms, each for one kind of level.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::Entry;
use super::kind::LevelKind;
use crate::geom::{Orientation, Pos, Size};
use crate::map::Tile;

/// A fixture, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixtureDef {
    /// Its id in files and code: `a-z`, `0-9` and `-`.
    pub id: String,
    /// The kind of level where it is found.
    pub kind: LevelKind,
    /// First and last depth where it is found.
    pub depths: (u8, u8),
    /// Relative frequency among the fixtures of such a level.
    pub weight: u32,
    /// Whether it may also be cut into rock; otherwise it needs open floor.
    #[serde(default)]
    pub cut: bool,
    /// The drawing, row by row: tiles as in maps, a space for a tile left unchanged, and `!` for
    /// floor with a find.
    pub rows: Vec<String>,
}

/// What a fixture does to a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Leaves the tile unchanged.
    Keep,
    /// Replaces the tile.
    Tile(Tile),
    /// Replaces the tile with floor and places a find there.
    Cache,
}

/// The longest side of a fixture, in tiles.
const MAX_SIDE: usize = 15;

/// The valid characters of a drawing.
const MARKS: &str = " !.#~\"^-0},;";

impl FixtureDef {
    /// Size as drawn, in tiles.
    fn drawn(&self) -> Size {
        Size::new(self.rows[0].len() as u32, self.rows.len() as u32)
    }

    /// Size in orientation `turn` (0 to 7), in tiles.
    pub(crate) fn size(&self, turn: u32) -> Size {
        Orientation(turn).size(self.drawn())
    }

    /// The mark at `pos`, counted from the top left corner, in orientation `turn` (0 to 7).
    pub(crate) fn mark(&self, turn: u32, pos: Pos) -> Mark {
        let Pos { x, y } = Orientation(turn).source(pos, self.drawn());
        match char::from(self.rows[y as usize].as_bytes()[x as usize]) {
            ' ' => Mark::Keep,
            '!' => Mark::Cache,
            tile => Mark::Tile(Tile::from_char(tile).unwrap_or_default()),
        }
    }
}

/// Reports errors in a fixture.
pub(super) fn check<T>(entry: &Entry<T>, def: &FixtureDef, diagnostics: &mut Diagnostics<'_>) {
    diagnostics.check_depths(def.depths, entry.line_of("depths"));
    let line = entry.line_of("rows");
    let width = def.rows.first().map_or(0, String::len);
    let sides = [width, def.rows.len()];
    let fits = sides.iter().all(|side| (1..=MAX_SIDE).contains(side));
    diagnostics.require(fits, line, || {
        format!(
            "\"{}\" has a side that is not from 1 to {MAX_SIDE} long",
            def.id
        )
    });
    for row in &def.rows {
        diagnostics.require(row.len() == width, line, || {
            format!("\"{}\" has rows of different lengths", def.id)
        });
        let invalid = row.chars().find(|c| !MARKS.contains(*c));
        diagnostics.require(invalid.is_none(), line, || {
            format!("\"{}\": {invalid:?} is not one of \"{MARKS}\"", def.id)
        });
    }
}

//! A map as text.

use super::row::{Part, Row};
use crate::export::read::{Contents, ReadError, Reader};
use crate::map::Map;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "txt",
    label: "Text",
    key: 't',
    help: "Text has one line per row and one character per tile, and nothing else.",
    keeps: &[Part::Start],
    write: |out, export| Ok(write!(out, "{}", export.map)?),
    reader: Some(Reader {
        claims: |_| true,
        read: |text, _| match Map::read(text) {
            Ok(map) => Ok(Contents::of(map)),
            Err(_) if is_csv(text) => Err(ReadError::WrittenOnly("a map as CSV")),
            Err(error) => Err(error.into()),
        },
        help: "",
    }),
    ..Row::PLAIN
};

/// Whether a text begins with a row of numbers between commas.
fn is_csv(text: &str) -> bool {
    let row = text.trim_start().lines().next().unwrap_or_default();
    row.contains(',')
        && row
            .split(',')
            .all(|cell| cell.trim().parse::<u32>().is_ok())
}

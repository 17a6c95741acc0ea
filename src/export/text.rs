//! A map as text.

use super::row::Row;
use crate::export::read::Reader;
use crate::map::Map;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "txt",
    label: "Text",
    key: 't',
    help: "Text has one line per row and one character per tile, and nothing else.",
    write: |out, export| Ok(write!(out, "{}", export.map)?),
    reader: Some(Reader {
        claims: |_| true,
        read: |text, _| Ok((Map::read(text)?, None)),
        help: "",
    }),
    ..Row::PLAIN
};

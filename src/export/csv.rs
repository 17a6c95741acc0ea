//! A map as CSV: a line for each row, and in it the number of the kind of each tile, as in [`Tile::ALL`].
//!
//! [`Tile::ALL`]: crate::map::Tile::ALL

use std::io::{self, Write};

use super::row::{Part, Row};
use crate::map::Map;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "csv",
    label: "CSV",
    key: 'c',
    page: "#csv",
    help: "CSV has a line per row and a number per tile: void 0, wall 1, floor 2 and so on,\n\
         as in the legend of the JSON.",
    keeps: &[Part::UnderStart],
    write: |out, export| Ok(write(out, export.map)?),
    ..Row::PLAIN
};

/// Writes the tiles of `map`.
pub fn write(out: &mut (impl Write + ?Sized), map: &Map) -> io::Result<()> {
    let mut line = String::new();
    for row in map.tiles.rows() {
        line.clear();
        for tile in row {
            if !line.is_empty() {
                line.push(',');
            }
            line += &(*tile as u8).to_string();
        }
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

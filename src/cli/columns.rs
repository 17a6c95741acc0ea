//! Tables in columns for people to read.

use std::io::{self, Write};

/// Writes rows with two spaces between columns as wide as their longest cell: the first flush left, figures flush
/// right. All rows have as many cells as the first.
pub fn write(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => write!(out, "{cell:<width$}")?,
                _ => write!(out, "  {cell:>width$}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

//! Tables in columns for people to read.

use std::io::{self, Write};

/// Writes rows with two spaces between columns as wide as their longest cell: the first flush left, figures flush
/// right. All rows have as many cells as the first.
pub fn write(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    write_with(out, 1, rows)
}

/// As [`write`], with the first `lefts` columns flush left.
pub fn write_with(out: &mut impl Write, lefts: usize, rows: &[Vec<String>]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            match column < lefts {
                true => write!(out, "{gap}{cell:<width$}")?,
                false => write!(out, "{gap}{cell:>width$}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

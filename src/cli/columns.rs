//! Tables in columns for people to read.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::text;

/// Writes rows with two spaces between columns as wide as their longest cell: the first flush left, figures flush
/// right, as wide as a terminal shows them. All rows have as many cells as the first.
pub fn write(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    write_with(out, 1, rows)
}

/// As [`write`], with the first `lefts` columns flush left.
pub fn write_with(out: &mut impl Write, lefts: usize, rows: &[Vec<String>]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let padding = " ".repeat(width - cell.width());
            match column < lefts {
                true => write!(out, "{gap}{cell}{padding}")?,
                false => write!(out, "{gap}{padding}{cell}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Names and what they mean, for a help text: two blanks before each, and lines of at most 80 characters.
pub fn list(entries: &[(&str, String)]) -> String {
    let width = entries.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    let lines = entries.iter().flat_map(|(name, meaning)| {
        let names = std::iter::once(*name).chain(std::iter::repeat(""));
        let lines = names.zip(text::wrap(meaning, 76 - width));
        lines.map(|(name, line)| format!("  {name:<width$}  {}", line.trim_end()))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells_are_shown() {
        let rows = [["file", "size"], ["地図.txt", "7"], ["ne\u{301}.txt", "80"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let mut out = Vec::new();
        write(&mut out, &rows).unwrap();
        let expected = "file      size\n地図.txt     7\nne\u{301}.txt      80\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

//! Maps as text: one character per tile, one line per row.

use std::fmt;

use super::{Map, Tile};
use crate::geom::{Grid, Pos};
use crate::text::{self, Invalid, Line};

impl Map {
    /// Parses the form that [`Display`](fmt::Display) writes. A map has at most one start, which
    /// lies on floor. Rooms are not part of the text. A row that is shorter than the longest one, as after an editor has
    /// cut blanks off its end, goes on as [`Tile::Void`].
    ///
    /// # Errors
    /// Reports the line and column of the first error.
    ///
    /// ```
    /// use undercroft_core::map::Map;
    /// let map = Map::from_text("####\n#@.#\n####\n")?;
    /// assert_eq!(map.to_string(), "####\n#@.#\n####\n");
    /// # Ok::<(), undercroft_core::text::Invalid>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, Invalid> {
        let rows = text.lines().zip(1..).map(|(text, number)| Line {
            number,
            column: 1,
            text,
        });
        Self::from_rows(rows)
    }

    /// As [`from_text`](Self::from_text) for a text from outside: without what
    /// [`lines`](text::lines) ignores around it.
    ///
    /// # Errors
    /// As [`from_text`](Self::from_text).
    pub fn read(text: &str) -> Result<Self, Invalid> {
        Self::from_rows(text::lines(text))
    }

    pub(crate) fn from_rows<'a>(
        rows: impl Iterator<Item = Line<'a>> + Clone,
    ) -> Result<Self, Invalid> {
        let count = |row: Line| row.text.chars().count();
        let width = rows.clone().map(count).max().unwrap_or(0);
        if width == 0 {
            return Err(Invalid::new("the map is empty: it needs at least one row"));
        }
        let height = rows.clone().count() as u32;
        let mut tiles = Grid::new(width as u32, height, Tile::Void);
        let mut start = None;
        for (y, row) in rows.enumerate() {
            let line = row.number;
            for (x, c) in row.text.chars().enumerate() {
                let pos = Pos::new(x as i32, y as i32);
                let column = row.column + x;
                tiles[pos] = if c == '@' {
                    if start.replace(pos).is_some() {
                        return Err(Invalid::new(format_args!(
                            "line {line}, column {column}: a second start \"@\"; a map has one"
                        )));
                    }
                    Tile::Floor
                } else {
                    Tile::from_char(c).ok_or_else(|| {
                        let tiles = Tile::ALL[1..].iter().map(|tile| tile.to_char());
                        let (found, tiles) = (c.escape_debug(), tiles.collect::<String>());
                        Invalid::new(format_args!(
                            "line {line}, column {column}: \"{found}\" is not a tile; use {tiles}@ or a space"
                        ))
                    })?
                };
            }
        }
        Ok(Self {
            tiles,
            start,
            rooms: Vec::new(),
        })
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::with_capacity(self.tiles.width() as usize + 1);
        for (y, row) in self.tiles.rows().enumerate() {
            line.clear();
            line.extend(row.iter().map(|tile| tile.to_char()));
            if let Some(start) = self.start.filter(|start| start.y as usize == y) {
                // Every tile's character is one byte long.
                line.replace_range(start.x as usize..=start.x as usize, "@");
            }
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_reads_back_as_it_is_written() {
        let text = "#####+\n#.@~\"#\n#^'<>#\n### ##\n";
        let map = Map::from_text(text).unwrap();
        assert_eq!(map.start, Some(Pos::new(2, 1)));
        assert_eq!(map.to_string(), text);
    }

    #[test]
    fn a_text_from_outside_is_read_without_what_surrounds_it() {
        let map = Map::from_text("####\n# .#\n###.\n## \u{20}\n").unwrap();
        for text in [
            "\u{feff}\n  ####\r\n  # .#\r\n  ###.\r\n  ##  \r\n\r\n",
            "```\n####  \n# .#\n###. \n##  \n```",
        ] {
            assert_eq!(Map::read(text).unwrap(), map, "{text:?}");
        }
        let error = Map::read("\n  ##\n  #x\n").unwrap_err().to_string();
        assert!(error.starts_with("line 3, column 4: \"x\""), "{error}");
        let cut = "#####\n#@.\n\n##\n";
        let whole = "#####\n#@.  \n     \n##   \n";
        assert_eq!(Map::read(cut).unwrap(), Map::read(whole).unwrap());
    }

    #[test]
    fn what_is_wrong_is_named_by_line_and_column() {
        for (text, needle) in [
            ("", "the map is empty"),
            ("###\n#x#\n", "line 2, column 2: \"x\" is not a tile"),
            ("@.@\n", "line 1, column 3: a second start"),
        ] {
            let error = Map::from_text(text).unwrap_err().to_string();
            assert!(error.starts_with(needle), "{text}: {error}");
        }
    }
}

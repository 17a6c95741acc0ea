//! Mazes as hex text: one digit per cell, one line per row, first row on top. A digit is the sum of
//! the cell's walls: up 8, right 4, down 2, left 1; `F` is a closed cell. A maze drawn as a map is
//! read, too.

use std::fmt;

use super::{ALL, MAX_SIDE, Maze};
use crate::geom::{Dir, Pos};
use crate::map::Map;
use crate::text::{self, Invalid, Line};

/// A digit of a hex text and its place.
#[derive(Clone, Copy)]
struct Digit {
    /// Counted from 1.
    line: usize,
    column: usize,
    /// The digit, in upper case.
    found: char,
}

impl Digit {
    /// The digit with the wall in `dir` added or removed.
    fn with(self, dir: Dir) -> char {
        let walls = self.found.to_digit(16).unwrap_or_default() as u8;
        upper_digit(walls ^ dir.bit())
    }
}

fn one_sided(cell: Digit, other: Digit, dir: Dir) -> Invalid {
    Invalid::new(format_args!(
        "line {}, column {}: \"{}\" has a wall {} that its neighbour \"{}\" at line {}, column {} lacks; write \"{}\" here or \"{}\" there",
        cell.line,
        cell.column,
        cell.found,
        side(dir),
        other.found,
        other.line,
        other.column,
        cell.with(dir),
        other.with(dir.opposite()),
    ))
}

fn open_border(cell: Digit, dir: Dir) -> Invalid {
    let (
        Digit {
            line,
            column,
            found,
        },
        side,
    ) = (cell, side(dir));
    let closed = cell.with(dir);
    Invalid::new(format_args!(
        "line {line}, column {column}: \"{found}\" is open {side}, where the maze ends; write \"{closed}\""
    ))
}

const fn side(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "above",
        Dir::East => "on the right",
        Dir::South => "below",
        _ => "on the left",
    }
}

const fn upper_digit(walls: u8) -> char {
    b"0123456789ABCDEF"[(walls & ALL) as usize] as char
}

impl Maze {
    /// Parses a maze in either form: in hex, as [`from_hex`](Self::from_hex) does, or drawn with `#`
    /// and `.` as `undercroft generate` prints it.
    ///
    /// # Errors
    /// As [`from_hex`](Self::from_hex) and [`Map::read`], and if the map is not a maze of cells.
    pub fn read(text: &str) -> Result<Self, Invalid> {
        if !text.contains(WALL) {
            return Self::from_hex(text);
        }
        Self::from_map(&Map::from_rows(text::lines(text).map(Line::trimmed))?)
            .ok_or_else(|| Invalid::new("this map is not a maze of cells, which stand in the even rows and columns with walls between them; make one with a maze generator such as maze-dfs"))
    }

    /// Parses the form that [`Display`](fmt::Display) writes. Digits may also be in lower case; what
    /// [`lines`](text::lines) ignores around them is ignored.
    ///
    /// # Errors
    /// Reports the line and column of the first error. Invalid characters and uneven rows are found
    /// first, then walls that do not match.
    ///
    /// ```
    /// use undercroft_core::maze::Maze;
    /// let maze = Maze::from_hex("bc\nb6\n")?;
    /// assert_eq!(maze.to_string(), "BC\nB6\n");
    /// assert_eq!(
    ///     Maze::from_hex("BC\nB7\n").unwrap_err().to_string(),
    ///     "line 2, column 2: \"7\" has a wall on the left that its neighbour \"B\" at line 2, \
    ///      column 1 lacks; write \"6\" here or \"F\" there",
    /// );
    /// # Ok::<(), undercroft_core::text::Invalid>(())
    /// ```
    pub fn from_hex(text: &str) -> Result<Self, Invalid> {
        let lines = text::lines(text).map(Line::trimmed);
        let first = lines.clone().next();
        let first = first.ok_or_else(|| {
            Invalid::new("the maze is empty: it needs at least one row of one cell")
        })?;
        let expected = first.text.chars().count();
        let limit = MAX_SIDE as usize;
        let height = lines.clone().take(limit + 1).count();
        let mut maze = Self::new(expected.min(limit) as u32, height as u32);
        let stride = maze.stride;
        let mut rows = maze.cells.chunks_exact_mut(stride).skip(1);
        for (index, line) in lines.clone().enumerate() {
            read_row(line, expected, rows.next().unwrap_or_default())?;
            if index == limit || expected > limit {
                let column = line.column + if index == limit { 0 } else { limit };
                return Err(Invalid::new(format_args!(
                    "line {}, column {column}: a maze has at most {MAX_SIDE} cells a side",
                    line.number
                )));
            }
        }
        maze.check_walls(&lines)?;
        Ok(maze)
    }

    /// The digit of a cell and its place in the text.
    fn digit<'a>(&self, cell: Pos, lines: &(impl Iterator<Item = Line<'a>> + Clone)) -> Digit {
        let line = lines.clone().nth(cell.y as usize);
        let (line, column) = line.map_or((0, 0), |line| (line.number, line.column));
        Digit {
            line,
            column: column + cell.x as usize,
            found: upper_digit(self.walls(cell)),
        }
    }

    /// Checks that both sides of every wall agree and that the border is closed.
    fn check_walls<'a>(
        &self,
        lines: &(impl Iterator<Item = Line<'a>> + Clone),
    ) -> Result<(), Invalid> {
        for (pos, open) in self.cells() {
            for dir in Dir::CARDINAL {
                let next = pos.step(dir);
                let is_open = open & dir.bit() != 0;
                if !self.contains(next) {
                    if is_open {
                        return Err(open_border(self.digit(pos, lines), dir));
                    }
                } else if !is_open && self.step(next, dir.opposite()).is_some() {
                    let [cell, other] = [pos, next].map(|pos| self.digit(pos, lines));
                    return Err(one_sided(cell, other, dir));
                }
            }
        }
        Ok(())
    }
}

/// The character of a wall on a map; no hex form has it.
const WALL: char = '#';

/// Reads one row into `cells`, as openings.
fn read_row(line: Line, expected: usize, cells: &mut [u8]) -> Result<(), Invalid> {
    let mut found = 0;
    for c in line.text.chars() {
        let walls = c.to_digit(16).ok_or_else(|| {
            let (line, column) = (line.number, line.column + found);
            let found = c.escape_debug();
            Invalid::new(format_args!(
                "line {line}, column {column}: \"{found}\" is not a cell; use 0-9 and A-F"
            ))
        })?;
        // Surplus cells are rejected below, and the frame has no room for them.
        if found < expected
            && let Some(cell) = cells.get_mut(found)
        {
            *cell = walls as u8 ^ ALL;
        }
        found += 1;
    }
    if found == expected {
        return Ok(());
    }
    // At the first missing or surplus cell.
    let (line, column) = (line.number, line.column + found.min(expected));
    let s = if found == 1 { "" } else { "s" };
    Err(Invalid::new(format_args!(
        "line {line}, column {column}: this row has {found} cell{s}, the first row has {expected}"
    )))
}

impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::with_capacity(self.width as usize + 1);
        for row in self.rows() {
            line.clear();
            line.extend(row.iter().map(|open| upper_digit(open ^ ALL)));
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Maze::from_hex(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_named_by_line_and_column() {
        let empty = "the maze is empty: it needs at least one row of one cell";
        for (text, message) in [
            ("", empty),
            ("\n", empty),
            (
                "BC\nB\n",
                "line 2, column 2: this row has 1 cell, the first row has 2",
            ),
            (
                "BC\nB66\n",
                "line 2, column 3: this row has 3 cells, the first row has 2",
            ),
            (
                "BC\nBG\n",
                "line 2, column 2: \"G\" is not a cell; use 0-9 and A-F",
            ),
            (
                "\n  BC\n  B\u{feff}6\n",
                "line 3, column 4: \"\\u{feff}\" is not a cell; use 0-9 and A-F",
            ),
            (
                "\n BC\r\n A6\r\n",
                "line 3, column 2: \"A\" is open on the left, where the maze ends; write \"B\"",
            ),
            (
                "3C\nB6\n",
                "line 1, column 1: \"3\" is open above, where the maze ends; write \"B\"",
            ),
            (
                "B8\nB6\n",
                "line 1, column 2: \"8\" is open on the right, where the maze ends; write \"C\"",
            ),
            (
                "BC\n96\n",
                "line 2, column 1: \"9\" is open below, where the maze ends; write \"B\"",
            ),
            (
                "BC\nA6\n",
                "line 2, column 1: \"A\" is open on the left, where the maze ends; write \"B\"",
            ),
            (
                "FC\nB6\n",
                "line 1, column 1: \"F\" has a wall on the right that its neighbour \"C\" at line 1, column 2 lacks; write \"B\" here or \"D\" there",
            ),
            (
                "BC\nBE\n",
                "line 2, column 2: \"E\" has a wall above that its neighbour \"C\" at line 1, column 2 lacks; write \"6\" here or \"E\" there",
            ),
            (
                "BE\nB6\n",
                "line 1, column 2: \"E\" has a wall below that its neighbour \"6\" at line 2, column 2 lacks; write \"C\" here or \"E\" there",
            ),
        ] {
            assert_eq!(error(text), message, "{text:?}");
        }
    }

    #[test]
    fn what_surrounds_a_maze_does_not_count_in_either_form() {
        let maze = Maze::from_hex("BC\nB6").unwrap();
        let mut map = Map::default();
        maze.to_map(&mut map);
        map.start = Some(Pos::new(1, 1));
        for form in [maze.to_string(), map.to_string()] {
            for text in [
                form.clone(),
                form.trim_end().to_owned(),
                format!("\u{feff}\n\n{form}\n \n"),
                form.replace('\n', "\r\n"),
                form.replace('\n', "\r"),
                form.replace('\n', " \u{200b}\n\u{a0}\t")
                    .replacen('B', " \tB", 1)
                    .replacen('#', " \t#", 1),
                format!("```\n{form}```\n"),
            ] {
                assert_eq!(Maze::read(&text), Ok(maze.clone()), "{text:?}");
            }
        }
        let error = Maze::read("####\n#..#\n####").unwrap_err().to_string();
        assert!(
            error.starts_with("this map is not a maze of cells"),
            "{error}"
        );
        let error = Maze::read("###\n#x#\n###").unwrap_err().to_string();
        assert!(
            error.starts_with("line 2, column 2: \"x\" is not a tile"),
            "{error}"
        );
    }

    #[test]
    fn a_maze_larger_than_any_is_refused_where_it_becomes_too_large() {
        let side = MAX_SIDE as usize;
        for (text, place) in [
            (
                "F".repeat(side + 1),
                format!("line 1, column {}: a maze has", side + 1),
            ),
            (
                "F\n".repeat(side + 1),
                format!("line {}, column 1: a maze has", side + 1),
            ),
        ] {
            assert!(error(&text).starts_with(&place), "{}", error(&text));
        }
        assert_eq!(
            Maze::from_hex(&"F\n".repeat(side)),
            Ok(Maze::new(1, MAX_SIDE))
        );
        assert_eq!(
            Maze::from_hex(&"F".repeat(side)),
            Ok(Maze::new(MAX_SIDE, 1))
        );
    }
}

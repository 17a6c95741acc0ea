//! Board ids: a board as text, tile by tile.
//!
//! `WxH:rules:digits`, or `WxH:rules:digits:walls`. The rules are letters, none for the default
//! rules: `w` the board wraps, `s` single-tile wellspring, `x` tiles with four pipes are allowed,
//! `a` several solutions are allowed, `b` walls (barriers) follow. The digits are the tiles in
//! row-major order, one hex digit each, the sum of its pipes: up 8, right 4, down 2, left 1. Walls
//! are written in the same way, on the right and lower sides only. A two-tile wellspring includes
//! the pipe between its halves.

use std::fmt;
use std::str::FromStr;

use super::board::Board;
use super::layout::Layout;
use super::mask::{Mask, sides};
use super::rules::{MAX_SIDE, RULES, Rules, check_size};
use crate::geom::{Pos, Size};
use crate::text::{self, Invalid};

const WALL_LETTER: char = 'b';
const DIGITS: &str = "tiles";
const WALL_DIGITS: &str = "walls";

/// The position of a tile. Displayed with its column and row, counted from 1.
#[derive(Clone, Copy)]
pub(super) struct TilePlace(Pos);

impl TilePlace {
    pub fn from_index(index: usize, size: Size) -> Self {
        let (index, width) = (index as i32, size.width as i32);
        Self(Pos::new(index % width, index / width))
    }
}

impl fmt::Display for TilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}, row {}", self.0.x + 1, self.0.y + 1)
    }
}

fn wrong_digit(part: &str, at: TilePlace, found: char) -> Invalid {
    let hint = if part == DIGITS {
        "not a tile; tiles are 1 to 9 and a to f"
    } else {
        "not a wall; 4 is one on the right, 2 one below, 6 both, 0 none, and none between the halves \
         of a wellspring or beside its upper one"
    };
    Invalid::new(format_args!("the id's {part}, {at}: \"{found}\" is {hint}"))
}

impl Board {
    /// The board as an id, from which it can be parsed again. [`Display`](std::fmt::Display) draws
    /// the board instead.
    ///
    /// ```
    /// use undercroft_core::conduit::{Board, Spec};
    ///
    /// let spec: Spec = "board/10x9#7".parse()?;
    /// let id = spec.make().start().id();
    /// assert!(id.starts_with("10x9::"));
    /// assert_eq!(&id.parse::<Board>()?, spec.make().start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self) -> String {
        let mut id = format!("{}:", self.size);
        let letters = RULES.iter().filter(|rule| (rule.get)(&self.rules));
        id.extend(letters.map(|rule| rule.letter));
        if self.has_walls() {
            id.push(WALL_LETTER);
        }
        id.push(':');
        id.extend(self.rows().flatten().map(digit));
        if self.has_walls() {
            id.push(':');
            id.extend(self.walls.iter().map(|wall| digit(Mask::new(*wall))));
        }
        id
    }
}

fn digit(mask: Mask) -> char {
    char::from_digit(u32::from(mask.bits()), 16).expect("a mask has four bits")
}

impl FromStr for Board {
    type Err = Invalid;

    /// Parses an id. The board must be plausible: as many pipe ends as a tree has, and no tile that
    /// its rules forbid. Use [`Board::answer`] to find out whether it has a solution, and only one.
    ///
    /// # Errors
    /// Reports the wrong part of the id and, in the tiles and walls, the column and row.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let value = text::value(text);
        let parts: Vec<&str> = value.split(':').map(text::trim).collect();
        let (size, letters, tiles, walls) = match parts[..] {
            [size, letters, tiles] => (size, letters, tiles, None),
            [size, letters, tiles, walls] => (size, letters, tiles, Some(walls)),
            _ => {
                let found = parts.len();
                return Err(Invalid::new(format_args!(
                    "an id has three parts with colons between them, size, rules and tiles, as in 3x3:s:673aaa888, or four if walls follow; this one has {found}"
                )));
            }
        };
        let size =
            read_size(size).map_err(|error| Invalid::new(format_args!("in the id, {error}")))?;
        let (rules, walled) = read_rules(letters)?;
        if walled != walls.is_some() {
            return Err(Invalid::new(
                "in the id, the rule b and a fourth part with the walls go together",
            ));
        }
        let mut board = Self {
            size,
            rules,
            tiles: read_digits(DIGITS, tiles, size, |digit| digit > 0)?,
            walls: Vec::new(),
        };
        board.check_tiles()?;
        board.merge_wellspring()?;
        board.check_ends()?;
        if let Some(walls) = walls {
            board.walls = read_digits(WALL_DIGITS, walls, size, |digit| digit & 9 == 0)?;
            board.check_walls()?;
        }
        Ok(board)
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        board.id()
    }
}

impl TryFrom<String> for Board {
    type Error = Invalid;

    fn try_from(id: String) -> Result<Self, Invalid> {
        id.parse()
    }
}

/// Reads the size of a board.
pub(super) fn read_size(text: &str) -> Result<Size, Invalid> {
    let size = text.parse()?;
    check_size(size, MAX_SIDE)?;
    Ok(size)
}

fn read_rules(letters: &str) -> Result<(Rules, bool), Invalid> {
    let mut rules = Rules::default();
    let (letters, walled) = match letters.strip_suffix(WALL_LETTER) {
        Some(letters) => (letters, true),
        None => (letters, false),
    };
    let mut left = RULES.iter();
    for letter in letters.chars() {
        let rule = left.find(|rule| rule.letter == letter);
        let rule = rule.ok_or_else(|| {
            Invalid::new(format_args!(
                "in the id's rules, \"{letter}\" is not a rule, or is out of place; the rules are w, s, x, a and b, in this order"
            ))
        })?;
        (rule.set)(&mut rules);
    }
    Ok((rules, walled))
}

fn read_digits(
    part: &'static str,
    text: &str,
    size: Size,
    is_valid: fn(u8) -> bool,
) -> Result<Vec<u8>, Invalid> {
    let found = text.chars().count();
    let mut digits = Vec::with_capacity(size.area());
    for (index, found) in (0..size.area()).zip(text.chars()) {
        let digit = found.to_digit(16).map(|digit| digit as u8);
        let at = TilePlace::from_index(index, size);
        let digit = digit.filter(|digit| is_valid(*digit));
        digits.push(digit.ok_or_else(|| wrong_digit(part, at, found))?);
    }
    if found != size.area() {
        let expected = size.area();
        return Err(Invalid::new(format_args!(
            "the id's {part} have {found} digits; a board of {size} has {expected}"
        )));
    }
    Ok(digits)
}

impl Board {
    /// The tile numbers of the wellspring's upper and lower half, if it has two.
    fn halves(&self) -> Option<(usize, usize)> {
        let layout = Layout::new(self.size, self.rules);
        let halves = (usize::from(layout.upper), usize::from(layout.spring));
        layout.has_halves().then_some(halves)
    }

    fn check_tiles(&self) -> Result<(), Invalid> {
        // The lower half of a wellspring has the edge to the upper half besides up to three others.
        let lower = self.halves().map(|(_, lower)| lower);
        let cross = (0..self.tiles.len())
            .find(|index| self.tiles[*index] == 15 && Some(*index) != lower && !self.rules.crosses);
        match cross {
            Some(index) => Err(self.wrong_cross(index)),
            None => Ok(()),
        }
    }

    fn wrong_cross(&self, index: usize) -> Invalid {
        let at = TilePlace::from_index(index, self.size);
        Invalid::new(format_args!(
            "the id's tiles, {at}: four pipes, which only the rule x allows"
        ))
    }

    /// Merges the two halves of a wellspring into one tile.
    fn merge_wellspring(&mut self) -> Result<(), Invalid> {
        let Some((upper, lower)) = self.halves() else {
            return Ok(());
        };
        let wrong = |index: usize, half, hint| {
            let at = TilePlace::from_index(index, self.size);
            let found = Mask::new(self.tiles[index]);
            Err(Invalid::new(format_args!(
                "the id's tiles, {at}: \"{found}\" cannot be the {half} half of a wellspring; it is {hint}"
            )))
        };
        let wrong_lower = || wrong(lower, "lower", "9 to f, or 8 below an a");
        if self.tiles[upper] & 7 != 2 {
            return wrong(upper, "upper", "2, or a with the pipe that points up");
        }
        if self.tiles[lower] & 8 == 0 {
            return wrong_lower();
        }
        let edges = self.tiles[upper] & 8 | self.tiles[lower] & 7;
        if edges == 0 {
            return wrong_lower();
        }
        if edges == 15 && !self.rules.crosses {
            return Err(self.wrong_cross(lower));
        }
        self.tiles[upper] = 0;
        self.tiles[lower] = edges;
        Ok(())
    }

    pub(super) fn check_ends(&self) -> Result<(), Invalid> {
        let found: u32 = self.tiles.iter().map(|mask| mask.count_ones()).sum();
        let turning = self.tiles.len() - usize::from(self.halves().is_some());
        let expected = 2 * (turning as u32 - 1);
        if found != expected {
            return Err(Invalid::new(format_args!(
                "the id's tiles have {found} pipe ends; {expected} make a tree of all tiles"
            )));
        }
        Ok(())
    }

    /// Rejects walls on sides that cannot be joined anyway, so that each board has exactly one id.
    fn check_walls(&self) -> Result<(), Invalid> {
        let layout = Layout::new(self.size, self.rules);
        for (index, wall) in self.walls.iter().enumerate() {
            if sides(*wall).any(|side| layout.exits[index] >> side & 1 == 0) {
                let at = TilePlace::from_index(index, self.size);
                return Err(wrong_digit(WALL_DIGITS, at, digit(Mask::new(*wall))));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::Spec;

    fn id(code: &str) -> String {
        code.parse::<Spec>().unwrap().make().start().id()
    }

    #[test]
    fn an_id_reads_back_as_it_is_written() {
        for code in [
            "board/3x3#1",
            "board/10x9#1",
            "board/50x50#1",
            "board/7x4/wrap,walls=30,single,crosses,ambiguous#1",
            "board/6x6/walls=100#1",
        ] {
            let id = id(code);
            assert_eq!(id.parse::<Board>().unwrap().id(), id, "{code}");
        }
        assert!(id("board/7x4/wrap,walls=30,single,crosses,ambiguous#1").starts_with("7x4:wsxab:"));
        let id = id("board/10x9#1");
        assert_eq!(
            id.to_uppercase()
                .replace('X', "x")
                .parse::<Board>()
                .unwrap()
                .id(),
            id
        );
    }

    /// A comb-shaped `3x3` board with a single-tile wellspring.
    const VALID_ID: &str = "3x3:s:673aaa888";

    #[test]
    fn each_damaged_part_is_named() {
        assert!(VALID_ID.parse::<Board>().is_ok());
        for (text, needle) in [
            ("", "this one has 1"),
            ("3x3:673aaa888", "this one has 2"),
            ("3x3:s:673aaa888:0:0", "this one has 5"),
            ("3:s:673aaa888", "\"3\" is not a size"),
            ("2x3:s:673aaa", "3x3 to 50x50"),
            ("51x3:s:673aaa", "3x3 to 50x50"),
            ("3x3:q:673aaa888", "\"q\" is not a rule"),
            ("3x3:ss:673aaa888", "\"s\" is not a rule"),
            // Rules out of order would be a second id for the same board.
            (
                "3x3:xs:673aaa888",
                "\"s\" is not a rule, or is out of place",
            ),
            ("3x3:sb:673aaa888", "go together"),
            ("3x3:s:673aaa888:000000000", "go together"),
            ("3x3:s:673aaa88", "have 8 digits; a board of 3x3 has 9"),
            ("3x3:s:673aaa8888", "have 10 digits"),
            ("3x3:s:673aga888", "column 2, row 2: \"g\""),
            ("3x3:s:673aaa808", "column 2, row 3: \"0\""),
            ("3x3:s:6f3aaa888", "column 2, row 1: four pipes"),
            ("3x3:s:673aaa88a", "have 17 pipe ends; 16"),
            (
                "3x3::673aaa848",
                "column 2, row 3: \"4\" cannot be the lower half",
            ),
            (
                "3x3::673a6a888",
                "column 2, row 2: \"6\" cannot be the upper half",
            ),
            (
                "3x3:sb:673aaa888:100000000",
                "column 1, row 1: \"1\" is not a wall",
            ),
            (
                "3x3:sb:673aaa888:004000000",
                "column 3, row 1: \"4\" is not a wall",
            ),
            ("3x3:sb:673aaa888:00000000", "walls have 8 digits"),
        ] {
            let error = text.parse::<Board>().unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }
}

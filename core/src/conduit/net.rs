//! Ids of Net, the game of the same kind in Simon Tatham's Portable Puzzle Collection, in both directions.
//!
//! `WxH:tiles`, or `WxHw:tiles` for a board that wraps. The tiles are in row-major order, one hex digit each, the sum of
//! its pipes: right 1, up 2, left 4, down 8. After a digit may follow `v`, a barrier on the right side of the tile, and
//! `h`, one on its lower side. The source is no part of the id: Net has it in the middle, on an even side to the right
//! of it or below, one tile from where the wellspring is.
//!
//! Source: the format as the collection's manual and its programs show it.

use std::fmt::{Display, Write};

use super::board::Board;
use super::id::{TilePlace, read_size};
use super::layout::Layout;
use super::mask::Mask;
use super::rules::Rules;
use crate::geom::{Dir, Size};
use crate::text::{self, Invalid};

/// The bits of the sides in ids of Net.
const SIDES: [(Dir, u8); 4] = [
    (Dir::East, 1),
    (Dir::North, 2),
    (Dir::West, 4),
    (Dir::South, 8),
];

/// The barrier on the right side of a tile, and the one on its lower side.
const BARRIERS: [(char, Dir); 2] = [('v', Dir::East), ('h', Dir::South)];

/// The size and the letters after it, and the tiles.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let (head, tiles) = text.split_once(':')?;
    let (width, rest) = head.split_once(['x', 'X'])?;
    let digits = rest.find(|letter: char| !letter.is_ascii_digit());
    let (height, params) = rest.split_at(digits.unwrap_or(rest.len()));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let size = &head[..head.len() - params.len()];
    (is_number(width) && is_number(height)).then_some((size, params, tiles))
}

impl Board {
    /// Whether a text has the form of an id of Net: a size, perhaps with letters, and one more part. An id of this
    /// game has three parts at least.
    pub(crate) fn is_net_id(text: &str) -> bool {
        let is_tile = |letter: char| letter.is_ascii_alphanumeric();
        parts(text).is_some_and(|(_, _, tiles)| !tiles.is_empty() && tiles.chars().all(is_tile))
    }

    /// Reads an id of Net. The board has a wellspring of one tile. As with the ids of this game, only
    /// [`answer`](Self::answer) tells whether it has a solution.
    ///
    /// # Errors
    /// The wrong part and, in the tiles, the column and row.
    ///
    /// ```
    /// use undercroft_core::conduit::Board;
    ///
    /// let board = Board::from_net("5x5w:2h91h4cd31487e7dh44hdaah8vc75ha3")?;
    /// assert!(board.rules().wrap && board.has_walls());
    /// assert_eq!(board.net_id()?, "5x5w:2h91h4cd31487e7dh44hdaah8vc75ha3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_net(text: &str) -> Result<Self, Invalid> {
        let value = text::value(text);
        let (size, params, tiles) = parts(&value).ok_or_else(|| Invalid::new("an id of Net has a size and tiles with a colon between them, as in 5x5w:2h91h4cd31487e7dh44hdaah8vc75ha3"))?;
        let size = read_size(size).map_err(in_id)?;
        let mut rules = Rules {
            single: true,
            ..Rules::default()
        };
        match params {
            "" => {}
            "w" => rules.wrap = true,
            other => {
                let other = text::excerpt(other);
                return Err(in_id(format_args!(
                    "\"{other}\" after the size is not understood; only w, a board that wraps, stands there"
                )));
            }
        }
        let (tiles, walls) = read_tiles(tiles, size)?;
        rules.crosses = tiles.contains(&Mask::CROSS.bits());
        let mut board = Self {
            size,
            rules,
            tiles,
            walls: Vec::new(),
        };
        if walls.iter().any(|wall| *wall > 0) {
            // A barrier at the edge of a board that does not wrap keeps nothing apart.
            let layout = Layout::new(size, rules);
            let inner = walls.iter().zip(&layout.exits);
            let inner: Vec<u8> = inner.map(|(wall, exits)| wall & exits).collect();
            board.walls = if inner.iter().all(|wall| *wall == 0) {
                Vec::new()
            } else {
                inner
            };
        }
        board.check_ends().map_err(in_id)?;
        Ok(board)
    }

    /// The board as an id of Net.
    ///
    /// # Errors
    /// If its wellspring has two tiles.
    pub fn net_id(&self) -> Result<String, Invalid> {
        if !self.rules.single {
            return Err(Invalid::new(
                "Net has no wellspring of two tiles: only a board with the rule \"single\" has an id there",
            ));
        }
        let mut id = self.size.to_string();
        id += if self.rules.wrap { "w:" } else { ":" };
        for (index, tile) in self.tiles.iter().enumerate() {
            let sides = SIDES.iter().filter(|(dir, _)| Mask::new(*tile).has(*dir));
            let digit: u8 = sides.map(|(_, bit)| bit).sum();
            write!(id, "{digit:x}").expect("a string takes what is written to it");
            let wall = Mask::new(self.walls.get(index).copied().unwrap_or_default());
            id.extend(
                BARRIERS
                    .iter()
                    .filter(|(_, dir)| wall.has(*dir))
                    .map(|(letter, _)| letter),
            );
        }
        Ok(id)
    }
}

fn in_id(error: impl Display) -> Invalid {
    Invalid::new(format_args!("in the id of Net, {error}"))
}

fn wrong_length(found: usize, size: Size) -> Invalid {
    let expected = size.area();
    Invalid::new(format_args!(
        "the id of Net has {found} tiles; a board of {size} has {expected}"
    ))
}

/// Reads the tiles, and the walls on the right and lower side of each.
fn read_tiles(text: &str, size: Size) -> Result<(Vec<u8>, Vec<u8>), Invalid> {
    let (mut tiles, mut walls) = (Vec::new(), Vec::<u8>::new());
    for found in text.chars() {
        let at = |index: usize| TilePlace::from_index(index.min(size.area() - 1), size);
        let barrier = BARRIERS.iter().find(|(letter, _)| *letter == found);
        if let (Some((_, dir)), Some(wall)) = (barrier, walls.last_mut()) {
            // `v` comes before `h`, so that each board has one id.
            if *wall & Mask::of(*dir).bits() > 0 || *wall & Mask::of(Dir::South).bits() > 0 {
                let at = at(tiles.len() - 1);
                return Err(Invalid::new(format_args!(
                    "the id of Net, {at}: \"{found}\" is given twice, or h before v"
                )));
            }
            *wall |= Mask::of(*dir).bits();
            continue;
        }
        let digit = found.to_digit(16).filter(|digit| *digit > 0);
        let digit = digit.ok_or_else(|| {
            let at = at(tiles.len());
            Invalid::new(format_args!("the id of Net, {at}: \"{found}\" is not a tile; tiles are 1 to 9 and a to f, each with v or h after it for a barrier"))
        })?;
        let sides = SIDES.iter().filter(|(_, bit)| digit & u32::from(*bit) > 0);
        let mask = sides.fold(Mask::NONE, |mask, (dir, _)| mask | Mask::of(*dir));
        tiles.push(mask.bits());
        walls.push(0);
        if tiles.len() > size.area() {
            let digits = text.chars().filter(|letter| letter.is_ascii_hexdigit());
            return Err(wrong_length(digits.count(), size));
        }
    }
    if tiles.len() < size.area() {
        return Err(wrong_length(tiles.len(), size));
    }
    Ok((tiles, walls))
}

/// A kind of board that Net offers by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetPreset {
    /// Its name: the size, and `w` if it wraps.
    pub name: &'static str,
    /// Columns and rows.
    pub size: Size,
    /// Whether it wraps.
    pub wrap: bool,
}

impl NetPreset {
    /// All presets, smallest first, those that wrap after the others.
    pub const ALL: [Self; 10] = [
        Self::new("5x5", 5, false),
        Self::new("7x7", 7, false),
        Self::new("9x9", 9, false),
        Self::new("11x11", 11, false),
        Self::new("13x11", 13, false),
        Self::new("5x5w", 5, true),
        Self::new("7x7w", 7, true),
        Self::new("9x9w", 9, true),
        Self::new("11x11w", 11, true),
        Self::new("13x11w", 13, true),
    ];

    const fn new(name: &'static str, width: u32, wrap: bool) -> Self {
        // The largest is the only one that is no square.
        let height = if width == 13 { 11 } else { width };
        let size = Size::new(width, height);
        Self { name, size, wrap }
    }

    /// The rules of its boards, with a wellspring of one tile.
    pub fn rules(self) -> Rules {
        Rules {
            wrap: self.wrap,
            single: true,
            ..Rules::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_part_of_an_id_is_named() {
        for (text, needle) in [
            ("5x5", "with a colon between them"),
            ("5x:1", "with a colon between them"),
            ("2x2:1111", "3x3 to 50x50"),
            ("5x5q:1", "\"q\" after the size"),
            ("3x3:1111", "has 4 tiles; a board of 3x3 has 9"),
            ("3x3:1111111111", "has 10 tiles"),
            ("3x3:110111111", "column 3, row 1: \"0\" is not a tile"),
            ("3x3:v11111111", "column 1, row 1: \"v\" is not a tile"),
            ("3x3:11g111111", "column 3, row 1: \"g\""),
            (
                "3x3:1hv1111111",
                "column 1, row 1: \"v\" is given twice, or h before v",
            ),
            ("3x3:1vv1111111", "given twice"),
            ("3x3:111111111", "have 9 pipe ends; 16"),
        ] {
            let error = Board::from_net(text).unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }

    #[test]
    fn a_preset_is_named_by_its_size() {
        for preset in NetPreset::ALL {
            let wrap = if preset.wrap { "w" } else { "" };
            assert_eq!(preset.name, format!("{}{wrap}", preset.size));
        }
    }
}

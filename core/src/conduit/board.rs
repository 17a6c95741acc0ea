//! Boards: size, rules, walls and the current orientation of each tile; and puzzles, boards with a
//! solution.

use std::fmt;

use super::layout::Layout;
use super::light::Light;
use super::mask::Mask;
use super::rules::Rules;
use crate::geom::{Pos, Size};
use serde::{Deserialize, Serialize};

/// A board: its rules, its walls and its tiles as they are currently turned.
///
/// Displayed as `height` lines of `width` characters: heavy lines for pipes, double lines for the
/// wellspring; walls are not shown. Serialized as its [id](Board::id); reading one validates it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Board {
    pub(super) size: Size,
    pub(super) rules: Rules,
    /// Masks by tile number; a two-tile wellspring is stored at its lower half, see `Layout`.
    pub(super) tiles: Vec<u8>,
    /// Walls on the right (4) and lower (2) side of each tile; empty if the board has none.
    pub(super) walls: Vec<u8>,
}

impl Board {
    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rules, by which the wellspring has one or two tiles and the board may wrap.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The positions of the wellspring, upper tile first; the same position twice if it is a single
    /// tile.
    pub fn wellspring(&self) -> [Pos; 2] {
        let (upper, lower) = self.rules.wellspring(self.size);
        [upper, lower.unwrap_or(upper)]
    }

    /// Computes which tiles are joined to the wellspring, as a predicate that is false off the
    /// board. Linear in the tiles.
    pub fn lit(&self) -> impl Fn(Pos) -> bool + use<> {
        let layout = self.layout();
        let mut light = Light::default();
        light.compute(&layout, &self.tiles);
        move |pos| layout.tile_at(pos).is_some_and(|tile| light.is_lit(tile))
    }

    /// The pipes of the tile at `pos` as it is currently turned; `None` off the board.
    ///
    /// The two tiles of a wellspring are always joined to each other. Of the pipes that turn, the
    /// upper tile shows the one that points up and the lower tile shows the others.
    pub fn tile(&self, pos: Pos) -> Option<Mask> {
        let index = self.index(pos)?;
        let [upper, lower] = self.wellspring().map(|half| self.index(half));
        let spring = self.tiles[lower?];
        Some(Mask::new(match Some(index) {
            _ if upper == lower => self.tiles[index],
            at if at == upper => spring & 8 | 2,
            at if at == lower => spring & 7 | 8,
            _ => self.tiles[index],
        }))
    }

    /// Turns the tile at `pos` clockwise by `quarters` quarter turns; the two tiles of a wellspring
    /// turn as one. Does nothing off the board.
    pub fn turn(&mut self, pos: Pos, quarters: u8) {
        let [upper, lower] = self.wellspring();
        let Some(index) = self.index(if pos == upper { lower } else { pos }) else {
            return;
        };
        self.tiles[index] = Mask::new(self.tiles[index]).turned(quarters).bits();
    }

    /// Puts another tile at `pos`; does nothing at the wellspring and off the board.
    pub(crate) fn replace(&mut self, pos: Pos, mask: Mask) {
        if let Some(index) = self
            .index(pos)
            .filter(|_| !self.wellspring().contains(&pos))
        {
            self.tiles[index] = mask.bits();
        }
    }

    /// Whether the tiles of `other` can be turned to give this board. Linear in the tiles.
    pub fn is_turn_of(&self, other: &Self) -> bool {
        let mut pairs = self.tiles.iter().zip(&other.tiles);
        self.size == other.size
            && self.rules == other.rules
            && self.walls == other.walls
            && pairs.all(|(a, b)| Mask::new(*a).turns_to(Mask::new(*b)).is_some())
    }

    /// The walls of the tile at `pos` on its right (4) and its lower (2) side.
    pub fn walls(&self, pos: Pos) -> Mask {
        let wall = self.index(pos).and_then(|index| self.walls.get(index));
        Mask::new(wall.copied().unwrap_or_default())
    }

    /// Whether the board has any wall.
    pub const fn has_walls(&self) -> bool {
        !self.walls.is_empty()
    }

    /// The tiles of each row from left to right, top row first.
    pub fn rows(&self) -> impl Iterator<Item = Vec<Mask>> {
        let (width, height) = (self.size.width as i32, self.size.height as i32);
        (0..height).map(move |y| {
            let tile = |x| self.tile(Pos::new(x, y));
            (0..width).filter_map(tile).collect()
        })
    }

    /// Whether every tile is joined to the wellspring. Linear in the tiles.
    pub fn is_solved(&self) -> bool {
        let layout = self.layout();
        let mut light = Light::default();
        light.compute(&layout, &self.tiles);
        light.count() == layout.turning
    }

    /// The index of the tile at `pos` in row-major order; `None` off the board.
    fn index(&self, pos: Pos) -> Option<usize> {
        let inside = self.size.contains(pos);
        inside.then(|| pos.y as usize * self.size.width as usize + pos.x as usize)
    }

    pub(super) fn layout(&self) -> Layout {
        Layout::new(self.size, self.rules).with_walls(&self.walls)
    }

    /// Clears the tiles and walls for a board of this size, keeping the allocations.
    pub(super) fn reset(&mut self, size: Size, rules: Rules) {
        self.size = size;
        self.rules = rules;
        self.tiles.clear();
        self.walls.clear();
    }

    pub(super) fn with_tiles(&self, tiles: &[u8]) -> Self {
        Self {
            tiles: tiles.to_vec(),
            walls: self.walls.clone(),
            ..*self
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DOUBLE: [char; 16] = [
            ' ', '╡', '╥', '╗', '╞', '═', '╔', '╦', '╨', '╝', '║', '╣', '╚', '╩', '╠', '╬',
        ];
        let wellspring = self.wellspring();
        for (y, row) in (0..).zip(self.rows()) {
            let mut line: String = (0..)
                .zip(row)
                .map(|(x, mask)| match wellspring.contains(&Pos::new(x, y)) {
                    true => DOUBLE[usize::from(mask.bits())],
                    false => mask.to_char(),
                })
                .collect();
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

/// An unsolved board and its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub(super) start: Board,
    /// The masks of the solution, indexed like those of the board.
    pub(super) solution: Vec<u8>,
}

impl Puzzle {
    /// A board with one of its solutions, as [`Board::answer`] returns them. Unlike [`Puzzle::of`],
    /// does not check that the solution is unique.
    pub fn solved_by(start: Board, solved: &Board) -> Self {
        Self {
            start,
            solution: solved.tiles.clone(),
        }
    }

    /// The unsolved board.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The solved board.
    pub fn solved(&self) -> Board {
        self.start.with_tiles(&self.solution)
    }

    /// The fewest quarter turns from the start to the solution. Linear in the tiles.
    pub fn fewest_moves(&self) -> u32 {
        let pairs = self.start.tiles.iter().zip(&self.solution);
        pairs
            .filter_map(|(from, to)| Mask::new(*from).turns_to(Mask::new(*to)))
            .sum()
    }
}

/// An empty puzzle for a [`Maker`](super::Maker) to fill.
impl Default for Puzzle {
    fn default() -> Self {
        Self {
            start: Board {
                size: Size::new(0, 0),
                rules: Rules::default(),
                tiles: Vec::new(),
                walls: Vec::new(),
            },
            solution: Vec::new(),
        }
    }
}

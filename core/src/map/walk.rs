//! The rule for a step, shared by the player, monsters, bots and searches.

use serde::{Deserialize, Serialize};

use super::{Map, Tile};
use crate::geom::{Dir, Grid, Pos, Rect};

/// Which steps a search takes. Every step is reversible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steps {
    /// In the four cardinal directions
    Four,
    /// In all eight directions, by the rule of [`Map::step`], as in the game
    #[default]
    Eight,
    /// In all eight directions, also between two diagonal walls
    Squeezing,
}

impl Steps {
    /// Whether a step from `from` in direction `dir` is allowed, given which tiles are `open`.
    #[inline]
    pub fn allow(self, from: Pos, dir: Dir, open: impl Fn(Pos) -> bool) -> bool {
        open(from.step(dir))
            && match self {
                Self::Four => !dir.is_diagonal(),
                Self::Eight => can_reach(from, dir, open),
                Self::Squeezing => true,
            }
    }
}

/// Whether a step or an attack from `from` in direction `dir` fits past the two tiles beside it: if
/// it is diagonal, one of them must be `open`.
#[inline]
fn can_reach(from: Pos, dir: Dir, open: impl Fn(Pos) -> bool) -> bool {
    !dir.is_diagonal() || dir.sides().into_iter().any(|side| open(from.step(side)))
}

impl Grid<Tile> {
    /// Whether `pos` is on the grid and can be walked on.
    #[inline]
    pub fn is_walkable(&self, pos: Pos) -> bool {
        self.get(pos).is_some_and(|tile| tile.is_walkable())
    }

    /// Whether an actor can step from `from` in direction `dir`.
    #[inline]
    pub fn can_step(&self, from: Pos, dir: Dir) -> bool {
        Steps::Eight.allow(from, dir, |pos| self.is_walkable(pos))
    }

    /// Whether a step or an attack from `from` in direction `dir` need not squeeze between two
    /// diagonal walls, regardless of the tile that it leads to. Nobody squeezes past deep water.
    #[inline]
    pub fn can_reach(&self, from: Pos, dir: Dir) -> bool {
        let open = |pos: Pos| self.get(pos).is_some_and(|tile| tile.is_passable());
        can_reach(from, dir, open)
    }

    /// Whether one of the eight neighbours of `pos` is void: on a map of what is known, whether
    /// `pos` lies at its frontier.
    pub(crate) fn is_beside_void(&self, pos: Pos) -> bool {
        const MIDDLE: usize = 1 << 4;
        self.around(pos, |tile| tile == Tile::Void) & !MIDDLE != 0
    }

    /// Which of the 3 x 3 tiles around `pos` fit, as bits: bit `3 * row + column`, clear outside the grid.
    #[inline]
    pub(super) fn around(&self, pos: Pos, fits: impl Fn(Tile) -> bool) -> usize {
        let (width, height) = (self.width() as i32, self.height() as i32);
        let bit = |tile: Tile, bit: usize| usize::from(fits(tile)) << bit;
        if (1..width - 1).contains(&pos.x) && (1..height - 1).contains(&pos.y) {
            let first = (pos.y - 1) as usize * width as usize + (pos.x - 1) as usize;
            let three = |row: usize| match self.as_slice()[first + row * width as usize..] {
                [left, middle, right, ..] => bit(left, 0) | bit(middle, 1) | bit(right, 2),
                _ => 0,
            };
            return three(0) | three(1) << 3 | three(2) << 6;
        }
        let around = Rect::between(pos, pos).grown(1).positions().enumerate();
        let tiles = around.filter_map(|(at, near)| Some((at, *self.get(near)?)));
        tiles.map(|(at, tile)| bit(tile, at)).sum()
    }
}

impl Map {
    /// The tile one step from `from` in direction `dir`; `None` if the step is not possible.
    pub fn step(&self, from: Pos, dir: Dir) -> Option<Pos> {
        self.tiles.can_step(from, dir).then(|| from.step(dir))
    }
}

//! Vaults: a sealed room with three things, and what opens it. A [`Mechanism`] says whether it is
//! solved, and nothing else in the game knows how it works.

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::content::Vaults;
use super::state::Item;
use crate::conduit::{Board, Mask, Rules, Spec};
use crate::geom::{Pos, Rect, Size};
use crate::rng::Seed;

/// What opens a vault, or lights the Everlamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Mechanism {
    /// A lever: one pull.
    Lever {
        /// Whether it was pulled.
        pulled: bool,
    },
    /// A conduit: the puzzle of [`crate::conduit`].
    Conduit(Conduit),
}

/// A conduit as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Conduit {
    size: Size,
    /// Of the puzzle, from which the solution follows.
    seed: Seed,
    /// The pipes of each tile as it is turned now, row by row.
    tiles: Vec<u8>,
    solved: bool,
}

/// What a player does to a mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// Pulls a lever, or feels for a tile that is wrong and sets it right.
    Pull,
    /// Turns a tile by a quarter.
    Rotate { tile: u16, clockwise: bool },
}

impl Mechanism {
    /// Whether it has been solved.
    pub const fn is_solved(&self) -> bool {
        match self {
            Self::Lever { pulled } => *pulled,
            Self::Conduit(conduit) => conduit.solved,
        }
    }

    /// Whether it is one that a level of a conduit's `size` can have.
    pub fn is_sound(&self, size: Size) -> bool {
        match self {
            Self::Lever { .. } => true,
            Self::Conduit(conduit) => conduit.is_sound() && conduit.is_of_its_seed(size),
        }
    }

    /// Whether `work` can be done on it.
    pub fn check(&self, work: Work) -> Result<(), Refusal> {
        match (self, work) {
            (Self::Lever { pulled: false }, Work::Pull) => Ok(()),
            (Self::Lever { .. }, Work::Rotate { .. }) => Err(Refusal::NoConduit),
            (Self::Conduit(conduit), _) if conduit.solved => Err(Refusal::NoConduit),
            (Self::Conduit(_), Work::Pull) => Ok(()),
            (Self::Conduit(conduit), Work::Rotate { tile, .. }) => {
                let there = usize::from(tile) < conduit.tiles.len();
                if there { Ok(()) } else { Err(Refusal::NoTile) }
            }
            (Self::Lever { pulled: true }, Work::Pull) => Err(Refusal::NoLever),
        }
    }

    /// Does it; the ticks it takes, and the tile of a conduit that was turned with its quarters.
    pub fn work(&mut self, rules: &Vaults, work: Work) -> (u32, Option<(u16, u8)>) {
        match (self, work) {
            (Self::Lever { pulled }, _) => {
                *pulled = true;
                (rules.turn, None)
            }
            (Self::Conduit(conduit), Work::Pull) => (rules.feel, conduit.feel()),
            (Self::Conduit(conduit), Work::Rotate { tile, clockwise }) => {
                let quarters = if clockwise { 1 } else { 3 };
                conduit.turn(usize::from(tile), quarters);
                (rules.turn, Some((tile, quarters)))
            }
        }
    }
}

impl Conduit {
    /// The conduit that a seed gives, unsolved; `None` if there is none of this size.
    pub fn new(size: Size, seed: Seed) -> Option<Self> {
        let puzzle = Spec::new(size, Rules::default(), seed).ok()?.make();
        let tiles = masks(puzzle.start());
        Some(Self {
            size,
            seed,
            tiles,
            solved: false,
        })
    }

    /// Turns a tile, and with one half of the wellspring the other.
    fn turn(&mut self, tile: usize, quarters: u8) {
        let [upper, lower] = self.halves();
        if tile == upper || tile == lower {
            // What goes up belongs to the upper half, all else to the lower; between them they are
            // always joined.
            let spring = self.tiles[upper] & 8 | self.tiles[lower] & 7;
            let spring = Mask::new(spring).turned(quarters).bits();
            self.tiles[upper] = spring & 8 | 2;
            self.tiles[lower] = spring & 7 | 8;
        } else {
            self.tiles[tile] = Mask::new(self.tiles[tile]).turned(quarters).bits();
        }
        self.solved = self.board().is_some_and(|board| board.is_solved());
    }

    /// The numbers of the wellspring's tiles.
    fn halves(&self) -> [usize; 2] {
        let (upper, lower) = Rules::default().wellspring(self.size);
        let number = |pos: Pos| pos.y as usize * self.size.width as usize + pos.x as usize;
        [number(upper), number(lower.unwrap_or(upper))]
    }

    /// Sets the first tile right, row by row, that is not; which one, and its quarters.
    fn feel(&mut self) -> Option<(u16, u8)> {
        let puzzle = Spec::new(self.size, Rules::default(), self.seed)
            .ok()?
            .make();
        let goal = masks(&puzzle.solved());
        for (tile, &goal) in goal.iter().enumerate() {
            if self.tiles[tile] == goal {
                continue;
            }
            for quarters in 1..4 {
                let mut turned = self.clone();
                turned.turn(tile, quarters);
                if turned.tiles[tile] == goal {
                    *self = turned;
                    return Some((tile as u16, quarters));
                }
            }
        }
        None
    }

    /// The board as it stands.
    pub fn board(&self) -> Option<Board> {
        let digits = self
            .tiles
            .iter()
            .filter_map(|tile| char::from_digit((*tile).into(), 16));
        let digits: String = digits.collect();
        format!("{}::{digits}", self.size).parse().ok()
    }

    /// Whether it is a board at all, and solved if it says so.
    pub fn is_sound(&self) -> bool {
        // Equal masks: no tile has other bits than a board's, and none is missing.
        self.board().is_some_and(|board| {
            board.size() == self.size
                && masks(&board) == self.tiles
                && board.is_solved() == self.solved
        })
    }

    /// Whether it is the conduit of this size that its seed gives, with some tiles turned.
    fn is_of_its_seed(&self, size: Size) -> bool {
        let made = Some(size).filter(|size| *size == self.size);
        let Some(made) = made.and_then(|size| Self::new(size, self.seed)) else {
            return false;
        };
        let [upper, lower] = self.halves();
        let turned = |now: u8, made: u8| Mask::new(now).turns_to(Mask::new(made)).is_some();
        let spring = |tiles: &[u8]| tiles[upper] & 8 | tiles[lower] & 7;
        let mut pairs = self.tiles.iter().zip(&made.tiles).enumerate();
        turned(spring(&self.tiles), spring(&made.tiles))
            && pairs
                .all(|(tile, (&now, &made))| tile == upper || tile == lower || turned(now, made))
    }
}

/// The pipes of each tile of a board, row by row.
fn masks(board: &Board) -> Vec<u8> {
    board.rows().flatten().map(Mask::bits).collect()
}

/// A sealed room, or the place of the Everlamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Vault {
    /// The floor inside; in the sanctum the Everlamp's own tile.
    pub room: Rect,
    /// The wall that gives way; in the sanctum the Everlamp's own tile.
    pub door: Pos,
    /// Where the mechanism is worked: a tile that stands in the way.
    pub lever: Pos,
    pub mechanism: Mechanism,
    /// The three things and where they lie; none once one was taken.
    pub offers: Vec<(Pos, Item)>,
    /// Whether solving it wins the run.
    pub everlamp: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conduit_is_solved_by_turning_its_tiles_into_place() {
        for seed in 0..30 {
            let size = Size::new(3 + seed as u32 % 8, 3 + seed as u32 % 7);
            let mut conduit = Conduit::new(size, Seed(seed)).unwrap();
            assert!(conduit.is_sound() && !conduit.solved);
            // Four quarters are none, for the wellspring too.
            for tile in 0..conduit.tiles.len() {
                let before = conduit.clone();
                for _ in 0..4 {
                    conduit.turn(tile, 1);
                    assert!(conduit.is_sound(), "seed {seed}, tile {tile}");
                }
                assert_eq!(conduit, before);
            }
            let mut felt = 0;
            while !conduit.solved {
                assert!(conduit.feel().is_some(), "seed {seed}");
                felt += 1;
            }
            assert!(felt > 0 && felt <= size.area());
            assert_eq!(conduit.feel(), None);
        }
    }
}

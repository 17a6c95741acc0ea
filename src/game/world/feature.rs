//! What is built into a level and opened by a mechanism: vaults, and the Everlamp. Only [`Mechanism`]
//! knows how a lever or conduit works.

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::detail::Landmark;
use super::item::Item;
use crate::conduit::{Board, Puzzle, Rules, Spec};
use crate::geom::{Pos, Rect, Size};
use crate::rng::Seed;

/// What opens a vault, or lights the Everlamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Mechanism {
    /// Solved by one pull.
    Lever { pulled: bool },
    /// Solved by the puzzle of [`crate::conduit`].
    Conduit(VaultConduit),
}

/// How often one can feel for a wrong tile of a conduit.
pub(in crate::game) const MOST_FELT: u8 = 2;

/// The conduit of a vault in its current state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct VaultConduit {
    /// The seed of the puzzle, which determines its solution.
    seed: Seed,
    board: Board,
    /// Whether `board` is solved, cached because it is queried often.
    solved: bool,
    /// How often a wrong tile was felt for.
    felt: u8,
}

/// An attempt at a mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Attempt {
    /// Pulls a lever.
    Pull,
    /// Corrects a wrong tile of a conduit.
    Correct,
    /// Turns a tile by a quarter.
    Rotate { tile: u16, clockwise: bool },
}

impl Mechanism {
    pub const fn is_solved(&self) -> bool {
        match self {
            Self::Lever { pulled } => *pulled,
            Self::Conduit(conduit) => conduit.solved,
        }
    }

    /// Checks whether `attempt` can be made.
    pub fn check(&self, attempt: Attempt) -> Result<(), Refusal> {
        match (self, attempt) {
            (Self::Lever { pulled: false }, Attempt::Pull) => Ok(()),
            (Self::Conduit(conduit), Attempt::Correct) if !conduit.solved => {
                if conduit.felt < MOST_FELT {
                    Ok(())
                } else {
                    Err(Refusal::FeltOften)
                }
            }
            (Self::Conduit(conduit), Attempt::Rotate { tile, .. }) if !conduit.solved => {
                let valid = usize::from(tile) < conduit.board.size().area();
                if valid { Ok(()) } else { Err(Refusal::NoTile) }
            }
            _ => Err(Refusal::NoConduit),
        }
    }

    /// Makes an attempt that [`check`](Self::check) allows. Returns the conduit tile that was turned
    /// with its quarter turns.
    pub fn operate(&mut self, attempt: Attempt) -> Option<(u16, u8)> {
        match (self, attempt) {
            (Self::Lever { pulled }, _) => {
                *pulled = true;
                None
            }
            (Self::Conduit(conduit), Attempt::Rotate { tile, clockwise }) => {
                let quarters = if clockwise { 1 } else { 3 };
                conduit.turn(conduit.pos(tile), quarters);
                Some((tile, quarters))
            }
            (Self::Conduit(conduit), _) => {
                conduit.felt += 1;
                conduit.correct_tile()
            }
        }
    }
}

impl VaultConduit {
    /// The unsolved conduit of a seed; `None` if the size is not allowed.
    pub fn new(size: Size, seed: Seed) -> Option<Self> {
        Some(Self {
            seed,
            board: create_puzzle(size, seed)?.start().clone(),
            solved: false,
            felt: 0,
        })
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Position of the tile with this index, counted row by row.
    fn pos(&self, tile: u16) -> Pos {
        let width = self.board.size().width as i32;
        Pos::new(i32::from(tile) % width, i32::from(tile) / width)
    }

    /// Turns a tile; the two halves of the wellspring turn together.
    fn turn(&mut self, pos: Pos, quarters: u8) {
        self.board.turn(pos, quarters);
        self.solved = self.board.is_solved();
    }

    /// Corrects the first wrong tile, row by row; returns its index and quarter turns, or `None` if
    /// no tile is wrong.
    fn correct_tile(&mut self) -> Option<(u16, u8)> {
        let goal = create_puzzle(self.board.size(), self.seed)?.solved();
        for tile in 0..self.board.size().area() as u16 {
            let pos = self.pos(tile);
            for quarters in 0..4 {
                let mut turned = self.board.clone();
                turned.turn(pos, quarters);
                if turned.tile(pos) != goal.tile(pos) {
                    continue;
                }
                if quarters > 0 {
                    self.turn(pos, quarters);
                    return Some((tile, quarters));
                }
                break;
            }
        }
        None
    }
}

/// The puzzle of a seed; `None` if the size is not allowed.
fn create_puzzle(size: Size, seed: Seed) -> Option<Puzzle> {
    let spec = Spec::new(size, Rules::default(), seed).ok()?;
    Some(spec.make())
}

/// A mechanism, and what it opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Feature {
    /// The solid tile of the mechanism.
    pub at: Pos,
    pub mechanism: Mechanism,
    pub opens: Opens,
}

/// What a mechanism opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Opens {
    /// A sealed room.
    Vault(Vault),
    /// The Everlamp, on the mechanism's own tile. Lighting it wins the run.
    Everlamp,
}

/// A sealed room with three offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Vault {
    /// The floor inside.
    pub room: Rect,
    /// The wall that opens.
    pub door: Pos,
    /// Three items and their positions; empty once one is taken.
    pub offers: Vec<(Pos, Item)>,
}

impl Feature {
    /// A vault that is still without its offers.
    pub const fn new_vault(at: Pos, mechanism: Mechanism, room: Rect, door: Pos) -> Self {
        let offers = Vec::new();
        Self {
            at,
            mechanism,
            opens: Opens::Vault(Vault { room, door, offers }),
        }
    }

    pub const fn vault(&self) -> Option<&Vault> {
        match &self.opens {
            Opens::Vault(vault) => Some(vault),
            Opens::Everlamp => None,
        }
    }

    pub const fn vault_mut(&mut self) -> Option<&mut Vault> {
        match &mut self.opens {
            Opens::Vault(vault) => Some(vault),
            Opens::Everlamp => None,
        }
    }

    pub const fn is_everlamp(&self) -> bool {
        matches!(self.opens, Opens::Everlamp)
    }

    /// What the player sees in the mechanism.
    pub const fn landmark(&self) -> Landmark {
        match (&self.opens, &self.mechanism) {
            (Opens::Everlamp, _) => Landmark::Everlamp,
            (_, Mechanism::Conduit(_)) => Landmark::Conduit,
            (_, Mechanism::Lever { .. }) => Landmark::Lever,
        }
    }

    /// Whether it keeps everybody off a tile until it is opened.
    pub fn seals(&self, pos: Pos) -> bool {
        !self.mechanism.is_solved()
            && match &self.opens {
                Opens::Vault(vault) => vault.room.contains(pos),
                Opens::Everlamp => self.at == pos,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the board can be reached from its puzzle, and `solved` matches it.
    fn is_valid(conduit: &VaultConduit) -> bool {
        let puzzle = create_puzzle(conduit.board.size(), conduit.seed).unwrap();
        conduit.board.is_turn_of(puzzle.start()) && conduit.board.is_solved() == conduit.solved
    }

    #[test]
    fn a_conduit_is_solved_by_turning_its_tiles_into_place() {
        for seed in 0..30 {
            let size = Size::new(3 + seed as u32 % 8, 3 + seed as u32 % 7);
            let mut conduit = VaultConduit::new(size, Seed(seed)).unwrap();
            assert!(is_valid(&conduit) && !conduit.solved);
            // Four quarter turns change nothing, even for the wellspring.
            for tile in 0..size.area() as u16 {
                let before = conduit.clone();
                for _ in 0..4 {
                    conduit.turn(conduit.pos(tile), 1);
                    assert!(is_valid(&conduit), "seed {seed}, tile {tile}");
                }
                assert_eq!(conduit, before);
            }
            let mut corrected = 0;
            while !conduit.solved {
                assert!(conduit.correct_tile().is_some(), "seed {seed}");
                corrected += 1;
            }
            assert!(corrected > 0 && corrected <= size.area());
            assert_eq!(conduit.correct_tile(), None);
        }
    }
}

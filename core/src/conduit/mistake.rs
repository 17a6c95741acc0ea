//! Where a player went wrong: the first change after which a tile stands wrong for good.
//!
//! A tile stands wrong if it is locked, or was turned and then left for another one, in a position that the one
//! solution does not have. Tiles that nobody has touched do not: they are as the start or a jumble left them.

use super::hint::Hint;
use super::moves::MoveError;
use super::play::{Change, Conduit};
use super::{hint, mask::Mask};

/// How a tile went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It was locked.
    Locked,
    /// It was turned and left for another one.
    Left,
}

/// A tile that went wrong while none was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// How it went wrong.
    pub fault: Fault,
    /// The number of changes since the last position without a mistake.
    pub changes: usize,
    /// The tile in that position, and why it fits only another way.
    pub hint: Hint,
}

/// The tiles at a point of the history, and what the player did to each.
struct Retraced<'a> {
    conduit: &'a Conduit,
    tiles: Vec<u8>,
    locked: Vec<bool>,
    /// Whether the player turned it last, rather than a jumble or a restart.
    turned: Vec<bool>,
    /// The tile that was touched last.
    last: Option<u16>,
    /// Whether it stands wrong, and how many do.
    wrong: Vec<bool>,
    count: usize,
}

impl<'a> Retraced<'a> {
    fn start(conduit: &'a Conduit) -> Self {
        let count = conduit.layout.count;
        Self {
            conduit,
            tiles: conduit.puzzle.start.tiles.clone(),
            locked: vec![false; count],
            turned: vec![false; count],
            last: None,
            wrong: vec![false; count],
            count: 0,
        }
    }

    fn is_at_fault(&self, tile: u16) -> bool {
        let index = usize::from(tile);
        let is_left = self.turned[index] && self.last != Some(tile);
        self.tiles[index] != self.conduit.puzzle.solution[index] && (self.locked[index] || is_left)
    }

    /// Notes whether a tile stands wrong now.
    fn note(&mut self, tile: u16) {
        let is_wrong = self.is_at_fault(tile);
        let was_wrong = std::mem::replace(&mut self.wrong[usize::from(tile)], is_wrong);
        self.count = self.count + usize::from(is_wrong) - usize::from(was_wrong);
    }

    /// Makes a change again; returns the tile that was left by it, if another was touched.
    fn step(&mut self, change: &Change) -> Option<u16> {
        let (before, after) = change.moves;
        let before_last = self.last;
        // A turn of a player or a hint costs a move; jumbles, restarts and solutions cost none.
        let (is_turn, is_lock) = (after > before, change.turns.is_empty() && after == before);
        let touched = match (is_turn, is_lock) {
            (true, _) => change.turns.first().map(|(tile, _)| *tile),
            (_, true) => change.locks.first().copied(),
            _ => None,
        };
        for (tile, quarters) in &change.turns {
            let index = usize::from(*tile);
            self.tiles[index] = Mask::new(self.tiles[index]).turned(*quarters).bits();
            self.turned[index] = is_turn;
        }
        for tile in &change.locks {
            let locked = &mut self.locked[usize::from(*tile)];
            *locked = !*locked;
        }
        self.last = touched;
        if after < before {
            // A restart: no tile is as the player turned it.
            self.turned.fill(false);
            (0..self.conduit.layout.count as u16).for_each(|tile| self.note(tile));
        }
        let changed = change.turns.iter().map(|(tile, _)| *tile);
        for tile in changed
            .chain(change.locks.iter().copied())
            .chain(before_last)
        {
            self.note(tile);
        }
        before_last.filter(|tile| self.last != Some(*tile))
    }
}

impl Conduit {
    /// Finds the last position without a mistake, and what went wrong then; `None` if nothing has. Linear in the
    /// changes, and runs a deduction for the reasons.
    ///
    /// # Errors
    /// If the board may have several solutions: then no tile is wrong by itself.
    pub fn find_mistake(&self) -> Result<Option<Mistake>, MoveError> {
        if !self.has_one_solution() {
            return Err(MoveError::SeveralSolutions);
        }
        let mut retraced = Retraced::start(self);
        // The number of changes up to the last position without a mistake, and what went wrong after it.
        let (mut clean, mut first) = (0, None);
        for (number, change) in (1..).zip(&self.history[..self.done]) {
            let was_clean = retraced.count == 0;
            let left = retraced.step(change);
            if retraced.count == 0 {
                (clean, first) = (number, None);
            } else if was_clean {
                let left = left.filter(|tile| retraced.wrong[usize::from(*tile)]);
                let locked = || change.locks.first().copied();
                first = left
                    .map(|tile| (tile, Fault::Left))
                    .or_else(|| Some((locked()?, Fault::Locked)));
            }
        }
        let Some((tile, fault)) = first else {
            return Ok(None);
        };
        let mut there = Retraced::start(self);
        for change in &self.history[..clean] {
            there.step(change);
        }
        let hint = hint::explain(&self.layout, &self.puzzle, &there.tiles, tile);
        Ok(Some(Mistake {
            fault,
            changes: self.done - clean,
            hint,
        }))
    }
}

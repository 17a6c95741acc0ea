//! A board being played. Every move goes through [`Conduit::apply`], which changes the state, or
//! refuses and changes nothing. Holds what undo restores; cursor and animation belong to the
//! screen.

use std::sync::OnceLock;

use super::board::{Board, Puzzle};
use super::hint::{self, Hint};
use super::layout::Layout;
use super::light::Light;
use super::mask::Mask;
use super::moves::{Event, Move, MoveError};
use super::search;
use crate::geom::{Dir, Pos, Size};
use crate::rng::{Seed, Stream, Tag};

/// A change that can be undone and redone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Change {
    /// Tiles, ascending, each with its clockwise quarter turns.
    pub turns: Vec<(u16, u8)>,
    /// Tiles, ascending, that were locked or unlocked.
    pub locks: Vec<u16>,
    /// The move count before and after.
    pub moves: (u32, u32),
    /// Whether a hint or the solution was used, before and after.
    pub aided: (bool, bool),
}

/// A board being played.
///
/// ```
/// use undercroft_core::conduit::{Conduit, Move, Spec};
///
/// let spec: Spec = "board/5x5#7".parse()?;
/// let mut conduit = Conduit::new(spec.make());
/// let mut events = Vec::new();
/// while !conduit.is_won() {
///     conduit.apply(Move::Hint, &mut events)?;
/// }
/// assert_eq!(conduit.moves(), conduit.fewest_moves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Conduit {
    pub(super) puzzle: Puzzle,
    pub(super) layout: Layout,
    pub(super) board: Board,
    pub(super) locked: Vec<bool>,
    light: Light,
    pub(super) history: Vec<Change>,
    /// Number of changes in `history` in effect; those after it are undone.
    pub(super) done: usize,
    /// The pinned points of the history, ascending.
    pins: Vec<usize>,
    moves: u32,
    aided: bool,
    /// Number of jumbles so far, undone ones included; each has its own stream.
    jumbles: u64,
    fewest: u32,
    /// Whether the puzzle has one solution, once a hint has asked for it.
    is_unique: OnceLock<bool>,
}

impl Conduit {
    /// Starts playing a puzzle.
    pub fn new(puzzle: Puzzle) -> Self {
        let layout = puzzle.start.layout();
        let mut light = Light::default();
        light.compute(&layout, &puzzle.start.tiles);
        Self {
            board: puzzle.start.clone(),
            locked: vec![false; layout.count],
            light,
            history: Vec::new(),
            done: 0,
            pins: Vec::new(),
            moves: 0,
            aided: false,
            jumbles: 0,
            fewest: puzzle.fewest_moves(),
            is_unique: OnceLock::new(),
            layout,
            puzzle,
        }
    }

    /// Makes a move and appends its events to `events`, in order.
    ///
    /// A hint runs a deduction; everything else is at most linear in the tiles and, for the
    /// history, in the changes undone.
    ///
    /// # Errors
    /// A refused move changes nothing and adds nothing.
    pub fn apply(&mut self, action: Move, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let was_won = self.is_won();
        let history = matches!(
            action,
            Move::Undo | Move::Redo | Move::Rewind | Move::Pin | Move::Restart
        );
        if was_won && !history {
            return Err(MoveError::Won);
        }
        match action {
            Move::Clockwise(at) => self.turn(at, 1, events)?,
            Move::CounterClockwise(at) => self.turn(at, 3, events)?,
            Move::Half(at) => self.turn(at, 2, events)?,
            Move::Lock(at) => self.lock(at, events)?,
            Move::Jumble => self.jumble(events)?,
            Move::Undo => self.undo(events)?,
            Move::Redo => self.redo(events)?,
            Move::Pin => self.pin(events),
            Move::Rewind => self.rewind(events)?,
            Move::Retract => self.retract(events)?,
            Move::Hint => self.hint(events)?,
            Move::Solve => self.solve(events),
            Move::Restart => self.restart(events)?,
        }
        if self.is_won() && !was_won {
            events.push(Event::Won {
                moves: self.moves,
                fewest: self.fewest,
                aided: self.aided,
            });
        }
        Ok(())
    }

    // ---- queries

    /// The puzzle being played.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board as it is currently turned.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.layout.size
    }

    /// Whether all tiles are joined to the wellspring.
    pub const fn is_won(&self) -> bool {
        self.light.count() == self.layout.turning
    }

    /// Whether the tile at `pos` is joined to the wellspring.
    pub fn is_lit(&self, pos: Pos) -> bool {
        let tile = self.layout.tile_at(pos);
        tile.is_some_and(|tile| self.light.is_lit(tile))
    }

    /// Number of tiles joined to the wellspring, and of all tiles; a two-tile wellspring counts
    /// once.
    pub const fn progress(&self) -> (usize, usize) {
        (self.light.count(), self.layout.turning)
    }

    /// Whether the tile at `pos` is locked.
    pub fn is_locked(&self, pos: Pos) -> bool {
        let tile = self.layout.tile_at(pos);
        tile.is_some_and(|tile| self.locked[tile as usize])
    }

    /// Quarter turns made, without undone ones. Those of hints count; those of jumbles and of the
    /// solution do not.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The fewest quarter turns from the start to the solution.
    pub const fn fewest_moves(&self) -> u32 {
        self.fewest
    }

    /// Whether a hint or the solution was used.
    pub const fn is_aided(&self) -> bool {
        self.aided
    }

    /// Whether there is a pin at this point of the history.
    pub fn is_pinned(&self) -> bool {
        self.pins.binary_search(&self.done).is_ok()
    }

    /// The pinned points of the history as numbers of changes, ascending.
    pub fn pins(&self) -> &[usize] {
        &self.pins
    }

    /// Number of changes that can be undone, ignoring pins, and redone.
    pub const fn history(&self) -> (usize, usize) {
        (self.done, self.history.len() - self.done)
    }

    /// The locked tiles whose position is not that of the solution; of a board with several
    /// solutions, those whose position is that of none, as far as a bounded search can tell. For a
    /// two-tile wellspring, the lower half.
    pub fn wrong_locks(&self) -> Vec<Pos> {
        let wrong = self.check_locks().0.into_iter();
        wrong.map(|tile| self.layout.pos(tile)).collect()
    }

    /// Whether no solution has all locked tiles as they are, though none of them is
    /// [wrong](Self::wrong_locks) by itself.
    pub fn locks_conflict(&self) -> bool {
        self.check_locks().1
    }

    fn check_locks(&self) -> (Vec<u16>, bool) {
        let (tiles, solution) = (&self.board.tiles, &self.puzzle.solution);
        let locked = (0..self.layout.count as u16).filter(|tile| self.locked[*tile as usize]);
        if self.layout.rules.ambiguous {
            let locked: Vec<u16> = locked.collect();
            return search::check_fixed(&self.layout, tiles, solution, &locked);
        }
        let wrong = locked.filter(|tile| tiles[*tile as usize] != solution[*tile as usize]);
        (wrong.collect(), false)
    }

    /// The first wrong tile in the order of deduction, and why it is wrong; `None` if all are
    /// right. Runs a deduction.
    pub fn find_hint(&self) -> Option<Hint> {
        let is_unique = || self.has_one_solution();
        hint::find_hint(&self.layout, &self.puzzle, &self.board.tiles, is_unique)
    }

    /// Whether the board is known to have one solution. The first call searches for another if the rules allow it.
    pub fn has_one_solution(&self) -> bool {
        *self.is_unique.get_or_init(|| self.puzzle.is_unique())
    }

    /// The position next to `pos` in direction `side`. Across the edge, the opposite side of the
    /// board if it wraps, else `None`. Ignores walls.
    pub fn beyond(&self, pos: Pos, side: Dir) -> Option<Pos> {
        self.layout.rules.beyond(self.layout.size, pos, side)
    }

    pub(super) fn tile_at(&self, pos: Pos) -> Option<u16> {
        self.layout.tile_at(pos)
    }

    pub(super) const fn spring(&self) -> u16 {
        self.layout.spring
    }

    // ---- moves

    fn find_tile(&self, at: Pos) -> Result<u16, MoveError> {
        self.layout.tile_at(at).ok_or(MoveError::OffBoard(at))
    }

    fn turn(&mut self, at: Pos, quarters: u8, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let tile = self.find_tile(at)?;
        if self.locked[tile as usize] {
            return Err(MoveError::Locked(at));
        }
        let cost = u32::from(quarters.min(4 - quarters));
        self.make_turns(vec![(tile, quarters)], cost, self.aided, events);
        Ok(())
    }

    fn lock(&mut self, at: Pos, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let tile = self.find_tile(at)?;
        let change = Change {
            locks: vec![tile],
            moves: (self.moves, self.moves),
            aided: (self.aided, self.aided),
            ..Change::default()
        };
        self.record(change, events);
        Ok(())
    }

    fn jumble(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let loose = self.tiles().filter(|tile| !self.locked[*tile as usize]);
        let loose: Vec<u16> = loose.collect();
        if loose.is_empty() {
            return Err(MoveError::AllLocked);
        }
        let id = xxhash_rust::xxh3::xxh3_64(self.puzzle.start.id().as_bytes());
        let mut stream = Stream::keyed(Tag::CONDUIT_JUMBLE, Seed(id), &[self.jumbles]);
        self.jumbles += 1;
        let mut turns = Vec::with_capacity(loose.len());
        for tile in loose {
            let quarters = stream.below(4) as u8;
            turns.push((tile, quarters));
        }
        turns.retain(|(_, quarters)| *quarters > 0);
        self.make_turns(turns, 0, self.aided, events);
        Ok(())
    }

    fn hint(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let hint = self.find_hint().ok_or(MoveError::Won)?;
        let tile = self.find_tile(hint.at)?;
        let quarters = quarters(hint.from, hint.to);
        let cost = hint.from.turns_to(hint.to).unwrap_or_default();
        events.push(Event::Hinted(hint));
        self.make_turns(vec![(tile, quarters)], cost, true, events);
        Ok(())
    }

    fn retract(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let mistake = self.find_mistake()?;
        let changes = mistake.as_ref().map_or(0, |mistake| mistake.changes);
        events.push(Event::Retracted(mistake));
        for _ in 0..changes {
            self.step_back(events);
        }
        Ok(())
    }

    fn solve(&mut self, events: &mut Vec<Event>) {
        let turns = self.turns_to(&self.puzzle.solution);
        self.make_turns(turns, 0, true, events);
    }

    fn restart(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let change = Change {
            turns: self.turns_to(&self.puzzle.start.tiles),
            locks: self
                .tiles()
                .filter(|tile| self.locked[*tile as usize])
                .collect(),
            moves: (self.moves, 0),
            aided: (self.aided, false),
        };
        if change.turns.is_empty() && change.locks.is_empty() && self.moves == 0 {
            return Err(MoveError::AtStart);
        }
        self.record(change, events);
        Ok(())
    }

    /// The tiles that turn.
    pub(super) fn tiles(&self) -> impl Iterator<Item = u16> {
        let upper = self.layout.upper;
        (0..self.layout.count as u16).filter(move |tile| *tile != upper)
    }

    /// The turns that lead from the current tiles to `goal`.
    fn turns_to(&self, goal: &[u8]) -> Vec<(u16, u8)> {
        let turn = |tile: u16| {
            let (from, to) = (self.board.tiles[tile as usize], goal[tile as usize]);
            (tile, quarters(Mask::new(from), Mask::new(to)))
        };
        self.tiles()
            .map(turn)
            .filter(|(_, quarters)| *quarters > 0)
            .collect()
    }

    fn make_turns(
        &mut self,
        turns: Vec<(u16, u8)>,
        cost: u32,
        aided: bool,
        events: &mut Vec<Event>,
    ) {
        let change = Change {
            turns,
            locks: Vec::new(),
            moves: (self.moves, self.moves.saturating_add(cost)),
            aided: (self.aided, aided),
        };
        self.record(change, events);
    }

    // ---- history

    /// Applies the changes in effect to the start of the board. Linear in them.
    pub(super) fn replay_history(&mut self) {
        for change in &self.history[..self.done] {
            for (tile, quarters) in &change.turns {
                let mask = &mut self.board.tiles[*tile as usize];
                *mask = Mask::new(*mask).turned(*quarters).bits();
            }
            for tile in &change.locks {
                let locked = &mut self.locked[*tile as usize];
                *locked = !*locked;
            }
            (self.moves, self.aided) = (change.moves.1, change.aided.1);
        }
        self.light.compute(&self.layout, &self.board.tiles);
    }

    /// Makes a new change and drops the undone ones.
    fn record(&mut self, change: Change, events: &mut Vec<Event>) {
        self.history.truncate(self.done);
        self.pins.retain(|pin| *pin <= self.done);
        self.history.push(change);
        self.step_forward(events);
    }

    fn undo(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        if self.done == 0 {
            return Err(MoveError::NothingToUndo);
        }
        if self.is_pinned() {
            return Err(MoveError::Pinned);
        }
        self.step_back(events);
        Ok(())
    }

    fn redo(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        if self.done == self.history.len() {
            return Err(MoveError::NothingToRedo);
        }
        self.step_forward(events);
        Ok(())
    }

    fn pin(&mut self, events: &mut Vec<Event>) {
        match self.pins.binary_search(&self.done) {
            Ok(index) => {
                self.pins.remove(index);
            }
            Err(index) => self.pins.insert(index, self.done),
        }
        events.push(Event::Pinned(self.is_pinned()));
    }

    fn rewind(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        self.undo(events)?;
        while self.done > 0 && !self.is_pinned() {
            self.step_back(events);
        }
        Ok(())
    }

    fn step_forward(&mut self, events: &mut Vec<Event>) {
        let change = std::mem::take(&mut self.history[self.done]);
        self.turn_all(change.turns.iter().copied(), events);
        self.toggle_locks(&change.locks, events);
        (self.moves, self.aided) = (change.moves.1, change.aided.1);
        self.history[self.done] = change;
        self.done += 1;
    }

    fn step_back(&mut self, events: &mut Vec<Event>) {
        self.done -= 1;
        let change = std::mem::take(&mut self.history[self.done]);
        let back = change
            .turns
            .iter()
            .map(|(tile, quarters)| (*tile, 4 - quarters));
        self.turn_all(back, events);
        self.toggle_locks(&change.locks, events);
        (self.moves, self.aided) = (change.moves.0, change.aided.0);
        self.history[self.done] = change;
    }

    fn toggle_locks(&mut self, tiles: &[u16], events: &mut Vec<Event>) {
        for &tile in tiles {
            let locked = &mut self.locked[tile as usize];
            *locked = !*locked;
            events.push(Event::Locked {
                at: self.layout.pos(tile),
                locked: *locked,
            });
        }
    }

    fn turn_all(&mut self, turns: impl Iterator<Item = (u16, u8)>, events: &mut Vec<Event>) {
        for (tile, quarters) in turns {
            let at = self.layout.pos(tile);
            events.push(Event::Turned { at, quarters });
            let mask = &mut self.board.tiles[tile as usize];
            *mask = Mask::new(*mask).turned(quarters).bits();
        }
        self.light.compute(&self.layout, &self.board.tiles);
    }
}

/// The clockwise quarter turns from one position of a tile to another.
fn quarters(from: Mask, to: Mask) -> u8 {
    let quarters = from.quarters_to(to);
    quarters.expect("turning a tile keeps its shape")
}

//! A board being played: every move goes through [`Conduit::apply`], which changes the state or
//! refuses and changes nothing. What an undo brings back lives here; cursor and animation are
//! the screen's.

use super::board::{Board, Puzzle, fewest_moves};
use super::hint::{self, Hint};
use super::layout::Layout;
use super::light::{Light, joined, loops};
use super::mask::Mask;
use crate::geom::{Dir, Pos, Size};
use crate::rng::{Seed, Stream, Tag};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A quarter turn of a tile, clockwise. The two tiles of a wellspring turn as one.
    Clockwise(Pos),
    /// A quarter turn of a tile, counter-clockwise.
    CounterClockwise(Pos),
    /// Locks a tile against turning and jumbling, or unlocks it.
    Lock(Pos),
    /// Turns everything that is not locked at random.
    Jumble,
    /// Takes the last change back, without end; stops at a pin.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Pins the point of play that an undo stops at, or takes the pin away.
    Pin,
    /// Takes back everything since the last pin, or since the start.
    Rewind,
    /// Turns one wrong tile that can be deduced, and says why.
    Hint,
    /// Turns every tile as in the solution.
    Solve,
    /// Turns every tile as at the start, unlocks all and counts moves from 0; an undo takes it
    /// back.
    Restart,
}

/// What a move did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tile was turned clockwise by so many quarters, 1 to 3. For a wellspring of two tiles,
    /// at the lower one.
    Turned {
        /// The tile.
        at: Pos,
        /// Quarter turns clockwise; 3 is one the other way.
        quarters: u8,
    },
    /// A tile was locked or unlocked.
    Locked {
        /// The tile.
        at: Pos,
        /// Whether it is locked now.
        locked: bool,
    },
    /// A tile became joined to the wellspring.
    Lit(Pos),
    /// A tile is joined to the wellspring no more.
    Dark(Pos),
    /// A pin was set or taken away.
    Pinned(bool),
    /// A hint; the turn follows.
    Hinted(Hint),
    /// All tiles are joined.
    Won {
        /// Quarter turns made.
        moves: u32,
        /// The fewest that it takes from the start.
        fewest: u32,
        /// Whether there was a hint or the solution on the way.
        aided: bool,
    },
}

/// Why a move was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no tile there.
    #[error("there is no tile at {0}")]
    OffBoard(Pos),
    /// The tile is locked.
    #[error("the tile at {0} is locked: unlock it first")]
    Locked(Pos),
    /// Everything is locked.
    #[error("every tile is locked: there is nothing to jumble")]
    AllLocked,
    /// Nothing was done yet.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// The point that the undo stops at.
    #[error("the undo stops here, at a pin: take it away first")]
    Pinned,
    /// Nothing was taken back.
    #[error("there is nothing to do again")]
    NothingToRedo,
    /// Nothing has changed since the start.
    #[error("the board is as it was at the start")]
    AtStart,
    /// The board is solved.
    #[error("the board is solved")]
    Won,
}

/// A change that can be taken back and done again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Change {
    /// Tiles with the quarters by which they turned clockwise.
    turns: Vec<(u16, u8)>,
    /// Tiles whose lock changed.
    locks: Vec<u16>,
    /// The moves counted before and after.
    moves: (u32, u32),
    /// Whether there was aid, before and after.
    aided: (bool, bool),
}

/// A board being played.
///
/// ```
/// use undercroft::conduit::{Conduit, Move, Spec};
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
    puzzle: Puzzle,
    layout: Layout,
    board: Board,
    locked: Vec<bool>,
    light: Light,
    history: Vec<Change>,
    /// Changes of the history that are done; those after it were taken back.
    done: usize,
    /// The points of the history that are pinned, increasing.
    pins: Vec<usize>,
    moves: u32,
    aided: bool,
    /// Jumbles so far, those taken back too: each has a stream of its own.
    jumbles: u64,
    fewest: u32,
}

impl Conduit {
    /// The start of a puzzle.
    pub fn new(puzzle: Puzzle) -> Self {
        let layout = puzzle.start.layout();
        let mut light = Light::default();
        light.shine(&layout, &puzzle.start.tiles);
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
            layout,
            puzzle,
        }
    }

    /// Makes a move and adds what it did to `events`, in its order.
    ///
    /// A turn costs time in proportion to what hung on the tile and what becomes lit; a hint
    /// that of a deduction; everything else is at most linear in the tiles.
    ///
    /// # Errors
    /// A refused move changes nothing and adds nothing.
    pub fn apply(&mut self, action: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let was_won = self.is_won();
        let history = matches!(
            action,
            Move::Undo | Move::Redo | Move::Rewind | Move::Pin | Move::Restart
        );
        if was_won && !history {
            return Err(Refusal::Won);
        }
        match action {
            Move::Clockwise(at) => self.turn(at, 1, events)?,
            Move::CounterClockwise(at) => self.turn(at, 3, events)?,
            Move::Lock(at) => self.lock(at, events)?,
            Move::Jumble => self.jumble(events)?,
            Move::Undo => self.undo(events)?,
            Move::Redo => self.redo(events)?,
            Move::Pin => self.pin(events),
            Move::Rewind => self.rewind(events)?,
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

    // ---- what there is to see

    /// The puzzle being played.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board as it is turned now.
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

    /// Tiles joined to the wellspring and tiles in all; a wellspring of two counts once.
    pub const fn progress(&self) -> (usize, usize) {
        (self.light.count(), self.layout.turning)
    }

    /// Whether the tile at `pos` is locked.
    pub fn is_locked(&self, pos: Pos) -> bool {
        let tile = self.layout.tile_at(pos);
        tile.is_some_and(|tile| self.locked[tile as usize])
    }

    /// Quarter turns made, less those taken back. Hints count theirs; jumbles and the solution
    /// do not.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The fewest quarter turns from the start to the solution.
    pub const fn fewest_moves(&self) -> u32 {
        self.fewest
    }

    /// The fewest quarter turns from here to the solution.
    pub fn moves_left(&self) -> u32 {
        fewest_moves(&self.board.tiles, &self.puzzle.solution)
    }

    /// Whether a hint or the solution was taken.
    pub const fn is_aided(&self) -> bool {
        self.aided
    }

    /// Whether there is a pin at this point of play.
    pub fn is_pinned(&self) -> bool {
        self.pins.binary_search(&self.done).is_ok()
    }

    /// Changes that can be taken back, pins aside, and those that can be done again.
    pub const fn history(&self) -> (usize, usize) {
        (self.done, self.history.len() - self.done)
    }

    /// The locked tiles that are turned otherwise than in the solution; of a wellspring of two,
    /// the lower one. Linear in the tiles.
    pub fn wrong_locks(&self) -> Vec<Pos> {
        let wrong = |tile: &u16| {
            let index = *tile as usize;
            self.locked[index] && self.board.tiles[index] != self.puzzle.solution[index]
        };
        let tiles = (0..self.layout.count as u16).filter(wrong);
        tiles.map(|tile| self.layout.pos(tile)).collect()
    }

    /// The edges of the tile at `pos` that meet an edge of its neighbour.
    pub fn joined(&self, pos: Pos) -> Mask {
        let Some(tile) = self.layout.tile_at(pos) else {
            return Mask::NONE;
        };
        let joined = joined(&self.layout, &self.board.tiles, tile);
        self.shown(
            pos,
            tile,
            joined.fold(0, |mask, (side, _)| mask | 1 << side),
            true,
        )
    }

    /// The edges that lie on a loop, by tile, row by row; none in a solution. Linear in the
    /// tiles.
    pub fn loops(&self) -> Vec<Mask> {
        let looped = loops(&self.layout, &self.board.tiles);
        let spring = looped[self.layout.spring as usize];
        // Through the edge going up and out at another: then the halves' own edge is on it too.
        let through = spring & 8 != 0 && spring & 7 != 0;
        (0..self.layout.count)
            .map(|index| {
                let pos = self.layout.pos(index as u16);
                let tile = self.layout.tile_at(pos).unwrap_or(index as u16);
                self.shown(pos, tile, looped[tile as usize], through)
            })
            .collect()
    }

    /// Steps from the wellspring to each tile along the pipes, row by row; `None` in the dark.
    /// The halves of a wellspring are at 0 both. Linear in the tiles.
    pub fn distances(&self) -> Vec<Option<u16>> {
        let mut steps = vec![None; self.layout.count];
        let mut front = vec![self.layout.spring];
        steps[self.layout.spring as usize] = Some(0);
        let mut next = 0;
        while let Some(&tile) = front.get(next) {
            next += 1;
            let beyond = steps[tile as usize].map(|steps| steps + 1);
            for (_, other) in joined(&self.layout, &self.board.tiles, tile) {
                if steps[other as usize].is_none() {
                    steps[other as usize] = beyond;
                    front.push(other);
                }
            }
        }
        if self.layout.has_halves() {
            steps[self.layout.upper as usize] = Some(0);
        }
        steps
    }

    /// The first tile by order of deduction that is turned wrongly, and why it must be turned
    /// otherwise; `None` if all are right.
    pub fn find_hint(&self) -> Option<Hint> {
        hint::hint(&self.layout, &self.puzzle, &self.board.tiles)
    }

    /// Of a tile's edges, those that the grid shows at `pos`: for the halves of a wellspring
    /// their own, and the edge between them if `within`.
    fn shown(&self, pos: Pos, tile: u16, mask: u8, within: bool) -> Mask {
        if !self.layout.has_halves() || tile != self.layout.spring {
            return Mask::new(mask);
        }
        let within = u8::from(within);
        Mask::new(if self.layout.index(pos) == self.layout.upper {
            mask & 8 | within << 1
        } else {
            mask & 7 | within << 3
        })
    }

    pub(super) fn tile_at(&self, pos: Pos) -> Option<u16> {
        self.layout.tile_at(pos)
    }

    pub(super) const fn spring(&self) -> u16 {
        self.layout.spring
    }

    /// The sides on which a tile is joined to another, with that one.
    pub(super) fn ways(&self, tile: u16) -> impl Iterator<Item = (usize, u16)> {
        joined(&self.layout, &self.board.tiles, tile)
    }

    /// Where an edge of a tile begins, and in which direction it goes.
    pub(super) fn edge(&self, tile: u16, side: usize) -> (Pos, Dir) {
        const DIRS: [Dir; 4] = [Dir::West, Dir::South, Dir::East, Dir::North];
        let upper = self.layout.has_halves() && tile == self.layout.spring && side == 3;
        let from = if upper { self.layout.upper } else { tile };
        (self.layout.pos(from), DIRS[side])
    }

    // ---- moves

    fn find(&self, at: Pos) -> Result<u16, Refusal> {
        self.layout.tile_at(at).ok_or(Refusal::OffBoard(at))
    }

    fn turn(&mut self, at: Pos, quarters: u8, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let tile = self.find(at)?;
        if self.locked[tile as usize] {
            return Err(Refusal::Locked(at));
        }
        self.change(vec![(tile, quarters)], 1, self.aided, events);
        Ok(())
    }

    fn lock(&mut self, at: Pos, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let tile = self.find(at)?;
        let change = Change {
            locks: vec![tile],
            moves: (self.moves, self.moves),
            aided: (self.aided, self.aided),
            ..Change::default()
        };
        self.record(change, events);
        Ok(())
    }

    fn jumble(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let loose = self.tiles().filter(|tile| !self.locked[*tile as usize]);
        let loose: Vec<u16> = loose.collect();
        if loose.is_empty() {
            return Err(Refusal::AllLocked);
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
        self.change(turns, 0, self.aided, events);
        Ok(())
    }

    fn hint(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let hint = self.find_hint().ok_or(Refusal::Won)?;
        let tile = self.find(hint.at)?;
        let quarters = quarters(hint.from, hint.to);
        let cost = hint.from.turns_to(hint.to).unwrap_or_default();
        events.push(Event::Hinted(hint));
        self.change(vec![(tile, quarters)], cost, true, events);
        Ok(())
    }

    fn solve(&mut self, events: &mut Vec<Event>) {
        let turns = self.turns_to(&self.puzzle.solution);
        self.change(turns, 0, true, events);
    }

    fn restart(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
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
            return Err(Refusal::AtStart);
        }
        self.record(change, events);
        Ok(())
    }

    /// The tiles that turn.
    fn tiles(&self) -> impl Iterator<Item = u16> {
        let upper = self.layout.upper;
        (0..self.layout.count as u16).filter(move |tile| *tile != upper)
    }

    /// The turns from here to `goal`.
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

    fn change(&mut self, turns: Vec<(u16, u8)>, cost: u32, aided: bool, events: &mut Vec<Event>) {
        let change = Change {
            turns,
            locks: Vec::new(),
            moves: (self.moves, self.moves.saturating_add(cost)),
            aided: (self.aided, aided),
        };
        self.record(change, events);
    }

    // ---- history

    /// Does a change that is new: what was taken back is forgotten.
    fn record(&mut self, change: Change, events: &mut Vec<Event>) {
        self.history.truncate(self.done);
        self.pins.retain(|pin| *pin <= self.done);
        self.history.push(change);
        self.step_forward(events);
    }

    fn undo(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.done == 0 {
            return Err(Refusal::NothingToUndo);
        }
        if self.is_pinned() {
            return Err(Refusal::Pinned);
        }
        self.step_back(events);
        Ok(())
    }

    fn redo(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.done == self.history.len() {
            return Err(Refusal::NothingToRedo);
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

    fn rewind(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.undo(events)?;
        while self.done > 0 && !self.is_pinned() {
            self.step_back(events);
        }
        Ok(())
    }

    fn step_forward(&mut self, events: &mut Vec<Event>) {
        let change = std::mem::take(&mut self.history[self.done]);
        self.turn_all(change.turns.iter().copied(), events);
        self.toggle(&change.locks, events);
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
        self.toggle(&change.locks, events);
        (self.moves, self.aided) = (change.moves.0, change.aided.0);
        self.history[self.done] = change;
    }

    fn toggle(&mut self, tiles: &[u16], events: &mut Vec<Event>) {
        for &tile in tiles {
            let locked = &mut self.locked[tile as usize];
            *locked = !*locked;
            events.push(Event::Locked {
                at: self.layout.pos(tile),
                locked: *locked,
            });
        }
    }

    /// Turns tiles, and tells of each what it did: one alone by what changes around it, several
    /// by lighting the board anew.
    fn turn_all(
        &mut self,
        turns: impl ExactSizeIterator<Item = (u16, u8)>,
        events: &mut Vec<Event>,
    ) {
        let one = turns.len() == 1;
        let before = (!one).then(|| self.light.clone());
        for (tile, quarters) in turns {
            let at = self.layout.pos(tile);
            events.push(Event::Turned { at, quarters });
            let mask = Mask::new(self.board.tiles[tile as usize]).turned(quarters);
            if one {
                let (layout, tiles) = (&self.layout, &mut self.board.tiles);
                self.light
                    .turn(layout, tiles, tile, mask.bits(), |tile, lit| {
                        events.push(light_event(layout.pos(tile), lit));
                    });
            } else {
                self.board.tiles[tile as usize] = mask.bits();
            }
        }
        if let Some(before) = before {
            self.light.shine(&self.layout, &self.board.tiles);
            for tile in 0..self.layout.count as u16 {
                let lit = self.light.is_lit(tile);
                if lit != before.is_lit(tile) {
                    events.push(light_event(self.layout.pos(tile), lit));
                }
            }
        }
    }
}

const fn light_event(at: Pos, lit: bool) -> Event {
    if lit { Event::Lit(at) } else { Event::Dark(at) }
}

/// The quarter turns clockwise from one position of a tile to another: 1 rather than 3 where
/// both lead there.
fn quarters(from: Mask, to: Mask) -> u8 {
    let quarters = [0, 1, 3, 2]
        .into_iter()
        .find(|quarters| from.turned(*quarters) == to);
    quarters.expect("a tile keeps its shape however it is turned")
}

//! The board being played and what the screen alone knows of it: cursor, hint, marks, packets,
//! the time. Knows neither keys nor pixels. Rules are the core's: here is only what is shown of
//! them.

use std::time::Duration;

use bevy::prelude::*;

use super::words;
use crate::conduit::{
    Conduit, Cursor, Difficulty, Event, Hint, Input, Maker, Move, MoveError, Packets, Puzzle,
    Rules, Spec, interpret,
};
use crate::geom::{Pos, Rect, Size};
use crate::rng::Seed;

/// Size of the first board.
const FIRST: Size = Size::new(10, 9);

/// How many boards are looked at for one of a wanted difficulty, at most; and their tiles.
const LOOKED_AT: u32 = 400;
const TILES_LOOKED_AT: usize = 60_000;

/// A kind of board, and the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Size, rules, walls and seed.
    pub spec: Spec,
    /// The difficulty wanted, if any.
    pub difficulty: Option<Difficulty>,
}

impl Order {
    /// The first board of a seed.
    pub fn first(seed: Seed) -> Self {
        let spec = Spec::new(FIRST, Rules::default(), seed);
        Self {
            spec: spec.expect("10x9 is within the sizes that there are"),
            difficulty: None,
        }
    }

    /// Makes the board, and says what names it. Bounded: if no board of the wanted difficulty is
    /// among those looked at, it is the nearest.
    fn make(&self) -> (Spec, Puzzle) {
        let mut puzzle = Puzzle::default();
        let mut maker = Maker::default();
        let Some(wanted) = self.difficulty else {
            maker.make(&self.spec, &mut puzzle);
            return (self.spec, puzzle);
        };
        let tries = (TILES_LOOKED_AT / self.spec.size().area()).clamp(1, LOOKED_AT as usize);
        let spec = maker.make_rated(&self.spec, wanted, tries as u32, &mut puzzle);
        (spec, puzzle)
    }
}

/// The board being played.
#[derive(Resource)]
pub struct Session {
    order: Order,
    /// What names the board; nothing if it came by its id.
    spec: Option<Spec>,
    conduit: Conduit,
    rating: Difficulty,
    cursor: Cursor,
    hint: Option<Hint>,
    wrong: Vec<Pos>,
    packets: Packets,
    /// The time played, from the first move on.
    played: Option<Duration>,
    /// Whether the solution was shown.
    shown: bool,
    /// Turns that the picture has not followed yet.
    turned: Vec<(Pos, u8)>,
    /// How many boards there were before this one.
    boards: u64,
    /// The run that it belongs to, if one has begun it.
    pub(super) run: Option<Seed>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new(Order::first(Seed(0)))
    }
}

impl Session {
    /// The start of a board.
    pub fn new(order: Order) -> Self {
        let (spec, puzzle) = order.make();
        Self::of(Order { spec, ..order }, Some(spec), puzzle)
    }

    fn of(order: Order, spec: Option<Spec>, puzzle: Puzzle) -> Self {
        let rating = puzzle.difficulty();
        let conduit = Conduit::new(puzzle);
        // What cannot be had is wanted no more.
        let difficulty = order.difficulty.filter(|one| *one == rating.difficulty);
        Self {
            order: Order {
                difficulty,
                ..order
            },
            spec,
            rating,
            cursor: Cursor::new(&conduit),
            hint: None,
            wrong: Vec::new(),
            packets: Packets::new(&conduit),
            played: None,
            shown: false,
            turned: Vec::new(),
            boards: 0,
            run: None,
            conduit,
        }
    }

    fn replace(&mut self, other: Self) {
        *self = Self {
            boards: self.boards + 1,
            run: self.run,
            ..other
        };
    }

    /// Leaves this board for another kind or seed. Says so if it is not of the difficulty that was
    /// wanted.
    pub fn begin(&mut self, order: Order) -> Option<String> {
        self.replace(Self::new(order));
        let wanted = order.difficulty?;
        let found = self.rating.difficulty;
        (wanted != found).then(|| words::not_found(wanted, order.spec.size(), found))
    }

    /// Leaves this board for one that was pasted; the next new one will be of its kind.
    pub fn begin_puzzle(&mut self, puzzle: Puzzle) {
        let board = puzzle.start();
        let mut order = self.order;
        if let Ok(spec) = Spec::new(board.size(), board.rules(), order.spec.seed) {
            let walls = if board.has_walls() {
                order.spec.walls()
            } else {
                0
            };
            order.spec = spec.with_walls(walls).unwrap_or(spec);
            order.difficulty = None;
        }
        self.replace(Self::of(order, None, puzzle));
    }

    /// The next board of the same kind.
    pub fn next_order(&self) -> Order {
        let mut order = self.order;
        order.spec.seed = order.spec.seed.nth(1);
        order
    }

    /// What a player's input comes to: a moved cursor, or a move with all it does. Returns what
    /// there is to say.
    ///
    /// # Errors
    /// Why the core refused; then nothing has changed but the cursor.
    pub fn input(&mut self, input: Input) -> Result<Option<String>, MoveError> {
        match interpret(&self.conduit, &mut self.cursor, input) {
            Some(action) => self.apply(action),
            None => Ok(None),
        }
    }

    fn apply(&mut self, action: Move) -> Result<Option<String>, MoveError> {
        let mut events = Vec::new();
        self.conduit.apply(action, &mut events)?;
        self.hint = None;
        self.wrong.clear();
        self.shown |= action == Move::Solve;
        if !matches!(action, Move::Pin | Move::Restart) {
            self.played.get_or_insert_default();
        }
        let mut said = None;
        for event in events {
            match event {
                Event::Turned { at, quarters } => self.turned.push((at, quarters)),
                Event::Hinted(hint) => {
                    said = Some(words::hint(&hint));
                    self.cursor.at = hint.at;
                    self.hint = Some(hint);
                }
                Event::Pinned(set) => {
                    let pinned = "Pinned: undo stops here until the pin is taken away";
                    said = Some(if set { pinned } else { "The pin is taken away" }.to_owned());
                }
                Event::Won {
                    moves,
                    fewest,
                    aided,
                } => {
                    said = Some(if self.shown {
                        words::SHOWN.to_owned()
                    } else {
                        words::victory(moves, fewest, aided, self.played())
                    });
                    self.packets = Packets::new(&self.conduit);
                }
                Event::Locked { .. } => {}
            }
        }
        Ok(said)
    }

    /// Marks the locked tiles that are turned wrongly, and says how many.
    pub fn check(&mut self) -> String {
        self.hint = None;
        self.wrong = self.conduit.wrong_locks();
        words::check(self.locked(), self.wrong.len())
    }

    /// Lets packets loose from a tile, once all are joined.
    pub fn release(&mut self, at: Pos) {
        if self.conduit.is_won() {
            self.packets.release(&self.conduit, at);
        }
    }

    /// Lets time pass for the clock, as long as the board is played.
    pub(super) fn play_on(&mut self, time: Duration) {
        if let Some(played) = self.played.as_mut().filter(|_| !self.conduit.is_won()) {
            *played += time;
        }
    }

    /// Lets time pass for the packets, once all are joined; returns whether there is something new
    /// to draw.
    pub fn run_packets(&mut self, time: Duration) -> bool {
        let ms = time.as_millis().min(1000) as u32;
        self.conduit.is_won() && self.packets.advance(&self.conduit, ms)
    }

    // ---- what there is to see

    /// The board as it is played.
    pub const fn conduit(&self) -> &Conduit {
        &self.conduit
    }

    /// What was asked for last.
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// What names the board; nothing if it came by its id.
    pub const fn spec(&self) -> Option<&Spec> {
        self.spec.as_ref()
    }

    /// How hard the board is.
    pub const fn rating(&self) -> Difficulty {
        self.rating
    }

    /// The cursor.
    pub const fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// The last hint, until the next move.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Locked tiles that the last check found wrong, until the next move.
    pub fn wrong(&self) -> &[Pos] {
        &self.wrong
    }

    /// The packets; they run once all are joined.
    pub const fn packets(&self) -> &Packets {
        &self.packets
    }

    /// The time played, from the first move to the last.
    pub fn played(&self) -> Duration {
        self.played.unwrap_or_default()
    }

    /// Whether the solution of this board was shown.
    pub const fn is_shown(&self) -> bool {
        self.shown
    }

    /// How many boards there were before this one.
    pub const fn boards(&self) -> u64 {
        self.boards
    }

    /// Locked tiles; a wellspring of two counts once.
    pub fn locked(&self) -> usize {
        let Size { width, height } = self.conduit.size();
        let [upper, lower] = self.conduit.board().wellspring();
        Rect::sized(Pos::default(), width as i32, height as i32)
            .positions()
            .filter(|pos| *pos != upper || upper == lower)
            .filter(|pos| self.conduit.is_locked(*pos))
            .count()
    }

    /// Whether tiles have turned that the picture has not followed yet.
    pub(super) const fn has_turned(&self) -> bool {
        !self.turned.is_empty()
    }

    /// Takes the turns that the picture has not followed yet.
    pub(super) fn take_turned(&mut self) -> Vec<(Pos, u8)> {
        std::mem::take(&mut self.turned)
    }
}

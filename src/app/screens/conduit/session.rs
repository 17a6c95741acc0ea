//! The board being played and what the screen alone knows of it: cursor, hint, marks, packets,
//! the time. Knows neither keys nor pixels. Rules are the core's: here is only what is shown of
//! them.

use std::mem::replace;
use std::time::Duration;

use bevy::prelude::*;

use super::left::{Around, Left};
use super::order::Order;
use super::score::Spent;
use super::words;
use crate::conduit::{
    Board, Conduit, Cursor, Difficulty, Event, Hint, Input, Move, MoveError, Packets, Progress,
    Puzzle, Spec, interpret,
};
use crate::geom::{Pos, Rect, Size};
use crate::rng::Seed;

/// How long light runs through a board that is done, so that the program comes to rest.
const SHOW: Duration = Duration::from_secs(15);

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
    /// The time that light has run through the board since all were joined or a tile was clicked.
    show_time: Duration,
    /// What it has cost so far.
    spent: Spent,
    /// Whether all were joined since this was asked last.
    done: bool,
    /// Turns that the picture has not followed yet.
    turned: Vec<(Pos, u8)>,
    /// How many boards were shown before this one.
    boards: u64,
    /// The boards that undo and redo lead to from the ends of this one's history.
    around: Around,
    /// Goes up with everything that is worth saving.
    changes: u64,
    /// The run that it belongs to, if one has begun it.
    pub(super) run: Option<Seed>,
    /// What it teaches, if it does.
    lesson: Option<Teaching>,
}

/// A board that teaches.
struct Teaching {
    number: usize,
    /// Whether the next one is asked for.
    goes_on: bool,
    /// What was played before.
    played: Box<Session>,
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
        Self::of_conduit(order, spec, Conduit::new(puzzle))
    }

    fn of_conduit(order: Order, spec: Option<Spec>, conduit: Conduit) -> Self {
        let rating = conduit.puzzle().difficulty();
        // What cannot be had is wanted no more.
        let difficulty = order.difficulty.filter(|one| *one == rating);
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
            show_time: Duration::ZERO,
            spent: Spent::default(),
            done: false,
            turned: Vec::new(),
            boards: 0,
            around: Around::default(),
            changes: 0,
            run: None,
            lesson: None,
            conduit,
        }
    }

    /// Shows a board that teaches, by its number; what is played waits behind it.
    pub(super) fn teach(&mut self, number: usize, conduit: Conduit) {
        self.leave_lessons();
        let lesson = Self {
            boards: self.boards + 1,
            ..Self::of_conduit(self.order, None, conduit)
        };
        let played = Box::new(replace(self, lesson));
        self.lesson = Some(Teaching {
            number,
            goes_on: false,
            played,
        });
    }

    /// Goes back to what was played before the lessons.
    pub(super) fn leave_lessons(&mut self) {
        if let Some(lesson) = self.lesson.take() {
            let boards = self.boards + 1;
            *self = Self {
                boards,
                ..*lesson.played
            };
        }
    }

    /// What is played, behind the lessons if there are any.
    pub(super) fn behind_lessons(&self) -> &Self {
        let lesson = self.lesson.as_ref();
        lesson.map_or(self, |lesson| &lesson.played)
    }

    /// The number of the board, from 0, if it is one that teaches: it counts for nothing.
    pub fn lesson(&self) -> Option<usize> {
        self.lesson.as_ref().map(|lesson| lesson.number)
    }

    /// Whether the next board that teaches is asked for.
    pub(super) fn goes_on(&self) -> bool {
        self.lesson.as_ref().is_some_and(|lesson| lesson.goes_on)
    }

    /// A board as it was left.
    fn of_left(left: Left) -> Self {
        Self {
            spent: left.spent,
            ..Self::of_conduit(left.order, left.spec, left.conduit)
        }
    }

    /// The board as it is left.
    fn left(&self) -> Left {
        Left {
            order: self.order,
            spec: self.spec,
            conduit: self.conduit.clone(),
            spent: self.spent,
        }
    }

    /// The boards as they are left, the one that is shown with its place among them.
    pub(super) fn all_left(&self) -> (Vec<Left>, usize) {
        self.around.with(self.left())
    }

    /// Boards as they were left, of which the one at a place is shown; nothing if there is none.
    pub(super) fn of_all_left(all: Vec<Left>, place: usize, run: Option<Seed>) -> Option<Self> {
        let (shown, around) = Around::of(all, place)?;
        Some(Self {
            around,
            run,
            ..Self::of_left(shown)
        })
    }

    /// Lets undo lead back no farther than to this board: nobody has seen those before it.
    pub(super) fn forget_before(&mut self) {
        self.around.forget_before();
    }

    /// Shows another board; undo leads back to this one. The same board from its start has cost what
    /// it cost before.
    fn replace(&mut self, mut other: Self) {
        self.leave_lessons();
        let left = self.left();
        self.around.push(left);
        for same in self.around.unsolved(other.conduit.puzzle().start()) {
            other.spent.carry(&same.spent);
        }
        self.show(other);
    }

    /// Shows another session from now on, with all its boards.
    pub(super) fn take_over(&mut self, other: Self) {
        *self = Self {
            boards: self.boards + 1,
            changes: self.changes() + 1,
            ..other
        };
    }

    /// Shows another board among the same ones.
    fn show(&mut self, other: Self) {
        *self = Self {
            boards: self.boards + 1,
            changes: self.changes + 1,
            run: self.run,
            around: std::mem::take(&mut self.around),
            ..other
        };
    }

    /// Goes back to the board that was played before this one, or on to the one after it.
    fn go(&mut self, back: bool) -> Option<String> {
        let left = self.left();
        let next = Self::of_left(self.around.go(back, left)?);
        let way = if back { "Back" } else { "On" };
        let (lit, all) = next.conduit.progress();
        let what = words::board(next.conduit.size(), next.rating);
        let said = format!("{way} to the {what} board, {lit} of {all} lit");
        self.show(next);
        Some(said)
    }

    /// Leaves this board for another kind or seed. Says so if it is not of the difficulty that was
    /// wanted.
    pub fn begin(&mut self, order: Order) -> Option<String> {
        self.replace(Self::new(order));
        let wanted = order.difficulty?;
        let found = self.rating;
        (wanted != found).then(|| words::not_found(wanted, order.spec.size(), found))
    }

    /// Leaves this board for one that was pasted; the next new one will be of its kind.
    pub fn begin_puzzle(&mut self, puzzle: Puzzle) {
        self.begin_conduit(Conduit::new(puzzle), None);
    }

    /// As [`begin_puzzle`](Self::begin_puzzle) for a board that was played for some time.
    pub fn begin_conduit(&mut self, conduit: Conduit, played: Option<Duration>) {
        let board = conduit.puzzle().start();
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
        let spent = Spent::given(&conduit, played);
        self.replace(Self {
            spent,
            ..Self::of_conduit(order, None, conduit)
        });
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
        let moves = self.conduit.moves();
        if let Err(refusal) = self.conduit.apply(action, &mut events) {
            let back = refusal == MoveError::NothingToUndo && !self.conduit.is_pinned();
            let leads_away = back || refusal == MoveError::NothingToRedo;
            let other = leads_away.then(|| self.go(back)).flatten();
            return other.map(Some).ok_or(refusal);
        }
        self.changes += 1;
        self.hint = None;
        self.wrong.clear();
        self.spent.pay(action, moves, &self.conduit);
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
                    let pinned = "Pinned: undo stops here until you remove the pin";
                    said = Some(if set { pinned } else { "Pin removed" }.to_owned());
                }
                Event::Won { fewest, .. } => {
                    self.done = self.lesson.is_none();
                    self.hint = None;
                    said = Some(words::victory(&self.spent, fewest));
                    self.packets = Packets::new(&self.conduit);
                    self.show_time = Duration::ZERO;
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

    /// Lets packets loose from a tile, once all are joined; of a board that teaches, goes on to the next.
    pub fn release(&mut self, at: Pos) {
        if let Some(lesson) = &mut self.lesson {
            lesson.goes_on = self.conduit.is_won();
        } else if self.conduit.is_won() {
            if !self.is_showing() {
                self.packets = Packets::new(&self.conduit);
            }
            self.show_time = Duration::ZERO;
            self.packets.release(&self.conduit, at);
        }
    }

    /// Points at a tile, which what has no other place is done to from now on.
    pub(super) fn point(&mut self, at: Pos) {
        self.cursor = Cursor { at, shown: false };
    }

    /// Lets time pass for the clock, as long as the board is played.
    pub(super) fn play_on(&mut self, time: Duration) {
        if let Some(played) = self
            .spent
            .played
            .as_mut()
            .filter(|_| !self.conduit.is_won())
        {
            *played += time;
        }
    }

    /// Lets time pass for the packets, once all are joined; returns whether there is something new
    /// to draw.
    pub fn run_packets(&mut self, time: Duration) -> bool {
        if !self.is_showing() {
            return false;
        }
        self.show_time += time;
        let ms = time.as_millis().min(1000) as u32;
        // At the end of the show they are gone.
        self.packets.advance(&self.conduit, ms) || !self.is_showing()
    }

    /// Whether light runs through the board, as it does for a while once all are joined.
    pub fn is_showing(&self) -> bool {
        self.conduit.is_won() && self.show_time < SHOW
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
        self.spent.played.unwrap_or_default()
    }

    /// What the board has cost so far.
    pub(super) const fn spent(&self) -> &Spent {
        &self.spent
    }

    /// Moves made, those that were taken back included.
    pub const fn moves(&self) -> u32 {
        self.spent.moves
    }

    /// Whether all were joined since this was asked last.
    pub(super) const fn take_done(&mut self) -> bool {
        replace(&mut self.done, false)
    }

    /// Shows a board that was begun before, if it begins as this one.
    pub(super) fn return_to(&mut self, start: &Board) -> bool {
        self.leave_lessons();
        if self.conduit.puzzle().start() == start {
            return true;
        }
        let Some((back, steps)) = self.around.steps_to(start) else {
            return false;
        };
        for _ in 0..steps {
            self.go(back);
        }
        true
    }

    /// Whether something was done that is worth coming back to.
    pub(super) fn is_under_way(&self) -> bool {
        !self.conduit.is_won() && self.conduit.history() != (0, 0)
    }

    /// The board with what has been done on it.
    pub fn progress(&self) -> Progress {
        Progress {
            conduit: self.conduit.clone(),
            seconds: u32::try_from(self.played().as_secs()).unwrap_or(u32::MAX),
        }
    }

    /// Whether the solution of this board was shown.
    pub const fn is_shown(&self) -> bool {
        self.spent.shown
    }

    /// Goes up with everything that is worth saving.
    pub(super) fn changes(&self) -> u64 {
        self.behind_lessons().changes
    }

    /// How many boards were shown before this one.
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

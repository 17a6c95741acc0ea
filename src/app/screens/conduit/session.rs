//! The [`Session`]: the board being played and what only the screen knows about it: cursor, hint,
//! marks, packets and time played. Leaves the rules to the core, and knows neither keys nor pixels.

use std::mem::{replace, take};
use std::time::Duration;

use bevy::prelude::*;

use super::config::BoardConfig;
use super::history::{BoardHistory, PlayedBoard};
use super::score::Stats;
use super::texts;
use crate::conduit::{
    Board, Conduit, Cursor, Difficulty, Event, Hint, Input, Move, MoveError, Packets, Progress,
    Spec, interpret,
};
use crate::game::Daily;
use crate::geom::{Pos, Rect, Size};
use crate::rng::Seed;

/// How long packets run through a solved board before the program may come to rest.
const PACKET_DURATION: Duration = Duration::from_secs(15);

/// The board being played.
#[derive(Resource)]
pub struct Session {
    board: PlayedBoard,
    rating: Difficulty,
    cursor: Cursor,
    hint: Option<Hint>,
    wrong_tiles: Vec<Pos>,
    packets: Packets,
    /// How long packets have run since the board was solved or a tile last released one; all the time they
    /// have on a board that was solved earlier.
    packet_time: Duration,
    /// Whether the last action asked for the solution, and the player has yet to confirm it.
    pub(super) is_solution_offered: bool,
    /// Set when the board is solved, until [`take_win`](Self::take_win).
    is_newly_won: bool,
    /// Quarter turns that are not animated yet.
    turned: Vec<(Pos, u8)>,
    /// How many boards were shown before this one.
    board_number: u64,
    /// The boards that undo and redo switch to at the ends of this one's own history.
    history: BoardHistory,
    /// Goes up with every change worth saving.
    changes: u64,
    /// The run seed that this session was started for; `None` before the first visit.
    pub(super) run_seed: Option<Seed>,
    lesson: Option<ActiveLesson>,
}

/// The lesson that the board belongs to.
struct ActiveLesson {
    number: usize,
    is_next_requested: bool,
    /// The session that the lessons interrupted.
    interrupted: Box<Session>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new(BoardConfig::first(Seed(0)))
    }
}

impl Session {
    /// Generates a board and starts on it.
    pub fn new(config: BoardConfig) -> Self {
        Self::from_board(PlayedBoard::generate(config))
    }

    fn from_board(board: PlayedBoard) -> Self {
        Self {
            rating: board.conduit.puzzle().difficulty(),
            cursor: Cursor::new(&board.conduit),
            hint: None,
            wrong_tiles: Vec::new(),
            packets: Packets::new(&board.conduit),
            packet_time: PACKET_DURATION,
            is_solution_offered: false,
            is_newly_won: false,
            turned: Vec::new(),
            board_number: 0,
            history: BoardHistory::default(),
            changes: 0,
            run_seed: None,
            lesson: None,
            board,
        }
    }

    /// Shows the board of lesson `number`; the session it interrupts resumes after the lessons.
    pub(super) fn start_lesson(&mut self, number: usize, conduit: Conduit) {
        self.leave_lessons();
        let lesson = Self {
            board_number: self.board_number + 1,
            ..Self::from_board(PlayedBoard::new(self.board.config, None, conduit))
        };
        let interrupted = Box::new(replace(self, lesson));
        self.lesson = Some(ActiveLesson {
            number,
            is_next_requested: false,
            interrupted,
        });
    }

    /// Resumes the session that the lessons interrupted, if there is one.
    pub(super) fn leave_lessons(&mut self) {
        if let Some(lesson) = self.lesson.take() {
            *self = Self {
                board_number: self.board_number + 1,
                ..*lesson.interrupted
            };
        }
    }

    /// The session that the lessons interrupted; outside lessons, this one.
    pub(super) fn main_session(&self) -> &Self {
        let lesson = self.lesson.as_ref();
        lesson.map_or(self, |lesson| &lesson.interrupted)
    }

    /// Number of the lesson, from 0; `None` outside lessons. Lesson boards are neither recorded nor
    /// saved.
    pub fn lesson_number(&self) -> Option<usize> {
        self.lesson.as_ref().map(|lesson| lesson.number)
    }

    /// Whether the player has asked for the next lesson.
    pub(super) fn is_next_lesson_requested(&self) -> bool {
        let lesson = self.lesson.as_ref();
        lesson.is_some_and(|lesson| lesson.is_next_requested)
    }

    /// All boards in undo order, and the index of the one shown.
    pub(super) fn boards(&self) -> (Vec<PlayedBoard>, usize) {
        self.history.join(self.board.clone())
    }

    /// The inverse of [`boards`](Self::boards); `None` if `index` is out of range.
    pub(super) fn from_boards(
        boards: Vec<PlayedBoard>,
        index: usize,
        run_seed: Option<Seed>,
    ) -> Option<Self> {
        let (shown, history) = BoardHistory::split(boards, index)?;
        Some(Self {
            history,
            run_seed,
            ..Self::from_board(shown)
        })
    }

    /// Whether undo at the start of this board leads to an earlier one.
    pub(super) fn has_earlier_board(&self) -> bool {
        self.history.has_earlier()
    }

    /// Makes undo stop at this board, because the player has not seen those before it.
    pub(super) fn forget_earlier_boards(&mut self) {
        self.history.clear_before();
    }

    /// Whether this is the board of `spec`, or undo or redo leads to it.
    pub(super) fn has_met(&self, spec: Spec) -> bool {
        self.board.spec == Some(spec) || self.history.contains(spec)
    }

    /// Shows a new board, from which undo leads back to this one. If the board was started before,
    /// its statistics carry over.
    fn push_board(&mut self, mut board: PlayedBoard) {
        self.leave_lessons();
        self.history.push(self.board.clone());
        for same in self.history.unsolved(board.conduit.puzzle().start()) {
            board.stats.carry_over(&same.stats);
        }
        self.show_board(board);
    }

    /// Replaces the board and keeps the history.
    fn show_board(&mut self, board: PlayedBoard) {
        *self = Self {
            board_number: self.board_number + 1,
            changes: self.changes + 1,
            run_seed: self.run_seed,
            history: take(&mut self.history),
            ..Self::from_board(board)
        };
    }

    /// Switches to the board before (`back`) or after this one; returns a message, or `None` if
    /// there is no such board.
    fn step_board(&mut self, back: bool) -> Option<String> {
        let next = self.history.step(back, self.board.clone())?;
        self.show_board(next);
        let way = if back { "Back" } else { "On" };
        let (lit, all) = self.board.conduit.progress();
        let board = texts::board_name(&self.board.conduit, self.rating);
        Some(format!("{way} to the {board} board, {lit} of {all} lit"))
    }

    /// Generates a board and shows it; returns a message if it is not of the wanted difficulty.
    pub fn open_generated(&mut self, config: BoardConfig) -> Option<String> {
        self.push_board(PlayedBoard::generate(config));
        let wanted = config.difficulty.filter(|wanted| *wanted != self.rating)?;
        let found = texts::shown_difficulty(&self.board.conduit, self.rating);
        Some(texts::not_found_text(wanted, config.spec.size(), found))
    }

    /// Shows the daily of a day, resumed if it was started before.
    pub(super) fn open_daily(&mut self, day: Daily) {
        let board = PlayedBoard::daily(day);
        if !self.return_to(board.conduit.puzzle().start(), Some(day)) {
            self.push_board(board);
        }
    }

    /// Shows a board that was not generated here, with the time already played on it. The next new
    /// board will be of the same kind.
    pub fn open(&mut self, conduit: Conduit, played: Option<Duration>) {
        let start = conduit.puzzle().start();
        let mut config = self.board.config;
        if let Ok(spec) = Spec::new(start.size(), start.rules(), config.spec.seed) {
            let walls = if start.has_walls() {
                config.spec.walls()
            } else {
                0
            };
            config.spec = spec.with_walls(walls).unwrap_or(spec);
            config.difficulty = None;
        }
        self.push_board(PlayedBoard {
            config,
            spec: None,
            day: None,
            stats: Stats::imported(&conduit, played),
            conduit,
        });
    }

    /// Moves the cursor or makes a move; returns a message for the player, if there is one.
    ///
    /// # Errors
    /// The core's refusal; then nothing but the cursor has changed.
    pub fn apply_input(&mut self, input: Input) -> Result<Option<String>, MoveError> {
        match interpret(&self.board.conduit, &mut self.cursor, input) {
            Some(action) => self.apply(action),
            None => Ok(None),
        }
    }

    fn apply(&mut self, action: Move) -> Result<Option<String>, MoveError> {
        let mut events = Vec::new();
        let moves = self.board.conduit.moves();
        if let Err(refusal) = self.board.conduit.apply(action, &mut events) {
            let back = refusal == MoveError::NothingToUndo && !self.board.conduit.is_pinned();
            let leads_away = back || refusal == MoveError::NothingToRedo;
            let message = leads_away.then(|| self.step_board(back)).flatten();
            return message.map(Some).ok_or(refusal);
        }
        self.changes += 1;
        self.hint = None;
        self.wrong_tiles.clear();
        self.board
            .stats
            .record_move(action, moves, &self.board.conduit);
        let mut message = None;
        for event in events {
            match event {
                Event::Turned { at, quarters } => self.turned.push((at, quarters)),
                Event::Hinted(hint) => {
                    message = Some(texts::hint_text(&hint, &self.board.conduit));
                    self.cursor.at = hint.at;
                    self.hint = Some(hint);
                }
                Event::Pinned(set) => {
                    let pinned = "Pinned: undo stops here until you remove the pin";
                    message = Some(if set { pinned } else { "Pin removed" }.to_owned());
                }
                Event::Won { fewest, .. } => {
                    self.is_newly_won = self.lesson.is_none();
                    self.hint = None;
                    message = Some(texts::result_text(
                        &self.board.stats,
                        self.board.conduit.moves(),
                        fewest,
                    ));
                    self.packets = Packets::new(&self.board.conduit);
                    self.packet_time = Duration::ZERO;
                }
                Event::Locked { .. } => {}
            }
        }
        Ok(message)
    }

    /// Marks the locked tiles that are wrong; returns a message with their number. It counts as a hint.
    pub fn check_locks(&mut self) -> String {
        self.hint = None;
        self.wrong_tiles = self.board.conduit.wrong_locks();
        let locked = self.locked_count();
        if locked > 0 && !self.board.conduit.is_won() {
            self.changes += 1;
            self.board.stats.hinted = true;
        }
        if self.board.conduit.locks_conflict() {
            return texts::LOCKS_CONFLICT.to_owned();
        }
        texts::check_text(locked, self.wrong_tiles.len())
    }

    /// Whether the player would lose something if the solution were shown: the board could still count as
    /// solved.
    pub(super) fn can_count(&self) -> bool {
        let is_open = !self.board.conduit.is_won() && !self.board.stats.shown;
        is_open && self.lesson.is_none()
    }

    /// On a solved board, sends packets out from a tile, or requests the next lesson.
    pub fn release_packets(&mut self, at: Pos) {
        if let Some(lesson) = &mut self.lesson {
            lesson.is_next_requested = self.board.conduit.is_won();
        } else if self.board.conduit.is_won() {
            if !self.are_packets_running() {
                self.packets = Packets::new(&self.board.conduit);
            }
            self.packet_time = Duration::ZERO;
            self.packets.release(&self.board.conduit, at);
        }
    }

    /// Moves the cursor to the tile under the pointer, and hides it.
    pub(super) fn point_at(&mut self, at: Pos) {
        self.cursor = Cursor { at, shown: false };
    }

    /// Adds to the time played, unless the board is solved.
    pub(super) fn add_time(&mut self, time: Duration) {
        if !self.board.conduit.is_won() {
            *self.board.stats.played.get_or_insert_default() += time;
        }
    }

    /// Advances the packets; returns whether the board has to be redrawn.
    pub fn run_packets(&mut self, time: Duration) -> bool {
        if !self.are_packets_running() {
            return false;
        }
        self.packet_time += time;
        let ms = time.as_millis().min(1000) as u32;
        // When their time is up, they have to be erased.
        self.packets.advance(&self.board.conduit, ms) || !self.are_packets_running()
    }

    /// Whether packets run through the board: it is solved, and they have run for less than 15
    /// seconds.
    pub fn are_packets_running(&self) -> bool {
        self.board.conduit.is_won() && self.packet_time < PACKET_DURATION
    }

    // ---- state

    /// The board being played.
    pub const fn conduit(&self) -> &Conduit {
        &self.board.conduit
    }

    /// The settings that the next new board starts from.
    pub const fn config(&self) -> &BoardConfig {
        &self.board.config
    }

    /// The spec that generates the board; `None` if it was opened by its id.
    pub const fn spec(&self) -> Option<&Spec> {
        self.board.spec.as_ref()
    }

    /// The day that the board is the daily of.
    pub const fn daily(&self) -> Option<Daily> {
        self.board.day
    }

    /// How hard the board is.
    pub const fn rating(&self) -> Difficulty {
        self.rating
    }

    /// The tile that commands without a position apply to.
    pub const fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// The last hint, until the next move.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Locked tiles that the last check found wrong, until the next move.
    pub fn wrong_tiles(&self) -> &[Pos] {
        &self.wrong_tiles
    }

    /// The packets that run through a solved board.
    pub const fn packets(&self) -> &Packets {
        &self.packets
    }

    /// The time played, from when the board is shown until it is solved.
    pub fn played(&self) -> Duration {
        self.board.stats.played.unwrap_or_default()
    }

    pub(super) const fn stats(&self) -> &Stats {
        &self.board.stats
    }

    /// Moves made, including those later undone.
    pub const fn moves(&self) -> u32 {
        self.board.stats.moves
    }

    /// Whether the board has been solved since the last call.
    pub(super) const fn take_win(&mut self) -> bool {
        replace(&mut self.is_newly_won, false)
    }

    /// Switches to a board that starts as `start`, if undo or redo leads to one; returns whether it
    /// is shown. The board is that of `day`, or without one no daily.
    pub(super) fn return_to(&mut self, start: &Board, day: Option<Daily>) -> bool {
        self.leave_lessons();
        if self.board.is_same(start, day) {
            return true;
        }
        let Some((back, steps)) = self.history.steps_to(start, day) else {
            return false;
        };
        for _ in 0..steps {
            self.step_board(back);
        }
        true
    }

    /// Whether the board is unsolved and has moves to undo or redo.
    pub(super) fn is_in_progress(&self) -> bool {
        !self.board.conduit.is_won() && self.board.conduit.history() != (0, 0)
    }

    /// The board with its history, as copied to the clipboard.
    pub fn progress(&self) -> Progress {
        Progress {
            conduit: self.board.conduit.clone(),
            seconds: u32::try_from(self.played().as_secs()).unwrap_or(u32::MAX),
        }
    }

    /// A number that goes up with every change worth saving.
    pub(super) fn changes(&self) -> u64 {
        self.main_session().changes
    }

    /// How many boards were shown before this one; differs whenever another board is shown.
    pub const fn board_number(&self) -> u64 {
        self.board_number
    }

    /// Number of locked tiles; a wellspring of two counts once.
    pub fn locked_count(&self) -> usize {
        let Size { width, height } = self.board.conduit.size();
        let [upper, lower] = self.board.conduit.board().wellspring();
        Rect::sized(Pos::default(), width as i32, height as i32)
            .positions()
            .filter(|pos| *pos != upper || upper == lower)
            .filter(|pos| self.board.conduit.is_locked(*pos))
            .count()
    }

    /// Whether there are turns that are not animated yet.
    pub(super) const fn has_turned(&self) -> bool {
        !self.turned.is_empty()
    }

    /// Takes the tiles, with quarter turns clockwise, that are not animated yet.
    pub(super) fn take_turned(&mut self) -> Vec<(Pos, u8)> {
        take(&mut self.turned)
    }
}

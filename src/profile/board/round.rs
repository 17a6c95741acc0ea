//! A [`BoardRound`]: a board in play, and what only the screen knows about it: cursor, hint, marks, packets and
//! time played. The rules are the core's.

use std::mem::take;
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64;

use super::setup::{BoardMove, PlayedBoard};
use super::texts::{self, Stage};
use crate::conduit::{
    Conduit, Cursor, Event, Grade, Hint, Input, Mask, Move, MoveError, Packets, Progress, Rules,
    Spec, interpret,
};
use crate::game::{Daily, DailyCode, DailyGame};
use crate::geom::{Pos, Rect, Size};
use crate::pack::{self, Place};
use crate::profile::score::Kind;
use crate::profile::{Game, Help, Round, Stats, daily};
use crate::rng::Seed;

/// How long packets run through a solved board before the program may come to rest.
const PACKET_DURATION: Duration = Duration::from_secs(15);

/// Size of a seed's first board.
const FIRST_SIZE: Size = Size::new(10, 9);

/// A board in play.
pub struct BoardRound {
    board: PlayedBoard,
    grade: Grade,
    /// The place of the same board in the packs.
    pack: Option<Place>,
    cursor: Cursor,
    hint: Option<Hint>,
    /// Whether the hint only points at its tile, which is still to be turned.
    is_pointing: bool,
    wrong_tiles: Vec<Pos>,
    packets: Packets,
    /// How long packets have run since the board was solved or a tile last released one; all the time they
    /// have on a board that was solved earlier.
    packet_time: Duration,
    /// Quarter turns that are not animated yet.
    turned: Vec<(Pos, u8)>,
}

impl BoardRound {
    fn new(board: PlayedBoard) -> Self {
        let conduit = &board.conduit;
        Self {
            grade: conduit.puzzle().grade(),
            pack: pack::find_board(&conduit.puzzle().start().id()),
            cursor: Cursor::new(conduit),
            hint: None,
            is_pointing: false,
            wrong_tiles: Vec::new(),
            packets: Packets::new(conduit),
            packet_time: PACKET_DURATION,
            turned: Vec::new(),
            board,
        }
    }

    /// What a seed's first board is: 10x9 tiles, default rules, any difficulty.
    pub fn first(seed: Seed) -> Spec {
        let spec = Spec::new(FIRST_SIZE, Rules::default(), seed);
        spec.expect("10x9 is between the smallest and the largest size")
    }

    /// Generates a board. New boards are like `order` then.
    pub fn generate(spec: Spec, order: Spec) -> Self {
        Self::generate_for(spec, order, None)
    }

    /// The daily of a day. New boards are like `order` then.
    pub fn daily(day: Daily, order: Spec) -> Self {
        Self::generate_for(daily::board(day), order, Some(day))
    }

    fn generate_for(spec: Spec, order: Spec, day: Option<Daily>) -> Self {
        Self::new(PlayedBoard {
            order,
            spec: Some(spec),
            conduit: Conduit::new(spec.make()),
            stats: Stats {
                day,
                ..Stats::default()
            },
        })
    }

    /// A board that was not generated here, with the time already played on it. New boards are like `order` then.
    pub fn given(conduit: Conduit, played: Option<Duration>, order: Spec) -> Self {
        Self::new(PlayedBoard {
            order,
            spec: None,
            stats: Stats {
                time: played,
                moves: conduit.moves(),
                help: match conduit.is_aided() {
                    true => Help::Hints,
                    false => Help::None,
                },
                given: conduit.history() != (0, 0) || played.is_some(),
                day: None,
            },
            conduit,
        })
    }

    // ---- moves

    /// Moves the cursor; returns the move that an input stands for, if it is one.
    pub fn interpret(&mut self, input: Input) -> Option<Move> {
        interpret(&self.board.conduit, &mut self.cursor, input)
    }

    /// Makes a move; returns a message for the player, if there is one.
    fn apply(&mut self, action: Move) -> Result<Option<String>, MoveError> {
        let mut events = Vec::new();
        let moves = self.board.conduit.moves();
        self.board.conduit.apply(action, &mut events)?;
        self.clear_hint();
        self.wrong_tiles.clear();
        self.board.count_move(action, moves);
        let mut message = None;
        for event in events {
            match event {
                Event::Turned { at, quarters } => self.turned.push((at, quarters)),
                Event::Hinted(hint) => {
                    message = Some(texts::hint_text(&hint, &self.board.conduit, Stage::Turned));
                    self.cursor.at = hint.at;
                    self.hint = Some(hint);
                }
                Event::Retracted(None) => message = Some(texts::NO_MISTAKE.to_owned()),
                Event::Retracted(Some(mistake)) => {
                    message = Some(texts::mistake_text(&mistake, &self.board.conduit));
                    self.cursor.at = mistake.hint.at;
                    self.hint = Some(mistake.hint);
                }
                Event::Pinned(set) => {
                    let pinned = "Pinned: undo stops here until you remove the pin";
                    message = Some(if set { pinned } else { "Pin removed" }.to_owned());
                }
                Event::Won { fewest, .. } => {
                    self.clear_hint();
                    let moves = self.board.conduit.moves();
                    message = Some(texts::result_text(&self.board.stats, moves, fewest));
                    self.packets = Packets::new(&self.board.conduit);
                    self.packet_time = Duration::ZERO;
                }
                Event::Locked { .. } => {}
            }
        }
        Ok(message)
    }

    /// Begins a solved board again. Moves and time start from zero, because that result has been
    /// reported; help is not forgotten.
    fn begin_again(&mut self) {
        let board = &mut self.board;
        board.conduit = Conduit::new(board.conduit.puzzle().clone());
        board.stats = Stats {
            time: None,
            moves: 0,
            ..board.stats
        };
        self.put_away();
    }

    fn clear_hint(&mut self) {
        self.hint = None;
        self.is_pointing = false;
    }

    /// Frames the tile that a hint would turn; returns a message that says why. It counts as a hint.
    fn point(&mut self) -> Result<String, MoveError> {
        let hint = self.board.conduit.find_hint().ok_or(MoveError::Won)?;
        self.wrong_tiles.clear();
        self.board.stats.add_help(Help::Hints);
        let message = texts::hint_text(&hint, &self.board.conduit, Stage::Pointed);
        self.cursor.at = hint.at;
        self.hint = Some(hint);
        self.is_pointing = true;
        Ok(message)
    }

    /// The move of a player who asks for a hint: the first one points at a tile, the next one turns it.
    pub const fn hint_move(&self) -> BoardMove {
        match self.is_pointing {
            true => BoardMove::Make(Move::Hint),
            false => BoardMove::Point,
        }
    }

    /// Marks the locked tiles that are wrong; returns a message with their number. It counts as a hint.
    fn check_locks(&mut self) -> String {
        self.clear_hint();
        self.wrong_tiles = self.board.conduit.wrong_locks();
        let locked = self.locked_count();
        if locked > 0 && !self.board.conduit.is_won() {
            self.board.stats.add_help(Help::Hints);
        }
        if self.board.conduit.locks_conflict() {
            return texts::LOCKS_CONFLICT.to_owned();
        }
        texts::check_text(locked, self.wrong_tiles.len())
    }

    /// What help a move is, if it is help for this board.
    pub fn help_of(&self, action: BoardMove) -> Option<&'static str> {
        match action {
            BoardMove::Make(Move::Hint) | BoardMove::Point => Some("A hint"),
            BoardMove::Check => (self.locked_count() > 0).then_some("A check"),
            BoardMove::Make(Move::Retract) => {
                let is_touched = self.board.conduit.history() != (0, 0);
                (is_touched && self.board.conduit.has_one_solution())
                    .then_some("Help with mistakes")
            }
            BoardMove::Again | BoardMove::Make(_) => None,
        }
    }

    /// Sends packets out from a tile of a solved board.
    pub fn release_packets(&mut self, at: Pos) {
        if !self.are_packets_running() {
            self.packets = Packets::new(&self.board.conduit);
        }
        self.packet_time = Duration::ZERO;
        self.packets.release(&self.board.conduit, at);
    }

    /// Moves the cursor to the tile under the pointer, and hides it.
    pub fn point_at(&mut self, at: Pos) {
        self.cursor = Cursor { at, shown: false };
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

    /// The board as it is played.
    pub const fn conduit(&self) -> &Conduit {
        &self.board.conduit
    }

    /// What new boards are like; the seed is that of the last one.
    pub const fn order(&self) -> &Spec {
        &self.board.order
    }

    /// The spec that generates the board; `None` if it was opened by its id.
    pub const fn spec(&self) -> Option<&Spec> {
        self.board.spec.as_ref()
    }

    /// What follows a board of a code, which is no new board of the player's own: the next of its kind.
    pub fn next_of_code(&self) -> Option<Spec> {
        let spec = self.board.spec.filter(|_| self.board.stats.day.is_none())?;
        let is_own = spec.with_seed(self.board.order.seed) == self.board.order;
        (!is_own).then(|| spec.with_seed(spec.seed.short_nth(1)))
    }

    /// How hard the board is.
    pub const fn grade(&self) -> Grade {
        self.grade
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

    /// Moves made, including those later undone.
    pub const fn moves(&self) -> u32 {
        self.board.stats.moves
    }

    /// The board with its history, as copied to the clipboard.
    pub fn progress(&self) -> Progress {
        Progress {
            conduit: self.board.conduit.clone(),
            seconds: u32::try_from(self.time().as_secs()).unwrap_or(u32::MAX),
        }
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
    pub const fn has_turned(&self) -> bool {
        !self.turned.is_empty()
    }

    /// Takes the tiles, with quarter turns clockwise, that are not animated yet.
    pub fn take_turned(&mut self) -> Vec<(Pos, u8)> {
        take(&mut self.turned)
    }

    fn starts_as(&self, other: &Self) -> bool {
        self.board.conduit.puzzle().start() == other.board.conduit.puzzle().start()
    }
}

impl Round for BoardRound {
    type Move = BoardMove;
    /// A message for the player, if there is one.
    type Outcome = Option<String>;
    type Refusal = MoveError;

    const GAME: Game = Game::Conduit;

    fn setup(&self) -> String {
        self.board.setup()
    }

    fn begin(setup: &str) -> Result<Self, String> {
        PlayedBoard::begin(setup).map(Self::new)
    }

    fn play(&mut self, action: BoardMove) -> Result<Option<String>, MoveError> {
        match action {
            BoardMove::Make(action) => self.apply(action),
            BoardMove::Check => Ok(Some(self.check_locks())),
            BoardMove::Point => self.point().map(Some),
            BoardMove::Again if self.board.conduit.is_won() => {
                self.begin_again();
                Ok(None)
            }
            BoardMove::Again => self.apply(Move::Restart),
        }
    }

    fn work(&self, action: BoardMove) -> u64 {
        let tiles = self.area() as u64;
        let all_changes = self.board.conduit.history().0 as u64 + 1;
        match action {
            BoardMove::Make(Move::Undo | Move::Redo) => 10 * tiles,
            BoardMove::Make(Move::Rewind | Move::Retract) => 100 * tiles * all_changes,
            BoardMove::Point | BoardMove::Again => 100 * tiles,
            BoardMove::Make(Move::Hint | Move::Jumble | Move::Solve | Move::Restart) => 100 * tiles,
            BoardMove::Make(_) => tiles,
            // A board with several solutions is searched.
            BoardMove::Check => 1000 * tiles,
        }
    }

    fn digest(&self) -> u64 {
        let (conduit, stats) = (&self.board.conduit, &self.board.stats);
        let Size { width, height } = conduit.size();
        let tiles = Rect::sized(Pos::default(), width as i32, height as i32).positions();
        let mut bytes: Vec<u8> = tiles
            .map(|at| {
                let sides = conduit.board().tile(at).map_or(0, Mask::bits);
                sides | u8::from(conduit.is_locked(at)) << 4
            })
            .collect();
        let (done, undone) = conduit.history();
        let counts = [done, undone]
            .into_iter()
            .chain(conduit.pins().iter().copied());
        for count in counts {
            bytes.extend((count as u64).to_le_bytes());
        }
        for count in [conduit.moves(), stats.moves] {
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend([
            conduit.is_aided().into(),
            stats.help as u8,
            stats.given.into(),
        ]);
        xxh3_64(&bytes)
    }

    fn is_finished(&self) -> bool {
        self.board.conduit.is_won()
    }

    fn is_under_way(&self) -> bool {
        !self.board.conduit.is_won() && self.board.conduit.history() != (0, 0)
    }

    fn is_worth_keeping(&self) -> bool {
        true
    }

    fn area(&self) -> usize {
        self.board.conduit.size().area()
    }

    fn stats(&self) -> &Stats {
        &self.board.stats
    }

    fn stats_mut(&mut self) -> &mut Stats {
        &mut self.board.stats
    }

    fn place(&self) -> Option<Place> {
        // What a seed gives is the seed's, even if a pack has the same.
        self.pack.filter(|_| self.board.spec.is_none())
    }

    fn kind(&self) -> Kind {
        texts::record_kind(&self.board.conduit, self.grade.difficulty)
    }

    fn identity(&self) -> String {
        self.board.conduit.puzzle().start().id()
    }

    fn fewest(&self) -> u32 {
        self.board.conduit.fewest_moves()
    }

    fn share_name(&self) -> String {
        let name = || texts::board_name(&self.board.conduit, self.grade);
        self.board.spec.map_or_else(name, |spec| spec.to_string())
    }

    fn code(&self) -> Option<String> {
        let board = &self.board;
        let game = DailyGame::Board;
        let of_day = board
            .stats
            .day
            .map(|day| DailyCode { game, day }.to_string());
        let of_spec = || board.spec.map(|spec| spec.to_string());
        Some(of_day.or_else(of_spec).unwrap_or_else(|| self.identity()))
    }

    /// Says so if the board is not as hard as it was wanted, or if a pack has the same.
    fn greeting(&self) -> Option<String> {
        let spec = self.board.spec?;
        let unmet = spec.difficulty.filter(|_| !spec.is_met_by(self.grade));
        let unmet = unmet.map(|wanted| {
            let found = texts::shown_grade(&self.board.conduit, self.grade);
            texts::not_found_text(wanted, spec.size(), found.as_deref())
        });
        let same = || Some(texts::same_in_pack(pack::board_pack_names(), self.pack?));
        unmet.or_else(same)
    }

    fn is_same(&self, made: &Self) -> bool {
        self.starts_as(made) && self.day() == made.day() && !made.board.stats.given
    }

    fn carry_over(&mut self, earlier: &Self) {
        if self.starts_as(earlier) && !earlier.board.conduit.is_won() {
            self.board.stats.carry_over(&earlier.board.stats);
        }
    }

    fn put_away(&mut self) {
        self.cursor = Cursor::new(&self.board.conduit);
        self.clear_hint();
        self.wrong_tiles.clear();
        self.turned.clear();
        self.packet_time = PACKET_DURATION;
    }
}

//! A [`MazeRound`]: one maze in play, with its run, its map, the hints and the solution shown on it, and the
//! time played.

pub mod words;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use strum::VariantArray;
use xxhash_rust::xxh3::xxh3_64;

use crate::GENERATION_VERSION;
use crate::game::{Daily, DailyCode, DailyGame};
use crate::geom::{Dir, Grid, Pos, Rect, Size};
use crate::map::Map;
use crate::maze::Maze;
use crate::mazerun::{
    Leg, LegError, MazeRun, Outcome, Progress, StepError, Trace, letter, step_of,
};
use crate::pack::{self, Place};
use crate::packed::{BitReader, BitWriter};
use crate::profile::board::texts::same_in_pack;
use crate::profile::score::Kind;
use crate::profile::solve::PackedMove;
use crate::profile::{Game, Help, Round, Stats, daily};
use crate::record::Words;
use crate::rng::Seed;
use crate::text::excerpt;

/// What a tile shows, in ascending priority. The value is the tile's level in the tint; 0 is no mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, VariantArray)]
#[repr(u8)]
pub enum Mark {
    /// The player was here and turned back.
    Backtrack = 1,
    /// On the solution, while it is shown.
    Solution = 2,
    /// On the trail from the start to the walker.
    Trail = 3,
    /// Shown by a hint.
    Hint = 4,
    /// Lit since the goal was reached.
    Win = 5,
}

impl Mark {
    /// Every mark, in ascending priority.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Overlay bits of a tile. Trail and backtracking are not overlays: the run knows them.
const SOLUTION: u8 = 1;
const HINT: u8 = 2;
const WIN: u8 = 4;

/// The generator and the size, in cells, of the first maze of a seed.
const DEFAULT_GENERATOR: &str = "maze-dfs";
const DEFAULT_SIZE: Size = Size::new(16, 10);

/// The first leg of a seed's run if no maze is named.
///
/// # Errors
/// None: the default generator makes mazes of the default size.
pub fn default_leg(seed: Seed) -> Result<Leg, LegError> {
    Leg::new(DEFAULT_GENERATOR, DEFAULT_SIZE, seed)
}

/// The state in which only the lantern lights the maze.
pub const DARK: &str = "dark";

/// A maze in play.
pub struct MazeRound {
    run: MazeRun,
    /// The place of the same maze in the packs.
    pack: Option<Place>,
    map: Arc<Map>,
    /// The overlay bits of each tile.
    overlays: Grid<u8>,
    /// The cell at which the hint starts and the cells it shows; empty without a hint.
    hint_path: Vec<Pos>,
    /// The cells of the solution; empty while it is hidden.
    solution_path: Vec<Pos>,
    /// How many cells of the trail are lit since the goal was reached.
    lit_cells: usize,
    stats: Stats,
    /// Whether only the lantern has lit the maze since the first step.
    is_dark: bool,
    /// The steps that the last restart took back, until the next step.
    taken_back: Vec<Dir>,
    /// Tiles whose marks may have changed since they were last painted.
    pub stale_tiles: Vec<Pos>,
}

/// Refuses a saved maze of another generation version.
fn check_generation(found: u32) -> Result<(), String> {
    if found == GENERATION_VERSION {
        return Ok(());
    }
    Err(format!(
        "the maze was made by generation version {found}, and this program has \
         {GENERATION_VERSION}: seeds give other mazes now"
    ))
}

/// What is done in a maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazeMove {
    /// Walks one cell.
    Step(Dir),
    /// Shows the next cells of the way to the goal.
    Hint,
    /// Shows or hides the solution.
    Solution,
    /// Returns to the start.
    Restart,
    /// Takes back a restart.
    UndoRestart,
    /// Notes that only the lantern lights the maze, before the first step.
    Dark,
    /// Notes that the whole maze is lit.
    Light,
    /// Makes the maze the daily of a day, which it is.
    Daily(Daily),
}

/// The moves that are a word of their own.
const WORDS: [(&str, MazeMove); 6] = [
    ("hint", MazeMove::Hint),
    ("solution", MazeMove::Solution),
    ("restart", MazeMove::Restart),
    ("undo", MazeMove::UndoRestart),
    ("dark", MazeMove::Dark),
    ("light", MazeMove::Light),
];

/// Written as a word: the letters U, R, D and L for steps, the code of a daily, or a word such as `hint`.
impl fmt::Display for MazeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(dir) => write!(f, "{}", letter(*dir)),
            Self::Daily(day) => {
                let (game, day) = (DailyGame::Maze, *day);
                DailyCode { game, day }.fmt(f)
            }
            _ => {
                let word = WORDS.iter().find(|(_, known)| known == self);
                f.write_str(word.map_or("", |(word, _)| word))
            }
        }
    }
}

impl FromStr for MazeMove {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let mut letters = word.chars();
        if let (Some(dir), None) = (letters.next().and_then(step_of), letters.next()) {
            return Ok(Self::Step(dir));
        }
        if let Some((_, known)) = WORDS.iter().find(|(known, _)| *known == word) {
            return Ok(*known);
        }
        match word.parse::<DailyCode>() {
            Ok(code) if code.game == DailyGame::Maze => Ok(Self::Daily(code.day)),
            _ => Err(format!(
                "\"{}\" is not a move in a maze; use U, R, D, L, hint, solution, restart, undo, dark or light",
                excerpt(word)
            )),
        }
    }
}

/// A step is told by its turn from the one before, straight on by a single bit.
impl PackedMove for MazeMove {
    type Before = usize;

    fn pack(self, before: &mut usize, bits: &mut BitWriter) {
        match self {
            Self::Step(dir) => {
                let at = Dir::CARDINAL.into_iter().position(|one| one == dir);
                let at = at.unwrap_or_default();
                let turn = (at + TURNS - std::mem::replace(before, at)) % TURNS;
                bits.number(turn as u32, 0);
            }
            Self::Daily(day) => {
                bits.number(TURNS as u32, 0);
                bits.number(WORDS.len() as u32, 0);
                bits.bits(day.day(), 32);
            }
            _ => {
                let at = WORDS.iter().position(|(_, known)| *known == self);
                bits.number(TURNS as u32, 0);
                bits.number(at.unwrap_or_default() as u32, 0);
            }
        }
    }

    fn unpack(before: &mut usize, bits: &mut BitReader<'_>) -> Option<Self> {
        let turn = bits.number(0)? as usize;
        if turn < TURNS {
            *before = (*before + turn) % TURNS;
            return Some(Self::Step(Dir::CARDINAL[*before]));
        }
        let word = (turn == TURNS).then(|| bits.number(0)).flatten()? as usize;
        match WORDS.get(word) {
            Some((_, known)) => Some(*known),
            None if word == WORDS.len() => Daily::of_day(bits.bits(32)?).map(Self::Daily),
            None => None,
        }
    }
}

/// The ways that a step can turn.
const TURNS: usize = Dir::CARDINAL.len();

/// Why a move is refused.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MazeRefusal {
    #[error(transparent)]
    Step(#[from] StepError),
    #[error("there is no restart to undo")]
    NoRestart,
    #[error("the maze was seen in the light")]
    SeenInLight,
    #[error("this is not the daily of {0}")]
    NotDaily(Daily),
}

/// The help that a walk has had.
fn help_of(run: &MazeRun) -> Help {
    match (run.is_solved(), run.hints()) {
        (true, _) => Help::Shown,
        (false, 0) => Help::None,
        (false, _) => Help::Hints,
    }
}

/// The result of a completed maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundResult {
    /// Steps, hints and whether the solution was shown.
    pub outcome: Outcome,
    /// Position in the run, from 1.
    pub number: u32,
    /// Size of the maze, in cells.
    pub size: Size,
    /// Time played, from when the maze is shown to the last step.
    pub time: Duration,
}

impl MazeRound {
    /// A round that plays `run`, with nothing shown and no time played. Linear in the area.
    pub fn new(run: MazeRun) -> Self {
        let mut map = Map::default();
        run.maze().to_map(&mut map);
        let Size { width, height } = map.size();
        Self {
            pack: pack::find_maze(run.maze()),
            stats: Stats {
                moves: run.steps_taken(),
                help: help_of(&run),
                ..Stats::default()
            },
            is_dark: false,
            run,
            map: Arc::new(map),
            overlays: Grid::new(width, height, 0),
            hint_path: Vec::new(),
            solution_path: Vec::new(),
            lit_cells: 0,
            taken_back: Vec::new(),
            stale_tiles: Vec::new(),
        }
    }

    /// What follows: the next maze of its pack, or of its run.
    ///
    /// # Errors
    /// As [`Leg::make`].
    pub fn next(&self) -> Result<Self, LegError> {
        let of_pack = self.place().and_then(Place::next).and_then(pack::maze);
        Ok(Self::new(match of_pack {
            Some(run) => run,
            None => self.run.next()?,
        }))
    }

    /// The round as the daily of a day.
    #[must_use]
    pub const fn of_day(mut self, day: Daily) -> Self {
        self.stats.day = Some(day);
        self
    }

    /// A round from a share code with progress, or of a maze from a file, which has none.
    pub fn from_progress(progress: Progress) -> Self {
        let is_started = progress.run.steps_taken() > 0 || progress.seconds > 0;
        let given = !progress.run.is_loaded();
        let mut round = Self::new(progress.run);
        round.stats.time = is_started.then(|| Duration::from_secs(progress.seconds.into()));
        round.stats.given = given;
        round
    }

    /// Steps taken, including those before a restart.
    pub const fn steps(&self) -> u32 {
        self.stats.moves
    }

    /// The walk through the maze.
    pub const fn run(&self) -> &MazeRun {
        &self.run
    }

    /// The maze as tiles: cells and the walls or passages between them take one tile each.
    pub const fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The tile that the walker stands on.
    pub fn walker_tile(&self) -> Pos {
        Maze::tile(self.run.at())
    }

    /// Takes a step. A step along the hint uses up the hint as far as it was followed.
    fn step(&mut self, dir: Dir) -> Result<(), StepError> {
        let stale = &mut self.stale_tiles;
        self.run
            .step_told(dir, |cell| stale.extend(tiles_of_cell(cell)))?;
        self.taken_back.clear();
        let at = self.run.at();
        if let Some(index) = self.hint_path.iter().position(|cell| *cell == at) {
            let used = self.hint_path[..=index].to_vec();
            self.clear_overlay(&used, HINT);
            self.hint_path.drain(..index);
        }
        Ok(())
    }

    /// Shows the next cells of the way to the goal; returns how many, 0 at the goal.
    fn show_hint(&mut self) -> usize {
        let old = std::mem::take(&mut self.hint_path);
        self.clear_overlay(&old, HINT);
        let mut cells = vec![self.run.at()];
        cells.append(&mut self.run.hint());
        self.set_overlay(&cells, HINT);
        self.hint_path = cells;
        self.hint_path.len() - 1
    }

    /// How many of the next cells of the way to the goal are shown, by a hint or as a part of the solution.
    pub fn shown_steps(&self) -> usize {
        let hinted = self.hint_path.first() == Some(&self.run.at());
        match (hinted, self.solution_path.is_empty()) {
            (_, false) => self.run.path().count(),
            (true, true) => self.hint_path.len() - 1,
            (false, true) => 0,
        }
    }

    /// Shows or hides the solution.
    fn toggle_solution(&mut self) {
        let old = std::mem::take(&mut self.solution_path);
        if old.is_empty() {
            let path = self.run.solve();
            self.set_overlay(&path, SOLUTION);
            self.solution_path = path;
        } else {
            self.clear_overlay(&old, SOLUTION);
        }
    }

    /// Returns to the start. Time and steps keep counting, unless the goal was reached: then they
    /// start from zero, because that result has been reported.
    fn restart(&mut self) {
        if self.run.is_over() {
            (self.stats.moves, self.stats.time) = (0, None);
            self.is_dark = false;
        } else if self.run.steps_taken() > 0 {
            self.taken_back = self.run.steps().to_vec();
        }
        self.run.restart();
        self.overlays.as_mut_slice().fill(0);
        (self.hint_path, self.solution_path) = (Vec::new(), Vec::new());
        self.lit_cells = 0;
    }

    /// Takes back a restart: its steps are taken again, and counted only once. Returns false if there
    /// was no restart since the last step.
    fn undo_restart(&mut self) -> bool {
        let steps = std::mem::take(&mut self.taken_back);
        // The steps cannot fail: they were taken in this maze before.
        steps.iter().all(|dir| self.step(*dir).is_ok()) && !steps.is_empty()
    }

    /// Makes the maze the daily of a day.
    fn become_daily(&mut self, day: Daily) -> Result<(), MazeRefusal> {
        let is_own = *self.run.leg() == daily::maze(day) && !self.run.is_loaded();
        if !is_own || self.stats.day.is_some() {
            return Err(MazeRefusal::NotDaily(day));
        }
        self.stats.day = Some(day);
        Ok(())
    }

    /// Lights the first `share` of the trail, 0 to 1. Lit cells stay lit.
    pub fn light_trail(&mut self, share: f32) {
        let trail = self.run.trail();
        let until = ((trail.len() as f32 * share) as usize).min(trail.len());
        if until > self.lit_cells {
            let cells = trail[self.lit_cells.saturating_sub(1)..until].to_vec();
            self.lit_cells = until;
            self.set_overlay(&cells, WIN);
        }
    }

    /// Whether the whole trail is lit.
    pub fn is_trail_lit(&self) -> bool {
        self.lit_cells >= self.run.trail().len()
    }

    /// The most important mark on the tile at `pos`.
    pub fn mark_at(&self, pos: Pos) -> Option<Mark> {
        let overlay = self.overlays.get(pos).copied().unwrap_or_default();
        if overlay & WIN != 0 {
            return Some(Mark::Win);
        }
        if overlay & HINT != 0 {
            return Some(Mark::Hint);
        }
        match self.trace_at(pos) {
            Trace::Trail => Some(Mark::Trail),
            _ if overlay & SOLUTION != 0 => Some(Mark::Solution),
            Trace::Back => Some(Mark::Backtrack),
            Trace::Fresh => None,
        }
    }

    /// All tiles that may have a mark. Linear in the area.
    pub fn marked_tiles(&self) -> Vec<Pos> {
        let overlays = self.overlays.iter().filter(|(_, overlay)| **overlay != 0);
        let mut tiles: Vec<Pos> = overlays.map(|(pos, _)| pos).collect();
        let cells = self.run.maze().cells().map(|(cell, _)| cell);
        for cell in cells.filter(|cell| self.run.trace(*cell) != Trace::Fresh) {
            tiles.extend(tiles_of_cell(cell));
        }
        tiles
    }

    /// The result, once the goal is reached.
    pub fn result(&self) -> Option<RoundResult> {
        let outcome = Outcome {
            steps: self.steps(),
            ..self.run.outcome()?
        };
        Some(RoundResult {
            outcome,
            number: self.run.leg().number().saturating_add(1),
            size: self.run.maze().size(),
            time: self.time(),
        })
    }

    /// Its size, and where it comes from if that is known.
    fn source(&self) -> String {
        let size = self.run.maze().size();
        match (self.run.is_loaded(), self.pack) {
            (false, _) => format!("{size} {}", self.run.leg().generator().info().name),
            (true, Some(_)) => format!("{size} of a pack"),
            (true, None) => size.to_string(),
        }
    }

    /// The move that notes the light in which the player sees the maze, if that has changed. It is made before a
    /// step, and whenever the light is switched.
    pub fn note_light(&self, is_dark: bool) -> Option<MazeMove> {
        match (self.is_dark, is_dark) {
            (true, false) => Some(MazeMove::Light),
            (false, true) if self.can_be_dark() => Some(MazeMove::Dark),
            _ => None,
        }
    }

    /// Whether no step was taken yet in the light.
    fn can_be_dark(&self) -> bool {
        self.steps() == 0 && !self.run.is_over()
    }

    /// The trace on a tile. A passage has the trace that the cells at both its ends share.
    fn trace_at(&self, tile: Pos) -> Trace {
        let [one, other] = cells_of_tile(tile);
        if self.map.is_walkable(tile) {
            match (self.run.trace(one), self.run.trace(other)) {
                (Trace::Fresh, _) | (_, Trace::Fresh) => Trace::Fresh,
                (Trace::Trail, Trace::Trail) => Trace::Trail,
                _ => Trace::Back,
            }
        } else {
            Trace::Fresh
        }
    }

    fn set_overlay(&mut self, cells: &[Pos], bit: u8) {
        self.update_overlays(cells, |overlay| *overlay |= bit);
    }

    fn clear_overlay(&mut self, cells: &[Pos], bit: u8) {
        self.update_overlays(cells, |overlay| *overlay &= !bit);
    }

    /// Applies `change` to the overlays of a path of adjacent cells and of the passages between them.
    fn update_overlays(&mut self, cells: &[Pos], change: impl Fn(&mut u8)) {
        let mut before = None;
        for cell in cells {
            let tile = Maze::tile(*cell);
            let passage = Rect::between(before.unwrap_or(tile), tile);
            for pos in passage.positions() {
                if let Some(overlay) = self.overlays.get_mut(pos) {
                    change(overlay);
                    self.stale_tiles.push(pos);
                }
            }
            before = Some(tile);
        }
    }
}

impl Round for MazeRound {
    type Move = MazeMove;
    /// The number of cells that a hint shows.
    type Outcome = usize;
    type Refusal = MazeRefusal;

    const GAME: Game = Game::Maze;
    const STATES: &'static [&'static str] = &[DARK];

    /// The generation version, the run, the day, and what has been spent.
    fn setup(&self) -> String {
        let mut words = format!("generation {GENERATION_VERSION} {}", self.run.setup());
        self.stats.write(&mut words);
        if self.is_dark {
            words += " dark";
        }
        words
    }

    fn begin(setup: &str) -> Result<Self, String> {
        let mut words = Words::new(setup);
        check_generation(words.count("generation")?)?;
        let run = MazeRun::from_setup(&mut words, crate::known())?;
        let mut round = Self::new(run);
        let Stats {
            day,
            time,
            moves,
            help,
            given,
        } = Stats::read(&mut words)?;
        if let Some(day) = day {
            let made = round.become_daily(day);
            made.map_err(|refusal| refusal.to_string())?;
        }
        let stats = &mut round.stats;
        (stats.time, stats.given) = (time, given);
        stats.moves = stats.moves.max(moves);
        stats.add_help(help);
        round.is_dark = words.flag("dark");
        words.end()?;
        Ok(round)
    }

    fn play(&mut self, action: MazeMove) -> Result<usize, MazeRefusal> {
        let mut shown = 0;
        match action {
            MazeMove::Step(dir) => {
                self.step(dir)?;
                self.stats.moves = self.stats.moves.saturating_add(1);
            }
            MazeMove::Hint => shown = self.show_hint(),
            MazeMove::Solution => self.toggle_solution(),
            MazeMove::Restart => self.restart(),
            MazeMove::UndoRestart if self.undo_restart() => {}
            MazeMove::UndoRestart => return Err(MazeRefusal::NoRestart),
            MazeMove::Dark if self.can_be_dark() => self.is_dark = true,
            MazeMove::Dark => return Err(MazeRefusal::SeenInLight),
            MazeMove::Light => self.is_dark = false,
            MazeMove::Daily(day) => self.become_daily(day)?,
        }
        self.stats.add_help(help_of(&self.run));
        Ok(shown)
    }

    fn work(&self, action: MazeMove) -> u64 {
        let (cells, steps) = (self.area() as u64, self.run.steps().len() as u64);
        match action {
            MazeMove::Step(_) => 8,
            MazeMove::Hint => 100,
            MazeMove::Solution => 10 * u64::from(self.run.ends().steps),
            MazeMove::Restart => 10 * cells + steps,
            MazeMove::UndoRestart => 8 * self.taken_back.len() as u64 + 1,
            MazeMove::Dark | MazeMove::Light | MazeMove::Daily(_) => 1,
        }
    }

    fn digest(&self) -> u64 {
        let (run, at) = (&self.run, self.run.at());
        let counts = [
            at.x as u64,
            at.y as u64,
            u64::from(run.steps_taken()),
            u64::from(run.hints()),
            u64::from(self.stats.moves),
            run.trail().len() as u64,
            self.taken_back.len() as u64,
            self.stats.day.map_or(u64::MAX, |day| day.day().into()),
        ];
        let flags = [
            run.is_solved(),
            !self.solution_path.is_empty(),
            self.stats.given,
            self.is_dark,
        ];
        let mut bytes: Vec<u8> = counts.into_iter().flat_map(u64::to_le_bytes).collect();
        bytes.extend(flags.map(u8::from));
        xxh3_64(&bytes)
    }

    fn is_finished(&self) -> bool {
        self.run.is_over()
    }

    fn is_under_way(&self) -> bool {
        self.steps() > 0 && !self.run.is_over()
    }

    fn area(&self) -> usize {
        self.run.maze().size().area()
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn stats_mut(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn place(&self) -> Option<Place> {
        // What a seed gives is the seed's, even if a pack has the same.
        self.pack.filter(|_| self.run.is_loaded())
    }

    fn kind(&self) -> Kind {
        Kind {
            braided: self.run.maze().passages() >= self.area(),
            dark: self.is_dark,
            loaded: self.run.is_loaded() && self.pack.is_none(),
            ..Kind::plain(self.source())
        }
    }

    fn identity(&self) -> String {
        self.run.maze().to_string()
    }

    fn fewest(&self) -> u32 {
        self.run.ends().steps
    }

    fn share_name(&self) -> String {
        match (self.run.is_loaded(), self.pack) {
            (true, None) => format!("{} loaded", self.source()),
            (true, Some(_)) => self.source(),
            (false, _) => self.run.leg().spec().to_string(),
        }
    }

    fn code(&self) -> Option<String> {
        let game = DailyGame::Maze;
        let of_day = self.day().map(|day| DailyCode { game, day }.to_string());
        of_day.or_else(|| (!self.run.is_loaded()).then(|| self.run.leg().spec().to_string()))
    }

    fn greeting(&self) -> Option<String> {
        match (self.run.is_loaded(), self.pack) {
            (true, None) => Some(format!("A maze of {} cells", self.run.maze().size())),
            (false, Some(place)) => Some(same_in_pack(pack::maze_pack_names(), place)),
            _ => None,
        }
    }

    /// A maze that was begun by its code can be continued as the daily of a day; its steps and time count.
    fn is_same(&self, made: &Self) -> bool {
        let may_become_daily = self.day().is_none() && !self.run.is_loaded();
        !self.is_finished()
            && !made.stats.given
            && self.run.maze() == made.run.maze()
            && (self.day() == made.day() || may_become_daily)
    }

    fn continuation(&self, made: &Self) -> Option<MazeMove> {
        let day = made.day().filter(|_| self.day() != made.day());
        day.map(MazeMove::Daily)
    }

    fn put_away(&mut self) {
        self.stale_tiles.clear();
    }
}

/// The cells that a tile belongs to: the two at the ends of a passage, or the same cell twice.
pub fn cells_of_tile(tile: Pos) -> [Pos; 2] {
    let half = |n: i32| (n - 1).div_euclid(2);
    let one = Pos::new(half(tile.x), half(tile.y));
    let other = Pos::new(half(tile.x + 1), half(tile.y + 1));
    [one, other]
}

/// The tile of a cell and the four tiles beside it, where its passages are.
fn tiles_of_cell(cell: Pos) -> impl Iterator<Item = Pos> {
    let tile = Maze::tile(cell);
    std::iter::once(tile).chain(Dir::CARDINAL.map(|dir| tile.step(dir)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mazerun::Leg;
    use crate::rng::Seed;

    fn round(hex: &str) -> MazeRound {
        let leg = Leg::new("maze-dfs", Size::new(4, 4), Seed(1)).unwrap();
        MazeRound::new(leg.load_text(hex).unwrap())
    }

    fn marks(round: &MazeRound) -> String {
        let size = round.map().size();
        let mut text = String::new();
        for y in 0..size.height as i32 {
            for x in 0..size.width as i32 {
                text.push(match round.mark_at(Pos::new(x, y)) {
                    None => '.',
                    Some(Mark::Backtrack) => 'b',
                    Some(Mark::Solution) => 's',
                    Some(Mark::Trail) => 't',
                    Some(Mark::Hint) => 'h',
                    Some(Mark::Win) => '*',
                });
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn a_maze_is_a_kind_of_its_own_for_each_thing_that_makes_it_easier_or_harder() {
        let kind = |round: &MazeRound| round.completion().kind.to_string();
        let made =
            |code: &str| MazeRound::new(Leg::of(&code.parse().unwrap()).unwrap().make().unwrap());
        assert_eq!(kind(&made("maze-dfs/33x21#7")), "16x10 maze-dfs");
        let braided = made("maze-dfs/33x21/braid=50#7");
        assert_eq!(kind(&braided), "16x10 maze-dfs, braided");
        let mut loaded = round("BA8E\nFF7F\n");
        assert_eq!(kind(&loaded), "4x2, loaded");
        loaded.play(MazeMove::Hint).unwrap();
        assert_eq!(kind(&loaded), "4x2, loaded, with hints");
        let of_pack = pack::maze(Place { pack: 0, number: 0 }).map(MazeRound::new);
        assert!(kind(&of_pack.unwrap()).ends_with(" of a pack"));
    }

    #[test]
    fn a_maze_is_dark_only_if_it_was_from_the_first_step_to_the_goal() {
        let mut round = round("BA8E\nFF7F\n");
        let is_dark = |round: &MazeRound| round.completion().kind.dark;
        assert_eq!(round.note_light(false), None);
        let digest = round.digest();
        let dark = round.note_light(true).unwrap();
        round.play(dark).unwrap();
        assert!(is_dark(&round) && round.digest() != digest);
        assert!(round.setup().ends_with(" dark"));
        assert!(is_dark(&MazeRound::begin(&round.setup()).unwrap()));
        round.play(MazeMove::Step(Dir::West)).unwrap();
        assert_eq!(round.note_light(true), None);
        let light = round.note_light(false).unwrap();
        round.play(light).unwrap();
        assert!(!is_dark(&round));
        // Not even a restart makes the player forget it.
        round.play(MazeMove::Restart).unwrap();
        assert_eq!(round.note_light(true), None);
        assert_eq!(round.play(MazeMove::Dark), Err(MazeRefusal::SeenInLight));
    }

    #[test]
    fn tiles_show_trail_detours_hint_way_and_light() {
        // A corridor of four cells with a dead end below the second; the start is on the right.
        let mut round = round("BA8E\nFF7F\n");
        let second = Duration::from_secs(1);
        round.add_time(second);
        assert_eq!(round.play(MazeMove::Hint), Ok(3));
        assert_eq!(marks(&round).lines().nth(1), Some(".hhhhhhh."));
        round.play(MazeMove::Step(Dir::West)).unwrap();
        assert_eq!(marks(&round).lines().nth(1), Some(".hhhhttt."));
        round.add_time(second);
        round.play(MazeMove::Step(Dir::South)).unwrap();
        round.play(MazeMove::Step(Dir::North)).unwrap();
        assert_eq!(marks(&round).lines().nth(3), Some(".....b..."));
        round.play(MazeMove::Solution).unwrap();
        round.play(MazeMove::Step(Dir::West)).unwrap();
        let wall = round.play(MazeMove::Step(Dir::North));
        assert_eq!(wall, Err(StepError::Wall.into()));
        round.add_time(second * 3);
        round.play(MazeMove::Step(Dir::West)).unwrap();
        round.add_time(second);
        assert_eq!(marks(&round).lines().nth(1), Some(".ttttttt."));
        round.light_trail(0.5);
        assert_eq!(marks(&round).lines().nth(1), Some(".tttt***."));
        round.light_trail(1.0);
        assert_eq!(marks(&round).lines().nth(1), Some(".*******."));
        let result = round.result().unwrap();
        assert_eq!((result.outcome.steps, result.outcome.shortest), (5, 3));
        assert_eq!((result.time, round.time()), (second * 5, second * 5));
        round.play(MazeMove::Restart).unwrap();
        assert!(
            marks(&round)
                .chars()
                .all(|c| c == '.' || c == '\n' || c == 't')
        );
        assert_eq!(round.result(), None);
        assert_eq!((round.steps(), round.time()), (0, Duration::ZERO));
        round.play(MazeMove::Step(Dir::West)).unwrap();
        round.add_time(second);
        round.play(MazeMove::Restart).unwrap();
        let spent = (round.steps(), round.time());
        assert_eq!(
            spent,
            (1, second),
            "a restart on the way takes nothing back"
        );
    }
}

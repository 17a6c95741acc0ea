//! One maze on the screen: the run, the map that is drawn, what is shown of the way, and the time.
//! Knows nothing of actions, light or other mazes.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::geom::{Dir, Grid, Pos, Rect, Size};
use crate::map::Map;
use crate::maze::Maze;
use crate::mazerun::{MazeRun, Outcome, Progress, StepError, Trace};

/// What a tile shows of ways, most important last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Mark {
    /// It was left again.
    Back = 1,
    /// It lies on the whole way that was asked for.
    Way = 2,
    /// It lies on the trail.
    Trail = 3,
    /// It was shown by a hint.
    Hint = 4,
    /// Light runs over it, since the goal is reached.
    Won = 5,
}

impl Mark {
    pub(super) const ALL: [Self; 5] = [Self::Back, Self::Way, Self::Trail, Self::Hint, Self::Won];
}

/// Bits of what is shown on a tile, beside the trail.
const WAY: u8 = 1;
const HINT: u8 = 2;
const WON: u8 = 4;

/// A maze that is being run through.
pub struct Round {
    run: MazeRun,
    map: Arc<Map>,
    shown: Grid<u8>,
    /// The cell where the hint begins, and what it shows.
    hint: Vec<Pos>,
    way: Vec<Pos>,
    /// Cells of the trail that light has run over.
    lit: usize,
    /// What it has cost so far.
    spent: Spent,
    /// Steps that the last restart took back, until another is taken.
    taken_back: Vec<Dir>,
    /// Tiles whose marks may have changed since they were painted last.
    pub(super) stale: Vec<Pos>,
}

/// What is known of a maze beside its run: enough to go on with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Standing {
    pub spent: Spent,
    /// Whether the whole way is shown.
    pub way: bool,
    /// Steps that the last restart took back, until another is taken.
    pub taken_back: Vec<Dir>,
}

/// What a maze has cost so far, besides its steps; no restart takes it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Spent {
    /// The time played, from the first step on.
    pub time: Option<Duration>,
    /// Steps taken before the last restart.
    pub earlier: u32,
    /// Whether it came from elsewhere, with some of it done.
    pub given: bool,
}

/// A maze that was run through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// How.
    pub outcome: Outcome,
    /// Its number in the run, from 1.
    pub number: u32,
    /// Its size, in cells.
    pub size: Size,
    /// From the first step to the last.
    pub time: Duration,
}

impl Round {
    /// The beginning of `run`.
    pub fn new(run: MazeRun) -> Self {
        let mut map = Map::default();
        run.maze().to_map(&mut map);
        let Size { width, height } = map.size();
        Self {
            run,
            map: Arc::new(map),
            shown: Grid::new(width, height, 0),
            hint: Vec::new(),
            way: Vec::new(),
            lit: 0,
            spent: Spent::default(),
            taken_back: Vec::new(),
            stale: Vec::new(),
        }
    }

    /// A run that was begun before, as it stood.
    ///
    /// # Errors
    /// If its restart cannot have taken such steps back.
    pub(super) fn resume(run: MazeRun, standing: Standing) -> Result<Self, StepError> {
        let mut walk = run.clone();
        for dir in &standing.taken_back {
            walk.step(*dir)?;
        }
        let mut round = Self::new(run);
        (round.spent, round.taken_back) = (standing.spent, standing.taken_back);
        if standing.way {
            round.solution();
        }
        Ok(round)
    }

    /// A maze that came from elsewhere, with the steps taken.
    pub(super) fn given(progress: Progress) -> Self {
        let is_begun = progress.run.steps_taken() > 0 || progress.seconds > 0;
        let spent = Spent {
            time: is_begun.then(|| Duration::from_secs(progress.seconds.into())),
            given: true,
            ..Spent::default()
        };
        Self {
            spent,
            ..Self::new(progress.run)
        }
    }

    /// What it has cost so far.
    pub(super) const fn spent(&self) -> &Spent {
        &self.spent
    }

    /// What there is to know of it beside its run.
    pub(super) fn standing(&self) -> Standing {
        Standing {
            spent: self.spent,
            way: !self.way.is_empty(),
            taken_back: self.taken_back.clone(),
        }
    }

    /// Steps taken, those before a restart included.
    pub fn steps(&self) -> u32 {
        self.spent.earlier.saturating_add(self.run.steps_taken())
    }

    /// Whether something was done that is worth coming back to.
    pub(super) fn is_under_way(&self) -> bool {
        self.steps() > 0 && !self.run.is_over()
    }

    /// The run.
    pub const fn run(&self) -> &MazeRun {
        &self.run
    }

    /// The maze as it is drawn: cells with walls between, each as large as a cell.
    pub const fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The tile where the walk is.
    pub fn tile(&self) -> Pos {
        Maze::tile(self.run.at())
    }

    /// Takes a step.
    pub(super) fn step(&mut self, dir: Dir) -> Result<(), StepError> {
        let stale = &mut self.stale;
        self.run.step_told(dir, |cell| stale.extend(around(cell)))?;
        self.spent.time.get_or_insert_default();
        self.taken_back.clear();
        // A hint is used up as it is followed.
        if let Some(place) = self.hint.iter().position(|cell| *cell == self.run.at()) {
            let used = self.hint[..=place].to_vec();
            self.unshow(&used, HINT);
            self.hint.drain(..place);
        }
        Ok(())
    }

    /// Shows the next cells of the way; returns how many.
    pub(super) fn hint(&mut self) -> usize {
        let old = std::mem::take(&mut self.hint);
        self.unshow(&old, HINT);
        let mut cells = vec![self.run.at()];
        cells.append(&mut self.run.hint());
        self.show(&cells, HINT);
        self.hint = cells;
        self.hint.len() - 1
    }

    /// Shows the whole way, or hides it.
    pub(super) fn solution(&mut self) {
        let old = std::mem::take(&mut self.way);
        if old.is_empty() {
            self.way = self.run.solve();
            let way = std::mem::take(&mut self.way);
            self.show(&way, WAY);
            self.way = way;
        } else {
            self.unshow(&old, WAY);
        }
    }

    /// Back to the start. The time and the steps go on, unless the goal was reached: then all has
    /// been told.
    pub(super) fn restart(&mut self) {
        if self.run.is_over() {
            (self.spent.earlier, self.spent.time) = (0, None);
        } else if self.run.steps_taken() > 0 {
            self.spent.earlier = self.steps();
            self.taken_back = self.run.steps().to_vec();
        }
        self.run.restart();
        self.shown.as_mut_slice().fill(0);
        (self.hint, self.way) = (Vec::new(), Vec::new());
        self.lit = 0;
    }

    /// Takes a restart back: the steps before it are there again, and counted once. False if there was
    /// none since the last step.
    pub(super) fn undo_restart(&mut self) -> bool {
        let steps = std::mem::take(&mut self.taken_back);
        let count = steps.len() as u32;
        self.spent.earlier = self.spent.earlier.saturating_sub(count);
        // They were taken here before.
        steps.iter().all(|dir| self.step(*dir).is_ok()) && count > 0
    }

    /// Lets light run over a share of the trail, 0 to 1.
    pub(super) fn light(&mut self, share: f32) {
        let trail = self.run.trail();
        let until = ((trail.len() as f32 * share) as usize).min(trail.len());
        if until > self.lit {
            let cells = trail[self.lit.saturating_sub(1)..until].to_vec();
            self.lit = until;
            self.show(&cells, WON);
        }
    }

    /// What the tile at `pos` shows.
    pub fn mark(&self, pos: Pos) -> Option<Mark> {
        let shown = self.shown.get(pos).copied().unwrap_or_default();
        if shown & WON != 0 {
            return Some(Mark::Won);
        }
        if shown & HINT != 0 {
            return Some(Mark::Hint);
        }
        let trace = self.trace(pos);
        match trace {
            Trace::Trail => Some(Mark::Trail),
            _ if shown & WAY != 0 => Some(Mark::Way),
            Trace::Back => Some(Mark::Back),
            Trace::Fresh => None,
        }
    }

    /// Every tile that may show something.
    pub(super) fn marked(&self) -> Vec<Pos> {
        let shown = self.shown.iter().filter(|(_, shown)| **shown != 0);
        let mut tiles: Vec<Pos> = shown.map(|(pos, _)| pos).collect();
        let walked = self.run.maze().cells().map(|(cell, _)| cell);
        for cell in walked.filter(|cell| self.run.trace(*cell) != Trace::Fresh) {
            tiles.extend(around(cell));
        }
        tiles
    }

    /// The time played, from the first step to the last.
    pub fn time(&self) -> Duration {
        self.spent.time.unwrap_or_default()
    }

    /// Lets time pass, as long as the goal is not reached.
    pub(super) fn play_on(&mut self, played: Duration) {
        if let Some(time) = self.spent.time.as_mut().filter(|_| !self.run.is_over()) {
            *time += played;
        }
    }

    /// The result, once there is one.
    pub fn finish(&self) -> Option<Finish> {
        let outcome = Outcome {
            steps: self.steps(),
            ..self.run.outcome()?
        };
        Some(Finish {
            outcome,
            number: self.run.leg().number().saturating_add(1),
            size: self.run.maze().size(),
            time: self.time(),
        })
    }

    /// What the walk has left on a tile: on a passage what both its ends have in common.
    fn trace(&self, tile: Pos) -> Trace {
        let [one, other] = ends(tile);
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

    fn show(&mut self, cells: &[Pos], bit: u8) {
        self.each_tile(cells, |shown| *shown |= bit);
    }

    fn unshow(&mut self, cells: &[Pos], bit: u8) {
        self.each_tile(cells, |shown| *shown &= !bit);
    }

    /// Changes what is shown on cells, which lie one beside the other, and on the passages between.
    fn each_tile(&mut self, cells: &[Pos], change: impl Fn(&mut u8)) {
        let mut before = None;
        for cell in cells {
            let tile = Maze::tile(*cell);
            let passage = Rect::between(before.unwrap_or(tile), tile);
            for pos in passage.positions() {
                if let Some(shown) = self.shown.get_mut(pos) {
                    change(shown);
                    self.stale.push(pos);
                }
            }
            before = Some(tile);
        }
    }
}

/// The cells that a tile belongs to: one twice, or the two at the ends of a passage.
fn ends(tile: Pos) -> [Pos; 2] {
    let half = |n: i32| (n - 1).div_euclid(2);
    let one = Pos::new(half(tile.x), half(tile.y));
    let other = Pos::new(half(tile.x + 1), half(tile.y + 1));
    [one, other]
}

/// The tile of a cell, and those of its passages.
fn around(cell: Pos) -> impl Iterator<Item = Pos> {
    let tile = Maze::tile(cell);
    std::iter::once(tile).chain(Dir::CARDINAL.map(|dir| tile.step(dir)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mazerun::Leg;
    use crate::rng::Seed;

    fn round(hex: &str) -> Round {
        let leg = Leg::new("maze-dfs", Size::new(4, 4), Seed(1)).unwrap();
        Round::new(leg.load_hex(hex).unwrap())
    }

    fn marks(round: &Round) -> String {
        let size = round.map().size();
        let mut text = String::new();
        for y in 0..size.height as i32 {
            for x in 0..size.width as i32 {
                text.push(match round.mark(Pos::new(x, y)) {
                    None => '.',
                    Some(Mark::Back) => 'b',
                    Some(Mark::Way) => 'w',
                    Some(Mark::Trail) => 't',
                    Some(Mark::Hint) => 'h',
                    Some(Mark::Won) => '*',
                });
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn tiles_show_trail_detours_hint_way_and_light() {
        // A corridor of four cells with a dead end below the second; the start is on the right.
        let mut round = round("BA8E\nFF7F\n");
        let second = Duration::from_secs(1);
        round.play_on(second);
        assert_eq!(round.hint(), 3);
        assert_eq!(marks(&round).lines().nth(1), Some(".hhhhhhh."));
        round.step(Dir::West).unwrap();
        assert_eq!(marks(&round).lines().nth(1), Some(".hhhhttt."));
        round.play_on(second);
        round.step(Dir::South).unwrap();
        round.step(Dir::North).unwrap();
        assert_eq!(marks(&round).lines().nth(3), Some(".....b..."));
        round.solution();
        round.step(Dir::West).unwrap();
        assert_eq!(round.step(Dir::North), Err(StepError::Wall));
        round.play_on(second * 3);
        round.step(Dir::West).unwrap();
        round.play_on(second);
        assert_eq!(marks(&round).lines().nth(1), Some(".ttttttt."));
        round.light(0.5);
        assert_eq!(marks(&round).lines().nth(1), Some(".tttt***."));
        round.light(1.0);
        assert_eq!(marks(&round).lines().nth(1), Some(".*******."));
        let finish = round.finish().unwrap();
        assert_eq!((finish.outcome.steps, finish.outcome.shortest), (5, 3));
        assert_eq!((finish.time, round.time()), (second * 4, second * 4));
        round.restart();
        assert!(
            marks(&round)
                .chars()
                .all(|c| c == '.' || c == '\n' || c == 't')
        );
        assert_eq!(round.finish(), None);
        assert_eq!((round.steps(), round.time()), (0, Duration::ZERO));
        round.step(Dir::West).unwrap();
        round.play_on(second);
        round.restart();
        let spent = (round.steps(), round.time());
        assert_eq!(
            spent,
            (1, second),
            "a restart on the way takes nothing back"
        );
    }
}

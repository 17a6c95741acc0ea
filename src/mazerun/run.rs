//! A maze being walked, a cell a step: where, by which way, how far to go. What a leg is, is its
//! neighbour's business.

use std::iter::successors;

use super::leg::{Leg, LegError};
use super::saved::Saved;
use super::trail::{Trace, Trail};
use crate::geom::{Dir, Grid, Pos};
use crate::maze::{Ends, Maze, Search};

/// Cells that a hint shows.
pub const HINT: usize = 10;

/// A walk through one maze of a run.
///
/// Serialised as its leg and its steps, which are walked again when it is read; so there is no
/// such thing as a state that does not fit its steps.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct MazeRun {
    leg: Leg,
    maze: Maze,
    /// Whether the maze is one that was given, not the leg's own.
    loaded: bool,
    ends: Ends,
    /// Distances to the goal.
    left: Search,
    at: Pos,
    steps: Vec<Dir>,
    trail: Trail,
    hints: u32,
    solved: bool,
}

/// What a step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// It led to this cell, where so far was this.
    Stepped {
        /// The cell.
        to: Pos,
        /// What the walk had left there before.
        was: Trace,
    },
    /// It led to the goal.
    Arrived(Outcome),
}

/// How a walk came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Steps taken.
    pub steps: u32,
    /// Steps of the shortest way.
    pub shortest: u32,
    /// Hints asked for.
    pub hints: u32,
    /// Whether the whole solution was asked for.
    pub solved: bool,
}

/// Why a step was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is a wall, or the edge.
    #[error("there is a wall")]
    Wall,
    /// Passages run up, right, down and left.
    #[error("passages run up, right, down and left")]
    Diagonal,
    /// The goal is reached.
    #[error("the goal is reached")]
    Over,
}

impl MazeRun {
    /// Stands at the start of `maze`.
    pub(super) fn begin(leg: Leg, maze: Maze, loaded: bool) -> Result<Self, LegError> {
        let mut left = Search::default();
        let inside = widest_cell(&maze, &mut left);
        let ends = maze.ends_near(inside, &mut left);
        if ends.steps == 0 {
            return Err(LegError::NoWay);
        }
        left.from(&maze, ends.goal);
        Ok(Self {
            at: ends.start,
            trail: Trail::new(maze.size(), ends.start),
            leg,
            maze,
            loaded,
            ends,
            left,
            steps: Vec::new(),
            hints: 0,
            solved: false,
        })
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If there is a wall, if `dir` is a diagonal, or if the goal is reached; nothing changes then.
    pub fn step(&mut self, dir: Dir) -> Result<Event, Refusal> {
        self.step_told(dir, |_| ())
    }

    /// As [`step`](Self::step); `changed` hears of each cell that has another [`Trace`] now. One
    /// call costs no more than the trail that it leaves.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_told(&mut self, dir: Dir, changed: impl FnMut(Pos)) -> Result<Event, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if dir.is_diagonal() {
            return Err(Refusal::Diagonal);
        }
        let to = self.maze.step(self.at, dir).ok_or(Refusal::Wall)?;
        self.at = to;
        self.steps.push(dir);
        let was = self.trail.enter(to, changed);
        Ok(self
            .outcome()
            .map_or(Event::Stepped { to, was }, Event::Arrived))
    }

    /// Stands at the start again, as if no step had been taken; hints stay counted.
    pub fn restart(&mut self) {
        self.at = self.ends.start;
        self.steps.clear();
        self.trail = Trail::new(self.maze.size(), self.ends.start);
    }

    /// Makes the maze that follows.
    ///
    /// # Errors
    /// As [`Leg::make`].
    pub fn next(&self) -> Result<Self, LegError> {
        self.leg.next().make()
    }

    /// Makes another maze of the same size.
    ///
    /// # Errors
    /// As [`Leg::make`].
    pub fn another(&self) -> Result<Self, LegError> {
        self.leg.another().make()
    }

    /// The first step of a shortest way from here to the goal; `None` at the goal. Of several, the
    /// first of up, right, down, left.
    pub fn way_on(&self) -> Option<Dir> {
        self.towards_goal(self.at).map(|(dir, _)| dir)
    }

    /// A shortest way from here to the goal, without the cell here.
    pub fn way(&self) -> impl Iterator<Item = Pos> {
        self.way_from(self.at).skip(1)
    }

    /// The next [`HINT`] cells of the shortest way from here; counts as a hint.
    pub fn hint(&mut self) -> Vec<Pos> {
        self.hints = self.hints.saturating_add(1);
        self.way().take(HINT).collect()
    }

    /// The shortest way from start to goal, both included; it is known from now on that it was
    /// looked at.
    pub fn solve(&mut self) -> Vec<Pos> {
        self.solved = true;
        self.solution().collect()
    }

    /// The shortest way from start to goal, both included, for those who know it already.
    pub fn solution(&self) -> impl Iterator<Item = Pos> {
        self.way_from(self.ends.start)
    }

    /// Whoever entered the cell here by a step in `dir` goes on in this direction, if there is
    /// just one but back; `None` at a branch and at a dead end.
    pub fn onward(&self, dir: Dir) -> Option<Dir> {
        let mut ways = Dir::CARDINAL
            .into_iter()
            .filter(|way| *way != back(dir) && self.maze.step(self.at, *way).is_some());
        ways.next().filter(|_| ways.next().is_none())
    }

    /// The result, once the goal is reached.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome {
            steps: self.steps_taken(),
            shortest: self.ends.steps,
            hints: self.hints,
            solved: self.solved,
        })
    }

    /// Whether the goal is reached.
    pub fn is_over(&self) -> bool {
        self.at == self.ends.goal
    }

    /// Which maze of which run it is.
    pub const fn leg(&self) -> &Leg {
        &self.leg
    }

    /// The maze.
    pub const fn maze(&self) -> &Maze {
        &self.maze
    }

    /// Whether the maze was given, rather than made by the leg's generator.
    pub const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// The cell where the walk is.
    pub const fn at(&self) -> Pos {
        self.at
    }

    /// Start and goal, and the steps of the shortest way between them.
    pub const fn ends(&self) -> Ends {
        self.ends
    }

    /// Steps taken.
    pub fn steps_taken(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// The steps taken, the first first.
    pub fn steps(&self) -> &[Dir] {
        &self.steps
    }

    /// Steps of the shortest way from here to the goal.
    pub fn steps_left(&self) -> u32 {
        self.left.distance(&self.maze, self.at).unwrap_or_default()
    }

    /// Hints asked for.
    pub const fn hints(&self) -> u32 {
        self.hints
    }

    /// Whether the whole solution was asked for.
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// What the walk has left on `cell`.
    pub fn trace(&self, cell: Pos) -> Trace {
        self.trail.get(cell)
    }

    /// The cells from the start to here, without detours; both included.
    pub fn trail(&self) -> &[Pos] {
        self.trail.cells()
    }

    /// Takes note of help that was had before.
    pub(super) fn recall(&mut self, hints: u32, solved: bool) {
        (self.hints, self.solved) = (hints, solved);
    }

    fn way_from(&self, cell: Pos) -> impl Iterator<Item = Pos> {
        successors(Some(cell), |cell| {
            self.towards_goal(*cell).map(|(_, next)| next)
        })
    }

    /// The neighbour of `cell` that is one step nearer to the goal.
    fn towards_goal(&self, cell: Pos) -> Option<(Dir, Pos)> {
        let nearer = self.left.distance(&self.maze, cell)?.checked_sub(1)?;
        Dir::CARDINAL
            .into_iter()
            .filter_map(|dir| Some((dir, self.maze.step(cell, dir)?)))
            .find(|(_, next)| self.left.distance(&self.maze, *next) == Some(nearer))
    }
}

/// A cell of the largest part of `maze` that hangs together, the first of these parts if there are
/// several. Linear in the area.
fn widest_cell(maze: &Maze, search: &mut Search) -> Pos {
    let corner = Pos::default();
    let size = maze.size();
    if search.from(maze, corner) == size.area() {
        return corner;
    }
    let mut seen = Grid::new(size.width, size.height, false);
    let (mut best, mut most) = (corner, 0);
    let mut stack = Vec::new();
    for (cell, _) in maze.cells() {
        if std::mem::replace(&mut seen[cell], true) {
            continue;
        }
        stack.push(cell);
        let mut count = 0;
        while let Some(at) = stack.pop() {
            count += 1;
            for next in Dir::CARDINAL
                .into_iter()
                .filter_map(|dir| maze.step(at, dir))
            {
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push(next);
                }
            }
        }
        if count > most {
            (best, most) = (cell, count);
        }
    }
    best
}

/// The direction that undoes a step in `dir`, one of the four.
const fn back(dir: Dir) -> Dir {
    match dir {
        Dir::North => Dir::South,
        Dir::East => Dir::West,
        Dir::South => Dir::North,
        _ => Dir::East,
    }
}

//! A maze being walked, a cell a step: where, by which way, how far to go. What a leg is, is its
//! neighbour's business.

use std::collections::BTreeSet;
use std::iter::successors;

use super::leg::{Leg, LegError};
use super::saved::Saved;
use super::trail::{Trace, Trail};
use crate::geom::{Dir, Pos};
use crate::map::union_find::UnionFind;
use crate::maze::{Ends, Maze, Search};

/// Cells that a hint shows.
pub const HINT: usize = 10;

/// Cells of one wrong way that [`MazeRun::effort`] counts at most: nobody goes wrong for ever.
const STRAY: usize = 12;

/// A walk through one maze of a run.
///
/// Serialised as its leg and its steps, which are walked again when it is read; so there is no
/// such thing as a state that does not fit its steps.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(try_from = "Saved")]
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
    /// It led to another cell.
    Stepped {
        /// The cell that was entered.
        to: Pos,
        /// The trace that the walk had left there before.
        was: Trace,
    },
    /// It led to the goal.
    Arrived(Outcome),
}

/// The result of a walk that reached the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Number of steps taken, detours included.
    pub steps: u32,
    /// Number of steps of the shortest way.
    pub shortest: u32,
    /// Number of hints asked for.
    pub hints: u32,
    /// Whether the whole solution was asked for.
    pub solved: bool,
}

/// Why a step was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// A wall or the edge is in the way.
    #[error("a wall is in the way")]
    Wall,
    /// The step is diagonal.
    #[error("passages run up, right, down and left")]
    Diagonal,
    /// The goal has been reached.
    #[error("the goal has been reached")]
    Over,
}

impl serde::Serialize for MazeRun {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Saved::of(self).serialize(serializer)
    }
}

impl MazeRun {
    /// Stands at the start of `maze`.
    pub(super) fn begin(leg: Leg, maze: Maze, loaded: bool) -> Result<Self, LegError> {
        let mut left = Search::default();
        let ends = maze.ends_near(widest_cell(&maze), &mut left);
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

    /// Walks one cell in `dir`.
    ///
    /// # Errors
    /// If there is a wall, if `dir` is a diagonal, or if the goal is reached; nothing changes then.
    pub fn step(&mut self, dir: Dir) -> Result<Event, StepError> {
        self.step_told(dir, |_| ())
    }

    /// As [`step`](Self::step); `changed` hears of each cell that has another [`Trace`] now. One
    /// call costs no more than the trail that it leaves.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_told(&mut self, dir: Dir, changed: impl FnMut(Pos)) -> Result<Event, StepError> {
        if self.is_over() {
            return Err(StepError::Over);
        }
        if dir.is_diagonal() {
            return Err(StepError::Diagonal);
        }
        let to = self.maze.step(self.at, dir).ok_or(StepError::Wall)?;
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
            .filter(|way| *way != dir.opposite() && self.maze.step(self.at, *way).is_some());
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

    /// The maze being walked.
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

    /// Number of steps taken since the start, detours included.
    pub fn steps_taken(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// The steps taken, the first first.
    pub fn steps(&self) -> &[Dir] {
        &self.steps
    }

    /// Number of hints asked for.
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

    /// How much work it is to find the way: the steps of the shortest one, and the cells of the
    /// ways beside it that lead nowhere, of each not more than 12. Linear in the steps.
    pub fn effort(&self) -> u32 {
        let way: BTreeSet<Pos> = self.solution().collect();
        let beside = way.iter().flat_map(|cell| {
            let next = Dir::CARDINAL.map(|dir| self.maze.step(*cell, dir));
            next.into_iter().flatten()
        });
        let strays = beside.filter(|cell| !way.contains(cell));
        let strays: usize = strays.map(|cell| self.stray(cell, &way)).sum();
        self.ends.steps + strays as u32
    }

    /// Cells of a way beside `way` that begins at `cell`, at most [`STRAY`].
    fn stray(&self, cell: Pos, way: &BTreeSet<Pos>) -> usize {
        let mut found = vec![cell];
        let mut next = 0;
        while next < found.len() && found.len() < STRAY {
            let ways = Dir::CARDINAL.map(|dir| self.maze.step(found[next], dir));
            for cell in ways.into_iter().flatten() {
                if !way.contains(&cell) && !found.contains(&cell) {
                    found.push(cell);
                }
            }
            next += 1;
        }
        found.len().min(STRAY)
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

/// A cell of the largest part of `maze` that is connected, the first of these parts if there are
/// several. About linear in the area.
fn widest_cell(maze: &Maze) -> Pos {
    let size = maze.size();
    let number = |cell: Pos| cell.y as u32 * size.width + cell.x as u32;
    let mut sets = UnionFind::default();
    sets.reset(size.area() as u32);
    for (cell, _) in maze.cells() {
        let beside = [Dir::East, Dir::South].map(|dir| maze.step(cell, dir));
        for next in beside.into_iter().flatten() {
            sets.unite(number(cell), number(next));
        }
    }
    let mut sizes = vec![0; size.area()];
    for first in sets.names() {
        sizes[*first as usize] += 1;
    }
    // Of equals `max_by_key` takes the last.
    let widest = (0..sizes.len()).rev().max_by_key(|first| sizes[*first]);
    let widest = widest.unwrap_or_default() as u32;
    Pos::new((widest % size.width) as i32, (widest / size.width) as i32)
}

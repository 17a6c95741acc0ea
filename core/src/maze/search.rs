//! Distances in a maze and paths through it. Does not depend on how the maze was dug, or on whether
//! it is perfect.

use super::{DOWN, LEFT, Maze, RIGHT, UP, cell_at};
use crate::geom::{Dir, Pos};

/// The distance of a cell that cannot be reached.
const UNREACHED: u32 = u32::MAX;

/// Breadth-first distances from one cell, with buffers that are kept between calls.
///
/// ```
/// use undercroft_core::geom::Pos;
/// use undercroft_core::maze::{Maze, Distances};
///
/// let maze = Maze::from_hex("BC\nB6\n")?;
/// let mut distances = Distances::default();
/// assert_eq!(distances.from(&maze, Pos::new(0, 0)), 4);
/// assert_eq!(distances.farthest(), Some((Pos::new(0, 1), 3)));
///
/// let mut path = Vec::new();
/// assert!(distances.path(&maze, Pos::new(1, 1), &mut path));
/// assert_eq!(path, [Pos::new(0, 0), Pos::new(1, 0), Pos::new(1, 1)]);
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// Number of steps from the source, by the index of the cell.
    distances: Vec<u32>,
    /// The indices of the cells reached, nearest first, with room for one more.
    queue: Vec<u32>,
    /// Number of cells reached.
    reached: usize,
    /// The stride of the maze that was searched.
    stride: usize,
}

/// Two cells far apart in a maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// One of them: the start of a walk through the maze.
    pub start: Pos,
    /// The other: the goal of the walk.
    pub goal: Pos,
    /// Number of steps from one to the other.
    pub steps: u32,
}

impl Distances {
    /// Computes the distances from `source`; returns the number of cells reached, including the
    /// source (0 if it is outside the maze). Linear in the area; allocates only for a maze larger
    /// than before.
    pub fn from(&mut self, maze: &Maze, source: Pos) -> usize {
        self.stride = maze.stride;
        self.distances.clear();
        self.distances.resize(maze.cells.len(), UNREACHED);
        self.queue.resize(maze.size().area() + 1, 0);
        self.reached = 0;
        if maze.contains(source) {
            let first = maze.index_of(source);
            self.distances[first] = 0;
            self.queue[0] = first as u32;
            self.reached = 1;
            self.spread(&maze.cells);
        }
        self.reached
    }

    /// Expands the cells in the queue.
    fn spread(&mut self, cells: &[u8]) {
        let (distances, queue) = (self.distances.as_mut_slice(), self.queue.as_mut_slice());
        let stride = self.stride;
        let mut head = 0;
        while head < self.reached {
            let at = queue[head] as usize;
            head += 1;
            let open = cells[at];
            let next = distances[at] + 1;
            for (bit, to) in [
                (UP, at - stride),
                (RIGHT, at + 1),
                (DOWN, at + stride),
                (LEFT, at - 1),
            ] {
                // Without branches: the course of a passage cannot be predicted. With them, making and
                // measuring a `maze-kruskal` of 81x51 tiles takes 1.14 times as long.
                let known = distances[to];
                let reached = (open & bit != 0) & (known == UNREACHED);
                distances[to] = if reached { next } else { known };
                queue[self.reached] = to as u32;
                self.reached += usize::from(reached);
            }
        }
    }

    /// Number of steps from the source to `cell` of `maze`, which must be the maze searched last;
    /// `None` if there is no path.
    pub fn distance(&self, maze: &Maze, cell: Pos) -> Option<u32> {
        let index = maze.contains(cell).then(|| maze.index_of(cell))?;
        let distance = self.distances.get(index).copied();
        distance.filter(|distance| *distance != UNREACHED)
    }

    /// The cell farthest from the source and its distance; of several, the first one reached.
    /// `None` if nothing was reached.
    pub fn farthest(&self) -> Option<(Pos, u32)> {
        let reached = &self.queue[..self.reached];
        let far = self.distances[*reached.last()? as usize];
        let first = reached.partition_point(|cell| self.distances[*cell as usize] < far);
        Some((cell_at(reached[first] as usize, self.stride), far))
    }

    /// Fills `path` with a shortest path from the source to `cell` of `maze`, which must be the maze
    /// searched last, both ends included; returns whether there is one. Of several, it is the path
    /// that enters its last cell from above rather than from the right, rather than from below,
    /// rather than from the left, and so on back to the source.
    pub fn path(&self, maze: &Maze, cell: Pos, path: &mut Vec<Pos>) -> bool {
        path.clear();
        let mut at = cell;
        let mut left = self.distance(maze, at);
        while let Some(distance) = left {
            path.push(at);
            left = distance.checked_sub(1);
            let nearer = Dir::CARDINAL
                .into_iter()
                .filter_map(|dir| maze.step(at, dir))
                .find(|next| left.is_some() && self.distance(maze, *next) == left);
            at = nearer.unwrap_or(at);
        }
        path.reverse();
        !path.is_empty()
    }
}

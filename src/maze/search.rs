//! Distances in a maze and ways through it. Knows not how the maze was dug, nor whether it is
//! perfect.

use super::{DOWN, LEFT, Maze, RIGHT, UP, cell_at};
use crate::geom::{Dir, Pos};

/// Distance of a cell that cannot be reached.
const UNREACHED: u32 = u32::MAX;

/// Breadth-first distances from one cell, with buffers that are kept between calls.
///
/// ```
/// use undercroft::geom::Pos;
/// use undercroft::maze::{Maze, Search};
///
/// let maze = Maze::from_hex("BC\nB6\n")?;
/// let mut search = Search::default();
/// assert_eq!(search.from(&maze, Pos::new(0, 0)), 4);
/// assert_eq!(search.farthest(), Some((Pos::new(0, 1), 3)));
///
/// let mut way = Vec::new();
/// assert!(search.path(&maze, Pos::new(1, 1), &mut way));
/// assert_eq!(way, [Pos::new(0, 0), Pos::new(1, 0), Pos::new(1, 1)]);
/// # Ok::<(), undercroft::maze::HexError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Steps from the source, by the index of the cell.
    distances: Vec<u32>,
    /// The indices of the cells reached, nearest first, and room for one more.
    queue: Vec<u32>,
    /// How many cells were reached.
    reached: usize,
    /// As that of the maze, which has to be the same from search to path.
    stride: usize,
    /// Cells of a perfect maze that are equally far away, and those one step farther.
    levels: [Vec<u64>; 2],
}

/// Two cells far apart in a maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// One of them: where a walk through the maze begins.
    pub start: Pos,
    /// The other: where it leads.
    pub goal: Pos,
    /// Steps from one to the other.
    pub steps: u32,
}

impl Search {
    /// Measures from `source`; returns the number of cells reached, the source included (none if
    /// it is outside the maze). Linear in the area; allocates only for a larger maze than before.
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

    /// Goes on from the cells in the queue.
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
                // Without a branch: how a passage winds cannot be foretold.
                let known = distances[to];
                let reached = (open & bit != 0) & (known == UNREACHED);
                distances[to] = if reached { next } else { known };
                queue[self.reached] = to as u32;
                self.reached += usize::from(reached);
            }
        }
    }

    /// Steps from the source to `cell` of `maze`, the maze that was searched; `None` if there is no
    /// way.
    pub fn distance(&self, maze: &Maze, cell: Pos) -> Option<u32> {
        let index = maze.contains(cell).then(|| maze.index_of(cell))?;
        let distance = self.distances.get(index).copied();
        distance.filter(|distance| *distance != UNREACHED)
    }

    /// The cell farthest from the source and its distance, the first one reached if there are
    /// several; `None` if nothing was reached.
    pub fn farthest(&self) -> Option<(Pos, u32)> {
        let reached = &self.queue[..self.reached];
        let far = self.distances[*reached.last()? as usize];
        let first = reached.partition_point(|cell| self.distances[*cell as usize] < far);
        Some((cell_at(reached[first] as usize, self.stride), far))
    }

    /// As [`from`](Self::from) and [`farthest`](Self::farthest), for a `source` in a perfect maze,
    /// and faster: in that one only has to know where one comes from. Keeps no distances.
    pub(super) fn farthest_in_perfect(&mut self, maze: &Maze, source: Pos) -> Pos {
        let (cells, stride) = (maze.cells.as_slice(), maze.stride);
        // The index of each cell, and in the low four bits the way back.
        let [level, next] = &mut self.levels;
        level.clear();
        level.push((maze.index_of(source) as u64) << 4);
        let mut count = 1;
        loop {
            if next.len() < 4 * count {
                next.resize(4 * count, 0);
            }
            let mut found = 0;
            for entry in &level[..count] {
                let at = (entry >> 4) as usize;
                let open = cells[at] & !(*entry as u8);
                for (bit, to, back) in [
                    (UP, at - stride, DOWN),
                    (RIGHT, at + 1, LEFT),
                    (DOWN, at + stride, UP),
                    (LEFT, at - 1, RIGHT),
                ] {
                    // Without a branch, as in `spread`.
                    next[found] = (to as u64) << 4 | u64::from(back);
                    found += usize::from(open & bit != 0);
                }
            }
            if found == 0 {
                return cell_at((level[0] >> 4) as usize, stride);
            }
            std::mem::swap(level, next);
            count = found;
        }
    }

    /// Puts a shortest way from the source to `cell` of `maze`, the maze that was searched, into
    /// `way`, both ends included; tells whether there is one. Of several it is the one that comes
    /// to its last cell from above rather than from the right, from there rather than from below,
    /// from there rather than from the left, and so on back to the source.
    pub fn path(&self, maze: &Maze, cell: Pos, way: &mut Vec<Pos>) -> bool {
        way.clear();
        let mut at = cell;
        let mut left = self.distance(maze, at);
        while let Some(distance) = left {
            way.push(at);
            left = distance.checked_sub(1);
            let nearer = Dir::CARDINAL
                .into_iter()
                .filter_map(|dir| maze.step(at, dir))
                .find(|next| left.is_some() && self.distance(maze, *next) == left);
            at = nearer.unwrap_or(at);
        }
        way.reverse();
        !way.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::{Buffers, depth_first, kruskal};
    use crate::rng::Stream;

    #[test]
    fn the_first_end_of_a_perfect_maze_is_found_either_way() {
        let (mut buffers, mut search) = (Buffers::default(), Search::default());
        for (width, height) in [(1, 1), (2, 1), (1, 9), (7, 5), (40, 30)] {
            let mut maze = Maze::new(width, height);
            for seed in 0..40 {
                let mut stream = Stream::new(seed, 1);
                if seed % 2 == 0 {
                    depth_first(&mut maze, &mut buffers, &mut stream, ());
                } else {
                    kruskal(&mut maze, &mut buffers, &mut stream, ());
                }
                let first = maze.ends(&mut search).start;
                assert_eq!(maze.first_end(true, &mut search), first, "{maze}");
                assert_eq!(maze.first_end(false, &mut search), first, "{maze}");
            }
        }
    }
}

//! Kruskal's algorithm: the walls in random order, each opened if it still separates. Owns their
//! order; which walls need no order is found in `weigh`.

mod weigh;

use super::{Buffers, Maze, RIGHT, Watcher, cell_at};
use crate::geom::Dir;
use crate::map::union_find::UnionFind;
use crate::rng::Stream;

/// Working memory, kept between mazes.
#[derive(Clone, Debug, Default)]
pub(super) struct Walls {
    rows: weigh::Rows,
    /// Words drawn for the next rows.
    words: Vec<u32>,
    /// The walls that have to be looked at one by one: weight in the high half, and in the low
    /// half twice the index of the cell that the wall is to the right of or below, plus one if it
    /// is below.
    open: Vec<u64>,
    /// The cells that are joined.
    sets: UnionFind,
}

/// Digs a perfect maze by Kruskal's algorithm, whatever was there before.
///
/// Every wall between two cells draws a word: row by row, first the walls to the right of the
/// row's cells, then those below them. The walls are taken in the order of the words, and a
/// wall between two cells that are not joined yet is opened. (Of a word the 28 high bits count. For
/// equal ones a wall to the right comes before one below, then one of a cell whose coordinates
/// have an even sum, then the upper, then the left one.) Passages are told as the cell left of
/// each or above it, and the direction.
///
/// Without a watcher most walls are settled by their neighbours alone, and the rest are sorted.
/// Source: J. B. Kruskal, "On the shortest spanning subtree of a graph", 1956.
pub fn kruskal<W: Watcher>(
    maze: &mut Maze,
    buffers: &mut Buffers,
    stream: &mut Stream,
    watcher: W,
) {
    maze.close(0);
    let walls = &mut buffers.walls;
    // Walls that are settled early are opened out of order, which nobody may see.
    let tally = walls.weigh(maze, stream, !W::WATCHES);
    walls.open[..tally.open].sort_unstable();
    walls.join(maze, tally, watcher);
    maze.open_both_sides();
}

/// What is left to do.
#[derive(Clone, Copy)]
struct Tally {
    /// How many walls are to be looked at.
    open: usize,
    /// How many of them are to be opened.
    apart: usize,
}

impl Walls {
    /// Opens the first `tally.open` walls in their order, each if it separates two sets of cells.
    fn join<W: Watcher>(&mut self, maze: &mut Maze, tally: Tally, mut watcher: W) {
        let (stride, mut apart) = (maze.stride, tally.apart);
        for wall in &self.open[..tally.open] {
            if apart == 0 {
                break;
            }
            let (cell, below) = (*wall as u32 >> 1, *wall as u32 & 1);
            let beyond = cell + if below == 1 { stride as u32 } else { 1 };
            if self.sets.unite(cell, beyond) {
                maze.cells[cell as usize] |= RIGHT >> below;
                apart -= 1;
                let dir = [Dir::East, Dir::South][below as usize];
                watcher.dug(cell_at(cell as usize, stride), dir);
            }
        }
    }
}

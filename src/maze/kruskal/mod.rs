//! Kruskal's algorithm: the walls in random order, each opened if it still separates. Owns their
//! order and the sets of joined cells; which walls need no order is found in `weigh`.

mod weigh;

use super::{Buffers, Maze, RIGHT, Watcher, cell_at};
use crate::geom::Dir;
use crate::rng::Stream;

/// Working memory, kept between mazes.
#[derive(Clone, Debug, Default)]
pub(super) struct Walls {
    rows: weigh::Rows,
    /// Words drawn for the next row.
    words: Vec<u32>,
    /// The walls that have to be looked at one by one: weight in the high half, and in the low
    /// half twice the index of the cell that the wall is to the right of or below, plus one if it
    /// is below.
    open: Vec<u64>,
    /// As large as `open`, to sort into.
    spare: Vec<u64>,
    /// For each cell a cell that it is joined to; itself in one cell of each set.
    parents: Vec<u32>,
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
/// Without a watcher most walls are settled by their neighbours alone, and the rest are put into
/// order: about linear in the area. Source: J. B. Kruskal, "On the shortest spanning subtree of a graph", 1956; the sets as in R. E. Tarjan and J.
/// van Leeuwen, "Worst-case analysis of set union algorithms", 1984, linked by random index.
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
    walls.sort(tally.open);
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
        /// Walls whose cells are looked up together, so that no lookup waits for the one before.
        const BATCH: usize = 64;
        let (stride, cells) = (maze.stride, maze.cells.as_mut_slice());
        let parents = self.parents.as_mut_slice();
        let mut ends = [[0; 2]; BATCH];
        let mut apart = tally.apart;
        for walls in self.open[..tally.open].chunks(BATCH) {
            if apart == 0 {
                break;
            }
            for (ends, wall) in ends.iter_mut().zip(walls) {
                let (above, under) = beside(*wall as u32, stride);
                *ends = [grandparent(parents, above), grandparent(parents, under)];
            }
            for (ends, wall) in ends.iter().zip(walls) {
                let joined = join(parents, *ends);
                let (cell, _) = beside(*wall as u32, stride);
                let below = *wall as u8 & 1;
                // Without a branch, here as in `join`: it could not be foretold.
                cells[cell as usize] |= (RIGHT >> below) * u8::from(joined);
                apart -= usize::from(joined);
                if W::WATCHES && joined {
                    let dir = [Dir::East, Dir::South][usize::from(below)];
                    watcher.dug(cell_at(cell as usize, stride), dir);
                }
            }
        }
    }

    /// Puts the first `count` walls into their order, by three rounds of counting: the weights have 30
    /// bits. Walls of the same weight are listed in their order already.
    fn sort(&mut self, count: usize) {
        const BITS: u32 = 10;
        if self.spare.len() < count {
            self.spare.resize(count, 0);
        }
        for round in 0..3 {
            let digit = |wall: u64| (wall >> (32 + round * BITS)) as usize & ((1 << BITS) - 1);
            let mut places = [0; 1 << BITS];
            for wall in &self.open[..count] {
                places[digit(*wall)] += 1;
            }
            let mut sum = 0;
            for place in &mut places {
                sum += std::mem::replace(place, sum);
            }
            for wall in &self.open[..count] {
                let place = &mut places[digit(*wall)];
                self.spare[*place] = *wall;
                *place += 1;
            }
            std::mem::swap(&mut self.open, &mut self.spare);
        }
    }
}

/// The cells on the two sides of a wall: left of it or above it, and right of it or below it.
#[inline]
const fn beside(wall: u32, stride: usize) -> (u32, u32) {
    let cell = wall >> 1;
    (cell, cell + if wall & 1 == 0 { 1 } else { stride as u32 })
}

/// Three steps towards the cell that stands for the set, which it mostly is by then.
#[inline]
fn grandparent(parents: &[u32], cell: u32) -> u32 {
    parents[parents[parents[cell as usize] as usize] as usize]
}

/// Joins the sets of two cells; tells whether they were apart. Measured: with the union-find that
/// regions share, a maze of 100x100 cells takes 1.6 times as long.
#[inline]
fn join(parents: &mut [u32], [a, b]: [u32; 2]) -> bool {
    let (a_top, b_top) = (top(parents, a), top(parents, b));
    parents[a as usize] = a_top;
    parents[b as usize] = b_top;
    let apart = a_top != b_top;
    let (over, under) = if rank(a_top) < rank(b_top) {
        (a_top, b_top)
    } else {
        (b_top, a_top)
    };
    // Entry 0 belongs to the frame and nobody asks for it.
    parents[if apart { under as usize } else { 0 }] = over;
    apart
}

/// The cell that stands for the set of `cell`.
#[inline]
fn top(parents: &[u32], cell: u32) -> u32 {
    let mut at = parents[parents[cell as usize] as usize];
    let mut next = parents[at as usize];
    while next != at {
        at = parents[next as usize];
        next = parents[at as usize];
    }
    at
}

/// Decides which of two sets takes in the other: as good as random, so that ways stay short.
#[inline]
const fn rank(cell: u32) -> u32 {
    cell.wrapping_mul(0x9e37_79b1)
}

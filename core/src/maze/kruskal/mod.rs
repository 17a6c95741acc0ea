//! Kruskal's algorithm: takes the walls in random order and opens each one that still separates two
//! sets of cells. Owns the order of the walls and the sets of joined cells; `weigh` decides which
//! walls need no order.

mod weigh;

use super::{Buffers, Maze, RIGHT, Watcher, cell_at};
use crate::geom::Dir;
use crate::rng::Stream;

/// Working memory, kept between mazes.
#[derive(Clone, Debug, Default)]
pub(super) struct Walls {
    rows: weigh::Rows,
    /// The words drawn for a row.
    words: Vec<u32>,
    /// The walls to be processed one by one: the weight in the high half; in the low half twice the
    /// index of the cell that the wall is to the right of or below, plus one if it is below.
    open: Vec<u64>,
    /// As large as `open`; buffer for sorting.
    spare: Vec<u64>,
    /// For each cell, a cell that it is joined to; one cell of each set points to itself.
    parents: Vec<u32>,
}

/// Digs a perfect maze by Kruskal's algorithm, discarding previous passages.
///
/// A word is drawn for every wall between two cells: row by row, first the walls to the right of
/// the row's cells, then those below them. The walls are taken in the order of the words, and a
/// wall between two cells that are not joined yet is opened. (Only the 28 high bits of a word
/// count. If they are equal, a wall to the right comes before one below, then one of a cell whose
/// coordinates have an even sum, then the upper, then the left one.) Reports each passage as the
/// cell left of it or above it, and the direction.
///
/// Without a watcher, most walls are decided by their neighbours alone, and only the rest are
/// sorted: about linear in the area. Source: J. B. Kruskal, "On the shortest spanning subtree of a
/// graph", 1956; the sets as in R. E. Tarjan and J. van Leeuwen, "Worst-case analysis of set union
/// algorithms", 1984, linked by random index.
pub fn kruskal<W: Watcher>(
    maze: &mut Maze,
    buffers: &mut Buffers,
    stream: &mut Stream,
    watcher: W,
) {
    maze.close(0);
    let walls = &mut buffers.walls;
    // Walls decided early are opened out of order, which a watcher must not see.
    let tally = walls.weigh(maze, stream, !W::WATCHES);
    walls.sort(tally.open);
    walls.open_walls(maze, tally, watcher);
    maze.open_both_sides();
}

/// The work left to do.
#[derive(Clone, Copy)]
struct Tally {
    /// Number of walls to process.
    open: usize,
    /// Number of them that will be opened.
    missing: usize,
}

impl Walls {
    /// Processes the first `tally.open` walls in order, opening each one that separates two sets of
    /// cells.
    fn open_walls<W: Watcher>(&mut self, maze: &mut Maze, tally: Tally, mut watcher: W) {
        let (stride, cells) = (maze.stride, maze.cells.as_mut_slice());
        let parents = self.parents.as_mut_slice();
        let mut missing = tally.missing;
        for wall in &self.open[..tally.open] {
            if missing == 0 {
                break;
            }
            let (cell, beyond) = sides(*wall as u32, stride);
            let ends = [grandparent(parents, cell), grandparent(parents, beyond)];
            let joined = unite(parents, ends);
            let below = *wall as u8 & 1;
            // Without a branch, here as in `unite`: it could not be predicted.
            cells[cell as usize] |= (RIGHT >> below) * u8::from(joined);
            missing -= usize::from(joined);
            if W::WATCHES && joined {
                let dir = [Dir::East, Dir::South][usize::from(below)];
                watcher.dug(cell_at(cell as usize, stride), dir);
            }
        }
    }

    /// Sorts the first `count` walls by weight in three rounds of counting sort: the weights have
    /// 30 bits. Walls of equal weight are in order already. With the sort of the library, a maze of 100x100 cells is dug at
    /// 0.75 of the speed, below the aim of docs/performance.md.
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

/// The cells on the two sides of a wall: left of it or above it, then right of it or below it.
#[inline]
const fn sides(wall: u32, stride: usize) -> (u32, u32) {
    let cell = wall >> 1;
    (cell, cell + if wall & 1 == 0 { 1 } else { stride as u32 })
}

/// Takes three steps towards the root of the set, which usually reaches it.
#[inline]
fn grandparent(parents: &[u32], cell: u32) -> u32 {
    parents[parents[parents[cell as usize] as usize] as usize]
}

/// Joins the sets of two cells; returns whether they were separate. With the union-find that
/// regions use, a maze of 100x100 cells takes 1.6 times as long.
#[inline]
fn unite(parents: &mut [u32], [a, b]: [u32; 2]) -> bool {
    let (a_root, b_root) = (root(parents, a), root(parents, b));
    parents[a as usize] = a_root;
    parents[b as usize] = b_root;
    let separate = a_root != b_root;
    let (over, under) = if rank(a_root) < rank(b_root) {
        (a_root, b_root)
    } else {
        (b_root, a_root)
    };
    // Entry 0 belongs to the frame and is never read.
    parents[if separate { under as usize } else { 0 }] = over;
    separate
}

/// The cell that represents the set of `cell`.
#[inline]
fn root(parents: &[u32], cell: u32) -> u32 {
    let mut at = parents[parents[cell as usize] as usize];
    let mut next = parents[at as usize];
    while next != at {
        at = parents[next as usize];
        next = parents[at as usize];
    }
    at
}

/// Decides which of two sets absorbs the other: practically random, so that chains stay short.
#[inline]
const fn rank(cell: u32) -> u32 {
    cell.wrapping_mul(0x9e37_79b1)
}

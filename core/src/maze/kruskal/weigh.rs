//! The weights of the walls, and the walls that are decided by their neighbours alone. Works row by
//! row without branches, so that the compiler can vectorize over the cells.
//!
//! Regardless of the other walls, Kruskal's algorithm opens a wall that is the lightest around one
//! of its two cells: when its turn comes, that cell is still alone. And it keeps a wall that is the
//! heaviest of the four around one of its two ends: when its turn comes, the other three have
//! joined all four cells around that point. This decides five of seven walls: with all of them sorted, a maze of 100x100
//! cells is dug at 0.3 of the speed, below the aim of docs/performance.md.

use std::mem;

use super::{Tally, Walls};
use crate::maze::{DOWN, Maze, RIGHT};
use crate::rng::Stream;

/// The weight of a wall that cannot be opened, greater than any other.
const UNOPENABLE: i32 = i32::MAX;
/// Less than the weight of any wall.
const NO_WALL: i32 = -1;

/// Weights for each cell of a row, with one entry of padding on the left and one on the right.
#[derive(Clone, Debug, Default)]
struct Row {
    /// The weight of the wall to the right of the cell.
    right: Vec<i32>,
    /// The weight of the wall below the cell.
    below: Vec<i32>,
    /// The least weight of the four walls around the cell.
    least: Vec<i32>,
    /// The greatest weight of the four walls around the cell's lower right corner.
    greatest: Vec<i32>,
}

/// The three rows needed at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    above: Row,
    here: Row,
    under: Row,
    /// For each cell of the row, which of its two walls are still undecided.
    open: Vec<u8>,
}

impl Walls {
    /// Weighs every wall and lists the undecided ones. If `early`, walls are decided by their
    /// neighbours where possible: opened or kept, and the cells of opened walls are joined.
    pub(super) fn weigh(&mut self, maze: &mut Maze, stream: &mut Stream, early: bool) -> Tally {
        let (width, height, stride) = (maze.width as usize, maze.height as usize, maze.stride);
        // A single cell has no lightest wall.
        let early = early && width * height > 1;
        let rows = &mut self.rows;
        for row in [&mut rows.above, &mut rows.here, &mut rows.under] {
            row.reset(width);
        }
        rows.open.clear();
        rows.open.resize(width, 0);
        self.parents.resize(maze.cells.len(), 0);
        let words = &mut self.words;
        draw_words(words, stream, maze, 0);
        rows.here.weigh(words, 0);
        rows.here.find_least(&rows.above);
        let (mut open, mut missing) = (0, width * height - 1);
        for y in 0..height {
            if y + 1 < height {
                draw_words(words, stream, maze, y + 1);
                rows.under.weigh(words, y + 1);
                rows.under.find_least(&rows.here);
            } else {
                rows.under.reset(width);
            }
            rows.here.find_greatest(&rows.under);
            let first = (y + 1) * stride;
            let cells = first..first + width;
            if early {
                rows.point_to_lightest(
                    first as u32,
                    stride as u32,
                    &mut self.parents[cells.clone()],
                );
                missing -= rows.decide_walls(&mut maze.cells[cells]);
            } else {
                rows.mark_all();
                for (cell, parent) in self.parents[cells].iter_mut().enumerate() {
                    *parent = (first + cell) as u32;
                }
            }
            if self.open.len() < open + 2 * width {
                self.open.resize(open + 2 * width, 0);
            }
            open += rows.list_undecided(first, &mut self.open[open..]);
            mem::swap(&mut rows.above, &mut rows.here);
            mem::swap(&mut rows.here, &mut rows.under);
        }
        Tally { open, missing }
    }
}

impl Row {
    /// Resets to a row of cells whose walls cannot be opened.
    fn reset(&mut self, width: usize) {
        for (weights, weight) in [
            (&mut self.right, UNOPENABLE),
            (&mut self.below, UNOPENABLE),
            (&mut self.least, NO_WALL),
            (&mut self.greatest, UNOPENABLE),
        ] {
            weights.clear();
            weights.resize(width + 2, weight);
        }
    }

    /// Turns words into weights: 28 bits of the word, then two bits that differ between all walls
    /// around a cell and between all walls around a corner, so that no two of these weigh the same.
    fn weigh(&mut self, words: &[u32], y: usize) {
        let width = self.right.len() - 2;
        let (right, below) = words.split_at(width - 1);
        let weight = |word: u32, x: usize, below: i32| {
            ((word >> 4) << 2) as i32 | below << 1 | ((x + y) & 1) as i32
        };
        for (x, (at, word)) in self.right[1..width].iter_mut().zip(right).enumerate() {
            *at = weight(*word, x, 0);
        }
        if below.is_empty() {
            self.below.fill(UNOPENABLE);
        }
        for (x, (at, word)) in self.below[1..=width].iter_mut().zip(below).enumerate() {
            *at = weight(*word, x, 1);
        }
    }

    fn find_least(&mut self, above: &Self) {
        let width = self.right.len() - 2;
        let (left, right) = (&self.right[..width], &self.right[1..=width]);
        let (over, under) = (&above.below[1..=width], &self.below[1..=width]);
        for (x, least) in self.least[1..=width].iter_mut().enumerate() {
            *least = left[x].min(right[x]).min(over[x].min(under[x]));
        }
    }

    fn find_greatest(&mut self, under: &Self) {
        let width = self.right.len() - 2;
        let (left, right) = (&self.below[1..=width], &self.below[2..]);
        let (over, under) = (&self.right[1..=width], &under.right[1..=width]);
        for (x, greatest) in self.greatest[1..=width].iter_mut().enumerate() {
            *greatest = left[x].max(right[x]).max(over[x].max(under[x]));
        }
    }
}

impl Rows {
    /// Points each cell of the row to the neighbour behind its lightest wall, or to itself if the
    /// neighbour comes later and would point back.
    fn point_to_lightest(&self, first: u32, stride: u32, parents: &mut [u32]) {
        let width = parents.len();
        let (here, cells) = (&self.here, 1..=width);
        let (left, right) = (&here.right[..width], &here.right[1..=width]);
        let (over, under) = (&self.above.below[cells.clone()], &here.below[1..=width]);
        let (least, next) = (&here.least[1..=width], &here.least[2..]);
        let least_under = &self.under.least[cells];
        for x in 0..width {
            let cell = first + x as u32;
            let to_right = if right[x] == next[x] { cell } else { cell + 1 };
            let to_under = if under[x] == least_under[x] {
                cell
            } else {
                cell + stride
            };
            let mut to = if right[x] == least[x] {
                to_right
            } else {
                to_under
            };
            to = if left[x] == least[x] { cell - 1 } else { to };
            to = if over[x] == least[x] {
                cell - stride
            } else {
                to
            };
            parents[x] = to;
        }
    }

    /// Opens the row's walls that are the lightest around a cell; returns their number. Marks those
    /// that are neither that nor the heaviest around a corner as undecided.
    fn decide_walls(&mut self, cells: &mut [u8]) -> usize {
        let width = cells.len();
        let (here, row) = (&self.here, 1..=width);
        let (right, below) = (&here.right[1..=width], &here.below[1..=width]);
        let (least, next) = (&here.least[1..=width], &here.least[2..]);
        let least_under = &self.under.least[row.clone()];
        let (greatest, greatest_left) = (&here.greatest[1..=width], &here.greatest[..width]);
        let greatest_above = &self.above.greatest[row];
        let open = &mut self.open[..width];
        let mut opened = 0;
        for x in 0..width {
            let right_opens = (right[x] == least[x]) | (right[x] == next[x]);
            let below_opens = (below[x] == least[x]) | (below[x] == least_under[x]);
            let right_stays = (right[x] == greatest[x]) | (right[x] == greatest_above[x]);
            let below_stays = (below[x] == greatest[x]) | (below[x] == greatest_left[x]);
            let (right_bit, below_bit) =
                (u8::from(right_opens) * RIGHT, u8::from(below_opens) * DOWN);
            cells[x] = right_bit | below_bit;
            opened += u32::from(right_opens) + u32::from(below_opens);
            let right_open = !(right_opens | right_stays | (right[x] == UNOPENABLE));
            let below_open = !(below_opens | below_stays | (below[x] == UNOPENABLE));
            open[x] = u8::from(right_open) | u8::from(below_open) << 1;
        }
        opened as usize
    }

    /// Marks all existing walls of the row as undecided.
    fn mark_all(&mut self) {
        let walls = self.here.right[1..].iter().zip(&self.here.below[1..]);
        for (open, (right, below)) in self.open.iter_mut().zip(walls) {
            *open = u8::from(*right != UNOPENABLE) | u8::from(*below != UNOPENABLE) << 1;
        }
    }

    /// Lists the undecided walls of the row that begins with the cell at index `first`; returns
    /// their number.
    fn list_undecided(&self, first: usize, list: &mut [u64]) -> usize {
        let walls = self.here.right[1..].iter().zip(&self.here.below[1..]);
        let mut count = 0;
        for (x, (open, (right, below))) in self.open.iter().zip(walls).enumerate() {
            let wall = 2 * (first + x) as u64;
            list[count] = (*right as u64) << 32 | wall;
            count += usize::from(open & 1);
            list[count] = (*below as u64) << 32 | wall | 1;
            count += usize::from(open >> 1);
        }
        count
    }
}

/// Draws the words for row `y`: one for each wall between its cells, then one for each wall below
/// them, of which the last row has none.
fn draw_words(words: &mut Vec<u32>, stream: &mut Stream, maze: &Maze, y: usize) {
    let (width, last) = (maze.width as usize, y + 1 == maze.height as usize);
    let count = width - 1 + if last { 0 } else { width };
    words.clear();
    words.extend((0..count).map(|_| stream.next_u32()));
}

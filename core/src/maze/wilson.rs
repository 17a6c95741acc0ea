//! Wilson's algorithm: every perfect maze of a size is equally likely.

use super::passage::draw_passage;
use super::{ALL, Buffers, DOWN, Maze, RIGHT, UP, Watcher, cell_at};
use crate::geom::Dir;
use crate::rng::Stream;

/// Marks a cell that belongs to the maze.
const DUG: u8 = 0x10;
/// Marks an entry that is part of the frame.
const FRAME: u8 = 0x80;

/// Digs a perfect maze, all of them exactly equally likely, discarding previous passages.
///
/// The maze begins with one random cell. From every other cell in turn, row by row, a random walk
/// leads to the maze, and its path without the loops is added. Each step is drawn by
/// [`below`](Stream::below) among the existing neighbours, in the order up, right, down, left.
/// Reports each passage as the cell it was dug from and its direction.
///
/// Expected time is about proportional to the area times its logarithm. Source: D. B. Wilson,
/// "Generating random spanning trees more quickly than the cover time", 1996.
pub fn wilson(maze: &mut Maze, _: &mut Buffers, stream: &mut Stream, mut watcher: impl Watcher) {
    maze.close(FRAME);
    let stride = maze.stride;
    let first = stream.below(maze.size().area() as u32);
    let first = maze.index_of_number(first);
    maze.cells[first] |= DUG;
    for y in 1..=maze.height as usize {
        for start in y * stride..y * stride + maze.width as usize {
            if maze.cells[start] & DUG == 0 {
                walk(&mut maze.cells, start, stride, stream);
                add_walk(&mut maze.cells, start, stride, &mut watcher);
            }
        }
    }
    maze.clear_marks();
}

/// Walks at random from `start` to the maze, storing in every cell the direction in which it was
/// last left.
#[inline]
fn walk(cells: &mut [u8], start: usize, stride: usize, stream: &mut Stream) {
    let mut at = start;
    let mut mark = cells[at] & !ALL;
    while mark & DUG == 0 {
        let passage = draw_passage(stream, frame_around(cells, at, stride), stride);
        cells[at] = mark | passage.bit;
        at = passage.from(at);
        mark = cells[at] & !ALL;
    }
}

/// Adds the path from `start` to the maze.
#[inline]
fn add_walk(cells: &mut [u8], start: usize, stride: usize, watcher: &mut impl Watcher) {
    let (mut at, mut left) = (start, cells[start] & ALL);
    while cells[at] & DUG == 0 {
        cells[at] |= DUG;
        let (dir, next) = match left {
            UP => (Dir::North, at - stride),
            RIGHT => (Dir::East, at + 1),
            DOWN => (Dir::South, at + stride),
            _ => (Dir::West, at - 1),
        };
        watcher.dug(cell_at(at, stride), dir);
        (at, left) = (next, cells[next] & ALL);
        cells[next] |= dir.opposite().bit();
    }
}

/// The bits of the neighbours of the cell at `at` that are part of the frame, in the high half of
/// the byte.
#[inline]
fn frame_around(cells: &[u8], at: usize, stride: usize) -> u8 {
    const { assert!(FRAME == UP << 4) }
    (cells[at - stride] & FRAME)
        | (cells[at + 1] & FRAME) >> 1
        | (cells[at + stride] & FRAME) >> 2
        | (cells[at - 1] & FRAME) >> 3
}

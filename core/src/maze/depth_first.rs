//! Depth-first mazes: long winding passages and few dead ends.

use super::passage::{draw_passage, seen_around};
use super::{Buffers, Maze, SEEN, Watcher, cell_at};
use crate::rng::Stream;

/// Digs a perfect maze by depth-first search with a stack, discarding previous passages.
///
/// Starts at a random cell. Always goes on to an unvisited neighbour, picked by
/// [`below`](Stream::below) in the order up, right, down, left; if there is none, goes back to the
/// last cell that has one. Draws one word per cell, including the first (and more if a word is
/// rejected). Reports each passage as the cell it was dug from and its direction.
///
/// Linear in the area. Source: the randomised depth-first search, or "recursive backtracker", as
/// in J. Buck, "Mazes for Programmers", 2015.
pub fn depth_first(
    maze: &mut Maze,
    buffers: &mut Buffers,
    stream: &mut Stream,
    mut watcher: impl Watcher,
) {
    maze.close(SEEN);
    let stride = maze.stride;
    let area = maze.size().area();
    let first = maze.index_of_number(stream.below(area as u32));
    let cells = maze.cells.as_mut_slice();
    cells[first] = SEEN;
    let stack = &mut buffers.list;
    stack.clear();
    stack.push(first as u32);
    while let Some(&at) = stack.last() {
        let at = at as usize;
        let seen = seen_around(cells, at, stride);
        if seen == SEEN {
            stack.pop();
            continue;
        }
        let passage = draw_passage(stream, seen, stride);
        cells[at] |= passage.bit;
        watcher.dug(cell_at(at, stride), passage.dir());
        let next = passage.from(at);
        cells[next] = SEEN | passage.back;
        stack.push(next as u32);
    }
    maze.clear_marks();
}

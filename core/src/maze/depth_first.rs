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
    let mut at = maze.index_of_number(stream.below(area as u32));
    let cells = maze.cells.as_mut_slice();
    if buffers.list.len() < area {
        buffers.list.resize(area, 0);
    }
    let stack = buffers.list.as_mut_slice();
    let mut depth = 0;
    let mut here = SEEN;
    loop {
        let mut seen = seen_around(cells, at, stride);
        if seen == SEEN {
            cells[at] = here;
            while seen == SEEN && depth > 0 {
                depth -= 1;
                at = stack[depth] as usize;
                seen = seen_around(cells, at, stride);
            }
            if seen == SEEN {
                break;
            }
            here = cells[at];
        }
        let passage = draw_passage(stream, seen, stride);
        // A cell left for its last free neighbour need not be revisited.
        stack[depth] = at as u32;
        depth += usize::from(passage.others);
        cells[at] = here | passage.bit;
        watcher.dug(cell_at(at, stride), passage.dir());
        at = passage.from(at);
        here = SEEN | passage.back;
    }
    maze.clear_marks();
}

//! The growing tree algorithm: from winding to branching mazes, depending on which cell grows next.

use super::passage::{draw_passage, seen_around};
use super::{Buffers, Maze, SEEN, Watcher, cell_at};
use crate::rng::Stream;

/// How to choose the next cell among those that may still grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Percentage of turns in which the newest cell is taken, 0 to 100.
    pub newest: u32,
    /// Percentage of the other turns in which the oldest cell is taken, 0 to 100. In the rest, a
    /// random cell is taken.
    pub oldest: u32,
}

/// Replaces a cell that was removed from the middle of the list.
const REMOVED: u32 = u32::MAX;

/// The cells that may still grow, oldest first. The draws count those that were removed, so that the mazes depend on how
/// they are kept.
struct Active<'a> {
    list: &'a mut Vec<u32>,
    /// Index of the oldest cell. Neither it nor the last entry is [`REMOVED`].
    first: usize,
    /// Number of cells in the list.
    count: usize,
}

/// Digs a perfect maze by the growing tree algorithm, discarding previous passages.
///
/// The list of active cells begins with one random cell. Each turn chooses one of them: a
/// [`chance`](Stream::chance) of `newest` in 100 decides for the newest; otherwise a chance of
/// `oldest` in 100 decides for the oldest; otherwise one is drawn. It is joined to an unvisited
/// neighbour, picked by [`below`](Stream::below) in the order up, right, down, left, which becomes
/// the newest cell; if there is none, the cell leaves the list. Always taking the newest gives
/// mazes like [`depth_first`](super::depth_first), always a random one like Prim's algorithm on
/// cells. Reports each passage as the cell it was dug from and its direction.
///
/// Linear in the area. Source: J. Buck, "Maze Generation: Growing Tree algorithm", 2011.
pub fn growing_tree(
    maze: &mut Maze,
    buffers: &mut Buffers,
    stream: &mut Stream,
    growth: Growth,
    mut watcher: impl Watcher,
) {
    maze.close(SEEN);
    let stride = maze.stride;
    let first = maze.index_of_number(stream.below(maze.size().area() as u32));
    let cells = maze.cells.as_mut_slice();
    cells[first] = SEEN;
    let mut active = Active::new(&mut buffers.list, first);
    while active.count > 0 {
        let place = active.pick(growth, stream);
        let at = active.list[place] as usize;
        let seen = seen_around(cells, at, stride);
        if seen == SEEN {
            active.remove(place);
            continue;
        }
        let passage = draw_passage(stream, seen, stride);
        cells[at] |= passage.bit;
        watcher.dug(cell_at(at, stride), passage.dir());
        let next = passage.from(at);
        cells[next] = SEEN | passage.back;
        active.push(next);
    }
    maze.clear_marks();
}

impl<'a> Active<'a> {
    fn new(list: &'a mut Vec<u32>, cell: usize) -> Self {
        list.clear();
        list.push(cell as u32);
        Self {
            list,
            first: 0,
            count: 1,
        }
    }

    fn push(&mut self, cell: usize) {
        self.list.push(cell as u32);
        self.count += 1;
    }

    /// The index of the cell to take next. The list must not be empty.
    fn pick(&self, growth: Growth, stream: &mut Stream) -> usize {
        if stream.chance(growth.newest, 100) {
            return self.list.len() - 1;
        }
        if stream.chance(growth.oldest, 100) {
            return self.first;
        }
        // At least half of the entries are cells, so two draws suffice on average.
        loop {
            let among = (self.list.len() - self.first) as u32;
            let place = self.first + stream.below(among) as usize;
            if self.list[place] != REMOVED {
                return place;
            }
        }
    }

    fn remove(&mut self, place: usize) {
        self.list[place] = REMOVED;
        self.count -= 1;
        while self.list.last() == Some(&REMOVED) {
            self.list.pop();
        }
        while self.list.get(self.first) == Some(&REMOVED) {
            self.first += 1;
        }
        // At least as many entries are removed as are left: compact the list.
        if self.list.len() > 2 * self.count {
            self.list.drain(..self.first);
            self.list.retain(|cell| *cell != REMOVED);
            self.first = 0;
        }
    }
}

//! The growing tree: from winding to sparse mazes, by which cell grows next. Owns the list of
//! the cells that may still grow.

use super::step::{Steps, seen_around};
use super::{Buffers, Maze, SEEN, Watcher, cell_at};
use crate::rng::Stream;

/// Which of the cells that may still grow is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// How many times of 100 the newest is taken, 0 to 100.
    pub newest: u32,
    /// How many times of 100 the oldest is taken where the newest is not, 0 to 100. Where
    /// neither is, it is one at random.
    pub oldest: u32,
}

/// Stands in the list for a cell that was taken out of its middle.
const GONE: u32 = u32::MAX;

/// The cells that may still grow, oldest first.
struct Active<'a> {
    list: &'a mut Vec<u32>,
    /// Where the oldest is. Neither it nor the last is [`GONE`].
    first: usize,
    /// How many there are.
    count: usize,
}

/// Digs a perfect maze by the growing tree algorithm, whatever was there before.
///
/// The list of active cells begins with one cell, drawn at random. Each turn takes one of them:
/// [`chance`](Stream::chance) of `newest` in 100 decides for the newest, then if not, that of
/// `oldest` for the oldest, then if not, one is drawn. It is joined to one of its neighbours not
/// yet visited, in the order up, right, down, left picked by [`below`](Stream::below), which
/// becomes the newest; if there is none, it leaves the list. Always the newest gives mazes as
/// [`depth_first`](super::depth_first) does, always a random one such as Prim's algorithm on
/// cells. Passages are told as the cell each was dug from and its direction.
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
    let steps = Steps::new(stride);
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
        let step = steps.draw(stream, seen);
        cells[at] |= step.bit;
        watcher.dug(cell_at(at, stride), step.dir());
        let next = step.from(at);
        cells[next] = SEEN | step.back;
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

    /// The place of the cell to take next; there is at least one.
    fn pick(&self, growth: Growth, stream: &mut Stream) -> usize {
        if stream.chance(growth.newest, 100) {
            return self.list.len() - 1;
        }
        if stream.chance(growth.oldest, 100) {
            return self.first;
        }
        // At least half of the places are taken, so two draws are enough on average.
        loop {
            let among = (self.list.len() - self.first) as u32;
            let place = self.first + stream.below(among) as usize;
            if self.list[place] != GONE {
                return place;
            }
        }
    }

    fn remove(&mut self, place: usize) {
        self.list[place] = GONE;
        self.count -= 1;
        while self.list.last() == Some(&GONE) {
            self.list.pop();
        }
        while self.list.get(self.first) == Some(&GONE) {
            self.first += 1;
        }
        // The places given up are as many as the cells left at least: time to close the ranks.
        if self.list.len() > 2 * self.count {
            self.list.drain(..self.first);
            self.list.retain(|cell| *cell != GONE);
            self.first = 0;
        }
    }
}

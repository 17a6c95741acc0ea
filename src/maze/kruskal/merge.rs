//! The walls that a glance does not settle, for nobody who watches: by rounds in which every set of
//! joined cells opens the lightest of its walls, in all sets at once. Walls are never put into
//! order and sets are numbered anew after each round, so that memory is walked through from its
//! beginning to its end.
//!
//! Of walls that all differ in weight this opens the same as Kruskal's algorithm. Source: O. Borůvka,
//! "O jistém problému minimálním", 1926.

use std::ops::Range;

use super::{Tally, Walls, beside};
use crate::maze::{Maze, RIGHT};

/// Marks an entry of the list of parents that holds the number of a set.
const NUMBERED: u32 = 1 << 31;

/// A wall between two sets.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// As in [`Walls::open`]: in its order.
    wall: u64,
    sets: [u32; 2],
}

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Merger {
    edges: Vec<Edge>,
    /// The lightest wall of each set.
    lightest: Vec<u64>,
    /// For each set one that it is joined to, or itself; then the number of the set of both.
    parents: Vec<u32>,
}

impl Walls {
    /// Opens the walls that are listed and belong to the maze, in any order.
    pub(super) fn merge(&mut self, maze: &mut Maze, tally: Tally) {
        let (width, height, stride) = (maze.width as usize, maze.height as usize, maze.stride);
        let rows = (1..=height).map(|row| row * stride..row * stride + width);
        let mut sets = number(&mut self.parents, rows);
        let merger = &mut self.merger;
        let walls = &self.open[..tally.open];
        merger.begin(sets, walls.len());
        let mut kept = 0;
        for wall in walls {
            let (a, b) = beside(*wall as u32, stride);
            let sets = [a, b].map(|cell| self.parents[cell as usize]);
            kept += usize::from(merger.put(kept, *wall, sets));
        }
        while sets > 1 {
            merger.open_lightest(kept, &mut maze.cells);
            let before = sets as usize;
            sets = number(&mut merger.parents, std::iter::once(0..before));
            kept = merger.renumber(kept, sets);
        }
    }
}

impl Merger {
    /// Makes room for what is known of so many sets and walls.
    fn begin(&mut self, sets: u32, walls: usize) {
        self.lightest.clear();
        self.lightest.resize(sets as usize, u64::MAX);
        if self.edges.len() < walls {
            let edge = Edge {
                wall: 0,
                sets: [0; 2],
            };
            self.edges.resize(walls, edge);
        }
    }

    /// Puts a wall into place `at` of the list and weighs it, unless it is within a set, which is
    /// told.
    #[inline]
    fn put(&mut self, at: usize, wall: u64, sets: [u32; 2]) -> bool {
        let sets = sets.map(|set| set & !NUMBERED);
        self.edges[at] = Edge { wall, sets };
        let apart = sets[0] != sets[1];
        for set in sets {
            let lightest = &mut self.lightest[set as usize];
            *lightest = (*lightest).min(if apart { wall } else { u64::MAX });
        }
        apart
    }

    /// Gives the first `count` walls the new numbers of their sets; returns how many are left.
    fn renumber(&mut self, count: usize, sets: u32) -> usize {
        self.begin(sets, 0);
        let mut kept = 0;
        for at in 0..count {
            let Edge { wall, sets } = self.edges[at];
            let sets = sets.map(|set| self.parents[set as usize]);
            kept += usize::from(self.put(kept, wall, sets));
        }
        kept
    }

    /// Opens the lightest wall of each set, and points each set to the one behind it; of two that
    /// would point to each other, the first points to itself.
    fn open_lightest(&mut self, count: usize, cells: &mut [u8]) {
        let sets = self.lightest.len();
        // One more to write to for walls that are not a set's lightest.
        self.parents.resize(sets + 1, 0);
        for Edge { wall, sets: [a, b] } in &self.edges[..count] {
            let of_a = self.lightest[*a as usize] == *wall;
            let of_b = self.lightest[*b as usize] == *wall;
            let bit = RIGHT >> (*wall as u8 & 1);
            cells[(*wall as u32 >> 1) as usize] |= bit * u8::from(of_a | of_b);
            let first = *a.min(b);
            self.parents[if of_a { *a as usize } else { sets }] = if of_b { first } else { *b };
            self.parents[if of_b { *b as usize } else { sets }] = if of_a { first } else { *a };
        }
    }
}

/// Turns the entries of `parents` that lie in `rows` from ways to a set's top, which points to
/// itself, into the marked number of the set; returns how many sets there are.
fn number(parents: &mut [u32], rows: impl DoubleEndedIterator<Item = Range<usize>> + Clone) -> u32 {
    let mut sets = 0;
    // From the end, then from the beginning: ways are short by then whichever way they lead.
    for row in rows.clone().rev() {
        for at in row.rev() {
            let parent = parents[at];
            let is_top = parent as usize == at;
            let next = parents[parent as usize];
            parents[at] = if is_top { NUMBERED | sets } else { next };
            sets += u32::from(is_top);
        }
    }
    for row in rows {
        for at in row {
            let parent = parents[at];
            let is_numbered = parent & NUMBERED != 0;
            let mut next = parents[if is_numbered { at } else { parent as usize }];
            while next & NUMBERED == 0 {
                next = parents[next as usize];
            }
            parents[at] = next;
        }
    }
    sets
}

//! Ways over what a player knows, for bots: the game's own long actions are refused while an
//! enemy is in sight.

use crate::game::View;
use crate::geom::{Dir, Grid, Pos};
use crate::map::Tile;

/// A breadth-first search over known tiles, which keeps its buffers.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// For each tile the search that has seen it, and the number of the direction it was entered in.
    seen: Vec<u32>,
    from: Vec<u8>,
    search: u32,
    queue: Vec<Pos>,
}

/// A way that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its first step.
    pub dir: Dir,
    /// How many steps it has.
    pub steps: u32,
    /// Where it ends.
    pub end: Pos,
}

/// Whether a step is open as far as is known: not between two diagonal walls.
pub fn is_open(known: &Grid<Tile>, from: Pos, dir: Dir) -> bool {
    let walkable = |pos: Pos| known.get(pos).is_some_and(|tile| tile.is_walkable());
    walkable(from.step(dir))
        && (!dir.is_diagonal()
            || dir
                .sides()
                .into_iter()
                .any(|side| walkable(from.step(side))))
}

impl Walk {
    /// A shortest way from where the player is to the nearest tile that is a `goal`, at most `most`
    /// steps, over tiles that are not `barred`; `None` if there is none, or if one is there.
    pub fn find(
        &mut self,
        view: View<'_>,
        most: u32,
        barred: impl Fn(Pos) -> bool,
        goal: impl Fn(Pos) -> bool,
    ) -> Option<Way> {
        let known = view.known();
        let start = view.player().pos;
        self.begin(known.as_slice().len());
        self.seen[known.index_of(start)?] = self.search;
        self.queue.push(start);
        let (mut head, mut ring, mut steps) = (0, 1, 0);
        while let Some(&pos) = self.queue.get(head) {
            if head == ring {
                ring = self.queue.len();
                steps += 1;
            }
            head += 1;
            if steps > 0 && goal(pos) {
                let dir = self.first_step(known, start, pos)?;
                let end = pos;
                return Some(Way { dir, steps, end });
            }
            if steps == most {
                continue;
            }
            for (number, dir) in Dir::ALL.into_iter().enumerate() {
                let near = pos.step(dir);
                let Some(index) = known.index_of(near) else {
                    continue;
                };
                if self.seen[index] == self.search || !is_open(known, pos, dir) || barred(near) {
                    continue;
                }
                self.seen[index] = self.search;
                self.from[index] = number as u8;
                self.queue.push(near);
            }
        }
        None
    }

    fn begin(&mut self, area: usize) {
        if self.seen.len() != area || self.search == u32::MAX {
            self.seen.clear();
            self.seen.resize(area, 0);
            self.from.resize(area, 0);
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
    }

    fn first_step(&self, known: &Grid<Tile>, start: Pos, end: Pos) -> Option<Dir> {
        let mut pos = end;
        loop {
            let dir = Dir::ALL[usize::from(self.from[known.index_of(pos)?])];
            pos = pos - dir.delta();
            if pos == start {
                return Some(dir);
            }
        }
    }
}

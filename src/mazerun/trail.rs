//! What a walk leaves behind: the trail from the start to where it is now, and the cells that it
//! came back from. Knows nothing of walls.

use crate::geom::{Grid, Pos, Size};

/// What a walk has left on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Trace {
    /// Nothing: nobody was there.
    #[default]
    Fresh,
    /// It lies on the trail from the start to here.
    Trail,
    /// It was left again by the way it was entered.
    Back,
}

/// The trail and all that lies beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trail {
    traces: Grid<Trace>,
    /// The cells of the trail, the start first.
    cells: Vec<Pos>,
}

impl Trail {
    /// A trail of one cell, in a maze of `size` cells.
    pub fn new(size: Size, start: Pos) -> Self {
        let mut trail = Self {
            traces: Grid::new(size.width, size.height, Trace::Fresh),
            cells: Vec::new(),
        };
        trail.enter(start, |_| ());
        trail
    }

    /// Goes on to `cell`, and tells what was there before. Onto a cell of the trail it is a way
    /// back: what lies beyond is left. `changed` hears of each cell whose trace is another now.
    pub fn enter(&mut self, cell: Pos, mut changed: impl FnMut(Pos)) -> Trace {
        let was = self.get(cell);
        if was == Trace::Trail {
            while let Some(last) = self.cells.pop_if(|last| *last != cell) {
                self.mark(last, Trace::Back);
                changed(last);
            }
        } else {
            self.mark(cell, Trace::Trail);
            self.cells.push(cell);
            changed(cell);
        }
        was
    }

    /// What lies on `cell`.
    pub fn get(&self, cell: Pos) -> Trace {
        self.traces.get(cell).copied().unwrap_or_default()
    }

    /// The cells from the start to here.
    pub fn cells(&self) -> &[Pos] {
        &self.cells
    }

    fn mark(&mut self, cell: Pos, trace: Trace) {
        if let Some(here) = self.traces.get_mut(cell) {
            *here = trace;
        }
    }
}

//! What a walk leaves behind: the trail from the start to the current cell, and the cells that it
//! came back from.

use crate::geom::{Grid, Pos, Size};

/// The trace that a walk has left on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Trace {
    /// The cell was not visited.
    #[default]
    Fresh,
    /// The cell is on the trail from the start to the current cell.
    Trail,
    /// The walk came back from the cell.
    Back,
}

/// The trail and the traces beside it.
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

    /// Moves on to `cell`; returns its previous trace. If it is on the trail, the walk goes back:
    /// the cells after it are removed from the trail. Calls `changed` for each cell whose trace has
    /// changed.
    pub fn enter(&mut self, cell: Pos, mut changed: impl FnMut(Pos)) -> Trace {
        let was = self.get(cell);
        if was == Trace::Trail {
            while let Some(last) = self.cells.pop_if(|last| *last != cell) {
                self.set_trace(last, Trace::Back);
                changed(last);
            }
        } else {
            self.set_trace(cell, Trace::Trail);
            self.cells.push(cell);
            changed(cell);
        }
        was
    }

    /// The trace on `cell`; [`Trace::Fresh`] outside the maze.
    pub fn get(&self, cell: Pos) -> Trace {
        self.traces.get(cell).copied().unwrap_or_default()
    }

    /// The cells of the trail, the start first.
    pub fn cells(&self) -> &[Pos] {
        &self.cells
    }

    fn set_trace(&mut self, cell: Pos, trace: Trace) {
        if let Some(here) = self.traces.get_mut(cell) {
            *here = trace;
        }
    }
}

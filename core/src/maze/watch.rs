//! The observer of passages while a maze is being dug.

use crate::geom::{Dir, Pos};

/// Receives every passage in the order in which it is dug. Implemented by any function of a cell
/// and a direction, and by `()`, which ignores them at no cost.
pub trait Watcher {
    /// Whether the watcher uses what it receives.
    const WATCHES: bool = true;

    /// Called after a passage has been dug between `cell` and its neighbour in `dir`.
    fn dug(&mut self, cell: Pos, dir: Dir);
}

impl<F: FnMut(Pos, Dir)> Watcher for F {
    #[inline]
    fn dug(&mut self, cell: Pos, dir: Dir) {
        self(cell, dir);
    }
}

impl Watcher for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn dug(&mut self, _: Pos, _: Dir) {}
}

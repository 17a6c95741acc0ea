//! Who is told of each passage while a maze is dug.

use crate::geom::{Dir, Pos};

/// Hears of every passage in the order in which they are dug. Any function of a cell and a
/// direction is one; `()` hears nothing, and digging is compiled once for it.
pub trait Watcher {
    /// Whether anything is done with what is told.
    const WATCHES: bool = true;

    /// Called after a passage was dug between `cell` and its neighbour in `dir`.
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

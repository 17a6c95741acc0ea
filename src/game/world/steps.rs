//! Distances in steps, ignoring obstacles.

use crate::geom::{Pos, Rect};

/// Steps between two tiles, diagonal ones included.
pub(in crate::game) fn distance(a: Pos, b: Pos) -> i32 {
    a.steps_to(b)
}

/// The tiles exactly `radius` tiles away, row by row.
pub(in crate::game) fn ring(center: Pos, radius: i32) -> impl Iterator<Item = Pos> {
    let square = Rect::between(center, center).grown(radius).positions();
    square.filter(move |pos| distance(*pos, center) == radius)
}

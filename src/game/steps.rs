//! Distances and directions in steps, ignoring obstacles.

use crate::geom::{Dir, Pos, Rect};

/// Steps between two tiles, diagonal ones included.
pub(super) fn distance(a: Pos, b: Pos) -> i32 {
    let x = a.x.saturating_sub(b.x).saturating_abs();
    let y = a.y.saturating_sub(b.y).saturating_abs();
    x.max(y)
}

/// The direction of a step between adjacent tiles; `None` if they are not adjacent.
pub(super) fn towards(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| from.step(*dir) == to)
}

/// The tiles exactly `radius` tiles away, row by row.
pub(super) fn ring(center: Pos, radius: i32) -> impl Iterator<Item = Pos> {
    let square = Rect::between(center, center).grown(radius).positions();
    square.filter(move |pos| distance(*pos, center) == radius)
}

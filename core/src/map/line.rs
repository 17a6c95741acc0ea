//! Lines of tiles, such as the path of a bolt. Pure geometry; the caller decides what stops it.

use crate::geom::{Dir, Pos};

/// The tiles from `from` to `to`, both included: one for each step along the longer axis, at most
/// half a tile away from the straight line between the centres. Bresenham's line ("Algorithm for
/// computer control of a digital plotter", 1965), made symmetric: where two tiles are equally near
/// it takes the upper or left one, so that the line back has the same tiles.
///
/// ```
/// use undercroft_core::{geom::Pos, map::line::line};
/// let (a, b) = (Pos::new(0, 0), Pos::new(4, 2));
/// let tiles: Vec<Pos> = line(a, b).collect();
/// assert_eq!(tiles.iter().map(|pos| pos.y).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
/// assert!(line(b, a).eq(tiles.into_iter().rev()));
/// ```
pub fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let ray = Ray::new(from, to);
    (0..=ray.steps).map(move |step| ray.at(step).0)
}

/// [`line()`] for projectiles: where two tiles are equally near it takes the one that is not
/// `blocked`, or the upper or left one if neither or both are. Blocked tiles are part of the line;
/// the caller stops there. If `to` does not block sight and is visible from `from`
/// ([`fov`](super::fov)), then a line blocked by what blocks sight reaches it.
pub fn bolt(from: Pos, to: Pos, mut blocked: impl FnMut(Pos) -> bool) -> impl Iterator<Item = Pos> {
    let ray = Ray::new(from, to);
    (0..=ray.steps).map(move |step| match ray.at(step) {
        (pos, Some(other)) if blocked(pos) && !blocked(other) => other,
        (pos, _) => pos,
    })
}

/// A straight line from the centre of a tile.
#[derive(Clone, Copy)]
struct Ray {
    from: Pos,
    /// Steps to the target along the longer axis, and tiles along the shorter one.
    steps: i64,
    across: i64,
    /// Along the longer axis.
    forward: Dir,
}

impl Ray {
    fn new(from: Pos, to: Pos) -> Self {
        let (dx, dy) = (
            i64::from(to.x) - i64::from(from.x),
            i64::from(to.y) - i64::from(from.y),
        );
        let forward = match (dx.abs() >= dy.abs(), dx >= 0, dy >= 0) {
            (true, true, _) => Dir::East,
            (true, false, _) => Dir::West,
            (false, _, true) => Dir::South,
            (false, _, false) => Dir::North,
        };
        Self {
            from,
            steps: dx.abs().max(dy.abs()),
            across: if dx.abs() >= dy.abs() { dy } else { dx },
            forward,
        }
    }

    /// The tile at a step; where two are equally near, the upper or left one and also the other
    /// one.
    fn at(self, step: i64) -> (Pos, Option<Pos>) {
        let half = self.steps.max(1);
        let twice = 2 * step * self.across;
        // Rounds halves towards the upper or left tile.
        let across = (twice + half - 1).div_euclid(2 * half);
        let tied = (twice + half).rem_euclid(2 * half) == 0;
        let tile = |across: i64| {
            let ahead = self.forward.delta();
            let (ahead_x, ahead_y) = (i64::from(ahead.x) * step, i64::from(ahead.y) * step);
            let (x, y) = if ahead.x == 0 {
                (across, ahead_y)
            } else {
                (ahead_x, across)
            };
            Pos::new(
                (i64::from(self.from.x) + x) as i32,
                (i64::from(self.from.y) + y) as i32,
            )
        };
        (tile(across), tied.then(|| tile(across + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Rect;

    fn square(side: i32) -> impl Iterator<Item = Pos> {
        Rect::between(Pos::new(-side, -side), Pos::new(side, side)).positions()
    }

    #[test]
    fn a_line_goes_step_by_step_near_the_straight_one_and_back_the_same_way() {
        let from = Pos::new(3, -2);
        for to in square(9) {
            let tiles: Vec<Pos> = line(from, to).collect();
            let d = to - from;
            let steps = d.x.abs().max(d.y.abs());
            assert_eq!(tiles.len() as i32, steps + 1);
            assert_eq!((tiles[0], tiles[tiles.len() - 1]), (from, to));
            for (step, pos) in (0..).zip(&tiles) {
                // The distance from the straight line, times the number of steps.
                let off = *pos - from;
                let beside =
                    (off.x * steps - d.x * step).abs() + (off.y * steps - d.y * step).abs();
                assert!(2 * beside <= steps, "{pos} from {from} to {to}");
            }
            assert!(line(to, from).eq(tiles.into_iter().rev()), "{from} to {to}");
        }
    }

    #[test]
    fn a_bolt_takes_the_open_one_of_two_tiles() {
        let (a, b) = (Pos::new(0, 0), Pos::new(2, 1));
        let (upper, lower) = (Pos::new(1, 0), Pos::new(1, 1));
        let crossed = |blocked: &[Pos]| bolt(a, b, |pos| blocked.contains(&pos)).nth(1);
        assert_eq!(crossed(&[]), Some(upper));
        assert_eq!(crossed(&[upper]), Some(lower));
        assert_eq!(crossed(&[lower]), Some(upper));
        assert_eq!(crossed(&[upper, lower]), Some(upper));
    }
}

//! Lines and areas of tiles: what a bolt crosses, what a blast or a breath covers. Pure geometry;
//! what stops them is the caller's to say.

use crate::geom::{Dir, Pos, Rect};

/// The tiles from `from` to `to`, both included: one for each step along the longer axis, beside
/// the straight line between the centres by at most half a tile. Bresenham's line ("Algorithm for
/// computer control of a digital plotter", 1965) but symmetric: where two tiles are equally near
/// it takes the upper or left one, so the line back holds the same tiles.
///
/// ```
/// use undercroft::{geom::Pos, map::line::line};
/// let (a, b) = (Pos::new(0, 0), Pos::new(4, 2));
/// let tiles: Vec<Pos> = line(a, b).collect();
/// assert_eq!(tiles.iter().map(|pos| pos.y).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
/// assert!(line(b, a).eq(tiles.into_iter().rev()));
/// ```
pub fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let ray = Ray::new(from, to);
    (0..=ray.steps).map(move |step| ray.at(step).0)
}

/// [`line()`] for what flies: where two tiles are equally near it takes the one that is not
/// `blocked`, the upper or left one if neither is or both are. Blocked tiles are part of the
/// line; the caller stops there. If `to` is a tile that does not block sight and is seen from
/// `from` ([`fov`](super::fov)), then a line blocked by what blocks sight reaches it.
pub fn bolt(from: Pos, to: Pos, mut blocked: impl FnMut(Pos) -> bool) -> impl Iterator<Item = Pos> {
    let ray = Ray::new(from, to);
    (0..=ray.steps).map(move |step| match ray.at(step) {
        (pos, Some(other)) if blocked(pos) && !blocked(other) => other,
        (pos, _) => pos,
    })
}

/// The tiles after `from` on the straight line through `to`, `length` of them (up to a million):
/// on through `to` and beyond, as far as a beam goes. None if the two are one tile.
pub fn beam(from: Pos, to: Pos, length: u32) -> impl Iterator<Item = Pos> {
    let ray = Ray::new(from, to);
    let length = if ray.steps == 0 { 0 } else { i64::from(length) };
    (1..=length).map(move |step| ray.at(step).0)
}

/// The tiles of the disc of `radius` (up to 4096) around `center`, rounded as that of
/// [`fov`](super::fov) is, row by row: a blast, of which sight from its centre leaves what it
/// reaches.
pub fn disc(center: Pos, radius: u32) -> impl Iterator<Item = Pos> {
    let radius = radius.min(4096) as i32;
    Rect::between(center, center)
        .grown(radius)
        .positions()
        .filter(move |&pos| {
            let far = pos - center;
            far.x * far.x + far.y * far.y <= radius * (radius + 1)
        })
}

/// The tiles of the [`disc`] that lie in a cone from `apex` towards `aim`, the apex left out:
/// `width` tiles to either side of its axis for every `length` tiles ahead. None if `aim` is the
/// apex.
pub fn cone(
    apex: Pos,
    aim: Pos,
    radius: u32,
    (width, length): (u32, u32),
) -> impl Iterator<Item = Pos> {
    let axis = aim - apex;
    disc(apex, radius).filter(move |&pos| {
        let far = pos - apex;
        let [ax, ay, fx, fy] = [axis.x, axis.y, far.x, far.y].map(i64::from);
        let (ahead, aside) = (ax * fx + ay * fy, (ax * fy - ay * fx).abs());
        ahead > 0 && aside * i64::from(length) <= ahead * i64::from(width)
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

    /// The tile at a step; where two are equally near, the upper or left one and the other one.
    fn at(self, step: i64) -> (Pos, Option<Pos>) {
        let half = self.steps.max(1);
        let twice = 2 * step * self.across;
        // Rounded, halves to the upper or left.
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

    #[test]
    fn a_beam_is_the_line_prolonged() {
        let from = Pos::new(1, 1);
        for to in square(6).filter(|&to| to != from) {
            let steps = line(from, to).count() as u32 - 1;
            assert!(beam(from, to, steps).eq(line(from, to).skip(1)));
            assert_eq!(beam(from, to, 40).count(), 40);
            let twice = from + (to - from) + (to - from);
            assert_eq!(beam(from, to, 2 * steps).last(), Some(twice));
        }
        assert_eq!(beam(from, from, 5).count(), 0);
    }

    #[test]
    fn a_disc_and_its_cones_have_their_shapes() {
        let center = Pos::new(5, 5);
        assert_eq!(disc(center, 0).collect::<Vec<_>>(), [center]);
        assert_eq!(disc(center, 1).count(), 9);
        assert_eq!(disc(center, 6).count(), 137);
        // As wide to either side as long: a quarter of the disc and its borders.
        let east: Vec<Pos> = cone(center, Pos::new(6, 5), 6, (1, 1)).collect();
        assert!(east.iter().all(|pos| (pos.y - 5).abs() <= pos.x - 5));
        let quarters: usize = Dir::CARDINAL
            .into_iter()
            .map(|dir| cone(center, center.step(dir), 6, (1, 1)).count())
            .sum();
        let diagonals = disc(center, 6)
            .filter(|pos| (pos.x - 5).abs() == (pos.y - 5).abs() && *pos != center)
            .count();
        assert_eq!(quarters, 136 + diagonals);
        assert!(cone(center, Pos::new(9, 5), 3, (0, 1)).eq(beam(center, Pos::new(9, 5), 3)));
        assert_eq!(cone(center, center, 6, (1, 1)).count(), 0);
    }
}

//! The clock of ambient motion, and the numbers by which things in the air are spread over a level and move.

use std::time::Duration;

use bevy::prelude::Resource;

use crate::app::dungeon::paint::hash;
use crate::geom::Pos;

/// Between two frames while only ambient motion is shown.
pub(super) const AMBIENT_FRAME: Duration = Duration::from_millis(33);

/// Seconds since start-up by which ambient motion is drawn; `None` while there is none.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub(in crate::app::stage) struct AmbientClock(pub Option<f64>);

/// A number from 0 to 1 that looks random and depends on `x` and `y` alone.
pub(super) fn unit(x: i32, y: i32) -> f32 {
    (hash(Pos::new(x, y)) % 1024) as f32 / 1023.0
}

/// The number nearest to `middle` that is `offset` more than a multiple of `period`.
pub(super) const fn lattice_point(middle: i32, offset: i32, period: i32) -> i32 {
    let start = middle - period / 2;
    start + (offset - start).rem_euclid(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mote_has_one_place_on_the_lattice_and_it_is_near() {
        for middle in -30..30 {
            for offset in 0..13 {
                let at = lattice_point(middle, offset, 13);
                assert_eq!(at.rem_euclid(13), offset);
                assert!((at - middle).abs() <= 6, "{middle} {offset} {at}");
            }
        }
    }
}

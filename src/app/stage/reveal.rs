//! What is discovered fades in: since when each tile of the level has been known. A level that is
//! entered opens outward from whoever came.

use std::time::Duration;

use bevy::prelude::*;

use super::shown::ShownRun;
use super::timeline::vec;
use crate::app::settings::Settings;
use crate::geom::{Grid, Pos};
use crate::rng::Seed;

/// How long a tile takes.
const FADES: Duration = Duration::from_millis(160);

/// How much later one opens that lies a tile farther away, on a level that is entered.
const OUTWARD: Duration = Duration::from_millis(16);

/// Since when tiles have been known. Times are since start-up.
#[derive(Resource, Default)]
pub(super) struct Reveal {
    /// The level: its run and depth.
    level: Option<(Seed, u8)>,
    since: Grid<Option<Duration>>,
    /// When the last tile is there.
    end: Duration,
    now: Duration,
}

impl Reveal {
    /// The share of its light that a tile has, from 0 to 1.
    pub fn share(&self, pos: Pos) -> f32 {
        let Some(Some(since)) = self.since.get(pos).filter(|_| !self.is_over()) else {
            return 1.0;
        };
        let passed = self.now.saturating_sub(*since).as_secs_f32();
        (passed / FADES.as_secs_f32()).min(1.0)
    }

    /// Whether all is there.
    pub fn is_over(&self) -> bool {
        self.now >= self.end
    }

    /// Shows all at once.
    pub const fn finish(&mut self) {
        self.end = self.now;
    }

    /// Moves on.
    pub fn pass(&mut self, now: Duration) {
        self.now = now;
    }
}

/// Notes which tiles are known for the first time.
pub(super) fn note(
    shown: ShownRun,
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    mut reveal: ResMut<Reveal>,
) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    reveal.now = now;
    let level = (run.game().seed(), view.depth());
    let size = view.size();
    let enters = reveal.level != Some(level);
    if enters {
        reveal.level = Some(level);
        reveal.since.reset(size.width, size.height, None);
    }
    let still = settings.is_some_and(|settings| settings.is_still());
    let me = view.player().pos;
    let mut end = reveal.end;
    for index in 0..reveal.since.as_slice().len() {
        let pos = reveal.since.pos_of(index);
        if reveal.since[pos].is_some() || view.tile(pos).is_none() {
            continue;
        }
        let wait = match enters {
            true => OUTWARD.mul_f32(vec(pos).distance(vec(me))),
            false => Duration::ZERO,
        };
        reveal.since[pos] = Some(now + wait);
        end = end.max(now + wait + FADES);
    }
    reveal.end = if still { now } else { end };
}

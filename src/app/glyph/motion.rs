//! Motion of sprites: a glide along tiles, and a nudge towards a neighbour and back. The animation
//! trails behind events and never delays them.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;

use super::sprite::GlyphSprite;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::settings::Settings;

/// Animates the position of a [`GlyphSprite`]. Positions are in tiles; times are since startup.
#[derive(Component, Clone, PartialEq, Debug, Default)]
pub struct Motion {
    start: Duration,
    duration: Duration,
    /// Positions to glide through; the last one is the destination.
    path: Vec<Vec2>,
    nudge: Option<Nudge>,
    /// The offset of the nudge in the last frame.
    nudge_offset: Vec2,
}

/// A movement to one side and back, added to any glide.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Nudge {
    reach: Vec2,
    start: Duration,
    duration: Duration,
}

/// Duration of a glide of one tile.
const GLIDE_DURATION: Duration = Duration::from_millis(60);
/// What each further tile adds.
const EXTRA_DURATION: Duration = Duration::from_millis(24);
const MAX_GLIDE_DURATION: Duration = Duration::from_millis(320);
const NUDGE_DURATION: Duration = Duration::from_millis(90);
/// How far a nudge moves, in tiles.
const NUDGE_REACH: f32 = 0.22;

impl Motion {
    /// At rest at a position.
    pub fn still(at: Vec2) -> Self {
        Self {
            path: vec![at],
            ..default()
        }
    }

    /// Starts a glide from `from`, the drawn position, to `to`. Glides that start in the same frame
    /// are joined into one path, which may turn corners.
    pub fn glide(&mut self, from: Vec2, to: Vec2, now: Duration) {
        if !self.glide_starts_at(now) {
            *self = Self {
                start: now,
                ..Self::still(from)
            };
        }
        self.path.push(to);
        let extra_tiles = u32::try_from(self.path.len() - 2).unwrap_or(u32::MAX);
        self.duration = GLIDE_DURATION
            .saturating_add(EXTRA_DURATION.saturating_mul(extra_tiles))
            .min(MAX_GLIDE_DURATION);
    }

    /// Starts a small movement in the direction `towards` and back, which ends any earlier glide.
    /// Does nothing if a glide starts in the same frame.
    pub fn nudge(&mut self, towards: Vec2, now: Duration) {
        if !self.glide_starts_at(now) {
            *self = Self::still(self.end());
            self.lunge(towards * NUDGE_REACH, now, NUDGE_DURATION);
        }
    }

    /// Moves by `reach`, in tiles, and back, in addition to any glide. `start` may lie in the future.
    pub fn lunge(&mut self, reach: Vec2, start: Duration, duration: Duration) {
        self.nudge = Some(Nudge {
            reach,
            start,
            duration,
        });
    }

    /// Cancels a nudge or lunge, whether or not it has started.
    pub fn cancel_nudge(&mut self) {
        self.nudge = None;
    }

    /// The destination.
    pub fn end(&self) -> Vec2 {
        self.path.last().copied().unwrap_or_default()
    }

    /// The drawn position without the offset of a nudge, so that a nudge does not shake a camera that
    /// follows the sprite.
    pub fn without_nudge(&self, drawn: Vec2) -> Vec2 {
        drawn - self.nudge_offset
    }

    fn glide_starts_at(&self, now: Duration) -> bool {
        self.path.len() > 1 && self.start == now
    }

    /// The position on the glide at `now`, the offset of the nudge, and whether either continues.
    fn sample(&self, now: Duration) -> (Vec2, Vec2, bool) {
        let t = progress(self.start, self.duration, now);
        let at = match t {
            1.0 => self.end(),
            _ => point_along(&self.path, t * (2.0 - t)),
        };
        let is_gliding = self.path.len() > 1 && t < 1.0;
        let Some(nudge) = self.nudge else {
            return (at, Vec2::ZERO, is_gliding);
        };
        let t = progress(nudge.start, nudge.duration, now);
        let offset = match t {
            1.0 => Vec2::ZERO,
            _ => nudge.reach * (t * PI).sin(),
        };
        (at, offset, is_gliding || t < 1.0)
    }
}

/// The fraction of `duration` that has passed since `start`, 0 to 1.
fn progress(start: Duration, duration: Duration, now: Duration) -> f32 {
    let passed = now.saturating_sub(start).as_secs_f32();
    (passed / duration.as_secs_f32().max(1e-3)).min(1.0)
}

/// The point at a fraction of the length of a path, 0 to 1.
fn point_along(path: &[Vec2], fraction: f32) -> Vec2 {
    let whole: f32 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = whole * fraction;
    for pair in path.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left < length {
            return pair[0].lerp(pair[1], left / length);
        }
        left -= length;
    }
    path.last().copied().unwrap_or_default()
}

/// Updates the sprites' positions, and requests frames while any sprite moves. If the player turned
/// off animations, each sprite is at its destination at once.
pub(super) fn animate_sprites(
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    mut sprites: Query<(&mut GlyphSprite, &mut Motion)>,
    mut wake: MessageWriter<Wake>,
) {
    let is_still = settings.is_some_and(|settings| settings.is_still());
    for (mut sprite, mut motion) in &mut sprites {
        let (at, offset, is_moving) = match is_still {
            true => (motion.end(), Vec2::ZERO, false),
            false => motion.sample(time.elapsed()),
        };
        if motion.nudge_offset != offset {
            motion.nudge_offset = offset;
        }
        if sprite.at != at + offset {
            sprite.at = at + offset;
        }
        if is_moving {
            wake.write(Wake(FRAME));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(secs: u64) -> Duration {
        Duration::from_secs(secs)
    }

    #[test]
    fn a_glide_goes_around_corners_and_ends_where_the_walk_is() {
        let path = [
            Vec2::new(1.0, 1.0),
            Vec2::new(3.0, 1.0),
            Vec2::new(3.0, 5.0),
        ];
        assert_eq!(point_along(&path, 0.0), path[0]);
        assert_eq!(point_along(&path, 1.0 / 3.0), path[1]);
        assert_eq!(point_along(&path, 0.5), Vec2::new(3.0, 2.0));
        assert_eq!(point_along(&path, 1.0), path[2]);
        assert_eq!(point_along(&path[..1], 0.5), path[0]);
        let mut motion = Motion::still(path[0]);
        motion.glide(path[0], path[1], secs(1));
        motion.glide(path[0], path[2], secs(1));
        let drawn_at = |motion: &Motion, now| {
            let (at, offset, is_moving) = motion.sample(now);
            (at + offset, is_moving)
        };
        assert_eq!(motion.path, path);
        assert_eq!(drawn_at(&motion, secs(1)), (path[0], true));
        assert!(drawn_at(&motion, secs(1) + GLIDE_DURATION).1);
        assert_eq!(
            drawn_at(&motion, secs(1) + GLIDE_DURATION + EXTRA_DURATION),
            (path[2], false)
        );
        // A step in the middle of a glide starts a new glide at the drawn position.
        let drawn = Vec2::new(3.0, 2.0);
        motion.glide(drawn, path[1], secs(2));
        assert_eq!(drawn_at(&motion, secs(2)), (drawn, true));
        assert_eq!(
            drawn_at(&motion, secs(2) + GLIDE_DURATION),
            (path[1], false)
        );
    }

    #[test]
    fn a_nudge_comes_back_and_the_view_stays() {
        let at = Vec2::new(3.0, 3.0);
        let mut motion = Motion::still(at);
        motion.nudge(Vec2::X, secs(1));
        let (place, offset, is_moving) = motion.sample(secs(1) + NUDGE_DURATION / 2);
        assert!(offset.x > 0.0 && offset.x < 0.5 && is_moving);
        motion.nudge_offset = offset;
        assert_eq!(motion.without_nudge(place + offset), at);
        assert_eq!(
            motion.sample(secs(1) + NUDGE_DURATION),
            (at, Vec2::ZERO, false)
        );
    }

    #[test]
    fn a_lunge_that_lies_ahead_follows_the_glide_and_is_waited_for() {
        let (from, to) = (Vec2::ZERO, Vec2::X);
        let mut motion = Motion::still(from);
        motion.glide(from, to, secs(1));
        motion.lunge(Vec2::Y, secs(2), GLIDE_DURATION);
        assert_eq!(
            motion.sample(secs(1) + GLIDE_DURATION),
            (to, Vec2::ZERO, true)
        );
        assert!(motion.sample(secs(2) + GLIDE_DURATION / 2).1.y > 0.9);
        assert_eq!(
            motion.sample(secs(2) + GLIDE_DURATION),
            (to, Vec2::ZERO, false)
        );
        motion.cancel_nudge();
        assert!(!motion.sample(secs(1) + GLIDE_DURATION).2);
    }
}

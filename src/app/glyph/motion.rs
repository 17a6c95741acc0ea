//! Motion of sprites: a glide along tiles, and a nudge against something beside. It trails behind
//! what has happened and never holds it up. Knows the clock, not why anything moves.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;

use super::sprite::GlyphSprite;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::settings::Settings;

/// Moves a [`GlyphSprite`]. Places are in tiles, times since start-up.
#[derive(Component, Clone, PartialEq, Debug, Default)]
pub struct Motion {
    began: Duration,
    length: Duration,
    /// Places to glide through; the last is where it ends.
    path: Vec<Vec2>,
    nudge: Option<Nudge>,
    /// How far the nudge had brought it when it was drawn last.
    aside: Vec2,
}

/// A movement to one side and back, on top of any glide.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Nudge {
    reach: Vec2,
    began: Duration,
    length: Duration,
}

/// The time of a glide of one tile, and what each further one adds.
const GLIDE: Duration = Duration::from_millis(60);
const FURTHER: Duration = Duration::from_millis(24);
const LONGEST: Duration = Duration::from_millis(320);
const NUDGE: Duration = Duration::from_millis(90);
/// How far a nudge against something solid goes, in tiles.
const NUDGE_REACH: f32 = 0.22;

impl Motion {
    /// Stands at a place.
    pub fn still(at: Vec2) -> Self {
        Self {
            path: vec![at],
            ..default()
        }
    }

    /// Glides from `from`, where the sprite is drawn, to a place beside where it goes now. Glides
    /// that begin in the same frame become one, around corners.
    pub fn glide(&mut self, from: Vec2, to: Vec2, now: Duration) {
        if !self.begins(now) {
            *self = Self {
                began: now,
                ..Self::still(from)
            };
        }
        self.path.push(to);
        let further = u32::try_from(self.path.len() - 2).unwrap_or(u32::MAX);
        self.length = GLIDE
            .saturating_add(FURTHER.saturating_mul(further))
            .min(LONGEST);
    }

    /// Moves a little towards a neighbour and back. A glide that begins in the same frame is seen
    /// instead.
    pub fn nudge(&mut self, towards: Vec2, now: Duration) {
        if !self.begins(now) {
            *self = Self::still(self.end());
            self.lunge(towards * NUDGE_REACH, now, NUDGE);
        }
    }

    /// Moves as far as `reach`, in tiles, and back, from `began` on, which may lie ahead.
    pub fn lunge(&mut self, reach: Vec2, began: Duration, length: Duration) {
        self.nudge = Some(Nudge {
            reach,
            began,
            length,
        });
    }

    /// Ends a nudge, or one that lies ahead.
    pub fn steady(&mut self) {
        self.nudge = None;
    }

    /// Where it ends.
    pub fn end(&self) -> Vec2 {
        self.path.last().copied().unwrap_or_default()
    }

    /// Where a view that follows looks: a nudge does not shake it.
    pub fn looked_at(&self, drawn: Vec2) -> Vec2 {
        drawn - self.aside
    }

    /// Whether a glide begins in this frame.
    fn begins(&self, now: Duration) -> bool {
        self.path.len() > 1 && self.began == now
    }

    /// How far along the glide is at `now`, how far aside the nudge has brought it, and whether
    /// either goes on.
    fn place(&self, now: Duration) -> (Vec2, Vec2, bool) {
        let t = share(self.began, self.length, now);
        let at = match t {
            1.0 => self.end(),
            _ => along(&self.path, t * (2.0 - t)),
        };
        let glides = self.path.len() > 1 && t < 1.0;
        let Some(nudge) = self.nudge else {
            return (at, Vec2::ZERO, glides);
        };
        let t = share(nudge.began, nudge.length, now);
        let aside = match t {
            1.0 => Vec2::ZERO,
            _ => nudge.reach * (t * PI).sin(),
        };
        (at, aside, glides || t < 1.0)
    }
}

/// The share of `length` that has passed since `began`, 0 to 1.
fn share(began: Duration, length: Duration, now: Duration) -> f32 {
    let passed = now.saturating_sub(began).as_secs_f32();
    (passed / length.as_secs_f32().max(1e-3)).min(1.0)
}

/// The place at a share of a path, 0 to 1.
fn along(path: &[Vec2], share: f32) -> Vec2 {
    let whole: f32 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = whole * share;
    for pair in path.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left < length {
            return pair[0].lerp(pair[1], left / length);
        }
        left -= length;
    }
    path.last().copied().unwrap_or_default()
}

/// Draws the sprites where their motion has brought them, and asks for frames while any moves.
/// Where the player wants nothing to move, each is at once where it goes.
pub(super) fn animate(
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    mut sprites: Query<(&mut GlyphSprite, &mut Motion)>,
    mut wake: MessageWriter<Wake>,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let still = settings.is_some_and(|settings| settings.is_still());
    for (mut sprite, mut motion) in &mut sprites {
        let (place, aside, moves) = match still {
            true => (motion.end(), Vec2::ZERO, false),
            false => motion.place(now),
        };
        if motion.aside != aside {
            motion.aside = aside;
        }
        if sprite.at != place + aside {
            sprite.at = place + aside;
        }
        if moves {
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
        assert_eq!(along(&path, 0.0), path[0]);
        assert_eq!(along(&path, 1.0 / 3.0), path[1]);
        assert_eq!(along(&path, 0.5), Vec2::new(3.0, 2.0));
        assert_eq!(along(&path, 1.0), path[2]);
        assert_eq!(along(&path[..1], 0.5), path[0]);
        let mut motion = Motion::still(path[0]);
        motion.glide(path[0], path[1], secs(1));
        motion.glide(path[0], path[2], secs(1));
        let seen = |motion: &Motion, now| {
            let (at, aside, moves) = motion.place(now);
            (at + aside, moves)
        };
        assert_eq!(motion.path, path);
        assert_eq!(seen(&motion, secs(1)), (path[0], true));
        assert!(seen(&motion, secs(1) + GLIDE).1);
        assert_eq!(seen(&motion, secs(1) + GLIDE + FURTHER), (path[2], false));
        // A step in the middle of a glide bends it.
        let drawn = Vec2::new(3.0, 2.0);
        motion.glide(drawn, path[1], secs(2));
        assert_eq!(seen(&motion, secs(2)), (drawn, true));
        assert_eq!(seen(&motion, secs(2) + GLIDE), (path[1], false));
    }

    #[test]
    fn a_nudge_comes_back_and_the_view_stays() {
        let at = Vec2::new(3.0, 3.0);
        let mut motion = Motion::still(at);
        motion.nudge(Vec2::X, secs(1));
        let (place, aside, moves) = motion.place(secs(1) + NUDGE / 2);
        assert!(aside.x > 0.0 && aside.x < 0.5 && moves);
        motion.aside = aside;
        assert_eq!(motion.looked_at(place + aside), at);
        assert_eq!(motion.place(secs(1) + NUDGE), (at, Vec2::ZERO, false));
    }

    #[test]
    fn a_lunge_that_lies_ahead_follows_the_glide_and_is_waited_for() {
        let (from, to) = (Vec2::ZERO, Vec2::X);
        let mut motion = Motion::still(from);
        motion.glide(from, to, secs(1));
        motion.lunge(Vec2::Y, secs(2), GLIDE);
        assert_eq!(motion.place(secs(1) + GLIDE), (to, Vec2::ZERO, true));
        assert!(motion.place(secs(2) + GLIDE / 2).1.y > 0.9);
        assert_eq!(motion.place(secs(2) + GLIDE), (to, Vec2::ZERO, false));
        motion.steady();
        assert!(!motion.place(secs(1) + GLIDE).2);
    }
}

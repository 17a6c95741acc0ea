//! Motion of sprites: a glide along tiles, or a nudge against something solid. It trails behind what
//! has happened and never holds it up. Knows the clock, not why anything moves.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::sprite::GlyphSprite;
use crate::app::settings::Settings;

/// Moves a [`GlyphSprite`]. Places are in tiles, times since start-up.
#[derive(Component, Clone, PartialEq, Debug, Default)]
pub struct Motion {
    began: Duration,
    length: Duration,
    /// Places to glide through; the last is where it ends.
    path: Vec<Vec2>,
    /// The direction of a nudge.
    nudge: Option<Vec2>,
}

/// The time of a glide of one tile, and what each further one adds.
const GLIDE: Duration = Duration::from_millis(60);
const FURTHER: Duration = Duration::from_millis(24);
const LONGEST: Duration = Duration::from_millis(320);
const NUDGE: Duration = Duration::from_millis(90);
/// How far a nudge goes, in tiles.
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

    /// Moves towards a neighbour and back. A glide that begins in the same frame is seen instead.
    pub fn nudge(&mut self, towards: Vec2, now: Duration) {
        if !self.begins(now) {
            *self = Self {
                began: now,
                length: NUDGE,
                nudge: Some(towards),
                ..Self::still(self.end())
            };
        }
    }

    /// Where it ends.
    pub fn end(&self) -> Vec2 {
        self.path.last().copied().unwrap_or_default()
    }

    /// Where a view that follows looks: a nudge does not shake it.
    pub fn looked_at(&self, drawn: Vec2) -> Vec2 {
        self.nudge.map_or(drawn, |_| self.end())
    }

    /// Whether a glide begins in this frame.
    fn begins(&self, now: Duration) -> bool {
        self.path.len() > 1 && self.began == now
    }

    /// Where the sprite is drawn at `now`, and whether it still moves.
    fn place(&self, now: Duration) -> (Vec2, bool) {
        let passed = now.saturating_sub(self.began).as_secs_f32();
        let t = (passed / self.length.as_secs_f32().max(1e-3)).min(1.0);
        let at = match self.nudge {
            _ if t == 1.0 => self.end(),
            Some(towards) => self.end() + towards * NUDGE_REACH * (t * PI).sin(),
            None => along(&self.path, t * (2.0 - t)),
        };
        let moves = self.path.len() > 1 || self.nudge.is_some();
        (at, moves && t < 1.0)
    }
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
/// Where the player wants nothing to move by itself, each is at once where it goes.
pub(super) fn animate(
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    mut sprites: Query<(&mut GlyphSprite, &Motion)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let still = settings.is_some_and(|settings| settings.is_still());
    for (mut sprite, motion) in &mut sprites {
        let (place, moves) = match still {
            true => (motion.end(), false),
            false => motion.place(now),
        };
        if sprite.at != place {
            sprite.at = place;
        }
        if moves {
            redraw.write(RequestRedraw);
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
        assert_eq!(motion.path, path);
        assert_eq!(motion.place(secs(1)), (path[0], true));
        assert!(motion.place(secs(1) + GLIDE).1);
        assert_eq!(motion.place(secs(1) + GLIDE + FURTHER), (path[2], false));
        // A step in the middle of a glide bends it.
        let drawn = Vec2::new(3.0, 2.0);
        motion.glide(drawn, path[1], secs(2));
        assert_eq!(motion.place(secs(2)), (drawn, true));
        assert_eq!(motion.place(secs(2) + GLIDE), (path[1], false));
    }

    #[test]
    fn a_nudge_comes_back_and_the_view_stays() {
        let at = Vec2::new(3.0, 3.0);
        let mut motion = Motion::still(at);
        motion.nudge(Vec2::X, secs(1));
        let (place, moving) = motion.place(secs(1) + NUDGE / 2);
        assert!(place.x > at.x && place.x < at.x + 0.5 && moving);
        assert_eq!(motion.looked_at(place), at);
        assert_eq!(motion.place(secs(1) + NUDGE), (at, false));
    }
}

//! `@`, the goal and the start as glyphs over the maze. `@` glides after the steps, around corners
//! if there were several, and never holds one up; the view follows it. Where nothing is to move by
//! itself it is at once where it went.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::play::Play;
use crate::app::frame::Phase;
use crate::app::glyph::{CameraTarget, Glyph, GlyphSprite};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::geom::Pos;
use crate::maze::Maze;

/// Shows who walks, and where to.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CameraTarget>()
        .add_systems(OnEnter(Screen::Maze), spawn)
        .add_systems(Update, show.run_if(on(Screen::Maze)).in_set(Phase::Show));
}

const WALKER: (char, [u8; 3]) = ('@', [255, 246, 214]);
const GOAL: (char, [u8; 3]) = ('☼', [255, 232, 120]);
const START: (char, [u8; 3]) = ('∩', [150, 150, 176]);

/// A step, and what each further one adds to a glide.
const GLIDE: Duration = Duration::from_millis(60);
const FURTHER: Duration = Duration::from_millis(24);
const LONGEST: Duration = Duration::from_millis(320);
const NUDGE: Duration = Duration::from_millis(90);
/// How far a nudge goes, in tiles.
const NUDGE_REACH: f32 = 0.22;

/// A mark over the maze.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Walker,
    Goal,
    Start,
}

/// How `@` moves.
#[derive(Resource, Default)]
struct Motion {
    /// Which maze, by [`Play::serial`].
    serial: u64,
    /// Steps that are shown.
    count: u64,
    began: Duration,
    length: Duration,
    /// Places to glide through, in tiles; the last is where it ends.
    path: Vec<Vec2>,
    /// The direction of a nudge.
    nudge: Option<Vec2>,
}

impl Motion {
    /// Where `@` is drawn at `now`, where the view looks, and whether it still moves.
    fn place(&self, now: Duration) -> Option<(Vec2, Vec2, bool)> {
        let end = *self.path.last()?;
        let passed = now.saturating_sub(self.began).as_secs_f32();
        let t = (passed / self.length.as_secs_f32().max(1e-3)).min(1.0);
        if let Some(towards) = self.nudge {
            let at = end + towards * NUDGE_REACH * (t * PI).sin();
            return Some((if t < 1.0 { at } else { end }, end, t < 1.0));
        }
        let at = along(&self.path, t * (2.0 - t));
        Some((at, at, t < 1.0))
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

fn spawn(mut commands: Commands) {
    let figures = [
        (Figure::Start, START, 1.0),
        (Figure::Goal, GOAL, 1.1),
        (Figure::Walker, WALKER, 1.2),
    ];
    for (figure, (mark, fg), z) in figures {
        commands.spawn((
            figure,
            DespawnOnExit(Screen::Maze),
            GlyphSprite {
                glyph: Glyph::of(mark).unwrap_or_default(),
                fg,
                at: Vec2::ZERO,
            },
            Transform::from_xyz(0.0, 0.0, z),
            Visibility::Hidden,
        ));
    }
    commands.insert_resource(Motion::default());
}

fn place_of(cell: Pos) -> Vec2 {
    let tile = Maze::tile(cell);
    Vec2::new(tile.x as f32, tile.y as f32)
}

fn show(
    mut play: ResMut<Play>,
    mut motion: ResMut<Motion>,
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    mut figures: Query<(&Figure, &mut GlyphSprite, &mut Visibility)>,
    mut target: ResMut<CameraTarget>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let serial = play.serial();
    let Some(run) = play.round().map(|round| round.run()) else {
        return;
    };
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let (here, ends) = (place_of(run.at()), run.ends());
    if motion.serial != serial || motion.path.is_empty() {
        *motion = Motion {
            serial,
            count: play.moved.count,
            path: vec![here],
            ..default()
        };
    } else if motion.count != play.moved.count {
        motion.count = play.moved.count;
        let cells = std::mem::take(&mut play.bypass_change_detection().moved.cells);
        let from = motion.place(now).map_or(here, |(at, _, _)| at);
        motion.began = now;
        let wall = play.moved.wall.filter(|_| cells.is_empty());
        if let Some(dir) = wall {
            motion.length = NUDGE;
            motion.path = vec![here];
            let delta = dir.delta();
            motion.nudge = Some(Vec2::new(delta.x as f32, delta.y as f32));
        } else {
            let further = u32::try_from(cells.len().saturating_sub(1)).unwrap_or(u32::MAX);
            motion.length = GLIDE
                .saturating_add(FURTHER.saturating_mul(further))
                .min(LONGEST);
            motion.path = vec![from];
            motion.path.extend(cells.into_iter().map(place_of));
            motion.nudge = None;
        }
        if Settings::is_still(settings.as_deref()) {
            *motion = Motion {
                serial,
                count: motion.count,
                path: vec![here],
                ..default()
            };
        }
    }
    let Some((at, looked_at, moving)) = motion.place(now) else {
        return;
    };
    for (figure, mut sprite, mut visibility) in &mut figures {
        let place = match figure {
            Figure::Walker => at,
            Figure::Goal => place_of(ends.goal),
            Figure::Start => place_of(ends.start),
        };
        if sprite.at != place {
            sprite.at = place;
        }
        // One glyph a tile.
        let hidden = *figure != Figure::Walker && here == place;
        visibility.set_if_neq(if hidden {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        });
    }
    target.set_if_neq(CameraTarget(looked_at + 0.5));
    if moving {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let motion = Motion {
            length: GLIDE,
            path: path.to_vec(),
            ..default()
        };
        assert_eq!(motion.place(GLIDE), Some((path[2], path[2], false)));
    }

    #[test]
    fn a_nudge_comes_back_and_the_view_stays() {
        let at = Vec2::new(3.0, 3.0);
        let motion = Motion {
            length: NUDGE,
            path: vec![at],
            nudge: Some(Vec2::X),
            ..default()
        };
        let (place, looked_at, moving) = motion.place(NUDGE / 2).unwrap();
        assert!(place.x > at.x && moving);
        assert_eq!(looked_at, at);
        assert_eq!(motion.place(NUDGE), Some((at, at, false)));
    }
}

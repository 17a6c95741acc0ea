//! What moves while nothing happens, if the player wants it to: wind over water and grass, flames that
//! flicker, embers above them and dust in the light. At most thirty frames a second, and none where
//! nothing of it is in sight or the window is behind others.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::air;
use super::effects::{blend, burning, halo};
use super::motes::{Mote, Motes};
use super::scene::Ground;
use super::shown::ShownRun;
use super::timeline::vec;
use crate::app::dungeon::paint::{hash, noise};
use crate::app::glyph::{self, Glyph, Wind};
use crate::app::platform::clock::Wake;
use crate::app::settings::Settings;
use crate::game::View;
use crate::geom::Pos;
use crate::map::Tile;

/// From one frame to the next where nothing else moves.
pub(super) const PACE: Duration = Duration::from_millis(33);

/// Seconds after which the wind comes from the start again, so that its time stays exact.
const LONGEST: f64 = 3600.0;

/// Flames that are seen to throw embers, and how many each does.
const MOST_FIRES: usize = 24;
const EMBERS: u32 = 4;

/// Motes of dust around whoever plays.
const DUST: u32 = 18;

/// Whether anything moves by itself now, and since when the program has run, in seconds.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub(super) struct Drift(pub Option<f64>);

/// Lets it move, and asks for the next frame.
pub(super) fn drift(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    (ground, seen): (Res<Ground>, Res<glyph::View>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut drift, mut wind): (ResMut<Drift>, ResMut<Wind>),
    (mut motes, mut wake): (ResMut<Motes>, MessageWriter<Wake>),
) {
    let wanted = settings.is_none_or(|settings| !settings.is_calm());
    let in_front = windows.iter().any(|window| window.focused);
    let view = shown.view().filter(|_| wanted);
    let (Some(view), Some(level)) = (view, &ground.0) else {
        drift.set_if_neq(Drift(None));
        wind.set_if_neq(Wind::default());
        return;
    };
    let moving = Moving::of(view, level.map.tiles.iter(), &seen);
    if moving.is_empty() && !air::moves(view.level_kind()) {
        drift.set_if_neq(Drift(None));
        return;
    }
    // Behind other windows all stands as it is.
    let now = time.elapsed_secs_f64();
    let now = if in_front {
        now
    } else {
        drift.0.unwrap_or(now)
    };
    if in_front {
        wake.write(Wake(PACE));
    }
    drift.set_if_neq(Drift(Some(now)));
    wind.set_if_neq(Wind {
        time: (now % LONGEST) as f32,
        strength: 1.0,
    });
    for fire in moving.fires {
        embers(fire, now, &mut motes.0);
    }
    dust(view, now, &mut motes.0);
}

/// What of a level in view never stands still.
struct Moving {
    fires: Vec<Pos>,
    /// Whether there is water or grass.
    flows: bool,
}

impl Moving {
    fn of<'a>(
        view: View<'_>,
        tiles: impl Iterator<Item = (Pos, &'a Tile)>,
        seen: &glyph::View,
    ) -> Self {
        let size = view.size();
        let (first, end) = seen.tiles(UVec2::new(size.width, size.height));
        let inside = |pos: Pos| {
            let at = IVec2::new(pos.x, pos.y);
            at.cmpge(first.as_ivec2()).all() && at.cmplt(end.as_ivec2()).all()
        };
        let shown = |pos: Pos| view.in_sight(pos) && inside(pos);
        let flows = tiles
            .filter(|(_, tile)| matches!(tile, Tile::Grass | Tile::Water))
            .any(|(pos, _)| shown(pos));
        let lamps = view.lamps().filter(|lamp| lamp.lit).map(|lamp| lamp.pos);
        let fires = lamps
            .chain(burning(view).map(|(_, pos)| pos))
            .filter(|pos| shown(*pos));
        Self {
            fires: fires.take(MOST_FIRES).collect(),
            flows,
        }
    }

    const fn is_empty(&self) -> bool {
        self.fires.is_empty() && !self.flows
    }
}

/// A number from 0 to 1 that belongs to a place.
pub(super) fn unit(x: i32, y: i32) -> f32 {
    (hash(Pos::new(x, y)) % 1024) as f32 / 1023.0
}

/// Sparks that rise from a fire, sway and go out.
fn embers(fire: Pos, now: f64, motes: &mut Vec<Mote>) {
    for number in 0..EMBERS as i32 {
        let own = fire.x * 97 + number * 13;
        let life = 1.1 + f64::from(unit(own, fire.y)) * 0.9;
        let lives = now / life + f64::from(unit(fire.y, own));
        let (life, share) = (lives.floor() as i32, lives.fract() as f32);
        let start = unit(own + life * 7, fire.y) - 0.5;
        let sway = (share * 7.0 + start * 9.0).sin() * 0.14;
        let rise = 0.15 + share * (1.0 + unit(own, life) * 0.8);
        let at = vec(fire) + Vec2::new(start * 0.5 + sway, -rise);
        let fg = blend([255, 214, 120], [190, 50, 20], share);
        let opacity = (1.0 - share).powf(0.7) * 0.9;
        motes.push(Mote {
            z: 1.25,
            ..halo(fg, at, opacity, 0.34 - 0.14 * share)
        });
    }
}

/// Dust that drifts through lit air around the player.
fn dust(view: View<'_>, now: f64, motes: &mut Vec<Mote>) {
    let me = view.player().pos;
    for number in 0..DUST as i32 {
        let life = 5.0 + f64::from(unit(number, 3)) * 4.0;
        let lives = now / life + f64::from(unit(7, number));
        let (life, share) = (lives.floor() as i32, lives.fract() as f32);
        // Each mote has a place of its own on the level, on a lattice that repeats.
        let spot = Pos::new(
            near(me.x, (unit(number * 31, life) * 19.0) as i32, 19),
            near(me.y, (unit(life, number * 17) * 13.0) as i32, 13),
        );
        let lit = view
            .tile(spot)
            .is_some_and(|tile| tile.in_sight && tile.lit);
        if !lit {
            continue;
        }
        let turn = share * 3.0 + number as f32;
        let drift = Vec2::new(turn.sin() * 0.5 + share, turn.cos() * 0.3 + share * 0.4);
        let opacity = (share * std::f32::consts::PI).sin() * 0.34;
        let fg = blend([255, 236, 200], [255, 200, 140], noise(spot) as f32 / 255.0);
        motes.push(Mote {
            glyph: Glyph::of('·').unwrap_or_default(),
            fg,
            at: vec(spot) + drift - 0.5,
            opacity,
            side: 1.0,
            z: 1.22,
        });
    }
}

/// The number nearest to `middle` that leaves `rest` when divided by `period`.
pub(super) const fn near(middle: i32, rest: i32, period: i32) -> i32 {
    let start = middle - period / 2;
    start + (rest - start).rem_euclid(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mote_has_one_place_on_the_lattice_and_it_is_near() {
        for middle in -30..30 {
            for rest in 0..13 {
                let at = near(middle, rest, 13);
                assert_eq!(at.rem_euclid(13), rest);
                assert!((at - middle).abs() <= 6, "{middle} {rest} {at}");
            }
        }
    }

    #[test]
    fn embers_rise_from_their_fire_and_stay_near_it() {
        let fire = Pos::new(10, 10);
        for step in 0..200 {
            let mut motes = Vec::new();
            embers(fire, f64::from(step) * 0.033, &mut motes);
            assert_eq!(motes.len(), EMBERS as usize);
            for mote in motes {
                let offset = mote.at - vec(fire);
                assert!(
                    offset.x.abs() < 0.6 && (-2.2..0.0).contains(&offset.y),
                    "{offset}"
                );
            }
        }
    }
}

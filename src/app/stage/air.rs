//! What hangs and falls in the air of a level: the bloom of flames, shafts of moonlight, fog and drops.
//! Fog and drops only where things may move by themselves. Decides nothing.

use bevy::prelude::*;

use super::ambient::{Drift, near, unit};
use super::effects::halo;
use super::look::Colour;
use super::motes::{Mote, Motes};
use super::scene::Ground;
use super::shown::ShownRun;
use super::timeline::vec;
use crate::app::dungeon::paint::{glows, is_solid};
use crate::app::glyph::{self, Glyph};
use crate::game::View;
use crate::game::content::LevelKind;
use crate::geom::{Pos, Rect};
use crate::map::Map;

/// The bloom of a flame: colour, opacity and side in tiles.
const BLOOM: (Colour, f32, f32) = ([255, 160, 64], 0.34, 3.2);
/// Share of it that comes and goes with the flame.
const WAVERS: f32 = 0.25;

const MOON: Colour = [150, 190, 255];
/// Spots of light that a shaft is made of, and how far apart they are, in tiles, up to where it comes
/// from.
const SPOTS: u8 = 6;
const SLANT: Vec2 = Vec2::new(-0.28, -0.62);

/// Columns and rows from one bank of fog to the next.
const BANKS: (i32, i32) = (9, 6);
/// From one place where drops fall to the next.
const DRIPS: (i32, i32) = (11, 9);

/// Whether the air of a kind of level is never still.
pub(super) const fn moves(kind: LevelKind) -> bool {
    fog_of(kind).is_some() || matches!(kind, LevelKind::Caverns)
}

/// The colour of a level's fog, and how dense it is, if it has any.
const fn fog_of(kind: LevelKind) -> Option<(Colour, f32)> {
    match kind {
        LevelKind::Crypts => Some(([150, 180, 150], 0.15)),
        LevelKind::Labyrinth => Some(([255, 190, 110], 0.12)),
        _ => None,
    }
}

/// Lists what of it is seen now.
pub(super) fn fill(
    shown: ShownRun,
    (ground, seen, drift): (Res<Ground>, Res<glyph::View>, Res<Drift>),
    mut motes: ResMut<Motes>,
) {
    let (Some(view), Some(level)) = (shown.view(), &ground.0) else {
        return;
    };
    let motes = &mut motes.0;
    for lamp in view.lamps().filter(|lamp| lamp.lit) {
        if view.in_sight(lamp.pos) {
            motes.push(bloom(lamp.pos, drift.0));
        }
    }
    let kind = view.level_kind();
    if kind == LevelKind::Cloisters {
        let lit = |pos: &Pos| glows(&level.map, &level.palette, *pos) && view.in_sight(*pos);
        let places = level.map.tiles.iter().map(|(pos, _)| pos);
        places.filter(lit).for_each(|pos| shaft(pos, view, motes));
    }
    let Some(now) = drift.0 else { return };
    let size = view.size();
    let (first, end) = seen.tiles(UVec2::new(size.width, size.height));
    let around = Rect::between(
        Pos::new(first.x as i32, first.y as i32),
        Pos::new(end.x as i32, end.y as i32),
    );
    let air = Air {
        view,
        map: &level.map,
        around,
        now,
    };
    if let Some((colour, density)) = fog_of(kind) {
        air.fog(colour, density, motes);
    }
    if kind == LevelKind::Caverns {
        air.drops(motes);
    }
}

fn bloom(at: Pos, now: Option<f64>) -> Mote {
    let (colour, opacity, side) = BLOOM;
    let beat = now.map_or(0.0, |now| {
        let phase = f64::from(unit(at.x, at.y)) * 6.0;
        ((now * 7.3 + phase).sin() * (now * 3.1 + phase).sin()) as f32
    });
    Mote {
        z: 1.15,
        ..halo(colour, vec(at), opacity * (1.0 + WAVERS * beat), side)
    }
}

/// Moonlight that falls on a tile from above, as far up as anything is known.
fn shaft(at: Pos, view: View<'_>, motes: &mut Vec<Mote>) {
    for spot in 0..SPOTS {
        let up = f32::from(spot);
        let over = (SLANT * up).round().as_ivec2();
        if view.tile(Pos::new(at.x + over.x, at.y + over.y)).is_none() {
            return;
        }
        let left = 1.0 - up / f32::from(SPOTS);
        motes.push(Mote {
            z: 1.16,
            ..halo(MOON, vec(at) + SLANT * up, 0.24 * left, 0.9 + 0.9 * left)
        });
    }
}

/// The air of a level, as far as it is seen, at a time in seconds.
struct Air<'a> {
    view: View<'a>,
    map: &'a Map,
    around: Rect,
    now: f64,
}

impl Air<'_> {
    /// Places of a lattice in view: the number of each and where it is this time, for as long as
    /// its life lasts, and the share of its life that has passed.
    fn places(&self, (columns, rows): (i32, i32), life: f64) -> Vec<(i32, Pos, f32)> {
        let mut places = Vec::new();
        let left = near(self.around.left, 0, columns) - columns;
        let top = near(self.around.top, 0, rows) - rows;
        for y in (top..=self.around.bottom).step_by(rows as usize) {
            for x in (left..=self.around.right).step_by(columns as usize) {
                let own = x * 31 + y;
                let lives = self.now / life + f64::from(unit(x, y));
                let (turn, share) = (lives.floor() as i32, lives.fract() as f32);
                let spot = Pos::new(
                    x + (unit(own, turn) * columns as f32) as i32,
                    y + (unit(turn, own + 5) * rows as f32) as i32,
                );
                let open = self
                    .map
                    .tiles
                    .get(spot)
                    .is_some_and(|tile| !is_solid(*tile));
                if open && self.view.in_sight(spot) {
                    places.push((own, spot, share));
                }
            }
        }
        places
    }

    /// Banks of fog that form, drift and thin out.
    fn fog(&self, colour: Colour, density: f32, motes: &mut Vec<Mote>) {
        for (own, spot, share) in self.places(BANKS, 9.0) {
            let there = (share * std::f32::consts::PI).sin();
            let at = vec(spot) + Vec2::new((share - 0.5) * 2.4, (unit(own, 2) - 0.5) * 0.8);
            for (offset, part) in [(0.0, 1.0), (-0.9, 0.7), (0.9, 0.6)] {
                motes.push(Mote {
                    z: 1.21,
                    ..halo(
                        colour,
                        at + Vec2::new(offset, offset * 0.2),
                        density * part * there,
                        2.4 + share,
                    )
                });
            }
        }
    }

    /// Drops that fall from the roof, and the ring where each lands.
    fn drops(&self, motes: &mut Vec<Mote>) {
        /// Shares of a drop's life at which it begins to fall and lands.
        const FALLS: (f32, f32) = (0.80, 0.86);
        for (_, spot, share) in self.places(DRIPS, 5.0) {
            let (from, to) = FALLS;
            if share < from {
                continue;
            }
            let (sign, above, opacity, side) = if share < to {
                let way = (share - from) / (to - from);
                ('·', 1.5 * (1.0 - way * way), 0.9, 1.0)
            } else {
                let way = (share - to) / (1.0 - to);
                ('○', 0.0, 0.6 * (1.0 - way), 0.3 + 0.9 * way)
            };
            motes.push(Mote {
                glyph: Glyph::of(sign).unwrap_or_default(),
                z: 1.17,
                ..halo(
                    [190, 236, 255],
                    vec(spot) - Vec2::new(0.0, above),
                    opacity,
                    side,
                )
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::{Run, scene::known};
    use crate::rng::Seed;

    #[test]
    fn fog_and_drops_come_and_go_in_open_air_that_is_seen() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let map = known(view);
        let size = view.size();
        let around = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
        let (mut banks, mut falling) = (0, 0);
        for second in 0..40 {
            let now = f64::from(second) * 0.4;
            let air = Air {
                view,
                map: &map,
                around,
                now,
            };
            for (_, spot, share) in air.places(BANKS, 9.0) {
                assert!(view.in_sight(spot) && !is_solid(map.tiles[spot]), "{spot}");
                assert!((0.0..1.0).contains(&share));
            }
            let mut motes = Vec::new();
            air.fog([255; 3], 0.2, &mut motes);
            assert!(motes.iter().all(|mote| (0.0..=0.2).contains(&mote.opacity)));
            banks += motes.len();
            motes.clear();
            air.drops(&mut motes);
            falling += motes.len();
        }
        assert!(banks > 0 && falling > 0, "{banks} {falling}");
        assert!(falling < banks, "drops are rare");
    }
}

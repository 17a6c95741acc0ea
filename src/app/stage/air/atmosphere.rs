//! Lists what is in the air of a level: the bloom of flames, moonbeams, fog and drips. Fog and drips need
//! ambient motion.

use bevy::prelude::*;

use super::clock::{AmbientClock, lattice_point, unit};
use super::motes::{Mote, Motes};
use crate::app::dungeon::paint::{glows, is_solid};
use crate::app::glyph;
use crate::app::stage::level::ShownLevel;
use crate::app::stage::look::{Colour, to_glyph, to_vec2};
use crate::app::stage::runs::shown::ShownRun;
use crate::game::View;
use crate::game::content::LevelKind;
use crate::geom::{Pos, Rect};
use crate::map::Map;

/// The bloom of a flame: colour, opacity and width in tiles.
const BLOOM: (Colour, f32, f32) = ([255, 160, 64], 0.34, 3.2);
/// Largest change of the bloom's opacity, as a share of it.
const BLOOM_FLICKER: f32 = 0.25;

const MOON: Colour = [150, 190, 255];
/// A moonbeam is made of this many spots of light, each so far from the one below it, in tiles.
const BEAM_SPOTS: u8 = 6;
const BEAM_STEP: Vec2 = Vec2::new(-0.28, -0.62);

/// Columns and rows from one bank of fog to the next, and from one drip to the next.
const FOG_SPACING: (i32, i32) = (9, 6);
const DRIP_SPACING: (i32, i32) = (11, 9);

/// Whether a kind of level has fog or drips.
pub(super) const fn has_moving_air(kind: LevelKind) -> bool {
    fog(kind).is_some() || matches!(kind, LevelKind::Caverns)
}

/// The colour and opacity of a level's fog, if it has any.
const fn fog(kind: LevelKind) -> Option<(Colour, f32)> {
    match kind {
        LevelKind::Crypts => Some(([150, 180, 150], 0.15)),
        LevelKind::Labyrinth => Some(([255, 190, 110], 0.12)),
        _ => None,
    }
}

pub(in crate::app::stage) fn list_motes(
    shown: ShownRun,
    (level, seen, clock): (Res<ShownLevel>, Res<glyph::Viewport>, Res<AmbientClock>),
    mut motes: ResMut<Motes>,
) {
    let (Some(view), Some(level)) = (shown.view(), &level.0) else {
        return;
    };
    let motes = &mut motes.0;
    for lamp in view.lamps().filter(|lamp| lamp.lit) {
        if view.in_sight(lamp.pos) {
            motes.push(bloom(lamp.pos, clock.0));
        }
    }
    let kind = view.level_kind();
    if kind == LevelKind::Cloisters {
        let lit = |pos: &Pos| glows(&level.map, &level.palette, *pos) && view.in_sight(*pos);
        let tiles = level.map.tiles.iter().map(|(pos, _)| pos);
        tiles
            .filter(lit)
            .for_each(|pos| push_moonbeam(pos, view, motes));
    }
    let Some(now) = clock.0 else { return };
    let size = view.size();
    let (first, end) = seen.tiles(UVec2::new(size.width, size.height));
    let area = Rect::between(
        Pos::new(first.x as i32, first.y as i32),
        Pos::new(end.x as i32, end.y as i32),
    );
    let air = Air {
        view,
        map: &level.map,
        area,
        now,
    };
    if let Some((colour, opacity)) = fog(kind) {
        air.push_fog(colour, opacity, motes);
    }
    if kind == LevelKind::Caverns {
        air.push_drips(motes);
    }
}

fn bloom(at: Pos, now: Option<f64>) -> Mote {
    let (colour, opacity, side) = BLOOM;
    let beat = now.map_or(0.0, |now| {
        let phase = f64::from(unit(at.x, at.y)) * 6.0;
        ((now * 7.3 + phase).sin() * (now * 3.1 + phase).sin()) as f32
    });
    let opacity = opacity * (1.0 + BLOOM_FLICKER * beat);
    Mote::halo(colour, to_vec2(at), opacity, side).with_z(1.15)
}

/// A beam of moonlight from above onto a tile; it ends where the level is unknown.
fn push_moonbeam(at: Pos, view: View<'_>, motes: &mut Vec<Mote>) {
    for spot in 0..BEAM_SPOTS {
        let up = f32::from(spot);
        let over = (BEAM_STEP * up).round().as_ivec2();
        if view.tile(Pos::new(at.x + over.x, at.y + over.y)).is_none() {
            return;
        }
        let left = 1.0 - up / f32::from(BEAM_SPOTS);
        let at = to_vec2(at) + BEAM_STEP * up;
        motes.push(Mote::halo(MOON, at, 0.24 * left, 0.9 + 0.9 * left).with_z(1.16));
    }
}

/// The air of the part of a level that is in view.
struct Air<'a> {
    view: View<'a>,
    map: &'a Map,
    area: Rect,
    /// Seconds since start-up.
    now: f64,
}

impl Air<'_> {
    /// Emitters on a lattice, those over open ground in sight: the id of each, its tile and its
    /// progress from 0 to 1. After `lifetime` seconds each starts again on another tile of its field.
    fn emitters(&self, (columns, rows): (i32, i32), lifetime: f64) -> Vec<(i32, Pos, f32)> {
        let mut emitters = Vec::new();
        let left = lattice_point(self.area.left, 0, columns) - columns;
        let top = lattice_point(self.area.top, 0, rows) - rows;
        for y in (top..=self.area.bottom).step_by(rows as usize) {
            for x in (left..=self.area.right).step_by(columns as usize) {
                let id = x * 31 + y;
                let lives = self.now / lifetime + f64::from(unit(x, y));
                let (life, progress) = (lives.floor() as i32, lives.fract() as f32);
                let spot = Pos::new(
                    x + (unit(id, life) * columns as f32) as i32,
                    y + (unit(life, id + 5) * rows as f32) as i32,
                );
                let open = self
                    .map
                    .tiles
                    .get(spot)
                    .is_some_and(|tile| !is_solid(*tile));
                if open && self.view.in_sight(spot) {
                    emitters.push((id, spot, progress));
                }
            }
        }
        emitters
    }

    /// Banks of fog that form, drift and thin out.
    fn push_fog(&self, colour: Colour, opacity: f32, motes: &mut Vec<Mote>) {
        for (id, spot, progress) in self.emitters(FOG_SPACING, 9.0) {
            let strength = (progress * std::f32::consts::PI).sin();
            let drift = Vec2::new((progress - 0.5) * 2.4, (unit(id, 2) - 0.5) * 0.8);
            let at = to_vec2(spot) + drift;
            for (offset, part) in [(0.0, 1.0), (-0.9, 0.7), (0.9, 0.6)] {
                let at = at + Vec2::new(offset, offset * 0.2);
                if !self.is_all_in_sight(at) {
                    continue;
                }
                let bank = Mote::halo(colour, at, opacity * part * strength, 2.4 + progress);
                motes.push(bank.with_z(1.21));
            }
        }
    }

    /// Whether the tile at a place and all around it are in sight, so that nothing there hangs over the dark.
    fn is_all_in_sight(&self, at: Vec2) -> bool {
        let at = at.round().as_ivec2();
        let at = Pos::new(at.x, at.y);
        let mut around = Rect::between(at, at).grown(1).positions();
        around.all(|pos| self.view.in_sight(pos))
    }

    /// Drops that fall from the ceiling, and the ripple where each lands.
    fn push_drips(&self, motes: &mut Vec<Mote>) {
        /// Progress at which a drop starts to fall, and at which it lands.
        const FALL: (f32, f32) = (0.80, 0.86);
        for (_, spot, progress) in self.emitters(DRIP_SPACING, 5.0) {
            let (start, end) = FALL;
            if progress < start {
                continue;
            }
            let (mark, height, opacity, side) = if progress < end {
                let t = (progress - start) / (end - start);
                ('·', 1.5 * (1.0 - t * t), 0.9, 1.0)
            } else {
                let t = (progress - end) / (1.0 - end);
                ('○', 0.0, 0.6 * (1.0 - t), 0.3 + 0.9 * t)
            };
            let at = to_vec2(spot) - Vec2::new(0.0, height);
            let drop = Mote::new(to_glyph(mark), [190, 236, 255], at);
            motes.push(drop.faded(opacity).sized(side).with_z(1.17));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::{Run, level::known_map};
    use crate::geom::Dir;
    use crate::rng::Seed;

    #[test]
    fn fog_and_drops_come_and_go_in_open_air_that_is_seen() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let map = known_map(view);
        let size = view.size();
        let area = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
        let (mut banks, mut falling) = (0, 0);
        for second in 0..40 {
            let now = f64::from(second) * 0.4;
            let air = Air {
                view,
                map: &map,
                area,
                now,
            };
            for (_, spot, progress) in air.emitters(FOG_SPACING, 9.0) {
                assert!(view.in_sight(spot) && !is_solid(map.tiles[spot]), "{spot}");
                assert!((0.0..1.0).contains(&progress));
            }
            let mut motes = Vec::new();
            air.push_fog([255; 3], 0.2, &mut motes);
            for bank in &motes {
                assert!((0.0..=0.2).contains(&bank.opacity));
                let at = bank.at.round().as_ivec2();
                let beside = Pos::new(at.x, at.y).step(Dir::NorthWest);
                assert!(view.in_sight(beside), "{at}");
            }
            banks += motes.len();
            motes.clear();
            air.push_drips(&mut motes);
            falling += motes.len();
        }
        assert!(banks > 0 && falling > 0, "{banks} {falling}");
        assert!(falling < banks, "drops are rare");
    }
}

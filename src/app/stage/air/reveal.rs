//! Fades in newly discovered tiles. A level that the player enters opens outward from the stairs, over
//! the previous level, which fades out.

use std::time::Duration;

use bevy::prelude::*;

use super::motes::{Mote, Motes};
use crate::app::glyph::shade::{self, encoded, linear};
use crate::app::glyph::{self, CameraHold, Cell, LightMap, Lit, Terrain};
use crate::app::settings::Settings;
use crate::app::stage::figures::Figures;
use crate::app::stage::lighting::linear_light;
use crate::app::stage::look::{to_glyph, to_vec2};
use crate::app::stage::runs::shown::ShownRun;
use crate::geom::{Grid, Pos};
use crate::rng::Seed;

/// How long a tile takes to fade in.
const FADE_DURATION: Duration = Duration::from_millis(160);

/// Delay for each tile of distance from the stairs, on a level that is entered.
const DELAY_PER_TILE: Duration = Duration::from_millis(16);

/// The distance in tiles from which the delay no longer grows.
const MAX_DISTANCE: f32 = 28.0;

/// Share of its light that the previous level loses before it gives way.
const DIMMING: f32 = 0.8;

/// Drawing order of the previous level's tiles: below shadows and actors.
const PREVIOUS_Z: f32 = 0.5;

/// Since when each tile has been known. Times are since start-up.
#[derive(Resource, Default)]
pub(in crate::app::stage) struct Reveal {
    /// Identifies the level: seed of the run and depth.
    level: Option<(Seed, u8)>,
    /// When each tile starts to fade in; `None` while it is unknown.
    starts: Grid<Option<Duration>>,
    previous: Option<PreviousLevel>,
    /// When the last tile has faded in.
    end: Duration,
    now: Duration,
}

/// The level that the player left, as it was last shown.
struct PreviousLevel {
    cells: Grid<Cell>,
    lit: Grid<Lit>,
    /// Where the player arrived on the new level.
    stairs: Pos,
    /// From the stairs taken on the previous level to those on the new one.
    shift: Pos,
    /// Where in the window the stairs taken were, in logical pixels.
    point: Vec2,
    /// Whether nobody has asked yet.
    is_new: bool,
    start: Duration,
}

impl PreviousLevel {
    /// When the new level opens at a tile.
    fn opens_at(&self, pos: Pos) -> Duration {
        let distance = to_vec2(pos).distance(to_vec2(self.stairs));
        self.start + DELAY_PER_TILE.mul_f32(distance.min(MAX_DISTANCE))
    }

    /// The share of the time until a tile opens that has elapsed, from 0 to 1.
    fn progress(&self, pos: Pos, now: Duration) -> f32 {
        let whole = self.opens_at(pos).saturating_sub(self.start);
        let elapsed = now.saturating_sub(self.start);
        (elapsed.as_secs_f32() / whole.as_secs_f32().max(f32::EPSILON)).min(1.0)
    }
}

impl Reveal {
    /// The share of its light with which a tile is shown, from 0 to 1.
    pub fn light_share(&self, pos: Pos) -> f32 {
        let Some(Some(start)) = self.starts.get(pos).filter(|_| !self.is_over()) else {
            return 1.0;
        };
        let elapsed = self.now.saturating_sub(*start).as_secs_f32();
        (elapsed / FADE_DURATION.as_secs_f32()).min(1.0)
    }

    pub fn is_over(&self) -> bool {
        self.now >= self.end
    }

    /// Shows everything at once.
    pub const fn finish(&mut self) {
        self.end = self.now;
    }

    /// Whether a previous level is still visible or yet to be painted over.
    pub const fn has_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// The previous level while it is visible.
    fn visible_previous(&self) -> Option<&PreviousLevel> {
        self.previous.as_ref().filter(|_| !self.is_over())
    }

    /// Whether the player has arrived on another level; only once after each arrival.
    pub fn take_arrival(&mut self) -> bool {
        let previous = self.previous.as_mut();
        previous.is_some_and(|previous| std::mem::take(&mut previous.is_new))
    }

    /// Holds the stairs where they were in the window, and gradually lets the view go to where the new
    /// level needs it.
    pub fn camera_hold(&self) -> CameraHold {
        self.visible_previous()
            .map_or_else(CameraHold::default, |previous| {
                let whole = self.end.saturating_sub(previous.start).as_secs_f32();
                let elapsed = self.now.saturating_sub(previous.start).as_secs_f32();
                let t = elapsed / whole.max(f32::EPSILON);
                CameraHold {
                    place: to_vec2(previous.stairs),
                    point: previous.point,
                    share: 1.0 - t * t * (3.0 - 2.0 * t),
                }
            })
    }

    /// Draws the previous level where it is still visible; drops it once it is gone.
    pub fn draw_previous(&mut self, cells: &mut Grid<Cell>) {
        if self.is_over() {
            self.previous = None;
        }
        let Some(previous) = &self.previous else {
            return;
        };
        for (index, cell) in cells.as_mut_slice().iter_mut().enumerate() {
            let pos = self.starts.pos_of(index);
            let old = previous.cells.get(pos - previous.shift);
            if let Some(old) = old.filter(|_| self.now < previous.opens_at(pos)) {
                *cell = *old;
            }
        }
    }

    /// The previous level beyond the edges of a smaller new one, where there is no terrain to draw on:
    /// a square for each tile, in the average colour of its cell.
    fn motes_beyond(&self) -> impl Iterator<Item = Mote> {
        self.visible_previous()
            .into_iter()
            .flat_map(move |previous| {
                previous.cells.iter().filter_map(move |(old, cell)| {
                    let (pos, lit) = (old + previous.shift, *previous.lit.get(old)?);
                    let progress = previous.progress(pos, self.now);
                    if self.starts.contains(pos) || lit.sight() == Lit::UNSEEN || progress >= 1.0 {
                        return None;
                    }
                    let colour = linear(cell.colour());
                    let shown = match lit.sight() {
                        Lit::REMEMBERED => shade::remembered(colour, linear_light(lit)),
                        _ => shade::lit(colour, linear_light(lit)),
                    };
                    let square = Mote::new(to_glyph('█'), encoded(shown), to_vec2(pos));
                    Some(square.faded(1.0 - progress).with_z(PREVIOUS_Z))
                })
            })
    }

    /// Lights the previous level where it is still visible.
    pub fn light_previous(&self, tiles: &mut Grid<Lit>) {
        let Some(previous) = self.visible_previous() else {
            return;
        };
        for (index, lit) in tiles.as_mut_slice().iter_mut().enumerate() {
            let pos = self.starts.pos_of(index);
            let old = previous.lit.get(pos - previous.shift);
            let Some(old) = old.filter(|_| self.now < previous.opens_at(pos)) else {
                continue;
            };
            // Light is stored as its square root.
            let dimmed = (1.0 - DIMMING * previous.progress(pos, self.now)).sqrt();
            *lit = Lit {
                light: old.light.map(|channel| (f32::from(channel) * dimmed) as u8),
                flags: match old.sight() {
                    Lit::UNSEEN => Lit::UNSEEN,
                    // Objects keep their colours to the end.
                    _ => Lit::VISIBLE | old.flags & (Lit::SOLID | Lit::OBJECT),
                },
            };
        }
    }
}

/// Lists the part of the previous level that is in view beyond the edges of the new one.
pub(in crate::app::stage) fn list_motes(
    reveal: Res<Reveal>,
    seen: Res<glyph::Viewport>,
    mut motes: ResMut<Motes>,
) {
    let end = seen.window.as_vec2() / seen.scale_factor;
    let (first, last) = (seen.tile_at(Vec2::ZERO), seen.tile_at(end));
    let is_in_view = |mote: &Mote| {
        let (x, y) = (mote.at.x as i32, mote.at.y as i32);
        (first.x..=last.x).contains(&x) && (first.y..=last.y).contains(&y)
    };
    motes.0.extend(reveal.motes_beyond().filter(is_in_view));
}

pub(in crate::app::stage) fn advance_time(time: Res<Time<Real>>, mut reveal: ResMut<Reveal>) {
    reveal.now = time.elapsed();
}

/// Keeps the picture of a level when the player has left it for another one of the same run.
pub(in crate::app::stage) fn keep_previous_level(
    shown: ShownRun,
    settings: Res<Settings>,
    (figures, terrain, light): (Res<Figures>, Res<Terrain>, Res<LightMap>),
    seen: Res<glyph::Viewport>,
    mut reveal: ResMut<Reveal>,
) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let is_left = |(seed, depth): (Seed, u8)| seed == run.game().seed() && depth != view.depth();
    if settings.is_still() || !reveal.level.is_some_and(is_left) {
        return;
    }
    let Some(from) = figures.player() else { return };
    let stairs = view.player().pos;
    reveal.previous = Some(PreviousLevel {
        cells: terrain.cells().clone(),
        lit: light.tiles().clone(),
        stairs,
        shift: stairs - from,
        point: seen.point_of(to_vec2(from)),
        is_new: true,
        start: reveal.now,
    });
    reveal.end = reveal.now + DELAY_PER_TILE.mul_f32(MAX_DISTANCE) + FADE_DURATION;
}

/// Starts to fade in the tiles that have become known.
pub(in crate::app::stage) fn fade_in_discoveries(
    shown: ShownRun,
    settings: Res<Settings>,
    mut reveal: ResMut<Reveal>,
) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let now = reveal.now;
    let level = (run.game().seed(), view.depth());
    let size = view.size();
    let enters = reveal.level != Some(level);
    if enters {
        reveal.level = Some(level);
        reveal.starts.reset(size.width, size.height, None);
    }
    let player = to_vec2(view.player().pos);
    let mut end = reveal.end;
    for index in 0..reveal.starts.as_slice().len() {
        let pos = reveal.starts.pos_of(index);
        if reveal.starts[pos].is_some() || view.tile(pos).is_none() {
            continue;
        }
        let delay = match enters {
            true => DELAY_PER_TILE.mul_f32(to_vec2(pos).distance(player).min(MAX_DISTANCE)),
            false => Duration::ZERO,
        };
        reveal.starts[pos] = Some(now + delay);
        end = end.max(now + delay + FADE_DURATION);
    }
    reveal.end = if settings.is_still() { now } else { end };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_a_smaller_level_the_one_that_was_left_fades_from_the_stairs_outward() {
        let known = Cell {
            bg: [200, 40, 40],
            ..Cell::default()
        };
        let mut lit = Grid::new(60, 30, Lit::FULL);
        lit[Pos::new(0, 0)] = Lit::default();
        let mut reveal = Reveal {
            starts: Grid::new(20, 30, None),
            previous: Some(PreviousLevel {
                cells: Grid::new(60, 30, known),
                lit,
                stairs: Pos::new(5, 5),
                shift: Pos::new(-10, 0),
                point: Vec2::new(300.0, 200.0),
                is_new: true,
                start: Duration::ZERO,
            }),
            end: Duration::from_secs(1),
            ..Reveal::default()
        };
        let outside = |reveal: &Reveal| -> Vec<Mote> { reveal.motes_beyond().collect() };
        let at_first = outside(&reveal);
        // Ten columns to the left and thirty to the right, without the tile that was never seen.
        assert_eq!(at_first.len(), 40 * 30 - 1);
        assert!(at_first.iter().all(|mote| mote.opacity == 1.0));
        let inside = |mote: &&Mote| (0.0..20.0).contains(&mote.at.x);
        assert_eq!(at_first.iter().filter(inside).count(), 0);
        reveal.now = DELAY_PER_TILE * 20;
        let later = outside(&reveal);
        assert!(later.len() < at_first.len(), "the nearest are gone");
        let opacity = |x: f32| {
            let mote = later.iter().find(|mote| mote.at == Vec2::new(x, 5.0));
            mote.map(|mote| mote.opacity)
        };
        assert_eq!(opacity(20.0), None);
        assert!(opacity(45.0) > opacity(26.0) && opacity(45.0) < Some(1.0));
        reveal.finish();
        assert!(outside(&reveal).is_empty(), "any key ends it");
    }

    #[test]
    fn a_level_that_was_left_fades_and_gives_way_from_the_stairs_outward() {
        let marked = |mark| Cell {
            glyph: to_glyph(mark),
            ..Cell::default()
        };
        let (old, new) = (marked('o'), marked('n'));
        let thing = Lit {
            flags: Lit::REMEMBERED | Lit::OBJECT,
            ..Lit::FULL
        };
        let mut reveal = Reveal {
            starts: Grid::new(40, 1, None),
            previous: Some(PreviousLevel {
                cells: Grid::new(40, 1, old),
                lit: Grid::new(40, 1, thing),
                stairs: Pos::default(),
                shift: Pos::new(1, 0),
                point: Vec2::new(300.0, 200.0),
                is_new: true,
                start: Duration::ZERO,
            }),
            end: Duration::from_secs(1),
            now: DELAY_PER_TILE * 10,
            ..Reveal::default()
        };
        let draw = |reveal: &mut Reveal| {
            let mut cells = Grid::new(40, 1, new);
            let mut tiles = Grid::new(40, 1, Lit::default());
            reveal.draw_previous(&mut cells);
            reveal.light_previous(&mut tiles);
            (cells, tiles)
        };
        let (near, far) = (Pos::new(5, 0), Pos::new(20, 0));
        let (cells, tiles) = draw(&mut reveal);
        assert_eq!((cells[near], cells[far]), (new, old));
        assert_eq!(tiles[near], Lit::default());
        assert!((1..128).contains(&tiles[far].light[0]), "{:?}", tiles[far]);
        assert_eq!(tiles[far].flags, Lit::VISIBLE | Lit::OBJECT);
        assert!(reveal.take_arrival() && !reveal.take_arrival());
        reveal.now = Duration::ZERO;
        let held = reveal.camera_hold();
        assert_eq!((held.point, held.share), (Vec2::new(300.0, 200.0), 1.0));
        reveal.now = DELAY_PER_TILE * 10;
        assert!((0.01..0.99).contains(&reveal.camera_hold().share));
        reveal.finish();
        assert_eq!(reveal.camera_hold(), CameraHold::default());
        assert_eq!(draw(&mut reveal).0[far], new, "any key ends it");
        assert!(!reveal.has_previous());
    }
}

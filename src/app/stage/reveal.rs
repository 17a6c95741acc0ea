//! What is discovered fades in: since when each tile of the level has been known. A level that is
//! entered opens outward from whoever came, over the level that they left, which fades.

use std::time::Duration;

use bevy::prelude::*;

use super::figures::Figures;
use super::motes::{Mote, Motes};
use super::shown::ShownRun;
use super::timeline::vec;
use crate::app::glyph::shade::{self, encoded, linear};
use crate::app::glyph::{self, CameraHold, Cell, Glyph, LightMap, Lit, Terrain};
use crate::app::settings::Settings;
use crate::geom::{Grid, Pos};
use crate::rng::Seed;

/// How long a tile takes.
const FADES: Duration = Duration::from_millis(160);

/// How much later one opens that lies a tile farther away, on a level that is entered.
const OUTWARD: Duration = Duration::from_millis(16);

/// From here on all tiles open at once, in tiles.
const FARTHEST: f32 = 28.0;

/// Share of its light that a level that was left loses before it gives way.
const DIMS: f32 = 0.8;

/// Below shadows and all that stands.
const BENEATH: f32 = 0.5;

/// Since when tiles have been known. Times are since start-up.
#[derive(Resource, Default)]
pub(super) struct Reveal {
    /// The level: its run and depth.
    level: Option<(Seed, u8)>,
    since: Grid<Option<Duration>>,
    left: Option<Left>,
    /// When the last tile is there.
    end: Duration,
    now: Duration,
}

/// The level that was left, as it was seen last.
struct Left {
    cells: Grid<Cell>,
    lit: Grid<Lit>,
    /// The stairs on the level that is entered, and how far from those that were taken they lie.
    stairs: Pos,
    shift: Pos,
    /// Where in the window the stairs were that were taken, in logical pixels.
    point: Vec2,
    /// Whether the camera is still to be moved by that.
    is_new: bool,
    began: Duration,
}

impl Left {
    /// When the level that is entered opens at a tile.
    fn opens(&self, pos: Pos) -> Duration {
        self.began + OUTWARD.mul_f32(vec(pos).distance(vec(self.stairs)).min(FARTHEST))
    }

    /// The share of that time that has passed, from 0 to 1.
    fn gone(&self, pos: Pos, now: Duration) -> f32 {
        let whole = self.opens(pos).saturating_sub(self.began);
        let passed = now.saturating_sub(self.began);
        (passed.as_secs_f32() / whole.as_secs_f32().max(f32::EPSILON)).min(1.0)
    }
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

    /// Whether a level that was left is still to be seen, or to be cleared away.
    pub const fn is_leaving(&self) -> bool {
        self.left.is_some()
    }

    /// How far the camera is to be moved so that the player stays where they were seen; only once
    /// after each arrival.
    pub fn take_shift(&mut self) -> Option<Vec2> {
        let left = self.left.as_mut()?;
        std::mem::take(&mut left.is_new).then(|| vec(left.shift))
    }

    /// Holds the stairs where they were in the window, and then lets the view go to where it belongs: it
    /// may be another place than that of the level that was left.
    pub fn hold(&self) -> CameraHold {
        let left = self.left.as_ref().filter(|_| !self.is_over());
        left.map_or_else(CameraHold::default, |left| {
            let whole = self.end.saturating_sub(left.began).as_secs_f32();
            let passed = self.now.saturating_sub(left.began).as_secs_f32();
            let t = passed / whole.max(f32::EPSILON);
            CameraHold {
                place: vec(left.stairs),
                point: left.point,
                share: 1.0 - t * t * (3.0 - 2.0 * t),
            }
        })
    }

    /// Draws what is still seen of the level that was left, and forgets it once it is gone.
    pub fn draw_left(&mut self, cells: &mut Grid<Cell>) {
        if self.is_over() {
            self.left = None;
        }
        let Some(left) = &self.left else { return };
        for (index, cell) in cells.as_mut_slice().iter_mut().enumerate() {
            let pos = self.since.pos_of(index);
            let old = left.cells.get(pos - left.shift);
            if let Some(old) = old.filter(|_| self.now < left.opens(pos)) {
                *cell = *old;
            }
        }
    }

    /// What is still seen of the level that was left beyond the edges of a smaller one, which has no tiles
    /// there: a square for each tile, in the one colour that stands for it.
    fn beyond(&self) -> impl Iterator<Item = Mote> {
        let left = self.left.as_ref().filter(|_| !self.is_over());
        left.into_iter().flat_map(move |left| {
            left.cells.iter().filter_map(move |(old, cell)| {
                let (pos, lit) = (old + left.shift, *left.lit.get(old)?);
                let gone = left.gone(pos, self.now);
                if self.since.contains(pos) || lit.sight() == Lit::UNSEEN || gone >= 1.0 {
                    return None;
                }
                let light = lit.light.map(|root| (f32::from(root) / 128.0).powi(2));
                let colour = linear(cell.colour());
                let shown = match lit.sight() {
                    Lit::REMEMBERED => shade::remembered(colour, light),
                    _ => shade::lit(colour, light),
                };
                Some(Mote {
                    glyph: Glyph::of('█').unwrap_or_default(),
                    fg: encoded(shown),
                    at: vec(pos),
                    opacity: 1.0 - gone,
                    side: 1.0,
                    z: BENEATH,
                })
            })
        })
    }

    /// Lights what is still seen of the level that was left.
    pub fn light_left(&self, tiles: &mut Grid<Lit>) {
        let Some(left) = self.left.as_ref().filter(|_| !self.is_over()) else {
            return;
        };
        for (index, lit) in tiles.as_mut_slice().iter_mut().enumerate() {
            let pos = self.since.pos_of(index);
            let opens = left.opens(pos);
            let old = left.lit.get(pos - left.shift);
            let Some(old) = old.filter(|_| self.now < opens) else {
                continue;
            };
            // Light is kept as its square root.
            let dimmed = (1.0 - DIMS * left.gone(pos, self.now)).sqrt();
            *lit = Lit {
                light: old.light.map(|channel| (f32::from(channel) * dimmed) as u8),
                flags: match old.sight() {
                    Lit::UNSEEN => Lit::UNSEEN,
                    // Things keep their colours to the end.
                    _ => Lit::VISIBLE | old.flags & (Lit::SOLID | Lit::OBJECT),
                },
            };
        }
    }
}

/// Lists what of the level that was left lies in view beyond the one that was entered.
pub(super) fn list_beyond(reveal: Res<Reveal>, seen: Res<glyph::View>, mut motes: ResMut<Motes>) {
    let end = seen.window.as_vec2() / seen.scale_factor;
    let (first, last) = (seen.tile_at(Vec2::ZERO), seen.tile_at(end));
    let is_in_view = |mote: &Mote| {
        let (x, y) = (mote.at.x as i32, mote.at.y as i32);
        (first.x..=last.x).contains(&x) && (first.y..=last.y).contains(&y)
    };
    motes.0.extend(reveal.beyond().filter(is_in_view));
}

/// Moves on.
pub(super) fn pass(time: Option<Res<Time<Real>>>, mut reveal: ResMut<Reveal>) {
    if let Some(time) = time {
        reveal.now = time.elapsed();
    }
}

/// Keeps what was seen of a level that was left for another one of the same run.
pub(super) fn keep_left(
    shown: ShownRun,
    settings: Option<Res<Settings>>,
    (figures, terrain, light): (Res<Figures>, Res<Terrain>, Res<LightMap>),
    seen: Res<glyph::View>,
    mut reveal: ResMut<Reveal>,
) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let seed = run.game().seed();
    let goes = |(of, depth): (Seed, u8)| of == seed && depth != view.depth();
    let still = settings.is_some_and(|settings| settings.is_still());
    let (true, Some(from)) = (reveal.level.is_some_and(goes) && !still, figures.player()) else {
        return;
    };
    let stairs = view.player().pos;
    reveal.left = Some(Left {
        cells: terrain.cells().clone(),
        lit: light.tiles().clone(),
        stairs,
        shift: stairs - from,
        point: seen.point_of(vec(from)),
        is_new: true,
        began: reveal.now,
    });
    reveal.end = reveal.now + OUTWARD.mul_f32(FARTHEST) + FADES;
}

/// Notes which tiles are known for the first time.
pub(super) fn note(shown: ShownRun, settings: Option<Res<Settings>>, mut reveal: ResMut<Reveal>) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let now = reveal.now;
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
            true => OUTWARD.mul_f32(vec(pos).distance(vec(me)).min(FARTHEST)),
            false => Duration::ZERO,
        };
        reveal.since[pos] = Some(now + wait);
        end = end.max(now + wait + FADES);
    }
    reveal.end = if still { now } else { end };
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
            since: Grid::new(20, 30, None),
            left: Some(Left {
                cells: Grid::new(60, 30, known),
                lit,
                stairs: Pos::new(5, 5),
                shift: Pos::new(-10, 0),
                point: Vec2::new(300.0, 200.0),
                is_new: true,
                began: Duration::ZERO,
            }),
            end: Duration::from_secs(1),
            ..Reveal::default()
        };
        let outside = |reveal: &Reveal| -> Vec<Mote> { reveal.beyond().collect() };
        let at_first = outside(&reveal);
        // Ten columns to the left and thirty to the right, all but the tile that nobody knew.
        assert_eq!(at_first.len(), 40 * 30 - 1);
        assert!(at_first.iter().all(|mote| mote.opacity == 1.0));
        let inside = |mote: &&Mote| (0.0..20.0).contains(&mote.at.x);
        assert_eq!(at_first.iter().filter(inside).count(), 0);
        reveal.now = OUTWARD * 20;
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
            glyph: Glyph::of(mark).unwrap(),
            ..Cell::default()
        };
        let (old, new) = (marked('o'), marked('n'));
        let thing = Lit {
            flags: Lit::REMEMBERED | Lit::OBJECT,
            ..Lit::FULL
        };
        let mut reveal = Reveal {
            since: Grid::new(40, 1, None),
            left: Some(Left {
                cells: Grid::new(40, 1, old),
                lit: Grid::new(40, 1, thing),
                stairs: Pos::default(),
                shift: Pos::new(1, 0),
                point: Vec2::new(300.0, 200.0),
                is_new: true,
                began: Duration::ZERO,
            }),
            end: Duration::from_secs(1),
            now: OUTWARD * 10,
            ..Reveal::default()
        };
        let draw = |reveal: &mut Reveal| {
            let mut cells = Grid::new(40, 1, new);
            let mut tiles = Grid::new(40, 1, Lit::default());
            reveal.draw_left(&mut cells);
            reveal.light_left(&mut tiles);
            (cells, tiles)
        };
        let (near, far) = (Pos::new(5, 0), Pos::new(20, 0));
        let (cells, tiles) = draw(&mut reveal);
        assert_eq!((cells[near], cells[far]), (new, old));
        assert_eq!(tiles[near], Lit::default());
        assert!((1..128).contains(&tiles[far].light[0]), "{:?}", tiles[far]);
        assert_eq!(tiles[far].flags, Lit::VISIBLE | Lit::OBJECT);
        assert_eq!(reveal.take_shift(), Some(Vec2::X));
        assert_eq!(reveal.take_shift(), None, "the camera moves once");
        reveal.now = Duration::ZERO;
        let held = reveal.hold();
        assert_eq!((held.point, held.share), (Vec2::new(300.0, 200.0), 1.0));
        reveal.now = OUTWARD * 10;
        assert!((0.01..0.99).contains(&reveal.hold().share));
        reveal.finish();
        assert_eq!(reveal.hold(), CameraHold::default());
        assert_eq!(draw(&mut reveal).0[far], new, "any key ends it");
        assert!(!reveal.is_leaving());
    }
}

//! The maze as terrain, light and tint, and its ends as glyphs over it; the `@` is the player's
//! everywhere. A new maze is painted whole, or as it comes into view; a step changes what it lights
//! and marks, whatever the size of the maze.

use std::sync::Arc;

use bevy::prelude::*;

use super::glow::{DOTS, Glow, MARKS};
use super::play::Play;
use super::round::{Mark, Round};
use super::stone::Stone;
use crate::app::dungeon::Scene;
use crate::app::dungeon::paint::Painted;
use crate::app::frame::Phase;
use crate::app::glyph::{Glyph, GlyphSprite, GlyphSystems, LightMap, Terrain, Tint, View};
use crate::app::screen::{Screen, on};
use crate::geom::{Pos, Rect};
use crate::maze::{Ends, Maze};

/// Paints what is played.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn_ends)
        .add_systems(
            Update,
            (
                paint.in_set(Phase::Settle),
                show_ends
                    .run_if(resource_changed::<Play>)
                    .in_set(Phase::Show),
            )
                .run_if(on(Screen::Maze)),
        )
        .add_systems(
            PostUpdate,
            survey
                .run_if(on(Screen::Maze))
                .after(GlyphSystems::Look)
                .before(GlyphSystems::Draw),
        );
}

/// What is on the terrain.
#[derive(Default)]
struct Canvas {
    /// Which maze, by [`Play::serial`], and whether by lantern alone.
    what: Option<(u64, bool)>,
    glow: Glow,
}

fn paint(
    mut play: ResMut<Play>,
    mut scene: ResMut<Scene>,
    mut painted: Local<Canvas>,
    (mut terrain, mut light, mut tint): (ResMut<Terrain>, ResMut<LightMap>, ResMut<Tint>),
) {
    let taken = scene.set_if_neq(Scene::Other);
    let what = Some((play.serial(), play.is_dark()));
    if !taken && painted.what == what && !play.is_changed() {
        return;
    }
    let dark = play.is_dark();
    // What has been painted is no news to anyone.
    let Some(round) = play.bypass_change_detection().round_mut() else {
        return;
    };
    let stale = std::mem::take(&mut round.stale);
    let marks = &mut *tint;
    if taken || painted.what != what {
        painted.what = what;
        painted.glow = Glow::new(round, dark);
        begin(round, &painted.glow, &mut terrain, &mut light, marks);
    } else {
        follow(round, &stale, &mut painted.glow, &mut light, marks);
    }
}

/// Paints a maze whole.
fn begin(
    round: &Round,
    glow: &Glow,
    terrain: &mut Terrain,
    light: &mut LightMap,
    marks: &mut Tint,
) {
    let size = round.map().size();
    terrain.set_landscape(Box::new(Stone(Painted(Arc::clone(round.map())))));
    light
        .tiles_mut()
        .reset(size.width, size.height, glow.plain());
    light.set_origin(Pos::default(), glow.plain());
    marks.at = Pos::default();
    marks.levels.reset(size.width, size.height, 0);
    marks.glyphs = MARKS
        .map(|mark| Glyph::of(mark).unwrap_or_default())
        .to_vec();
    let marked = round.marked();
    remark(round, &marked, marks);
    let here = Rect::between(glow.at(), glow.at()).grown(10);
    let lamps = [glow.goal_area(), here].into_iter();
    relight(round, glow, marks, light, lamps.chain(beside(&marked)));
}

/// Paints what has changed.
fn follow(
    round: &Round,
    stale: &[Pos],
    glow: &mut Glow,
    light: &mut ResMut<LightMap>,
    marks: &mut Tint,
) {
    let moved = glow.at() != round.tile();
    if !moved && stale.is_empty() {
        return;
    }
    remark(round, stale, marks);
    let lantern = moved.then(|| glow.carry(round.map(), round.tile()));
    let lantern = lantern.into_iter().flatten();
    relight(round, glow, marks, light, lantern.chain(beside(stale)));
}

/// Looks at tiles anew.
fn remark(round: &Round, tiles: &[Pos], marks: &mut Tint) {
    for pos in tiles {
        if let Some(level) = marks.levels.get_mut(*pos) {
            *level = round.mark(*pos).map_or(0, |mark| mark as u8);
        }
    }
}

/// The tiles whose light depends on these.
fn beside(tiles: &[Pos]) -> impl Iterator<Item = Rect> {
    tiles.iter().map(|pos| Rect::between(*pos, *pos).grown(1))
}

fn relight(
    round: &Round,
    glow: &Glow,
    marks: &Tint,
    light: &mut LightMap,
    areas: impl Iterator<Item = Rect>,
) {
    let map = round.map();
    let mark = |pos: Pos| marks.levels.get(pos).and_then(|level| of_level(*level));
    let tiles = light.tiles_mut();
    for pos in areas.flat_map(Rect::positions) {
        if let Some(lit) = tiles.get_mut(pos) {
            *lit = glow.light(map, pos, mark);
        }
    }
}

/// The mark of a level of the tint.
fn of_level(level: u8) -> Option<Mark> {
    let index = usize::from(level).checked_sub(1)?;
    Mark::ALL.get(index).copied()
}

/// On an overview, where light is not seen, marks are in colour.
fn survey(view: Res<View>, mut tint: ResMut<Tint>) {
    let palette: &[_] = if view.is_overview() { &DOTS } else { &[] };
    if tint.palette != palette {
        tint.palette = palette.to_vec();
    }
}

/// An end of the maze.
#[derive(Component, Clone, Copy)]
struct End(fn(Ends) -> Pos);

const START: (End, char, [u8; 3]) = (End(|ends| ends.start), '∩', [150, 150, 176]);
const GOAL: (End, char, [u8; 3]) = (End(|ends| ends.goal), '☼', [255, 232, 120]);

fn spawn_ends(mut commands: Commands) {
    for ((end, mark, fg), z) in [(START, 1.0), (GOAL, 1.1)] {
        commands.spawn((
            end,
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
}

fn show_ends(play: Res<Play>, mut sprites: Query<(&End, &mut GlyphSprite, &mut Visibility)>) {
    let Some(run) = play.round().map(|round| round.run()) else {
        return;
    };
    for (end, mut sprite, mut visibility) in &mut sprites {
        let cell = (end.0)(run.ends());
        let tile = Maze::tile(cell);
        let at = Vec2::new(tile.x as f32, tile.y as f32);
        if sprite.at != at {
            sprite.at = at;
        }
        // One glyph a tile.
        visibility.set_if_neq(if run.at() == cell {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_by_its_level() {
        for mark in Mark::ALL {
            assert_eq!(of_level(mark as u8), Some(mark));
            assert!(DOTS.len() >= usize::from(mark as u8));
        }
        assert_eq!(of_level(0), None);
    }
}

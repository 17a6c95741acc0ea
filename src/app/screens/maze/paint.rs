//! Paints the maze as terrain, light and tint, and shows its start and goal as sprites. Light and marks
//! of a new maze are painted as a whole; a step repaints only the tiles it affects, so that its cost
//! does not depend on the size of the maze.

use std::sync::Arc;

use bevy::prelude::*;

use super::landscape::{Masonry, Stone};
use super::lighting::{Glow, LANTERN_RADIUS, MARK_GLYPHS, OVERVIEW_COLOURS};
use super::mazes::MazeSession;
use crate::app::dungeon::Scene;
use crate::app::dungeon::paint::Painted;
use crate::app::frame::Phase;
use crate::app::glyph::{Glyph, GlyphSprite, GlyphSystems, LightMap, Terrain, Tint, Viewport};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::geom::{Pos, Rect};
use crate::maze::{Ends, Maze};
use crate::profile::maze::{Mark, MazeRound};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn_ends)
        .add_systems(
            Update,
            (
                paint_maze.in_set(Phase::Light),
                update_ends
                    .run_if(resource_changed::<MazeSession>)
                    .in_set(Phase::Show),
            )
                .in_set(Screen::Maze),
        )
        .add_systems(
            PostUpdate,
            update_overview_palette
                .in_set(Screen::Maze)
                .after(GlyphSystems::Look)
                .before(GlyphSystems::Draw),
        );
}

/// The maze that was painted last.
#[derive(Default)]
struct Painting {
    /// Its [number](MazeSession::number), whether it is dark, and how it is drawn.
    key: Option<(u64, bool, Masonry)>,
    glow: Glow,
}

fn paint_maze(
    mut play: ResMut<MazeSession>,
    mut scene: ResMut<Scene>,
    mut painting: Local<Painting>,
    settings: Option<Res<Settings>>,
    (mut terrain, mut light, mut tint): (ResMut<Terrain>, ResMut<LightMap>, ResMut<Tint>),
) {
    // True if another screen has used the terrain since.
    let was_replaced = scene.set_if_neq(Scene::Other);
    let is_dark = play.is_dark();
    let masonry = settings.map_or_else(Masonry::default, |settings| Masonry {
        plain: settings.plain,
        light_walls: settings.light_walls,
    });
    let key = Some((play.number(), is_dark, masonry));
    let is_new = was_replaced || painting.key != key;
    if !is_new && !play.is_changed() {
        return;
    }
    // Taking the stale tiles must not count as a change of the game.
    let round = play.bypass_change_detection().round_mut();
    let stale = std::mem::take(&mut round.stale_tiles);
    if is_new {
        painting.key = key;
        painting.glow = Glow::new(round, is_dark);
        terrain.set_landscape(Box::new(Stone {
            painted: Painted(Arc::clone(round.map())),
            masonry,
        }));
        paint_whole(round, &painting.glow, &mut light, &mut tint);
    } else {
        paint_changes(round, &stale, &mut painting.glow, &mut light, &mut tint);
    }
}

fn paint_whole(round: &MazeRound, glow: &Glow, light: &mut LightMap, tint: &mut Tint) {
    let map = round.map();
    let size = map.size();
    let lights = light.tiles_mut();
    lights.reset(size.width, size.height, glow.unlit(true));
    for (pos, _) in map.tiles.iter().filter(|(pos, _)| map.is_walkable(*pos)) {
        lights[pos] = glow.unlit(false);
    }
    light.set_origin(Pos::default(), glow.unlit(false));
    tint.at = Pos::default();
    tint.levels.reset(size.width, size.height, 0);
    tint.glyphs = MARK_GLYPHS
        .map(|mark| Glyph::of(mark).unwrap_or_default())
        .to_vec();
    let marked = round.marked_tiles();
    update_marks(round, &marked, tint);
    let lantern = Rect::between(glow.lantern_at(), glow.lantern_at()).grown(LANTERN_RADIUS + 1);
    let lamps = [glow.goal_area(), lantern].into_iter();
    update_light(round, glow, tint, light, lamps.chain(areas_around(&marked)));
}

fn paint_changes(
    round: &MazeRound,
    stale: &[Pos],
    glow: &mut Glow,
    light: &mut ResMut<LightMap>,
    tint: &mut Tint,
) {
    let walker = round.walker_tile();
    let has_moved = glow.lantern_at() != walker;
    if !has_moved && stale.is_empty() {
        return;
    }
    update_marks(round, stale, tint);
    let lantern = has_moved.then(|| glow.move_lantern(round.map(), walker));
    let areas = lantern.into_iter().flatten().chain(areas_around(stale));
    update_light(round, glow, tint, light, areas);
}

fn update_marks(round: &MazeRound, tiles: &[Pos], tint: &mut Tint) {
    for pos in tiles {
        if let Some(level) = tint.levels.get_mut(*pos) {
            *level = round.mark_at(*pos).map_or(0, |mark| mark as u8);
        }
    }
}

/// The tiles whose light depends on the marks of `tiles`: each with its neighbours.
fn areas_around(tiles: &[Pos]) -> impl Iterator<Item = Rect> {
    tiles.iter().map(|pos| Rect::between(*pos, *pos).grown(1))
}

fn update_light(
    round: &MazeRound,
    glow: &Glow,
    tint: &Tint,
    light: &mut LightMap,
    areas: impl Iterator<Item = Rect>,
) {
    let map = round.map();
    let mark_at = |pos: Pos| tint.levels.get(pos).and_then(|level| mark_of_level(*level));
    let tiles = light.tiles_mut();
    for pos in areas.flat_map(Rect::positions) {
        if let Some(lit) = tiles.get_mut(pos) {
            *lit = glow.light_at(map, pos, mark_at);
        }
    }
}

/// The mark that a level of the tint stands for.
fn mark_of_level(level: u8) -> Option<Mark> {
    let index = usize::from(level).checked_sub(1)?;
    Mark::ALL.get(index).copied()
}

/// Colours the marks on an overview, which shows no light.
fn update_overview_palette(view: Res<Viewport>, mut tint: ResMut<Tint>) {
    let palette: &[_] = if view.is_overview() {
        &OVERVIEW_COLOURS
    } else {
        &[]
    };
    if tint.palette != palette {
        tint.palette = palette.to_vec();
    }
}

/// The sprite of the start or the goal, with the function that picks its cell.
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

fn update_ends(
    play: Res<MazeSession>,
    mut sprites: Query<(&End, &mut GlyphSprite, &mut Visibility)>,
) {
    let run = play.run();
    for (end, mut sprite, mut visibility) in &mut sprites {
        let cell = (end.0)(run.ends());
        let tile = Maze::tile(cell);
        let at = Vec2::new(tile.x as f32, tile.y as f32);
        if sprite.at != at {
            sprite.at = at;
        }
        // The walker's glyph takes the place of the sprite.
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
        for &mark in Mark::ALL {
            assert_eq!(mark_of_level(mark as u8), Some(mark));
            assert!(OVERVIEW_COLOURS.len() >= usize::from(mark as u8));
        }
        assert_eq!(mark_of_level(0), None);
    }
}

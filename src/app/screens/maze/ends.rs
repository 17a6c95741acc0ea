//! The goal and the start as glyphs over the maze. The `@` is the player's everywhere.

use bevy::prelude::*;

use super::play::Play;
use crate::app::frame::Phase;
use crate::app::glyph::{Glyph, GlyphSprite};
use crate::app::screen::{Screen, on};
use crate::geom::Pos;
use crate::maze::Maze;

/// Shows where the walk began, and where it leads.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn).add_systems(
        Update,
        show.run_if(on(Screen::Maze).and_then(resource_changed::<Play>))
            .in_set(Phase::Show),
    );
}

const GOAL: (char, [u8; 3]) = ('☼', [255, 232, 120]);
const START: (char, [u8; 3]) = ('∩', [150, 150, 176]);

/// An end of the maze.
#[derive(Component, Clone, Copy)]
enum End {
    Goal,
    Start,
}

fn spawn(mut commands: Commands) {
    for (end, (mark, fg), z) in [(End::Start, START, 1.0), (End::Goal, GOAL, 1.1)] {
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

fn place_of(cell: Pos) -> Vec2 {
    let tile = Maze::tile(cell);
    Vec2::new(tile.x as f32, tile.y as f32)
}

fn show(play: Res<Play>, mut sprites: Query<(&End, &mut GlyphSprite, &mut Visibility)>) {
    let Some(run) = play.round().map(|round| round.run()) else {
        return;
    };
    let (here, ends) = (run.at(), run.ends());
    for (end, mut sprite, mut visibility) in &mut sprites {
        let cell = match end {
            End::Goal => ends.goal,
            End::Start => ends.start,
        };
        if sprite.at != place_of(cell) {
            sprite.at = place_of(cell);
        }
        // One glyph a tile.
        visibility.set_if_neq(if here == cell {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        });
    }
}

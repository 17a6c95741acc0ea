//! The goal and the start as glyphs over the maze. The `@` is the player's everywhere.

use bevy::prelude::*;

use super::play::Play;
use crate::app::frame::Phase;
use crate::app::glyph::{Glyph, GlyphSprite};
use crate::app::screen::{Screen, on};
use crate::geom::Pos;
use crate::maze::{Ends, Maze};

/// Shows where the walk began, and where it leads.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn).add_systems(
        Update,
        show.run_if(on(Screen::Maze).and_then(resource_changed::<Play>))
            .in_set(Phase::Show),
    );
}

/// An end of the maze.
#[derive(Component, Clone, Copy)]
struct End(fn(Ends) -> Pos);

const START: (End, char, [u8; 3]) = (End(|ends| ends.start), '∩', [150, 150, 176]);
const GOAL: (End, char, [u8; 3]) = (End(|ends| ends.goal), '☼', [255, 232, 120]);

fn spawn(mut commands: Commands) {
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

fn show(play: Res<Play>, mut sprites: Query<(&End, &mut GlyphSprite, &mut Visibility)>) {
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

//! The walker of a recorded solve: a pale hollow figure that takes the steps when they were taken.

use bevy::prelude::*;

use super::mazes::MazeSession;
use crate::app::frame::Phase;
use crate::app::glyph::{Fade, Glyph, GlyphSprite};
use crate::app::puzzle::Round as _;
use crate::app::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn_walker)
        .add_systems(
            Update,
            update_walker
                .run_if(resource_changed::<MazeSession>)
                .in_set(Screen::Maze)
                .in_set(Phase::Show),
        );
}

/// The sprite of the ghost. It is hidden while there is none.
#[derive(Component)]
pub struct GhostWalker;

const COLOUR: [u8; 3] = [150, 196, 255];
const OPACITY: f32 = 0.7;
/// Its side in tiles, and that at the goal, which stays in sight around it.
const SIDE: f32 = 0.9;
const SIDE_AT_GOAL: f32 = 0.45;
/// Below the player's own walker.
const Z: f32 = 1.1;

fn spawn_walker(mut commands: Commands) {
    commands.spawn((
        GhostWalker,
        DespawnOnExit(Screen::Maze),
        GlyphSprite {
            glyph: Glyph::of('☺').unwrap_or_default(),
            fg: COLOUR,
            at: Vec2::ZERO,
        },
        Fade {
            opacity: OPACITY,
            side: SIDE,
        },
        Transform::from_xyz(0.0, 0.0, Z),
        Visibility::Hidden,
    ));
}

fn update_walker(
    play: Res<MazeSession>,
    mut walkers: Query<(&mut GlyphSprite, &mut Fade, &mut Visibility), With<GhostWalker>>,
) {
    let tile = play.ghost().map(|ghost| ghost.round().walker_tile());
    let is_at_goal = play
        .ghost()
        .is_some_and(|ghost| ghost.round().is_finished());
    for (mut sprite, mut fade, mut visibility) in &mut walkers {
        let side = if is_at_goal { SIDE_AT_GOAL } else { SIDE };
        if fade.side != side {
            fade.side = side;
        }
        visibility.set_if_neq(match tile {
            Some(_) => Visibility::Inherited,
            None => Visibility::Hidden,
        });
        if let Some(tile) = tile {
            let at = Vec2::new(tile.x as f32, tile.y as f32);
            if sprite.at != at {
                sprite.at = at;
            }
        }
    }
}

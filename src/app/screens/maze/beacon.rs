//! The way to a goal out of sight: an arrow at the edge of the view, on the line to it.

use bevy::prelude::*;

use super::play::Play;
use crate::app::glyph::{Fade, Glyph, GlyphSprite, GlyphSystems, View, ViewInsets};
use crate::app::screen::{Screen, on};
use crate::maze::Maze;

/// Shows the arrow.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn).add_systems(
        PostUpdate,
        point
            .run_if(on(Screen::Maze))
            .after(GlyphSystems::Look)
            .before(GlyphSystems::Draw),
    );
}

/// The arrow.
#[derive(Component)]
pub struct Beacon;

const COLOUR: [u8; 3] = [255, 232, 120];
/// Its side, and how far it keeps from the edge, in tiles.
const SIDE: f32 = 1.5;
const MARGIN: f32 = 0.5;

fn spawn(mut commands: Commands) {
    let fade = Fade {
        opacity: 1.0,
        side: SIDE,
    };
    commands.spawn((
        Beacon,
        DespawnOnExit(Screen::Maze),
        GlyphSprite {
            fg: COLOUR,
            ..default()
        },
        fade,
        Transform::from_xyz(0.0, 0.0, 1.2),
        Visibility::Hidden,
    ));
}

fn point(
    (play, view): (Res<Play>, Res<View>),
    (insets, panels): (Res<ViewInsets>, Option<Res<UiScale>>),
    mut arrows: Query<(&mut GlyphSprite, &mut Visibility), With<Beacon>>,
) {
    let goal = play
        .round()
        .map(|round| Maze::tile(round.run().ends().goal));
    let insets = insets.logical(panels.as_deref());
    let from = view.place_at(Vec2::new(insets.left, insets.top));
    let to = from + view.room.as_vec2() / view.tile_px();
    let arrow = goal
        .filter(|_| !view.is_overview() && view.room != UVec2::ZERO)
        .and_then(|goal| arrow(Vec2::new(goal.x as f32, goal.y as f32), from, to));
    for (mut sprite, mut visibility) in &mut arrows {
        visibility.set_if_neq(match arrow {
            Some(_) => Visibility::Inherited,
            None => Visibility::Hidden,
        });
        if let Some((at, mark)) = arrow {
            let glyph = Glyph::of(mark).unwrap_or_default();
            sprite.set_if_neq(GlyphSprite {
                glyph,
                fg: COLOUR,
                at,
            });
        }
    }
}

/// Where the arrow to a tile stands in a view between two corners, in tiles, and which it is; nothing if
/// the tile is in view.
fn arrow(goal: Vec2, from: Vec2, to: Vec2) -> Option<(Vec2, char)> {
    let least = from + MARGIN;
    let most = (to - 1.0 - MARGIN).max(least);
    let at = goal.clamp(least, most);
    let off = goal - at;
    // Half a tile of it may be cut off.
    if off.abs().max_element() <= 2.0 * MARGIN {
        return None;
    }
    let mark = match (off.x.abs() > off.y.abs(), off.x > 0.0, off.y > 0.0) {
        (true, true, _) => '►',
        (true, false, _) => '◄',
        (false, _, true) => '▼',
        (false, _, false) => '▲',
    };
    Some((at, mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_stands_at_the_edge_nearest_to_a_goal_out_of_sight() {
        let (from, to) = (Vec2::new(10.0, 5.0), Vec2::new(50.0, 30.0));
        let seen = |x, y| arrow(Vec2::new(x, y), from, to).map(|(at, mark)| (at.x, at.y, mark));
        assert_eq!(seen(20.0, 20.0), None);
        assert_eq!(seen(49.0, 5.0), None);
        assert_eq!(seen(90.0, 20.0), Some((48.5, 20.0, '►')));
        assert_eq!(seen(1.0, 20.0), Some((10.5, 20.0, '◄')));
        assert_eq!(seen(30.0, 99.0), Some((30.0, 28.5, '▼')));
        assert_eq!(seen(60.0, -40.0), Some((48.5, 5.5, '▲')));
        for mark in ['►', '◄', '▼', '▲'] {
            assert!(Glyph::of(mark).is_some());
        }
    }
}

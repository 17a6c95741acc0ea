//! The beacon: an arrow at the edge of the view that points to a goal out of view.

use bevy::prelude::*;

use super::mazes::MazeSession;
use crate::app::glyph::{Fade, Glyph, GlyphSprite, GlyphSystems, ViewInsets, Viewport};
use crate::app::screen::Screen;
use crate::maze::Maze;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn_beacon)
        .add_systems(
            PostUpdate,
            update_beacon
                .in_set(Screen::Maze)
                .after(GlyphSystems::Look)
                .before(GlyphSystems::Draw),
        );
}

/// The arrow's entity. It is hidden while the goal is in view or the view is an overview.
#[derive(Component)]
pub struct Beacon;

const COLOUR: [u8; 3] = [255, 232, 120];
/// The arrow's side length and its distance from the edge of the view, in tiles.
const SIDE: f32 = 1.5;
const MARGIN: f32 = 0.5;

fn spawn_beacon(mut commands: Commands) {
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

fn update_beacon(
    (play, view): (Res<MazeSession>, Res<Viewport>),
    (insets, ui_scale): (Res<ViewInsets>, Option<Res<UiScale>>),
    mut arrows: Query<(&mut GlyphSprite, &mut Visibility), With<Beacon>>,
) {
    let goal = Some(Maze::tile(play.run().ends().goal));
    let insets = insets.logical(ui_scale.as_deref());
    let from = view.place_at(Vec2::new(insets.left, insets.top));
    let to = from + view.room.as_vec2() / view.tile_px();
    let arrow = goal
        .filter(|_| !view.is_overview() && view.room != UVec2::ZERO)
        .and_then(|goal| arrow_to(Vec2::new(goal.x as f32, goal.y as f32), from, to));
    for (mut sprite, mut visibility) in &mut arrows {
        visibility.set_if_neq(match arrow {
            Some(_) => Visibility::Inherited,
            None => Visibility::Hidden,
        });
        if let Some((at, arrow)) = arrow {
            sprite.set_if_neq(GlyphSprite {
                glyph: Glyph::of(arrow).unwrap_or_default(),
                fg: COLOUR,
                at,
            });
        }
    }
}

/// The position and the character of the arrow to `goal` in a view from one corner to the other, all
/// in tiles; `None` if the goal is in view.
fn arrow_to(goal: Vec2, from: Vec2, to: Vec2) -> Option<(Vec2, char)> {
    let min = from + MARGIN;
    let max = (to - 1.0 - MARGIN).max(min);
    let at = goal.clamp(min, max);
    let Vec2 { x, y } = goal - at;
    // A goal of which up to half a tile is cut off still counts as in view.
    if x.abs().max(y.abs()) <= 2.0 * MARGIN {
        return None;
    }
    let arrow = match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => '►',
        (true, false, _) => '◄',
        (false, _, true) => '▼',
        (false, _, false) => '▲',
    };
    Some((at, arrow))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_stands_at_the_edge_nearest_to_a_goal_out_of_sight() {
        let (from, to) = (Vec2::new(10.0, 5.0), Vec2::new(50.0, 30.0));
        let found =
            |x, y| arrow_to(Vec2::new(x, y), from, to).map(|(at, arrow)| (at.x, at.y, arrow));
        assert_eq!(found(20.0, 20.0), None);
        assert_eq!(found(49.0, 5.0), None);
        assert_eq!(found(90.0, 20.0), Some((48.5, 20.0, '►')));
        assert_eq!(found(1.0, 20.0), Some((10.5, 20.0, '◄')));
        assert_eq!(found(30.0, 99.0), Some((30.0, 28.5, '▼')));
        assert_eq!(found(60.0, -40.0), Some((48.5, 5.5, '▲')));
        for arrow in ['►', '◄', '▼', '▲'] {
            assert!(Glyph::of(arrow).is_some());
        }
    }
}

//! Numbers along the map's edges while its coordinates are shown. Knows the view, nothing of the
//! map but its size.

use bevy::prelude::*;

use super::overlay::{Overlay, OverlayShown};
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::glyph::{View, ViewInsets};
use crate::app::screen::Screen;
use crate::app::ui::theme::{KEY, Type};

/// Shows the numbers with [`Overlay::Coordinates`].
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        label
            .run_if(
                resource_changed::<OverlayShown>
                    .or_eager(resource_changed::<View>)
                    .or_eager(resource_changed::<Dungeon>)
                    .or_eager(state_changed::<Screen>),
            )
            .in_set(Phase::Show),
    );
}

/// Pixels of panels between two numbers, and what one takes of a line and of a column, at least.
const APART: f32 = 56.0;
const WIDTH: f32 = 30.0;
const HEIGHT: f32 = 16.0;

#[derive(Component)]
struct Label;

/// Writes all numbers anew.
fn label(
    (shown, view, dungeon): (Res<OverlayShown>, Res<View>, Res<Dungeon>),
    (insets, font): (Res<ViewInsets>, Res<Type>),
    scale: Res<UiScale>,
    screen: Res<State<Screen>>,
    labels: Query<Entity, With<Label>>,
    mut commands: Commands,
) {
    for label in &labels {
        commands.entity(label).despawn();
    }
    if *screen.get() != Screen::Lab || shown.0 != Some(Overlay::Coordinates) {
        return;
    }
    // Everything in the panels' own pixels.
    let point_of = |x: u32, y: u32| view.point_of(Vec2::new(x as f32, y as f32)) / scale.0;
    let pixel = view.scale_factor * scale.0;
    let every = every(view.tile_px().x / pixel);
    let size = dungeon.map().size();
    let room = view.window.as_vec2() / pixel;
    let corner = point_of(0, 0).max(Vec2::ZERO);
    for x in (0..size.width).step_by(every) {
        let at = point_of(x, 0).x;
        if at >= 0.0 && at + WIDTH < room.x - insets.right {
            spawn(&mut commands, &font, x, Vec2::new(at, corner.y));
        }
    }
    for y in (0..size.height).step_by(every).skip(1) {
        let at = point_of(0, y).y;
        if at >= HEIGHT && at + HEIGHT < room.y - insets.bottom {
            spawn(&mut commands, &font, y, Vec2::new(corner.x, at));
        }
    }
}

fn spawn(commands: &mut Commands, font: &Type, number: u32, at: Vec2) {
    commands.spawn((
        Label,
        font.text(&number.to_string(), KEY),
        Node {
            position_type: PositionType::Absolute,
            left: px(at.x),
            top: px(at.y),
            padding: UiRect::horizontal(px(2)),
            ..default()
        },
        BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55)),
    ));
}

/// Tiles from one number to the next, for tiles of `side` pixels of panels.
fn every(side: f32) -> usize {
    [10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|every| *every as f32 * side >= APART)
        .unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_apart_whatever_the_zoom() {
        assert_eq!(every(16.0), 10);
        assert_eq!(every(4.0), 20);
        assert_eq!(every(0.125), 500);
    }
}

//! Labels the columns and rows along the map's edges while [`Overlay::Grid`] is active.
//! Knows only the view and the map's size.

use bevy::prelude::*;

use super::overlay::{ActiveOverlay, Overlay};
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::glyph::{View, ViewInsets};
use crate::app::screen::Screen;
use crate::app::ui::theme::{KEY, UiFont};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_labels
            .run_if(
                resource_changed::<ActiveOverlay>
                    .or_eager(resource_changed::<View>)
                    .or_eager(resource_changed::<Dungeon>)
                    .or_eager(state_changed::<Screen>),
            )
            .in_set(Phase::Show),
    );
}

/// Minimum distance between two labels, in UI pixels.
const MIN_SPACING: f32 = 56.0;

/// Space to leave for a label at the edge of the window, in UI pixels.
const LABEL_SIZE: Vec2 = Vec2::new(30.0, 16.0);

#[derive(Component)]
struct Label;

fn update_labels(
    (active, view, dungeon): (Res<ActiveOverlay>, Res<View>, Res<Dungeon>),
    (insets, font): (Res<ViewInsets>, Res<UiFont>),
    scale: Res<UiScale>,
    screen: Res<State<Screen>>,
    labels: Query<Entity, With<Label>>,
    mut commands: Commands,
) {
    for label in &labels {
        commands.entity(label).despawn();
    }
    if *screen.get() != Screen::Lab || active.0 != Some(Overlay::Grid) {
        return;
    }
    // All in UI pixels.
    let point_of = |x: u32, y: u32| view.point_of(Vec2::new(x as f32, y as f32)) / scale.0;
    let pixel = view.scale_factor * scale.0;
    let interval = label_interval(view.tile_px().x / pixel);
    let size = dungeon.map().size();
    let window = view.window.as_vec2() / pixel;
    let corner = point_of(0, 0).max(Vec2::ZERO);
    for column in (0..size.width).step_by(interval) {
        let x = point_of(column, 0).x;
        if x >= 0.0 && x + LABEL_SIZE.x < window.x - insets.right {
            spawn_label(&mut commands, &font, column, Vec2::new(x, corner.y));
        }
    }
    // The first column already labels the corner.
    for row in (0..size.height).step_by(interval).skip(1) {
        let y = point_of(0, row).y;
        if y >= LABEL_SIZE.y && y + LABEL_SIZE.y < window.y - insets.bottom {
            spawn_label(&mut commands, &font, row, Vec2::new(corner.x, y));
        }
    }
}

fn spawn_label(commands: &mut Commands, font: &UiFont, number: u32, at: Vec2) {
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

/// Returns the tiles from one label to the next, for tiles of `side` UI pixels.
fn label_interval(side: f32) -> usize {
    [10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|interval| *interval as f32 * side >= MIN_SPACING)
        .unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_apart_whatever_the_zoom() {
        assert_eq!(label_interval(16.0), 10);
        assert_eq!(label_interval(4.0), 20);
        assert_eq!(label_interval(0.125), 500);
    }
}

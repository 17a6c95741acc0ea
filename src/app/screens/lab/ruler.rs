//! Draws lines over the map while [`Overlay::Grid`] is active, and labels them along the map's edges.
//! Knows only the view and the map's size.

use bevy::prelude::*;

use super::overlay::{ActiveOverlay, EVERY_10, EVERY_100, Overlay};
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::glyph::{View, ViewInsets};
use crate::app::screen::Screen;
use crate::app::ui::theme::UiFont;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_grid
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

/// Minimum distance between two lines, in UI pixels.
const MIN_LINE_SPACING: f32 = 8.0;

/// Marks a line or a label.
#[derive(Component)]
struct GridPart;

fn update_grid(
    (active, view, dungeon): (Res<ActiveOverlay>, Res<View>, Res<Dungeon>),
    (insets, font): (Res<ViewInsets>, Res<UiFont>),
    scale: Res<UiScale>,
    screen: Res<State<Screen>>,
    parts: Query<Entity, With<GridPart>>,
    mut commands: Commands,
) {
    for part in &parts {
        commands.entity(part).despawn();
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
    let room = window - Vec2::new(insets.right, insets.bottom);
    let corner = point_of(0, 0).max(Vec2::ZERO);
    let end = point_of(size.width, size.height).min(room);
    let lines = line_interval(view.tile_px().x / pixel);
    for column in (0..size.width).step_by(lines) {
        let at = Vec2::new(point_of(column, 0).x, corner.y);
        if at.x >= 0.0 && at.x < room.x {
            spawn_line(&mut commands, column, at, Vec2::new(1.0, end.y - at.y));
        }
    }
    for row in (0..size.height).step_by(lines) {
        let at = Vec2::new(corner.x, point_of(0, row).y);
        if at.y >= 0.0 && at.y < room.y {
            spawn_line(&mut commands, row, at, Vec2::new(end.x - at.x, 1.0));
        }
    }
    for column in (0..size.width).step_by(interval) {
        let x = point_of(column, 0).x;
        if x >= 0.0 && x + LABEL_SIZE.x < room.x {
            spawn_label(&mut commands, &font, column, Vec2::new(x, corner.y));
        }
    }
    // The first column already labels the corner.
    for row in (0..size.height).step_by(interval).skip(1) {
        let y = point_of(0, row).y;
        if y >= LABEL_SIZE.y && y + LABEL_SIZE.y < room.y {
            spawn_label(&mut commands, &font, row, Vec2::new(corner.x, y));
        }
    }
}

/// The colour of a line, and of its label without the transparency.
fn colour_of(number: u32) -> Color {
    let [r, g, b, a] = if number.is_multiple_of(100) {
        EVERY_100
    } else {
        EVERY_10
    };
    Color::srgba_u8(r, g, b, a)
}

/// Below all panels.
const BELOW: GlobalZIndex = GlobalZIndex(-1);

fn spawn_line(commands: &mut Commands, number: u32, at: Vec2, size: Vec2) {
    commands.spawn((
        GridPart,
        BELOW,
        Node {
            position_type: PositionType::Absolute,
            left: px(at.x),
            top: px(at.y),
            width: px(size.x),
            height: px(size.y),
            ..default()
        },
        BackgroundColor(colour_of(number)),
    ));
}

fn spawn_label(commands: &mut Commands, font: &UiFont, number: u32, at: Vec2) {
    commands.spawn((
        GridPart,
        BELOW,
        font.text(&number.to_string(), colour_of(number).with_alpha(1.0)),
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

/// Returns the tiles from one line to the next, for tiles of `side` UI pixels.
fn line_interval(side: f32) -> usize {
    match side * 10.0 >= MIN_LINE_SPACING {
        true => 10,
        false => 100,
    }
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
        assert_eq!([16.0, 0.8, 0.125].map(line_interval), [10, 10, 100]);
    }
}

//! Draws lines over the map while [`Overlay::Grid`] is active, and labels them along the map's edges.

use bevy::prelude::*;

use super::action::Overlay;
use super::overlay::ActiveOverlays;
use super::tint::{EVERY_10, EVERY_100};
use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::{ViewInsets, Viewport};
use crate::app::screen::Screen;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::UiFont;
use crate::geom::Size;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        grid_parts
            .pipe(show_parts)
            .run_if(any_changed::<(ActiveOverlays, Viewport, Dungeon, State<Screen>)>)
            .in_set(Phase::Show),
    );
}

/// Minimum distance between two labels, in UI pixels.
const MIN_SPACING: f32 = 56.0;

/// Space to leave for a label at the edge of the window, in UI pixels.
const LABEL_SIZE: Vec2 = Vec2::new(30.0, 16.0);

/// Minimum distance between two lines, in UI pixels.
const MIN_LINE_SPACING: f32 = 8.0;

/// A line of the grid.
#[derive(Component)]
struct GridLine;

/// The label of a line.
#[derive(Component)]
struct GridLabel;

/// A line or a label to be shown.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Part {
    /// The column or row.
    number: u32,
    /// In UI pixels, as is `size`.
    at: Vec2,
    size: Vec2,
}

impl Part {
    fn line(self) -> (Node, BackgroundColor) {
        let node = Node::DEFAULT
            .absolute()
            .left(px(self.at.x))
            .top(px(self.at.y))
            .size(px(self.size.x), px(self.size.y));
        (node, BackgroundColor(colour_of(self.number)))
    }

    fn label(self) -> (Node, TextColor) {
        let node = Node::DEFAULT
            .absolute()
            .left(px(self.at.x))
            .top(px(self.at.y))
            .padding(2.0, 0.0);
        (node, TextColor(colour_of(self.number).with_alpha(1.0)))
    }
}

fn grid_parts(
    (active, view, dungeon): (Res<ActiveOverlays>, Res<Viewport>, Res<Dungeon>),
    (insets, scale): (Res<ViewInsets>, Res<UiScale>),
    screen: Res<State<Screen>>,
) -> [Vec<Part>; 2] {
    let is_shown = *screen.get() == Screen::Lab && active.has(Overlay::Grid);
    let parts = is_shown.then(|| list_parts(&view, dungeon.map().size(), &insets, scale.0));
    parts.unwrap_or_default()
}

/// Moves the lines and labels to where they belong now. Panning moves all of them in each frame, so nodes are used
/// again; only those that are missing are spawned, and those left over despawned.
fn show_parts(
    In([wanted_lines, wanted_labels]): In<[Vec<Part>; 2]>,
    font: Res<UiFont>,
    mut lines: Query<(Entity, &mut Node, &mut BackgroundColor), With<GridLine>>,
    mut labels: Query<
        (Entity, &mut Node, &mut TextColor, &mut Text),
        (With<GridLabel>, Without<GridLine>),
    >,
    mut commands: Commands,
) {
    let mut wanted = wanted_lines.into_iter();
    for (entity, mut node, mut colour) in &mut lines {
        let Some(line) = wanted.next() else {
            commands.entity(entity).despawn();
            continue;
        };
        let (new_node, new_colour) = line.line();
        node.set_if_neq(new_node);
        colour.set_if_neq(new_colour);
    }
    for line in wanted {
        commands.spawn((GridLine, BELOW, line.line()));
    }
    let mut wanted = wanted_labels.into_iter();
    for (entity, mut node, mut colour, mut text) in &mut labels {
        let Some(label) = wanted.next() else {
            commands.entity(entity).despawn();
            continue;
        };
        let (new_node, new_colour) = label.label();
        node.set_if_neq(new_node);
        colour.set_if_neq(new_colour);
        text.set_if_neq(Text(label.number.to_string()));
    }
    for label in wanted {
        let (node, colour) = label.label();
        let text = font.text(&label.number.to_string(), colour.0);
        let ground = BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55));
        commands.spawn((GridLabel, BELOW, text, node, ground));
    }
}

/// The lines and the labels of a map of `map` tiles.
fn list_parts(view: &Viewport, map: Size, insets: &ViewInsets, scale: f32) -> [Vec<Part>; 2] {
    // All in UI pixels.
    let point_of = |x: u32, y: u32| view.point_of(Vec2::new(x as f32, y as f32)) / scale;
    let pixel = view.scale_factor * scale;
    let interval = label_interval(view.tile_px().x / pixel);
    let window = view.window.as_vec2() / pixel;
    let room = window - Vec2::new(insets.right, insets.bottom);
    let corner = point_of(0, 0).max(Vec2::ZERO);
    let end = point_of(map.width, map.height).min(room);
    let step = line_interval(view.tile_px().x / pixel);
    let [mut lines, mut labels] = [Vec::new(), Vec::new()];
    let add = |parts: &mut Vec<Part>, number, at, size| parts.push(Part { number, at, size });
    for column in (0..map.width).step_by(step) {
        let at = Vec2::new(point_of(column, 0).x, corner.y);
        if at.x >= 0.0 && at.x < room.x {
            add(&mut lines, column, at, Vec2::new(1.0, end.y - at.y));
        }
    }
    for row in (0..map.height).step_by(step) {
        let at = Vec2::new(corner.x, point_of(0, row).y);
        if at.y >= 0.0 && at.y < room.y {
            add(&mut lines, row, at, Vec2::new(end.x - at.x, 1.0));
        }
    }
    for column in (0..map.width).step_by(interval) {
        let at = Vec2::new(point_of(column, 0).x, corner.y);
        if at.x >= 0.0 && at.x + LABEL_SIZE.x < room.x {
            add(&mut labels, column, at, LABEL_SIZE);
        }
    }
    // The first column already labels the corner.
    for row in (0..map.height).step_by(interval).skip(1) {
        let at = Vec2::new(corner.x, point_of(0, row).y);
        if at.y >= LABEL_SIZE.y && at.y + LABEL_SIZE.y < room.y {
            add(&mut labels, row, at, LABEL_SIZE);
        }
    }
    [lines, labels]
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
    use std::collections::BTreeMap;

    #[test]
    fn numbers_keep_apart_whatever_the_zoom() {
        assert_eq!(label_interval(16.0), 10);
        assert_eq!(label_interval(4.0), 20);
        assert_eq!(label_interval(0.125), 500);
        assert_eq!([16.0, 0.8, 0.125].map(line_interval), [10, 10, 100]);
    }

    #[test]
    fn panning_moves_the_nodes_that_are_there() {
        let mut world = World::new();
        world.init_resource::<Assets<Font>>();
        world.init_resource::<UiFont>();
        let show = world.register_system(show_parts);
        let mut nodes_at = |x: i32, side: u32| {
            let view = Viewport {
                window: UVec2::new(640, 480),
                cell: UVec2::splat(8),
                origin: IVec2::new(x, 0),
                ..default()
            };
            let map = Size::new(side, side);
            let parts = list_parts(&view, map, &ViewInsets::default(), 1.0);
            let counts = [parts[0].len(), parts[1].len()];
            world.run_system_with(show, parts).unwrap();
            let mut query = world.query::<(Entity, &Node)>();
            let nodes = query.iter(&world).map(|(entity, node)| (entity, node.left));
            let nodes: BTreeMap<Entity, Val> = nodes.collect();
            assert_eq!(nodes.len(), counts[0] + counts[1]);
            nodes
        };
        let first = nodes_at(0, 60);
        assert!(first.len() > 15, "{first:?}");
        let panned = nodes_at(-3, 60);
        assert!(panned.keys().eq(first.keys()));
        assert_ne!(panned, first);
        assert!(nodes_at(0, 30).len() < first.len());
        assert_eq!(nodes_at(0, 60).len(), first.len());
    }
}

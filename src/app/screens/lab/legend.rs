//! The legend of the overlays, in the corner of the view where it covers least of the map.

use bevy::prelude::*;

use super::overlay::{Legend, LegendPart};
use crate::app::dungeon::{Dungeon, Look, paint};
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::{ViewInsets, Viewport, blend};
use crate::app::screen::Screen;
use crate::app::ui::edges::{Clear, Edge};
use crate::app::ui::items::Items;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{LINE, PANEL, PLAIN, QUIET, UiFont};
use crate::app::ui::widget;
use crate::geom::Pos;
use crate::map::{Map, Tile};
use crate::text::wrap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Lab), spawn_legend)
        .add_systems(
            Update,
            (
                update_legend.run_if(any_changed::<(Legend, Look)>.or_eager(is_new)),
                place_legend.run_if(
                    any_changed::<(Legend, Viewport, ViewInsets, Dungeon)>.or_eager(is_new),
                ),
            )
                .in_set(Screen::Lab)
                .in_set(Phase::Show),
        );
}

/// Distance from the edges of the map's part of the window, in UI pixels.
const MARGIN: f32 = 8.0;

/// The corners that it may take, the first where it makes no difference.
static CORNERS: [[(Edge, f32); 2]; 4] = [
    [(Edge::Bottom, MARGIN), (Edge::Left, MARGIN)],
    [(Edge::Bottom, MARGIN), (Edge::Right, MARGIN)],
    [(Edge::Top, MARGIN), (Edge::Left, MARGIN)],
    [(Edge::Top, MARGIN), (Edge::Right, MARGIN)],
];

/// About the size of a character and a line, and of what is around the text, in UI pixels.
const CHARACTER: Vec2 = vec2(8.4, 17.0);
const AROUND: Vec2 = vec2(38.0, 12.0);

/// The longest line of a note, in characters. A text that wraps by itself is not as high as it wraps in a box that is as
/// wide as its content.
const LINE_LENGTH: usize = 33;

#[derive(Component)]
struct LegendBox;

/// A line of the legend: a colour, except in headings and notes, and a text.
#[derive(Component, PartialEq)]
struct LegendLine(Option<[u8; 3]>, String);

fn is_new(new: Query<(), Added<LegendBox>>) -> bool {
    !new.is_empty()
}

fn spawn_legend(mut commands: Commands) {
    let node = Node::column(0.0)
        .max_width(px(300))
        .padding(9.0, 5.0)
        .framed()
        .rounded(3.0)
        .hidden()
        .absolute();
    commands.spawn((
        DespawnOnExit(Screen::Lab),
        LegendBox,
        Clear(&CORNERS[0]),
        node,
        BackgroundColor(PANEL.with_alpha(0.9)),
        BorderColor::all(LINE),
        // The map below it can be dragged and clicked.
        Pickable::IGNORE,
    ));
}

/// Moves the legend to the corner where it covers fewest open tiles, by what it always says: a name under the pointer moves
/// nothing.
fn place_legend(
    (legend, dungeon): (Res<Legend>, Res<Dungeon>),
    (view, insets, scale): (Res<Viewport>, Res<ViewInsets>, Res<UiScale>),
    legend_box: Single<(&mut Clear, &mut Node), With<LegendBox>>,
) {
    if legend.0.is_empty() {
        return;
    }
    let mut texts = Vec::new();
    for LegendPart { overlay, lines, .. } in &legend.0 {
        texts.push(overlay.name());
        texts.extend(lines.iter().map(|(_, meaning)| meaning.as_str()));
    }
    let width = texts.iter().map(|text| text.chars().count()).max();
    let lines = vec2(width.unwrap_or_default() as f32, texts.len() as f32);
    let size = (lines * CHARACTER + AROUND) * scale.0;
    let corner = choose_corner(&view, &insets.logical(Some(&scale)), size, dungeon.map());
    let (mut clear, mut node) = legend_box.into_inner();
    if !std::ptr::eq(clear.0, &CORNERS[corner]) {
        clear.0 = &CORNERS[corner];
        // The edges that it leaves.
        let [left, right, top, bottom] = [Val::Auto; 4];
        *node = Node {
            left,
            right,
            top,
            bottom,
            ..node.clone()
        };
    }
}

/// The number of the corner in which a box of `size` covers fewest open tiles; all in logical pixels.
fn choose_corner(view: &Viewport, insets: &ViewInsets, size: Vec2, map: &Map) -> usize {
    let window = view.window.as_vec2() / view.scale_factor;
    let first = vec2(insets.left, insets.top) + MARGIN;
    let last = window - vec2(insets.right, insets.bottom) - MARGIN - size;
    let covered = |corner: &[(Edge, f32); 2]| {
        let is_at = |edge| corner.iter().any(|(other, _)| *other == edge);
        let corner = vec2(
            if is_at(Edge::Left) { first.x } else { last.x },
            if is_at(Edge::Top) { first.y } else { last.y },
        );
        let [from, to] = [corner, corner + size].map(|point| view.tile_at(point));
        let places = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Pos::new(x, y)));
        let tiles = places.filter_map(|pos| map.tiles.get(pos));
        tiles.filter(|tile| tile.is_passable()).count()
    };
    let corners = CORNERS.iter().map(covered).enumerate();
    let least = corners.min_by_key(|(_, covered)| *covered);
    least.map_or(0, |(corner, _)| corner)
}

/// A colour of an overlay as it looks on the map: over open floor on a plan, and on its own in the light.
fn on_the_map([r, g, b, strength]: [u8; 4], look: Look) -> [u8; 3] {
    match look {
        Look::Plan => blend(paint::plan_colour(Tile::Floor), [r, g, b], strength.into()),
        Look::Lit => [r, g, b],
    }
}

fn update_legend(
    (legend, look): (Res<Legend>, Res<Look>),
    font: Res<UiFont>,
    legend_box: Single<(Entity, &mut Node), With<LegendBox>>,
    mut shown: Items<LegendLine>,
) {
    let (legend_box, mut node) = legend_box.into_inner();
    widget::set_displayed(&mut node, !legend.0.is_empty());
    let lines = legend.0.iter().flat_map(|part| {
        let name = std::iter::once(part.overlay.name().to_owned());
        let heads = name.chain(part.note.lines().flat_map(|line| wrap(line, LINE_LENGTH)));
        let heads = heads.map(|text| LegendLine(None, text));
        let lines = part.lines.iter();
        let lines = lines
            .map(|(colour, meaning)| LegendLine(Some(on_the_map(*colour, *look)), meaning.clone()));
        heads.chain(lines)
    });
    shown.show(legend_box, lines, |line, LegendLine(colour, meaning)| {
        // The text wraps beside its colour.
        let node = Node::row(7.0).align(AlignItems::Start);
        line.insert((node, Pickable::IGNORE));
        let Some([r, g, b]) = *colour else {
            line.with_child((font.text(meaning, QUIET), Pickable::IGNORE));
            return;
        };
        let square = Node::DEFAULT
            .size(px(11), px(11))
            .margin_top(4.0)
            .rounded(2.0)
            .rigid();
        let square = (square, BackgroundColor(Color::srgb_u8(r, g, b)));
        line.with_child((square, Pickable::IGNORE))
            .with_child((font.wrapped(meaning, PLAIN), Pickable::IGNORE));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_the_corner_in_which_it_covers_least() {
        let view = Viewport {
            window: uvec2(1000, 600),
            cell: uvec2(10, 10),
            ..Viewport::default()
        };
        let insets = ViewInsets {
            right: 200.0,
            bottom: 100.0,
            ..ViewInsets::default()
        };
        let corner = |open: &[&str]| {
            let mut rows = vec!["#".repeat(80); 50];
            for corner in open {
                let left = if corner.ends_with("left") { 0 } else { 60 };
                let rows = match corner.starts_with("top") {
                    true => &mut rows[..10],
                    false => &mut rows[40..],
                };
                for row in rows {
                    row.replace_range(left..left + 20, &".".repeat(20));
                }
            }
            let map = Map::from_text(&rows.join("\n")).unwrap();
            choose_corner(&view, &insets, vec2(140.0, 80.0), &map)
        };
        assert_eq!(corner(&["top right"]), 0);
        assert_eq!(corner(&["bottom left"]), 1);
        assert_eq!(corner(&["bottom left", "bottom right"]), 2);
        assert_eq!(corner(&["bottom left", "bottom right", "top left"]), 3);
        assert_eq!(
            corner(&["bottom left", "bottom right", "top left", "top right"]),
            0
        );
    }
}

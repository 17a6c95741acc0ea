//! The legend of the overlays, in a corner of the map.

use bevy::prelude::*;

use super::overlay::Legend;
use crate::app::dungeon::{Look, paint};
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::blend;
use crate::app::screen::Screen;
use crate::app::ui::edges::{Clear, Edge};
use crate::app::ui::items::Items;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{LINE, PANEL, PLAIN, QUIET, UiFont};
use crate::app::ui::widget;
use crate::map::Tile;
use crate::text::wrap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Lab), spawn_legend)
        .add_systems(
            Update,
            update_legend
                .run_if(any_changed::<(Legend, Look)>.or_eager(is_new))
                .in_set(Screen::Lab)
                .in_set(Phase::Show),
        );
}

/// Distance from the edges of the map's part of the window, in UI pixels.
const MARGIN: f32 = 8.0;

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
        .left(px(MARGIN))
        .max_width(px(300))
        .padding(9.0, 5.0)
        .framed()
        .rounded(3.0)
        .hidden()
        .absolute();
    commands.spawn((
        DespawnOnExit(Screen::Lab),
        LegendBox,
        Clear(&[(Edge::Bottom, MARGIN)]),
        node,
        BackgroundColor(PANEL.with_alpha(0.9)),
        BorderColor::all(LINE),
        // The map below it can be dragged and clicked.
        Pickable::IGNORE,
    ));
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

//! Tooltips for sidebar rows and map tiles. They are shown in the sidebar, so that they cover nothing of the
//! map.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::stage::layout::PANEL_WIDTH;
use crate::app::stage::runs::shown;
use crate::app::ui::side::Drawer;
use crate::app::ui::theme::{LINE, PLAIN, UiFont, WELL};
use crate::app::ui::widget;

/// The tooltip of a sidebar row; none if it is empty.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(super) struct Tip(pub String);

/// The tooltip of the tile under the pointer, by paragraphs; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct MapTip(pub Vec<String>);

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_tip.run_if(shown::has_panels).in_set(Phase::Show),
    );
}

#[derive(Component)]
struct TipBox;

pub(in crate::app::stage) fn spawn_tip_box(mut commands: Commands, screen: Res<State<Screen>>) {
    commands.spawn((
        DespawnOnExit(*screen.get()),
        TipBox,
        Node {
            position_type: PositionType::Absolute,
            right: px(0),
            width: px(PANEL_WIDTH),
            flex_direction: FlexDirection::Column,
            row_gap: px(3),
            padding: UiRect::axes(px(12), px(6)),
            border: UiRect::all(px(1)),
            display: Display::None,
            ..default()
        },
        BackgroundColor(WELL),
        BorderColor::all(LINE),
        GlobalZIndex(1),
    ));
}

/// The top and bottom of a node, in logical pixels.
fn vertical_edges(node: &ComputedNode, transform: &UiGlobalTransform) -> (f32, f32) {
    let scale = node.inverse_scale_factor();
    let (middle, half) = (transform.translation.y, node.size().y / 2.0);
    ((middle - half) * scale, (middle + half) * scale)
}

fn update_tip(
    rows: Query<(&Hovered, &Tip, &ComputedNode, &UiGlobalTransform)>,
    (map, insets, font): (Res<MapTip>, Res<ViewInsets>, Res<UiFont>),
    (windows, scale, drawer): (
        Query<&Window, With<PrimaryWindow>>,
        Res<UiScale>,
        Res<Drawer>,
    ),
    mut boxes: Query<(Entity, &mut Node), With<TipBox>>,
    mut shown: Local<Vec<String>>,
    mut commands: Commands,
) {
    let hovered = rows
        .iter()
        .find(|(hovered, tip, ..)| hovered.0 && !tip.0.is_empty());
    let paragraphs = hovered.map_or_else(|| map.0.clone(), |(_, tip, ..)| vec![tip.0.clone()]);
    let height = windows.single().map_or(0.0, Window::height) / scale.0;
    for (entity, mut node) in &mut boxes {
        widget::set_displayed(&mut node, !paragraphs.is_empty());
        // Below or above the row it belongs to, or at the foot of the sidebar for a map tile.
        let edges = hovered.map(|(_, _, node, transform)| vertical_edges(node, transform));
        let (top, bottom) = match edges {
            Some((_, bottom)) if bottom < height / 2.0 => (px(bottom + 2.0), Val::Auto),
            Some((top, _)) => (Val::Auto, px(height - top + 2.0)),
            None => (Val::Auto, px(insets.bottom)),
        };
        let width = match drawer.is_narrow() {
            true => percent(100),
            false => px(PANEL_WIDTH),
        };
        if !paragraphs.is_empty() && (node.top, node.bottom, node.width) != (top, bottom, width) {
            (node.top, node.bottom, node.width) = (top, bottom, width);
        }
        if *shown != paragraphs {
            let mut frame = commands.entity(entity);
            frame.despawn_children();
            frame.with_children(|frame| {
                for paragraph in &paragraphs {
                    frame.spawn(font.wrapped(paragraph, PLAIN));
                }
            });
        }
    }
    if *shown != paragraphs {
        *shown = paragraphs;
    }
}

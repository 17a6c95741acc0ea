//! Tips: what there is to say of what the pointer rests on. They lie in the sidebar, so that they cover
//! nothing of the map.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::panel::WIDTH;
use super::shown::{self, TOLD};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::theme::{LINE, PLAIN, Type, WELL};
use crate::app::ui::widget;

/// What is said of a part of the sidebar while the pointer rests on it.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(super) struct Tip(pub String);

/// What is said of the tile that the pointer rests on, a paragraph each; empty where there is nothing
/// to say.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct MapTip(pub Vec<String>);

/// Shows tips.
pub(super) fn plugin(app: &mut App) {
    for screen in TOLD {
        app.add_systems(OnEnter(screen), spawn);
    }
    app.add_systems(Update, show.run_if(shown::is_told).in_set(Phase::Show));
}

#[derive(Component)]
struct TipBox;

fn spawn(mut commands: Commands, screen: Res<State<Screen>>) {
    commands.spawn((
        DespawnOnExit(*screen.get()),
        TipBox,
        Node {
            position_type: PositionType::Absolute,
            right: px(0),
            width: px(WIDTH),
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

/// Upper and lower edge of a node, in the panels' pixels.
fn edges(node: &ComputedNode, place: &UiGlobalTransform) -> (f32, f32) {
    let scale = node.inverse_scale_factor();
    let (middle, half) = (place.translation.y, node.size().y / 2.0);
    ((middle - half) * scale, (middle + half) * scale)
}

fn show(
    rows: Query<(&Interaction, &Tip, &ComputedNode, &UiGlobalTransform)>,
    (map, insets, font): (Res<MapTip>, Res<ViewInsets>, Res<Type>),
    (windows, scale): (Query<&Window, With<PrimaryWindow>>, Res<UiScale>),
    mut boxes: Query<(Entity, &mut Node), With<TipBox>>,
    mut said: Local<Vec<String>>,
    mut commands: Commands,
) {
    let hovered = rows
        .iter()
        .find(|(interaction, tip, ..)| **interaction != Interaction::None && !tip.0.is_empty());
    let told = hovered.map_or_else(|| map.0.clone(), |(_, tip, ..)| vec![tip.0.clone()]);
    let height = windows.single().map_or(0.0, Window::height) / scale.0;
    for (entity, mut node) in &mut boxes {
        widget::set_displayed(&mut node, !told.is_empty());
        // Beside what it is about, or else at the foot of the sidebar.
        let (top, bottom) = match hovered.map(|(_, _, node, place)| edges(node, place)) {
            Some((_, lower)) if lower < height / 2.0 => (px(lower + 2.0), Val::Auto),
            Some((upper, _)) => (Val::Auto, px(height - upper + 2.0)),
            None => (Val::Auto, px(insets.bottom)),
        };
        if !told.is_empty() && (node.top, node.bottom) != (top, bottom) {
            (node.top, node.bottom) = (top, bottom);
        }
        if *said != told {
            let mut frame = commands.entity(entity);
            frame.despawn_children();
            frame.with_children(|frame| {
                for line in &told {
                    frame.spawn(font.wrapped(line, PLAIN));
                }
            });
        }
    }
    if *said != told {
        *said = told;
    }
}

//! The panel at the right edge of a screen: above the bar, and with a column that scrolls where it
//! holds more than the window may show.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::theme::{LINE, PANEL};
use super::widget::scrollbar;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;

/// Keeps the panel above the bar.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        raise
            .run_if(resource_changed::<ViewInsets>)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct Side;

/// The panel, above what the bar covers; `node` says how wide it is and how it is laid out.
pub(in crate::app) fn side(insets: &ViewInsets, node: Node) -> impl Bundle {
    (
        Side,
        Interaction::default(),
        Node {
            position_type: PositionType::Absolute,
            right: px(0),
            top: px(0),
            bottom: px(insets.bottom),
            border: UiRect::left(px(1)),
            ..node
        },
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
    )
}

/// Fills a panel with a column that scrolls, so far from its upper and lower edge.
pub(in crate::app) fn scrolling(
    mut panel: EntityCommands,
    apart: f32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        min_width: px(0),
        row_gap: px(4),
        padding: UiRect::axes(px(12), px(apart)),
        overflow: Overflow::scroll_y(),
        ..default()
    };
    panel.with_children(|panel| {
        let mut column = panel.spawn((ScrollArea, column));
        let target = column.id();
        column.with_children(fill);
        scrollbar(panel, target);
    });
}

fn raise(insets: Res<ViewInsets>, mut panels: Query<&mut Node, With<Side>>) {
    for mut node in &mut panels {
        node.bottom = px(insets.bottom);
    }
}

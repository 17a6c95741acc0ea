//! The side panel at the right edge of a screen, above the bar. It may hold a column that scrolls.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::theme::{LINE, PANEL};
use super::widget::scrollbar;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_bottom_edge
            .run_if(resource_changed::<ViewInsets>)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct SidePanel;

/// The bundle of a side panel; `node` sets its width and layout.
pub(in crate::app) fn side_panel(insets: &ViewInsets, node: Node) -> impl Bundle {
    (
        SidePanel,
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

/// Spawns a scrolling column with a scrollbar into a panel; `padding` is the space above and below.
pub(in crate::app) fn spawn_scrolling_column(
    mut panel: EntityCommands,
    padding: f32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        min_width: px(0),
        row_gap: px(4),
        padding: UiRect::axes(px(12), px(padding)),
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

/// Ends the panel where the bar begins.
fn update_bottom_edge(insets: Res<ViewInsets>, mut panels: Query<&mut Node, With<SidePanel>>) {
    for mut node in &mut panels {
        node.bottom = px(insets.bottom);
    }
}

//! The side panel at the right edge of a screen, above the bar.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::theme::{LINE, PANEL};
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
        Hovered::default(),
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

/// Ends the panel where the bar begins.
fn update_bottom_edge(insets: Res<ViewInsets>, mut panels: Query<&mut Node, With<SidePanel>>) {
    for mut node in &mut panels {
        node.bottom = px(insets.bottom);
    }
}

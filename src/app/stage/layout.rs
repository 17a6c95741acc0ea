//! Where the panels around the map are: their sizes, and what stands on the bar. In logical pixels.

use bevy::prelude::*;

use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;

/// Width of the sidebar.
pub const PANEL_WIDTH: f32 = 250.0;

/// Room for the minimap at the foot of the sidebar.
pub const MINIMAP_HEIGHT: f32 = 168.0;

/// Height of the log.
pub const LOG_HEIGHT: f32 = 88.0;

/// Keeps a node this far above the bar, which has as many lines as its texts need.
#[derive(Component)]
pub(super) struct AboveBar(pub f32);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, keep_above_bar.in_set(Phase::Show));
}

pub(super) fn keep_above_bar(insets: Res<ViewInsets>, mut nodes: Query<(&AboveBar, &mut Node)>) {
    for (above, mut node) in &mut nodes {
        let bottom = px(insets.bottom + above.0);
        if node.bottom != bottom {
            node.bottom = bottom;
        }
    }
}

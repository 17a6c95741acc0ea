//! What the Lab shows: one of these at a time. What a view does is in a file of its own.

use bevy::prelude::*;

use crate::app::frame::{Phase, React};
use crate::app::input::{Layer, LayerClosed};
use crate::app::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabView>()
        .add_systems(OnExit(Screen::Lab), |mut view: ResMut<LabView>| {
            *view = LabView::Map;
        })
        .add_systems(React, close.in_set(Screen::Lab).in_set(Phase::Act));
}

/// What is shown.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabView {
    /// The map.
    #[default]
    Map,
    /// The steps in which it was made: see `animation`.
    Making,
    /// Many maps: see `sheet`.
    Sheet,
}

/// Shows the map again when Back closes a view.
pub(super) fn close(mut closed: MessageReader<LayerClosed>, mut view: ResMut<LabView>) {
    let layer = match *view {
        LabView::Map => None,
        LabView::Making => Some(Layer::Animation),
        LabView::Sheet => Some(Layer::Menu),
    };
    if closed.read().any(|closed| Some(closed.0) == layer) {
        *view = LabView::Map;
    }
}

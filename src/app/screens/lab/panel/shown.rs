//! The panel as a whole: how wide it is, whether it is shown, and the keys that show and hide it. It needs no renderer.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::super::action::LabAction;
use crate::app::frame::{Phase, React};
use crate::app::input::clear_focus;
use crate::app::screen::Screen;

/// Least and greatest width of the panel, in UI pixels, and its share of the window between these.
pub(super) const WIDTH: f32 = 300.0;
pub(super) const MAX_WIDTH: f32 = 420.0;
pub(super) const SHARE: f32 = 0.22;

/// The panel's root.
#[derive(Component)]
pub(super) struct Panel;

/// Whether the panel is shown; it is by default.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PanelShown(pub bool);

impl Default for PanelShown {
    fn default() -> Self {
        Self(true)
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>()
        .add_systems(React, toggle_panel.in_set(Screen::Lab).in_set(Phase::Act));
}

/// Enters the panel, or shows and hides it. No widget of a hidden panel has the focus.
fn toggle_panel(
    mut actions: MessageReader<LabAction>,
    mut shown: ResMut<PanelShown>,
    mut focus: Option<ResMut<InputFocus>>,
) {
    for action in actions.read() {
        match action {
            LabAction::Panel => shown.0 = !shown.0,
            LabAction::EnterPanel if !shown.0 => shown.0 = true,
            _ => continue,
        }
        if !shown.0 {
            clear_focus(&mut focus);
        }
    }
}

//! The order of a frame: every plugin of the shell puts its systems into one of these phases.

use bevy::prelude::*;

/// The phases of a frame, in [`Update`], in this order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Keys, mouse and gamepad become actions.
    Input,
    /// Actions become moves, map requests and changes of the view.
    Act,
    /// Map requests become maps.
    Generate,
    /// Reacts to the new map or state before it is lit: the walker goes to the map's start, and
    /// progress is saved.
    Settle,
    /// Lamps and the lantern light the map.
    Light,
    /// Updates sprites, panels and the window title.
    Show,
}

/// Chains the phases. Harmless if called more than once.
pub(super) fn configure_phases(app: &mut App) {
    use Phase::{Act, Generate, Input, Light, Settle, Show};
    app.configure_sets(Update, (Input, Act, Generate, Settle, Light, Show).chain());
}

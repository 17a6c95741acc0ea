//! The order of a frame: what every plugin of the shell places its systems in.

use bevy::prelude::*;

/// The steps of a frame, in [`Update`], in this order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Keys, mouse and buttons become actions.
    Input,
    /// Actions become steps, requests for maps, changes of the view.
    Act,
    /// Requests become maps.
    Generate,
    /// Whoever walks takes their place on a new map.
    Settle,
    /// Lamps and lantern light the map.
    Light,
    /// Sprites, panels and the window's title show how things stand.
    Show,
}

/// Puts the phases in their order; harmless if done more than once.
pub(super) fn configure_phases(app: &mut App) {
    use Phase::{Act, Generate, Input, Light, Settle, Show};
    app.configure_sets(Update, (Input, Act, Generate, Settle, Light, Show).chain());
}

//! The sizes of the panels around the map, in UI pixels.

/// Width of the sidebar.
pub const PANEL_WIDTH: f32 = 250.0;

/// Room for the minimap at the foot of the sidebar.
pub const MINIMAP_HEIGHT: f32 = 168.0;

/// Height of the log.
pub const LOG_HEIGHT: f32 = 88.0;

//! Sizes of the panels around the map, in logical pixels.

/// Width of the sidebar.
pub const PANEL_WIDTH: f32 = 250.0;

/// Room for the minimap at the foot of the sidebar.
pub const MINIMAP_HEIGHT: f32 = 168.0;

/// Height of the log.
pub const LOG_HEIGHT: f32 = 88.0;

/// Height of the playback bar below the log of a replay.
pub const TIMELINE_HEIGHT: f32 = 22.0;

//! Frames that come by themselves, for what moves on step by step: a run that is watched. There are
//! none unless somebody asks, and no more than are asked for.

use std::time::Duration;

use bevy::app::Last;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};

/// From one frame to the next that comes by itself; none by default.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat(pub Option<Duration>);

/// Keeps to the [`Beat`], where there is a window.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Beat>()
        .add_systems(Last, follow.run_if(resource_changed::<Beat>));
}

fn follow(beat: Res<Beat>, settings: Option<ResMut<WinitSettings>>) {
    if let Some(mut settings) = settings {
        *settings = on_demand(beat.0);
    }
}

/// Frames for input and for whoever asks for one, besides those of a beat, and no others.
pub(in crate::app) fn on_demand(beat: Option<Duration>) -> WinitSettings {
    let wait = beat.unwrap_or(A_LONG_WHILE);
    WinitSettings {
        focused_mode: UpdateMode::reactive(wait),
        unfocused_mode: UpdateMode::reactive_low_power(wait),
    }
}

/// As good as for ever, and short enough to be added to any time.
const A_LONG_WHILE: Duration = Duration::from_secs(24 * 60 * 60);

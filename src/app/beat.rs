//! Frames that come by themselves, for what moves on step by step: a run that is watched. There are
//! none unless somebody asks, and no more than are asked for.

use std::time::Duration;

use bevy::app::Last;
use bevy::prelude::*;
use bevy::winit::WinitSettings;

use super::window::on_demand;

/// From one frame to the next that comes by itself; none by default.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat(pub Option<Duration>);

/// Keeps to the [`Beat`], where there is a window.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Beat>()
        .add_systems(Last, follow.run_if(resource_changed::<Beat>));
}

fn follow(beat: Res<Beat>, settings: Option<ResMut<WinitSettings>>) {
    if let Some(mut settings) = settings {
        *settings = on_demand(beat.0);
    }
}

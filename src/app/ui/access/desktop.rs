//! Hands the nodes to the adapter of the desktop, and asks for the frames in which its requests are carried out.

use std::time::Duration;

use bevy::a11y::{AccessibilitySystems, ManageAccessibilityUpdates};
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::PrimaryWindow;
use bevy::winit::accessibility::ACCESS_KIT_ADAPTERS;

use super::tree::AccessTreeSource;
use crate::app::platform::clock::Wake;
use crate::app::speech::{Speaking, is_heard};

pub(super) fn plugin(app: &mut App) {
    // Bevy would send the nodes of its widgets alone, in no order.
    let mut updates = ManageAccessibilityUpdates::default();
    updates.set(false);
    app.insert_resource(updates);
    app.add_systems(
        PostUpdate,
        send.run_if(is_heard)
            .after(UiSystems::PostLayout)
            .after(Speaking::Place)
            .in_set(AccessibilitySystems::Update),
    );
}

/// How long a request waits for a frame at most. It comes from another thread, which wakes nobody.
const PATIENCE: Duration = Duration::from_millis(200);

fn send(
    screenful: AccessTreeSource,
    windows: Query<Entity, With<PrimaryWindow>>,
    mut wake: MessageWriter<Wake>,
    _on_the_main_thread: NonSendMarker,
) {
    wake.write(Wake(PATIENCE));
    ACCESS_KIT_ADAPTERS.with_borrow_mut(|adapters| {
        for window in windows {
            if let Some(adapter) = adapters.get_mut(&window) {
                adapter.update_if_active(|| screenful.tree());
            }
        }
    });
}

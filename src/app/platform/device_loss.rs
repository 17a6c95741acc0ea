//! Handles a lost or failed graphics device, for example after a driver restart. Nothing can be drawn any
//! more, so the program exits as if its window had been closed: it saves first, then says why.

use std::sync::{Arc, OnceLock};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::error_handler::{RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::window::RequestRedraw;

/// Why nothing can be drawn any more. Clones share the reason, so it outlives the app.
#[derive(Resource, Clone, Default)]
pub(in crate::app) struct LostDevice(Arc<OnceLock<String>>);

impl LostDevice {
    /// The reason on one line, if the device was lost.
    pub fn reason(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// Exits in the frame after the device was lost.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<LostDevice>()
        .add_message::<RequestRedraw>()
        .insert_resource(RenderErrorHandler(record_loss))
        .add_systems(First, exit_after_loss);
}

/// Records the first failure and requests another frame: the current one is past its systems, so nothing
/// would be saved in it.
pub(in crate::app) fn record_loss(
    error: &RenderError,
    world: &mut World,
    _: &mut World,
) -> RenderErrorPolicy {
    let description = error.description.lines().next().unwrap_or_default();
    if let Some(lost) = world.get_resource::<LostDevice>() {
        let kind = format!("{:?}", error.ty);
        lost.0
            .get_or_init(|| match description.trim_end_matches('.') {
                "" => kind,
                description => format!("{kind}: {description}"),
            });
    }
    world.write_message(RequestRedraw);
    RenderErrorPolicy::StopRendering
}

fn exit_after_loss(lost: Res<LostDevice>, mut exit: MessageWriter<AppExit>) {
    if lost.reason().is_some() {
        exit.write(AppExit::error());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::render::error_handler::ErrorType;

    #[test]
    fn a_lost_device_ends_the_program_in_the_next_frame_with_a_reason() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin));
        app.update();
        assert_eq!(app.should_exit(), None);
        let RenderErrorHandler(handle) = *app.world().resource();
        let lost = app.world().resource::<LostDevice>().clone();
        for description in ["the driver was restarted.\nmore", "again"] {
            let error = RenderError {
                ty: ErrorType::DeviceLost,
                description: description.to_owned(),
                source: None,
            };
            let policy = handle(&error, app.world_mut(), &mut World::new());
            assert!(matches!(policy, RenderErrorPolicy::StopRendering));
        }
        assert!(!app.world().resource::<Messages<RequestRedraw>>().is_empty());
        assert_eq!(app.should_exit(), None, "the run is saved first");
        app.update();
        assert_eq!(app.should_exit(), Some(AppExit::error()));
        assert_eq!(lost.reason(), Some("DeviceLost: the driver was restarted"));
    }
}

//! A graphics device that fails or is lost, as when a driver is restarted: the window cannot draw any more.
//! The program ends as it does by its window's button, so that what is played is saved, and says why.

use std::sync::{Arc, OnceLock};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::error_handler::{RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::window::RequestRedraw;

/// Why nothing can be drawn any more. It outlives the app, so that whoever ran it can say so.
#[derive(Resource, Clone, Default)]
pub(in crate::app) struct LostDevice(Arc<OnceLock<String>>);

impl LostDevice {
    /// The reason, on one line.
    pub fn reason(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// Ends the program in the frame after the device was lost.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<LostDevice>()
        .add_message::<RequestRedraw>()
        .insert_resource(RenderErrorHandler(note))
        .add_systems(First, end);
}

/// Notes the first failure. The frame that it happens in is over, and nothing is saved in it any more.
fn note(error: &RenderError, world: &mut World, _: &mut World) -> RenderErrorPolicy {
    let told = error.description.lines().next().unwrap_or_default();
    let told = told.trim_end_matches('.');
    if let Some(lost) = world.get_resource::<LostDevice>() {
        let kind = format!("{:?}", error.ty);
        lost.0.get_or_init(|| match told {
            "" => kind,
            told => format!("{kind}: {told}"),
        });
    }
    world.write_message(RequestRedraw);
    RenderErrorPolicy::StopRendering
}

fn end(lost: Res<LostDevice>, mut exit: MessageWriter<AppExit>) {
    if lost.reason().is_some() {
        exit.write(AppExit::error());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::render::error_handler::ErrorType;

    #[test]
    fn a_lost_device_ends_the_program_in_a_frame_of_its_own_and_is_told() {
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
        assert_eq!(app.should_exit(), None, "what is played is saved first");
        app.update();
        assert_eq!(app.should_exit(), Some(AppExit::error()));
        assert_eq!(lost.reason(), Some("DeviceLost: the driver was restarted"));
    }
}

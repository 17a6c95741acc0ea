//! The window's icon in task bars and window switchers. Wayland takes the icon from the desktop entry instead.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

/// The icon at 64x64 pixels; `scripts/icons` draws it.
const PNG: &[u8] = include_bytes!("../../../assets/icon/64.png");

/// Sets the window's icon as soon as winit has created the window.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(Update, set_icon);
}

/// [`NonSendMarker`] makes it run on the main thread, which owns [`WINIT_WINDOWS`].
fn set_icon(
    windows: Query<Entity, Added<PrimaryWindow>>,
    _main_thread: NonSendMarker,
    mut waiting: Local<Option<Entity>>,
) {
    *waiting = windows.iter().next().or(*waiting);
    let Some(entity) = *waiting else {
        return;
    };
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(entity) {
            window.set_window_icon(decode_icon());
            *waiting = None;
        }
    });
}

fn decode_icon() -> Option<Icon> {
    let picture = image::load_from_memory(PNG).ok()?.into_rgba8();
    let (width, height) = picture.dimensions();
    Icon::from_rgba(picture.into_raw(), width, height).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_picture() {
        assert!(decode_icon().is_some());
    }
}

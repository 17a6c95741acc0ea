//! The picture that stands for the window in lists of windows. Wayland takes it from the desktop entry
//! instead.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

/// The icon in the middle one of its sizes; `scripts/icons` draws it.
const PNG: &[u8] = include_bytes!("../../../assets/icon/64.png");

/// Gives the window its icon as soon as there is one.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(Update, set_icon);
}

/// Runs in the thread that owns the windows.
fn set_icon(
    windows: Query<Entity, Added<PrimaryWindow>>,
    _here: NonSendMarker,
    mut waiting: Local<Option<Entity>>,
) {
    *waiting = windows.iter().next().or(*waiting);
    let Some(entity) = *waiting else {
        return;
    };
    WINIT_WINDOWS.with_borrow(|known| {
        if let Some(window) = known.get_window(entity) {
            window.set_window_icon(icon());
            *waiting = None;
        }
    });
}

fn icon() -> Option<Icon> {
    let picture = image::load_from_memory(PNG).ok()?.into_rgba8();
    let (width, height) = picture.dimensions();
    Icon::from_rgba(picture.into_raw(), width, height).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_picture() {
        assert!(icon().is_some());
    }
}

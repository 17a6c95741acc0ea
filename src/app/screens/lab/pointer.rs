//! The tile under the pointer.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::glyph::View;
use crate::geom::Pos;

/// Keeps the [`Pointer`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>()
        .add_systems(Update, follow.in_set(Phase::Settle));
}

/// Where the pointer is.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The tile under it, if it is over the map.
    pub tile: Option<Pos>,
}

fn follow(
    windows: Query<&Window, With<PrimaryWindow>>,
    panels: Query<&Interaction>,
    (view, dungeon): (Res<View>, Res<Dungeon>),
    mut pointer: ResMut<Pointer>,
) {
    let Ok(window) = windows.single() else { return };
    let covered = panels
        .iter()
        .any(|interaction| *interaction != Interaction::None);
    let tile = window
        .cursor_position()
        .filter(|_| !covered)
        .map(|cursor| view.tile_at(cursor))
        .filter(|tile| dungeon.map().tiles.contains(*tile));
    pointer.set_if_neq(Pointer { tile });
}

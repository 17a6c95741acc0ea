//! The tile under the pointer.

use bevy::prelude::*;

use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::input::MapPointer;
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

fn follow(map: MapPointer, dungeon: Res<Dungeon>, mut pointer: ResMut<Pointer>) {
    let is_on_map = |tile: &Pos| dungeon.map().tiles.contains(*tile);
    let tile = map.tile().filter(is_on_map);
    pointer.set_if_neq(Pointer { tile });
}

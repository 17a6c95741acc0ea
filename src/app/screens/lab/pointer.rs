//! Tracks the tile under the pointer.

use bevy::prelude::*;

use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, React};
use crate::app::input::MapPointer;
use crate::app::screen::Screen;
use crate::geom::Pos;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HoveredTile>().add_systems(
        React,
        update_hovered_tile
            .in_set(Screen::Lab)
            .in_set(Phase::Derive),
    );
}

/// The tile under the pointer; none beside the map or over a panel.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HoveredTile(pub Option<Pos>);

fn update_hovered_tile(
    pointer: MapPointer,
    dungeon: Res<Dungeon>,
    mut hovered: ResMut<HoveredTile>,
) {
    let is_on_map = |tile: &Pos| dungeon.map().tiles.contains(*tile);
    hovered.set_if_neq(HoveredTile(pointer.tile().filter(is_on_map)));
}

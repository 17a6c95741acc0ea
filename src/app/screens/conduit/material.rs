//! Draws the board: one UI node behind all others, with the material of boards.

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::ui_render::prelude::MaterialNode;

use super::boards::BoardSession;
use super::layout::BoardLayout;
use super::marks::{collect_marks, collect_packets};
use crate::app::board::{
    BoardAnimation, BoardMaterial, BoardMaterials, BoardPlace, Mark, PacketSlots, Scratch,
};
use crate::app::input::Cursor;
use crate::app::screen::Screen;
use crate::app::ui::edges::{Clear, Edge};
use crate::app::ui::node::NodeExt;
use crate::geom::Grid;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Conduit), spawn_board)
        .add_systems(
            PostUpdate,
            update_material
                .in_set(Screen::Conduit)
                .before(AssetEventSystems),
        );
}

fn spawn_board(mut commands: Commands, mut materials: BoardMaterials) {
    commands.spawn((
        DespawnOnExit(Screen::Conduit),
        MaterialNode(materials.add()),
        GlobalZIndex(-1),
        // What panel and bar cover need not be drawn.
        Clear(&[(Edge::Right, 0.0), (Edge::Bottom, 0.0)]),
        Node::DEFAULT.absolute().left(px(0)).top(px(0)),
    ));
}

fn update_material(
    (session, animation, layout): (Res<BoardSession>, Res<BoardAnimation>, Res<BoardLayout>),
    pointer: Cursor,
    nodes: Query<&MaterialNode<BoardMaterial>>,
    mut materials: BoardMaterials,
    (mut marks, mut packets): (Local<Grid<Mark>>, Local<Grid<PacketSlots>>),
    mut scratch: Local<Scratch>,
) {
    let Ok(MaterialNode(material)) = nodes.single() else {
        return;
    };
    let conduit = session.conduit();
    let shown = (conduit, &*animation);
    if session.is_changed() || animation.is_changed() {
        collect_marks(&session, &mut marks);
        collect_packets(&session, &mut packets);
        materials.write_tiles(material, shown, (&marks, &packets), &mut scratch);
    }
    let hovered = pointer
        .position()
        .and_then(|pointer| layout.tile_at(pointer));
    let cursor = session.cursor();
    let place = BoardPlace {
        corner: layout.corner.as_vec2(),
        side: layout.side.max(1) as f32,
        scroll: layout.scroll,
    };
    let cursor = cursor.shown.then_some(cursor.at);
    materials.update(material, shown, place, (cursor, hovered));
}

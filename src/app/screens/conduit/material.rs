//! The board in the window: a node of the user interface behind all others, and its material, which is
//! brought up to date before each frame.

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::ui_render::prelude::MaterialNode;
use bevy::window::PrimaryWindow;

use super::marks::{collect_marks, collect_packets};
use super::place::Place;
use super::session::Session;
use crate::app::board::{
    BoardMaterial, BoardMaterials, BoardPlace, Mark, Picture, Scratch, TilePackets,
};
use crate::app::glyph::ViewInsets;
use crate::app::screen::{Screen, on};

/// Shows the board.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Conduit), spawn_board)
        .add_systems(
            PostUpdate,
            (update_board, make_room)
                .run_if(on(Screen::Conduit))
                .before(AssetEventSystems),
        );
}

fn spawn_board(mut commands: Commands, mut materials: BoardMaterials) {
    commands.spawn((
        DespawnOnExit(Screen::Conduit),
        MaterialNode(materials.add()),
        GlobalZIndex(-1),
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            right: px(0),
            bottom: px(0),
            ..default()
        },
    ));
}

/// Draws nothing where panel and bar cover it.
fn make_room(
    insets: Res<ViewInsets>,
    mut nodes: Query<&mut Node, With<MaterialNode<BoardMaterial>>>,
) {
    for mut node in &mut nodes {
        let covered = (px(insets.right), px(insets.bottom));
        if (node.right, node.bottom) != covered {
            (node.right, node.bottom) = covered;
        }
    }
}

/// Brings texture and uniform up to date.
fn update_board(
    (session, picture, place): (Res<Session>, Res<Picture>, Res<Place>),
    windows: Query<&Window, With<PrimaryWindow>>,
    nodes: Query<&MaterialNode<BoardMaterial>>,
    mut materials: BoardMaterials,
    (mut marks, mut packets): (Local<Vec<Mark>>, Local<Vec<TilePackets>>),
    mut scratch: Local<Scratch>,
) {
    let Ok(MaterialNode(material)) = nodes.single() else {
        return;
    };
    let conduit = session.conduit();
    let shown = (conduit, &*picture);
    if session.is_changed() || picture.is_changed() {
        collect_marks(&session, &mut marks);
        collect_packets(&session, &mut packets);
        materials.write_tiles(material, shown, (&marks, &packets), &mut scratch);
    }
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    let pointed = pointer.and_then(|pointer| place.tile_at(pointer));
    let cursor = session.cursor();
    let board_place = BoardPlace {
        corner: place.corner.as_vec2(),
        side: place.side.max(1) as f32,
        scroll: place.scroll,
    };
    let cursor = cursor.shown.then_some(cursor.at);
    materials.update(material, shown, board_place, (cursor, pointed));
}

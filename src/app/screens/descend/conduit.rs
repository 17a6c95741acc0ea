//! The conduit of a vault, or of the sanctum, drawn over the map while it is worked: the board of the
//! Conduit screen, in a box of its own.

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::ui::{RelativeCursorPosition, UiSystems};
use bevy::ui_render::prelude::MaterialNode;

use super::action::PlayAction;
use super::mode::Mode;
use crate::app::board::{BoardAnimation, BoardMaterial, BoardMaterials, BoardPlace, Scratch};
use crate::app::frame::Phase;
use crate::app::input::ActionQueue;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::app::stage::Run;
use crate::conduit::{Board, Conduit, Puzzle};
use crate::geom::{Dir, Grid, Pos, Size};

/// Largest and smallest side of a tile, in logical pixels.
const LARGEST: f32 = 56.0;
const SMALLEST: f32 = 20.0;

/// Room around the board for its frame, in tiles.
const MARGIN: f32 = 0.3;

/// The node that the board is drawn in.
#[derive(Component)]
pub(super) struct BoardNode(Size);

/// The board as it is shown; none while no conduit is worked.
#[derive(Resource)]
pub(super) struct ShownBoard {
    material: Handle<BoardMaterial>,
    conduit: Option<Conduit>,
    animation: BoardAnimation,
    /// Tells the boards apart that were opened one after another.
    number: u64,
}

/// Shows the board while a conduit is worked.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, prepare_material)
        .add_systems(
            Update,
            animate_board
                .run_if(on(Screen::Play))
                .run_if(resource_exists::<Run>)
                .in_set(Phase::Show),
        )
        .add_systems(
            PostUpdate,
            update_material
                .run_if(on(Screen::Play))
                .after(UiSystems::Layout)
                .before(AssetEventSystems),
        );
}

fn prepare_material(mut commands: Commands, mut materials: BoardMaterials) {
    commands.insert_resource(ShownBoard {
        material: materials.add(),
        conduit: None,
        animation: BoardAnimation::default(),
        number: 0,
    });
}

/// The board of the conduit beside the player, unless it is solved.
pub(super) fn board_at(run: &Run) -> Option<Board> {
    let view = run.game().view();
    let lever = view.vault().filter(|vault| vault.has_conduit)?.lever;
    let me = view.player().pos;
    Dir::ALL
        .into_iter()
        .any(|dir| me.step(dir) == lever)
        .then(|| view.conduit())?
}

/// The number of a tile, row by row.
pub(super) const fn tile_index(board: &Board, pos: Pos) -> u16 {
    (pos.y * board.size().width as i32 + pos.x) as u16
}

/// Spawns the node for a board of this size where `height` logical pixels are left for it.
pub(super) fn spawn_board(
    frame: &mut ChildSpawnerCommands,
    shown: &ShownBoard,
    size: Size,
    height: f32,
) {
    let tiles = Vec2::new(size.width as f32, size.height as f32) + 2.0 * MARGIN;
    let side = (height / tiles.y).floor().clamp(SMALLEST, LARGEST);
    frame.spawn((
        BoardNode(size),
        MaterialNode(shown.material.clone()),
        Interaction::default(),
        RelativeCursorPosition::default(),
        Node {
            width: px(tiles.x * side),
            height: px(tiles.y * side),
            flex_shrink: 0.0,
            margin: UiRect::vertical(px(6)),
            ..default()
        },
    ));
}

/// The tile under the pointer.
fn tile_under(cursor: &RelativeCursorPosition, size: Size) -> Option<Pos> {
    let tiles = Vec2::new(size.width as f32, size.height as f32);
    let at = (cursor.normalized.filter(|_| cursor.cursor_over)? + 0.5) * (tiles + 2.0 * MARGIN);
    let tile = (at - MARGIN).floor().as_ivec2();
    let pos = Pos::new(tile.x, tile.y);
    size.contains(pos).then_some(pos)
}

/// A press on a tile turns it.
pub(super) fn turn_pressed_tile(
    nodes: Query<(&Interaction, &RelativeCursorPosition, &BoardNode), Changed<Interaction>>,
    mut queue: ResMut<ActionQueue>,
) {
    for (interaction, cursor, BoardNode(size)) in &nodes {
        if *interaction == Interaction::Pressed
            && let Some(tile) = tile_under(cursor, *size)
        {
            queue.push(&PlayAction::TurnAt(tile));
        }
    }
}

/// The mode of working at the conduit beside the player, if there is one.
pub(super) fn open_board(run: &Run) -> Option<Mode> {
    let board = board_at(run)?;
    Some(Mode::Conduit(board.wellspring()[0]))
}

/// Follows the board of the run, and advances its animation.
fn animate_board(
    (run, mode): (Res<Run>, Res<Mode>),
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut shown: ResMut<ShownBoard>,
    mut wake: MessageWriter<Wake>,
) {
    let board = match *mode {
        Mode::Conduit(_) => board_at(&run),
        _ => None,
    };
    let Some(board) = board else {
        if shown.conduit.is_some() {
            shown.conduit = None;
            shown.number += 1;
        }
        return;
    };
    let is_known = shown.conduit.as_ref().map(Conduit::board) == Some(&board);
    if is_known && !shown.animation.is_moving() {
        return;
    }
    let shown = &mut *shown;
    shown.animation.advance(time.delta_secs(), false);
    if !is_known {
        let before = shown.conduit.as_ref().map(Conduit::board);
        let turned = before.map_or_else(Vec::new, |before| turned_tiles(before, &board));
        // Only what leads where is asked of it: any solution serves.
        let conduit = Conduit::new(Puzzle::solved_by(board.clone(), &board));
        shown
            .animation
            .update_board(&conduit, shown.number, &turned);
        shown.conduit = Some(conduit);
    }
    if settings.is_still() {
        shown.animation.finish();
    }
    if shown.animation.is_moving() {
        wake.write(Wake(FRAME));
    }
}

/// The tiles that stand differently, with their quarter turns clockwise.
fn turned_tiles(before: &Board, after: &Board) -> Vec<(Pos, u8)> {
    let [upper, lower] = after.wellspring();
    let rows = before.rows().zip(after.rows()).zip(0..);
    rows.flat_map(|((before, after), y)| {
        let tiles = before.into_iter().zip(after).zip(0..);
        tiles.filter_map(move |((before, after), x)| {
            let pos = Pos::new(x, y);
            let quarters = match pos {
                // The halves of a wellspring turn as one.
                _ if upper != lower && pos == upper => 0,
                _ if upper != lower && pos == lower => u8::from(before != after),
                _ => before.quarters_to(after)?,
            };
            (quarters > 0).then_some((pos, quarters))
        })
    })
    .collect()
}

/// Updates the material once the layout of the node is known.
fn update_material(
    (shown, mode): (Option<Res<ShownBoard>>, Res<Mode>),
    nodes: Query<(&ComputedNode, &UiGlobalTransform, &RelativeCursorPosition), With<BoardNode>>,
    mut materials: BoardMaterials,
    mut scratch: Local<Scratch>,
) {
    let (Some(shown), Mode::Conduit(at), Ok((node, transform, cursor))) =
        (shown, *mode, nodes.single())
    else {
        return;
    };
    let Some(conduit) = &shown.conduit else {
        return;
    };
    let size = conduit.size();
    let tiles = Vec2::new(size.width as f32, size.height as f32) + 2.0 * MARGIN;
    let side = (node.size() / tiles).min_element().floor();
    let corner = transform.translation - node.size() / 2.0 + MARGIN * side;
    let place = BoardPlace {
        corner: corner.round(),
        side,
        scroll: UVec2::ZERO,
    };
    let board = (conduit, &shown.animation);
    if shown.is_changed() {
        materials.write_tiles(
            &shown.material,
            board,
            (&Grid::default(), &Grid::default()),
            &mut scratch,
        );
    }
    let pointed = tile_under(cursor, size);
    materials.update(&shown.material, board, place, (Some(at), pointed));
}

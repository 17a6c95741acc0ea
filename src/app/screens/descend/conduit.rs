//! A vault's conduit board, drawn over the map while the player works it.

use bevy::prelude::*;

use super::action::PlayAction;
use crate::app::input::ActionQueue;
use crate::app::stage::Run;
use crate::app::ui::theme::KEY;
use crate::conduit::Board;
use crate::geom::{Dir, Pos};

/// Range of a tile's side, and the width of a pipe in the largest tile, in logical pixels.
const MAX_TILE_SIDE: f32 = 36.0;
const MIN_TILE_SIDE: f32 = 20.0;
const PIPE_WIDTH: f32 = 8.0;

const DARK_PIPE: Color = Color::srgb(0.30, 0.34, 0.44);
const LIT_PIPE: Color = Color::srgb(1.0, 0.80, 0.42);
const DARK_TILE: Color = Color::srgb(0.085, 0.085, 0.115);
const LIT_TILE: Color = Color::srgb(0.17, 0.125, 0.09);

/// A clickable tile of the board, by its [`tile_index`].
#[derive(Component)]
pub(super) struct BoardTile(u16);

/// The board of the conduit beside the player, if there is one.
pub(super) fn board_at(run: &Run) -> Option<Board> {
    let view = run.game().view();
    let lever = view.vault().filter(|vault| vault.has_conduit)?.lever;
    let is_adjacent = view.player().pos.steps_to(lever) == 1;
    is_adjacent.then(|| view.conduit())?
}

/// The number of a tile, counted row by row.
pub(super) const fn tile_index(board: &Board, pos: Pos) -> u16 {
    (pos.y * board.size().width as i32 + pos.x) as u16
}

/// Draws the board, with the selected tile at `at`, into `height` logical pixels if the smallest tiles
/// fit.
pub(super) fn draw(frame: &mut ChildSpawnerCommands, board: &Board, at: Pos, height: f32) {
    let lit = board.lit();
    let size = board.size();
    let side = (height / size.height as f32)
        .floor()
        .clamp(MIN_TILE_SIDE, MAX_TILE_SIDE);
    let column = Node {
        flex_direction: FlexDirection::Column,
        margin: UiRect::vertical(px(6)),
        ..default()
    };
    frame.spawn(column).with_children(|rows| {
        for y in 0..size.height as i32 {
            rows.spawn(Node::default()).with_children(|row| {
                for x in 0..size.width as i32 {
                    let pos = Pos::new(x, y);
                    draw_tile(row, (board, side), (pos, lit(pos)), pos == at);
                }
            });
        }
    });
}

fn draw_tile(
    row: &mut ChildSpawnerCommands,
    (board, side): (&Board, f32),
    (pos, is_lit): (Pos, bool),
    is_selected: bool,
) {
    let frame = Node {
        width: px(side),
        height: px(side),
        border: UiRect::all(px(1)),
        ..default()
    };
    let border = if is_selected { KEY } else { Color::BLACK };
    let ground = if is_lit { LIT_TILE } else { DARK_TILE };
    let colour = if is_lit { LIT_PIPE } else { DARK_PIPE };
    let spring = board.wellspring();
    row.spawn((
        BoardTile(tile_index(board, pos)),
        Interaction::default(),
        frame,
        BackgroundColor(ground),
        BorderColor::all(border),
    ))
    .with_children(|tile| {
        let mask = board.tile(pos).unwrap_or_default();
        let (inner, scale) = (side - 2.0, side / MAX_TILE_SIDE);
        let thick = (PIPE_WIDTH * scale).round();
        let mut bar = |left: f32, top: f32, width: f32, height: f32, round: f32| {
            tile.spawn((
                Node {
                    position_type: PositionType::Absolute,
                    left: px(left),
                    top: px(top),
                    width: px(width),
                    height: px(height),
                    border_radius: BorderRadius::all(px(round)),
                    ..default()
                },
                BackgroundColor(colour),
            ));
        };
        let (near, half) = ((inner - thick) / 2.0, (inner + thick) / 2.0);
        let mut pipe = |dir: Dir| match dir {
            Dir::North => bar(near, 0.0, thick, half, 0.0),
            Dir::South => bar(near, near, thick, half, 0.0),
            Dir::West => bar(0.0, near, half, thick, 0.0),
            _ => bar(near, near, half, thick, 0.0),
        };
        mask.dirs().for_each(&mut pipe);
        // A short pipe joins the two halves of the wellspring.
        if spring[0] != spring[1] {
            if pos == spring[0] {
                pipe(Dir::South);
            } else if pos == spring[1] {
                pipe(Dir::North);
            }
        }
        let knob = if spring.contains(&pos) {
            20.0 * scale
        } else if mask.is_lamp() {
            16.0 * scale
        } else {
            return;
        };
        let corner = (inner - knob) / 2.0;
        bar(corner, corner, knob, knob, knob / 2.0);
    });
}

/// Queues a click on a tile, which turns it.
pub(super) fn queue_click(
    tiles: Query<(&Interaction, &BoardTile), Changed<Interaction>>,
    run: Res<Run>,
    mut queue: ResMut<ActionQueue>,
) {
    for (interaction, tile) in &tiles {
        if *interaction == Interaction::Pressed
            && let Some(board) = board_at(&run)
        {
            let (tile, width) = (i32::from(tile.0), board.size().width as i32);
            queue.push(&PlayAction::TurnAt(Pos::new(tile % width, tile / width)));
        }
    }
}

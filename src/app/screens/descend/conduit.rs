//! The conduit of a vault, drawn over the map while it is worked.

use bevy::prelude::*;

use super::action::PlayAction;
use super::mode::Mode;
use crate::app::input::ActionQueue;
use crate::app::stage::Run;
use crate::app::ui::theme::KEY;
use crate::conduit::Board;
use crate::geom::{Dir, Pos};

/// Side of a tile at most and at least, and width of a pipe in the largest, in logical pixels.
const SIDE: f32 = 36.0;
const LEAST: f32 = 20.0;
const PIPE: f32 = 8.0;

/// What no light reaches, and what it does.
const DARK: Color = Color::srgb(0.30, 0.34, 0.44);
const LIT: Color = Color::srgb(1.0, 0.80, 0.42);
const STONE: Color = Color::srgb(0.085, 0.085, 0.115);
const WARM: Color = Color::srgb(0.17, 0.125, 0.09);

/// A tile of the board that is shown, row by row.
#[derive(Component)]
pub(super) struct Tile(u16);

/// Where on the board of the run this tile is, if there is a board to work at.
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
pub(super) const fn index(board: &Board, pos: Pos) -> u16 {
    (pos.y * board.size().width as i32 + pos.x) as u16
}

/// Draws the board with the tile that is chosen, in room of this height.
pub(super) fn draw(frame: &mut ChildSpawnerCommands, board: &Board, at: Pos, height: f32) {
    let lit = board.lit();
    let size = board.size();
    let side = (height / size.height as f32).floor().clamp(LEAST, SIDE);
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
    (pos, lit): (Pos, bool),
    chosen: bool,
) {
    let frame = Node {
        width: px(side),
        height: px(side),
        border: UiRect::all(px(1)),
        ..default()
    };
    let border = if chosen { KEY } else { Color::BLACK };
    let ground = if lit { WARM } else { STONE };
    let colour = if lit { LIT } else { DARK };
    let spring = board.wellspring();
    row.spawn((
        Tile(index(board, pos)),
        Interaction::default(),
        frame,
        BackgroundColor(ground),
        BorderColor::all(border),
    ))
    .with_children(|tile| {
        let mask = board.tile(pos).unwrap_or_default();
        let (inner, scale) = (side - 2.0, side / SIDE);
        let thick = (PIPE * scale).round();
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
        // The halves of the wellspring are joined.
        if spring[0] != spring[1] {
            match spring.iter().position(|half| *half == pos) {
                Some(0) => pipe(Dir::South),
                Some(_) => pipe(Dir::North),
                None => {}
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

/// A press on a tile turns it.
pub(super) fn press(
    tiles: Query<(&Interaction, &Tile), Changed<Interaction>>,
    run: Res<Run>,
    mut queue: ResMut<ActionQueue>,
) {
    let pressed = |interaction: &Interaction| *interaction == Interaction::Pressed;
    for (_, tile) in tiles.iter().filter(|(interaction, _)| pressed(interaction)) {
        if let Some(board) = board_at(&run) {
            let (tile, width) = (i32::from(tile.0), board.size().width as i32);
            queue.push(&PlayAction::TurnAt(Pos::new(tile % width, tile / width)));
        }
    }
}

/// The mode of working at the conduit beside the player, if there is one.
pub(super) fn begin(run: &Run) -> Option<Mode> {
    let board = board_at(run)?;
    Some(Mode::Conduit(board.wellspring()[0]))
}

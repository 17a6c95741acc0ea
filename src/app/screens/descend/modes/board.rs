//! The conduit of a vault or of the sanctum, drawn over the map while the player works it, with the same
//! board as the Conduit screen.

use std::time::Duration;

use bevy::asset::AssetEventSystems;
use bevy::picking::events::{Pointer, Press};
use bevy::prelude::*;
use bevy::ui::{RelativeCursorPosition, UiSystems};
use bevy::ui_render::prelude::MaterialNode;

use super::super::action::{DescendAction, STEPS};
use super::super::mode::Mode;
use super::super::placement::LINE;
use super::super::reply::Reply;
use crate::app::board::{BoardAnimation, BoardMaterial, BoardMaterials, BoardPlace, Scratch};
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, CommonAction};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::stage::Run;
use crate::app::ui::hud::Hint;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont, WRONG};
use crate::conduit::{Board, Conduit, Puzzle};
use crate::game::content::Class;
use crate::game::{Action, BrokenView, FeatureView, Lamplit, Letter, View, counted};
use crate::geom::{Grid, Pos, Size};
use crate::profile::board::words::describe_at;

/// Range of a tile's side, in logical pixels.
const MAX_TILE_SIDE: f32 = 56.0;
const MIN_TILE_SIDE: f32 = 20.0;

/// The first is left out where feeling for a wrong tile is of no more use.
static HINTS: [Hint; 5] = [
    (&[&DescendAction::Search], "fix a wrong one"),
    (&STEPS, "choose"),
    (&[&DescendAction::Confirm], "turn the tile"),
    (&[&DescendAction::TurnBack], "turn it back"),
    (&[&CommonAction::Back], "leave"),
];

/// The same at the tile that the player can mend.
static MENDING: [Hint; 4] = [
    HINTS[0],
    HINTS[1],
    (&[&DescendAction::Confirm], "fit the missing pipe"),
    HINTS[4],
];

/// The bar's hints at a conduit, whose selected tile is `at`.
pub(super) fn hints(view: View<'_>, at: Pos) -> &'static [Hint] {
    let hints: &[Hint] = match missing_pipe(view, at) {
        Some(_) => &MENDING,
        None => &HINTS,
    };
    match view.can_feel() {
        true => hints,
        false => &hints[1..],
    }
}

/// Room around the board for its frame, in tiles.
const MARGIN: f32 = 0.3;

/// The node that the board is drawn in.
#[derive(Component)]
struct BoardNode(Size);

/// The board on the screen.
#[derive(Resource)]
pub struct ShownBoard {
    material: Handle<BoardMaterial>,
    /// `None` while no conduit is open.
    conduit: Option<Conduit>,
    animation: BoardAnimation,
    /// Increases with each board opened, for [`BoardAnimation::update_board`].
    number: u64,
}

pub fn plugin(app: &mut App) {
    app.add_observer(queue_click)
        .add_systems(OnEnter(Screen::Descend), prepare_board)
        .add_systems(
            Update,
            animate_board
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>)
                .in_set(Phase::Show),
        )
        .add_systems(
            PostUpdate,
            update_material
                .in_set(Screen::Descend)
                .after(UiSystems::Layout)
                .before(AssetEventSystems),
        );
}

fn prepare_board(mut commands: Commands, mut materials: BoardMaterials) {
    commands.insert_resource(ShownBoard {
        material: materials.add(),
        conduit: None,
        animation: BoardAnimation::default(),
        number: 0,
    });
}

/// The conduit beside the player, solved or not.
fn beside(view: View<'_>) -> Option<FeatureView> {
    let me = view.player().pos;
    let mut conduits = view.features().filter(|feature| feature.has_conduit);
    conduits.find(|feature| me.steps_to(feature.at) == 1)
}

/// Whether the player is beside a conduit, solved or not.
pub fn is_beside(run: &Run) -> bool {
    beside(run.game().view()).is_some()
}

/// Whether nothing is left to do with the conduit of the level.
fn is_solved(run: &Run) -> bool {
    let mut features = run.game().view().features();
    features.any(|feature| feature.has_conduit && feature.done)
}

/// The board of the conduit beside the player, solved or not.
fn board_at(run: &Run) -> Option<Board> {
    is_beside(run).then(|| run.game().view().conduit_or_solved())?
}

/// As [`board_at`], unless it is solved.
pub fn unsolved_board_at(run: &Run) -> Option<Board> {
    board_at(run).filter(|_| !is_solved(run))
}

/// The number of a tile, counted row by row.
const fn tile_index(board: &Board, pos: Pos) -> u16 {
    (pos.y * board.size().width as i32 + pos.x) as u16
}

/// Answers an action on the open board, whose selected tile is `at`.
pub(super) fn handle(action: DescendAction, at: Pos, run: &Run) -> Reply {
    let Some(board) = unsolved_board_at(run) else {
        return Reply::Close;
    };
    let turn = |at, clockwise| {
        let act = missing_pipe(run.game().view(), at).unwrap_or_else(|| {
            let tile = tile_index(&board, at);
            Action::Rotate { tile, clockwise }
        });
        Reply::Act(act.into(), Mode::Conduit(at))
    };
    match action {
        DescendAction::Step(dir) if board.tile(at.step(dir)).is_some() => {
            Reply::Open(Mode::Conduit(at.step(dir)))
        }
        DescendAction::Confirm => turn(at, true),
        DescendAction::TurnAt(clicked) => turn(clicked, true),
        DescendAction::TurnBack => turn(at, false),
        DescendAction::Search => {
            let view = run.game().view();
            let dir = beside(view).and_then(|feature| view.player().pos.dir_to(feature.at));
            dir.map_or(Reply::Nothing, |dir| {
                Reply::Act(Action::Feel { dir }.into(), Mode::Conduit(at))
            })
        }
        _ => Reply::Nothing,
    }
}

/// The selected tile in words; empty without a conduit.
pub(super) fn describe(run: &Run, at: Pos) -> String {
    board_at(run).map_or_else(String::new, |board| {
        let puzzle = Puzzle::solved_by(board.clone(), &board);
        describe_at(&Conduit::new(puzzle), at)
    })
}

/// The letter of a pipe that the player carries.
fn carried_pipe(view: View<'_>) -> Option<Letter> {
    view.find_class(|class| class == Class::Pipe)
}

/// The action that mends the broken tile, if it is at `at` and the player carries the pipe that it lacks.
fn missing_pipe(view: View<'_>, at: Pos) -> Option<Action> {
    let (broken, _) = view.broken_conduit()?.broken?;
    let letter = carried_pipe(view).filter(|_| broken == at)?;
    Some(Action::Use { letter, at: None })
}

/// How long a solved board stays open.
const SOLVED_SHOWN: Duration = Duration::from_millis(1200);

/// As [`SOLVED_SHOWN`], without motion.
const STILL_SHOWN: Duration = Duration::from_millis(600);

/// Closes a solved board after a while. Any key closes it, too.
pub fn close_if_solved(
    (run, mut mode): (Res<Run>, ResMut<Mode>),
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut solved_at: Local<Option<Duration>>,
    mut wake: MessageWriter<Wake>,
) {
    if mode.board().is_none() || !is_solved(&run) {
        *solved_at = None;
        return;
    }
    let now = time.elapsed();
    let shown = match settings.is_still() {
        true => STILL_SHOWN,
        false => SOLVED_SHOWN,
    };
    let closes_at = *solved_at.get_or_insert(now) + shown;
    if now >= closes_at {
        *mode = Mode::Map;
    } else {
        wake.write(Wake(closes_at - now));
    }
}

/// Draws the board with its title and what turning costs, in a window with room for `max_lines` lines.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, max_lines): (&Run, usize),
    shown_board: &ShownBoard,
) {
    let several = run.game().view().broken_conduit();
    let title = match several {
        Some(_) => "Conduit: choose which rooms get light",
        None => "Conduit: bring light to every lamp",
    };
    frame.spawn(font.wrapped(title, KEY));
    if let Some(board) = board_at(run) {
        // Leaves room for the title above, and for the rooms and the cost below.
        let lines = if several.is_some() { 6.5 } else { 3.5 };
        let height = (max_lines as f32 - lines) * LINE;
        spawn_board(
            frame,
            font,
            shown_board,
            (board.size(), several.as_ref()),
            height,
        );
    }
    if let Some(several) = &several {
        let carries = carried_pipe(run.game().view()).is_some();
        let lines = describe_rooms(several, carries);
        frame
            .spawn(narrow())
            .with_child(font.wrapped(&lines, PLAIN));
    }
    let mut cost = "Turning a tile takes a turn.".to_owned();
    if run.game().view().can_feel() {
        let feel = counted(run.game().content().rules().feel_actions(), "turn");
        cost += &format!(" Finding a wrong one and fixing it takes {feel} and is loud.");
    }
    frame.spawn(narrow()).with_child(font.wrapped(&cost, QUIET));
}

/// No wider than most boards, so that more of the map stays in view.
fn narrow() -> Node {
    Node::DEFAULT.max_width(px(420))
}

/// What marks the lamp of a room on the board, and the room's name.
const fn room(to: Lamplit) -> (&'static str, &'static str) {
    match to {
        Lamplit::Vault => ("V", "the vault"),
        Lamplit::Font => ("F", "a font, which heals once"),
        Lamplit::Stairs => ("S", "the hall of the stairs down"),
    }
}

/// What marks the broken tile.
const BROKEN: &str = "✕";

/// Says what the lamps light, and what is broken, to a player who `carries` the missing pipe or does not.
fn describe_rooms(several: &BrokenView, carries: bool) -> String {
    let rooms = several.outlets.iter().map(|outlet| {
        let (mark, name) = room(outlet.to);
        let lit = if outlet.lit { " (lit)" } else { "" };
        format!("{mark} {name}{lit}")
    });
    let rooms: Vec<String> = rooms.collect();
    let broken = match several.broken {
        None => "All its pipes are there.".to_owned(),
        Some(_) if carries => {
            format!("You carry the pipe that is missing at {BROKEN}: turn that tile to fit it.")
        }
        Some((_, true)) => format!(
            "Light has fused the broken tile {BROKEN}: with its missing pipe it would turn again."
        ),
        Some((_, false)) => format!(
            "A pipe is missing at {BROKEN}: it leads light to one side, for good. The pipe lies somewhere on this level."
        ),
    };
    format!("{}. {broken}", rooms.join(", "))
}

/// Columns and rows of a board with its margin, in tiles.
fn padded_size(size: Size) -> Vec2 {
    Vec2::new(size.width as f32, size.height as f32) + 2.0 * MARGIN
}

/// Spawns the node of a board of this size, with the largest tiles that fit into `height` logical pixels, and
/// marks the lamps of rooms and the broken tile.
fn spawn_board(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    shown: &ShownBoard,
    (size, several): (Size, Option<&BrokenView>),
    height: f32,
) {
    let tiles = padded_size(size);
    let side = (height / tiles.y)
        .floor()
        .clamp(MIN_TILE_SIDE, MAX_TILE_SIDE);
    frame
        .spawn((
            BoardNode(size),
            MaterialNode(shown.material.clone()),
            RelativeCursorPosition::default(),
            Node::DEFAULT
                .size(px(tiles.x * side), px(tiles.y * side))
                .rigid()
                .margin(UiRect::vertical(px(6))),
        ))
        .with_children(|board| {
            let marks = several.into_iter().flat_map(|several| {
                let rooms = several.outlets.iter().map(|outlet| {
                    let colour = if outlet.lit { KEY } else { PLAIN };
                    (outlet.tile, room(outlet.to).0, colour)
                });
                let broken = several.broken.map(|(pos, _)| (pos, BROKEN, WRONG));
                rooms.chain(broken)
            });
            for (pos, mark, colour) in marks {
                let corner = (Vec2::new(pos.x as f32, pos.y as f32) + MARGIN) * side;
                let place = Node::DEFAULT
                    .absolute()
                    .left(px(corner.x + 0.06 * side))
                    .top(px(corner.y));
                board
                    .spawn((place, Pickable::IGNORE))
                    .with_child((font.sized(mark, 0.36 * side, colour), Pickable::IGNORE));
            }
        });
}

/// The tile at a point of the board's node, which reaches from -0.5 to 0.5.
fn tile_at(point: Vec2, size: Size) -> Option<Pos> {
    let at = (point + 0.5) * padded_size(size);
    let tile = (at - MARGIN).floor().as_ivec2();
    let pos = Pos::new(tile.x, tile.y);
    size.contains(pos).then_some(pos)
}

/// Queues a click on a tile, which turns it.
fn queue_click(
    press: On<Pointer<Press>>,
    nodes: Query<&BoardNode>,
    mut queue: ResMut<ActionQueue>,
) {
    if let Ok(BoardNode(size)) = nodes.get(press.entity)
        && let Some(point) = press.hit.position
        && let Some(tile) = tile_at(point.truncate(), *size)
    {
        queue.push(&DescendAction::TurnAt(tile));
    }
}

/// Keeps the shown board and its animation in step with the run.
fn animate_board(
    (run, mode): (Res<Run>, Res<Mode>),
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut shown: ResMut<ShownBoard>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(board) = mode.board().and_then(|_| board_at(&run)) else {
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
        // The animation only reads how tiles are joined, so any solution will do.
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

/// The tiles that differ, with their quarter turns clockwise.
fn turned_tiles(before: &Board, after: &Board) -> Vec<(Pos, u8)> {
    let [upper, lower] = after.wellspring();
    let rows = before.rows().zip(after.rows()).zip(0..);
    rows.flat_map(|((before, after), y)| {
        let tiles = before.into_iter().zip(after).zip(0..);
        tiles.filter_map(move |((before, after), x)| {
            let pos = Pos::new(x, y);
            let quarters = match pos {
                // The two halves of a wellspring turn as one, so the lower one stands for both.
                _ if upper != lower && pos == upper => 0,
                _ if upper != lower && pos == lower => u8::from(before != after),
                _ => before.quarters_to(after)?,
            };
            (quarters > 0).then_some((pos, quarters))
        })
    })
    .collect()
}

/// Updates the material after layout, which decides where the board lies.
fn update_material(
    (shown, mode): (Res<ShownBoard>, Res<Mode>),
    nodes: Query<(&ComputedNode, &UiGlobalTransform, &RelativeCursorPosition), With<BoardNode>>,
    mut materials: BoardMaterials,
    mut scratch: Local<Scratch>,
) {
    let (Some(conduit), Some(at), Ok((node, transform, cursor))) =
        (&shown.conduit, mode.board(), nodes.single())
    else {
        return;
    };
    let size = conduit.size();
    let tiles = padded_size(size);
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
    let point = cursor.normalized.filter(|_| cursor.cursor_over);
    let pointed = point.and_then(|point| tile_at(point, size));
    materials.update(&shown.material, board, place, (Some(at), pointed));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::OutletView;

    #[test]
    fn the_rooms_and_what_is_broken_are_told_under_the_board() {
        let outlet = |x: i32, to: Lamplit, lit: bool| OutletView {
            tile: Pos::new(x, 0),
            to,
            lit,
        };
        let outlets = vec![
            outlet(0, Lamplit::Vault, false),
            outlet(1, Lamplit::Font, true),
            outlet(2, Lamplit::Stairs, false),
        ];
        let board = crate::conduit::Spec::new(Size::new(3, 3), <_>::default(), crate::rng::Seed(1));
        let mended = board.unwrap().make().solved();
        let mut several = BrokenView {
            outlets,
            broken: Some((Pos::new(1, 1), false)),
            mended,
        };
        let told = describe_rooms(&several, false);
        assert!(told.starts_with(
            "V the vault, F a font, which heals once (lit), S the hall of the stairs down."
        ));
        assert!(told.contains("A pipe is missing at ✕"), "{told}");
        assert!(describe_rooms(&several, true).contains("You carry the pipe that is missing at ✕"));
        several.broken = Some((Pos::new(1, 1), true));
        assert!(describe_rooms(&several, false).contains("has fused the broken tile"));
        assert!(describe_rooms(&several, true).contains("turn that tile to fit it"));
        several.broken = None;
        assert!(describe_rooms(&several, false).contains("All its pipes are there."));
    }
}

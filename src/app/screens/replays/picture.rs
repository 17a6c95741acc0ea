//! What the marked line of the list is of: the level on which the run ended, or the solved board or maze.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::Real;

use super::list::{ReplayList, SelectedLine, Source};
use super::playback::open_replay;
use crate::app::dungeon::paint;
use crate::app::frame::Phase;
use crate::app::glyph::{Terrain, ViewInsets, srgb_image};
use crate::app::platform::clock::Wake;
use crate::app::reward::{BestSolves, Game};
use crate::app::screen::Screen;
use crate::app::stage::{PlayedContent, Run, Watched};
use crate::app::ui::edges::{Clear, Edge, UiWindow};
use crate::app::ui::node::NodeExt;
use crate::app::ui::widget::set_displayed;
use crate::conduit::Board;
use crate::geom::{Grid, Pos, Rect};
use crate::profile::board::BoardRound;
use crate::profile::maze::MazeRound;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Marked>()
        .add_systems(OnExit(Screen::Replays), |mut commands: Commands| {
            commands.insert_resource(Marked::default());
            commands.remove_resource::<Watched>();
        })
        .add_systems(
            Update,
            follow_mark.in_set(Phase::Tick).in_set(Screen::Replays),
        );
}

pub(super) fn view_plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Replays), spawn_picture)
        .add_systems(
            Update,
            show_picture.in_set(Phase::Show).in_set(Screen::Replays),
        );
}

/// How long a line is marked before its picture appears, so that whoever goes through the list waits for none.
const REST: Duration = Duration::from_millis(120);

/// The most actions of a run that are played for its picture.
const MOST_ACTIONS: u64 = 20_000;

/// A pixel: red, green, blue and alpha.
type Pixel = [u8; 4];

/// What is marked, and its picture once it has been made. A run has none: it is [`Watched`].
#[derive(Resource, Default)]
struct Marked {
    source: Option<Source>,
    since: Duration,
    is_made: bool,
    picture: Option<Grid<Pixel>>,
}

fn follow_mark(
    (replays, selected): (Res<ReplayList>, Res<SelectedLine>),
    (content, solves): (Option<Res<PlayedContent>>, Option<Res<BestSolves>>),
    (time, mut wake): (Res<Time<Real>>, MessageWriter<Wake>),
    (mut marked, mut terrain): (ResMut<Marked>, ResMut<Terrain>),
    mut commands: Commands,
) {
    let source = replays.source(*selected);
    if marked.source.as_ref() != source {
        *marked = Marked {
            source: source.cloned(),
            since: time.elapsed(),
            ..default()
        };
        commands.remove_resource::<Watched>();
        terrain.replace(Grid::default());
    }
    let Some(source) = source.filter(|_| !marked.is_made) else {
        return;
    };
    let rested = time.elapsed() - marked.since;
    if rested < REST {
        wake.write(Wake(REST - rested));
        return;
    }
    marked.is_made = true;
    match source {
        Source::Run(path) => {
            if let Some(run) = end_of(path, content.as_deref()) {
                commands.insert_resource(Watched { run, whole: false });
            }
        }
        Source::Solve(game, id) => {
            let kept = solves.as_ref().and_then(|solves| solves.0.get(*game, *id));
            marked.picture = kept.and_then(|kept| match game {
                Game::Conduit => Some(draw_board(
                    kept.read::<BoardRound>()?.end()?.conduit().board(),
                )),
                Game::Maze => Some(draw_maze(&kept.read::<MazeRound>()?.end()?)),
            });
        }
    }
}

/// The run as it was left; `None` if it cannot be played.
fn end_of(path: &Path, content: Option<&PlayedContent>) -> Option<Run> {
    let (mut run, _) = open_replay(path, content).ok()?;
    run.seek(MOST_ACTIONS).ok()?;
    // What happened until then is not shown.
    run.take_turns();
    Some(run)
}

/// Pixels on each side of a tile of a board.
const SIDE: i32 = 12;

const TILE: Pixel = [30, 33, 52, 255];
const LIGHT: Pixel = [255, 176, 46, 255];
const BRIGHT: Pixel = [255, 236, 178, 255];

/// A solved board: all pipes are lit.
fn draw_board(board: &Board) -> Grid<Pixel> {
    let (size, side) = (board.size(), SIDE as u32);
    let mut pixels = Grid::new(size.width * side, size.height * side, [0; 4]);
    let wellspring = board.wellspring();
    for (y, row) in (0..).zip(board.rows()) {
        for (x, mask) in (0..).zip(row) {
            let corner = Pos::new(x * SIDE, y * SIDE);
            let mut fill = |from: Pos, to: Pos, pixel: Pixel| {
                for pos in Rect::between(corner + from, corner + to).positions() {
                    pixels[pos] = pixel;
                }
            };
            fill(Pos::new(0, 0), Pos::new(SIDE - 2, SIDE - 2), TILE);
            for dir in mask.dirs() {
                let Pos { x, y } = dir.delta();
                let from = Pos::new(4 + 4 * x.min(0), 4 + 4 * y.min(0));
                let to = Pos::new(7 + 4 * x.max(0), 7 + 4 * y.max(0));
                fill(from, to, LIGHT);
            }
            if wellspring.contains(&Pos::new(x, y)) {
                fill(Pos::new(1, 1), Pos::new(9, 9), BRIGHT);
            } else if mask.is_lamp() {
                fill(Pos::new(3, 3), Pos::new(8, 8), BRIGHT);
            }
        }
    }
    pixels
}

/// A maze with the way that was walked.
fn draw_maze(round: &MazeRound) -> Grid<Pixel> {
    let tiles = &round.map().tiles;
    let mut pixels = Grid::new(tiles.width(), tiles.height(), [0; 4]);
    for (pos, tile) in tiles.iter() {
        let [red, green, blue] = match round.mark_at(pos) {
            Some(_) => [LIGHT[0], LIGHT[1], LIGHT[2]],
            None => paint::dot_colour(*tile),
        };
        pixels[pos] = [red, green, blue, 255];
    }
    pixels
}

/// The longer side of a picture, and the least width beside the list for one, in UI pixels.
const LONGER: f32 = 340.0;
const LEAST_WIDTH: f32 = 360.0;

/// The room beside the list, and the picture in it.
#[derive(Component)]
struct Room;

#[derive(Component)]
struct Shown;

fn spawn_picture(mut commands: Commands) {
    let room = Node::DEFAULT
        .absolute()
        .top(px(60))
        .right(px(0))
        .justify_centre();
    commands.spawn((
        (Room, DespawnOnExit(Screen::Replays)),
        (Clear(&[(Edge::Left, 0.0)]), room),
        children![(Shown, ImageNode::default(), Node::default())],
    ));
}

fn show_picture(
    (marked, window, insets): (Res<Marked>, UiWindow, Res<ViewInsets>),
    mut room: Single<&mut Node, With<Room>>,
    mut shown: Single<(&mut Node, &mut ImageNode), (With<Shown>, Without<Room>)>,
    mut images: ResMut<Assets<Image>>,
) {
    let has_room = window.size().x - insets.left >= LEAST_WIDTH;
    set_displayed(&mut room, has_room && marked.picture.is_some());
    if let Some(picture) = marked.picture.as_ref().filter(|_| marked.is_changed()) {
        let size = UVec2::new(picture.width(), picture.height());
        let scale = LONGER / size.max_element() as f32;
        let (node, image) = &mut *shown;
        (node.width, node.height) = (px(size.x as f32 * scale), px(size.y as f32 * scale));
        let data = picture.as_slice().as_flattened().to_vec();
        image.image = images.add(srgb_image(size, data));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::Spec;
    use crate::geom::{Dir, Size};
    use crate::mazerun::Leg;
    use crate::profile::Round;
    use crate::profile::maze::MazeMove;
    use crate::rng::Seed;

    #[test]
    fn a_board_is_drawn_with_its_pipes_lamps_and_wellspring() {
        let spec: Spec = "board/5x5#7".parse().unwrap();
        let board = spec.make().solved();
        let pixels = draw_board(&board);
        assert_eq!((pixels.width(), pixels.height()), (60, 60));
        let at = |x: i32, y: i32, pos: Pos| pixels[Pos::new(pos.x * SIDE + x, pos.y * SIDE + y)];
        for (y, row) in (0..).zip(board.rows()) {
            for (x, mask) in (0..).zip(row) {
                let pos = Pos::new(x, y);
                let is_bright = mask.is_lamp() || board.wellspring().contains(&pos);
                assert_eq!(at(5, 5, pos) == BRIGHT, is_bright, "{pos:?}");
                let east = mask.has(Dir::East);
                assert_eq!(at(SIDE - 2, 5, pos) == LIGHT, east, "{pos:?}");
            }
        }
    }

    #[test]
    fn a_maze_is_drawn_with_the_way_that_was_walked() {
        // A corridor of four cells with a dead end below the second; the start is on the right.
        let leg = Leg::new("maze-dfs", Size::new(4, 4), Seed(1)).unwrap();
        let mut round = MazeRound::new(leg.load_text("BA8E\nFF7F\n").unwrap());
        let lit = |round: &MazeRound| {
            let pixels = draw_maze(round);
            pixels.iter().filter(|(_, pixel)| **pixel == LIGHT).count()
        };
        let before = lit(&round);
        round.play(MazeMove::Step(Dir::West)).unwrap();
        assert!(lit(&round) > before);
    }
}

//! Pictures of boards, of empty grids, and of mazes. Widths of lines are shares of the width of a tile or a cell,
//! with a least width that every printer shows.

use super::page::{Page, Point};
use crate::conduit::{Board, Mask};
use crate::geom::{Dir, Pos, Size};
use crate::mazerun::MazeRun;

/// The shade and the least width of the lines between tiles.
const GRID_SHADE: u8 = 130;
const GRID_WIDTH: f32 = 0.12;
/// The width of a pipe, in tiles.
pub const PIPE_WIDTH: f32 = 0.13;
/// The shade of the way through a maze.
pub const WAY_SHADE: u8 = 150;

/// Adds a board with its upper left corner at `corner`.
pub fn add_board(page: &mut Page, board: &Board, corner: Point, side: f32) {
    add_frame(page, board, corner, side);
    let middle = |pos: Pos| middle(corner, pos, side);
    let ring = board.wellspring();
    for (row, masks) in (0..).zip(board.rows()) {
        for (column, mask) in (0..).zip(masks) {
            let pos = Pos::new(column, row);
            for dir in mask.dirs() {
                // What joins the halves of the ring is inside it.
                let to = pos + dir.delta();
                if !(ring.contains(&pos) && ring.contains(&to)) {
                    let end = offset(middle(pos), dir, side * 0.47);
                    page.add_line(&[middle(pos), end], side * PIPE_WIDTH, 0);
                }
            }
            if mask.is_lamp() && !ring.contains(&pos) {
                page.add_disc(middle(pos), side * 0.26, 0);
                page.add_disc(middle(pos), side * 0.17, 255);
            }
        }
    }
    page.add_line(&ring.map(middle), side * 0.62, 0);
    page.add_line(&ring.map(middle), side * 0.30, 255);
}

/// Adds the grid of a board without its tiles: lines, walls and the place of the wellspring.
pub fn add_empty_grid(page: &mut Page, board: &Board, corner: Point, side: f32) {
    add_frame(page, board, corner, side);
    let ring = board.wellspring().map(|pos| middle(corner, pos, side));
    page.add_line(&ring, side * 0.62, GRID_SHADE);
    page.add_line(&ring, side * 0.52, 255);
}

/// Adds the lines between tiles, the border and the walls.
fn add_frame(page: &mut Page, board: &Board, [x, y]: Point, side: f32) {
    let Size { width, height } = board.size();
    let at = |column: f32, row: f32| [x + column * side, y + row * side];
    let (right, bottom) = (width as f32, height as f32);
    let (thin, thick) = ((side * 0.02).max(GRID_WIDTH), (side * 0.1).max(0.3));
    // Not to be taken for pipes.
    let wall = side * 0.2;
    for column in 0..=width {
        let column = column as f32;
        page.add_line(&[at(column, 0.0), at(column, bottom)], thin, GRID_SHADE);
    }
    for row in 0..=height {
        let row = row as f32;
        page.add_line(&[at(0.0, row), at(right, row)], thin, GRID_SHADE);
    }
    // An edge that wraps is open.
    if !board.rules().wrap {
        let corners = [
            at(0.0, 0.0),
            at(right, 0.0),
            at(right, bottom),
            at(0.0, bottom),
            at(0.0, 0.0),
        ];
        page.add_line(&corners, thick, 0);
    }
    for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row))) {
        let walls = board.walls(Pos::new(column as i32, row as i32));
        let (column, row) = (column as f32, row as f32);
        let end = at(column + 1.0, row + 1.0);
        for (dir, from) in [
            (Dir::East, at(column + 1.0, row)),
            (Dir::South, at(column, row + 1.0)),
        ] {
            if walls.has(dir) {
                page.add_line(&[from, end], wall, 0);
            }
        }
    }
}

/// Adds a maze with its start and goal, and the way between them if `is_solved`.
pub fn add_maze(page: &mut Page, run: &MazeRun, corner: Point, side: f32, is_solved: bool) {
    let maze = run.maze();
    let at = |pos: Pos| {
        [
            corner[0] + pos.x as f32 * side,
            corner[1] + pos.y as f32 * side,
        ]
    };
    let middle = |cell: Pos| middle(corner, cell, side);
    let ends = run.ends();
    if is_solved {
        let way: Vec<Point> = run.solution().map(middle).collect();
        page.add_line(&way, side * 0.25, WAY_SHADE);
    }
    let width = (side * 0.12).max(0.2);
    for (cell, _) in maze.cells() {
        let walls = Mask::new(maze.walls(cell));
        let ([x1, y1], [x2, y2]) = (at(cell), at(cell + Pos::new(1, 1)));
        // The wall between two cells is drawn once, by the left or the upper one.
        for (is_drawn, from, to) in [
            (walls.has(Dir::North) && cell.y == 0, [x1, y1], [x2, y1]),
            (walls.has(Dir::West) && cell.x == 0, [x1, y1], [x1, y2]),
            (walls.has(Dir::East), [x2, y1], [x2, y2]),
            (walls.has(Dir::South), [x1, y2], [x2, y2]),
        ] {
            if is_drawn {
                page.add_line(&[from, to], width, 0);
            }
        }
    }
    page.add_disc(middle(ends.start), side * 0.32, 0);
    page.add_disc(middle(ends.start), side * 0.19, 255);
    page.add_disc(middle(ends.goal), side * 0.32, 0);
}

/// The middle of a tile or a cell.
fn middle([x, y]: Point, pos: Pos, side: f32) -> Point {
    [
        x + (pos.x as f32 + 0.5) * side,
        y + (pos.y as f32 + 0.5) * side,
    ]
}

/// The point at a distance from another in a direction.
fn offset([x, y]: Point, dir: Dir, distance: f32) -> Point {
    let delta = dir.delta();
    [x + delta.x as f32 * distance, y + delta.y as f32 * distance]
}

//! Braiding: opens dead ends, which makes loops. Does not depend on how the maze was dug.

use super::{Maze, Watcher};
use crate::geom::{Dir, Pos};
use crate::rng::Stream;

/// Opens `percent` per cent of the dead ends, each towards a neighbour behind a wall.
///
/// Row by row, for each cell that is still a dead end, draws a [`chance`](Stream::chance) of
/// `percent` in 100 and, if it succeeds, picks one of the walls to a neighbour, in the order up,
/// right, down, left, with [`below`](Stream::below). At 100 no dead end is left, except in a maze
/// one cell wide or high; at 0 nothing is drawn. Reports each passage as the cell it was dug from
/// and its direction.
///
/// Linear in the area. Source: W. D. Pullen, "Think Labyrinth: Maze Algorithms", braid mazes.
pub fn braid(maze: &mut Maze, stream: &mut Stream, percent: u32, mut watcher: impl Watcher) {
    if percent == 0 {
        return;
    }
    for y in 0..maze.height as i32 {
        for x in 0..maze.width as i32 {
            let cell = Pos::new(x, y);
            if maze.openings(cell).is_power_of_two()
                && stream.chance(percent, 100)
                && let Some(dir) = draw_wall(maze, cell, stream)
            {
                maze.open(cell, dir);
                watcher.dug(cell, dir);
            }
        }
    }
}

/// Draws one of the walls between `cell` and a neighbour; `None` if there is none.
fn draw_wall(maze: &Maze, cell: Pos, stream: &mut Stream) -> Option<Dir> {
    let walls = maze.walls(cell);
    let closed = Dir::CARDINAL
        .into_iter()
        .filter(|dir| walls & dir.bit() != 0 && maze.contains(cell.step(*dir)));
    let drawn = stream.below(closed.clone().count() as u32);
    closed.into_iter().nth(drawn as usize)
}

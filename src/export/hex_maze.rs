//! A maze of cells in hex form: one digit per cell.

use super::ExportError;
use super::row::Row;
use crate::maze::Maze;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "hex",
    label: "Hex maze",
    key: 'h',
    page: "maze.md",
    help: "Hex is only for the maze generators: one digit per cell, the sum of the walls\n\
         around it, 8 above, 4 on the right, 2 below, 1 on the left. `undercroft maze\n\
         --check` reads it.",
    is_for_mazes: true,
    write: |out, export| {
        let is_maze = export.spec.is_none_or(|spec| spec.makes_cell_maze());
        let maze = is_maze.then(|| Maze::from_map(export.map)).flatten();
        Ok(write!(out, "{}", maze.ok_or(ExportError::NotAMaze)?)?)
    },
    ..Row::PLAIN
};

//! `undercroft maze`: reads a maze in hex form and shows it, or says what is wrong with it. Knows
//! files; the form itself is in [`maze`](crate::maze).

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{CliError, exit_status, file};
use crate::map::Map;
use crate::maze::{Maze, Search};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --generator maze-dfs --seed 7 --out maze.hex
  undercroft maze --check maze.hex
  undercroft generate --generator maze-wilson --seed 7 --format hex | undercroft maze --check -

A maze in hex form is one digit a cell, one line a row, the first row on top. A digit
is the sum of the walls around its cell: 8 above, 4 on the right, 2 below, 1 on the
left. F is a closed cell. Digits may be in lower case, lines may end in CR LF.
Refused, with line and column, are an uneven row, a foreign character, a wall that
the cell on its other side lacks, and a cell that is open to the outside.

It is printed as `undercroft generate` prints a map, W x H cells as 2W+1 x 2H+1
tiles, with the start @ at one of the two ends of the longest way.

"#,
    exit_status!()
);

/// Read a maze in hex form and print it as text, or say what is wrong with it and where
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The file to read, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    check: PathBuf,
}

/// Reads the maze and prints it.
///
/// # Errors
/// If it cannot be read, if it is no maze, or if `out` cannot be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let maze = load(&args.check)?;
    let mut map = Map::default();
    maze.to_map(&mut map);
    map.start = Some(Maze::tile(maze.ends(&mut Search::default()).start));
    write!(out, "{map}").map_err(CliError::Output)
}

/// The maze in the file at `path`, or from standard input for `-`.
///
/// # Errors
/// If it cannot be read, or if it is no maze.
pub fn load(path: &Path) -> Result<Maze, CliError> {
    let (path, bytes) = file::read(path)?;
    // What is not text is a foreign character at its line and column.
    Maze::from_hex(&String::from_utf8_lossy(&bytes)).map_err(|error| CliError::Hex {
        path: path.to_owned(),
        error,
    })
}

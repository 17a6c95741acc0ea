//! `undercroft maze`: checks a maze and prints it as text, or writes a sheet of mazes. The forms are in
//! [`maze`](crate::maze).

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgGroup;

use super::map_args::MapArgs;
use super::sheet::{self, SheetArgs};
use super::window::MAZE_DEFAULTS;
use super::{CliError, exit_status, file};
use crate::disk;
use crate::export::Sheet;
use crate::map::Map;
use crate::maze::{Distances, Maze};
use crate::mazerun::Leg;
use crate::text;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --generator maze-dfs --seed 7 --out maze.hex
  undercroft maze --check maze.hex
  undercroft maze --sheet 6 --generator maze-wilson --size 41x41 --out mazes.svg
  undercroft generate --seed maze-dfs/9x9#7 --format hex | undercroft maze --check -

A maze in hex form has one line per row, top row first, and one digit per cell.
A digit is the sum of the walls around its cell: 8 above, 4 on the right, 2
below, 1 on the left. F is a closed cell. Digits may be lower case. A row that
is longer or shorter than the first, a character that is no hex digit, a wall
that only one of two neighbours has, and a cell that is open to the outside are
reported with line and column.

The maze is printed as `undercroft generate` prints a map, and --check also
reads that form: W x H cells make 2W+1 x 2H+1 tiles of # and `.`. The start @ is
at one end of the longest path. Byte order marks, any line ends, blank lines and
code fences around a maze, indentation, and spaces at line ends are ignored.

--sheet also prints the share codes of its mazes, which all have the same size.
On paper, a ring marks the start and a disc the goal.

"#,
    exit_status!()
);

/// Check a maze, or make a sheet of mazes to print
///
/// A valid maze is printed as text.
#[derive(clap::Args)]
#[command(
    after_long_help = EXAMPLES,
    group = ArgGroup::new("task").args(["check", "sheet"]).required(true),
    mut_arg("generator", |arg| arg
        .help("Name of the generator; `undercroft generators` lists them [default: maze-dfs]")),
    mut_arg("size", |arg| arg
        .help("Width x height, in tiles; W x H cells take 2W+1 x 2H+1 [default: 33x21]"))
)]
pub struct Args {
    /// Read the maze from this file or pipe, or from standard input for `-`
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["sheet", "out", "seed", "generator", "size", "params", "like"]
    )]
    check: Option<PathBuf>,

    #[command(flatten)]
    map: MapArgs,

    #[command(flatten)]
    sheet: SheetArgs,
}

/// Prints the maze, or writes the sheet.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if let Some((count, path)) = args.sheet.request() {
        return write_sheet(&args.map, count, path, out);
    }
    let maze = load(args.check.as_deref().unwrap_or(Path::new("-")))?;
    let mut map = Map::default();
    maze.to_map(&mut map);
    map.start = Some(Maze::tile(maze.ends(&mut Distances::default()).start));
    write!(out, "{map}").map_err(CliError::Output)
}

/// Writes a sheet of mazes of the same size, made as Maze Run makes them.
fn write_sheet(
    map: &MapArgs,
    count: u32,
    path: &Path,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let choice = map.resolve_or(&MAZE_DEFAULTS)?;
    let refused = |error| CliError::option("--sheet", error);
    let first = Leg::of(&choice.spec).map_err(refused)?;
    let legs: Vec<Leg> = (0..count).map(|number| first.at(0, number)).collect();
    let runs: Result<Vec<_>, _> = legs.iter().map(Leg::make).collect();
    let runs = runs.map_err(refused)?;
    let codes = legs.iter().map(Leg::spec);
    sheet::write(path, codes, |solved| Sheet::of_mazes(&runs, solved), out)
}

/// Reads the maze in the file at `path`, or from standard input for `-`.
pub fn load(path: &Path) -> Result<Maze, CliError> {
    let (path, bytes) = file::read(path, disk::LIMIT)?;
    Maze::read(&text::decode_lossy(&bytes)).map_err(|error| CliError::file(path, error))
}

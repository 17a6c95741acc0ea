//! `undercroft maze`: checks a maze in hex form and prints it, or says what is wrong with it; or makes a
//! sheet of mazes. The hex format itself is in [`maze`](crate::maze).

use std::io::Write;
use std::path::{Path, PathBuf};

use super::map_args::MapArgs;
use super::window::FIRST_MAZE;
use super::{CliError, exit_status, file, sheet};
use crate::export::Sheet;
use crate::map::Map;
use crate::maze::{Maze, Search};
use crate::mazerun::Leg;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --generator maze-dfs --seed 7 --out maze.hex
  undercroft maze --check maze.hex
  undercroft maze --sheet 6 --generator maze-wilson --size 41x41 --out mazes.svg
  undercroft generate --generator maze-wilson --seed 7 --format hex | undercroft maze --check -

A maze in hex form has one line per row, top row first, and one digit per cell. A
digit is the sum of the walls around its cell: 8 above, 4 on the right, 2 below, 1 on
the left. F is a closed cell. Digits may be lower case, and lines may end in CR LF.
The error names line and column if a row has another length than the first, a
character is not a hex digit, two neighbours disagree about the wall between them,
or a cell is open to the outside.

The maze is printed as `undercroft generate` prints a map: W x H cells make 2W+1 x
2H+1 tiles. The start @ is at one end of the longest path.

--sheet makes mazes as Maze Run does: its defaults are maze-dfs and 33x21. On paper a ring is the start and a disc the goal.

"#,
    exit_status!()
);

/// Check a maze in hex form and print it as text, or make a sheet of mazes to print on paper
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Read the maze from this file, or from standard input for `-`
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "sheet",
        conflicts_with_all = ["sheet", "seed", "generator", "size", "params"]
    )]
    check: Option<PathBuf>,

    #[command(flatten)]
    map: MapArgs,

    #[command(flatten)]
    sheet: sheet::SheetArgs,
}

/// Reads the maze and prints it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if let Some((count, path)) = args.sheet.wanted() {
        return print_sheet(&args.map, count, path, out);
    }
    let maze = load(args.check.as_deref().unwrap_or(Path::new("-")))?;
    let mut map = Map::default();
    maze.to_map(&mut map);
    map.start = Some(Maze::tile(maze.ends(&mut Search::default()).start));
    write!(out, "{map}").map_err(CliError::Output)
}

/// Writes a sheet of `count` mazes of a size to a file, and prints their share codes.
fn print_sheet(
    map: &MapArgs,
    count: u32,
    path: &Path,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let choice = map.resolve_or(&FIRST_MAZE)?;
    let first = Leg::of(&choice.spec).map_err(CliError::SheetMaze)?;
    let legs: Vec<Leg> = (0..count).map(|number| first.at(0, number)).collect();
    let runs: Result<Vec<_>, _> = legs.iter().map(Leg::make).collect();
    let runs = runs.map_err(CliError::SheetMaze)?;
    sheet::write(path, |solved| Sheet::of_mazes(&runs, solved))?;
    let mut lines = (1..).zip(&legs);
    lines
        .try_for_each(|(number, leg)| writeln!(out, "{number} {}", leg.spec()))
        .map_err(CliError::Output)
}

/// Reads the maze in the file at `path`, or from standard input for `-`.
pub fn load(path: &Path) -> Result<Maze, CliError> {
    let (path, bytes) = file::read(path)?;
    // Bytes that are not UTF-8 become a character that the parser reports with its place.
    Maze::from_hex(&String::from_utf8_lossy(&bytes)).map_err(|error| CliError::Hex {
        path: path.to_owned(),
        error,
    })
}

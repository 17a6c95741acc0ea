//! `undercroft maze`: checks a maze and prints it as text, or writes a sheet of mazes. The forms are in
//! [`maze`](crate::maze).

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgGroup;

use super::map_args::MapArgs;
use super::sheet::{self, Content, SheetArgs};
use super::window::MAZE_DEFAULTS;
use super::{CliError, exit_status, file, value};
use crate::code::Target;
use crate::disk;
use crate::export::sheet::Entry;
use crate::game::{DailyCode, DailyGame};
use crate::map::Map;
use crate::maze::{Distances, Maze};
use crate::mazerun::{Leg, LegError};
use crate::{pack, text};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --generator maze-dfs --seed 7 --out maze.hex
  undercroft maze --check maze.hex
  undercroft maze --sheet 6 --generator maze-wilson --size 41x41 --out mazes.pdf
  undercroft maze --sheet week --large-print --out week.pdf
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

A sheet has each maze with its share code and a QR code of the link that opens
it, and the ways through them on pages of their own. A ring marks the start and
a disc the goal. The mazes of a number have the same size. The packs are
Cellars, Galleries, Vaults, Crypts and The Maze; their mazes have no codes.
Dailies that are still to come are left out. --sheet also prints the codes.

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
    if let Some(content) = args.sheet.content(pack::maze_pack_names(), "maze") {
        return args.sheet.write(&entries(&args.map, content?)?, out);
    }
    let maze = load(args.check.as_deref().unwrap_or(Path::new("-")))?;
    let mut map = Map::default();
    maze.to_map(&mut map);
    map.start = Some(Maze::tile(maze.ends(&mut Distances::default()).start));
    write!(out, "{map}").map_err(CliError::Output)
}

/// The mazes of a sheet. As many as a number says have the same size, and are made as Maze Run makes them.
fn entries(map: &MapArgs, content: Content) -> Result<Vec<Entry>, CliError> {
    let seed = map.seed().map(|_| "--seed");
    sheet::check_options(&content, seed.or(map.kind_option()))?;
    let refused = |error: LegError| CliError::option("--sheet", error);
    let one = |entry: Result<Entry, LegError>| entry.map(|entry| vec![entry]);
    match content {
        Content::Count(count) => {
            let choice = map.resolve_or(&MAZE_DEFAULTS)?;
            let first = Leg::of(&choice.spec).map_err(refused)?;
            let mazes = (0..count).map(|number| first.at(0, number).make().map(Entry::maze));
            mazes.collect()
        }
        Content::Pack(places) => Ok(places.into_iter().filter_map(Entry::pack_maze).collect()),
        Content::Days(days) => days.into_iter().map(Entry::daily_maze).collect(),
        Content::Code(Target::Map(spec)) => {
            one(Leg::of(&spec).and_then(|leg| Ok(Entry::maze(leg.make()?))))
        }
        Content::Code(Target::Maze(progress)) => Ok(vec![Entry::maze(progress.run)]),
        Content::Code(Target::Daily(DailyCode {
            game: DailyGame::Maze,
            day,
        })) => one(Entry::daily_maze(day)),
        Content::Code(target) => return Err(value::unwanted("--sheet", &target)),
    }
    .map_err(refused)
}

/// Reads the maze in the file at `path`, or from standard input for `-`.
pub fn load(path: &Path) -> Result<Maze, CliError> {
    let (path, bytes) = file::read(path, disk::LIMIT)?;
    Maze::read(&text::decode_lossy(&bytes)).map_err(|error| CliError::file(path, error))
}

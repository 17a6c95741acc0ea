//! `undercroft conduit`: prints a board of the puzzle, or the solution of a board from its id.

use std::io::{self, Write};

use std::path::Path;

use clap::ValueEnum;

use super::{CliError, exit_status, sheet};
use crate::conduit::{Answer, Board, Difficulty, NoPuzzle, Puzzle, Rules, Spec, TRIES};
use crate::diagnostic::print_diagnostic;
use crate::entropy;
use crate::export::{Sheet, record};
use crate::geom::{Pos, Size};
use crate::rng::Seed;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft conduit --seed 7
  undercroft conduit --seed 7 --size 25x25 --wrap --format id
  undercroft conduit --seed board/10x9/wrap,walls=20#7 --format json
  undercroft conduit --solve 3x3:s:673aaa484
  undercroft conduit --seed 7 --sheet 12 --out boards.svg

Without --seed the seed is random; standard error then shows the command that prints
the same board again. A share code, board/WxH/rule,rule#seed, describes a whole board.

Text has one line per row and one character per tile: heavy lines are pipes, double
lines the wellspring. Walls are not shown.

An id is WxH:rules:tiles, or WxH:rules:tiles:walls. The rules are letters: w for
--wrap, s for --single, x for --crosses, a for --ambiguous, b if walls follow. A
tile is a hex digit, the sum of its pipe ends: up 8, right 4, down 2, left 1; a wall
is right 4, down 2. --solve takes any id, and gives up on a board whose solution
takes too long to find.

JSON is one object; positions are [x, y] from [0, 0] at the top left corner:
  width, height       numbers
  options             wrap, walls, single, crosses, ambiguous: each true or false
  wellspring          list of its one or two positions, the upper one first
  tiles               rows of masks, up 8, right 4, down 2, left 1
  solution            the same, solved
  walls               rows of masks, right 4, down 2, or empty
  fewest_moves        number of quarter turns from the tiles to the solution
  difficulty          easy, medium, hard or expert
  id                  text
  seed, share_code    texts, or null for a board given by its id
  generation_version  number

"#,
    exit_status!()
);

const BOARD: &str = "The board";
/// The size, in tiles, if --size is not given.
const DEFAULT_SIZE: Size = Size::new(10, 9);

/// Print a board of the conduit puzzle, or solve one
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Seed or share code [default: a random seed]
    ///
    /// A seed is a decimal number, a 0x hex number or any other text, which is hashed. A share
    /// code such as board/10x9/wrap#7 sets size and rules as well, so leave out those options.
    #[arg(long, value_name = "SEED", help_heading = BOARD)]
    seed: Option<String>,

    /// Width x height, in tiles, 3x3 to 50x50 [default: 10x9]
    #[arg(long, value_name = "WxH", help_heading = BOARD)]
    size: Option<String>,

    /// Connect opposite edges of the board
    #[arg(long, help_heading = BOARD)]
    wrap: bool,

    /// Put walls between this percentage of the neighbours that the solution does not connect
    #[arg(
        long,
        value_name = "PERCENT",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u8).range(0..=100),
        help_heading = BOARD
    )]
    walls: Option<u8>,

    /// Make the wellspring one tile instead of two
    #[arg(long, help_heading = BOARD)]
    single: bool,

    /// Allow tiles with four pipe ends
    #[arg(long, help_heading = BOARD)]
    crosses: bool,

    /// Allow more than one solution
    #[arg(long, help_heading = BOARD)]
    ambiguous: bool,

    /// Solve the board with this id instead of generating one
    #[arg(
        long,
        value_name = "ID",
        conflicts_with_all = ["seed", "size", "wrap", "walls", "single", "crosses", "ambiguous", "sheet"]
    )]
    solve: Option<String>,

    /// Choose the output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    sheet: sheet::SheetArgs,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Pipes drawn with lines
    Text,
    /// One line that stands for the whole board, as --solve takes it
    Id,
    /// The board, its solution and its properties
    Json,
}

/// Generates or solves the board and prints it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if let Some((count, path)) = args.sheet.wanted() {
        return print_sheet(args.spec()?, count, path, out);
    }
    let (puzzle, spec) = match &args.solve {
        Some(id) => (solve(id)?, None),
        None => {
            let spec = args.spec()?;
            (spec.make(), Some(spec))
        }
    };
    let board = match spec {
        Some(_) => puzzle.start().clone(),
        None => puzzle.solved(),
    };
    match args.format {
        Format::Text => write!(out, "{board}"),
        Format::Id => writeln!(out, "{}", board.id()),
        Format::Json => write_json(out, &puzzle, spec.as_ref()),
    }
    .map_err(CliError::Output)
}

/// Writes a sheet of `count` boards to a file, and prints their share codes. The seed of the first is
/// that of `first`, and of the others those that follow it.
fn print_sheet(first: Spec, count: u32, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
    let specs: Vec<Spec> = (0..u64::from(count))
        .map(|number| {
            let mut spec = first;
            spec.seed = first.seed.nth(number);
            spec
        })
        .collect();
    let puzzles: Vec<Puzzle> = specs.iter().map(Spec::make).collect();
    sheet::write(path, |solved| Sheet::of_boards(&puzzles, solved))?;
    let mut lines = (1..).zip(&specs);
    lines
        .try_for_each(|(number, spec)| writeln!(out, "{number} {spec}"))
        .map_err(CliError::Output)
}

/// Solves the board of an id, even if it has more solutions than its rules allow.
fn solve(id: &str) -> Result<Puzzle, CliError> {
    let board: Board = id.parse().map_err(CliError::Id)?;
    let answer = board.answer(TRIES);
    let several = matches!(answer, Answer::Several(..));
    if several && !board.rules().ambiguous {
        print_diagnostic("the board has more than one solution; this is one of them");
    }
    let puzzle = match answer {
        Answer::One(solved) | Answer::Several(solved, _) | Answer::Unknown(Some(solved)) => {
            Puzzle::solved_by(board, &solved)
        }
        Answer::None => return Err(CliError::Unsolved(NoPuzzle::Unsolvable)),
        Answer::Unknown(None) => return Err(CliError::Unsolved(NoPuzzle::Tangled)),
    };
    Ok(puzzle)
}

impl Args {
    /// The board that the options describe, with a random seed if they give none.
    fn spec(&self) -> Result<Spec, CliError> {
        match &self.seed {
            Some(code) if Spec::is_code(code) => self.named_by_code(code),
            Some(seed) => self.named_by_options(seed.parse()?),
            None => {
                let spec = self.named_by_options(entropy::fresh_seed()?)?;
                let seed = spec.seed;
                print_diagnostic(&format!("seed {seed}: undercroft conduit --seed {spec}"));
                Ok(spec)
            }
        }
    }

    fn named_by_code(&self, code: &str) -> Result<Spec, CliError> {
        let spec: Spec = code.parse().map_err(CliError::Board)?;
        let others = [
            ("--size", self.size.is_some()),
            ("--wrap", self.wrap),
            ("--walls", self.walls.is_some()),
            ("--single", self.single),
            ("--crosses", self.crosses),
            ("--ambiguous", self.ambiguous),
        ];
        match others.into_iter().find(|(_, given)| *given) {
            None => Ok(spec),
            Some((option, _)) => Err(CliError::CodeConflict {
                what: "board",
                option,
                code: code.to_owned(),
                seed: spec.seed,
            }),
        }
    }

    fn named_by_options(&self, seed: Seed) -> Result<Spec, CliError> {
        let size = self.size.as_ref();
        let size = size.map_or(Ok(DEFAULT_SIZE), |size| size.parse())?;
        let rules = Rules {
            wrap: self.wrap,
            single: self.single,
            crosses: self.crosses,
            ambiguous: self.ambiguous,
        };
        let spec = Spec::new(size, rules, seed).map_err(CliError::BoardSize)?;
        let walls = self.walls.unwrap_or_default();
        spec.with_walls(walls).map_err(CliError::Board)
    }
}

fn write_json(out: &mut impl Write, puzzle: &Puzzle, spec: Option<&Spec>) -> io::Result<()> {
    let board = puzzle.start();
    let (size, rules) = (board.size(), board.rules());
    let mut wellspring = board.wellspring().map(|pos| [pos.x, pos.y]).to_vec();
    wellspring.dedup();
    let document = record! {
        width: size.width,
        height: size.height,
        options: record! {
            wrap: rules.wrap,
            walls: board.has_walls(),
            single: rules.single,
            crosses: rules.crosses,
            ambiguous: rules.ambiguous,
        },
        wellspring: wellspring,
        tiles: rows(board),
        solution: rows(&puzzle.solved()),
        walls: walls(board),
        fewest_moves: puzzle.fewest_moves(),
        difficulty: match puzzle.difficulty() {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        },
        id: board.id(),
        // As text, since many JSON readers round numbers above 2^53.
        seed: spec.map(|spec| spec.seed.to_string()),
        share_code: spec.map(ToString::to_string),
        generation_version: crate::GENERATION_VERSION,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

fn rows(board: &Board) -> Vec<Vec<u8>> {
    let bits = |row: Vec<crate::conduit::Mask>| row.iter().map(|mask| mask.bits()).collect();
    board.rows().map(bits).collect()
}

fn walls(board: &Board) -> Vec<Vec<u8>> {
    if !board.has_walls() {
        return Vec::new();
    }
    let size = board.size();
    let row = |y: i32| {
        let wall = |x: i32| board.walls(Pos::new(x, y)).bits();
        (0..size.width as i32).map(wall).collect()
    };
    (0..size.height as i32).map(row).collect()
}

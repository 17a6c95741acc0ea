//! `undercroft conduit`: prints a board of the puzzle, the solution of a board from its id, or a sheet of
//! boards.

use std::io::{self, Write};

use clap::ValueEnum;

use super::sheet::{self, Content, SheetArgs};
use super::{CliError, exit_status, note, value};
use crate::code::{self, CodeError, Target};
use crate::conduit::{
    Answer, Board, Difficulty, Mask, Named, NetPreset, NoPuzzle, Puzzle, Rules, SEARCH_BUDGET, Spec,
};
use crate::export::record;
use crate::export::sheet::Entry;
use crate::game::{DailyCode, DailyGame};
use crate::geom::{Pos, Size};
use crate::rng::Seed;
use crate::{entropy, pack};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft conduit --seed 7
  undercroft conduit --seed 7 --size 25x25 --wrap --format id
  undercroft conduit --seed board/10x9/wrap,walls=20#7 --format json
  undercroft conduit --solve 3x3:s:673aaa484
  undercroft conduit --solve 5x5w:2h91h4cd31487e7dh44hdaah8vc75ha3
  undercroft conduit --seed 7 --preset 7x7w --format net
  undercroft conduit --seed 7 --sheet 12 --out boards.pdf
  undercroft conduit --sheet springs/1-6 --large-print --out springs.pdf
  undercroft conduit --sheet week --out week.pdf

Without --seed the seed is random; standard error then shows the command that
prints the same board again. A share code, board/WxH/rule,rule#seed, names a
whole board.

Text has one line per row and one character per tile: heavy lines are pipes,
double lines the wellspring. Walls are not shown.

An id is WxH:rules:tiles, or WxH:rules:tiles:walls. The rules are letters: w for
--wrap, s for --single, x for --crosses, a for --ambiguous, b if walls follow. A
tile is a hex digit, the sum of its pipe ends: up 8, right 4, down 2, left 1; a
wall is right 4, down 2. --solve takes any id or share code, with progress or
without, but gives up if the solution takes too long to find.

Ids of Net, of Simon Tatham's Portable Puzzle Collection, are taken wherever ids
are: WxH:tiles, or WxHw:tiles for --wrap. --format net prints one; the board
needs --single, as Net has no wellspring of two tiles. --preset is one of Net's
kinds of board: 5x5, 7x7, 9x9, 11x11 or 13x11, or with a w one that wraps.

A sheet has each board with an empty grid to draw the answer in, its share code,
and a QR code of the link that opens it. The solutions have pages of their own.
The packs are Springs, Brooks, Cisterns, Whirlpools and The Deep. Dailies that
are still to come are left out. --sheet also prints the codes of its boards.

JSON is one object; positions are [x, y] from [0, 0] at the top left corner:
  width, height       numbers
  options             wrap, walls, single, crosses, ambiguous: true or false
  wellspring          list of its one or two positions, the upper one first
  tiles               rows of masks, up 8, right 4, down 2, left 1
  solution            the same, solved
  walls               rows of masks, right 4, down 2, or empty
  fewest_moves        number of quarter turns from the tiles to the solution
  difficulty          its hardest step: easy, medium, hard or expert
  steps               number of these steps
  dots                1 to 5, by the number of these steps
  id                  text
  net_id              text, or null for a board with two wellspring tiles
  seed, share_code    texts, or null for a board given by its id
  generation_version  number

"#,
    exit_status!()
);

/// The default size, in tiles.
const DEFAULT_SIZE: Size = Size::new(10, 9);

/// Print a board of the Conduit puzzle, solve one, or make a sheet of boards to print
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES, next_help_heading = "Board")]
pub struct Args {
    /// Seed or share code [default: a random seed]
    ///
    /// A seed is a decimal number, a 0x hex number or any other text, which is hashed. A share
    /// code such as board/10x9/wrap#7 sets size and rules as well, so leave out those options.
    #[arg(short, long, value_name = "SEED")]
    seed: Option<String>,

    /// Width x height, in tiles, 3x3 to 50x50 [default: 10x9]
    #[arg(long, value_name = "WxH")]
    size: Option<String>,

    /// Make a board of this kind of Net: 5x5 to 13x11, with a w if it wraps
    #[arg(
        long,
        value_name = "NAME",
        value_parser = NetPreset::ALL.map(|preset| preset.name),
        hide_possible_values = true,
        conflicts_with_all = ["size", "wrap", "single", "solve"]
    )]
    preset: Option<String>,

    /// Connect opposite edges of the board
    #[arg(long)]
    wrap: bool,

    /// Put walls between this percentage of the neighbours that the solution does not connect
    #[arg(
        long,
        value_name = "PERCENT",
        value_parser = value::whole_number::<u8>(0..=100)
    )]
    walls: Option<u8>,

    /// Make a board that takes such steps and no harder ones
    ///
    /// easy takes edges, walls and lamps that would face each other; medium also rules out what would cut off a larger part,
    /// hard what would close a loop, and expert takes cases. How many of the hardest steps a board takes is told as one to
    /// five dots.
    #[arg(long, value_name = "DIFFICULTY", value_parser = Difficulty::ALL.map(Difficulty::name))]
    difficulty: Option<String>,

    /// Make the wellspring one tile instead of two
    #[arg(long)]
    single: bool,

    /// Allow tiles with four pipe ends
    #[arg(long)]
    crosses: bool,

    /// Allow more than one solution
    #[arg(long, conflicts_with = "difficulty")]
    ambiguous: bool,

    /// Solve the board with this id or share code instead of generating one
    #[arg(
        long,
        value_name = "ID",
        conflicts_with_all = ["seed", "size", "wrap", "walls", "difficulty", "single", "crosses", "ambiguous", "sheet", "out"]
    )]
    solve: Option<String>,

    /// Choose the output format
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        value_enum,
        default_value_t = Format::Text,
        conflicts_with = "sheet",
        help_heading = "Result"
    )]
    format: Format,

    /// Print JSON, like --format json
    #[arg(long, conflicts_with_all = ["format", "sheet"], help_heading = "Result")]
    json: bool,

    #[command(flatten)]
    sheet: SheetArgs,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Pipes drawn with lines
    Text,
    /// The board's id, which --solve takes
    Id,
    /// The board, its solution and its properties
    Json,
    /// The board's id in Net
    Net,
}

/// Prints the board or its solution, or writes the sheet.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(content) = args.sheet.content(pack::board_pack_names(), "board") {
        return args.sheet.write(&args.entries(content?)?, out);
    }
    let (puzzle, spec) = match &args.solve {
        Some(id) => (solve(id)?, None),
        None => {
            let spec = args.spec()?;
            (make(&spec)?, Some(spec))
        }
    };
    let board = match spec {
        Some(_) => puzzle.start().clone(),
        None => puzzle.solved(),
    };
    let format = if args.json { Format::Json } else { args.format };
    match format {
        Format::Text => write!(out, "{board}"),
        Format::Id => writeln!(out, "{}", board.id()),
        Format::Net => {
            let id = board.net_id();
            let id = id.map_err(|error| CliError::option("--format net", error))?;
            writeln!(out, "{id}")
        }
        Format::Json => write_json(out, &puzzle, spec.as_ref()),
    }
    .map_err(CliError::Output)
}

/// The board of a code on a sheet, as it is at the start.
fn entry(named: &Named) -> Result<Entry, CliError> {
    let puzzle = match named {
        Named::Spec(spec) => return Ok(Entry::board(make(spec)?, spec.to_string())),
        Named::Puzzle(puzzle) => puzzle.as_ref(),
        Named::Progress(progress) => progress.conduit.puzzle(),
    };
    Ok(Entry::board(puzzle.clone(), puzzle.start().id()))
}

/// Makes a board, which has the difficulty that is wanted.
fn make(spec: &Spec) -> Result<Puzzle, CliError> {
    let puzzle = spec.make();
    let grade = puzzle.grade();
    match spec.difficulty.filter(|_| !spec.is_met_by(grade)) {
        None => Ok(puzzle),
        Some(wanted) => Err(CliError::Failure(format!(
            "there is no {wanted} board for {spec}: the nearest that was found is {}; try another size, rule or seed",
            grade.difficulty
        ))),
    }
}

/// Solves the board of an id, even if it has more solutions than its rules allow.
fn solve(id: &str) -> Result<Puzzle, CliError> {
    let board = code::read_board(id, crate::known()).map_err(|error| {
        match Target::read(id, crate::known()) {
            Ok(target) if matches!(error, CodeError::Unwanted(_)) => {
                value::unwanted("--solve", &target)
            }
            _ => CliError::option("--solve", error),
        }
    })?;
    let answer = board.answer(SEARCH_BUDGET);
    let unsolved = |reason: NoPuzzle| Err(CliError::Failure(format!("--solve: {reason}")));
    let several = matches!(answer, Answer::Several(..));
    if several && !board.rules().ambiguous {
        note::print("the board has more than one solution; this is one of them");
    }
    let puzzle = match answer {
        Answer::One(solved) | Answer::Several(solved, _) | Answer::Unknown(Some(solved)) => {
            Puzzle::solved_by(board, &solved)
        }
        Answer::None => return unsolved(NoPuzzle::Unsolvable),
        Answer::Unknown(None) => return unsolved(NoPuzzle::Tangled),
    };
    Ok(puzzle)
}

impl Args {
    /// The board that the options describe, with a random seed if they give none.
    fn spec(&self) -> Result<Spec, CliError> {
        match &self.seed {
            Some(text) => match value::read_seed(text)? {
                Target::Board(Named::Spec(spec)) => self.spec_of_code(spec),
                target => {
                    let seed = target.seed();
                    self.spec_from_options(seed.ok_or_else(|| value::not_a_seed(text, &target))?)
                }
            },
            None => {
                let spec = self.spec_from_options(entropy::fresh_seed()?)?;
                let seed = spec.seed;
                note::print(&format!("seed {seed}: undercroft conduit --seed {spec}"));
                Ok(spec)
            }
        }
    }

    /// The boards of a sheet.
    fn entries(&self, content: Content) -> Result<Vec<Entry>, CliError> {
        let seed = self.seed.is_some().then_some("--seed");
        sheet::check_options(&content, seed.or(self.kind_option()))?;
        Ok(match content {
            Content::Count(count) => {
                let first = self.spec()?;
                let specs = (0..count).map(|number| {
                    let mut spec = first;
                    spec.seed = first.seed.nth(number.into());
                    spec
                });
                let entries = specs.map(|spec| Ok(Entry::board(make(&spec)?, spec.to_string())));
                entries.collect::<Result<_, CliError>>()?
            }
            Content::Pack(places) => places.into_iter().filter_map(Entry::pack_board).collect(),
            Content::Days(days) => days.into_iter().map(Entry::daily_board).collect(),
            Content::Code(Target::Board(named)) => vec![entry(&named)?],
            Content::Code(Target::Daily(DailyCode {
                game: DailyGame::Board,
                day,
            })) => vec![Entry::daily_board(day)],
            Content::Code(target) => return Err(value::unwanted("--sheet", &target)),
        })
    }

    /// The first given option that chooses more of a board than its seed.
    fn kind_option(&self) -> Option<&'static str> {
        let options = [
            ("--size", self.size.is_some()),
            ("--preset", self.preset.is_some()),
            ("--wrap", self.wrap),
            ("--walls", self.walls.is_some()),
            ("--difficulty", self.difficulty.is_some()),
            ("--single", self.single),
            ("--crosses", self.crosses),
            ("--ambiguous", self.ambiguous),
        ];
        let given = options.into_iter().find(|(_, given)| *given);
        given.map(|(option, _)| option)
    }

    fn spec_of_code(&self, spec: Spec) -> Result<Spec, CliError> {
        match self.kind_option() {
            None => Ok(spec),
            Some(option) => Err(value::code_conflict(option, "board", spec, spec.seed)),
        }
    }

    fn spec_from_options(&self, seed: Seed) -> Result<Spec, CliError> {
        let mut presets = NetPreset::ALL.into_iter();
        let preset = presets.find(|preset| self.preset.as_deref() == Some(preset.name));
        let default = preset.map_or(DEFAULT_SIZE, |preset| preset.size);
        let size = value::parse_size(self.size.as_deref(), default)?;
        let of_preset = preset.map(NetPreset::rules).unwrap_or_default();
        let rules = Rules {
            wrap: self.wrap || of_preset.wrap,
            single: self.single || of_preset.single,
            crosses: self.crosses,
            ambiguous: self.ambiguous,
        };
        let mut spec =
            Spec::new(size, rules, seed).map_err(|error| CliError::option("--size", error))?;
        let wanted = self.difficulty.as_deref().map(str::parse).transpose();
        spec.difficulty = wanted.map_err(|error| CliError::option("--difficulty", error))?;
        let walls = self.walls.unwrap_or_default();
        spec.with_walls(walls)
            .map_err(|error| CliError::option("--walls", error))
    }
}

fn write_json(out: &mut impl Write, puzzle: &Puzzle, spec: Option<&Spec>) -> io::Result<()> {
    let board = puzzle.start();
    let (size, rules) = (board.size(), board.rules());
    let mut wellspring = board.wellspring().map(|pos| [pos.x, pos.y]).to_vec();
    wellspring.dedup();
    let grade = puzzle.grade();
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
        tiles: tile_rows(board),
        solution: tile_rows(&puzzle.solved()),
        walls: wall_rows(board),
        fewest_moves: puzzle.fewest_moves(),
        difficulty: grade.difficulty.name(),
        steps: grade.steps,
        dots: grade.dots(),
        id: board.id(),
        net_id: board.net_id().ok(),
        // As text, since many JSON readers round numbers above 2^53.
        seed: spec.map(|spec| spec.seed.to_string()),
        share_code: spec.map(ToString::to_string),
        generation_version: crate::GENERATION_VERSION,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

fn tile_rows(board: &Board) -> Vec<Vec<u8>> {
    let bits = |row: Vec<Mask>| row.iter().map(|mask| mask.bits()).collect();
    board.rows().map(bits).collect()
}

/// The walls of each row; no rows if the board has no walls.
fn wall_rows(board: &Board) -> Vec<Vec<u8>> {
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

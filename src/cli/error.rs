//! The errors of the command line: one sentence each, with the exit status.

use std::io;
use std::path::{Path, PathBuf};

use super::window::SCREENS;
use crate::bot::BotKind;
use crate::conduit::{self, IdError, NoPuzzle, SizeRefused};
use crate::disk::DiskError;
use crate::entropy::EntropyError;
use crate::export::TooManyPictures;
use crate::game::GameError;
use crate::game::replay::Divergence;
use crate::geom::{Size, SizeError};
use crate::mapgen::waves::{NAMES, SampleError};
use crate::mapgen::{self, GenerateError, ParamError, SpecError};
use crate::maze::HexError;
use crate::mazerun::{self, LegError};
use crate::rng::SeedError;

/// Why a command failed. Displayed as one sentence: what is wrong, where, and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The parser rejected the arguments and has printed why.
    #[error("wrong usage")]
    Usage,
    #[error("--generator: {0}")]
    Generator(SpecError),
    #[error("--size: {0}")]
    Size(#[from] SizeError),
    #[error("--param: {0}")]
    Param(#[from] ParamError),
    #[error("--seed: {0}")]
    Seed(#[from] SeedError),
    #[error("--seed: {0}")]
    Code(SpecError),
    /// An option sets what a share code sets already; `what` is the map or the board.
    #[error(
        "{option} and the share code {code} both set the {what}: leave out {option}, or give only the seed, --seed {seed}"
    )]
    CodeConflict {
        what: &'static str,
        option: &'static str,
        code: String,
        seed: crate::rng::Seed,
    },
    #[error("--size: {0}")]
    BoardSize(SizeRefused),
    #[error("--seed: {0}")]
    Board(conduit::SpecError),
    #[error("--seed: {0}")]
    Named(#[from] conduit::NamedError),
    #[error("--seed: {0}")]
    Progress(#[from] mazerun::ProgressError),
    /// A board or a maze is named, and another screen.
    #[error("--seed: this code opens the screen `{shown}`: leave out --screen {screen}")]
    NamedElsewhere { shown: &'static str, screen: String },
    /// A board or a maze is named, and more of a map.
    #[error("--seed: this is not the share code of a map: leave out {0}")]
    NamedNoMap(&'static str),
    #[error("--solve: {0}")]
    Id(IdError),
    #[error("--out: {} is not the name of a sheet; a sheet is a .png or a .svg", .0.display())]
    SheetName(PathBuf),
    #[error("--sheet: {0}")]
    Sheet(TooManyPictures),
    /// The generator or the size of a sheet of mazes.
    #[error("--sheet: {0}")]
    SheetMaze(LegError),
    /// The generator does not accept this size or these parameters.
    #[error(transparent)]
    Refused(SpecError),
    #[error("--screen: unknown screen `{0}`; choose from {known}", known = SCREENS.join(", "))]
    UnknownScreen(String),
    /// Maze Run cannot start with this generator or size.
    #[error("--screen maze: {0}")]
    MazeRun(LegError),
    #[error(
        "--maze: the screen `{0}` does not show mazes; use --screen maze or leave out --screen"
    )]
    MazeElsewhere(String),
    #[error("{option}: `{value}` is not a number: write decimal or 0x hex, at most 64 bits")]
    Number { option: &'static str, value: String },
    #[error(
        "--seeds: `{0}` is not a range of seeds: write A..B (without B) or A..=B (with B), in decimal or 0x hex"
    )]
    Seeds(String),
    #[error("--seeds: the range {0} is empty: its start must come before its end")]
    NoSeeds(String),
    #[error("--seeds: {range} has {count} seeds; use at most {max} at a time")]
    ManySeeds {
        range: String,
        count: u128,
        max: u128,
    },
    #[error("--bot: unknown bot `{0}`; choose from {names}", names = bot_names())]
    Bot(String),
    #[error("{0}: standard output is for the summary, so `-` cannot be used: name a file")]
    NotAFile(&'static str),
    #[error("--csv - and --json would both write to standard output: name a file with --csv")]
    TwoResults,
    #[error(
        "--format: {generator} makes no cell mazes, and hex is only for those; use {}",
        cell_maze_generators()
    )]
    NoHexForm { generator: &'static str },
    #[error("--scale: only png has a scale, and the format is {0}: leave out --scale")]
    ScaleOfText(&'static str),
    #[error(
        "--scale: a map of {size} at {scale} pixels per tile exceeds {max} pixels a side: use {fitting} or less"
    )]
    ScaleTooLarge {
        size: Size,
        scale: u32,
        max: u32,
        fitting: u32,
    },
    #[error("a terminal cannot show a png: name a file with --out, or redirect standard output")]
    PngToTerminal,

    // The arguments are fine; these fail while running.
    #[error("--solve: {0}")]
    Unsolved(NoPuzzle),
    /// Each of the errors has been printed already.
    #[error(
        "--content: {} in {}; fix them, or leave out --content",
        count_errors(.count), .folder.display()
    )]
    InvalidContent { folder: PathBuf, count: usize },
    #[error(transparent)]
    Generate(#[from] GenerateError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error("{}: {error}", display_name(.path))]
    Diverged { path: PathBuf, error: Divergence },
    #[error("{failed} of {all} replays failed")]
    FailedReplays { failed: usize, all: usize },
    #[error(
        "the window plays one replay file at a time: name one, or use --verify, --info, --turn or --log"
    )]
    OneReplay,
    #[error("--from {0} comes after --to {1}: a film goes forward")]
    FilmBackwards(u64, u64),
    #[error("cannot start {threads} threads: {reason}")]
    Threads { threads: usize, reason: String },
    #[error("cannot draw the plot: {0}")]
    Plot(String),
    #[error("cannot write {}: {reason}", .path.display())]
    File { path: PathBuf, reason: io::Error },
    /// A file that does not serve as a sample.
    #[error("--param sample: {}: {error}", .path.display())]
    Sample { path: PathBuf, error: SampleError },
    /// Neither a sample of ours nor a file.
    #[error("--param sample: {0}; name a file, or one of {names}", names = NAMES.join(", "))]
    NoSample(DiskError),
    #[error("{}: {error}", .path.display())]
    Hex { path: PathBuf, error: HexError },
    #[cfg(not(feature = "app"))]
    #[error("this build has no window: rebuild it with the feature `app`")]
    NoWindow,
    #[cfg(feature = "app")]
    #[error(transparent)]
    Window(#[from] crate::app::Error),
}

impl CliError {
    /// The exit status: 2 for wrong usage, 1 for a failure while running.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Unsolved(_)
            | Self::Generate(_)
            | Self::Entropy(_)
            | Self::Output(_)
            | Self::Game(_)
            | Self::Disk(_)
            | Self::Diverged { .. }
            | Self::FailedReplays { .. }
            | Self::InvalidContent { .. }
            | Self::Threads { .. }
            | Self::Plot(_)
            | Self::File { .. }
            | Self::Sample { .. }
            | Self::NoSample(_)
            | Self::Hex { .. } => 1,
            #[cfg(not(feature = "app"))]
            Self::NoWindow => 1,
            #[cfg(feature = "app")]
            Self::Window(_) => 1,
            _ => 2,
        }
    }

    /// Whether the reader closed standard output early. That is not a failure: it had enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The names of the generators whose maps have a hex form, separated by commas.
fn cell_maze_generators() -> String {
    let names: Vec<&str> = mapgen::ALL
        .iter()
        .filter(|generator| generator.makes_cell_maze())
        .map(|generator| generator.info().name)
        .collect();
    names.join(", ")
}

/// The names of all bots, separated by commas.
fn bot_names() -> String {
    let names: Vec<&str> = BotKind::ALL.into_iter().map(BotKind::name).collect();
    names.join(", ")
}

/// `1 error` or `N errors`.
fn count_errors(count: &usize) -> String {
    let plural = if *count == 1 { "" } else { "s" };
    format!("{count} error{plural}")
}

/// How messages name a file that may be `-`, standard input.
fn display_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

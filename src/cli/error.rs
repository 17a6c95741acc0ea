//! The errors of the command line: one sentence each, with the exit status.

use std::io;
use std::path::{Path, PathBuf};

use super::seeds::MAX_SEEDS;
use super::window::{MAX_FILM_SIZE, MIN_FILM_SIZE, SCREENS};
use crate::bot::BotKind;
use crate::code::CodeError;
use crate::conduit::{self, NoPuzzle, SizeRefused};
use crate::disk::DiskError;
use crate::entropy::EntropyError;
use crate::export::{MAX_PICTURE_SIDE, TooManyPictures};
use crate::game::record::Divergence;
use crate::game::{GameError, counted};
use crate::geom::{Size, SizeError};
use crate::mapgen::waves::{NAMES, SampleError};
use crate::mapgen::{self, GenerateError, ParamError, SpecError};
use crate::maze::HexError;
use crate::mazerun::LegError;
use crate::rng::Seed;

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
    Code(CodeError),
    /// A text that names something else is given as a seed; `command` takes it.
    #[error("--seed: \"{text}\" is the {kind}, not a seed: give it to undercroft {command}")]
    NotASeed {
        text: String,
        kind: &'static str,
        command: &'static str,
    },
    /// An option sets what a share code sets already.
    #[error(
        "{option} and the share code {code} both set the {subject}: leave out {option}, or give only the seed, --seed {seed}"
    )]
    CodeConflict {
        /// `map` or `board`.
        subject: &'static str,
        option: &'static str,
        code: String,
        seed: Seed,
    },
    #[error("--size: {0}")]
    BoardSize(SizeRefused),
    #[error("--walls: {0}")]
    Walls(conduit::SpecError),
    /// The code of a board or a maze is given with another screen.
    #[error("--seed: this code opens the screen \"{shown}\": leave out --screen {screen}")]
    CodeOnOtherScreen { shown: &'static str, screen: String },
    /// The code of a board or a maze is given with an option for maps or mazes.
    #[error("--seed: this code already names what to play: leave out {0}")]
    CodeWithMapOption(&'static str),
    #[error("--solve: {0}")]
    Id(CodeError),
    /// The name of a file to write says no format; `endings` lists those that do.
    #[error("{option}: {} does not end in {endings}", .path.display())]
    Ending {
        option: &'static str,
        path: PathBuf,
        endings: String,
    },
    #[error("--sheet: {0}")]
    Sheet(TooManyPictures),
    /// The generator or the size of a sheet of mazes.
    #[error("--sheet: {0}")]
    SheetMaze(LegError),
    /// The generator does not accept this size or these parameters.
    #[error(transparent)]
    Refused(SpecError),
    #[error("--screen: unknown screen \"{0}\"; choose from {known}", known = SCREENS.join(", "))]
    UnknownScreen(String),
    /// Maze Run cannot start with this generator or size.
    #[error("--screen maze: {0}")]
    MazeRun(LegError),
    #[error(
        "--maze: the screen \"{0}\" does not show mazes; use --screen maze or leave out --screen"
    )]
    MazeOnOtherScreen(String),
    /// Only the Lab and Maze Run show the map that the options choose.
    #[error(
        "{option}: the screen \"{screen}\" shows no such map; use --screen lab or maze, or leave out {option}"
    )]
    MapOnOtherScreen {
        option: &'static str,
        screen: String,
    },
    #[error("{option}: \"{value}\" is not a number: write decimal or 0x hex, at most 64 bits")]
    Number { option: &'static str, value: String },
    #[error(
        "--seeds: \"{0}\" is not a range of seeds: write A..B (without B) or A..=B (with B), in decimal or 0x hex"
    )]
    SeedRange(String),
    #[error("--seeds: the range {0} is empty: its start must come before its end")]
    EmptySeedRange(String),
    #[error("--seeds: {range} has {count} seeds; use at most {MAX_SEEDS} at a time")]
    TooManySeeds { range: String, count: u128 },
    #[error("--bot: unknown bot \"{0}\"; choose from {names}", names = bot_names())]
    UnknownBot(String),
    #[error("{0}: \"-\" does not stand for standard output here: name a file")]
    NotAFile(&'static str),
    #[error("--csv - and --json would both write to standard output: name a file with --csv")]
    TwoResultsToStdout,
    #[error("--csv and --plot name the same file, {}: use two", .0.display())]
    TwoResultsToFile(PathBuf),
    #[error(
        "{generator} makes no cell mazes, and hex is only for those; use {}",
        cell_maze_generators()
    )]
    NoHexForm { generator: &'static str },
    #[error(
        "--scale is only for png, and the format is {0}: leave out --scale or use --format png"
    )]
    ScaleWithoutPng(&'static str),
    #[error(
        "--scale: a map of {size} at {scale} pixels per tile exceeds {MAX_PICTURE_SIDE} pixels a side: use {fitting} or less"
    )]
    ScaleTooLarge {
        size: Size,
        scale: u32,
        fitting: u32,
    },
    #[error("a terminal cannot show a png: name a file with --out, or redirect standard output")]
    PngToTerminal,

    // The arguments are fine; these fail while running.
    #[error("--solve: {0}")]
    Unsolved(NoPuzzle),
    /// Each of the errors has been printed already.
    #[error(
        "--content: {} in {}; correct the files, or leave out --content",
        counted(*.count as u64, "error"), .folder.display()
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
    #[error("{}: {error}", .path.display())]
    Diverged { path: PathBuf, error: Divergence },
    #[error("{failed} of {all} replays failed")]
    FailedReplays { failed: usize, all: usize },
    #[error(
        "the window plays one replay file, and not standard input or a pipe: name one file, or use --verify, --info, --turn or --log"
    )]
    OneReplayToWatch,
    #[error("--film: a film shows one replay, and there are {0}: name one")]
    OneReplayToFilm(usize),
    #[error("--from {0} is after --to {1}: the film must start before it ends")]
    FilmRange(u64, u64),
    #[error(
        "--size: a film of {0} is too small or too large: use {MIN_FILM_SIZE} to {MAX_FILM_SIZE}"
    )]
    FilmSize(Size),
    #[error("cannot start {threads} threads: {reason}")]
    Threads { threads: usize, reason: String },
    #[error("cannot draw the plot: {0}")]
    Plot(String),
    #[error("cannot write {}: {reason}", .path.display())]
    File { path: PathBuf, reason: io::Error },
    /// The file is not a valid sample.
    #[error("--param sample: {}: {error}", .path.display())]
    Sample { path: PathBuf, error: SampleError },
    /// Neither a built-in sample nor a file that can be read.
    #[error("--param sample: {0}; name a file, or one of {names}", names = NAMES.join(", "))]
    NoSample(DiskError),
    #[error("{}: {error}", .path.display())]
    Hex { path: PathBuf, error: HexError },
    #[cfg(not(feature = "app"))]
    #[error("this build has no window: rebuild it with the feature \"app\"")]
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

    /// The error for a file name that ends in none of `endings`.
    pub fn ending(option: &'static str, path: &Path, endings: &[&str]) -> Self {
        let endings: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        let endings = match endings.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => endings.concat(),
        };
        Self::Ending {
            option,
            path: path.to_owned(),
            endings,
        }
    }

    /// Whether the reader closed standard output or a pipe early. That is not a failure: it had enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(reason) | Self::File { reason, .. } if reason.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The names of the generators whose maps have a hex form, separated by commas.
fn cell_maze_generators() -> String {
    let generators = mapgen::ALL
        .iter()
        .filter(|generator| generator.makes_cell_maze());
    let names: Vec<&str> = generators.map(|generator| generator.info().name).collect();
    names.join(", ")
}

/// The names of all bots, separated by commas.
fn bot_names() -> String {
    let names: Vec<&str> = BotKind::ALL.into_iter().map(BotKind::name).collect();
    names.join(", ")
}

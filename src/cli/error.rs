//! What can go wrong on the command line: each case one sentence, and the exit status it ends in.

use std::io;
use std::path::{Path, PathBuf};

use super::window::SCREENS;
use crate::bot::BotKind;
use crate::conduit::{self, IdError, NoPuzzle, SizeRefused};
use crate::disk::DiskError;
use crate::entropy::EntropyError;
use crate::game::GameError;
use crate::game::replay::Divergence;
use crate::geom::{Size, SizeError};
use crate::mapgen::waves::{NAMES, SampleError};
use crate::mapgen::{self, GenerateError, ParamError, SpecError};
use crate::maze::HexError;
use crate::mazerun::LegError;
use crate::rng::SeedError;

/// Why a command did not do what was asked. Displayed as one sentence: what is wrong, where, and
/// what would be right.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The parser refused what was typed, and has said so.
    #[error("wrong usage")]
    Told,
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
    #[error(
        "{option} and the share code {code} both name the map: leave out {option}, or give the seed alone, --seed {seed}"
    )]
    Overruled {
        option: &'static str,
        code: String,
        seed: crate::rng::Seed,
    },
    #[error("--size: {0}")]
    BoardSize(SizeRefused),
    #[error("--seed: {0}")]
    Board(conduit::SpecError),
    #[error(
        "{option} and the share code {code} both name the board: leave out {option}, or give the seed alone, --seed {seed}"
    )]
    OverruledBoard {
        option: &'static str,
        code: String,
        seed: crate::rng::Seed,
    },
    #[error("--solve: {0}")]
    Id(IdError),
    /// The generator does not take this size or these parameters.
    #[error(transparent)]
    Refused(SpecError),
    #[error("--screen: `{0}` is not a screen; there are {known}", known = SCREENS.join(", "))]
    UnknownScreen(String),
    /// Maze Run cannot begin with this.
    #[error("--screen maze: {0}")]
    MazeRun(LegError),
    #[error(
        "--maze: the screen `{0}` has no use for a maze; use --screen maze or leave out --screen"
    )]
    MazeElsewhere(String),
    #[error("{option}: `{value}` is not a number: write decimal or 0x hex, at most 64 bits")]
    Number { option: &'static str, value: String },
    #[error(
        "--seeds: `{0}` is not a range of seeds: write A..B, which leaves out B, or A..=B, in decimal or 0x hex"
    )]
    Seeds(String),
    #[error("--seeds: {0} holds no seed: the first one has to come before the end")]
    NoSeeds(String),
    #[error("--seeds: {range} holds {count} seeds: ask for {max} or fewer at a time")]
    ManySeeds {
        range: String,
        count: u128,
        max: u128,
    },
    #[error("--bot: `{0}` is no bot; there are {names}", names = bots())]
    Bot(String),
    #[error("{0}: `-` is not a file, and standard output is for the summary: name a file")]
    NotAFile(&'static str),
    #[error("--csv - and --json would both go to standard output: name a file with --csv")]
    TwoResults,
    #[error(
        "--format: {generator} makes no maze of cells, so its maps have no hex form; {} do",
        cell_mazes()
    )]
    NoHexForm { generator: &'static str },
    #[error("--scale: only a png has a scale, and the format is {0}: leave it out")]
    ScaleOfText(&'static str),
    #[error(
        "--scale: a picture of {size} at {scale} pixels a tile has more than {max} pixels a side: use {fitting} or less"
    )]
    ScaleTooLarge {
        size: Size,
        scale: u32,
        max: u32,
        fitting: u32,
    },
    #[error("a terminal cannot show a png: name a file with --out, or redirect standard output")]
    PngToTerminal,

    // What follows is not in what was typed: it fails while running.
    #[error("--solve: {0}")]
    Unsolved(NoPuzzle),
    /// Each mistake has been told already.
    #[error("--content: {count} mistakes in the files of {}; mend them, or leave out --content", .folder.display())]
    WrongContent { folder: PathBuf, count: usize },
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
    #[error("{}: {error}", called(.path))]
    Diverged { path: PathBuf, error: Divergence },
    #[error("{wrong} of {all} replays are wrong")]
    WrongReplays { wrong: usize, all: usize },
    #[error(
        "the window plays one recorded run at a time, from a file: name one, or say --verify, --info or --turn N"
    )]
    OneReplay,
    #[error("cannot start {threads} threads: {reason}")]
    Threads { threads: usize, reason: String },
    #[error("the plot cannot be drawn: {0}")]
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
    #[error("this build has no window: build it with the feature `app`")]
    NoWindow,
    #[cfg(feature = "app")]
    #[error(transparent)]
    Window(#[from] crate::app::Error),
}

impl CliError {
    /// The exit status: 2 for what was typed wrong, 1 for what failed while running.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Told
            | Self::Generator(_)
            | Self::Size(_)
            | Self::Param(_)
            | Self::Seed(_)
            | Self::Code(_)
            | Self::Overruled { .. }
            | Self::BoardSize(_)
            | Self::Board(_)
            | Self::OverruledBoard { .. }
            | Self::Id(_)
            | Self::Refused(_)
            | Self::UnknownScreen(_)
            | Self::MazeRun(_)
            | Self::MazeElsewhere(_)
            | Self::Number { .. }
            | Self::Seeds(_)
            | Self::NoSeeds(_)
            | Self::ManySeeds { .. }
            | Self::Bot(_)
            | Self::NotAFile(_)
            | Self::TwoResults
            | Self::NoHexForm { .. }
            | Self::ScaleOfText(_)
            | Self::ScaleTooLarge { .. }
            | Self::OneReplay
            | Self::PngToTerminal => 2,
            Self::Unsolved(_)
            | Self::Generate(_)
            | Self::Entropy(_)
            | Self::Output(_)
            | Self::Game(_)
            | Self::Disk(_)
            | Self::Diverged { .. }
            | Self::WrongReplays { .. }
            | Self::WrongContent { .. }
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
        }
    }

    /// Whether whoever read the result went away, which is no failure: they had enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The generators whose maps have a hex form.
fn cell_mazes() -> String {
    let names: Vec<&str> = mapgen::ALL
        .iter()
        .filter(|generator| generator.makes_cell_maze())
        .map(|generator| generator.info().name)
        .collect();
    names.join(", ")
}

/// The names of all bots.
fn bots() -> String {
    let names: Vec<&str> = BotKind::ALL.into_iter().map(BotKind::name).collect();
    names.join(", ")
}

/// A file as it is called in a message.
fn called(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

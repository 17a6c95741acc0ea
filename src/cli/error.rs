//! What can go wrong on the command line: each case one sentence, and the exit status it ends in.

use std::io;
use std::path::PathBuf;

use crate::entropy::EntropyError;
use crate::geom::{Size, SizeError};
use crate::mapgen::{GenerateError, ParamError, SpecError};
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
    /// The generator does not take this size or these parameters.
    #[error(transparent)]
    Refused(SpecError),
    #[error("--screen: `{0}` is not a screen yet; there is `lab`")]
    FutureScreen(String),
    #[error("--screen: `{0}` is not a screen; there is `lab`")]
    UnknownScreen(String),
    #[error("{option}: `{value}` is not a number: write decimal or 0x hex, at most 64 bits")]
    Number { option: &'static str, value: String },
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
    #[error(transparent)]
    Generate(#[from] GenerateError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("cannot write {}: {reason}", .path.display())]
    File { path: PathBuf, reason: io::Error },
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
            | Self::Refused(_)
            | Self::FutureScreen(_)
            | Self::UnknownScreen(_)
            | Self::Number { .. }
            | Self::ScaleOfText(_)
            | Self::ScaleTooLarge { .. }
            | Self::PngToTerminal => 2,
            Self::Generate(_) | Self::Entropy(_) | Self::Output(_) | Self::File { .. } => 1,
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

//! The errors of the command line: one sentence each, which says what is wrong, where, and what would be
//! right.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::disk::DiskError;
use crate::entropy::EntropyError;
use crate::game::GameError;
use crate::mapgen::GenerateError;

/// Why a command failed. Its kind decides the exit status.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments are wrong.
    #[error("{0}")]
    Usage(String),
    /// The arguments are fine, and running the command failed.
    #[error("{0}")]
    Failure(String),
    /// Standard output, or a pipe in its place, cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

impl CliError {
    /// The value of `option` is wrong.
    pub fn option(option: &str, error: impl Display) -> Self {
        Self::Usage(format!("{option}: {error}"))
    }

    /// What the file at `path` contains is wrong.
    pub fn file(path: &Path, error: impl Display) -> Self {
        Self::Failure(format!("{}: {error}", path.display()))
    }

    /// The exit status.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failure(_) | Self::Output(_) => 1,
        }
    }

    /// Whether the reader closed standard output or a pipe early. That is not a failure: it had enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(reason) if reason.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The reason why CSV cannot be written, not wrapped, so that a closed pipe is known as one.
pub fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// What no argument is to blame for.
macro_rules! failures {
    ($($(#[$condition:meta])? $error:ty),* $(,)?) => {$(
        $(#[$condition])?
        impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Self::Failure(error.to_string())
            }
        }
    )*};
}

failures! {
    DiskError,
    EntropyError,
    GameError,
    GenerateError,
    #[cfg(feature = "app")] crate::app::Error,
}

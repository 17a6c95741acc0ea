//! Where the shell meets the operating system: folders, files, the date, the clock, the clipboard, pads and
//! sound. A version for another platform replaces this module alone; `page` and `downloads` are those of
//! a browser page.

pub mod beside;
pub(super) mod clipboard;
pub mod clock;
#[cfg_attr(not(target_family = "wasm"), path = "folders.rs")]
#[cfg_attr(target_family = "wasm", path = "downloads.rs")]
mod files;
#[cfg(not(target_family = "wasm"))]
pub(super) mod icon;
pub mod idle;
pub mod kept;
pub(super) mod lost;
pub mod pad;
#[cfg(target_family = "wasm")]
pub(super) mod page;
#[cfg(target_os = "linux")]
pub(super) mod recheck;
pub(super) mod signal;
pub mod sound;
pub mod timings;

use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::Resource;

use crate::disk::{self, DiskError};
use crate::game::Daily;

pub use clipboard::Clipboard;
pub use files::NewFile;

/// Whether the program is a browser page, which has no way out but to close its tab.
pub const IS_PAGE: bool = cfg!(target_family = "wasm");

/// The address of the page that links lead to, if nobody has set another: of this page, or else of the one
/// that `scripts/web serve` serves.
pub fn page_address() -> String {
    #[cfg(target_family = "wasm")]
    let address = page::address();
    #[cfg(not(target_family = "wasm"))]
    let address = "http://localhost:8000/".to_owned();
    address
}

/// The date in UTC, by the system's clock.
pub fn today() -> Daily {
    let days = clock::since_1970().as_secs() / (24 * 60 * 60);
    u32::try_from(days)
        .ok()
        .and_then(Daily::of_day)
        .unwrap_or(Daily::LAST)
}

/// The folders that the program reads and writes.
#[derive(Clone, Debug)]
pub struct Folders {
    config: PathBuf,
    data: PathBuf,
}

/// Where exported files go; without it nothing is written.
#[derive(Resource, Clone, Debug)]
pub struct ExportFolders(pub Folders);

/// A file or folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The platform names no folder for the user's files.
    #[error("there is no home folder to keep files in; name one with --config-dir and --data-dir")]
    NoHome,
    /// Something cannot be written.
    #[error("cannot write to {}: {source}", .path.display())]
    Write {
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Folders {
    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The text of a file in the configuration folder, with its path; `None` if there is no such
    /// file.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub fn read_config(&self, name: &str) -> Result<Option<(PathBuf, String)>, DiskError> {
        let path = self.config.join(name);
        match disk::read_text(&path, disk::TEXT_LIMIT) {
            Ok(text) => Ok(Some((path, text))),
            Err(DiskError::Unreadable { reason, .. })
                if reason.kind() == io::ErrorKind::NotFound =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes a file into the configuration folder, whole or not at all; makes the folder if there
    /// is none.
    ///
    /// # Errors
    /// If it cannot be written; what was there is then untouched.
    pub fn write_config(&self, name: &str, text: &str) -> Result<(), DiskError> {
        disk::write_text(&self.config.join(name), text)
    }

    /// Renames a file in the configuration folder that does not read, and returns the new path.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn set_aside(&self, name: &str) -> Result<PathBuf, DiskError> {
        disk::set_aside(&self.config.join(name))
    }
}

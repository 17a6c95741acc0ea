//! The player's files: atomic writes, reads up to a size limit, and a lock on the data folder.
//!
//! Not part of the core, which uses no files. The format of runs is in [`game::record`](crate::game::record).
//!
//! A file is written beside the old one, synced to disk and renamed over it. So after a crash or a
//! power cut, either the old or the new file is there, complete. What a program finds of the boards and mazes of the
//! one before stays as their [`backup`](backup_path). Recordings are appended to, move by move, by [`RunFile`]. A
//! file that cannot be read is never deleted.
//!
//! In a browser page, which has no folders, the files are entries of the page's storage.

#[cfg_attr(not(target_family = "wasm"), path = "disk/folder.rs")]
#[cfg_attr(target_family = "wasm", path = "disk/browser.rs")]
mod store;

pub mod bundle;
#[cfg(not(target_family = "wasm"))]
mod draft;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

#[cfg(all(feature = "cli", not(target_family = "wasm")))]
pub(crate) use draft::{Draft, remove_on_signal};
pub use store::{FolderLock, Unsynced, check_folder, exists, list_files, lock_folder, remove};
#[cfg(target_family = "wasm")]
pub use store::{check_storage, collect_bundle, import_bundle};
#[cfg(not(target_family = "wasm"))]
pub(crate) use store::{explain, read_input};
#[cfg(all(feature = "cli", not(target_family = "wasm")))]
pub(crate) use store::{find_target, open_file_number};
#[cfg(not(target_family = "wasm"))]
pub use store::{read_bounded, read_content};

use crate::game::content::ContentErrors;
use crate::game::record::{Damage, Recording, RecordingError, Summary};
use crate::seal::{self, Kind};
use crate::text;

/// Size limit for saves, replays and mazes, in bytes.
pub const LIMIT: u64 = 64 << 20;

/// Size limit for small text files such as the options, in bytes.
pub const TEXT_LIMIT: u64 = 1 << 20;

/// Number of bytes that [`read_summary`] reads from each end of a recording.
const SUMMARY_BYTES: u64 = 1 << 10;

/// Why a file could not be read or written. Displayed as one sentence that names the file.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The file cannot be written; the old file is unchanged.
    #[error("cannot write {}: {reason}", .path.display())]
    Unwritable { path: PathBuf, reason: io::Error },
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable {
        path: PathBuf,
        /// The error of the operating system, or what the path is instead of a file.
        reason: io::Error,
    },
    #[error("{}: the file exceeds the {} MiB limit", .path.display(), .limit >> 20)]
    TooLarge {
        path: PathBuf,
        /// The limit in bytes, a multiple of a MiB.
        limit: u64,
    },
    /// The file is not a recorded run; it is unchanged.
    #[error("{}: {reason}", .path.display())]
    Recording {
        path: PathBuf,
        /// What is wrong, with line and column.
        reason: RecordingError,
    },
    /// The run needs other content, and could be loaded with it; it is unchanged.
    #[error("the run in {} was played with other content", .0.display())]
    OtherContent(PathBuf),
    #[error("{0}")]
    Content(ContentErrors),
    #[cfg_attr(
        not(target_family = "wasm"),
        error("Undercroft is already open with the folder {}", .0.display())
    )]
    #[cfg_attr(
        target_family = "wasm",
        error("Undercroft is already open in another tab of this browser")
    )]
    Locked(PathBuf),
}

/// The path of the previous save: `run.save.bak` for `run.save`.
pub fn backup_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    PathBuf::from(name)
}

/// A recording in progress, to which moves are appended as they are made: of a run, of boards or of mazes.
#[derive(Debug)]
pub struct RunFile {
    path: PathBuf,
    appender: store::Appender,
    /// What could not be appended yet.
    pending: String,
}

impl RunFile {
    /// Creates the file, or replaces it, with the recording so far; creates the folder if it is missing. A link
    /// stays, and what it leads to is replaced. Drop what this program has open at `path` first: not every system
    /// replaces an open file.
    ///
    /// # Errors
    /// [`DiskError::Unwritable`]; the old file is then unchanged.
    pub fn create(path: &Path, text: &str) -> Result<Self, DiskError> {
        let appender = store::Appender::create(path, text.as_bytes());
        let appender = appender.map_err(|reason| DiskError::Unwritable {
            path: path.to_owned(),
            reason,
        })?;
        Ok(Self {
            path: path.to_owned(),
            appender,
            pending: String::new(),
        })
    }

    /// Appends whole records. When this returns, they survive the end of the process; once the returned value
    /// is synced, the end of the machine.
    ///
    /// # Errors
    /// [`DiskError::Unwritable`]. The file then ends with the last whole record, and the next call appends
    /// these first.
    pub fn append(&mut self, text: &str) -> Result<Unsynced, DiskError> {
        self.pending += text;
        match self.appender.append(self.pending.as_bytes()) {
            Ok(unsynced) => {
                self.pending.clear();
                Ok(unsynced)
            }
            Err(reason) => Err(DiskError::Unwritable {
                path: self.path.clone(),
                reason,
            }),
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is still the one that was created, and holds everything.
    pub fn is_intact(&self) -> bool {
        self.pending.is_empty() && self.appender.is_intact(&self.path)
    }
}

/// Reads a saved run as far as it is sound.
///
/// # Errors
/// If the file cannot be read, or does not begin as a recorded run.
pub fn read_save(path: &Path) -> Result<(Recording, Option<Damage>), DiskError> {
    parse_save(path, &read_regular(path, LIMIT)?)
}

/// As [`read_save`], for the bytes of a file; `path` names it in errors.
///
/// # Errors
/// [`DiskError::Recording`].
pub(crate) fn parse_save(
    path: &Path,
    bytes: &[u8],
) -> Result<(Recording, Option<Damage>), DiskError> {
    // Bytes that are not UTF-8 become a character that the reader reports with its line and column.
    Recording::read(&text::decode_lossy(bytes)).map_err(|reason| DiskError::Recording {
        path: path.to_owned(),
        reason,
    })
}

/// Loads what is saved at `path`, or else at its [`backup_path`]. `load` loads one of the two files, or
/// returns the reason why it cannot. A file that cannot be loaded is renamed, so that no later save
/// replaces it. Returns the loaded value, if any, and a message for the player, empty if there is nothing
/// to report. `noun` names the value in the message.
///
/// # Errors
/// If a file can be neither loaded nor renamed, or `load` returns an error because the file must stay
/// where it is. Saving at `path` would then destroy it.
pub fn recover<T>(
    path: &Path,
    noun: &str,
    load: impl Fn(&Path) -> Result<Result<T, String>, DiskError>,
) -> Result<(Option<T>, String), DiskError> {
    let mut message = String::new();
    for candidate in [path.to_owned(), backup_path(path)] {
        if !exists(&candidate) {
            continue;
        }
        match load(&candidate)? {
            Ok(loaded) => {
                if !message.is_empty() {
                    message += &format!(
                        " The {noun} continues from the previous save, {}.",
                        candidate.display()
                    );
                }
                return Ok((Some(loaded), message));
            }
            Err(reason) => {
                let kept = set_aside(&candidate)?;
                if !message.is_empty() {
                    message.push(' ');
                }
                message += &format!("{reason}. The file was kept as {}.", kept.display());
            }
        }
    }
    Ok((None, message))
}

/// Loads a small save, or else the previous one, as [`recover`] does. `accept` may refuse a value that was
/// read.
///
/// # Errors
/// As [`recover`].
pub fn recover_sealed<T, S: DeserializeOwned>(
    path: &Path,
    noun: &str,
    kind: Kind,
    accept: impl Fn(S) -> Result<T, String>,
) -> Result<(Option<T>, String), DiskError> {
    recover(path, noun, |candidate| {
        let bytes = match read_regular(candidate, LIMIT) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let value = seal::unpack(kind, &bytes).map_err(|error| error.to_string());
        let accepted = value.and_then(&accept);
        Ok(accepted.map_err(|reason| format!("{}: {reason}", candidate.display())))
    })
}

/// Writes a file; creates the folder if it is missing. With `keep_old`, the previous file is kept at its
/// [`backup_path`].
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then unchanged.
pub fn write(path: &Path, bytes: &[u8], keep_old: bool) -> Result<(), DiskError> {
    store::replace(path, bytes, keep_old).map_err(|reason| DiskError::Unwritable {
        path: path.to_owned(),
        reason,
    })
}

/// Keeps what is at `path`, if there is anything, at its [`backup_path`].
///
/// # Errors
/// If it cannot be read or written.
pub fn keep_backup(path: &Path) -> Result<(), DiskError> {
    match exists(path) {
        true => write(&backup_path(path), &read_regular(path, LIMIT)?, false),
        false => Ok(()),
    }
}

/// Writes a file in the place of another one, which is kept beside it under the name that [`set_aside`]
/// would give it. Returns the path of the latter. At any time, one of them is at `path`.
///
/// # Errors
/// If the old file cannot be read, or one of them cannot be written.
pub fn supersede(path: &Path, bytes: &[u8]) -> Result<PathBuf, DiskError> {
    let old = read_regular(path, LIMIT)?;
    let target = store::follow_links(path);
    let free = (1..).map(|number| aside(&target, number));
    let kept = free.into_iter().find(|free| !exists(free));
    let kept = kept.unwrap_or_else(|| backup_path(path));
    write(&kept, &old, false)?;
    write(path, bytes, false)?;
    Ok(kept)
}

/// Renames a file that cannot be read: `options.ron` becomes `options-unreadable-1.ron`, with the
/// first free number. A link stays, and what it leads to is renamed. Returns the new path.
///
/// # Errors
/// [`DiskError::Unwritable`] if it cannot be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, DiskError> {
    let target = store::follow_links(path);
    let path = target.as_path();
    let unwritable = |reason| DiskError::Unwritable {
        path: path.to_owned(),
        reason,
    };
    let mut number = 1;
    loop {
        let free = aside(path, number);
        if store::move_to_free(path, &free).map_err(unwritable)? {
            return Ok(free);
        }
        number += 1;
    }
}

/// The name of a file that is set aside: `options-unreadable-1.ron` for `options.ron`.
fn aside(path: &Path, number: u32) -> PathBuf {
    let [stem, extension] = [path.file_stem(), path.extension()].map(Option::unwrap_or_default);
    let mut name = stem.to_owned();
    name.push(format!("-unreadable-{number}."));
    name.push(extension);
    path.with_file_name(name)
}

/// Removes the save of a run that has ended. A link stays, for the next save.
///
/// # Errors
/// [`DiskError::Unwritable`] if it exists and cannot be removed.
pub fn remove_run(path: &Path) -> Result<(), DiskError> {
    remove(&store::follow_links(path)).map_err(|reason| DiskError::Unwritable {
        path: path.to_owned(),
        reason,
    })
}

/// Writes a recorded run; creates the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then unchanged.
pub fn write_recording(path: &Path, recording: &Recording) -> Result<(), DiskError> {
    write(path, recording.to_string().as_bytes(), false)
}

/// Writes a text file; creates the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then unchanged.
pub fn write_text(path: &Path, text: &str) -> Result<(), DiskError> {
    write(path, text.as_bytes(), false)
}

/// Reads a recorded run of at most [`LIMIT`] bytes, in progress or ended. A last record that was cut short, as
/// after a crash, is left out.
///
/// # Errors
/// If the file cannot be read, or is not a recorded run.
pub fn read_recording(path: &Path) -> Result<Recording, DiskError> {
    match parse_save(path, &read_regular(path, LIMIT)?)? {
        (_, Some(damage)) if !damage.is_cut => Err(DiskError::Recording {
            path: path.to_owned(),
            reason: damage.error,
        }),
        (recording, _) => Ok(recording),
    }
}

/// Reads the first line and the last ones of a recorded run, at most 2 KiB of the file.
///
/// # Errors
/// If the file cannot be read, or does not begin like a recorded run.
pub fn read_summary(path: &Path) -> Result<Summary, DiskError> {
    let [mut head, mut tail] = store::read_ends(path, LIMIT, SUMMARY_BYTES)?;
    // The mark that tells how to read the end stands at the beginning.
    if text::is_utf16(&head) {
        head = read_regular(path, LIMIT)?;
        tail.clone_from(&head);
    }
    let [head, tail] = [&head, &tail].map(|bytes| text::decode_lossy(bytes));
    Summary::read(&head, &tail).map_err(|reason| DiskError::Recording {
        path: path.to_owned(),
        reason,
    })
}

/// Reads a whole file of at most `limit` bytes.
///
/// # Errors
/// If it is not a regular file, exceeds the limit, or cannot be read.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, DiskError> {
    store::read(path, limit)
}

/// Reads a small file that the one at `path` refers to by `name`; `None` if it cannot be read.
pub fn read_beside(path: &Path, name: &str) -> Option<Vec<u8>> {
    let path = path.parent()?.join(name);
    read_regular(&path, TEXT_LIMIT).ok()
}

/// Reads a whole text file of at most `limit` bytes, as [`text::document`] cleans it.
///
/// # Errors
/// As [`read_regular`], and if it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, DiskError> {
    let bytes = read_regular(path, limit)?;
    let text = text::decode(&bytes);
    let text =
        text.map_err(|error| unreadable(path, io::Error::new(ErrorKind::InvalidData, error)))?;
    Ok(text::document(&text))
}

fn unreadable(path: &Path, reason: io::Error) -> DiskError {
    DiskError::Unreadable {
        path: path.to_owned(),
        reason,
    }
}

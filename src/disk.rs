//! The player's files: atomic writes, reads up to a size limit, and a lock on the data folder.
//!
//! Not part of the core, which uses no files. The formats are in [`game::save`](crate::game::save)
//! and [`game::replay`](crate::game::replay).
//!
//! A file is written beside the old one, synced to disk and renamed over it. So after a crash or a
//! power cut, either the old or the new file is there, complete. The previous save stays as its
//! [`backup`] until the next write. A file that cannot be read is never deleted.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use crate::game::content::{self, Content, ContentErrors};
use crate::game::replay::{Replay, ReplayError, Summary};
use crate::game::save::SaveError;
use crate::game::{GameError, Run};
use crate::seal::{self, Kind};

/// Size limit for saves, replays and mazes, in bytes.
pub const LIMIT: u64 = 64 << 20;

/// Size limit for small text files such as the options, in bytes.
pub const TEXT_LIMIT: u64 = 1 << 20;

/// How much [`read_summary`] reads from each end of a replay, in bytes.
const SUMMARY: u64 = 1 << 10;

/// Name of the lock file in the data folder.
const LOCK: &str = ".lock";

/// The age after which a draft counts as left behind by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

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
    /// The file is not a save that can be loaded; it is unchanged.
    #[error("{}: {reason}", .path.display())]
    Save { path: PathBuf, reason: SaveError },
    /// The save belongs to other content; it is unchanged.
    #[error("{} belongs to other content", .0.display())]
    OtherContent(PathBuf),
    #[error("{}: {reason}", .path.display())]
    Replay {
        path: PathBuf,
        /// What is wrong, with line and column if known.
        reason: String,
    },
    #[error("{0}")]
    Content(ContentErrors),
    #[error("another Undercroft window is using {}", .0.display())]
    Locked(PathBuf),
}

/// The path of the previous save: `run.save.bak` for `run.save`.
pub fn backup(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    PathBuf::from(name)
}

/// Saves a run with its recording; creates the folder if it is missing. Keeps the previous save as
/// [`backup`].
///
/// # Errors
/// [`DiskError::Unwritable`]; the old save is then unchanged.
pub fn write_run(path: &Path, run: &Run) -> Result<(), DiskError> {
    write(path, &run.to_bytes(), true)
}

/// Loads a run with its recording and `content`.
///
/// # Errors
/// If the file cannot be read, or is not a save that can be loaded.
pub fn read_run(path: &Path, content: &'static Content) -> Result<Run, DiskError> {
    let bytes = read_regular(path, LIMIT)?;
    let path = || path.to_owned();
    Run::from_bytes_with(&bytes, content).map_err(|reason| match reason {
        SaveError::Game(GameError::OtherContent { .. }) => DiskError::OtherContent(path()),
        reason => DiskError::Save {
            path: path(),
            reason,
        },
    })
}

/// Reads the content of a folder: any of the [`content::FILES`]; the built-in files replace those
/// that are missing.
///
/// # Errors
/// If the folder contains none of them, if one cannot be read, or all errors in them.
pub fn read_content(folder: &Path) -> Result<Content, DiskError> {
    fs::read_dir(folder).map_err(|reason| unreadable(folder, reason))?;
    let mut files = content::FILES.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut found = 0;
    for (name, text) in &mut files {
        let path = folder.join(Path::new(&*name).file_name().unwrap_or_default());
        if path.exists() {
            *text = read_text(&path, TEXT_LIMIT)?;
            *name = path.display().to_string();
            found += 1;
        }
    }
    if found == 0 {
        let names = content::FILES.map(|(name, _)| name.rsplit('/').next().unwrap_or(name));
        let reason = format!("the folder contains none of {}", names.join(", "));
        return Err(unreadable(folder, io::Error::other(reason)));
    }
    let files = files.each_ref();
    Content::read(files.map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(DiskError::Content)
}

/// Loads the run saved at `path` with `content`, or else its [`backup`], as [`recover`] does;
/// `accept` may refuse a run that was read.
///
/// # Errors
/// As [`recover`], and if the save belongs to other content, and so may be loaded another time.
pub fn recover_run<T, E: Display>(
    path: &Path,
    content: &'static Content,
    accept: impl Fn(Run) -> Result<T, E>,
) -> Result<(Option<T>, String), DiskError> {
    recover(path, "run", |candidate| {
        let run = match read_run(candidate, content) {
            Err(other @ DiskError::OtherContent(_)) => return Err(other),
            read => read.map_err(|error| error.to_string()),
        };
        Ok(run.and_then(|run| {
            accept(run).map_err(|error| format!("cannot load {}: {error}", candidate.display()))
        }))
    })
}

/// Loads what is saved at `path`, or else its [`backup`]. `load` reads one of the two or says why
/// it cannot be loaded. Sets aside a file that cannot be loaded, so that no later save replaces it.
/// Returns what was loaded, if anything was, and a message for the player about the `what`, empty if
/// all is well.
///
/// # Errors
/// If a file can be neither loaded nor set aside, or `load` says that it must stay where it is. Saving
/// at `path` would then destroy it.
pub fn recover<T>(
    path: &Path,
    what: &str,
    load: impl Fn(&Path) -> Result<Result<T, String>, DiskError>,
) -> Result<(Option<T>, String), DiskError> {
    let mut message = String::new();
    for candidate in [path.to_owned(), backup(path)] {
        if !candidate.exists() {
            continue;
        }
        match load(&candidate)? {
            Ok(loaded) => {
                if !message.is_empty() {
                    message += &format!(
                        " The {what} continues from the previous save, {}.",
                        candidate.display()
                    );
                }
                return Ok((Some(loaded), message));
            }
            Err(reason) => {
                let aside = set_aside(&candidate)?;
                if !message.is_empty() {
                    message.push(' ');
                }
                message += &format!("{reason}. The file was kept as {}.", aside.display());
            }
        }
    }
    Ok((None, message))
}

/// Loads what [`write_sealed`] has written, or else the one before, as [`recover`] does.
///
/// # Errors
/// As [`recover`].
pub fn recover_sealed<T, S: DeserializeOwned>(
    path: &Path,
    what: &str,
    kind: Kind,
    accept: impl Fn(S) -> Result<T, String>,
) -> Result<(Option<T>, String), DiskError> {
    recover(path, what, |candidate| {
        let bytes = match read_regular(candidate, LIMIT) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let read = seal::unpack(kind, &bytes).map_err(|error| error.to_string());
        let loaded = read.and_then(&accept);
        Ok(loaded.map_err(|reason| format!("{}: {reason}", candidate.display())))
    })
}

/// Writes sealed bytes; creates the folder if it is missing. Keeps the previous file as [`backup`].
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then unchanged.
pub fn write_sealed(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    write(path, bytes, true)
}

/// Renames a file that cannot be read: `options.ron` becomes `options-unreadable-1.ron`, with the
/// first free number. Returns the new path.
///
/// # Errors
/// [`DiskError::Unwritable`] if it cannot be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, DiskError> {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_owned();
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    let unwritable = |reason| DiskError::Unwritable {
        path: path.to_owned(),
        reason,
    };
    let mut number = 1;
    loop {
        let mut name = stem.clone();
        name.push(format!("-unreadable-{number}."));
        name.push(&extension);
        let aside = path.with_file_name(name);
        match File::create_new(&aside) {
            // The name is reserved; the file takes its place.
            Ok(_) => {
                fs::rename(path, &aside)
                    .inspect_err(|_| {
                        let _ = fs::remove_file(&aside);
                    })
                    .map_err(unwritable)?;
                return Ok(aside);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(unwritable(error)),
        }
    }
}

/// A lock on a folder, released when dropped or when the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Locks a folder, so that no other process saves to it; creates it if it is missing.
///
/// # Errors
/// [`DiskError::Locked`] if another process holds the lock, [`DiskError::Unwritable`] if the lock
/// file cannot be created. On a file system without locks, locking always succeeds.
pub fn lock(folder: &Path) -> Result<FolderLock, DiskError> {
    let path = folder.join(LOCK);
    let opened = fs::create_dir_all(folder).and_then(|()| {
        let mut options = File::options();
        options.write(true).create(true).truncate(false).open(&path)
    });
    let file = opened.map_err(|reason| DiskError::Unwritable { path, reason })?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(DiskError::Locked(folder.to_owned())),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(FolderLock { _file: file }),
    }
}

/// Removes the save of a run that has ended, and its [`backup`].
///
/// # Errors
/// [`DiskError::Unwritable`] if one exists and cannot be removed.
pub fn remove_run(path: &Path) -> Result<(), DiskError> {
    for path in [path.to_owned(), backup(path)] {
        match fs::remove_file(&path) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => {
                return Err(DiskError::Unwritable { path, reason });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes a replay; creates the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then unchanged.
pub fn write_replay(path: &Path, replay: &Replay) -> Result<(), DiskError> {
    write(path, replay.to_string().as_bytes(), false)
}

/// Writes a text file; creates the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then unchanged.
pub fn write_text(path: &Path, text: &str) -> Result<(), DiskError> {
    write(path, text.as_bytes(), false)
}

/// Reads a replay of at most [`LIMIT`] bytes.
///
/// # Errors
/// If the file cannot be read, or is not a replay.
pub fn read_replay(path: &Path) -> Result<Replay, DiskError> {
    parse_replay(path, &read_regular(path, LIMIT)?)
}

/// Parses the replay in `bytes`; `path` names it in errors.
///
/// # Errors
/// [`DiskError::Replay`].
pub fn parse_replay(path: &Path, bytes: &[u8]) -> Result<Replay, DiskError> {
    // Bytes that are not UTF-8 become a character that the parser reports with its place.
    let parsed = String::from_utf8_lossy(bytes).parse();
    parsed.map_err(|error: ReplayError| DiskError::Replay {
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

/// Reads the first lines and the last line of a replay: at most two kilobytes of the file.
///
/// # Errors
/// If the file cannot be read, or does not begin and end like a replay.
pub fn read_summary(path: &Path) -> Result<Summary, DiskError> {
    let (mut file, length) = open_regular(path, LIMIT)?;
    let mut ends = || -> io::Result<[Vec<u8>; 2]> {
        let [mut head, mut tail] = [Vec::new(), Vec::new()];
        (&file).take(SUMMARY).read_to_end(&mut head)?;
        file.seek(SeekFrom::Start(length.saturating_sub(SUMMARY)))?;
        (&file).take(SUMMARY).read_to_end(&mut tail)?;
        Ok([head, tail])
    };
    let [head, tail] = ends().map_err(|reason| unreadable(path, reason))?;
    let [head, tail] = [&head, &tail].map(|bytes| String::from_utf8_lossy(bytes));
    Summary::read(&head, &tail).map_err(|reason| DiskError::Replay {
        path: path.to_owned(),
        reason,
    })
}

/// Reads a whole file of at most `limit` bytes.
///
/// # Errors
/// If it is not a regular file, exceeds the limit, or cannot be read.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, DiskError> {
    let (file, _) = open_regular(path, limit)?;
    read_bounded(file, path, limit)
}

/// Reads a whole text file of at most `limit` bytes.
///
/// # Errors
/// As [`read_regular`], and if it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, DiskError> {
    String::from_utf8(read_regular(path, limit)?).map_err(|_| {
        let reason = io::Error::new(ErrorKind::InvalidData, "not UTF-8 text");
        unreadable(path, reason)
    })
}

/// Reads `input` to its end; `path` names it in errors.
///
/// # Errors
/// If there are more than `limit` bytes, or it cannot be read.
pub fn read_bounded(input: impl Read, path: &Path, limit: u64) -> Result<Vec<u8>, DiskError> {
    let mut bytes = Vec::new();
    let read = input.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|reason| unreadable(path, reason))?;
    if bytes.len() as u64 > limit {
        let path = path.to_owned();
        return Err(DiskError::TooLarge { path, limit });
    }
    Ok(bytes)
}

/// Opens a regular file of at most `limit` bytes; returns its length, too. Checks before it opens,
/// since opening a pipe would wait for its writer.
fn open_regular(path: &Path, limit: u64) -> Result<(File, u64), DiskError> {
    let metadata = fs::metadata(path).map_err(|reason| unreadable(path, reason))?;
    if !metadata.is_file() {
        return Err(unreadable(path, io::Error::other("not a regular file")));
    }
    if metadata.len() > limit {
        let path = path.to_owned();
        return Err(DiskError::TooLarge { path, limit });
    }
    let file = File::open(path).map_err(|reason| unreadable(path, reason))?;
    Ok((file, metadata.len()))
}

fn unreadable(path: &Path, reason: io::Error) -> DiskError {
    DiskError::Unreadable {
        path: path.to_owned(),
        reason,
    }
}

fn write(path: &Path, bytes: &[u8], keep_old: bool) -> Result<(), DiskError> {
    replace(path, bytes, keep_old).map_err(|reason| DiskError::Unwritable {
        path: path.to_owned(),
        reason,
    })
}

/// Writes a draft beside the file, syncs it and renames it over the file. Dropping the draft removes
/// it.
fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    if path.is_dir() {
        let reason = "it is a folder; name a file in it";
        return Err(io::Error::new(ErrorKind::IsADirectory, reason));
    }
    // Replace the target of a link, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(folder(&target))?;
    let mut draft = draft(&target)?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    if keep_old {
        keep_backup(&target)?;
    }
    draft.persist(&target)?;
    sync_folder(folder(&target));
    remove_abandoned_drafts(&target);
    Ok(())
}

/// Copies the file at `target` to its backup.
fn keep_backup(target: &Path) -> io::Result<()> {
    if target.is_file() {
        let copy = draft(target)?;
        fs::copy(target, copy.path())?;
        copy.as_file().sync_all()?;
        copy.persist(backup(target))?;
    }
    Ok(())
}

/// The prefix of the names of drafts of `target`.
fn draft_prefix(target: &Path) -> OsString {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".draft-");
    name
}

/// Creates a file in the folder of `target`, to be renamed over it; removed when dropped before that.
/// Its permissions are those of any new file of the player.
pub(crate) fn draft(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = draft_prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(target))
}

/// The folder that contains a file; `.` for a bare name.
fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Syncs the new name to disk as well. On systems that cannot sync a folder, a power cut leaves the
/// old or the new file.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Removes abandoned drafts of `target`; ignores those that it cannot remove.
fn remove_abandoned_drafts(target: &Path) {
    let prefix = draft_prefix(target);
    let Ok(entries) = fs::read_dir(folder(target)) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(prefix.as_encoded_bytes());
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if ours && age().is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

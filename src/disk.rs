//! The player's files: written whole or not at all, read within a limit, locked by one program at a
//! time.
//!
//! Not part of the core, which knows no files; what is in them is [`game::save`](crate::game::save)
//! and [`game::replay`](crate::game::replay).
//!
//! A file is written beside the old one, synced to the disk and renamed over it. So whatever
//! happens meanwhile, a crash or a power cut, the old file or the new one is there, whole. The
//! previous save stays as [`backup`] until the next write. Nothing that cannot be read is deleted.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::game::Run;
use crate::game::content::{self, Content, ContentErrors};
use crate::game::replay::{Replay, ReplayError, Summary};
use crate::game::save::SaveError;

/// The limit for saves, replays and mazes, in bytes.
pub const LIMIT: u64 = 64 << 20;

/// The limit for small text files such as the options, in bytes.
pub const TEXT_LIMIT: u64 = 1 << 20;

/// How much of each end of a replay its [`Summary`] is read from, in bytes.
const SUMMARY: u64 = 1 << 10;

/// The file that a program locks in its data folder.
const LOCK: &str = ".lock";

/// A draft this old was left behind by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Why a file was not written or read. Displayed as one sentence that names it.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// It cannot be written; the old file is untouched.
    #[error("cannot write {}: {reason}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It cannot be read.
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It is too large to be read.
    #[error("{}: the file exceeds the {} MiB limit", .path.display(), .limit >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// In bytes.
        limit: u64,
    },
    /// It is not a save that can be loaded; it is untouched.
    #[error("{}: {reason}", .path.display())]
    Save {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: SaveError,
    },
    /// It is not a replay; it is untouched.
    #[error("{}: {reason}", .path.display())]
    Replay {
        /// The file.
        path: PathBuf,
        /// Why, with the place in the file where it is known.
        reason: String,
    },
    /// The files of a folder are no content.
    #[error("{0}")]
    Content(ContentErrors),
    /// Another program has locked the folder.
    #[error("another Undercroft window is using {}", .0.display())]
    Locked(PathBuf),
}

/// Where the previous save stays: `run.save.bak` for `run.save`.
pub fn backup(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    PathBuf::from(name)
}

/// Saves a run with its recording; creates the folder if it is missing. The previous save stays as
/// [`backup`].
///
/// # Errors
/// [`DiskError::Unwritable`]; the old save is then untouched.
pub fn write_run(path: &Path, run: &Run) -> Result<(), DiskError> {
    write(path, &run.to_bytes(), true)
}

/// Loads a run with its recording, played with the content of the program.
///
/// # Errors
/// If it cannot be read, or is no save that can be loaded.
pub fn read_run(path: &Path) -> Result<Run, DiskError> {
    let content = Content::embedded().map_err(|errors| DiskError::Content(errors.clone()))?;
    read_run_with(path, content)
}

/// Loads a run with its recording, played with `content`.
///
/// # Errors
/// If it cannot be read, or is no save that can be loaded.
pub fn read_run_with(path: &Path, content: &'static Content) -> Result<Run, DiskError> {
    Run::from_bytes_with(&read_regular(path, LIMIT)?, content).map_err(|reason| DiskError::Save {
        path: path.to_owned(),
        reason,
    })
}

/// Reads the content of a folder: any of the files of [`content::FILES`]; the program's own take the
/// place of those that are missing.
///
/// # Errors
/// If the folder holds none of them, if one cannot be read, or everything that is wrong with them.
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
        let reason = format!("the folder holds none of {}", names.join(", "));
        return Err(unreadable(folder, io::Error::other(reason)));
    }
    let files = files.each_ref();
    Content::read(files.map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(DiskError::Content)
}

/// Loads the run saved at `path` with `content`, or else its [`backup`]; `accept` may refuse what was read. A file
/// that cannot be loaded is set aside first, so that no later save replaces it. Returns the run, if
/// there is one, and what to tell the player.
///
/// # Errors
/// If a file can be neither loaded nor set aside. To save at `path` would then lose it.
pub fn recover_run<T, E: Display>(
    path: &Path,
    content: &'static Content,
    accept: impl Fn(Run) -> Result<T, E>,
) -> Result<(Option<T>, String), DiskError> {
    let mut told = String::new();
    for candidate in [path.to_owned(), backup(path)] {
        if !candidate.exists() {
            continue;
        }
        let loaded = read_run_with(&candidate, content).map_err(|error| error.to_string());
        let loaded = loaded.and_then(|run| {
            accept(run).map_err(|error| format!("cannot load {}: {error}", candidate.display()))
        });
        match loaded {
            Ok(run) => {
                if !told.is_empty() {
                    told += &format!(
                        " The run continues from the previous save, {}.",
                        candidate.display()
                    );
                }
                return Ok((Some(run), told));
            }
            Err(reason) => {
                let aside = set_aside(&candidate)?;
                if !told.is_empty() {
                    told.push(' ');
                }
                told += &format!("{reason}. The file was kept as {}.", aside.display());
            }
        }
    }
    Ok((None, told))
}

/// Renames a file that cannot be read: `options.ron` becomes `options-unreadable-1.ron`, with the
/// first free number. Returns the new path.
///
/// # Errors
/// [`DiskError::Unwritable`] if it cannot be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, DiskError> {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_owned();
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    let told = |reason| DiskError::Unwritable {
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
                    .map_err(told)?;
                return Ok(aside);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(told(error)),
        }
    }
}

/// A locked folder; unlocked when dropped, or when the process ends in whatever way.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Locks a folder, so that no second program saves to it; creates it if it is missing.
///
/// # Errors
/// [`DiskError::Locked`] if another program holds the lock, [`DiskError::Unwritable`] if there can
/// be no lock file. A file system that has no locks refuses nobody.
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
/// If one is there and cannot be removed.
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
/// [`DiskError::Unwritable`]; the old file is then untouched.
pub fn write_replay(path: &Path, replay: &Replay) -> Result<(), DiskError> {
    write(path, replay.to_string().as_bytes(), false)
}

/// Writes a text file; creates the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; the old file is then untouched.
pub fn write_text(path: &Path, text: &str) -> Result<(), DiskError> {
    write(path, text.as_bytes(), false)
}

/// Reads a replay.
///
/// # Errors
/// If it cannot be read, or is not a replay.
pub fn read_replay(path: &Path) -> Result<Replay, DiskError> {
    parse_replay(path, &read_regular(path, LIMIT)?)
}

/// The replay in `bytes`; `path` names it in errors.
///
/// # Errors
/// [`DiskError::Replay`].
pub fn parse_replay(path: &Path, bytes: &[u8]) -> Result<Replay, DiskError> {
    // What is not text is a foreign character at its line and column.
    let parsed = String::from_utf8_lossy(bytes).parse();
    parsed.map_err(|error: ReplayError| DiskError::Replay {
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

/// Reads the first lines and the last one of a replay: two kilobytes, however long it is.
///
/// # Errors
/// If it cannot be read, or does not begin and end as a replay does.
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
/// If it is not a regular file, is larger, or cannot be read.
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

/// Opens a regular file of at most `limit` bytes; returns its length, too. Looks before it opens: to
/// open a pipe is to wait for its writer.
fn open_regular(path: &Path, limit: u64) -> Result<(File, u64), DiskError> {
    let about = fs::metadata(path).map_err(|reason| unreadable(path, reason))?;
    if !about.is_file() {
        return Err(unreadable(path, io::Error::other("not a regular file")));
    }
    if about.len() > limit {
        let path = path.to_owned();
        return Err(DiskError::TooLarge { path, limit });
    }
    let file = File::open(path).map_err(|reason| unreadable(path, reason))?;
    Ok((file, about.len()))
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

/// Writes beside, syncs, renames over. A draft that is dropped is removed.
fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    if path.is_dir() {
        let reason = "it is a folder; name a file in it";
        return Err(io::Error::new(ErrorKind::IsADirectory, reason));
    }
    // A link stays a link, and what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(folder(&target))?;
    let mut draft = draft(&target)?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    if keep_old {
        keep(&target)?;
    }
    draft.persist(&target)?;
    sync(folder(&target));
    sweep(&target);
    Ok(())
}

/// Makes what is at `target` its own backup, without a moment in which it is not at `target`.
fn keep(target: &Path) -> io::Result<()> {
    if !target.is_file() {
        return Ok(());
    }
    let prefix = draft_prefix(target);
    let second = tempfile::Builder::new()
        .prefix(&prefix)
        .make_in(folder(target), |path| match fs::hard_link(target, path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                // Where there are no hard links, a copy does as well.
                fs::copy(target, path)?;
                File::options().write(true).open(path)?.sync_all()
            }
            linked => linked,
        })?;
    let second = second.into_temp_path();
    let name = second.to_path_buf();
    second.persist(backup(target))?;
    // A rename does nothing if both names are the same file already: a save that was killed here
    // left the backup so.
    let _ = fs::remove_file(name);
    Ok(())
}

/// What the names of drafts of `target` begin with.
fn draft_prefix(target: &Path) -> OsString {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".draft-");
    name
}

/// A new file in the folder of `target`, to be renamed over it; removed when dropped before. Everyone
/// may read it who may read any other file of the player.
pub(crate) fn draft(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = draft_prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(target))
}

/// The folder that a file is in.
fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes the new name to the disk as well. Where the system cannot do that for a folder, the old
/// file or the new one is there after a power cut.
fn sync(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Removes abandoned drafts as far as it can.
fn sweep(target: &Path) {
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

//! Saves and replays as files: written whole or not at all, read or refused with the reason.
//!
//! Not part of the core, which knows no files; what is in them is [`game::save`](crate::game::save)
//! and [`game::replay`](crate::game::replay).
//!
//! A file is written beside the old one, synced to the disk and renamed over it. So whatever
//! happens meanwhile, a crash or a power cut, the old file or the new one is there, whole. The one
//! before it stays as [`backup`] until the next write. Nothing that cannot be read is deleted.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::game::Run;
use crate::game::content::{self, Content, ContentErrors};
use crate::game::replay::{Replay, ReplayError};
use crate::game::save::SaveError;

/// The largest file that is read: no save and no replay comes near.
pub const LARGEST: u64 = 1 << 28;

/// The largest file of content that is read.
const LARGEST_CONTENT: u64 = 1 << 22;

/// A draft that nobody has written to for so long is left from a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Why a file was not written or read. Displayed as one sentence that names it.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// It cannot be written; what was there is untouched.
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
    /// It is no save that can be loaded; it is untouched.
    #[error("{}: {reason}{}", .path.display(), hint(.path))]
    Save {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: SaveError,
    },
    /// It is no replay; it is untouched.
    #[error("{}: {reason}", .path.display())]
    Replay {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: ReplayError,
    },
    /// The files of a folder are no content.
    #[error("{0}")]
    Content(ContentErrors),
}

/// Where the save before this one is, if there is one.
fn hint(path: &Path) -> String {
    let backup = backup(path);
    if backup.is_file() {
        format!("; the save before it is {}", backup.display())
    } else {
        String::new()
    }
}

/// Where the file that was at `path` before stays: its name with `.bak`.
pub fn backup(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    PathBuf::from(name)
}

/// Saves a run with its recording; makes the folder if it is missing. The save before stays as [`backup`].
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
    Run::from_bytes_with(&read(path)?, content).map_err(|reason| DiskError::Save {
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
    let unreadable = |path: &Path, reason: io::Error| DiskError::Unreadable {
        path: path.to_owned(),
        reason,
    };
    fs::read_dir(folder).map_err(|reason| unreadable(folder, reason))?;
    let mut files = content::FILES.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut found = 0;
    for (name, text) in &mut files {
        let path = folder.join(Path::new(&*name).file_name().unwrap_or_default());
        match read_content_file(&path) {
            Ok(own) => (*name, *text) = (path.display().to_string(), own),
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(reason) => return Err(unreadable(&path, reason)),
        }
        found += 1;
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

/// A file of content: a regular one, of UTF-8, that is not too large.
fn read_content_file(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    // A pipe would be waited for, and a device never ends.
    if !about.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?
        .take(LARGEST_CONTENT + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST_CONTENT {
        let reason = format!("the file exceeds the {} MiB limit", LARGEST_CONTENT >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
    }
    Ok(text)
}

/// Removes the save of a run that has ended, and the one before it.
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

/// Writes a replay; makes the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; what was there is then untouched.
pub fn write_replay(path: &Path, replay: &Replay) -> Result<(), DiskError> {
    write(path, replay.to_string().as_bytes(), false)
}

/// Writes a text file of the player's own; makes the folder if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`]; what was there is then untouched.
pub fn write_text(path: &Path, text: &str) -> Result<(), DiskError> {
    write(path, text.as_bytes(), false)
}

/// Reads a replay.
///
/// # Errors
/// If it cannot be read, or is no replay.
pub fn read_replay(path: &Path) -> Result<Replay, DiskError> {
    // What is not text is a foreign character at its line and column.
    String::from_utf8_lossy(&read(path)?)
        .parse()
        .map_err(|reason| DiskError::Replay {
            path: path.to_owned(),
            reason,
        })
}

/// The whole file, if it is not larger than any of ours.
fn read(path: &Path) -> Result<Vec<u8>, DiskError> {
    let read = || {
        let mut bytes = Vec::new();
        File::open(path)?
            .take(LARGEST + 1)
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST {
            let reason = format!(
                "it is larger than {} MiB, as none of ours is",
                LARGEST >> 20
            );
            return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
        }
        Ok(bytes)
    };
    read().map_err(|reason| DiskError::Unreadable {
        path: path.to_owned(),
        reason,
    })
}

fn write(path: &Path, bytes: &[u8], keep_old: bool) -> Result<(), DiskError> {
    replace(path, bytes, keep_old).map_err(|reason| DiskError::Unwritable {
        path: path.to_owned(),
        reason,
    })
}

/// Writes beside, syncs, renames over.
fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    if path.is_dir() {
        let reason = "it is a folder; name a file in it";
        return Err(io::Error::new(ErrorKind::IsADirectory, reason));
    }
    // A link stays a link, and what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(folder(&target))?;
    let (draft, mut file) = draft(&target)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| if keep_old { keep(&target) } else { Ok(()) })
        .and_then(|()| fs::rename(&draft, &target));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written?;
    sync(folder(&target));
    sweep(&target);
    Ok(())
}

/// Makes what is at `target` its own backup, without a moment in which it is not at `target`.
fn keep(target: &Path) -> io::Result<()> {
    if !target.is_file() {
        return Ok(());
    }
    let (link, file) = draft(target)?;
    drop(file);
    fs::remove_file(&link)?;
    // Where there are no hard links, a copy does as well.
    fs::hard_link(target, &link)
        .or_else(|_| {
            fs::copy(target, &link)?;
            File::options().write(true).open(&link)?.sync_all()
        })
        .and_then(|()| fs::rename(&link, backup(target)))
        .inspect_err(|_| {
            let _ = fs::remove_file(&link);
        })
}

/// What the names of drafts of `target` begin with.
fn draft_prefix(target: &Path) -> std::ffi::OsString {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".draft-");
    name
}

/// A new file in the folder of `target`, so that it can be renamed over it.
fn draft(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0;
    loop {
        let mut name = draft_prefix(target);
        name.push(format!("{}-{attempt}", std::process::id()));
        let path = target.with_file_name(name);
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            // Of another thread, or left behind by a process of the same number that was killed.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 1000 => {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// The folder that a file is in.
fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Sees to it that the new name is on the disk as well. Not every system can do that for a folder;
/// where it cannot, the old file or the new one is there after a power cut.
fn sync(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Removes drafts that were abandoned. Nobody misses what this cannot do.
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

//! The player's files in folders of the operating system.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use tempfile::NamedTempFile;

use super::{DiskError, TEXT_LIMIT, backup_path, read_text, unreadable};
use crate::game::content::{self, Content};

/// Name of the lock file in the data folder.
const LOCK: &str = ".lock";

/// The age after which a draft counts as left behind by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Whether there is anything at `path`.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// The entries of a folder with the time since 1970 when each was written, newest first; empty if it
/// cannot be read.
pub fn list_files(folder: &Path) -> Vec<(Duration, PathBuf)> {
    let written = |file: &DirEntry| {
        let modified = file.metadata().ok()?.modified().ok()?;
        Some(modified.duration_since(UNIX_EPOCH).unwrap_or_default())
    };
    let mut found: Vec<(Duration, PathBuf)> = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|file| Some((written(&file)?, file.path())))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found
}

pub(super) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, DiskError> {
    let (file, _) = open_regular(path, limit)?;
    read_bounded(file, path, limit)
}

/// Reads the first and the last `count` bytes of a file.
pub(super) fn read_ends(path: &Path, limit: u64, count: u64) -> Result<[Vec<u8>; 2], DiskError> {
    let (mut file, length) = open_regular(path, limit)?;
    let mut ends = || -> io::Result<[Vec<u8>; 2]> {
        let [mut head, mut tail] = [Vec::new(), Vec::new()];
        (&file).take(count).read_to_end(&mut head)?;
        file.seek(SeekFrom::Start(length.saturating_sub(count)))?;
        (&file).take(count).read_to_end(&mut tail)?;
        Ok([head, tail])
    };
    ends().map_err(|reason| unreadable(path, reason))
}

/// Removes a file; succeeds if it does not exist.
///
/// # Errors
/// If it exists and cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != ErrorKind::NotFound => Err(reason),
        _ => Ok(()),
    }
}

/// Moves a file to the path `free`; returns false, and does nothing, if a file with that name exists.
pub(super) fn move_to_free(path: &Path, free: &Path) -> io::Result<bool> {
    match File::create_new(free) {
        // The empty file reserves the name until the rename replaces it.
        Ok(_) => {
            fs::rename(path, free).inspect_err(|_| {
                let _ = fs::remove_file(free);
            })?;
            Ok(true)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
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
pub fn lock_folder(folder: &Path) -> Result<FolderLock, DiskError> {
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

/// Opens a regular file of at most `limit` bytes; also returns its length. The check comes first because opening
/// a pipe would wait for its writer.
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

/// Writes a draft beside the file, syncs it and renames it over the file. If that fails, dropping the draft
/// removes it.
pub(super) fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    if path.is_dir() {
        let reason = "it is a folder; name a file in it";
        return Err(io::Error::new(ErrorKind::IsADirectory, reason));
    }
    // Replace the target of a link, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(folder(&target))?;
    let mut draft = create_draft(&target)?;
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
        let copy = create_draft(target)?;
        fs::copy(target, copy.path())?;
        copy.as_file().sync_all()?;
        copy.persist(backup_path(target))?;
    }
    Ok(())
}

/// The prefix of the names of drafts of `target`.
fn draft_prefix(target: &Path) -> OsString {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".draft-");
    name
}

/// Creates a file in the folder of `target`, to be renamed over it; it is removed if dropped before that. It has
/// the default permissions of new files, not the private ones of temporary files.
pub(crate) fn create_draft(target: &Path) -> io::Result<NamedTempFile> {
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

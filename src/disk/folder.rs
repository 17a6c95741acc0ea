//! The player's files in folders of the operating system.

use std::fs::{self, DirEntry, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use super::draft::Draft;
use super::{DiskError, TEXT_LIMIT, backup_path, read_text, unreadable};
use crate::game::content::{self, Content};
use crate::text;

/// Name of the lock file in the data folder.
const LOCK: &str = ".lock";

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
    // A circle of links is left alone.
    if fs::metadata(path)?.is_dir() {
        let reason = "it is a folder";
        return Err(io::Error::new(ErrorKind::IsADirectory, reason));
    }
    // The empty file reserves the name until the rename replaces it. It is closed: Windows replaces no open file.
    match File::create_new(free).map(drop) {
        Ok(()) => {
            fs::rename(path, free).inspect_err(|_| drop(fs::remove_file(free)))?;
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
        if fs::symlink_metadata(&path).is_ok() {
            *text = read_text(&path, TEXT_LIMIT)?;
            *name = path.display().to_string();
            found += 1;
        }
    }
    let names = content::FILES.map(|(name, _)| name.rsplit('/').next().unwrap_or(name));
    if let Some((path, meant)) = misnamed(folder, &names) {
        let reason = format!("no file of content has this name: call it {meant}");
        return Err(unreadable(&path, io::Error::other(reason)));
    }
    if found == 0 {
        let reason = format!("the folder contains none of {}", names.join(", "));
        return Err(unreadable(folder, io::Error::other(reason)));
    }
    let files = files.each_ref();
    Content::read(files.map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(DiskError::Content)
}

/// A file that is called almost as one of `names`, and the name that is meant.
fn misnamed<'a>(folder: &Path, names: &[&'a str]) -> Option<(PathBuf, &'a str)> {
    let files = fs::read_dir(folder).ok()?;
    let files = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let mut files: Vec<String> = files.collect();
    files.sort_unstable();
    let mut found = files.into_iter().filter_map(|file| {
        let meant = names.iter().find(|name| text::is_near(&file, name))?;
        (!names.contains(&&*file)).then(|| (folder.join(&file), *meant))
    });
    found.next()
}

/// Checks that files can be written to a folder; creates it if it is missing.
///
/// # Errors
/// [`DiskError::Unwritable`].
pub fn check_folder(folder: &Path) -> Result<(), DiskError> {
    let file = folder.join(LOCK);
    // The draft is removed at once.
    let checked = fs::create_dir_all(folder).and_then(|()| Draft::create(&file));
    checked.map(drop).map_err(|reason| DiskError::Unwritable {
        path: folder.to_owned(),
        reason: match folder.exists() && !folder.is_dir() {
            true => io::Error::new(reason.kind(), "it is not a folder"),
            false => explain(&file, reason),
        },
    })
}

/// A lock on a folder, released when dropped or when the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Locks a folder, so that no other process saves to it; creates it if it is missing.
///
/// # Errors
/// [`DiskError::Locked`] if another process holds the lock, [`DiskError::Unwritable`] if no file can
/// be created in the folder. On a file system without locks, locking always succeeds.
pub fn lock_folder(folder: &Path) -> Result<FolderLock, DiskError> {
    let path = folder.join(LOCK);
    // An old lock file can be opened in a folder that takes no new files.
    check_folder(folder)?;
    let mut options = File::options();
    let opened = options.write(true).create(true).truncate(false).open(&path);
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

/// Reads a whole file of at most `limit` bytes, or a pipe to its end.
///
/// # Errors
/// If it is neither, if a pipe has no writer, if there are more than `limit` bytes, or if it cannot be read.
pub fn read_input(path: &Path, limit: u64) -> Result<Vec<u8>, DiskError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            let pipe = open_pipe(path).map_err(|reason| unreadable(path, reason))?;
            return read_bounded(pipe, path, limit);
        }
    }
    read(path, limit)
}

/// Opens a pipe for reading, once something is written to it. Opening it as a file would wait for a writer, for
/// ever if there is none; here one has a second to come.
#[cfg(unix)]
fn open_pipe(path: &Path) -> io::Result<impl Read + use<>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = File::options();
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let mut pipe = options.read(true).custom_flags(flags).open(path)?;
    let second = Timespec {
        tv_sec: 1,
        tv_nsec: 0,
    };
    poll(&mut [PollFd::new(&pipe, PollFlags::IN)], Some(&second))?;
    let mut first = [0];
    let count = match pipe.read(&mut first) {
        Ok(0) => {
            let reason = "it is a pipe that nothing is written to";
            return Err(io::Error::other(reason));
        }
        // The writer is there, and slow.
        Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
        read => read?,
    };
    fcntl_setfl(&pipe, OFlags::empty())?;
    Ok(io::Cursor::new(first).take(count as u64).chain(pipe))
}

/// Writes a draft beside the file, syncs it and renames it over the file. If that fails, dropping the draft
/// removes it. Keeps the backup beside `path`, where it is looked for, even if `path` is a link.
pub(super) fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    let replace = || {
        fs::create_dir_all(folder(path))?;
        let target = find_regular_target(path)?;
        let mut draft = Draft::create(&target)?;
        draft.file().write_all(bytes)?;
        draft.file().sync_all()?;
        if keep_old && target.is_file() {
            let backup = backup_path(path);
            copy(&target, &backup).map_err(|reason| {
                let kept = backup.display();
                let text = format!("the old file cannot be kept as {kept}: {reason}");
                io::Error::new(reason.kind(), text)
            })?;
        }
        draft.persist(&target)?;
        sync_folder(folder(&target));
        Ok(())
    };
    replace().map_err(|reason| explain(path, reason))
}

/// A file that is appended to.
#[derive(Debug)]
pub(super) struct Appender {
    file: Arc<File>,
    /// Its length in bytes, up to the end of what was appended whole.
    length: u64,
}

impl Appender {
    /// Creates or replaces the file.
    pub fn create(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        replace(path, bytes, false)?;
        let file = File::options().write(true).open(path)?;
        Ok(Self {
            file: Arc::new(file),
            length: bytes.len() as u64,
        })
    }

    /// Appends all of `bytes` or nothing, and hands them to the operating system. After an error, the bytes of the
    /// next call have to begin with the same: they are written over what may be left.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<Unsynced> {
        let mut file = &*self.file;
        let written = file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| file.write_all(bytes));
        if let Err(reason) = written {
            let _ = file.set_len(self.length);
            return Err(reason);
        }
        self.length += bytes.len() as u64;
        Ok(Unsynced(Arc::clone(&self.file)))
    }

    /// Whether the file at `path` is this one, and nobody else has changed its length.
    pub fn is_intact(&self, path: &Path) -> bool {
        let length = fs::metadata(path).map(|found| found.len());
        length.is_ok_and(|length| length == self.length)
            && is_same_file(&self.file, path).unwrap_or(false)
    }
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (own, found) = (file.metadata()?, fs::metadata(path)?);
    Ok((own.dev(), own.ino()) == (found.dev(), found.ino()))
}

#[cfg(windows)]
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    use same_file::Handle;
    Ok(Handle::from_file(file.try_clone()?)? == Handle::from_path(path)?)
}

/// A file that the operating system may not have written to disk yet.
#[derive(Clone, Debug)]
pub struct Unsynced(Arc<File>);

impl Unsynced {
    /// Waits until it is on disk.
    ///
    /// # Errors
    /// That of the operating system.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }
}

/// Copies the file `from` to `to`, atomically.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let target = find_regular_target(to)?;
    let mut draft = Draft::create(&target)?;
    fs::copy(from, draft.path())?;
    draft.resemble(&fs::metadata(from)?)?;
    draft.file().sync_all()?;
    draft.persist(&target)
}

/// The file to create or replace at `path`: what a link leads to, not the link. `None` for a device, a pipe or
/// an open file of this process, such as `/dev/stdout`, which are written to and not replaced.
///
/// # Errors
/// If it is a folder or ends as one, or is a read-only file or a circle of links.
pub(crate) fn find_target(path: &Path) -> io::Result<Option<PathBuf>> {
    if cfg!(windows) && is_windows_device(path) {
        return Ok(None);
    }
    let end = path.as_os_str().as_encoded_bytes().last();
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            let reason = "it is a folder; name a file in it";
            return Err(io::Error::new(ErrorKind::IsADirectory, reason));
        }
        _ if end.is_some_and(|&end| is_separator(end.into())) => {
            let reason = "it ends as the name of a folder; name a file";
            return Err(io::Error::new(ErrorKind::IsADirectory, reason));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
        Ok(found) if !found.is_file() || open_file_number(path).is_some() => return Ok(None),
        // Renaming would bypass the permission.
        Ok(found) if found.permissions().readonly() => {
            let reason = "it is read-only";
            return Err(io::Error::new(ErrorKind::PermissionDenied, reason));
        }
        Ok(_) => {}
    }
    Ok(Some(follow_links(path)))
}

/// Whether Windows takes a path for a device, which has its name in every folder.
fn is_windows_device(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    let port = name.strip_prefix("com").or(name.strip_prefix("lpt"));
    ["con", "prn", "aux", "nul"].contains(&&*name)
        || port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

fn find_regular_target(path: &Path) -> io::Result<PathBuf> {
    find_target(path)?.ok_or_else(|| io::Error::other("it is not a regular file"))
}

/// The number of the open file of this process that `path` names, directly or by links: 1 for `/dev/stdout`.
pub(crate) fn open_file_number(path: &Path) -> Option<u32> {
    let open_files = fs::canonicalize("/dev/fd").ok()?;
    links(path).find_map(|step| {
        let number = step.file_name()?.to_str()?.parse().ok()?;
        let is_in_folder = fs::canonicalize(folder(&step)).ok()? == open_files;
        is_in_folder.then_some(number)
    })
}

/// The path of the file that `path` leads to, which need not exist. The path itself unless it is a link.
pub(super) fn follow_links(path: &Path) -> PathBuf {
    links(path).last().unwrap_or_else(|| path.to_owned())
}

/// The path, and the path that each link leads to. Ends in a circle of links, too.
fn links(path: &Path) -> impl Iterator<Item = PathBuf> {
    /// More links than any system follows.
    const LIMIT: usize = 64;
    let next = |path: &PathBuf| Some(folder(path).join(fs::read_link(path).ok()?));
    std::iter::successors(Some(path.to_owned()), next).take(LIMIT)
}

/// Why `path` cannot be written. Says what is in the way, which the operating system does not.
pub(crate) fn explain(path: &Path, reason: io::Error) -> io::Error {
    let target = follow_links(path);
    let folder = folder(&target);
    let found = folder
        .ancestors()
        .find(|found| fs::symlink_metadata(found).is_ok());
    let name = folder.display();
    let text = match (reason.kind(), found) {
        (
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::AlreadyExists,
            Some(found),
        ) if !folder.is_dir() => match (found.is_dir(), found.exists()) {
            (true, _) => format!("the folder {name} does not exist; create it first"),
            (false, true) => format!("{} is not a folder", found.display()),
            (false, false) => format!("{} is a link that leads nowhere", found.display()),
        },
        (ErrorKind::NotFound, None) => {
            format!("the folder {name} does not exist; create it first")
        }
        _ => return reason,
    };
    io::Error::new(reason.kind(), text)
}

/// The folder that contains a file; `.` for a bare name.
pub(super) fn folder(target: &Path) -> &Path {
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

//! The player's files in the storage of a browser page: each is an entry of `localStorage`, named
//! after its path. An entry holds the time at which it was written, a line break, and the file's bytes,
//! one character a byte. An entry is replaced whole or not at all. A file that is appended to goes on in further
//! entries, with `~1`, `~2` and so on after the path.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_sys::Storage;

use super::bundle::Bundle;
use super::{DiskError, backup_path, unreadable};

/// The prefix of this program's entries, which tells them from those of other pages of the same site.
const PREFIX: &str = "undercroft/";

/// The property of the page's global object that its script sets if another tab holds the lock.
const LOCKED: &str = "undercroftIsOpenElsewhere";

/// Whether all entries were replaced. From then on, nothing is saved, because it would overwrite the new entries.
static IS_REPLACED: AtomicBool = AtomicBool::new(false);

fn storage() -> io::Result<Storage> {
    let found = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    found.ok_or_else(|| io::Error::other("the browser does not let this page store anything"))
}

fn key(path: &Path) -> String {
    format!("{PREFIX}{}", path.display())
}

/// The entry of a file: when it was written, in milliseconds since 1970, and its bytes.
fn entry(path: &Path) -> io::Result<Option<(u64, Vec<u8>)>> {
    let text = storage()?
        .get_item(&key(path))
        .map_err(|_| io::Error::other("the browser cannot read it from its storage"))?;
    let damaged = || io::Error::other("its entry in the browser's storage is damaged");
    text.map(|text| {
        let (written, content) = text.split_once('\n').ok_or_else(damaged)?;
        let bytes: Result<Vec<u8>, _> = content.chars().map(u8::try_from).collect();
        Ok((
            written.parse().map_err(|_| damaged())?,
            bytes.map_err(|_| damaged())?,
        ))
    })
    .transpose()
}

/// The path of the entry in which a file goes on.
fn chunk(path: &Path, number: usize) -> PathBuf {
    PathBuf::from(format!("{}~{number}", path.display()))
}

/// The entries in which a file goes on, in order.
fn chunks(path: &Path) -> impl Iterator<Item = PathBuf> {
    let path = path.to_owned();
    let paths = (1..).map(move |number| chunk(&path, number));
    paths.take_while(|path| exists(path))
}

/// Removes the entries in which a file goes on, the last first.
fn remove_chunks(path: &Path) -> io::Result<()> {
    let mut found: Vec<PathBuf> = chunks(path).collect();
    found.reverse();
    found.iter().try_for_each(|path| remove_entry(path))
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if IS_REPLACED.load(Ordering::Relaxed) {
        return Ok(());
    }
    let written = js_sys::Date::now() as u64;
    let content: String = bytes.iter().copied().map(char::from).collect();
    set(&storage()?, &key(path), &format!("{written}\n{content}"))
}

fn set(storage: &Storage, key: &str, text: &str) -> io::Result<()> {
    let full = |_| io::Error::other("the browser's storage for this page is full");
    storage.set_item(key, text).map_err(full)
}

/// The names of this program's entries, without the prefix.
fn names(storage: &Storage) -> Vec<String> {
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?);
    keys.filter_map(|key| Some(key.strip_prefix(PREFIX)?.to_owned()))
        .collect()
}

/// All entries with their stored text, to export.
///
/// # Errors
/// If the browser does not provide its storage.
pub fn collect_bundle() -> io::Result<Bundle> {
    let storage = storage()?;
    let entries = names(&storage).into_iter().filter_map(|name| {
        let text = storage.get_item(&format!("{PREFIX}{name}")).ok()??;
        Some((name, text))
    });
    Ok(Bundle(entries.collect()))
}

/// Replaces all entries by these. After that, nothing is written until the page is reloaded.
///
/// # Errors
/// If another tab holds the lock, or the storage is too small; the old entries then stay.
pub fn import_bundle(new: &Bundle) -> Result<(), DiskError> {
    lock_folder(Path::new(""))?;
    let replace = |with: &Bundle| -> io::Result<()> {
        let storage = storage()?;
        for name in names(&storage) {
            let _ = storage.remove_item(&format!("{PREFIX}{name}"));
        }
        let mut entries = with.0.iter();
        entries.try_for_each(|(name, text)| set(&storage, &format!("{PREFIX}{name}"), text))
    };
    let unwritable = |reason| DiskError::Unwritable {
        path: PathBuf::from("the new files"),
        reason,
    };
    let old = collect_bundle().map_err(unwritable)?;
    replace(new).map_err(|reason| {
        // The old entries fitted before.
        let _ = replace(&old);
        unwritable(reason)
    })?;
    IS_REPLACED.store(true, Ordering::Relaxed);
    Ok(())
}

/// Checks that the browser lets this page store anything.
///
/// # Errors
/// If it does not.
pub fn check_storage() -> io::Result<()> {
    storage().map(drop)
}

/// Whether there is a file at `path`.
pub fn exists(path: &Path) -> bool {
    let found = storage().map(|storage| storage.get_item(&key(path)));
    matches!(found, Ok(Ok(Some(_))))
}

/// The files in a folder with the time since 1970 when each was written, newest first; empty if they
/// cannot be read.
pub fn list_files(folder: &Path) -> Vec<(Duration, PathBuf)> {
    let Ok(storage) = storage() else {
        return Vec::new();
    };
    let written = |path: &Path| entry(path).ok().flatten().map_or(0, |(at, _)| at);
    let mut found: Vec<(Duration, PathBuf)> = names(&storage)
        .into_iter()
        .map(PathBuf::from)
        .filter(|path| path.parent() == Some(folder))
        .filter(|path| !path.to_string_lossy().contains('~'))
        .map(|path| (Duration::from_millis(written(&path)), path))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found
}

pub(super) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, DiskError> {
    let read = |path: &Path| entry(path).map_err(|reason| unreadable(path, reason));
    let Some((_, mut bytes)) = read(path)? else {
        return Err(unreadable(path, io::ErrorKind::NotFound.into()));
    };
    for chunk in chunks(path) {
        bytes.extend(read(&chunk)?.map_or_else(Vec::new, |(_, bytes)| bytes));
    }
    if bytes.len() as u64 > limit {
        let path = path.to_owned();
        return Err(DiskError::TooLarge { path, limit });
    }
    Ok(bytes)
}

/// Reads the first and the last `count` bytes.
pub(super) fn read_ends(path: &Path, limit: u64, count: u64) -> Result<[Vec<u8>; 2], DiskError> {
    let bytes = read(path, limit)?;
    let count = bytes.len().min(count as usize);
    Ok([
        bytes[..count].to_vec(),
        bytes[bytes.len() - count..].to_vec(),
    ])
}

/// Removes a file; succeeds if it does not exist.
///
/// # Errors
/// If it exists and cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    remove_chunks(path)?;
    remove_entry(path)
}

fn remove_entry(path: &Path) -> io::Result<()> {
    storage()?
        .remove_item(&key(path))
        .map_err(|_| io::Error::other("the browser cannot delete it"))
}

/// The path itself: there are no links.
pub(super) fn follow_links(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Moves an entry, damaged or not, to the path `free`; returns false, and does nothing, if that entry exists.
pub(super) fn move_to_free(path: &Path, free: &Path) -> io::Result<bool> {
    if exists(free) {
        return Ok(false);
    }
    let storage = storage()?;
    let text = |path: &Path| storage.get_item(&key(path)).ok().flatten();
    let mut moved = vec![(path.to_owned(), free.to_owned())];
    let numbered = chunks(path).zip(1..);
    moved.extend(numbered.map(|(path, number)| (path, chunk(free, number))));
    for (path, free) in moved {
        let text = text(&path).ok_or(io::ErrorKind::NotFound)?;
        // The old entry is removed first: there may not be room for both.
        remove_entry(&path)?;
        set(&storage, &key(&free), &text).inspect_err(|_| {
            let _ = storage.set_item(&key(&path), &text);
        })?;
    }
    Ok(true)
}

/// Writes a file; with `keep_old`, the old file becomes its backup.
pub(super) fn replace(path: &Path, bytes: &[u8], keep_old: bool) -> io::Result<()> {
    // A damaged entry needs no backup: it was set aside when it was read.
    if keep_old && let Ok(Some((_, old))) = entry(path) {
        put(&backup_path(path), &old)?;
    }
    put(path, bytes)
}

/// Records in an entry of a file that is appended to.
const CHUNK: usize = 256;

/// A file that is appended to.
#[derive(Debug)]
pub(super) struct Appender {
    path: PathBuf,
    /// The number of the last entry, its bytes, and how often it was appended to.
    number: usize,
    last: Vec<u8>,
    appended: usize,
}

impl Appender {
    /// Creates or replaces the file.
    pub fn create(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        remove_chunks(path)?;
        put(path, bytes)?;
        Ok(Self {
            path: path.to_owned(),
            number: 1,
            last: Vec::new(),
            appended: 0,
        })
    }

    /// Appends all of `bytes` or nothing.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<Unsynced> {
        if self.appended == CHUNK {
            (self.number, self.appended) = (self.number + 1, 0);
            self.last.clear();
        }
        let length = self.last.len();
        self.last.extend(bytes);
        if let Err(reason) = put(&chunk(&self.path, self.number), &self.last) {
            self.last.truncate(length);
            return Err(reason);
        }
        self.appended += 1;
        Ok(Unsynced)
    }

    /// Whether the file is still there.
    pub fn is_intact(&self, path: &Path) -> bool {
        exists(path)
    }
}

/// A file that the browser may not have written to disk yet, which a page cannot ask for.
#[derive(Clone, Debug)]
pub struct Unsynced;

impl Unsynced {
    /// Does nothing.
    ///
    /// # Errors
    /// None.
    pub fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Succeeds: [`check_storage`] is the check, and the folders of a page are prefixes of names.
///
/// # Errors
/// None.
pub fn check_folder(_: &Path) -> Result<(), DiskError> {
    Ok(())
}

/// A lock on the storage. The page's script holds it as long as the tab is open.
#[derive(Debug)]
pub struct FolderLock;

/// Locks the storage, so that no other tab saves to it.
///
/// # Errors
/// [`DiskError::Locked`] if another tab holds the lock. In a browser without locks, locking always
/// succeeds.
pub fn lock_folder(folder: &Path) -> Result<FolderLock, DiskError> {
    let is_locked = js_sys::Reflect::get(&js_sys::global(), &LOCKED.into());
    match is_locked.is_ok_and(|is_locked| is_locked.is_truthy()) {
        true => Err(DiskError::Locked(folder.to_owned())),
        false => Ok(FolderLock),
    }
}

//! Drafts: files beside those that they will replace, under names of their own.
//!
//! A draft goes when it is dropped, with [`remove_on_signal`] also when a signal ends the program, and otherwise at the
//! next write to its folder. A process locks its drafts, which tells them from those of processes that are gone.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::store::folder;

/// A draft is named `.undercroft-XXXXXXXXXXXXXXXX.draft`, so that it fits beside the longest name of a file.
const PREFIX: &str = ".undercroft-";
const SUFFIX: &str = ".draft";
/// Number of letters and digits between them.
const RANDOM: usize = 16;

/// The age after which a draft counts as left behind where files cannot be locked.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The paths of the drafts of this process.
static DRAFTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn drafts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file to be renamed over another one; it is removed if dropped before that.
#[derive(Debug)]
pub(crate) struct Draft {
    // The first to be dropped: a signal in between finds the draft in the list.
    file: NamedTempFile,
    listed: Listed,
}

/// A path in the list of drafts.
#[derive(Debug)]
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        drafts().remove(&self.0);
    }
}

impl Draft {
    /// Creates a draft in the folder of `target`, with the owner, group and permissions of `target`, or those of new
    /// files. Removes the drafts in that folder which processes have left behind.
    ///
    /// # Errors
    /// That of the operating system, without the name of the draft; names the folder if it takes no new files.
    pub fn create(target: &Path) -> io::Result<Self> {
        let folder = folder(target);
        remove_abandoned(folder);
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        // No signal comes between the file and its place in the list.
        let mut drafts = drafts();
        let made = tempfile::Builder::new()
            .prefix(PREFIX)
            .suffix(SUFFIX)
            .rand_bytes(RANDOM)
            .make_in(folder, |path| {
                let file = options.open(path)?;
                match hold(&file, path) {
                    true => Ok(file),
                    // Has another name tried.
                    false => Err(ErrorKind::AlreadyExists.into()),
                }
            });
        let file = made.map_err(|reason| blame(folder, "takes no new files", reason))?;
        let path = file.path().to_owned();
        drafts.insert(path.clone());
        drop(drafts);
        let draft = Self {
            file,
            listed: Listed(path),
        };
        if let Ok(old) = fs::metadata(target) {
            draft.resemble(&old)?;
        }
        Ok(draft)
    }

    /// Takes the permissions of another file, and its owner and group as far as the system allows.
    ///
    /// # Errors
    /// If the permissions cannot be set.
    pub fn resemble(&self, old: &Metadata) -> io::Result<()> {
        let file = self.file.as_file();
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let (owner, group) = (old.uid(), old.gid());
            let new = file.metadata()?;
            if (new.uid(), new.gid()) != (owner, group)
                && fchown(file, Some(owner), Some(group)).is_err()
            {
                // Nobody but root gives a file away, but its owner may have several groups.
                let _ = fchown(file, None, Some(group));
            }
        }
        file.set_permissions(old.permissions())
    }

    /// The open file.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Where the draft lies.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Renames the draft over `target`. Where the system can, also while `target` is open, which `tempfile` does not do
    /// on Windows.
    ///
    /// # Errors
    /// That of the operating system; the draft is then removed.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        let Self { file, listed } = self;
        let (file, mut path) = file.into_parts();
        // Open, it stays locked until it has its name; Windows, which has no locks here, gets it closed.
        let file = cfg!(unix).then_some(file);
        let renamed = fs::rename(&path, target);
        // Windows refuses because somebody has the file open.
        renamed.map_err(|reason| match cfg!(unix) {
            true => blame(folder(target), "keeps the old file", reason),
            false => reason,
        })?;
        path.disable_cleanup(true);
        drop((file, listed));
        Ok(())
    }
}

/// The error for a folder whose permissions are in the way; any other as it is.
fn blame(folder: &Path, what: &str, reason: io::Error) -> io::Error {
    match reason.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            let text = format!("the folder {} {what}: {reason}", folder.display());
            io::Error::new(reason.kind(), text)
        }
        _ => reason,
    }
}

/// Locks a new draft, where files can be locked. Returns whether no other process has found it before that, and
/// removed it.
fn hold(file: &File, path: &Path) -> bool {
    !cfg!(unix)
        || !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
            && fs::symlink_metadata(path).is_ok()
}

/// Removes the drafts that processes have left in a folder, once for each folder; ignores those that it cannot remove.
fn remove_abandoned(folder: &Path) {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !done.insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_name(&entry.file_name()) {
            let _ = remove_if_abandoned(&entry.path());
        }
    }
}

/// Whether a draft could have this name.
fn is_name(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    let random = random.and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes a draft that no process has open any more.
fn remove_if_abandoned(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    if !found.is_file() {
        return Ok(());
    }
    if cfg!(unix)
        && let Ok(file) = File::open(path)
    {
        match file.try_lock() {
            // Removed while it is locked, so that the process that may just have made it finds that out; see `hold`.
            Ok(()) => return fs::remove_file(path),
            Err(TryLockError::WouldBlock) => return Ok(()),
            Err(TryLockError::Error(_)) => {}
        }
    }
    let age = found.modified()?.elapsed();
    match age.is_ok_and(|age| age > ABANDONED) {
        true => fs::remove_file(path),
        false => Ok(()),
    }
}

/// From now on, a signal that ends the program removes its drafts before.
#[cfg(all(feature = "cli", unix))]
pub(crate) fn remove_on_signal() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let signals = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let Ok(mut signals) = Signals::new(signals.filter(|signal| !is_ignored(*signal))) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // None is made or renamed any more.
                let drafts = remove_all();
                let _ = emulate_default_handler(signal);
                drop(drafts);
            }
        });
    });
}

/// As on other systems, for Ctrl+C in a console.
#[cfg(all(feature = "cli", windows))]
pub(crate) fn remove_on_signal() {
    /// The status of a program without a handler.
    const CONTROL_C_EXIT: u32 = 0xC000_013A;
    let _ = ctrlc::set_handler(|| {
        let _drafts = remove_all();
        std::process::exit(CONTROL_C_EXIT.cast_signed());
    });
}

/// Removes all drafts of this process. Until the list is dropped, no other thread makes one.
#[cfg(feature = "cli")]
fn remove_all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    let drafts = drafts();
    for draft in &*drafts {
        let _ = fs::remove_file(draft);
    }
    drafts
}

/// Whether the program was started with this signal ignored, as by `nohup`, or by a script in the background. Systems
/// other than Linux do not say; there, what `nohup` ignores stays ignored.
#[cfg(all(feature = "cli", unix))]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    match ignored {
        Some(bits) => bits >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_name_of_a_draft_is_one() {
        assert!(is_name(OsStr::new(".undercroft-aZ09bcdefghijklm.draft")));
        for name in [
            "undercroft-aZ09bcdefghijklm.draft",
            ".undercroft-aZ09bcdefghijkl.draft",
            ".undercroft-aZ09bcdefghijklmn.draft",
            ".undercroft-my-second-draft.draft",
            ".undercroft-aZ09bcdefghijklm.draft.bak",
            "big.tmj.draft-aZ09bc",
        ] {
            assert!(!is_name(OsStr::new(name)), "{name}");
        }
    }
}

//! The player's folder while the program runs: its lock, and a thread that writes files into it as
//! fast as the disk takes them, so that no key waits for the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use bevy::prelude::*;

use super::IS_PAGE;
use crate::disk::{self, DiskError, FolderLock};

/// The folder for the player's files, locked against other windows as long as this one runs.
#[derive(Resource)]
pub struct OwnFolder {
    path: PathBuf,
    lock: Result<FolderLock, DiskError>,
}

impl OwnFolder {
    /// Locks the folder and begins to write, unless that has been done.
    pub fn open(app: &mut App, path: &Path) {
        if !app.world().contains_resource::<Self>() {
            let lock = disk::lock(path);
            let path = path.to_owned();
            app.insert_resource(Self { path, lock })
                .insert_resource(Keeper::start());
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why nothing may be saved in it, and what to do about it, as the end of a sentence; `None` if
    /// saving is fine.
    pub fn refusal(&self) -> Option<String> {
        self.lock.as_ref().err().map(advice)
    }
}

/// Why something is not saved and what to do about it, as the end of a sentence.
pub fn advice(reason: &DiskError) -> String {
    if IS_PAGE {
        let advice = match reason {
            DiskError::Locked(_) => "close this one and play there",
            _ => "free its storage or reload the page",
        };
        return format!("because {reason}: {advice}.");
    }
    let advice = match reason {
        DiskError::Locked(_) => "close this one and play there",
        DiskError::OtherContent(_) => "start with that content (--content) to continue that run",
        _ => "fix that and start again",
    };
    format!("because {reason}: {advice}, or name another folder with --data-dir.")
}

/// Writes files in a thread of its own. Of what is handed in for a file while another version of it
/// is written, only the latest is written next.
#[derive(Resource)]
pub struct Keeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What is to be written, and whether the file that is there becomes the earlier one.
    waiting: BTreeMap<PathBuf, (Vec<u8>, bool)>,
    is_writing: bool,
    is_over: bool,
    /// Why the last write of a file failed.
    failed: BTreeMap<PathBuf, String>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes until it is over and nothing is left to write.
    fn write_all(&self) {
        let mut state = self.lock();
        loop {
            if let Some((path, (bytes, keep_old))) = state.waiting.pop_first() {
                state.is_writing = true;
                drop(state);
                let written = disk::write_sealed(&path, &bytes, keep_old);
                state = self.lock();
                state.is_writing = false;
                match written {
                    Ok(()) => drop(state.failed.remove(&path)),
                    Err(error) => drop(state.failed.insert(path, error.to_string())),
                }
                self.changed.notify_all();
            } else if state.is_over {
                return;
            } else {
                state = self.wait(state);
            }
        }
    }
}

impl Keeper {
    fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = thread::Builder::new().name("keeper".to_owned());
        // Without threads files are written as they come.
        let thread = thread.spawn(move || own.write_all()).ok();
        Self { shared, thread }
    }

    /// Writes sealed bytes as soon as may be. With `keep_old` the file that is there becomes the earlier
    /// one, else it is lost.
    pub fn put(&self, path: PathBuf, bytes: Vec<u8>, keep_old: bool) {
        let mut state = self.shared.lock();
        let waiting = state.waiting.remove(&path);
        let keep_old = keep_old || waiting.is_some_and(|(_, keep_old)| keep_old);
        state.waiting.insert(path, (bytes, keep_old));
        if self.thread.is_some() {
            self.shared.changed.notify_all();
        } else {
            state.is_over = true;
            drop(state);
            self.shared.write_all();
        }
    }

    /// Waits until all is written, and says why a file was not.
    ///
    /// # Errors
    /// The reason of the last failure, as a sentence.
    pub fn flush(&self) -> Result<(), String> {
        let mut state = self.shared.lock();
        while !state.waiting.is_empty() || state.is_writing {
            state = self.shared.wait(state);
        }
        drop(state);
        self.failure().map_or(Ok(()), Err)
    }

    /// Why a file could not be written the last time, as a sentence; nothing if all is well.
    pub fn failure(&self) -> Option<String> {
        self.shared.lock().failed.values().next().cloned()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // It panics if the program has a fault, and then says so itself.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_latest_of_each_file_is_written_and_a_failure_is_told_until_it_is_mended() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::start();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        for number in 0..200_u32 {
            keeper.put(one.clone(), number.to_le_bytes().to_vec(), true);
        }
        keeper.put(other.clone(), b"light".to_vec(), true);
        assert_eq!(keeper.flush(), Ok(()));
        assert_eq!(fs::read(&one).unwrap(), 199_u32.to_le_bytes());
        assert_eq!(fs::read(&other).unwrap(), b"light");

        let below = one.join("below");
        keeper.put(below.clone(), Vec::new(), true);
        assert!(keeper.flush().unwrap_err().contains("below"));
        fs::remove_file(&one).unwrap();
        keeper.put(below, b"mended".to_vec(), true);
        assert_eq!(keeper.flush(), Ok(()));
        keeper.put(other.clone(), b"the last".to_vec(), false);
        drop(keeper);
        assert!(!disk::exists(&disk::backup(&other)));
        assert_eq!(fs::read(&other).unwrap(), b"the last");
    }
}

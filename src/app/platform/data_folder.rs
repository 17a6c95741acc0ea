//! The player's data folder while the program runs: its lock, and a thread that writes its files, so that no
//! key waits for the disk. What cannot be written is tried again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::IS_PAGE;
use crate::app::frame::Phase;
use crate::app::notice::{Notice, capitalize};
use crate::app::screen::Screen;
use crate::disk::{self, DiskError, FolderLock, RunFile, Unsynced};

/// The data folder, locked against other windows as long as this one runs.
#[derive(Resource)]
pub struct DataFolder {
    path: PathBuf,
    lock: Result<FolderLock, DiskError>,
}

impl DataFolder {
    /// Locks the folder and starts a [`FileWriter`], whose failures are told; does nothing if the app has a
    /// data folder.
    pub fn open(app: &mut App, path: &Path) {
        if !app.world().contains_resource::<Self>() {
            let lock = disk::lock_folder(path);
            let path = path.to_owned();
            app.insert_resource(Self { path, lock })
                .insert_resource(FileWriter::start())
                .init_resource::<Notice>()
                .add_systems(
                    Update,
                    report_failure.after(Phase::Light).before(Phase::Show),
                )
                .add_systems(Last, flush.run_if(on_message::<AppExit>).after(ExitSystems));
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why nothing may be saved in it and what to do about it, as sentences; `None` if the lock is held.
    pub fn refusal(&self) -> Option<String> {
        let reason = self.lock.as_ref().err()?;
        Some(explain_unsaved("Nothing is saved", reason))
    }
}

/// Says `what`, such as "Runs are not saved", why, and what to do about it.
pub fn explain_unsaved(what: &str, reason: &DiskError) -> String {
    let advice = match reason {
        DiskError::Locked(_) => "Close this window and play there",
        _ if IS_PAGE => "Free its storage or reload the page",
        DiskError::OtherContent(_) => "Start with that content (--content) to continue that run",
        _ => "Fix that and start again",
    };
    let other_folder = match IS_PAGE {
        true => "",
        false => ", or name another folder with --data-dir",
    };
    format!("{what} in this window: {reason}. {advice}{other_folder}.")
}

/// Tells the player when a file could not be written, on whatever screen that is found out, and again on the next.
fn report_failure(
    writer: Res<FileWriter>,
    screen: Option<Res<State<Screen>>>,
    mut notice: ResMut<Notice>,
    mut told: Local<Option<String>>,
) {
    let failure = writer.failures().last();
    if *told != failure || screen.is_some_and(|screen| screen.is_changed()) {
        notice.add(&capitalize(failure.as_deref().unwrap_or_default()));
        *told = failure;
    }
}

/// Waits for the disk before the program ends, which reports a failure by [`Failures`].
pub fn flush(writer: Res<FileWriter>) {
    let _ = writer.flush();
}

/// Writes and syncs files in a background thread. If several versions of a file arrive while the thread is busy, only
/// the latest is written.
#[derive(Resource)]
pub struct FileWriter {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<WriterState>,
    changed: Condvar,
    /// The files that are appended to. Only the one who writes locks them.
    texts: Mutex<BTreeMap<PathBuf, TextFile>>,
}

/// A text file that is appended to.
#[derive(Default)]
struct TextFile {
    /// All of it: if somebody else has changed or removed the file, it is written again.
    text: String,
    file: Option<RunFile>,
}

impl TextFile {
    /// Appends to the file at `path`, and has all of it on the disk.
    fn append(&mut self, path: &Path, more: &str) -> Result<(), DiskError> {
        self.text += more;
        let Some(file) = self.file.as_mut().filter(|file| file.is_intact()) else {
            self.file = None;
            self.file = Some(RunFile::create(path, &self.text)?);
            return Ok(());
        };
        let unsynced = file.append(more)?;
        unsynced.sync().map_err(|reason| DiskError::Unwritable {
            path: path.to_owned(),
            reason,
        })
    }
}

/// Between two attempts at what could not be written.
const PAUSE: Duration = Duration::from_secs(4);

/// What is to be done with a file.
enum Job {
    /// Write these bytes, and keep the old file as its backup or not.
    Write(Vec<u8>, bool),
    /// Write this text, and keep the old file as its backup or not.
    Begin(String, bool),
    /// Append this to the text that was written.
    Append(String),
    /// Sync what was appended to it.
    Sync(Unsynced),
}

/// Why the last job for a file failed, and what is left of it until it is tried again or another job takes its place.
struct Failure {
    reason: String,
    job: Option<Job>,
}

#[derive(Default)]
struct WriterState {
    queue: BTreeMap<PathBuf, Job>,
    is_writing: bool,
    /// Whether the thread ends once the queue is empty.
    is_closing: bool,
    /// What could not be done.
    failed: BTreeMap<PathBuf, Failure>,
    /// Has the program look at a new error.
    wake: Option<Box<dyn Fn() + Send>>,
}

impl WriterState {
    /// Takes back the job of a file that is waiting, or has failed.
    fn take(&mut self, path: &Path) -> Option<Job> {
        let failed = self
            .failed
            .get_mut(path)
            .and_then(|failure| failure.job.take());
        self.queue.remove(path).or(failed)
    }

    /// Queues what has failed once more.
    fn try_again(&mut self) {
        for (path, failure) in &mut self.failed {
            if let Some(job) = failure.job.take() {
                self.queue.entry(path.clone()).or_insert(job);
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, WriterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, WriterState>) -> MutexGuard<'a, WriterState> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn begin_text(&self, path: &Path, text: &str, keep_old: bool) -> Result<(), DiskError> {
        self.texts().insert(path.to_owned(), TextFile::default());
        // Text that is not kept is still better than none that is written.
        let kept = if keep_old {
            disk::keep_backup(path)
        } else {
            Ok(())
        };
        self.append_text(path, text).and(kept)
    }

    fn append_text(&self, path: &Path, text: &str) -> Result<(), DiskError> {
        let mut texts = self.texts();
        texts.entry(path.to_owned()).or_default().append(path, text)
    }

    fn texts(&self) -> MutexGuard<'_, BTreeMap<PathBuf, TextFile>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a job; returns what is left of it if it fails.
    fn carry_out(&self, path: &Path, job: Job) -> Result<(), (Job, DiskError)> {
        match job {
            Job::Write(bytes, keep_old) => {
                let written = disk::write(path, &bytes, keep_old);
                written.map_err(|error| (Job::Write(bytes, keep_old), error))
            }
            // The text is known from here on, and its file made again if it has to be.
            Job::Begin(text, keep_old) => self
                .begin_text(path, &text, keep_old)
                .map_err(|error| (Job::Append(String::new()), error)),
            Job::Append(text) => self
                .append_text(path, &text)
                .map_err(|error| (Job::Append(String::new()), error)),
            Job::Sync(file) => file.sync().map_err(|reason| {
                let path = path.to_owned();
                (Job::Sync(file), DiskError::Unwritable { path, reason })
            }),
        }
    }

    /// Writes queued files until the queue is empty and the writer is closing. What fails is tried again after a
    /// while.
    fn write_queue(&self) {
        let mut state = self.lock();
        loop {
            if let Some((path, job)) = state.queue.pop_first() {
                state.is_writing = true;
                drop(state);
                let done = self.carry_out(&path, job);
                state = self.lock();
                state.is_writing = false;
                match done {
                    Ok(()) => drop(state.failed.remove(&path)),
                    Err((job, error)) => {
                        let (reason, job) = (error.to_string(), Some(job));
                        let before = state.failed.get(&path);
                        let is_new = before.is_none_or(|before| before.reason != reason);
                        state.failed.insert(path, Failure { reason, job });
                        state.wake.iter().filter(|_| is_new).for_each(|wake| wake());
                    }
                }
                self.changed.notify_all();
            } else if state.is_closing {
                return;
            } else if state.failed.is_empty() {
                state = self.wait(state);
            } else {
                let waited = self.changed.wait_timeout(state, PAUSE);
                let (waited, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                state = waited;
                if timeout.timed_out() {
                    state.try_again();
                }
            }
        }
    }
}

impl FileWriter {
    fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let writer = Arc::clone(&shared);
        let thread = thread::Builder::new().name("file writer".to_owned());
        // Where threads cannot be spawned, `write` writes at once.
        let thread = thread.spawn(move || writer.write_queue()).ok();
        Self { shared, thread }
    }

    /// Queues sealed bytes to be written. With `keep_old` the previous file becomes the
    /// [backup](disk::backup_path), otherwise it is lost.
    pub fn write(&self, path: PathBuf, bytes: Vec<u8>, keep_old: bool) {
        let mut state = self.shared.lock();
        let queued = state.take(&path);
        let keep_old = keep_old || matches!(queued, Some(Job::Write(_, true)));
        self.queue(state, path, Job::Write(bytes, keep_old));
    }

    /// Writes sealed bytes before it returns, in the place of what is queued for the file; the previous file becomes the
    /// backup.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_now(&self, path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
        let mut state = self.shared.lock();
        while state.is_writing {
            state = self.shared.wait(state);
        }
        state.take(path);
        disk::write(path, bytes, true)?;
        state.failed.remove(path);
        Ok(())
    }

    /// Queues a text to be written, to which more is [appended](Self::append). With `keep_old` the previous file
    /// becomes the [backup](disk::backup_path).
    pub fn begin(&self, path: PathBuf, text: String, keep_old: bool) {
        let mut state = self.shared.lock();
        let queued = state.take(&path);
        let keep_old = keep_old || matches!(queued, Some(Job::Begin(_, true)));
        self.queue(state, path, Job::Begin(text, keep_old));
    }

    /// Queues what is appended to a text that was [begun](Self::begin). If somebody else has changed or removed the
    /// file, it is written again.
    pub fn append(&self, path: PathBuf, more: &str) {
        let mut state = self.shared.lock();
        let job = match state.take(&path) {
            Some(Job::Begin(text, keep_old)) => Job::Begin(text + more, keep_old),
            Some(Job::Append(text)) => Job::Append(text + more),
            _ => Job::Append(more.to_owned()),
        };
        self.queue(state, path, job);
    }

    /// Syncs what was appended to a file. At most one sync of a file is waiting while one is under way.
    pub fn sync(&self, path: PathBuf, file: Unsynced) {
        self.queue(self.shared.lock(), path, Job::Sync(file));
    }

    fn queue(&self, mut state: MutexGuard<'_, WriterState>, path: PathBuf, job: Job) {
        state.queue.insert(path, job);
        state.try_again();
        drop(self.start_writing(state));
    }

    fn start_writing<'a>(
        &'a self,
        mut state: MutexGuard<'a, WriterState>,
    ) -> MutexGuard<'a, WriterState> {
        if self.thread.is_some() {
            self.shared.changed.notify_all();
            return state;
        }
        state.is_closing = true;
        drop(state);
        self.shared.write_queue();
        self.shared.lock()
    }

    /// Tries once more what has failed, and waits until the queue is empty.
    ///
    /// # Errors
    /// As [`Failures::last`].
    pub fn flush(&self) -> Result<(), String> {
        let mut state = self.shared.lock();
        state.try_again();
        state = self.start_writing(state);
        while !state.queue.is_empty() || state.is_writing {
            state = self.shared.wait(state);
        }
        drop(state);
        self.failures().last().map_or(Ok(()), Err)
    }

    /// What could not be written.
    pub fn failures(&self) -> Failures {
        Failures(Arc::clone(&self.shared))
    }

    /// Sets a function that is called when a file could not be written.
    pub fn set_wake(&self, wake: impl Fn() + Send + 'static) {
        self.shared.lock().wake = Some(Box::new(wake));
    }
}

/// What a [`FileWriter`] could not write. It outlives the app, so that the program can exit with an error.
pub struct Failures(Arc<Shared>);

impl Failures {
    /// Why the last write of some file failed, as a sentence without a full stop; `None` if every file is up
    /// to date.
    pub fn last(&self) -> Option<String> {
        let state = self.0.lock();
        state
            .failed
            .values()
            .next()
            .map(|failure| failure.reason.clone())
    }
}

impl Drop for FileWriter {
    fn drop(&mut self) {
        self.shared.lock().is_closing = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, the panic hook has reported it.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_text_is_appended_to_and_written_again_if_somebody_else_changes_it() {
        let folder = tempfile::tempdir().unwrap();
        let writer = FileWriter::start();
        let path = folder.path().join("some.save");
        fs::write(&path, "found").unwrap();
        writer.begin(path.clone(), "begun".to_owned(), true);
        let mut expected = "begun".to_owned();
        for number in 0..100 {
            let more = format!(" {number}");
            writer.append(path.clone(), &more);
            expected += &more;
            match number {
                40 => writer.flush().unwrap(),
                50 => {
                    writer.flush().unwrap();
                    fs::remove_file(&path).unwrap();
                }
                60 => {
                    writer.flush().unwrap();
                    fs::write(&path, "something else").unwrap();
                }
                _ => {}
            }
        }
        assert_eq!(writer.flush(), Ok(()));
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        let backup = disk::backup_path(&path);
        assert_eq!(fs::read_to_string(&backup).unwrap(), "found");
        // A folder in its place is told about, and nothing is lost once it is gone.
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        writer.append(path.clone(), " more");
        assert!(writer.flush().unwrap_err().contains("some.save"));
        fs::remove_dir(&path).unwrap();
        writer.append(path.clone(), "");
        assert_eq!(writer.flush(), Ok(()));
        assert_eq!(fs::read_to_string(&path).unwrap(), expected + " more");
        writer.begin(path.clone(), "another".to_owned(), false);
        writer.append(path.clone(), " one");
        drop(writer);
        assert_eq!(fs::read_to_string(&path).unwrap(), "another one");
        assert_eq!(fs::read_to_string(&backup).unwrap(), "found");
    }

    #[test]
    fn the_latest_of_each_file_is_written_and_a_failure_is_reported_until_it_is_fixed() {
        let folder = tempfile::tempdir().unwrap();
        let writer = FileWriter::start();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        for number in 0..200_u32 {
            writer.write(one.clone(), number.to_le_bytes().to_vec(), true);
        }
        writer.write(other.clone(), b"light".to_vec(), true);
        assert_eq!(writer.flush(), Ok(()));
        assert_eq!(fs::read(&one).unwrap(), 199_u32.to_le_bytes());
        assert_eq!(fs::read(&other).unwrap(), b"light");

        let below = one.join("below");
        writer.write(below.clone(), Vec::new(), true);
        assert!(writer.flush().unwrap_err().contains("below"));
        fs::remove_file(&one).unwrap();
        writer.write(below, b"fixed".to_vec(), true);
        assert_eq!(writer.flush(), Ok(()));
        writer.write(other.clone(), b"the last".to_vec(), false);
        drop(writer);
        assert!(!disk::exists(&disk::backup_path(&other)));
        assert_eq!(fs::read(&other).unwrap(), b"the last");
    }
}

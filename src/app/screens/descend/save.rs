//! The run on disk: every move is appended to its file before it is shown; an ended run is replaced by a replay
//! and a story. What cannot be written at its end is tried again every few seconds, and as the program ends.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::app::AppExit;
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use bevy::time::Real;
use bevy::window::ExitSystems;

use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::platform::clock::Wake;
use crate::app::platform::data_folder::{DataFolder, FileWriter, explain_unsaved};
use crate::app::platform::now;
use crate::app::reward::Records;
use crate::app::screen::Screen;
use crate::app::stage::{PlayedContent, Run, SaveFolder, Saves, Slot};
use crate::disk::{self, DiskError, RunFile};
use crate::game::End;
use crate::game::content::Content;
use crate::game::record::Divergence;
use crate::profile::Ending;

/// Looks for the saved runs of `folder` and saves the current one there.
///
/// A second window on the same folder plays without saving. It does not refuse to open, because from a
/// desktop that would look as if nothing happened, and mazes, boards, the Lab and replays need no save.
pub(super) fn plugin(app: &mut App, folder: PathBuf) {
    DataFolder::open(app, &folder);
    let refusal = app.world().resource::<DataFolder>().refusal();
    let is_refused = refusal.is_some();
    app.insert_resource(SaveFolder::new(folder))
        .insert_resource(SaveRefusal(refusal))
        .init_resource::<Saves>()
        .init_resource::<Records>()
        .init_resource::<SaveFailure>()
        .init_resource::<Endings>();
    if !is_refused && let Err(reason) = find_runs(app.world_mut()) {
        let reason = explain_unsaved("Runs are not saved", &reason);
        app.insert_resource(SaveRefusal(Some(reason)));
    }
    app.add_systems(OnEnter(Screen::Title), warn_if_not_saved)
        .add_systems(OnEnter(Screen::Descend), warn_if_not_saved)
        .add_systems(
            OnExit(Screen::Descend),
            save_on_exit.run_if(resource_exists::<Run>),
        )
        .add_systems(
            React,
            save_progress
                .run_if(resource_exists_and_changed::<Run>)
                .in_set(Screen::Descend)
                .in_set(Phase::Record),
        )
        .add_systems(
            Last,
            // Closing the window sends `AppExit` in this schedule.
            (
                save_on_exit.run_if(resource_exists::<Run>),
                end_at_exit.run_if(has_endings),
            )
                .run_if(on_message::<AppExit>)
                .after(ExitSystems),
        )
        .add_systems(Update, try_again.run_if(has_endings).in_set(Phase::Tick));
}

/// Finds the saved run of each slot. One that had ended, but could not be archived, is archived now; one that
/// cannot be played is renamed.
fn find_runs(world: &mut World) -> Result<(), DiskError> {
    let content = PlayedContent::or_own(world.get_resource::<PlayedContent>());
    let content = content.map_err(DiskError::Content)?;
    for slot in Slot::ALL {
        let path = world.resource::<SaveFolder>().run(slot);
        if !disk::exists(&path) {
            continue;
        }
        let run = disk::read_summary(&path).map_err(|error| error.to_string());
        let checked = run.and_then(|run| match run.check(content) {
            Err(Divergence::Content { .. }) => Ok(None),
            checked => {
                checked.map_err(|error| format!("{}: {error}", path.display()))?;
                let in_place = slot.check(&run);
                in_place.map_err(|error| format!("cannot load {}: {error}", path.display()))?;
                Ok(Some(run))
            }
        });
        let message = match checked {
            Ok(None) => return Err(DiskError::OtherContent(path)),
            Ok(Some(run)) if run.end == End::Playing => {
                world.resource_mut::<Saves>().insert_saved(slot, run);
                continue;
            }
            Ok(Some(_)) => {
                let mut desk = SystemState::<Desk>::new(world);
                desk.get_mut(world)
                    .expect("all of it was inserted")
                    .archive(&path, content)?
            }
            Err(reason) => set_aside(&path, &reason)?,
        };
        world.resource_mut::<Notice>().add(&message);
    }
    Ok(())
}

/// Renames a file that cannot be used; returns what to tell the player.
fn set_aside(path: &Path, reason: &str) -> Result<String, DiskError> {
    let kept = disk::set_aside(path)?;
    Ok(format!(
        "{reason}. The file was kept as {}.",
        kept.display()
    ))
}

/// Why no run is saved in this window, as a sentence; `None` if runs are saved.
#[derive(Resource)]
struct SaveRefusal(Option<String>);

/// Why the last save failed, if it did. It is shared, so that the program can report the failure and
/// exit with an error after the app is gone.
#[derive(Resource, Clone, Default)]
pub struct SaveFailure(Arc<Mutex<Option<String>>>);

impl SaveFailure {
    /// The reason, as a sentence without a full stop; `None` if the last save succeeded.
    pub fn reason(&self) -> Option<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, reason: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = reason;
    }
}

/// Warns the player, on the title and on entering a run, that runs are not saved.
fn warn_if_not_saved(refusal: Res<SaveRefusal>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &refusal.0 {
        notice.add(reason);
    }
}

/// The ends of runs of which something could not be written, and why.
#[derive(Resource, Default)]
struct Endings(Vec<(Ending, String)>);

fn has_endings(endings: Res<Endings>) -> bool {
    !endings.0.is_empty()
}

/// What it takes to save runs.
#[derive(SystemParam)]
struct Desk<'w> {
    folder: Res<'w, SaveFolder>,
    failure: Res<'w, SaveFailure>,
    writer: Res<'w, FileWriter>,
    refusal: Res<'w, SaveRefusal>,
    endings: ResMut<'w, Endings>,
    records: ResMut<'w, Records>,
    notice: ResMut<'w, Notice>,
}

impl Desk<'_> {
    /// Writes the end of a run; what cannot be written is tried again later. Returns what to tell the player.
    fn end(&mut self, mut ending: Ending) -> (Result<String, String>, Option<PathBuf>) {
        let path = Records::path(self.folder.path());
        let save = |records: &Records| self.writer.write_now(&path, &records.to_bytes());
        let written = ending.write(&self.folder, &mut self.records, save);
        let replay = ending.replay().cloned();
        let written = written
            .map(|told| told.unwrap_or_else(|| RECORDED.to_owned()))
            .map_err(|error| error.to_string());
        if let Err(reason) = &written {
            self.endings.0.push((ending, reason.clone()));
        }
        (written, replay)
    }

    /// Tries to write the ends that could not be written. `run` is the one that may be shown.
    fn end_all(&mut self, mut run: Option<&mut Run>) {
        for (ending, _) in std::mem::take(&mut self.endings.0) {
            let id = ending.id();
            let (Ok(told), replay) = self.end(ending) else {
                continue;
            };
            let is_it =
                |run: &&mut &mut Run| run.played().is_some_and(|run| run.recording().id() == id);
            match run.as_mut().filter(is_it) {
                Some(run) => (run.epitaph, run.replay) = (told, replay),
                None => self.notice.add(&format!("{told}.")),
            }
        }
        self.failure.set(self.reason());
    }

    /// Why the end of some run could not be written.
    fn reason(&self) -> Option<String> {
        self.endings.0.last().map(|(_, reason)| reason.clone())
    }

    /// Archives the saved run at `path`. If it is in progress, the player has given it up. Returns what to tell the
    /// player. One that cannot be played is renamed; one that cannot be archived stays.
    fn archive(&mut self, path: &Path, content: &'static Content) -> Result<String, DiskError> {
        let read = disk::read_recording(path).map_err(|error| error.to_string());
        let loaded = read.and_then(|recording| {
            let run = Run::load(recording, Some(&PlayedContent(content)));
            run.map_err(|error| format!("{}: {error}", path.display()))
        });
        match loaded {
            Ok(mut run) => {
                run.give_up();
                let ending = ending(&run, true).map(Ending::found);
                let ended = ending.map(|ending| self.end(ending).0);
                Ok(ended.and_then(Result::err).unwrap_or_default())
            }
            Err(reason) => set_aside(path, &reason),
        }
    }

    /// Creates the file of a run that has none. One of another run in its slot is archived first.
    fn create_file(&mut self, run: &mut Run) {
        if run.saving.file.is_some() {
            return;
        }
        let slot = Slot::of(run.game());
        let path = self.folder.run(slot);
        if !run.saving.owns_slot && disk::exists(&path) {
            match self.clear_slot(&path, run.game().content()) {
                Ok(message) => self.notice.add(&message),
                Err(error) => {
                    run.saving.failure = Some(error.to_string());
                    return;
                }
            }
        }
        let Some(text) = run.write() else { return };
        match RunFile::create(&path, &text) {
            Ok(file) => {
                run.saving.file = Some(file);
                run.saving.failure = None;
                run.saving.owns_slot = true;
            }
            Err(error) => run.saving.failure = Some(error.to_string()),
        }
    }

    /// Makes room for another run: archives the saved one, or renames its file if that fails.
    fn clear_slot(&mut self, path: &Path, content: &'static Content) -> Result<String, DiskError> {
        self.end_all(None);
        let message = match disk::exists(path) {
            true => self.archive(path, content)?,
            false => String::new(),
        };
        // From here on the slot is another run's.
        self.endings
            .0
            .iter_mut()
            .for_each(|(ending, _)| ending.leave_save(path, &self.folder));
        match disk::exists(path) {
            true => set_aside(path, &message),
            false => Ok(message),
        }
    }

    /// Tells the player once why a run is not saved, and has what was appended synced.
    fn report(&mut self, run: &mut Run) {
        let reason = run.saving.failure.clone().or_else(|| self.reason());
        if reason != self.failure.reason() {
            if let Some(reason) = &reason {
                self.notice.warn(reason);
            }
            self.failure.set(reason);
        }
        if let (Some(file), Some(unsynced)) = (&run.saving.file, run.saving.unsynced.take()) {
            self.writer.sync(file.path().to_owned(), unsynced);
        }
    }
}

/// The end of a run that was played and is over.
fn ending(run: &Run, has_save: bool) -> Option<Ending> {
    let messages = run.log().lines().iter().map(ToString::to_string);
    let (practice, messages) = (run.practice(), messages.collect());
    let played = run.played()?;
    Some(Ending::new(played, practice, now(), messages, has_save))
}

/// Creates the file of a run that has none, reports what cannot be saved, and archives the run when it ends.
fn save_progress(mut desk: Desk, mut run: ResMut<Run>) {
    let run = run.bypass_change_detection();
    if run.is_playing() {
        if desk.refusal.0.is_none() {
            desk.create_file(run);
            desk.report(run);
        }
        return;
    }
    if !run.epitaph.is_empty() {
        return;
    }
    // The file in the slot may be another run's, if this one could not be saved.
    let Some(ending) = ending(run, run.saving.owns_slot) else {
        return;
    };
    if let Some(reason) = &desk.refusal.0 {
        run.epitaph.clone_from(reason);
        ending.count(&mut desk.records);
        return;
    }
    run.saving.file = None;
    let (written, replay) = desk.end(ending);
    desk.failure.set(desk.reason());
    run.epitaph = written.unwrap_or_else(|reason| reason);
    run.replay = replay;
}

/// What the end of a run says once it is written.
const RECORDED: &str = "Recorded: Replays on the title shows it again";

/// Between two attempts to write the end of a run.
const PAUSE: Duration = Duration::from_secs(4);

/// Tries to write the ends that could not be written.
fn try_again(
    mut desk: Desk,
    mut run: Option<ResMut<Run>>,
    time: Res<Time<Real>>,
    mut since: Local<Duration>,
    mut wakes: MessageWriter<Wake>,
) {
    let waited = time.elapsed().saturating_sub(*since);
    if waited >= PAUSE {
        *since = time.elapsed();
        desk.end_all(run.as_deref_mut());
    }
    wakes.write(Wake(PAUSE));
}

fn end_at_exit(mut desk: Desk) {
    desk.end_all(None);
}

/// Saves where the run is left. A file that somebody else has changed or removed is written again.
fn save_on_exit(mut desk: Desk, mut run: ResMut<Run>) {
    let run = run.bypass_change_detection();
    if !run.is_playing() || desk.refusal.0.is_some() {
        return;
    }
    run.put_down();
    let is_changed = |file: &RunFile| !file.is_intact();
    if run.saving.file.as_ref().is_some_and(is_changed) {
        run.saving.file = None;
    }
    desk.create_file(run);
    desk.report(run);
}

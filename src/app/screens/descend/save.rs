//! The run on disk: every move is appended to its file before it is shown; an ended run is replaced by a replay
//! and a story.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::data_folder::{DataFolder, FileWriter, explain_unsaved};
use crate::app::platform::now;
use crate::app::reward::Records;
use crate::app::screen::Screen;
use crate::app::stage::{PlayedContent, Run, SaveFolder, Saves, Slot};
use crate::disk::{self, DiskError, RunFile};
use crate::game::content::Content;
use crate::game::record::Divergence;
use crate::game::{End, Outcome};

/// Looks for the saved runs of `folder` and saves the current one there.
///
/// A second window on the same folder plays without saving. It does not refuse to open, because from a
/// desktop that would look as if nothing happened, and mazes, boards, the Lab and replays need no save.
pub(super) fn plugin(app: &mut App, folder: PathBuf) {
    DataFolder::open(app, &folder);
    let refusal = app.world().resource::<DataFolder>().refusal();
    let mut refusal = SaveRefusal(refusal);
    let folder = SaveFolder::new(folder);
    let mut saves = Saves::default();
    if refusal.0.is_none()
        && let Err(reason) = find_runs(app, &folder, &mut saves)
    {
        refusal.0 = Some(explain_unsaved("Runs are not saved", &reason));
    }
    app.insert_resource(folder)
        .insert_resource(saves)
        .insert_resource(refusal)
        .init_resource::<SaveFailure>()
        .add_systems(OnEnter(Screen::Title), warn_if_not_saved)
        .add_systems(OnEnter(Screen::Descend), warn_if_not_saved)
        .add_systems(
            OnExit(Screen::Descend),
            save_on_exit.run_if(resource_exists::<Run>),
        )
        .add_systems(
            Update,
            save_progress
                .run_if(resource_exists_and_changed::<Run>)
                .in_set(Screen::Descend)
                .in_set(Phase::Settle),
        )
        .add_systems(
            Last,
            // Closing the window sends `AppExit` in this schedule.
            save_on_exit
                .run_if(on_message::<AppExit>)
                .run_if(resource_exists::<Run>)
                .after(ExitSystems),
        );
}

/// Finds the saved run of each slot. One that had ended, but could not be archived, is archived now; one that
/// cannot be played is renamed.
fn find_runs(app: &mut App, folder: &SaveFolder, saves: &mut Saves) -> Result<(), DiskError> {
    let content = PlayedContent::or_own(app.world().get_resource::<PlayedContent>());
    let content = content.map_err(DiskError::Content)?;
    for slot in Slot::ALL {
        let path = folder.run(slot);
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
        let world = app.world_mut();
        match checked {
            Ok(None) => return Err(DiskError::OtherContent(path)),
            Ok(Some(run)) if run.end == End::Playing => saves.insert_saved(slot, run),
            Ok(Some(_)) => {
                let mut records = world.get_resource_or_init::<Records>();
                let message = archive_file(folder, &path, content, &mut records)?;
                world.resource_mut::<Notice>().add(&message);
            }
            Err(reason) => {
                let message = set_aside(&path, &reason)?;
                world.resource_mut::<Notice>().add(&message);
            }
        }
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

/// Archives the saved run at `path`. If it is in progress, the player has given it up. Returns what to tell the
/// player. One that cannot be played is renamed; one that cannot be archived stays.
fn archive_file(
    folder: &SaveFolder,
    path: &Path,
    content: &'static Content,
    records: &mut Records,
) -> Result<String, DiskError> {
    let read = disk::read_recording(path).map_err(|error| error.to_string());
    let loaded = read.and_then(|recording| {
        let run = Run::load(recording, Some(&PlayedContent(content)));
        run.map_err(|error| format!("{}: {error}", path.display()))
    });
    match loaded {
        Ok(mut run) => {
            run.give_up();
            let archived = end_run(folder, &mut run, records);
            Ok(archived
                .err()
                .map_or_else(String::new, |error| error.to_string()))
        }
        Err(reason) => set_aside(path, &reason),
    }
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

/// Creates the file of a run that has none, reports what cannot be saved, and archives the run when it ends.
fn save_progress(
    (folder, failure, writer): (Res<SaveFolder>, Res<SaveFailure>, Res<FileWriter>),
    mut run: ResMut<Run>,
    refusal: Res<SaveRefusal>,
    (mut notice, mut records): (ResMut<Notice>, ResMut<Records>),
) {
    let run = run.bypass_change_detection();
    if !run.is_playing() {
        if !run.epitaph.is_empty() {
            return;
        }
        if let Some(reason) = &refusal.0 {
            count_run(&mut records, run);
            run.epitaph.clone_from(reason);
            return;
        }
        let error = end_run(&folder, run, &mut records).err();
        let reason = error.map(|error| error.to_string());
        if let Some(reason) = &reason {
            run.epitaph.clone_from(reason);
        }
        failure.set(reason);
        return;
    }
    if refusal.0.is_some() {
        return;
    }
    create_file(&folder, run, (&mut notice, &mut records));
    report(run, &failure, &writer, &mut notice);
}

/// Creates the file of a run that has none. One of another run in its slot is archived first.
fn create_file(folder: &SaveFolder, run: &mut Run, (notice, records): (&mut Notice, &mut Records)) {
    if run.saving.file.is_some() {
        return;
    }
    let slot = Slot::of(run.game());
    let path = folder.run(slot);
    if !run.saving.owns_slot && disk::exists(&path) {
        let cleared = clear_slot(folder, &path, run.game().content(), records);
        match cleared {
            Ok(message) => notice.add(&message),
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
fn clear_slot(
    folder: &SaveFolder,
    path: &Path,
    content: &'static Content,
    records: &mut Records,
) -> Result<String, DiskError> {
    let message = archive_file(folder, path, content, records)?;
    match disk::exists(path) {
        true => set_aside(path, &message),
        false => Ok(message),
    }
}

/// Tells the player once why a run is not saved, and has what was appended synced.
fn report(run: &mut Run, failure: &SaveFailure, writer: &FileWriter, notice: &mut Notice) {
    let reason = run.saving.failure.clone();
    if reason != failure.reason() {
        if let Some(reason) = &reason {
            notice.0.clone_from(reason);
        }
        failure.set(reason);
    }
    if let (Some(file), Some(unsynced)) = (&run.saving.file, run.saving.unsynced.take()) {
        writer.sync(file.path().to_owned(), unsynced);
    }
}

/// Adds a finished run to the records, unless it is practice.
fn count_run(records: &mut Records, run: &Run) {
    let game = run.game();
    if let Some(played) = run.played().filter(|_| run.practice().is_none()) {
        let won = game.outcome() == Outcome::Won;
        records.add_run(played.recording().id(), won, game.deepest(), game.score());
    }
}

/// Counts and archives a finished run.
fn end_run(
    folder: &SaveFolder,
    run: &mut Run,
    records: &mut Records,
) -> Result<(), Box<dyn Error>> {
    count_run(records, run);
    archive_run(folder, run)
}

/// Saves where the run is left. A file that somebody else has changed or removed is written again.
fn save_on_exit(
    (folder, failure, writer): (Res<SaveFolder>, Res<SaveFailure>, Res<FileWriter>),
    mut run: ResMut<Run>,
    refusal: Res<SaveRefusal>,
    (mut notice, mut records): (ResMut<Notice>, ResMut<Records>),
) {
    let run = run.bypass_change_detection();
    if !run.is_playing() || refusal.0.is_some() {
        return;
    }
    run.put_down();
    if run
        .saving
        .file
        .as_ref()
        .is_some_and(|file| !file.is_intact())
    {
        run.saving.file = None;
    }
    create_file(&folder, run, (&mut notice, &mut records));
    report(run, &failure, &writer, &mut notice);
}

/// Writes the result of a daily run, the replay of a finished run and its story, and removes its save. Without its
/// replay it stays saved, to be archived at the next start; a story that cannot be written is given up.
fn archive_run(folder: &SaveFolder, run: &mut Run) -> Result<(), Box<dyn Error>> {
    let played = run.played().ok_or("it was not played")?;
    let replay = folder.archive(played, run.practice(), now())?;
    // The file in the slot may be another run's, if this one could not be saved.
    if run.saving.owns_slot {
        run.saving.file = None;
        disk::remove_run(&folder.run(Slot::of(run.game())))?;
    }
    let messages = run.log().lines().iter().map(ToString::to_string);
    run.epitaph = folder.write_story(run.game(), messages.collect(), &replay);
    run.replay = Some(replay);
    Ok(())
}

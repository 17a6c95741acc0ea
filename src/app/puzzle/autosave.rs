//! The file of a sitting: moves are appended to it as they are made, and it is read at the next start.

use std::marker::PhantomData;
use std::path::Path;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::file::{self, Loaded};
use super::{Puzzle, Sitting};
use crate::app::frame::Phase;
use crate::app::notice::{Notice, PausedGames, capitalize};
use crate::app::platform::data_folder::{self, DataFolder, FileWriter, explain_unsaved};
use crate::app::platform::today;
use crate::app::reward::Records;
use crate::disk::{self, DiskError};
use crate::text;

/// Restores the sitting and saves its changes, if the app has a data folder.
pub(super) fn plugin<P: Puzzle>(app: &mut App) {
    let Some(folder) = app.world().get_resource::<DataFolder>() else {
        return;
    };
    let refusal = folder.refusal();
    let path = folder.path().join(P::FILE);
    let (screen, noun) = (P::GAME.screen(), P::GAME.noun());
    app.init_resource::<Notice>().init_resource::<PausedGames>();
    let mut save = SaveState::<P> {
        refusal,
        saved: None,
        file: None,
        puzzle: PhantomData,
    };
    if save.refusal.is_none() {
        match restore::<P>(&path, app.world().resource::<Records>()) {
            Ok((restored, message)) => {
                let world = app.world_mut();
                world.resource_mut::<Notice>().add(&message);
                if let Some(mut sitting) = restored {
                    sitting.is_begun = true;
                    sitting.own_mut().mark_saved();
                    save.saved = Some(sitting.version());
                    let mut paused = world.resource_mut::<PausedGames>();
                    paused.set(screen, P::summary(sitting.own()));
                    world.insert_resource(sitting);
                }
            }
            Err(reason) => {
                let what = format!("{}s are not saved", capitalize(noun));
                save.refusal = Some(explain_unsaved(&what, &reason));
            }
        }
    }
    app.insert_resource(save)
        .add_systems(OnEnter(screen), warn_unsaved::<P>)
        .add_systems(OnExit(screen), save_final::<P>)
        .add_systems(
            Update,
            save_changes::<P>
                .run_if(resource_changed::<Sitting<P>>)
                .in_set(screen)
                .in_set(Phase::Settle),
        )
        .add_systems(
            Last,
            // Closing the window writes `AppExit` in the same schedule.
            save_final::<P>
                .run_if(on_message::<AppExit>)
                .after(ExitSystems)
                .before(data_folder::flush),
        );
}

/// Loads the file at `path`, or else its backup; also returns what to tell the player. A file of which something is lost
/// is kept under another name beside the one that takes its place.
fn restore<P: Puzzle>(
    path: &Path,
    records: &Records,
) -> Result<(Option<Sitting<P>>, String), DiskError> {
    let (found, message) = disk::recover(path, P::GAME.noun(), load::<P>)?;
    let Some(Loaded {
        mut sitting,
        losses,
    }) = found
    else {
        return Ok((None, message));
    };
    let mut told = vec![message];
    told.extend(losses.iter().map(|loss| format!("{loss}.")));
    // If only the backup is there, it stays as it is.
    if !losses.is_empty() && disk::exists(path) {
        let kept = disk::supersede(path, file::write(&mut sitting).as_bytes())?;
        told.push(format!("The file was kept as {}.", kept.display()));
    }
    told.retain(|sentence| !sentence.is_empty());
    let today = today();
    sitting.record_found(|done| records.lacks(done, today));
    P::restored(&mut sitting);
    Ok((Some(sitting), told.join(" ")))
}

fn load<P: Puzzle>(path: &Path) -> Result<Result<Loaded<P>, String>, DiskError> {
    let bytes = match disk::read_regular(path, disk::LIMIT) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let loaded = file::read(&text::decode_lossy(&bytes)).map_err(|error| error.to_string());
    let in_file = |what: String| format!("{}: {what}", path.display());
    let loaded = loaded.map(|Loaded { sitting, losses }| {
        let losses = losses.into_iter().map(in_file).collect();
        Loaded { sitting, losses }
    });
    Ok(loaded.map_err(in_file))
}

/// Which state of a sitting is on the disk.
#[derive(Resource)]
struct SaveState<P> {
    /// Why nothing may be saved, as a sentence, if so.
    refusal: Option<String>,
    /// [`Sitting::version`] of the last save.
    saved: Option<u64>,
    /// [`Sitting::order`] of the file to which moves are appended, once this program has written it.
    file: Option<u64>,
    puzzle: PhantomData<fn() -> P>,
}

/// Warns the player on entering the screen that nothing is saved.
fn warn_unsaved<P: Puzzle>(save: Res<SaveState<P>>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &save.refusal {
        notice.add(reason);
    }
}

/// Saves the sitting if it has changed.
fn save_changes<P: Puzzle>(
    mut sitting: ResMut<Sitting<P>>,
    mut save: ResMut<SaveState<P>>,
    files: (Res<DataFolder>, Res<FileWriter>),
) {
    if save.saved != Some(sitting.version()) {
        let sitting = sitting.bypass_change_detection();
        sitting.own_mut().seal();
        write_changes(sitting, &mut save, &files);
    }
}

/// Saves the sitting on leaving the screen, with the time that has passed since the last move.
fn save_final<P: Puzzle>(
    mut sitting: ResMut<Sitting<P>>,
    mut save: ResMut<SaveState<P>>,
    files: (Res<DataFolder>, Res<FileWriter>),
    mut paused: ResMut<PausedGames>,
) {
    let sitting = sitting.bypass_change_detection();
    sitting.own_mut().put_down();
    write_changes(sitting, &mut save, &files);
    paused.set(P::GAME.screen(), P::summary(sitting.own()));
}

/// Appends the new records to the file, or writes it whole, if that is not enough.
fn write_changes<P: Puzzle>(
    sitting: &mut Sitting<P>,
    save: &mut SaveState<P>,
    (folder, writer): &(Res<DataFolder>, Res<FileWriter>),
) {
    let is_changed = save.saved != Some(sitting.version()) || sitting.own_mut().has_unsaved();
    save.saved = Some(sitting.version());
    let is_left = save.file.is_none() && !is_changed;
    if save.refusal.is_some() || !sitting.is_begun || is_left {
        return;
    }
    let path = folder.path().join(P::FILE);
    let order = Some(sitting.order());
    if save.file == order {
        // Even if there is nothing to append: somebody else may have removed the file.
        writer.append(path, sitting.own_mut().take_unsaved());
    } else {
        // What this program found stays as the backup.
        writer.begin(path, file::write(sitting), save.file.is_none());
        save.file = order;
    }
}

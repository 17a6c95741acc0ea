//! The file of a sitting: moves are appended to it as they are made, and it is read at the next start.

use std::marker::PhantomData;
use std::path::Path;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::{Puzzle, PuzzleSession, Sitting};
use crate::app::frame::{Phase, React};
use crate::app::notice::{Notice, PausedGames, capitalize};
use crate::app::platform::data_folder::{self, DataFolder, FileWriter, explain_unsaved};
use crate::app::platform::today;
use crate::app::reward::Records;
use crate::disk::DiskError;
use crate::profile::Unsaved;

/// Restores the session and saves its changes, if the app has a data folder.
pub(super) fn plugin<P: Puzzle>(app: &mut App) {
    let Some(folder) = app.world().get_resource::<DataFolder>() else {
        return;
    };
    let refusal = folder.refusal();
    let folder = folder.path().to_owned();
    let (screen, noun) = (P::GAME.screen(), P::GAME.noun());
    app.init_resource::<Notice>().init_resource::<PausedGames>();
    let mut save = SaveState::<P> {
        refusal,
        has_written: false,
        puzzle: PhantomData,
    };
    if save.refusal.is_none() {
        match restore::<P>(&folder, app.world().resource::<Records>()) {
            Ok((restored, message)) => {
                let world = app.world_mut();
                world.resource_mut::<Notice>().add(&message);
                if let Some(mut session) = restored {
                    session.is_begun = true;
                    let mut paused = world.resource_mut::<PausedGames>();
                    paused.set(screen, P::summary(session.own()));
                    world.insert_resource(session);
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
            React,
            save_changes::<P>
                .run_if(resource_changed::<PuzzleSession<P>>)
                .in_set(screen)
                .in_set(Phase::Record),
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

/// Loads what is saved in a data folder; also returns what to tell the player.
fn restore<P: Puzzle>(
    folder: &Path,
    records: &Records,
) -> Result<(Option<PuzzleSession<P>>, String), DiskError> {
    let (found, told) = Sitting::<P::Round>::load(folder)?;
    let restored = found.map(|mut sitting| {
        sitting.record_missing(records, today());
        let mut session = PuzzleSession::continued(sitting);
        P::restored(&mut session);
        session.own_mut().mark_saved();
        session
    });
    Ok((restored, told.join(" ")))
}

/// What may be saved, and what was.
#[derive(Resource)]
struct SaveState<P> {
    /// Why nothing may be saved, as a sentence, if so.
    refusal: Option<String>,
    /// Whether this program has written the file; what it found stays as the backup.
    has_written: bool,
    puzzle: PhantomData<fn() -> P>,
}

/// Warns the player on entering the screen that nothing is saved.
fn warn_unsaved<P: Puzzle>(save: Res<SaveState<P>>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &save.refusal {
        notice.add(reason);
    }
}

/// Saves the session if it has changed.
fn save_changes<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    mut save: ResMut<SaveState<P>>,
    files: (Res<DataFolder>, Res<FileWriter>),
) {
    if session.own().has_unsaved() {
        write_changes(session.bypass_change_detection(), &mut save, &files);
    }
}

/// Saves the session on leaving the screen, with the time that has passed since the last move.
fn save_final<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    mut save: ResMut<SaveState<P>>,
    files: (Res<DataFolder>, Res<FileWriter>),
    mut paused: ResMut<PausedGames>,
) {
    let session = session.bypass_change_detection();
    session.own_mut().put_down();
    write_changes(session, &mut save, &files);
    paused.set(P::GAME.screen(), P::summary(session.own()));
}

/// Appends the new records to the file, or writes it whole, if that is not enough.
fn write_changes<P: Puzzle>(
    session: &mut PuzzleSession<P>,
    save: &mut SaveState<P>,
    (folder, writer): &(Res<DataFolder>, Res<FileWriter>),
) {
    if save.refusal.is_some() || !session.is_begun {
        return;
    }
    let path = Sitting::<P::Round>::path(folder.path());
    let state = session.own_state().word();
    let sitting = session.own_mut();
    state.clone_into(&mut sitting.state);
    match sitting.take_unsaved() {
        Unsaved::Nothing => {}
        // Even if there is nothing to append: somebody else may have removed the file.
        Unsaved::End(more) => writer.append(path, more),
        Unsaved::Whole(text) => {
            // What this program found stays as the backup.
            writer.begin(path, text, !save.has_written);
            save.has_written = true;
        }
    }
}

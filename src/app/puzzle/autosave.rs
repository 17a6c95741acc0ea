//! The file of a sitting: written with every change, and read at the next start.

use std::marker::PhantomData;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::{Puzzle, Sitting};
use crate::app::frame::Phase;
use crate::app::notice::{Notice, PausedGames, capitalize};
use crate::app::platform::data_folder::{self, DataFolder, FileWriter, explain_unsaved};
use crate::disk;
use crate::seal;

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
        puzzle: PhantomData,
    };
    if save.refusal.is_none() {
        match disk::recover_sealed(&path, noun, P::KIND, P::read) {
            Ok((restored, message)) => {
                let world = app.world_mut();
                world.resource_mut::<Notice>().add(&message);
                if let Some(mut sitting) = restored {
                    sitting.is_begun = true;
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

/// Which state of a sitting is on the disk.
#[derive(Resource)]
struct SaveState<P> {
    /// Why nothing may be saved, as a sentence, if so.
    refusal: Option<String>,
    /// [`Sitting::version`] of the last save.
    saved: Option<u64>,
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
    sitting: Res<Sitting<P>>,
    mut save: ResMut<SaveState<P>>,
    files: (Res<DataFolder>, Res<FileWriter>),
) {
    if save.saved != Some(sitting.version()) {
        save.saved = Some(sitting.version());
        queue_save(&sitting, &save, &files, true);
    }
}

/// Saves the sitting on leaving the screen, because play time passes without a change. If only the time has
/// passed, the earlier save stays.
fn save_final<P: Puzzle>(
    sitting: Res<Sitting<P>>,
    save: Res<SaveState<P>>,
    files: (Res<DataFolder>, Res<FileWriter>),
    mut paused: ResMut<PausedGames>,
) {
    let is_changed = save.saved != Some(sitting.version());
    queue_save(&sitting, &save, &files, is_changed);
    paused.set(P::GAME.screen(), P::summary(sitting.own()));
}

fn queue_save<P: Puzzle>(
    sitting: &Sitting<P>,
    save: &SaveState<P>,
    (folder, writer): &(Res<DataFolder>, Res<FileWriter>),
    keep_old: bool,
) {
    if save.refusal.is_none() && sitting.is_begun {
        let bytes = seal::pack(P::KIND, &P::write(sitting));
        writer.write(folder.path().join(P::FILE), bytes, keep_old);
    }
}

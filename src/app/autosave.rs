//! Saves the state of a screen with every change and restores it at the next start. Knows when, where and in
//! which envelope to save, not what.

use bevy::app::AppExit;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy::window::ExitSystems;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::Phase;
use super::notice::{Notice, PausedGames};
use super::platform::data_folder::{DataFolder, FileWriter, explain_unsaved};
use super::screen::Screen;
use crate::disk;
use crate::seal::{self, Kind};

/// The state of a screen that is saved to disk.
pub(super) trait Persistent: Resource<Mutability = Mutable> + Sized {
    /// The serialized form.
    type Saved: Serialize + DeserializeOwned;
    /// The screen whose state it is.
    const SCREEN: Screen;
    /// The name of the file in the data folder.
    const FILE: &str;
    /// The file's magic number and format version.
    const KIND: Kind;
    /// The noun for it in messages: the singular in lower case, and the plural with a capital.
    const NOUNS: [&str; 2];

    /// A number that increases with every change worth saving.
    fn changes(&self) -> u64;

    /// The state to save; `None` if nothing has been started.
    fn save(&self) -> Option<Self::Saved>;

    /// The state that was saved.
    ///
    /// # Errors
    /// What is wrong with it.
    fn from_saved(saved: Self::Saved) -> Result<Self, String>;

    /// What the player can continue, for the title screen; empty if there is nothing.
    fn summary(&self) -> String;
}

/// Restores the saved state of a screen and saves its changes, if the app has a data folder.
pub(super) fn plugin<P: Persistent>(app: &mut App) {
    let Some(folder) = app.world().get_resource::<DataFolder>() else {
        return;
    };
    let refusal = folder.refusal();
    let path = folder.path().join(P::FILE);
    app.init_resource::<Notice>().init_resource::<PausedGames>();
    let mut save = SaveState::<P> {
        refusal,
        saved_changes: None,
        reported_failure: None,
        saves: std::marker::PhantomData,
    };
    if save.refusal.is_none() {
        match disk::recover_sealed(&path, P::NOUNS[0], P::KIND, P::from_saved) {
            Ok((restored, message)) => {
                let world = app.world_mut();
                world.resource_mut::<Notice>().add(&message);
                if let Some(state) = restored {
                    save.saved_changes = Some(state.changes());
                    let mut waiting = world.resource_mut::<PausedGames>();
                    waiting.set(P::SCREEN, state.summary());
                    world.insert_resource(state);
                }
            }
            Err(reason) => {
                let what = format!("{} are not saved", P::NOUNS[1]);
                save.refusal = Some(explain_unsaved(&what, &reason));
            }
        }
    }
    app.insert_resource(save)
        .add_systems(OnEnter(P::SCREEN), warn_unsaved::<P>)
        .add_systems(OnExit(P::SCREEN), save_final::<P>)
        .add_systems(
            Update,
            save_changes::<P>
                .run_if(resource_changed::<P>)
                .in_set(P::SCREEN)
                .in_set(Phase::Settle),
        )
        .add_systems(
            Last,
            // Closing the window writes `AppExit` in the same schedule.
            (save_final::<P>, flush_writer)
                .chain()
                .run_if(on_message::<AppExit>)
                .after(ExitSystems),
        );
}

/// Which state of `P` is on the disk.
#[derive(Resource)]
struct SaveState<P: Persistent> {
    /// Why nothing may be saved, as a sentence, if so.
    refusal: Option<String>,
    /// [`Persistent::changes`] of the last save.
    saved_changes: Option<u64>,
    /// The last write failure that the player was told.
    reported_failure: Option<String>,
    saves: std::marker::PhantomData<fn() -> P>,
}

/// Warns the player on entering the screen that nothing is saved.
fn warn_unsaved<P: Persistent>(save: Res<SaveState<P>>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &save.refusal {
        notice.add(reason);
    }
}

/// Saves the state if it has changed, and reports each failure once.
fn save_changes<P: Persistent>(
    state: Res<P>,
    mut save: ResMut<SaveState<P>>,
    (folder, writer): (Res<DataFolder>, Res<FileWriter>),
    mut notice: ResMut<Notice>,
) {
    if save.saved_changes != Some(state.changes()) {
        save.saved_changes = Some(state.changes());
        queue_save(&*state, &save, (&folder, &writer), true);
    }
    let failure = writer.failure();
    if save.reported_failure != failure {
        notice.add(failure.as_deref().unwrap_or_default());
        save.reported_failure = failure;
    }
}

/// Saves the state on leaving the screen, because play time passes without a change. If only the time has
/// passed, the earlier save stays.
fn save_final<P: Persistent>(
    state: Res<P>,
    save: Res<SaveState<P>>,
    (folder, writer): (Res<DataFolder>, Res<FileWriter>),
    mut waiting: ResMut<PausedGames>,
) {
    let is_changed = save.saved_changes != Some(state.changes());
    queue_save(&*state, &save, (&folder, &writer), is_changed);
    waiting.set(P::SCREEN, state.summary());
}

fn queue_save<P: Persistent>(
    state: &P,
    save: &SaveState<P>,
    (folder, writer): (&DataFolder, &FileWriter),
    keep_old: bool,
) {
    if let Some(saved) = state.save().filter(|_| save.refusal.is_none()) {
        let path = folder.path().join(P::FILE);
        writer.write(path, seal::pack(P::KIND, &saved), keep_old);
    }
}

/// Waits for the disk before the program ends. Failures have been reported already.
fn flush_writer(writer: Res<FileWriter>) {
    let _ = writer.flush();
}

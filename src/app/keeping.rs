//! Keeping what is played on a screen on the disk: written with every change, found again at the
//! next start. Knows when, where and in which envelope, not what.

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::Phase;
use super::notice::{Notice, Waiting};
use super::platform::kept::{Keeper, OwnFolder, advice};
use super::screen::{Screen, on};
use crate::disk;
use crate::seal::{self, Kind};

/// What is played on a screen and kept on the disk.
pub(super) trait Kept: Resource + Sized {
    /// The form in which it is saved.
    type Saved: Serialize + DeserializeOwned;
    /// The screen that it is played on.
    const SCREEN: Screen;
    /// The name of its file in the data folder, and the file's kind.
    const FILE: &str;
    const KIND: Kind;
    /// What it is, and several of them at the beginning of a sentence.
    const WHAT: [&str; 2];

    /// A number that goes up with everything that is worth saving.
    fn changes(&self) -> u64;

    /// What is saved; nothing if nothing was begun.
    fn save(&self) -> Option<Self::Saved>;

    /// What was saved, or what is wrong with it.
    fn restore(saved: Self::Saved) -> Result<Self, String>;

    /// What waits to be gone on with, for the title; empty if nothing does.
    fn about(&self) -> String;
}

/// Restores what was saved, and saves what changes, if there is a folder for that.
pub(super) fn plugin<K: Kept>(app: &mut App) {
    let Some(folder) = app.world().get_resource::<OwnFolder>() else {
        return;
    };
    let unsaved_here = folder.refusal().map(unsaved::<K>);
    let path = folder.path().join(K::FILE);
    app.init_resource::<Notice>().init_resource::<Waiting>();
    let mut state = Keeping::<K> {
        unsaved: unsaved_here,
        last: None,
        told: None,
        kept: std::marker::PhantomData,
    };
    if state.unsaved.is_none() {
        match disk::recover_sealed(&path, K::WHAT[0], K::KIND, K::restore) {
            Ok((kept, told)) => {
                app.world_mut().resource_mut::<Notice>().add(&told);
                if let Some(kept) = kept {
                    state.last = Some(kept.changes());
                    let mut waiting = app.world_mut().resource_mut::<Waiting>();
                    waiting.set(K::SCREEN, kept.about());
                    app.insert_resource(kept);
                }
            }
            Err(reason) => state.unsaved = Some(unsaved::<K>(advice(&reason))),
        }
    }
    app.insert_resource(state)
        .add_systems(OnEnter(K::SCREEN), warn::<K>)
        .add_systems(OnExit(K::SCREEN), keep::<K>)
        .add_systems(
            Update,
            follow::<K>
                .run_if(resource_changed::<K>)
                .run_if(on(K::SCREEN))
                .in_set(Phase::Settle),
        )
        .add_systems(
            Last,
            // The window's button ends the program in the same schedule.
            (keep::<K>, flush)
                .chain()
                .run_if(on_message::<AppExit>)
                .after(ExitSystems),
        );
}

fn unsaved<K: Kept>(why: String) -> String {
    format!("{} are not saved in this window, {why}", K::WHAT[1])
}

/// What is on the disk.
#[derive(Resource)]
struct Keeping<K: Kept> {
    /// Why nothing is saved, as a sentence, if nothing is.
    unsaved: Option<String>,
    /// The changes when it was saved last.
    last: Option<u64>,
    /// The failure that was told last.
    told: Option<String>,
    kept: std::marker::PhantomData<fn() -> K>,
}

/// Tells whoever comes to play that nothing is saved.
fn warn<K: Kept>(state: Res<Keeping<K>>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &state.unsaved {
        notice.add(reason);
    }
}

/// Saves what has changed, and tells why that failed, once.
fn follow<K: Kept>(
    kept: Res<K>,
    mut state: ResMut<Keeping<K>>,
    (folder, keeper): (Res<OwnFolder>, Res<Keeper>),
    mut notice: ResMut<Notice>,
) {
    if state.last != Some(kept.changes()) {
        state.last = Some(kept.changes());
        put(&*kept, &state, &folder, &keeper);
    }
    let failure = keeper.failure();
    if state.told != failure {
        notice.add(failure.as_deref().unwrap_or_default());
        state.told = failure;
    }
}

/// Saves it as it stands: the clock has gone on since the last change.
fn keep<K: Kept>(
    kept: Res<K>,
    state: Res<Keeping<K>>,
    (folder, keeper): (Res<OwnFolder>, Res<Keeper>),
    mut waiting: ResMut<Waiting>,
) {
    put(&*kept, &state, &folder, &keeper);
    waiting.set(K::SCREEN, kept.about());
}

fn put<K: Kept>(kept: &K, state: &Keeping<K>, folder: &OwnFolder, keeper: &Keeper) {
    if let Some(saved) = kept.save().filter(|_| state.unsaved.is_none()) {
        keeper.put(folder.path().join(K::FILE), seal::pack(K::KIND, &saved));
    }
}

/// Waits for the disk before the program ends; what failed was told as it failed.
fn flush(keeper: Res<Keeper>) {
    let _ = keeper.flush();
}

//! Keeping what is played on a screen on the disk: written with every change, found again at the
//! next start. Knows when, where and in which envelope, not what.

use std::collections::BTreeMap;

use bevy::app::AppExit;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy::window::ExitSystems;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::Phase;
use super::notice::{Notice, PausedGames};
use super::platform::kept::{Keeper, OwnFolder, advice};
use super::screen::{Screen, on};
use crate::disk;
use crate::seal::{self, Kind};

/// What is played on a screen and kept on the disk.
pub(super) trait Kept: Resource<Mutability = Mutable> + Sized {
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

    /// Shows `other` from now on.
    fn take_over(&mut self, other: Self);
}

/// Restores what was saved, and saves what changes, if there is a folder for that.
pub(super) fn plugin<K: Kept>(app: &mut App) {
    let Some(folder) = app.world().get_resource::<OwnFolder>() else {
        return;
    };
    let unsaved_here = folder.refusal().map(unsaved::<K>);
    let path = folder.path().join(K::FILE);
    app.init_resource::<Notice>()
        .init_resource::<PausedGames>()
        .init_resource::<Earlier>();
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
                    let mut waiting = app.world_mut().resource_mut::<PausedGames>();
                    waiting.set(K::SCREEN, kept.about());
                    app.insert_resource(kept);
                }
            }
            Err(reason) => state.unsaved = Some(unsaved::<K>(advice(&reason))),
        }
    }
    if state.unsaved.is_none() {
        let mut earlier = app.world_mut().resource_mut::<Earlier>();
        earlier
            .0
            .insert(K::SCREEN, (tell_earlier::<K>, go_back::<K>));
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

/// The saves before the last ones of what is played on screens.
#[derive(Resource, Default)]
pub(super) struct Earlier(BTreeMap<Screen, (Tell, GoBack)>);

/// What the earlier save in a folder has, in a few words, if that is something else than these.
type Tell = fn(&OwnFolder, Option<&str>) -> Option<String>;
type GoBack = fn(&mut World) -> Result<(), String>;

impl Earlier {
    /// What there is to go back to on a screen, where `waiting` is what waits there now.
    pub fn about(
        &self,
        screen: Screen,
        folder: &OwnFolder,
        waiting: Option<&str>,
    ) -> Option<String> {
        let (tell, _) = self.0.get(&screen)?;
        tell(folder, waiting)
    }

    /// Goes back to the save before the last one of a screen, which takes its place: the same again
    /// leads forward.
    ///
    /// # Errors
    /// Why there is no going back, as a sentence; nothing has changed then.
    pub fn go_back(world: &mut World, screen: Screen) -> Result<(), String> {
        let all = world.get_resource::<Self>();
        let one = all.and_then(|all| all.0.get(&screen));
        let (_, go_back) = *one.ok_or("Nothing is saved here")?;
        go_back(world)
    }
}

/// The earlier save, and its bytes.
fn read_earlier<K: Kept>(folder: &OwnFolder) -> Result<(K, Vec<u8>), String> {
    let path = disk::backup(&folder.path().join(K::FILE));
    let bytes = disk::read_regular(&path, disk::LIMIT).map_err(|error| error.to_string())?;
    let saved = seal::unpack(K::KIND, &bytes).map_err(|error| error.to_string())?;
    Ok((K::restore(saved)?, bytes))
}

fn tell_earlier<K: Kept>(folder: &OwnFolder, waiting: Option<&str>) -> Option<String> {
    let (kept, _) = read_earlier::<K>(folder).ok()?;
    Some(kept.about()).filter(|about| !about.is_empty() && waiting != Some(about))
}

fn go_back<K: Kept>(world: &mut World) -> Result<(), String> {
    world.resource::<Keeper>().flush()?;
    let folder = world.resource::<OwnFolder>();
    let (earlier, bytes) = read_earlier::<K>(folder)?;
    let path = folder.path().join(K::FILE);
    let keeper = world.resource::<Keeper>();
    keeper.put(path, bytes, true);
    keeper.flush()?;
    let about = earlier.about();
    world.resource_mut::<PausedGames>().set(K::SCREEN, about);
    let mut kept = world.resource_mut::<K>();
    kept.take_over(earlier);
    let changes = kept.changes();
    world.resource_mut::<Keeping<K>>().last = Some(changes);
    Ok(())
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
        put(&*kept, &state, (&folder, &keeper), true);
    }
    let failure = keeper.failure();
    if state.told != failure {
        notice.add(failure.as_deref().unwrap_or_default());
        state.told = failure;
    }
}

/// Saves it as it stands: the clock has gone on since the last change. The earlier save stays.
fn keep<K: Kept>(
    kept: Res<K>,
    state: Res<Keeping<K>>,
    (folder, keeper): (Res<OwnFolder>, Res<Keeper>),
    mut waiting: ResMut<PausedGames>,
) {
    let is_changed = state.last != Some(kept.changes());
    put(&*kept, &state, (&folder, &keeper), is_changed);
    waiting.set(K::SCREEN, kept.about());
}

fn put<K: Kept>(
    kept: &K,
    state: &Keeping<K>,
    (folder, keeper): (&OwnFolder, &Keeper),
    keep_old: bool,
) {
    if let Some(saved) = kept.save().filter(|_| state.unsaved.is_none()) {
        let path = folder.path().join(K::FILE);
        keeper.put(path, seal::pack(K::KIND, &saved), keep_old);
    }
}

/// Waits for the disk before the program ends; what failed was told as it failed.
fn flush(keeper: Res<Keeper>) {
    let _ = keeper.flush();
}

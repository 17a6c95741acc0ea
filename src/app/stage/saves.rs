//! The runs in progress that are not being played, and the paths of saves, results and recordings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;

use super::{PlayedContent, Run};
use crate::disk::{self, DiskError};
use crate::game::content::Content;
use crate::game::{self, Daily, Game, Outcome, Practice};
use crate::rng::Seed;

listed_enum! {
    /// A kind of run. Each has one save, so a run of each can be in progress at the same time.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Slot {
        /// A run of any seed.
        Run,
        /// The daily run.
        Daily,
        /// The training.
        Training,
    }
}

impl Slot {
    /// The slot that a game is saved in.
    pub fn of(game: &Game) -> Self {
        match game.daily() {
            _ if game.is_training() => Self::Training,
            None => Self::Run,
            Some(_) => Self::Daily,
        }
    }

    /// Checks that a run was saved in its slot.
    ///
    /// # Errors
    /// Says what it is instead; the older dailies, whose seed was the date, are ordinary runs.
    pub fn check(self, game: &Game) -> Result<(), String> {
        match Self::of(game) {
            slot if slot == self => Ok(()),
            Self::Run if self == Self::Daily => {
                Err("it is a run that was not begun as a daily of this version".to_owned())
            }
            slot => Err(format!("it is a {}, not a {}", slot.name(), self.name())),
        }
    }

    /// The name of its save in the data folder.
    const fn file(self) -> &'static str {
        match self {
            Self::Run => "run.save",
            Self::Daily => "daily.save",
            Self::Training => "training.save",
        }
    }

    /// Its name for the player, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Daily => "daily run",
            Self::Training => "training",
        }
    }
}

/// Identifies the state of a saved run: its seed, turn and depth.
pub type Progress = (Seed, u64, u8);

/// The suspended runs, and what was last saved in each slot.
#[derive(Resource, Default)]
pub struct Saves {
    suspended: BTreeMap<Slot, Run>,
    /// The progress of the last save in each slot.
    pub last: BTreeMap<Slot, Progress>,
}

impl Saves {
    /// The suspended run of a slot.
    pub fn suspended(&self, slot: Slot) -> Option<&Run> {
        self.suspended.get(&slot)
    }

    /// Keeps a run in its slot until it is resumed.
    pub fn suspend(&mut self, run: Run) {
        self.suspended.insert(Slot::of(run.game()), run);
    }

    /// Suspends the run that is being played, or drops it if it is over.
    fn suspend_current(world: &mut World) {
        let run = world.remove_resource::<Run>().filter(Run::is_playing);
        if let Some(run) = run {
            world.get_resource_or_init::<Self>().suspend(run);
        }
    }

    /// Resumes the suspended run of a slot, if there is one, and suspends the current run.
    pub fn resume(world: &mut World, slot: Slot) {
        let next = world.get_resource_or_init::<Self>().suspended.remove(&slot);
        if let Some(next) = next {
            Self::suspend_current(world);
            world.insert_resource(next);
        }
    }

    /// Swaps a slot's save with its backup and resumes the run from there, as practice. Doing it again goes forward
    /// to where the run was.
    ///
    /// # Errors
    /// Why the backup cannot be restored, as a sentence. The run is then unchanged.
    pub fn restore(world: &mut World, slot: Slot) -> Result<(), String> {
        let folder = world.get_resource::<SaveFolder>();
        let path = folder.ok_or("Runs are not saved here")?.run(slot);
        let content = PlayedContent::or_own(world.get_resource::<PlayedContent>());
        let content = content.map_err(|error| error.to_string())?;
        let sentence = |error: DiskError| error.to_string();
        let mut played = disk::read_run(&disk::backup_path(&path), content).map_err(sentence)?;
        if !is_restorable(slot, &played) {
            return Err("The earlier save is of a run that has ended".to_owned());
        }
        played.mark_practice(Practice::Restored);
        disk::write_run(&path, &played).map_err(sentence)?;
        let run = Run::resume(played).map_err(|error| error.to_string())?;
        Self::drop_run(world, slot);
        let mut saves = world.get_resource_or_init::<Self>();
        saves.last.insert(slot, run.progress());
        saves.suspend(run);
        Self::resume(world, slot);
        Ok(())
    }

    /// Drops the run of a slot, current or suspended. Its save is ended once another run is saved in
    /// the slot.
    pub fn drop_run(world: &mut World, slot: Slot) {
        world.get_resource_or_init::<Self>().suspended.remove(&slot);
        let is_there = |run: &Run| Slot::of(run.game()) == slot;
        if world.get_resource::<Run>().is_some_and(is_there) {
            world.remove_resource::<Run>();
        }
        Self::suspend_current(world);
    }
}

/// Whether a run can be continued from the backup of a slot.
fn is_restorable(slot: Slot, run: &game::Run) -> bool {
    run.game().outcome() == Outcome::Playing && slot.check(run.game()).is_ok()
}

/// The folder for the player's files.
#[derive(Resource)]
pub struct SaveFolder(PathBuf);

impl SaveFolder {
    /// Uses this folder, which need not exist yet.
    pub const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The path of a slot's save.
    pub fn run(&self, slot: Slot) -> PathBuf {
        self.0.join(slot.file())
    }

    /// The backup of a slot's save, if there is one that can be continued.
    pub fn backup(&self, slot: Slot, content: &'static Content) -> Option<game::Run> {
        let saved = disk::read_run(&disk::backup_path(&self.run(slot)), content).ok();
        saved.filter(|run| is_restorable(slot, run))
    }

    /// The path of a daily run's result.
    pub fn daily(&self, daily: Daily) -> PathBuf {
        self.0.join("daily").join(format!("{daily}.txt"))
    }

    /// The result of a daily run's first attempt.
    pub fn result(&self, daily: Daily) -> Option<String> {
        let text = disk::read_text(&self.daily(daily), disk::TEXT_LIMIT).ok()?;
        text.lines().next().map(str::to_owned)
    }

    /// The path `folder/stem-number.extension` with the lowest number that no file has yet.
    pub fn free_path(&self, folder: &str, stem: &str, extension: &str) -> PathBuf {
        let folder = self.0.join(folder);
        let named = |number: u32| folder.join(format!("{stem}-{number}.{extension}"));
        (1..)
            .map(named)
            .find(|path| !disk::exists(path))
            .unwrap_or_else(|| named(0))
    }
}

//! Where runs, their results and their recordings are kept on the disk.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;

use super::{PlayedContent, Run};
use crate::disk::{self, DiskError};
use crate::game::content::Content;
use crate::game::{self, Daily, Game};
use crate::rng::Seed;

/// What runs do not share: each slot has a run of its own in progress.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A run of any seed.
    Run,
    /// The run of a day.
    Daily,
    /// The training.
    Training,
}

impl Slot {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Run, Self::Daily, Self::Training];

    /// The slot of a run.
    pub fn of(game: &Game) -> Self {
        match game.daily() {
            _ if game.is_training() => Self::Training,
            None => Self::Run,
            Some(_) => Self::Daily,
        }
    }

    /// The slot of a run that is begun with a seed.
    pub fn of_seed(seed: Seed) -> Self {
        match Daily::of((seed, 0)) {
            None => Self::Run,
            Some(_) => Self::Daily,
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

    /// What is in it, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Daily => "daily run",
            Self::Training => "training",
        }
    }
}

/// A run with its turn and depth.
pub type Mark = (Seed, u64, u8);

/// What a save of the run is known by.
pub(in crate::app) fn mark(run: &Run) -> Mark {
    let game = run.game();
    (game.seed(), game.turns(), game.depth())
}

/// The runs in progress that are not played now, and what is on the disk.
#[derive(Resource, Default)]
pub struct Saves {
    resting: BTreeMap<Slot, Run>,
    /// What was saved last in each slot.
    pub last: BTreeMap<Slot, Mark>,
}

impl Saves {
    /// The run that waits in a slot.
    pub fn resting(&self, slot: Slot) -> Option<&Run> {
        self.resting.get(&slot)
    }

    /// Lets a run wait in its slot.
    pub fn rest(&mut self, run: Run) {
        self.resting.insert(Slot::of(run.game()), run);
    }

    /// Puts the run that is played aside, if it goes on.
    pub fn put_aside(world: &mut World) {
        let run = world.remove_resource::<Run>().filter(Run::is_playing);
        if let Some(run) = run {
            world.get_resource_or_init::<Self>().rest(run);
        }
    }

    /// Makes the run that waits in a slot the one that is played, if there is one; the other waits.
    pub fn take_up(world: &mut World, slot: Slot) {
        let next = world.get_resource_or_init::<Self>().resting.remove(&slot);
        if let Some(next) = next {
            Self::put_aside(world);
            world.insert_resource(next);
        }
    }

    /// Goes back to the save before the last one of a slot, which takes its place: the same again
    /// leads forward.
    ///
    /// # Errors
    /// Why there is no going back, as a sentence; nothing has changed then.
    pub fn restore(world: &mut World, slot: Slot) -> Result<(), String> {
        let folder = world.get_resource::<SaveFolder>();
        let path = folder.ok_or("Runs are not saved here")?.run(slot);
        let content = PlayedContent::or_own(world.get_resource::<PlayedContent>());
        let content = content.map_err(|error| error.to_string())?;
        let told = |error: DiskError| error.to_string();
        let played = disk::read_run(&disk::backup(&path), content).map_err(told)?;
        disk::write_run(&path, &played).map_err(told)?;
        let run = Run::resume(played).map_err(|error| error.to_string())?;
        Self::drop_run(world, slot);
        let mut saves = world.get_resource_or_init::<Self>();
        saves.last.insert(slot, mark(&run));
        saves.rest(run);
        Self::take_up(world, slot);
        Ok(())
    }

    /// Drops the run of a slot, whether it is played or waits. Its save is ended when another run
    /// is saved there.
    pub fn drop_run(world: &mut World, slot: Slot) {
        world.get_resource_or_init::<Self>().resting.remove(&slot);
        let is_there = |run: &Run| Slot::of(run.game()) == slot;
        if world.get_resource::<Run>().is_some_and(is_there) {
            world.remove_resource::<Run>();
        }
        Self::put_aside(world);
    }
}

/// The folder for the player's files.
#[derive(Resource)]
pub struct SaveFolder(PathBuf);

impl SaveFolder {
    /// The saves in this folder.
    pub const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The save of a slot.
    pub fn run(&self, slot: Slot) -> PathBuf {
        self.0.join(slot.file())
    }

    /// The save before the last one of a slot, if there is one that can be read.
    pub fn earlier(&self, slot: Slot, content: &'static Content) -> Option<game::Run> {
        disk::read_run(&disk::backup(&self.run(slot)), content).ok()
    }

    /// Where the result of a day's run is kept.
    pub fn daily(&self, daily: Daily) -> PathBuf {
        self.0.join("daily").join(format!("{daily}.txt"))
    }

    /// What became of a day's run when it was played first.
    pub fn result(&self, daily: Daily) -> Option<String> {
        let text = disk::read_text(&self.daily(daily), disk::TEXT_LIMIT).ok()?;
        text.lines().next().map(str::to_owned)
    }

    /// A name in a folder of this one that no file has yet.
    pub fn free(&self, folder: &str, stem: &str, extension: &str) -> PathBuf {
        let folder = self.0.join(folder);
        let named = |number: u32| folder.join(format!("{stem}-{number}.{extension}"));
        (1..)
            .map(named)
            .find(|path| !disk::exists(path))
            .unwrap_or_else(|| named(0))
    }
}

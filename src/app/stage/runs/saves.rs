//! The runs in progress that are not being played, and how a saved one is loaded.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;

use super::run::{PlayedContent, Run};
use crate::disk;
use crate::game::record::{Recording, Summary};
use crate::game::{Practice, counted};

pub use crate::profile::{SaveFolder, Slot};

/// The runs in progress that are not being played.
#[derive(Resource, Default)]
pub struct Saves {
    suspended: BTreeMap<Slot, Run>,
    saved: BTreeMap<Slot, Summary>,
}

impl Saves {
    /// Loads the first saved run and plays it; returns false if there is none, or if it cannot be continued as it
    /// is. The title then says why, or offers what is left.
    pub fn load_first(world: &mut World) -> Result<bool, NotLoaded> {
        let slot = world
            .get_resource_or_init::<Self>()
            .saved
            .keys()
            .next()
            .copied();
        let (Some(slot), Some(folder)) = (slot, world.get_resource::<SaveFolder>()) else {
            return Ok(false);
        };
        let loading = Loading::open(folder, slot, world.get_resource::<PlayedContent>())?;
        let (run, _) = loading.finish(folder)?;
        Self::play(world, run);
        Ok(true)
    }

    /// The run of a slot, in memory or on disk.
    pub fn get(&self, slot: Slot) -> Option<Summary> {
        let suspended = self.suspended.get(&slot);
        let suspended = suspended.map(|run| Summary::of(run.game()));
        suspended.or_else(|| self.saved.get(&slot).copied())
    }

    /// Keeps in mind that there is a saved run, which is loaded when it is continued.
    pub fn insert_saved(&mut self, slot: Slot, run: Summary) {
        self.saved.insert(slot, run);
    }

    /// Keeps a run in its slot until it is resumed.
    pub fn suspend(&mut self, run: Run) {
        self.suspended.insert(Slot::of(run.game()), run);
    }

    /// Plays `run` next, and suspends the current one.
    pub fn play(world: &mut World, run: Run) {
        Self::suspend_current(world);
        let slot = Slot::of(run.game());
        world.get_resource_or_init::<Self>().saved.remove(&slot);
        world.insert_resource(run);
    }

    /// Suspends the run that is being played, or drops it if it is over.
    fn suspend_current(world: &mut World) {
        let run = world.remove_resource::<Run>().filter(Run::is_playing);
        if let Some(run) = run {
            world.get_resource_or_init::<Self>().suspend(run);
        }
    }

    /// Plays the suspended run of a slot next, and suspends the current one; returns false if there is none.
    pub fn resume(world: &mut World, slot: Slot) -> bool {
        let next = world.get_resource_or_init::<Self>().suspended.remove(&slot);
        let is_there = next.is_some();
        if let Some(next) = next {
            Self::play(world, next);
        }
        is_there
    }

    /// Drops the run of a slot. Its save is ended once another run is saved in the slot.
    pub fn drop_run(world: &mut World, slot: Slot) {
        let mut saves = world.get_resource_or_init::<Self>();
        saves.suspended.remove(&slot);
        saves.saved.remove(&slot);
        let is_there = |run: &Run| Slot::of(run.game()) == slot;
        if world.get_resource::<Run>().is_some_and(is_there) {
            world.remove_resource::<Run>();
        }
        Self::suspend_current(world);
    }
}

/// How the line begins that says how far a run is loaded.
const PROGRESS: &str = "Loading the run: turn ";

/// A saved run that is being loaded: its recording is played.
#[derive(Resource)]
pub struct Loading {
    slot: Slot,
    run: Run,
    /// The recording was shortened, because its end is damaged.
    is_restored: bool,
}

/// What is left of a saved run whose file is damaged, for the player to decide.
#[derive(Resource, Debug)]
pub struct Remains {
    /// Where it is saved.
    pub slot: Slot,
    recording: Recording,
    /// The moves that are lost.
    pub lost: u64,
    /// What is wrong, as a sentence.
    pub reason: String,
}

impl Remains {
    /// The turn from which the run can be continued.
    pub fn turn(&self) -> u64 {
        self.recording.turns()
    }
}

/// Why a saved run cannot be continued as it is.
pub enum NotLoaded {
    /// It cannot be continued at all; a sentence says why.
    Unreadable(String),
    /// It can be continued from an earlier turn.
    Damaged(Box<Remains>),
}

impl Loading {
    /// Reads the saved run of a slot.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn open(
        folder: &SaveFolder,
        slot: Slot,
        content: Option<&PlayedContent>,
    ) -> Result<Self, NotLoaded> {
        let unreadable = |error: String| NotLoaded::Unreadable(error);
        let path = folder.run(slot);
        let read = disk::read_save(&path).map_err(|error| unreadable(error.to_string()))?;
        match read {
            (recording, Some(damage)) if !damage.is_cut => {
                Err(NotLoaded::Damaged(Box::new(Remains {
                    slot,
                    recording,
                    lost: damage.moves,
                    reason: format!("{}: {}", path.display(), damage.error),
                })))
            }
            (recording, _) => {
                let run = Run::watch(recording, content);
                Ok(Self {
                    slot,
                    run: run.map_err(|error| unreadable(format!("{}: {error}", path.display())))?,
                    is_restored: false,
                })
            }
        }
    }

    /// Loads what is left of a damaged run.
    ///
    /// # Errors
    /// If it cannot be played, as a sentence.
    pub fn restore(remains: Remains, content: Option<&PlayedContent>) -> Result<Self, String> {
        let run = Run::watch(remains.recording, content).map_err(|error| error.to_string())?;
        Ok(Self {
            slot: remains.slot,
            run,
            is_restored: true,
        })
    }

    /// Loads for some time; returns whether the run is loaded.
    ///
    /// # Errors
    /// If the recording plays differently now.
    pub fn advance(&mut self, time: Duration) -> Result<bool, NotLoaded> {
        self.run.load_for(time).map_err(|error| {
            let Some(playback) = self.run.playback() else {
                return NotLoaded::Unreadable(error.to_string());
            };
            let recording = playback.sound_part();
            NotLoaded::Damaged(Box::new(Remains {
                slot: self.slot,
                lost: playback.length().saturating_sub(recording.count()),
                recording,
                reason: format!("The run plays differently now: {error}"),
            }))
        })
    }

    /// The loaded run. The file of a damaged one is renamed, so that it stays as it is; a sentence then
    /// says so.
    ///
    /// # Errors
    /// As [`advance`](Self::advance), and if the file cannot be renamed.
    pub fn finish(mut self, folder: &SaveFolder) -> Result<(Run, Option<String>), NotLoaded> {
        self.advance(Duration::MAX)?;
        let unreadable = |error: String| NotLoaded::Unreadable(error);
        let mut run = self
            .run
            .into_played()
            .map_err(|error| unreadable(error.to_string()))?;
        if !self.is_restored {
            return Ok((run, None));
        }
        let kept = disk::set_aside(&folder.run(self.slot));
        let kept = kept.map_err(|error| unreadable(error.to_string()))?;
        run.mark_practice(Practice::Restored);
        let message = format!("The damaged file was kept as {}.", kept.display());
        Ok((run, Some(message)))
    }

    /// The slot of the run.
    pub const fn slot(&self) -> Slot {
        self.slot
    }

    /// How far it is, for the player.
    pub fn progress(&self) -> String {
        let turn = self.run.game().turns();
        let playback = self.run.playback();
        let all = playback.map_or(turn, |playback| playback.recording().turns());
        format!("{PROGRESS}{turn} of {}", counted(all, "turn"))
    }

    /// Whether a text is [how far](Self::progress) a run was loaded.
    pub fn is_progress(text: &str) -> bool {
        text.starts_with(PROGRESS)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::game::record::Recorder;
    use crate::game::{Game, Setup};
    use crate::rng::Seed;

    #[test]
    fn the_file_of_a_damaged_run_stays_in_its_place_until_what_is_left_of_it_is_loaded() {
        let data = std::env::temp_dir().join(format!("undercroft-remains-{}", std::process::id()));
        fs::create_dir_all(&data).unwrap();
        let folder = SaveFolder::new(data.clone());
        let game = Game::new(Setup::new(Seed(1)).unwrap()).unwrap();
        let remains = || Remains {
            slot: Slot::Run,
            recording: Recorder::new(&game).finish(&game),
            lost: 1,
            reason: String::new(),
        };
        let save = folder.run(Slot::Run);
        fs::write(&save, "damaged").unwrap();
        let left = Loading::restore(remains(), None).unwrap();
        drop(left);
        assert_eq!(fs::read_to_string(&save).unwrap(), "damaged");
        let loading = Loading::restore(remains(), None).unwrap();
        let Ok((run, kept)) = loading.finish(&folder) else {
            panic!("it is not loaded");
        };
        assert!(kept.unwrap().contains("run-unreadable-1.save"));
        assert_eq!(run.practice(), Some(Practice::Restored));
        assert!(!save.exists());
        fs::remove_dir_all(&data).unwrap();
    }
}

//! The end of a run: what is kept of it is written in an order in which nothing is lost or doubled wherever it is
//! interrupted, and what could not be written is written later.
//!
//! 1. The result of a daily run, if it is the first of its day.
//! 2. The recording, unless it is among the replays already.
//! 3. The story, under the same name.
//! 4. The records, which count a run once.
//! 5. The save goes.
//!
//! Until then the save holds the whole run, and the next start finds it ended and goes on from the first of these that
//! is missing.

use std::path::{Path, PathBuf};

use super::runs::{SaveFolder, format_story};
use super::{Records, Slot};
use crate::disk::{self, DiskError};
use crate::game::record::{Recorded, Recording};
use crate::game::{Daily, Outcome, Practice, Run};
use crate::rng::Seed;

/// A finished run of which not everything may be written yet.
pub struct Ending {
    seed: Seed,
    recording: Recording,
    /// The day and the result of a daily run that counts.
    result: Option<(Daily, String)>,
    story: String,
    /// Whether it was won, the deepest depth and the score, if it counts.
    counted: Option<(bool, u8, u64)>,
    /// The slot with its save, if it has one.
    save: Option<Slot>,
    /// Whether a story that cannot be written is given up.
    is_found: bool,
    /// Where the recording was written.
    replay: Option<PathBuf>,
}

impl Ending {
    /// The end of a run that is over. `log` are its messages; `has_save` tells whether the save in its slot is its own.
    pub fn new(
        run: &Run,
        practice: Option<Practice>,
        now: Recorded,
        log: Vec<String>,
        has_save: bool,
    ) -> Self {
        let game = run.game();
        let counts = practice.is_none();
        let result = game.daily().filter(|_| counts);
        let won = game.outcome() == Outcome::Won;
        Self {
            seed: game.seed(),
            recording: run.recording().with_time(now),
            result: result.map(|day| (day, game.result_as(practice))),
            story: format_story(game, log),
            counted: counts.then(|| (won, game.deepest(), game.score())),
            save: has_save.then(|| Slot::of(game)),
            is_found: false,
            replay: None,
        }
    }

    /// As it is found at a start: a story that cannot be written then, either, is given up.
    pub const fn found(mut self) -> Self {
        self.is_found = true;
        self
    }

    /// Leaves the save at this path to another run.
    pub fn leave_save(&mut self, path: &Path, folder: &SaveFolder) {
        self.save.take_if(|slot| folder.run(*slot) == path);
    }

    /// The id of the run.
    pub fn id(&self) -> u64 {
        self.recording.id()
    }

    /// Adds the run to the records, unless it is practice or among them already.
    pub fn count(&self, records: &mut Records) {
        if let Some((won, deepest, score)) = self.counted {
            records.add_run(self.id(), won, deepest, score);
        }
    }

    /// Writes what is missing; returns what else to tell than that all is. `save_records` has the records on the disk before
    /// it returns.
    ///
    /// # Errors
    /// The first thing that cannot be written. A later call goes on from there.
    pub fn write(
        &mut self,
        folder: &SaveFolder,
        records: &mut Records,
        save_records: impl FnOnce(&Records) -> Result<(), DiskError>,
    ) -> Result<Option<String>, DiskError> {
        if let Some((day, result)) = &self.result
            && folder.result(*day).is_none()
        {
            disk::write_text(&folder.daily(*day), &format!("{result}\n"))?;
        }
        let replay = match &self.replay {
            Some(replay) => replay.clone(),
            None => folder.keep_replay(self.seed, &self.recording)?,
        };
        self.replay = Some(replay.clone());
        let story = folder.story(&replay);
        let mut told = None;
        if !disk::exists(&story)
            && let Err(error) = disk::write_text(&story, &self.story)
        {
            if !self.is_found {
                return Err(error);
            }
            told = Some(format!(
                "Recorded in {}, without its story: {error}",
                replay.display()
            ));
        }
        self.count(records);
        save_records(records)?;
        if let Some(slot) = self.save {
            disk::remove_run(&folder.run(slot))?;
        }
        Ok(told)
    }

    /// The path of the recording, once it is written.
    pub fn replay(&self) -> Option<&PathBuf> {
        self.replay.as_ref()
    }
}

//! A puzzle in the terminal: the player's [`Sitting`] at it, with the records and its file in the data folder.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::clock;
use crate::cli::CliError;
use crate::disk::{self, DiskError, RunFile};
use crate::profile::{Help, Records, Round, Sitting, Unsaved, daily};

/// A sitting, and the player's records.
pub struct Table<R: Round> {
    sitting: Sitting<R>,
    folder: PathBuf,
    records: Records,
    /// The address of the browser page that links lead to; without one, codes are told.
    page: String,
    /// The file to which moves are appended, once this program has written it.
    file: Option<RunFile>,
    /// Whether what this program found is kept as the backup.
    has_backup: bool,
    has_new_records: bool,
}

/// What was saved before.
pub struct Found<R: Round> {
    /// The rounds that were left.
    pub left: Option<Sitting<R>>,
    records: Records,
    folder: PathBuf,
    /// What to tell the player about it.
    pub messages: Vec<String>,
}

impl<R: Round> Found<R> {
    /// Reads what is saved in a folder.
    ///
    /// # Errors
    /// If a file can be neither read nor kept under another name.
    pub fn read(folder: &Path) -> Result<Self, CliError> {
        let (records, message) = Records::load(folder)?;
        let (mut left, told) = Sitting::<R>::load(folder)?;
        if let Some(sitting) = &mut left {
            sitting.record_missing(&records, clock::today());
        }
        let messages = [message].into_iter().chain(told);
        Ok(Self {
            left,
            records,
            folder: folder.to_owned(),
            messages: messages.filter(|message| !message.is_empty()).collect(),
        })
    }

    /// Goes on with what was left, and shows a round after it, or continues that if it is one of them. `page` is the
    /// address of the browser page that links lead to. `None` if there is neither.
    pub fn sit_down(self, round: Option<R>, page: &str) -> Option<Table<R>> {
        let sitting = match (self.left, round) {
            (Some(mut sitting), Some(round)) => {
                sitting.resume(round);
                sitting
            }
            (None, Some(round)) => Sitting::of(round),
            (left, None) => left?,
        };
        let mut table = Table {
            sitting,
            folder: self.folder,
            records: self.records,
            page: page.to_owned(),
            file: None,
            has_backup: false,
            has_new_records: false,
        };
        table.record_finished(&mut Vec::new());
        Some(table)
    }
}

impl<R: Round> Deref for Table<R> {
    type Target = Sitting<R>;

    fn deref(&self) -> &Sitting<R> {
        &self.sitting
    }
}

impl<R: Round> DerefMut for Table<R> {
    fn deref_mut(&mut self) -> &mut Sitting<R> {
        &mut self.sitting
    }
}

impl<R: Round> Table<R> {
    /// The round in play.
    pub fn round(&self) -> &R {
        &self.sitting
    }

    /// The player's records.
    pub const fn records(&self) -> &Records {
        &self.records
    }

    /// Adds to the time played.
    pub fn pass(&mut self, time: Duration) {
        self.sitting.round_mut().add_time(time);
    }

    /// Makes a move. If it finishes the round, that counts for the records, and `said` gets what those say.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn play(
        &mut self,
        action: R::Move,
        said: &mut Vec<String>,
    ) -> Result<R::Outcome, R::Refusal> {
        let told = self.sitting.play(action)?;
        self.record_finished(said);
        Ok(told)
    }

    /// Enters results into the records.
    fn record_finished(&mut self, said: &mut Vec<String>) {
        for done in self.sitting.take_finished() {
            let done = done.completion;
            let verdict = self.records.add(&done, clock::today());
            self.has_new_records = true;
            if done.help < Help::Shown {
                said.push(self.records.describe(&done, verdict));
            }
        }
    }

    /// Whether a hint costs the round in play something.
    pub fn hint_costs(&self) -> bool {
        self.sitting.hint_costs(&self.records, clock::today())
    }

    /// The line that shares the result, if there is one.
    pub fn result(&self) -> Option<String> {
        let shared = daily::share(self.sitting.recorded(), &self.records, &self.page)?;
        Some(shared.line)
    }

    // ---- files

    /// Saves what has changed, so that it survives the end of the machine.
    ///
    /// # Errors
    /// If a file cannot be written; the next call tries again.
    pub fn save(&mut self) -> Result<(), DiskError> {
        if self.file.as_ref().is_some_and(|file| !file.is_intact()) {
            self.sitting.touch();
        }
        let path = Sitting::<R>::path(&self.folder);
        let written = match (self.sitting.take_unsaved(), &mut self.file) {
            (Unsaved::End(more), Some(file)) if !more.is_empty() => append(file, more),
            (Unsaved::Nothing | Unsaved::End(_), _) => Ok(()),
            (Unsaved::Whole(text), file) => {
                // Not every system replaces an open file.
                *file = None;
                let backup = match self.has_backup {
                    true => Ok(()),
                    false => disk::keep_backup(&path),
                };
                self.has_backup |= backup.is_ok();
                let created = backup.and_then(|()| RunFile::create(&path, &text));
                created.map(|created| *file = Some(created))
            }
        };
        if let Err(error) = written {
            self.sitting.touch();
            return Err(error);
        }
        // The round tells whether it is missing there, should this fail.
        if self.has_new_records {
            self.records.save(&self.folder)?;
            self.has_new_records = false;
        }
        Ok(())
    }

    /// Saves where the round is left.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub fn close(&mut self) -> Result<(), DiskError> {
        self.sitting.put_down();
        self.save()
    }
}

/// Appends records, so that they survive the end of the machine.
fn append(file: &mut RunFile, more: &str) -> Result<(), DiskError> {
    let unsynced = file.append(more)?;
    unsynced.sync().map_err(|reason| DiskError::Unwritable {
        path: file.path().to_owned(),
        reason,
    })
}

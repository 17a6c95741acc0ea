//! The boards or mazes of a player in the terminal: the round in play, those that undo leads to, and their files in
//! the data folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::clock;
use crate::cli::CliError;
use crate::disk::{self, DiskError, RunFile};
use crate::profile::file::{self, Head, MAX_WORK};
use crate::profile::{Game, Help, Recorded, Records, Round, Shelf, daily};
use crate::rng::Seed;
use crate::text;

/// The rounds of a puzzle, and the player's records.
pub struct Table<R: Round> {
    game: Game,
    path: PathBuf,
    folder: PathBuf,
    shown: Recorded<R>,
    shelf: Shelf<R>,
    state: String,
    /// The run seed whose first round it last began with.
    pub seed: Option<Seed>,
    records: Records,
    /// The address of the browser page that links lead to; without one, codes are told.
    page: String,
    /// The file to which moves are appended, once this program has written it and nothing else has changed.
    file: Option<RunFile>,
    /// Whether this program has written the file; what it found then stays as the backup.
    has_written: bool,
    /// Whether another round is shown than in the file.
    is_changed: bool,
    has_new_records: bool,
}

/// What was saved before, and what to tell the player about it.
pub struct Found<R: Round> {
    table: Option<Table<R>>,
    records: Records,
    has_new_records: bool,
    folder: PathBuf,
    pub messages: Vec<String>,
}

impl<R: Round> Found<R> {
    /// Reads what is saved in a folder. `states` are the words for the state of the window's screen.
    ///
    /// # Errors
    /// If a file can be neither read nor kept under another name.
    pub fn read(folder: &Path, game: Game, states: &[&str]) -> Result<Self, CliError> {
        let (mut records, message) = Records::load(folder)?;
        let mut messages = vec![message];
        let path = folder.join(format!("{}.save", game.name()));
        let read_state = |word: &str| match states.contains(&word) || word.is_empty() {
            true => Ok(word.to_owned()),
            false => Err(format!("\"{word}\" is no state of it")),
        };
        let (found, message) = disk::recover(&path, game.noun(), |path| {
            let bytes = match disk::read_regular(path, disk::LIMIT) {
                Ok(bytes) => bytes,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let text = text::decode_lossy(&bytes);
            let read = file::read::<R, String>(game.noun(), &text, read_state, MAX_WORK);
            Ok(read.map_err(|error| format!("{}: {error}", path.display())))
        })?;
        messages.push(message);
        let (mut table, mut has_new_records) = (None, false);
        if let Some(loaded) = found {
            let mut shelf = Shelf::default();
            let [before, after] = loaded.shelf;
            for (back, rounds) in [(true, before), (false, after)] {
                for round in rounds {
                    shelf.push(back, round);
                }
            }
            let mut read = Table {
                game,
                path: path.clone(),
                folder: folder.to_owned(),
                shown: loaded.shown,
                shelf,
                state: loaded.state,
                seed: loaded.seed,
                records: Records::default(),
                page: String::new(),
                file: None,
                has_written: false,
                is_changed: false,
                has_new_records: false,
            };
            if !loaded.losses.is_empty() && disk::exists(&path) {
                let kept = disk::supersede(&path, read.write().as_bytes())?;
                let losses = loaded.losses.iter();
                messages.extend(losses.map(|loss| format!("{}: {loss}.", path.display())));
                messages.push(format!("The file was kept as {}.", kept.display()));
            }
            read.shown.mark_saved();
            // What was finished before a kill, and is missing in the records.
            for round in read.shelf.recorded().chain([&read.shown]) {
                let (done, today) = (round.completion(), clock::today());
                if round.is_finished() && records.lacks(&done, today) {
                    records.add(&done, today);
                    has_new_records = true;
                }
            }
            table = Some(read);
        }
        messages.retain(|message| !message.is_empty());
        Ok(Self {
            table,
            records,
            has_new_records,
            folder: folder.to_owned(),
            messages,
        })
    }

    /// The round that was left.
    pub fn left(&self) -> Option<&R> {
        self.table.as_ref().map(|table| &*table.shown)
    }

    /// The run seed that was played.
    pub fn seed(&self) -> Option<Seed> {
        self.table.as_ref().and_then(|table| table.seed)
    }

    /// Goes on with what was left.
    pub fn go_on(self) -> Option<Table<R>> {
        let mut table = self.table?;
        (table.records, table.has_new_records) = (self.records, self.has_new_records);
        Some(table)
    }

    /// Shows a round: the one that was left, if it is the same, or else this one after what was left.
    pub fn show(self, game: Game, round: R) -> Table<R> {
        match self.table {
            Some(mut table) => {
                (table.records, table.has_new_records) = (self.records, self.has_new_records);
                table.resume(round);
                table
            }
            None => Table {
                game,
                path: self.folder.join(format!("{}.save", game.name())),
                folder: self.folder,
                shown: Recorded::new(round),
                shelf: Shelf::default(),
                state: String::new(),
                seed: None,
                records: self.records,
                page: String::new(),
                file: None,
                has_written: false,
                is_changed: true,
                has_new_records: false,
            },
        }
    }
}

impl<R: Round> Table<R> {
    /// The round in play.
    pub fn round(&self) -> &R {
        &self.shown
    }

    /// The player's records.
    pub const fn records(&self) -> &Records {
        &self.records
    }

    /// Adds to the time played.
    pub fn pass(&mut self, time: Duration) {
        self.shown.round_mut().add_time(time);
    }

    /// Makes a move. If it finishes the round, that counts for the records, and `said` gets what those say.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn play(&mut self, action: R::Move, said: &mut Vec<String>) -> Result<R::Told, R::Refusal> {
        let was_finished = self.shown.is_finished();
        let told = self.shown.play(action)?;
        if self.shown.is_finished() && !was_finished {
            let done = self.shown.completion();
            let verdict = self.records.add(&done, clock::today());
            self.has_new_records = true;
            if done.help < Help::Shown {
                said.push(self.records.describe(&done, verdict));
            }
        }
        Ok(told)
    }

    /// Begins a finished round again by a move; undo finds it as it was. Returns false if it is not finished.
    pub fn begin_again(&mut self, action: R::Move) -> bool {
        let again = self.shown.begun_again(action);
        let is_begun = again.is_some();
        if let Some(again) = again {
            let finished = std::mem::replace(&mut self.shown, again);
            self.shelf.push(true, finished);
            self.file = None;
            self.is_changed = true;
        }
        is_begun
    }

    /// Shows another round; the one in play stays where undo finds it, if it is worth it.
    pub fn show(&mut self, mut round: R) {
        let left = Some(&*self.shown).filter(|left| left.is_worth_keeping());
        for earlier in self.shelf.rounds().chain(left) {
            round.carry_over(earlier);
        }
        self.replace(Recorded::new(round), true);
    }

    /// Continues the round that `made` is, or shows it.
    pub fn resume(&mut self, made: R) {
        if !self.shown.is_same(&made) {
            match self.shelf.find(|round| round.is_same(&made)) {
                Some((back, steps)) => {
                    for _ in 0..steps {
                        self.step(back);
                    }
                }
                None => {
                    self.show(made);
                    return;
                }
            }
        }
        if let Some(action) = self.shown.continuation(&made) {
            // The round that goes on is the same one, so this cannot be refused.
            let _ = self.shown.play(action);
        }
    }

    /// Shows the round before (`back`) or after this one; returns whether there is one.
    pub fn step(&mut self, back: bool) -> bool {
        let next = self.shelf.take(back);
        let is_there = next.is_some();
        if let Some(next) = next {
            self.replace(next, !back);
        }
        is_there
    }

    /// Whether the round in play is this one, or undo or redo leads to it.
    pub fn has_met(&self, is_it: impl Fn(&R) -> bool) -> bool {
        is_it(&self.shown) || self.shelf.rounds().any(is_it)
    }

    fn replace(&mut self, mut round: Recorded<R>, back: bool) {
        std::mem::swap(&mut self.shown, &mut round);
        if round.is_worth_keeping() {
            self.shelf.push(back, round);
        }
        self.file = None;
        self.is_changed = true;
    }

    /// Whether a hint costs the round in play something.
    pub fn hint_costs(&self) -> bool {
        let done = self.shown.completion();
        !self.shown.is_finished() && self.records.hint_costs(&done, clock::today())
    }

    /// Has shared results link to this browser page; without one they have codes.
    pub fn set_page(&mut self, page: &str) {
        page.clone_into(&mut self.page);
    }

    /// The line that shares the result, if there is one.
    pub fn result(&self) -> Option<String> {
        let shared = daily::share(&self.shown, (&self.records, self.game), &self.page)?;
        Some(shared.line)
    }

    /// Its name if it is of a pack or the daily of some day.
    pub fn name(&self) -> Option<String> {
        self.shown.name()
    }

    // ---- files

    fn write(&mut self) -> String {
        let head = Head {
            noun: self.game.noun(),
            state: &self.state,
            seed: self.seed,
        };
        let text = file::write_before(head, self.shelf.texts());
        text + self.shown.write()
    }

    /// Saves what has changed, so that it survives the end of the machine.
    ///
    /// # Errors
    /// If a file cannot be written; the next call tries again.
    pub fn save(&mut self) -> Result<(), DiskError> {
        self.shown.seal();
        match &mut self.file {
            Some(file) if file.is_intact() => {
                let more = self.shown.take_unsaved();
                if !more.is_empty() {
                    let unsynced = file.append(more)?;
                    unsynced.sync().map_err(|reason| DiskError::Unwritable {
                        path: self.path.clone(),
                        reason,
                    })?;
                }
            }
            // What was found is there already.
            None if !self.is_changed && !self.shown.has_unsaved() => {}
            _ => {
                if !self.has_written {
                    disk::keep_backup(&self.path)?;
                    self.has_written = true;
                }
                // Should the new file fail, it is tried again.
                self.is_changed = true;
                self.file = None;
                let text = self.write();
                self.file = Some(RunFile::create(&self.path, &text)?);
                self.is_changed = false;
            }
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
        self.shown.put_down();
        self.save()
    }
}

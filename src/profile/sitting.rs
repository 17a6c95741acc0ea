//! A [`Sitting`]: the round of a puzzle in play, those that undo and redo lead to, and what of them is not saved yet.
//! The window and the terminal drive the same one.

use std::mem::{replace, swap, take};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::file;
use super::recorded::MAX_WORK;
use super::{Completion, Recorded, Records, Round, Shelf, Solve};
use crate::disk::{self, DiskError};
use crate::game::Daily;
use crate::record::RecordingError;
use crate::rng::Seed;
use crate::text;

/// A player at a puzzle. It reads as the round in play.
pub struct Sitting<R: Round> {
    pub(super) shown: Recorded<R>,
    pub(super) shelf: Shelf<R>,
    /// The state of the window's screen, one of [`Round::STATES`]; empty if it is as at first.
    pub state: String,
    /// The run seed whose first round it last began with; `None` if none has, because another round was chosen.
    pub seed: Option<Seed>,
    finished: Vec<Done<R>>,
    file: InFile,
}

/// How much of a sitting its file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InFile {
    /// All but new moves; the file is the one that was found.
    Found,
    /// All but new moves, which can be appended.
    Written,
    /// Not all.
    Outdated,
}

/// What is not in the file of a sitting yet.
#[derive(PartialEq, Eq, Debug)]
pub enum Unsaved<'a> {
    /// Nothing; the file is the one that was found.
    Nothing,
    /// What to append, which may be nothing.
    End(&'a str),
    /// The whole file.
    Whole(String),
}

/// A result that is not in the records yet, and how it was reached.
pub struct Done<R: Round> {
    /// The result.
    pub completion: Completion,
    /// How it was reached.
    pub solve: Option<Solve<R>>,
    /// What was solved.
    pub name: String,
}

impl<R: Round> Done<R> {
    fn of(round: &Recorded<R>) -> Self {
        Self {
            completion: round.completion(),
            solve: round.solve(),
            name: round.name().unwrap_or_else(|| round.share_name()),
        }
    }
}

impl<R: Round> Deref for Sitting<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.shown
    }
}

impl<R: Round> Sitting<R> {
    /// A sitting at a round, with nothing else.
    pub fn of(round: R) -> Self {
        Self {
            file: InFile::Outdated,
            ..Self::found(Recorded::new(round), Shelf::default())
        }
    }

    /// A sitting as a file has it.
    pub(super) const fn found(shown: Recorded<R>, shelf: Shelf<R>) -> Self {
        Self {
            shown,
            shelf,
            state: String::new(),
            seed: None,
            finished: Vec::new(),
            file: InFile::Found,
        }
    }

    /// The recording of the round in play.
    pub const fn recorded(&self) -> &Recorded<R> {
        &self.shown
    }

    /// The round, for changes that are not recorded: the time, the cursor, what is painted.
    pub const fn round_mut(&mut self) -> &mut R {
        self.shown.round_mut()
    }

    /// The rounds that undo and redo lead to.
    pub const fn shelf(&self) -> &Shelf<R> {
        &self.shelf
    }

    /// Whether the round in play is such a one, or undo or redo leads to one.
    pub fn has_met(&self, is_it: impl Fn(&R) -> bool) -> bool {
        is_it(&self.shown) || self.shelf.rounds().any(is_it)
    }

    /// Whether a hint costs the round in play something.
    pub fn hint_costs(&self, records: &Records, today: Daily) -> bool {
        !self.is_finished() && records.hint_costs(&self.completion(), today)
    }

    // ---- moves

    /// Makes a move. If it finishes the round, the result waits to be recorded, whatever comes next.
    ///
    /// # Errors
    /// Why it is refused; nothing worth saving has changed then.
    pub fn play(&mut self, action: R::Move) -> Result<R::Outcome, R::Refusal> {
        let was_finished = self.is_finished();
        let told = self.shown.play(action)?;
        if self.is_finished() && !was_finished {
            self.finished.push(Done::of(&self.shown));
        }
        Ok(told)
    }

    /// Begins a finished round again by a move; undo leads back to it as it was. Returns false if it is not finished,
    /// or the move is refused.
    pub fn begin_again(&mut self, action: R::Move) -> bool {
        let again = self.shown.begun_again(action);
        let is_begun = again.is_some();
        if let Some(again) = again {
            let finished = replace(&mut self.shown, again);
            self.shelf.push(true, finished);
            self.touch();
        }
        is_begun
    }

    /// Whether there are results that are not recorded yet.
    pub const fn has_finished(&self) -> bool {
        !self.finished.is_empty()
    }

    /// Takes the results that are not recorded yet.
    pub fn take_finished(&mut self) -> Vec<Done<R>> {
        take(&mut self.finished)
    }

    /// Has the results of finished rounds recorded that are missing in the records, as after a kill before those were
    /// written. `today` is the day in UTC.
    pub fn record_missing(&mut self, records: &Records, today: Daily) {
        let rounds = self.shelf.recorded().chain([&self.shown]);
        let is_missing =
            |round: &&Recorded<R>| round.is_finished() && records.lacks(&round.completion(), today);
        self.finished = rounds.filter(is_missing).map(Done::of).collect();
    }

    // ---- other rounds

    /// Shows another round; undo leads back to the one in play, if that is worth it.
    pub fn show(&mut self, mut round: R) {
        let left = Some(&*self.shown).filter(|left| left.is_worth_keeping());
        for earlier in self.shelf.rounds().chain(left) {
            round.carry_over(earlier);
        }
        self.turn_to(Recorded::new(round), true);
    }

    /// Puts a round in the place of the one in play.
    pub fn go_on_with(&mut self, mut round: R) {
        for earlier in self.shelf.rounds() {
            round.carry_over(earlier);
        }
        self.shown = Recorded::new(round);
        self.touch();
    }

    /// Continues the round that `made` is the same as, if it is in play or undo or redo leads to it. Returns how many
    /// steps of undo or redo it takes; `None` if there is no such round.
    pub fn go_back_to(&mut self, made: &R) -> Option<usize> {
        let (back, steps) = match self.is_same(made) {
            true => (true, 0),
            false => self.shelf.find(|round| round.is_same(made))?,
        };
        for _ in 0..steps {
            self.step(back);
        }
        if let Some(action) = self.continuation(made) {
            // The round that goes on is the same one, so this cannot be refused.
            let _ = self.play(action);
        }
        Some(steps)
    }

    /// Continues the round that `made` is the same as, or shows `made`.
    pub fn resume(&mut self, made: R) {
        if self.go_back_to(&made).is_none() {
            self.show(made);
        }
    }

    /// Shows the round before (`back`) or after this one; returns whether there is one.
    pub fn step(&mut self, back: bool) -> bool {
        let next = self.shelf.take(back);
        let is_there = next.is_some();
        if let Some(next) = next {
            self.turn_to(next, !back);
        }
        is_there
    }

    /// Shows a round, and puts the one in play on one side of the shelf, if it is worth keeping.
    fn turn_to(&mut self, mut round: Recorded<R>, back: bool) {
        swap(&mut self.shown, &mut round);
        if round.is_worth_keeping() {
            self.shelf.push(back, round);
        }
        self.touch();
    }

    // ---- its file

    /// The path of the file in a data folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(format!("{}.save", R::GAME.name()))
    }

    /// Loads the file of a data folder, or else its backup; also returns what to tell the player. A file of which
    /// something is lost is kept under another name beside the one that takes its place.
    ///
    /// # Errors
    /// If a file can be neither read nor kept under another name.
    pub fn load(folder: &Path) -> Result<(Option<Self>, Vec<String>), DiskError> {
        let path = Self::path(folder);
        let (found, message) = disk::recover(&path, R::GAME.noun(), |path| {
            let in_file = |what: String| format!("{}: {what}", path.display());
            let bytes = match disk::read_regular(path, disk::LIMIT) {
                Ok(bytes) => bytes,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let read = Self::read(&text::decode_lossy(&bytes), MAX_WORK);
            let read = read.map(|(sitting, losses)| {
                let losses: Vec<String> = losses.into_iter().map(in_file).collect();
                (sitting, losses)
            });
            Ok(read.map_err(|error| in_file(error.to_string())))
        })?;
        let mut told = vec![message];
        let sitting = match found {
            None => None,
            Some((mut sitting, losses)) => {
                told.extend(losses.iter().map(|loss| format!("{loss}.")));
                // If only the backup is there, it stays as it is.
                if !losses.is_empty() && disk::exists(&path) {
                    let kept = disk::supersede(&path, sitting.write().as_bytes())?;
                    told.push(format!("The file was kept as {}.", kept.display()));
                }
                sitting.mark_saved();
                Some(sitting)
            }
        };
        told.retain(|sentence| !sentence.is_empty());
        Ok((sitting, told))
    }

    /// Reads a file as far as it is sound; also returns what is lost of it, in sentences without a full stop. `work`
    /// limits the tiles or cells that are examined; see [`MAX_WORK`].
    ///
    /// # Errors
    /// If it does not begin as such a file, or no round of it can be read.
    pub fn read(text: &str, work: u64) -> Result<(Self, Vec<String>), RecordingError> {
        file::read(text, work)
    }

    /// The whole file. It counts as saved from then on.
    pub fn write(&mut self) -> String {
        file::write(self)
    }

    /// Notes a change that cannot be appended to the file.
    pub const fn touch(&mut self) {
        self.file = InFile::Outdated;
    }

    /// Notes that the file that was found has everything.
    pub const fn mark_saved(&mut self) {
        self.shown.mark_saved();
        self.file = InFile::Found;
    }

    /// Whether anything but the time played is not saved.
    pub const fn has_unsaved(&self) -> bool {
        matches!(self.file, InFile::Outdated) || self.shown.has_unsaved()
    }

    /// Takes what is not saved; it counts as saved from then on, so [`touch`](Self::touch) has to be called if it cannot
    /// be written.
    pub fn take_unsaved(&mut self) -> Unsaved<'_> {
        self.shown.seal();
        match self.file {
            InFile::Written => Unsaved::End(self.shown.take_unsaved()),
            InFile::Found if !self.shown.has_unsaved() => Unsaved::Nothing,
            InFile::Found | InFile::Outdated => {
                self.file = InFile::Written;
                Unsaved::Whole(self.write())
            }
        }
    }

    /// Records the time played as well, before the round is left.
    pub fn put_down(&mut self) {
        self.shown.put_down();
    }
}

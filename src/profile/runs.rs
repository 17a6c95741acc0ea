//! Runs in the data folder: a save for each kind of run, and what is kept of finished runs.

use std::path::{Path, PathBuf};

use strum::{EnumCount, VariantArray};

use crate::disk::{self, DiskError};
use crate::game::record::{Recording, Summary};
use crate::game::{Daily, Game, Outcome, counted, describe_end};
use crate::rng::Seed;

/// A kind of run. Each has one save, so a run of each can be in progress at the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, EnumCount, VariantArray)]
pub enum Slot {
    /// A run of any seed.
    Run,
    /// The daily run.
    Daily,
    /// The training.
    Training,
}

impl Slot {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// The slot that a game is saved in.
    pub fn of(game: &Game) -> Self {
        Self::from_parts(game.is_training(), game.daily())
    }

    const fn from_parts(is_training: bool, daily: Option<Daily>) -> Self {
        match daily {
            _ if is_training => Self::Training,
            None => Self::Run,
            Some(_) => Self::Daily,
        }
    }

    /// Checks that a run was saved in its slot.
    ///
    /// # Errors
    /// Says what it is instead.
    pub fn check(self, run: &Summary) -> Result<(), String> {
        match Self::from_parts(run.is_training, run.daily) {
            slot if slot == self => Ok(()),
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

/// The folder for the player's files.
#[cfg_attr(feature = "app", derive(bevy::prelude::Resource))]
pub struct SaveFolder(PathBuf);

impl SaveFolder {
    /// Uses this folder, which need not exist yet.
    pub const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a slot's save.
    pub fn run(&self, slot: Slot) -> PathBuf {
        self.0.join(slot.file())
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

    /// The path of a recording, and the one of its story, with the lowest number of which neither is there.
    fn free_replay(&self, seed: Seed) -> PathBuf {
        let named = |number: u32| self.replay(seed, number);
        (1..)
            .map(named)
            .find(|path| !disk::exists(path) && !disk::exists(&self.story(path)))
            .unwrap_or_else(|| named(0))
    }

    fn replay(&self, seed: Seed, number: u32) -> PathBuf {
        self.0
            .join("replays")
            .join(format!("{seed}-{number}.replay"))
    }

    /// The path of the story of the run whose recording is at `replay`.
    pub fn story(&self, replay: &Path) -> PathBuf {
        let stem = replay.file_stem().unwrap_or_default();
        self.0.join("morgue").join(stem).with_extension("txt")
    }

    /// Writes the recording of a run of this seed, unless it is among the replays. Returns its path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_replay(&self, seed: Seed, recording: &Recording) -> Result<PathBuf, DiskError> {
        let id = recording.id();
        let is_it = |path: &PathBuf| disk::read_recording(path).is_ok_and(|found| found.id() == id);
        // As far as names are taken; beyond them nothing was written.
        let names = (1..).map(|number| self.replay(seed, number));
        let taken = names.take_while(|path| disk::exists(path) || disk::exists(&self.story(path)));
        if let Some(path) = taken.filter(|path| disk::exists(path)).find(is_it) {
            return Ok(path);
        }
        let path = self.free_replay(seed);
        disk::write_recording(&path, recording)?;
        Ok(path)
    }
}

/// Messages at the end of a story, the latest ones of the log.
const STORY_MESSAGES: usize = 20;

/// The text file of a finished run: its end, the player's figures, the pack, the known part of the
/// level, and the last messages.
pub(super) fn format_story(game: &Game, messages: Vec<String>) -> String {
    let view = game.view();
    let player = view.player();
    let outcome = match game.outcome() {
        Outcome::Won => "The Everlamp burns again.".to_owned(),
        Outcome::Died { .. } | Outcome::GaveUp => {
            let end = describe_end(game);
            let mut letters = end.chars();
            let first = letters.next().map(|letter| letter.to_uppercase());
            let first: String = first.into_iter().flatten().collect();
            format!("{first}{}.", letters.as_str())
        }
        Outcome::Finished => "Finished the training.".to_owned(),
        Outcome::Playing => "Still alive.".to_owned(),
    };
    let mut lines = vec![
        format!(
            "Undercroft {}, seed {}",
            env!("CARGO_PKG_VERSION"),
            game.seed()
        ),
        outcome,
        String::new(),
        format!(
            "score {}, {}, deepest {}, {}",
            game.score(),
            counted(game.turns(), "turn"),
            game.deepest(),
            counted(player.kills, "kill")
        ),
        format!(
            "rank {}, health {}/{}, attack {}, defence {}",
            player.level, player.health, player.max_health, player.attack, player.defence
        ),
        String::new(),
        "carried:".to_owned(),
    ];
    for ((letter, known), (_, item)) in view.pack().zip(view.whole().pack()) {
        let note = match (view.is_equipped(letter), known.kind.kind()) {
            (true, _) => " (in use)",
            (false, None) => " (never identified)",
            (false, Some(_)) => "",
        };
        let name = view.item_name(item.kind, item.count, item.plus);
        lines.push(format!("  {letter}  {name}{note}"));
    }
    lines.push(String::new());
    lines.extend(view.known_rows().into_iter().filter(|row| !row.is_empty()));
    lines.push(String::new());
    let skipped = messages.len().saturating_sub(STORY_MESSAGES);
    lines.extend(messages.into_iter().skip(skipped));
    lines.push(String::new());
    lines.join("\n")
}

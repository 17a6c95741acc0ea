//! Runs in the data folder: a save for each kind of run, and what is kept of finished runs.

use std::path::{Path, PathBuf};

use strum::{EnumCount, VariantArray};

use crate::disk::{self, DiskError};
use crate::game::record::{Recorded, Summary};
use crate::game::{Daily, Game, Outcome, Practice, Run, counted, describe_end};

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

    /// The path `folder/stem-number.extension` with the lowest number that no file has yet.
    pub fn free_path(&self, folder: &str, stem: &str, extension: &str) -> PathBuf {
        let folder = self.0.join(folder);
        let named = |number: u32| folder.join(format!("{stem}-{number}.{extension}"));
        (1..)
            .map(named)
            .find(|path| !disk::exists(path))
            .unwrap_or_else(|| named(0))
    }

    /// Writes the recording of a finished run, and the result of a daily one, if it is the first of its day and
    /// `practice` does not forbid it. Returns the path of the recording.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub fn archive(
        &self,
        run: &Run,
        practice: Option<Practice>,
        now: Recorded,
    ) -> Result<PathBuf, DiskError> {
        let game = run.game();
        if let Some(daily) = game.daily()
            && practice.is_none()
            && self.result(daily).is_none()
        {
            let result = game.result_as(practice);
            disk::write_text(&self.daily(daily), &format!("{result}\n"))?;
        }
        let path = self.free_path("replays", &game.seed().to_string(), "replay");
        disk::write_recording(&path, &run.recording().with_time(now))?;
        Ok(path)
    }

    /// Writes the story of a finished run, whose log has these messages; returns what to tell the player about it
    /// and about its recording.
    pub fn write_story(&self, game: &Game, messages: Vec<String>, recording: &Path) -> String {
        let story = self.free_path("morgue", &game.seed().to_string(), "txt");
        match disk::write_text(&story, &format_story(game, messages)) {
            Ok(()) => format!("Recorded in {}", story.display()),
            Err(error) => format!(
                "Recorded in {}, without its story: {error}",
                recording.display()
            ),
        }
    }
}

/// Messages at the end of a story, the latest ones of the log.
const STORY_MESSAGES: usize = 20;

/// The text file of a finished run: its end, the player's figures, the pack, the known part of the
/// level, and the last messages.
fn format_story(game: &Game, messages: Vec<String>) -> String {
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
            "level {}, health {}/{}, attack {}, defence {}",
            player.level, player.health, player.max_health, player.attack, player.defence
        ),
        String::new(),
        "carried:".to_owned(),
    ];
    for (letter, item) in view.pack() {
        let note = match (view.is_equipped(letter), view.knows(item.kind)) {
            (true, _) => " (in use)",
            (false, false) => " (never identified)",
            (false, true) => "",
        };
        let name = view.true_name(item.kind, item.count, item.plus);
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

//! Where runs, their results and their recordings are kept on the disk.

use std::path::PathBuf;

use bevy::prelude::Resource;

use crate::disk;
use crate::game::Daily;

/// Name of the save in the data folder.
const RUN: &str = "run.save";

/// The folder for the player's files.
#[derive(Resource)]
pub struct SaveFolder(PathBuf);

impl SaveFolder {
    /// The saves in this folder.
    pub const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The run that is played.
    pub fn run(&self) -> PathBuf {
        self.0.join(RUN)
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

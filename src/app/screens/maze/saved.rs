//! The format in which mazes were saved before they were recorded, to read such a file once.

use serde::{Deserialize, Deserializer};

use crate::profile::maze::SavedMaze;

/// The contents of such a file.
#[derive(Deserialize)]
pub struct Saved {
    /// The generation version; another version makes other mazes from the same seeds.
    pub(super) generation: u32,
    pub(super) dark: bool,
    pub(super) shown: SavedMaze,
    /// Mazes that were left, the last one that undo leads to first.
    pub(super) left: Vec<SavedMaze>,
    /// The day of each maze that is a daily, by its code, in the order of the mazes; older saves end without them.
    #[serde(deserialize_with = "read_days")]
    pub(super) days: Vec<Option<String>>,
}

/// Reads the days, or none where the save ends before them.
fn read_days<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Option<String>>, D::Error> {
    Ok(Vec::deserialize(from).unwrap_or_default())
}

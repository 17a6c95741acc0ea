//! The format in which mazes are saved.

use serde::{Deserialize, Deserializer, Serialize};

use super::round::SavedMaze;

/// The contents of `maze.save`.
#[derive(Serialize, Deserialize)]
pub struct Saved<M = SavedMaze> {
    /// The generation version; another version makes other mazes from the same seeds.
    pub(super) generation: u32,
    pub(super) dark: bool,
    pub(super) shown: M,
    /// Mazes that were left, the last one that undo leads to first.
    pub(super) left: Vec<M>,
    /// The day of each maze that is a daily, by its code, in the order of the mazes; saves of before
    /// end without them.
    #[serde(deserialize_with = "read_days")]
    pub(super) days: Vec<Option<String>>,
}

/// Reads the days, or none where the save ends before them.
fn read_days<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Option<String>>, D::Error> {
    Ok(Vec::deserialize(from).unwrap_or_default())
}

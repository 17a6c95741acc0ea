//! Reads a map from a file of any form, with the tileset that it may refer to.

use std::path::Path;

use super::{CliError, file, note};
use crate::disk;
use crate::export::read::{self, Loaded};

/// Reads the map in the file or the pipe at `path`, or on standard input for `-`.
pub fn load(path: &Path) -> Result<Loaded, CliError> {
    let (name, bytes) = file::read(path, disk::LIMIT)?;
    let mut tileset = |beside: &str| disk::read_beside(path, beside);
    let loaded = read::read(&bytes, &mut tileset).map_err(|error| CliError::file(name, error))?;
    for note in &loaded.notes {
        note::print(&format!("{}: {note}", name.display()));
    }
    Ok(loaded)
}

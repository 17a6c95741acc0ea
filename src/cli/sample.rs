//! Samples of a player's own for the generator `waves`: `--param sample=FILE`. Knows files, not what
//! is made from a sample.

use std::path::Path;

use super::CliError;
use crate::disk;
use crate::export;
use crate::mapgen::Params;
use crate::mapgen::waves::{NAMES, SIDES, Sample, SampleError};

/// The largest file that is read, in bytes: far more than the largest sample takes in any format.
const LIMIT: u64 = 1 << 20;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Sets parameters from `name=value` each, and reads the file that a sample names.
pub fn set_params(params: &mut Params, given: &[String]) -> Result<(), CliError> {
    let takes_sample = params.iter().any(|(spec, _)| spec.is_sample());
    let file = |assignment: &&String| {
        let value = assignment.trim().strip_prefix("sample=");
        takes_sample && value.is_some_and(|value| !NAMES.contains(&value))
    };
    // A second one is an error like any other parameter's that is given twice.
    let found = given.iter().find(file).cloned();
    let ours = format!("sample={}", NAMES[0]);
    let stands_in = |assignment: &'_ String| match &found {
        Some(found) if found == assignment => ours.clone(),
        _ => assignment.clone(),
    };
    let assignments: Vec<String> = given.iter().map(stands_in).collect();
    params.set_all(assignments.iter().map(String::as_str))?;
    if let Some((_, path)) = found.as_ref().and_then(|found| found.split_once('=')) {
        params.set_sample(load(Path::new(path.trim()))?);
    }
    Ok(())
}

/// The sample in a file: a map as text, or a PNG of one pixel a tile.
fn load(path: &Path) -> Result<Sample, CliError> {
    let wrong = |error: SampleError| CliError::Sample {
        path: path.to_owned(),
        error,
    };
    let bytes = disk::read_regular(path, LIMIT).map_err(CliError::NoSample)?;
    if bytes.starts_with(PNG) {
        let tiles = export::read_tiles(&bytes, *SIDES.end())
            .map_err(|error| wrong(SampleError::Picture(error.to_string())))?;
        return Sample::from_tiles(tiles).map_err(wrong);
    }
    // What is not text is a foreign character at its line and column.
    Sample::from_text(&String::from_utf8_lossy(&bytes)).map_err(wrong)
}

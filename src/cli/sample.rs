//! The user's own samples for the generator `waves`: `--param sample=FILE`, or `-` for standard input.

use std::path::Path;

use super::{CliError, file};
use crate::export;
use crate::mapgen::Stage;
use crate::mapgen::waves::{NAMES, Sample, SampleError};
use crate::text::{self, trim};

/// Size limit of a file, in bytes: far more than the largest sample takes in any format.
const LIMIT: u64 = 1 << 20;

/// Sets parameters from `name=value` each, and reads the file that a sample names.
pub fn set_params(stage: &mut Stage, given: &[impl AsRef<str>]) -> Result<(), CliError> {
    let takes_sample = stage.params.iter().any(|(spec, _)| spec.is_sample);
    let sample_file = |assignment: &str| {
        let value = sample_value(assignment).filter(|_| takes_sample)?;
        let is_file = !value.is_empty() && !NAMES.contains(&&*value);
        is_file.then_some(value)
    };
    let given = given.iter().map(AsRef::as_ref);
    let file = given.clone().find_map(sample_file);
    // Stands in for a file, so that a sample given twice is refused like any other parameter.
    let built_in = format!("sample={}", NAMES[0]);
    let assignments = given.map(|assignment| match sample_file(assignment) {
        Some(_) => built_in.as_str(),
        None => assignment,
    });
    let set = stage.set_all(assignments);
    set.map_err(|error| CliError::option("--param", error))?;
    if let Some(path) = file {
        stage.params.set_sample(load(Path::new(&path))?);
    }
    Ok(())
}

/// Whether an assignment gives a sample that is neither built in nor a range of such.
pub fn is_file(assignment: &str) -> bool {
    let value = sample_value(assignment);
    value.is_some_and(|value| {
        let first = value.split("..").next().unwrap_or_default();
        !NAMES.contains(&trim(first))
    })
}

/// The value of an assignment, if it gives a sample.
fn sample_value(assignment: &str) -> Option<String> {
    let assignment = text::value(assignment);
    let value = assignment.strip_prefix("sample=")?;
    Some(trim(value).to_owned())
}

/// Reads a sample: a map as text, or a PNG with one pixel per tile.
fn load(path: &Path) -> Result<Sample, CliError> {
    let failed = |error: String| CliError::Failure(format!("--param sample: {error}"));
    let (path, bytes) = file::read(path, LIMIT).map_err(|error| {
        let names = NAMES.join(", ");
        failed(format!("{error}; name a file, or one of {names}"))
    })?;
    let invalid = |error: SampleError| failed(format!("{}: {error}", path.display()));
    export::read_sample(&bytes).map_err(invalid)
}

//! The values of `--param`, and the user's own samples for the generator `waves` among them: `--param sample=FILE`, or `-`
//! for standard input.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::{CliError, file};
use crate::export;
use crate::mapgen::Params;
use crate::mapgen::waves::{NAMES, Sample};
use crate::text::{self, Invalid, trim};

/// Size limit of a file, in bytes: far more than the largest sample takes in any format.
const LIMIT: u64 = 1 << 20;

/// What begins an assignment that gives a sample.
const NAME: &str = "sample=";

/// The assignments in the values of `--param` for a generator with `params`, with the sample itself in place of the file
/// that has it.
///
/// # Errors
/// If the file of a sample cannot be read.
pub fn read_assignments(values: &[OsString], params: &Params) -> Result<Vec<String>, CliError> {
    let place = params.iter().position(|(spec, _)| spec.is_sample);
    let read = |assignment: OsString| {
        let file = sample_value(&assignment).filter(is_file);
        let Some((place, file)) = place.zip(file) else {
            return Ok(assignment.to_string_lossy().into_owned());
        };
        let mut params = params.clone();
        params.set_sample(load(Path::new(&file))?);
        let word = params.iter().nth(place).map(|(_, word)| word);
        Ok(format!("{NAME}{}", word.unwrap_or_default()))
    };
    assignments(values).into_iter().map(read).collect()
}

/// The assignments in the values of `--param`: several in one are separated by commas, which the name of a file may
/// have, too.
fn assignments(values: &[OsString]) -> Vec<OsString> {
    let mut found = Vec::new();
    for value in values {
        let pieces: Vec<&[u8]> = value
            .as_encoded_bytes()
            .split(|byte| *byte == b',')
            .collect();
        let mut rest = &pieces[..];
        while !rest.is_empty() {
            let (taken, others) = rest.split_at(pieces_of_one(rest));
            found.push(file::name_from(taken.join(&b',')));
            rest = others;
        }
    }
    found
}

/// How many pieces between commas, from the first on, are one assignment. Of a sample, as many as name a file that
/// is there, or else those that are no assignments themselves.
fn pieces_of_one(pieces: &[&[u8]]) -> usize {
    let Some(first) = sample_value(&file::name_from(pieces[0].to_vec())) else {
        return 1;
    };
    let is_there = |count: &usize| {
        let path = sample_value(&file::name_from(pieces[..*count].join(&b',')));
        path.is_some_and(|path| Path::new(&path).exists())
    };
    let is_name = |piece: &&&[u8]| !piece.contains(&b'=');
    match (2..=pieces.len()).rev().find(is_there) {
        Some(count) => count,
        None if is_built_in(&first) => 1,
        None => 1 + pieces[1..].iter().take_while(is_name).count(),
    }
}

/// Whether the value of a sample is neither the name of a built-in one, nor a range of such.
fn is_file(value: &OsString) -> bool {
    let text = value.to_string_lossy();
    let first = text.split("..").next().unwrap_or_default();
    !value.is_empty() && !text.starts_with('~') && !is_built_in(OsStr::new(first))
}

fn is_built_in(value: &OsStr) -> bool {
    value
        .to_str()
        .is_some_and(|value| NAMES.contains(&trim(value)))
}

/// The value of an assignment, if it gives a sample. It is as it stands if a file has just this name.
fn sample_value(assignment: &OsStr) -> Option<OsString> {
    let bytes = assignment.as_encoded_bytes().trim_ascii_start();
    let exact = bytes.strip_prefix(NAME.as_bytes());
    let exact = exact.map(|bytes| file::name_from(bytes.to_vec()));
    let Some(assignment) = assignment.to_str() else {
        return exact;
    };
    if let Some(exact) = exact.filter(|exact| Path::new(exact).exists()) {
        return Some(exact);
    }
    let assignment = text::value(assignment);
    let value = assignment.strip_prefix(NAME)?;
    Some(trim(value).into())
}

/// Reads a sample: a map as text, or a PNG with one pixel per tile.
fn load(path: &Path) -> Result<Sample, CliError> {
    let failed = |error: String| CliError::Failure(format!("--param sample: {error}"));
    let (path, bytes) = file::read(path, LIMIT).map_err(|error| {
        let names = NAMES.join(", ");
        failed(format!("{error}; name a file, or one of {names}"))
    })?;
    let invalid = |error: Invalid| failed(format!("{}: {error}", path.display()));
    export::read_sample(&bytes).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_separates_assignments_but_not_the_parts_of_a_name() {
        for (value, expected) in [
            ("sectors=3,min-side=7", &["sectors=3", "min-side=7"][..]),
            ("sample=cells,n=2", &["sample=cells", "n=2"]),
            (
                "n=2,sample=none/a,b.txt,sides=4",
                &["n=2", "sample=none/a,b.txt", "sides=4"],
            ),
            ("sample=cells,x", &["sample=cells", "x"]),
            ("", &[""]),
        ] {
            assert_eq!(assignments(&[value.into()]), expected, "{value}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a,n=2.txt");
        std::fs::write(&path, "").unwrap();
        let sample = format!("sample={}", path.display());
        let found = assignments(&[format!("{sample},n=3").into()]);
        assert_eq!(found, [sample.as_str(), "n=3"]);
    }
}

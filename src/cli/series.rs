//! Many maps of one kind, one per seed: each to a file of its own, or all on a sheet.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::contact::{self, Entry};
use super::parallel::{self, ThreadArgs};
use super::{CliError, file, map_file};
use crate::export::{self, Format, Options};
use crate::map::Map;
use crate::mapgen::{Buffers, GenerateError, MapSpec};
use crate::rng::{Seed, SeedRange};
use crate::search::Variants;

/// What stands for the seed in the name of a file.
const PLACEHOLDER: &str = "{seed}";
/// Number of maps written before an error is reported.
const BATCH: usize = 64;

/// The file at `path` for the map of `seed`: its name with the seed in place of `{seed}`.
pub fn file_for(path: &Path, seed: Seed) -> PathBuf {
    let mut rest = path.as_os_str().as_encoded_bytes();
    let (mut name, seed) = (Vec::new(), seed.to_string());
    while !rest.is_empty() {
        match rest.strip_prefix(PLACEHOLDER.as_bytes()) {
            Some(after) => {
                name.extend(seed.bytes());
                rest = after;
            }
            None => {
                name.push(rest[0]);
                rest = &rest[1..];
            }
        }
    }
    PathBuf::from(file::name_from(name))
}

/// Checks that `--out` names another file for each seed.
///
/// # Errors
/// If `{seed}` is missing, or if braces hold another word.
pub fn check_pattern(path: &Path) -> Result<(), CliError> {
    let name = path.to_string_lossy();
    let rest = name.replace(PLACEHOLDER, "");
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    let words = rest
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'));
    let error = if let Some((word, _)) = words.into_iter().find(|(word, _)| is_word(word)) {
        format!("{{{word}}} means nothing here: only {PLACEHOLDER} is replaced")
    } else if rest == name {
        format!(
            "{name} names one file for all seeds: write {PLACEHOLDER} where the seed should stand"
        )
    } else {
        return Ok(());
    };
    Err(CliError::option("--out", error))
}

/// Writes the map of each seed to the file that `path` names for it, and says what of the first one the format leaves out.
///
/// # Errors
/// If a file cannot be written; or, after all others are written, if a map cannot be generated.
pub fn write_files(
    spec: &MapSpec,
    seeds: SeedRange,
    path: &Path,
    format: Format,
    options: &Options<'_>,
) -> Result<(), CliError> {
    let pool = ThreadArgs::default().start_pool()?;
    let progress = parallel::progress_bar(seeds.count() as usize, "maps");
    let mut failures = Failures::default();
    let make = |(map, buffers): &mut (Map, Buffers), index: usize| {
        let spec = spec.with_seed(seeds.get(index as u64));
        let written = match spec.generate_into(map, buffers) {
            Err(error) => Ok(Err((spec, error))),
            Ok(()) => file::write(&file_for(path, spec.seed), |out| {
                Ok(export::write(format, &spec, map, options, out)?)
            })
            .map(|()| {
                // The others are of the same kind.
                let lost = (index == 0).then(|| map_file::left_out_of(format, &spec, map));
                Ok(lost.unwrap_or_default())
            }),
        };
        progress.inc(1);
        written
    };
    let mut left_out = String::new();
    let take = |written: Result<Result<String, _>, CliError>| {
        failures.note(written?.map(|lost| left_out += &lost));
        Ok(())
    };
    parallel::for_each_in_order(&pool, seeds.count() as usize, BATCH, make, take)?;
    progress.finish_and_clear();
    failures.report(seeds)?;
    map_file::note_left_out(format, &left_out);
    Ok(())
}

/// Draws the map of each seed on a sheet in the file at `path`, and prints the share codes.
///
/// # Errors
/// If the file cannot be written; or, after that, if a map cannot be generated, which is left out.
pub fn write_sheet(
    spec: &MapSpec,
    seeds: SeedRange,
    path: &Path,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (mut map, mut buffers) = (Map::default(), Buffers::default());
    let mut failures = Failures::default();
    let mut entries = Vec::new();
    for index in 0..seeds.count() {
        let spec = spec.with_seed(seeds.get(index));
        match spec.generate_into(&mut map, &mut buffers) {
            Err(error) => failures.note(Err((spec, error))),
            Ok(()) => entries.push(Entry {
                spec,
                note: String::new(),
            }),
        }
    }
    if !entries.is_empty() {
        let kind = Variants::from(spec).to_string();
        contact::write(path, &kind, &format!("seeds {seeds}"), &entries)?;
    }
    for entry in &entries {
        writeln!(out, "{}", entry.spec).map_err(CliError::Output)?;
    }
    failures.report(seeds)
}

/// The maps that could not be generated.
#[derive(Default)]
struct Failures {
    count: u64,
    first: Option<(MapSpec, GenerateError)>,
}

impl Failures {
    fn note(&mut self, outcome: Result<(), (MapSpec, GenerateError)>) {
        if let Err(failure) = outcome {
            self.count += 1;
            self.first.get_or_insert(failure);
        }
    }

    fn report(self, seeds: SeedRange) -> Result<(), CliError> {
        let Some((spec, error)) = self.first else {
            return Ok(());
        };
        let (failed, maps) = (self.count, seeds.count());
        Err(CliError::Failure(format!(
            "{failed} of {maps} maps could not be generated, {spec} first: {error}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_holds_the_seed_and_no_other_word_in_braces() {
        let path = Path::new("maps/{seed}/{seed}.tmj");
        assert_eq!(file_for(path, Seed(7)), Path::new("maps/7/7.tmj"));
        for name in ["{seed}.txt", "a/{seed}", "{{seed}}-{1}.png", "{ }{seed}"] {
            assert!(check_pattern(Path::new(name)).is_ok(), "{name}");
        }
        for (name, needle) in [
            (
                "map.txt",
                "map.txt names one file for all seeds: write {seed}",
            ),
            ("{Seed}.txt", "{Seed} means nothing here: only {seed}"),
            ("{seed}-{code}.txt", "{code} means nothing here"),
        ] {
            let error = check_pattern(Path::new(name)).unwrap_err().to_string();
            assert!(error.contains(needle), "{error}");
        }
    }
}

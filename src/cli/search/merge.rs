//! Reads results of searches and joins those of the same question.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;

use super::MAX_COUNT;
use super::report::{Heading, Report, SEPARATOR};
use crate::cli::{CliError, file, note};
use crate::disk;
use crate::mapgen::metric::{Metric, Way};
use crate::rng::SeedRange;
use crate::search::{Collector, Figures, Found, Match, Question, Variants};
use crate::text;

/// A result as it is written in JSON. Of a match, the share code tells everything but the metrics.
#[derive(Deserialize)]
struct Document {
    #[serde(flatten)]
    heading: Heading,
    matches: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    share_code: String,
    metrics: BTreeMap<String, Option<u64>>,
}

/// Reads the results in these files and joins them.
pub fn merge(files: &[PathBuf]) -> Result<Report, CliError> {
    let mut first: Option<(&Path, Heading)> = None;
    let mut seeds: Vec<(SeedRange, &Path)> = Vec::new();
    let mut found: Vec<Found> = Vec::new();
    for path in files {
        let (path, bytes) = file::read(path, disk::LIMIT)?;
        let failed = |error: String| CliError::file(path, error);
        let document = Document::read(&text::decode_lossy(&bytes)).map_err(failed)?;
        let heading = document.heading.clone();
        if let Some((other, expected)) = &first
            && let Some(difference) = heading.difference(expected)
        {
            let other = other.display();
            let error = format!("it answers another question than {other}: {difference}");
            return Err(failed(error));
        }
        let report = document.into_report().map_err(failed)?;
        seeds.extend(report.seeds.iter().map(|range| (*range, path)));
        found.push(report.found);
        first.get_or_insert((path, heading));
    }
    let Some((_, heading)) = first else {
        return Err(CliError::Usage("--merge: name a file".to_owned()));
    };
    let question = heading.question().map_err(CliError::Failure)?;
    Ok(Report {
        seeds: join_seeds(seeds)?,
        found: Collector::merge(&question, found),
        question,
    })
}

/// Joins ranges of which each begins where another ends. Says which seeds are left out.
///
/// # Errors
/// If a seed is in two of them.
fn join_seeds(mut ranges: Vec<(SeedRange, &Path)>) -> Result<Vec<SeedRange>, CliError> {
    ranges.sort_unstable();
    for pair in ranges.windows(2) {
        let ((one, path), (other, other_path)) = (pair[0], pair[1]);
        if one.contains(other.first()) {
            let (path, other_path) = (path.display(), other_path.display());
            let seed = other.first();
            return Err(CliError::Failure(format!(
                "{other_path}: seed {seed} was searched for {path}, too: join results of other seeds each"
            )));
        }
    }
    let mut joined: Vec<SeedRange> = Vec::new();
    for (range, _) in ranges {
        let Some(last) = joined.last_mut() else {
            joined.push(range);
            continue;
        };
        match last.joined(range) {
            Some(both) => *last = both,
            None => {
                let (before, after) = (last.last(), range.first());
                note::print(&format!(
                    "no file has the seeds between {before} and {after}"
                ));
                joined.push(range);
            }
        }
    }
    Ok(joined)
}

impl Document {
    fn read(text: &str) -> Result<Self, String> {
        match text::trim(text).starts_with('{') {
            true => serde_json::from_str(text)
                .map_err(|error| format!("it is not the JSON of a search: {error}")),
            false => Err("it is not the JSON of a search: write one with search --json".to_owned()),
        }
    }

    fn into_report(self) -> Result<Report, String> {
        let heading = self.heading;
        let version = heading.generation_version;
        if version != crate::GENERATION_VERSION {
            let ours = crate::GENERATION_VERSION;
            return Err(format!(
                "its maps are of generation version {version}, and this program makes those of {ours}"
            ));
        }
        let question = heading.question()?;
        let ranges = heading.seeds.split(SEPARATOR).map(str::parse);
        let seeds: Result<Vec<SeedRange>, _> = ranges.collect();
        let seeds = seeds.map_err(|error| error.to_string())?;
        let (metrics, ways) = (question.metrics(), question.ways());
        let find = |row: &Row| {
            let spec = crate::known().read(&row.share_code).ok()?;
            let is_searched = seeds.iter().any(|seeds| seeds.contains(spec.seed));
            let figures = metrics.iter();
            let figures = figures.map(|metric| *row.metrics.get(metric.name())?);
            let figures: Vec<u64> = figures.collect::<Option<_>>()?;
            let steps = ways
                .iter()
                .map(|way| row.metrics.get(&way.to_string()).copied());
            let steps: Vec<Option<u64>> = steps.collect::<Option<_>>()?;
            let known = Known {
                metrics: (&metrics, &figures),
                ways: (&ways, &steps),
            };
            let condition = question.condition.as_ref();
            let is_match = condition.is_none_or(|condition| condition.holds(known));
            Some(Match {
                seed: (is_searched && is_match).then_some(spec.seed)?,
                variant: question.variants.find(&spec)?,
                figures: figures.into(),
                steps: steps.into(),
            })
        };
        let matches = self.matches.iter().map(|row| {
            find(row).ok_or_else(|| {
                let code = text::excerpt(&row.share_code);
                format!("\"{code}\" with its metrics is no match of its question")
            })
        });
        let report = Report {
            found: Found {
                matches: matches.collect::<Result<_, _>>()?,
                matched: heading.matched,
                failed: heading.failed,
                first_failure: None,
            },
            question,
            seeds,
        };
        report.check_whole(heading.maps)?;
        Ok(report)
    }
}

/// What a result says of a match.
struct Known<'a> {
    metrics: (&'a [Metric], &'a [u64]),
    ways: (&'a [Way], &'a [Option<u64>]),
}

impl Figures for Known<'_> {
    fn figure(&mut self, metric: Metric) -> u64 {
        let place = self.metrics.0.iter().position(|known| *known == metric);
        place.map_or(0, |place| self.metrics.1[place])
    }

    fn steps(&mut self, way: Way) -> Option<u64> {
        let place = self.ways.0.iter().position(|known| *known == way);
        self.ways.1[place?]
    }
}

impl Heading {
    fn question(&self) -> Result<Question, String> {
        fn parse<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T, String> {
            text.parse().map_err(|error| format!("{name}: {error}"))
        }
        if !(1..=MAX_COUNT).contains(&self.count) {
            return Err(format!(
                "count: {} is not from 1 to {MAX_COUNT}",
                self.count
            ));
        }
        let condition = self.condition.as_deref().map(|text| parse("where", text));
        let order = self.sort.as_deref().map(|text| parse("sort", text));
        Ok(Question {
            variants: Variants::read(&self.kind, crate::known())
                .map_err(|error| format!("kind: {error}"))?,
            condition: condition.transpose()?,
            steps: self.steps,
            order: order.transpose()?,
            count: self.count,
        })
    }

    /// What part of the question is another than in `other`, and how.
    fn difference(&self, other: &Self) -> Option<String> {
        let parts = |heading: &Self| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            [
                ("kind", heading.kind.clone()),
                ("where", text(&heading.condition)),
                ("steps", format!("{:?}", heading.steps).to_lowercase()),
                ("sort", text(&heading.sort)),
                ("count", heading.count.to_string()),
                ("generation_version", heading.generation_version.to_string()),
            ]
        };
        let mut pairs = parts(self).into_iter().zip(parts(other));
        pairs.find_map(|((name, mine), (_, theirs))| {
            (mine != theirs).then(|| format!("{name} is \"{mine}\", not \"{theirs}\""))
        })
    }
}

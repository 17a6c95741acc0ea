//! The text output of a survey: the summary, its JSON, and CSV.

use std::io::{self, Write};

use serde::Serialize;

use super::column::Summary;
use super::measure::Survey;
use super::range::RangeReport;
use crate::cli::columns;
use crate::cli::error::csv_error;
use crate::export::record;
use crate::game::counted;

/// Writes the summary for people to read.
pub fn write_summary(survey: &Survey, out: &mut impl Write) -> io::Result<()> {
    write_heading(survey, out)?;
    if survey.columns.is_empty() {
        return Ok(());
    }
    let header = ["metric", "mean", "min", "q1", "median", "q3", "max"].map(str::to_owned);
    let rows: Vec<Vec<String>> = [header]
        .into_iter()
        .chain(metrics(survey).map(cells))
        .map(Vec::from)
        .collect();
    writeln!(out)?;
    columns::write(out, &rows)
}

/// Writes what was surveyed, and why maps could not be generated.
pub fn write_heading(survey: &Survey, out: &mut impl Write) -> io::Result<()> {
    let (maps, failed) = (counted(survey.maps() as u64, "map"), survey.failures.len());
    writeln!(
        out,
        "{}, seeds {}: {maps}, {failed} failed",
        survey.kind, survey.seeds
    )?;
    for failure in failures(survey) {
        writeln!(
            out,
            "  {} failed, first at seed {}: {}",
            failure.count, failure.first_seed, failure.reason
        )?;
    }
    Ok(())
}

fn cells((name, summary): (&str, Summary)) -> [String; 7] {
    let mean = summary.mean_hundredths;
    [
        name.to_owned(),
        format!("{}.{:02}", mean / 100, mean % 100),
        summary.min.to_string(),
        summary.lower_quartile.to_string(),
        summary.median.to_string(),
        summary.upper_quartile.to_string(),
        summary.max.to_string(),
    ]
}

/// Every metric with its summary.
fn metrics(survey: &Survey) -> impl Iterator<Item = (&str, Summary)> {
    let summarize = |sorted: Vec<u64>| Summary::of(&sorted);
    survey
        .columns
        .iter()
        .filter_map(move |column| Some((column.name, summarize(column.sorted())?)))
}

/// A reason why maps could not be generated.
#[derive(Serialize)]
pub struct Failure<'a> {
    reason: &'a str,
    count: usize,
    /// As text, since many JSON readers round numbers above 2^53.
    first_seed: String,
}

/// Every reason, in order of first occurrence.
pub fn failures(survey: &Survey) -> Vec<Failure<'_>> {
    let mut failures: Vec<Failure<'_>> = Vec::new();
    for (index, reason) in &survey.failures {
        match failures.iter_mut().find(|known| known.reason == reason) {
            Some(known) => known.count += 1,
            None => failures.push(Failure {
                reason,
                count: 1,
                first_seed: survey.seeds.get(*index as u64).to_string(),
            }),
        }
    }
    failures
}

/// Writes the summary as JSON.
pub fn write_json(
    survey: &Survey,
    range: Option<&RangeReport<'_>>,
    out: &mut impl Write,
) -> io::Result<()> {
    let metric = |(name, summary): (_, Summary)| {
        record! {
        name: name,
        count: summary.count,
        mean: summary.mean_hundredths as f64 / 100.0,
        min: summary.min,
        lower_quartile: summary.lower_quartile,
        median: summary.median,
        upper_quartile: summary.upper_quartile,
        max: summary.max,
        }
    };
    let document = record! {
        kind: &survey.kind,
        generation_version: crate::GENERATION_VERSION,
        seeds: survey.seeds.to_string(),
        maps: survey.maps(),
        failures: failures(survey),
        metrics: metrics(survey).map(metric).collect::<Vec<_>>(),
        range: range.map(RangeReport::record),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

/// Writes CSV (RFC 4180, with plain line feeds): a header, then one row per seed, in order.
pub fn write_csv(survey: &Survey, out: &mut impl Write) -> io::Result<()> {
    try_write_csv(survey, out).map_err(csv_error)
}

fn try_write_csv(survey: &Survey, out: &mut impl Write) -> csv::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    let names = survey.columns.iter().map(|column| column.name);
    rows.write_record(["seed"].into_iter().chain(names).chain(["failure"]))?;
    let mut failures = survey.failures.iter().peekable();
    for index in 0..survey.seeds.count() as usize {
        let failure = failures.next_if(|(failed, _)| *failed == index);
        let figures = survey.columns.iter().map(|column| column.values[index]);
        rows.serialize((
            survey.seeds.get(index as u64).0,
            figures.collect::<Vec<_>>(),
            failure.map(|(_, reason)| reason),
        ))?;
    }
    Ok(rows.flush()?)
}

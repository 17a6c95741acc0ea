//! The text output of a survey: the summary, its JSON, and CSV.

use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;

use super::column::Summary;
use super::measure::Survey;
use super::range::RangeReport;
use crate::cli::columns;
use crate::cli::error::csv_error;
use crate::cli::value::varied_values;
use crate::export::record;
use crate::game::counted;
use crate::search::Variants;

/// What the columns of a summary hold, after that of the names.
const FIGURES: [&str; 7] = ["mean", "sd", "min", "q1", "median", "q3", "max"];

/// Writes the summary for people to read: a line for each metric, or of several kinds a table for each metric with a line
/// for each kind.
pub fn write_summary(survey: &Survey, out: &mut impl Write) -> io::Result<()> {
    write_heading(survey, out)?;
    let kinds = survey.kinds.count();
    if kinds == 1 && !survey.columns.is_empty() {
        let lines = metrics(survey, survey.numbers(0));
        return write_table("metric", lines, out);
    }
    for column in &survey.columns {
        let line = |kind| {
            let summary = column.summary(survey.numbers(kind))?;
            Some((label(&survey.kinds, kind), summary))
        };
        write_table(column.name, (0..kinds).filter_map(line), out)?;
    }
    Ok(())
}

fn write_table(
    head: &str,
    lines: impl Iterator<Item = (impl Into<String>, Summary)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let row = |name: String, figures: [String; 7]| [name].into_iter().chain(figures).collect();
    let header = row(head.to_owned(), FIGURES.map(str::to_owned));
    let lines = lines.map(|(name, summary)| row(name.into(), figures(summary)));
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(lines).collect();
    writeln!(out)?;
    columns::write(out, &rows)
}

/// The values of the parameters that vary, for a kind: `wall=45,rounds=2`.
pub fn label(kinds: &Variants, kind: usize) -> String {
    let pairs = kinds.varied().zip(kinds.values(kind));
    let texts = pairs.map(|(param, value)| format!("{}={value}", param.name));
    texts.collect::<Vec<_>>().join(",")
}

/// Writes what was surveyed, and why maps could not be generated.
pub fn write_heading(survey: &Survey, out: &mut impl Write) -> io::Result<()> {
    let (maps, failed) = (counted(survey.maps() as u64, "map"), survey.failures.len());
    writeln!(
        out,
        "{}, seeds {}: {maps}, {failed} failed",
        survey.kinds, survey.seeds
    )?;
    for failure in failures(survey) {
        writeln!(
            out,
            "  {} failed, {} first: {}",
            failure.count, failure.first, failure.reason
        )?;
    }
    Ok(())
}

fn figures(summary: Summary) -> [String; 7] {
    let hundredths = |number: u128| format!("{}.{:02}", number / 100, number % 100);
    [
        hundredths(summary.mean_hundredths),
        hundredths(summary.deviation_hundredths.into()),
        summary.min.to_string(),
        summary.lower_quartile.to_string(),
        summary.median.to_string(),
        summary.upper_quartile.to_string(),
        summary.max.to_string(),
    ]
}

/// Every metric with its summary over some maps.
fn metrics(survey: &Survey, maps: Range<usize>) -> impl Iterator<Item = (&str, Summary)> {
    let columns = survey.columns.iter();
    columns.filter_map(move |column| Some((column.name, column.summary(maps.clone())?)))
}

/// A reason why maps could not be generated.
#[derive(Serialize)]
pub struct Failure<'a> {
    reason: &'a str,
    count: usize,
    /// The map, as a share code.
    first: String,
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
                first: {
                    let (kind, seed) = survey.at(*index);
                    survey.kinds.spec(kind, seed).to_string()
                },
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
        standard_deviation: summary.deviation_hundredths as f64 / 100.0,
        min: summary.min,
        lower_quartile: summary.lower_quartile,
        median: summary.median,
        upper_quartile: summary.upper_quartile,
        max: summary.max,
        }
    };
    let metrics = |maps| metrics(survey, maps).map(metric).collect::<Vec<_>>();
    let kinds = &survey.kinds;
    let of_kind = |kind: usize| {
        let numbers = survey.numbers(kind);
        let failures = survey.failures.iter();
        let failed = failures
            .filter(|(index, _)| numbers.contains(index))
            .count();
        record! {
            params: varied_values(kinds, kind),
            maps: numbers.len() - failed,
            metrics: metrics(numbers),
        }
    };
    let document = record! {
        kind: kinds.to_string(),
        generation_version: crate::GENERATION_VERSION,
        seeds: survey.seeds.to_string(),
        maps: survey.maps(),
        failures: failures(survey),
        metrics: metrics(0..survey.count()),
        values: match kinds.count() {
            1 => Vec::new(),
            count => (0..count).map(of_kind).collect(),
        },
        range: range.map(RangeReport::record),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

/// Writes CSV (RFC 4180, with plain line feeds): a header, then one row per map, in order.
pub fn write_csv(survey: &Survey, out: &mut impl Write) -> io::Result<()> {
    try_write_csv(survey, out).map_err(csv_error)
}

fn try_write_csv(survey: &Survey, out: &mut impl Write) -> csv::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    let kinds = &survey.kinds;
    let params = kinds.varied().map(|param| format!("param_{}", param.name));
    let names = survey.columns.iter().map(|column| column.name.to_owned());
    let ends = ["seed", "failure"].map(str::to_owned);
    let [seed, failure] = ends.map(std::iter::once);
    rows.write_record(params.chain(seed).chain(names).chain(failure))?;
    let mut failures = survey.failures.iter().peekable();
    for index in 0..survey.count() {
        let (kind, seed) = survey.at(index);
        let failure = failures.next_if(|(failed, _)| *failed == index);
        let figures = survey.columns.iter().map(|column| column.values[index]);
        rows.serialize((
            kinds.values(kind).collect::<Vec<_>>(),
            seed.0,
            figures.collect::<Vec<_>>(),
            failure.map(|(_, reason)| reason),
        ))?;
    }
    Ok(rows.flush()?)
}

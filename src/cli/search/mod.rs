//! `undercroft search`: finds maps by conditions on their metrics, on all cores, and joins the results
//! of searches that ran elsewhere. What a search is, is in [`search`](crate::search).
//!
//! `report` is a result and writes it, `merge` reads and joins results.

mod merge;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgGroup;

use self::report::Report;
use super::content::ContentArg;
use super::map_args::{self, KindArgs};
use super::measure::StepsArgs;
use super::parallel::{self, ThreadArgs};
use super::{CliError, columns, contact, exit_status, file, seeds, value, wildcard};
use crate::mapgen::metric::Metric;
use crate::rng::SeedRange;
use crate::search::{Collector, Question, Scratch, Search};

/// What the help says after the options.
fn help() -> String {
    let metrics = Metric::NAMED.map(|metric| (metric.name(), metric.meaning().into()));
    format!(
        concat!(
            r#"Examples:
  undercroft search --where 'loops >= 3' --seeds 0..1000 --count 3
  undercroft search --generator caves --sort loops --seeds 0..99 --count 9
  undercroft search --sort loops --param sectors=2..=6 --seeds 0..99 --count 9
  undercroft search --where 'dead_ends == 0' --seeds 0..500 --json > one.json
  undercroft search --where 'dead_ends == 0' --seeds 500..999 --json > two.json
  undercroft search --merge one.json two.json --csv found.csv

A condition compares metrics with whole numbers or with each other: >= <= > <
== != and in A..B (without B) or in A..=B (with B), joined by && and ||, negated
by !, in parentheses where needed. && binds tighter than ||. The metrics:
{metrics}
--steps says in how many directions the steps lead.

steps(start, boss) stands in place of a metric: the steps of a shortest way from
one place to another, of which each is start, exit or the name of a room, which
the Lab gives. Where there is no way, no comparison holds.

Matches are listed by seed, with --sort the best first and ties by seed. For
each seed, parameters with a range take their values in turn. Without --sort,
the search ends with the last match that it keeps. The result does not depend
on the number of threads.

A line of text is a share code and the metrics that the question names. CSV has
the columns share_code, seed, param_NAME for each parameter with a range, and
the metrics; a file of it takes the place of the list.

What is painted or locked in the share code of --like is on every map that is
searched: the rest is made anew around it.

--json prints one object:
  kind                   text: the share code without its seed
  where, sort            texts, or null
  steps                  text: four or eight
  count                  number of matches to keep
  seeds                  text: first..=last
  generation_version     number
  maps                   number of maps of these kinds and seeds
  matched, failed        number of maps that match, and that could not be
                         generated; null if the search ended early
  matches                list of share_code, seed (texts), params (of those with
                         a range) and metrics (name: value)

--merge joins the JSON of searches for the same question and other seeds, as if
one search had covered them all. docs/search.md shows how to divide a search.

"#,
            exit_status!()
        ),
        metrics = columns::list(&metrics),
    )
}

const SEARCH: &str = "Search";
const RESULT: &str = "Result";

/// The most matches that are kept.
const MAX_COUNT: usize = 1_000_000;

/// Find maps by conditions on their metrics
#[derive(clap::Args)]
#[command(
    after_long_help = help(),
    group = ArgGroup::new("question").args(["condition", "sort", "merge"]).required(true).multiple(true),
    mut_arg("params", |arg| arg.help(map_args::RANGES)),
    mut_arg("like", |arg| arg.alias("seed"))
)]
pub struct Args {
    /// Range of seeds: A..B excludes B, A..=B includes it
    #[arg(
        long,
        value_name = "A..B",
        required_unless_present = "merge",
        help_heading = map_args::HEADING
    )]
    seeds: Option<String>,

    #[command(flatten)]
    kind: KindArgs,

    #[command(flatten)]
    content: ContentArg,

    /// Find maps whose metrics meet this condition; --help describes it
    #[arg(long = "where", id = "condition", value_name = "CONDITION", help_heading = SEARCH)]
    condition: Option<String>,

    #[command(flatten)]
    steps: StepsArgs,

    /// List the matches by this metric, the largest value first, or with `-` before its name the smallest
    #[arg(long, value_name = "METRIC", allow_hyphen_values = true, help_heading = SEARCH)]
    sort: Option<String>,

    /// Keep this many matches: the first, or with --sort the best; at most 1000000 [default: 1000000]
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<usize>(1..=MAX_COUNT as u64),
        help_heading = SEARCH
    )]
    count: Option<usize>,

    /// Join the results in these JSON files instead of searching; `-` is standard input
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["seeds", "like", "generator", "size", "params", "condition", "steps", "sort", "count", "threads"],
        help_heading = SEARCH
    )]
    merge: Vec<PathBuf>,

    /// Print the result as JSON; --help describes its fields
    #[arg(long, help_heading = RESULT)]
    json: bool,

    /// Print one CSV row per match, or write them to this .csv file
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "-",
        help_heading = RESULT
    )]
    csv: Option<PathBuf>,

    /// Draw the matches, at most 1000, with their share codes on a sheet in this .png file
    #[arg(long, value_name = "FILE", help_heading = RESULT)]
    sheet: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Searches or joins results, and writes the matches.
pub fn run(mut args: Args, out: &mut impl Write) -> Result<(), CliError> {
    args.content.use_for_maps()?;
    wildcard::expand(&mut args.merge)?;
    let args = &args;
    // `-` is standard output.
    let csv_file = args.csv.as_deref().filter(|path| *path != Path::new("-"));
    let prints_csv = args.csv.is_some() && csv_file.is_none();
    if prints_csv && args.json {
        let error = "--csv and --json would both write to standard output: name a file with --csv";
        return Err(CliError::Usage(error.to_owned()));
    }
    if let Some(path) = csv_file {
        file::check_target("--csv", path, &["csv"])?;
    }
    if let Some(path) = &args.sheet {
        file::check_target("--sheet", path, &["png"])?;
    }
    let report = match &args.merge[..] {
        [] => args.search()?,
        files => merge::merge(files)?,
    };
    report.print_notes();
    if let Some(path) = &args.sheet {
        report.write_sheet(path)?;
    }
    if let Some(path) = csv_file {
        file::write(path, |mut out| report.write_csv(&mut out))?;
    }
    let done = if prints_csv {
        report.write_csv(out)
    } else if args.json {
        report.write_json(out)
    } else if csv_file.is_some() {
        // The file is the list.
        Ok(())
    } else {
        report.write_text(out)
    };
    done.map_err(CliError::Output)
}

impl Args {
    fn search(&self) -> Result<Report, CliError> {
        let seeds = self.seeds.as_deref().unwrap_or_default();
        let seeds = seeds::parse(seeds, SeedRange::MAX)?;
        let condition = self.condition.as_deref().map(str::parse).transpose();
        let order = self.sort.as_deref().map(str::parse).transpose();
        let question = Question {
            variants: self.kind.variants()?,
            condition: condition.map_err(|error| CliError::option("--where", error))?,
            steps: self.steps.steps(),
            order: order.map_err(|error| CliError::option("--sort", error))?,
            count: self.count.unwrap_or(MAX_COUNT),
        };
        let search = Search::new(question, seeds);
        let most = search.maps().min(search.question().count as u64);
        if self.sheet.is_some() && most > contact::MAX_MAPS as u64 {
            let fits = contact::MAX_MAPS;
            let error = format!(
                "a sheet takes at most {fits} maps, and the search may find {most}: add --count {fits}"
            );
            return Err(CliError::option("--sheet", error));
        }
        run_search(search, &self.threads)
    }
}

/// Looks at all pieces of a search, or until nothing more is kept.
fn run_search(search: Search, threads: &ThreadArgs) -> Result<Report, CliError> {
    let pool = threads.start_pool()?;
    // Enough for each thread to be busy, few enough to stop soon.
    let batch = 16 * pool.current_num_threads();
    let progress = parallel::progress_bar(search.maps() as usize, "maps");
    let mut collector = Collector::new(search.question());
    let look = |scratch: &mut Scratch, piece: usize| {
        let findings = search.look_at(piece as u64, scratch);
        progress.inc(search.maps_in(piece as u64));
        findings
    };
    let take = |findings| collector.take(findings);
    let _ = parallel::for_each_until(&pool, search.pieces() as usize, batch, look, take);
    progress.finish_and_clear();
    Ok(Report {
        found: collector.finish(),
        seeds: vec![search.seeds()],
        question: search.into_question(),
    })
}

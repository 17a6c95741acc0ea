//! `undercroft survey`: measures many maps of one kind; writes a summary, CSV and a chart.
//!
//! `sample` generates and measures the maps, `column` summarizes, `table` and `plot` write the
//! results.

pub mod column;
mod plot;
mod sample;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use self::sample::Survey;
use super::map_args::KindArgs;
use super::seeds::Seeds;
use super::work::{self, Threads};
use super::{CliError, exit_status, file};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft survey --generator rooms --seeds 0..1000
  undercroft survey --generator rogue --size 120x80 --param sectors=4 --seeds 1..=500
  undercroft survey --generator rooms --seeds 0..100 --csv rooms.csv --plot rooms.png
  undercroft survey --generator scatter --seeds 0..20 --csv - | sort -t, -k2n

The summary has one line per metric: the mean, rounded down to hundredths, minimum,
quartiles (by nearest rank, so they are values that occur) and maximum. A map without a
metric does not count towards it. Maps that could not be generated are counted with the
reason.

CSV has one row per seed, in order: seed, the metrics, and failure, the reason why there
is no map. The results do not depend on the number of threads.

The plot is a PNG with a histogram per metric, bright between the quartiles, with a line
at the median.

--json prints one object:
  kind                   text: the share code without its seed
  generation_version     number
  seeds                  text: first..=last
  maps                   number of maps generated
  failures               list of reason (text), count, first_seed (text)
  metrics                list of name (text), count, mean, min, lower_quartile, median,
                         upper_quartile, max

"#,
    exit_status!()
);

const HEADING: &str = "The result";

/// Measure many maps of one kind
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Range of seeds: A..B excludes B, A..=B includes it; at most 1000000 seeds
    #[arg(long, value_name = "A..B", help_heading = "The map")]
    seeds: String,

    #[command(flatten)]
    kind: KindArgs,

    /// Write one CSV row per seed to this file; `-` prints them instead of the summary
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    csv: Option<PathBuf>,

    /// Write a histogram per metric to this PNG file
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    plot: Option<PathBuf>,

    /// Print the summary as JSON; --help describes its fields
    #[arg(long, help_heading = HEADING)]
    json: bool,

    #[command(flatten)]
    threads: Threads,
}

/// Generates and measures the maps and writes the results.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seeds = Seeds::parse(&args.seeds)?;
    let spec = args.kind.resolve(seeds.first())?;
    let rows_only = args.csv.as_deref() == Some(Path::new("-"));
    if rows_only && args.json {
        return Err(CliError::TwoResults);
    }
    if args.plot.as_deref() == Some(Path::new("-")) {
        return Err(CliError::NotAFile("--plot"));
    }
    let progress = work::progress_bar(seeds.count(), "maps");
    let survey = Survey::run(&spec, seeds, &args.threads, &|| progress.inc(1))?;
    progress.finish_and_clear();

    if let Some(path) = &args.plot {
        let picture = plot::draw(&survey)?;
        file::write(path, |out| picture.write(out))?;
    }
    match &args.csv {
        Some(_) if rows_only => return table::rows(&survey, out).map_err(CliError::Output),
        Some(path) => file::write(path, |mut out| table::rows(&survey, &mut out))?,
        None => {}
    }
    let done = if args.json {
        table::json(&survey, out)
    } else {
        table::summary(&survey, out)
    };
    done.map_err(CliError::Output)
}

//! `undercroft survey`: the metrics of many maps of one kind, as a summary, rows and a plot.
//!
//! `sample` makes and measures the maps, `column` sums up, `table` and `plot` show it.

pub mod column;
mod plot;
mod sample;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use self::sample::Survey;
use super::map_args::KindArgs;
use super::seeds::Seeds;
use super::{CliError, exit_status, file, work};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft survey --generator rooms --seeds 0..1000
  undercroft survey --generator rogue --size 120x80 --param sectors=4 --seeds 1..=500
  undercroft survey --generator rooms --seeds 0..100 --csv rooms.csv --plot rooms.png
  undercroft survey --generator scatter --seeds 0..20 --csv - | sort -t, -k2n

The summary has a line a metric: the mean, rounded down to hundredths, the least and the
greatest value and the quartiles between them, which are values that occur (nearest
rank). A map that lacks a metric does not count for it. Maps that could not be made
are counted with the reason.

CSV has a row a seed, in their order: seed, the metrics, and failure, the reason why
there is no map. All results are the same whatever the number of threads.

The plot is a PNG with a histogram a metric: bright between the quartiles, with a line
at the median.

--json prints one object:
  kind                   text: the share code without its seed
  generation_version     number
  seeds                  text: first..=last
  maps                   number of maps made
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
    /// The seeds: A..B leaves out B, A..=B does not; at most 1000000
    #[arg(long, value_name = "A..B", help_heading = "The map")]
    seeds: String,

    #[command(flatten)]
    kind: KindArgs,

    /// Write a row a seed to this file; `-` prints the rows instead of the summary
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    csv: Option<PathBuf>,

    /// Draw the distributions into this PNG
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    plot: Option<PathBuf>,

    /// Print the summary as JSON; --help describes it
    #[arg(long, help_heading = HEADING)]
    json: bool,

    /// How many threads to work on [default: one a core]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: Option<u16>,
}

/// Makes and measures the maps, and writes what was asked for.
///
/// # Errors
/// If what was typed names no kind of map or no seeds, or if a result cannot be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seeds = Seeds::read(&args.seeds)?;
    let spec = args.kind.resolve(seeds.first())?;
    let rows_only = args.csv.as_deref() == Some(Path::new("-"));
    if rows_only && args.json {
        return Err(CliError::TwoResults);
    }
    if args.plot.as_deref() == Some(Path::new("-")) {
        return Err(CliError::NotAFile("--plot"));
    }
    let progress = work::progress(seeds.count(), "maps");
    let survey = Survey::take(&spec, seeds, args.threads.map(usize::from), &|| {
        progress.inc(1)
    })?;
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

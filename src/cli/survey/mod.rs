//! `undercroft survey`: measures many maps of one kind; writes a summary, CSV and a chart.
//!
//! `measure` generates and measures the maps, `column` summarizes a metric, `table` and `plot` write
//! the results.

pub mod column;
mod measure;
mod plot;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use self::measure::Survey;
use super::map_args::{self, KindArgs};
use super::parallel::{self, ThreadArgs};
use super::{CliError, exit_status, file, seeds};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft survey --generator rooms --seeds 0..1000
  undercroft survey --generator rogue --param sectors=4 --seeds 1..=500
  undercroft survey --generator rooms --seeds 0..99 --csv a.csv --plot a.png
  undercroft survey --generator scatter --seeds 0..20 --csv - | sort -t, -k2n

The summary has one line per metric: the mean, rounded down to hundredths, the
minimum, the quartiles (by nearest rank, so they are values that occur) and the
maximum. Maps that could not be generated are counted with the reason.

CSV has one row per seed, in order: seed, the metrics, and failure, the reason
why there is no map. The results do not depend on the number of threads.

The plot is a PNG with a histogram per metric, bright between the quartiles,
with a line at the median.

--json prints one object:
  kind                   text: the share code without its seed
  generation_version     number
  seeds                  text: first..=last
  maps                   number of maps generated
  failures               list of reason (text), count, first_seed (text)
  metrics                list of name (text), count, mean, min, lower_quartile,
                         median, upper_quartile, max

"#,
    exit_status!()
);

const HEADING: &str = "Result";

/// Measure many maps of one kind
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Range of seeds: A..B excludes B, A..=B includes it; at most 1000000 seeds
    #[arg(long, value_name = "A..B", help_heading = map_args::HEADING)]
    seeds: String,

    #[command(flatten)]
    kind: KindArgs,

    /// Write one CSV row per seed to this .csv file; `-` prints them instead of the summary
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    csv: Option<PathBuf>,

    /// Write a histogram per metric to this .png file
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    plot: Option<PathBuf>,

    /// Print the summary as JSON; --help describes its fields
    #[arg(long, help_heading = HEADING)]
    json: bool,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Generates and measures the maps and writes the results.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seeds = seeds::parse(&args.seeds, seeds::MAX_SEEDS)?;
    let spec = args.kind.resolve(seeds.first())?;
    // `-` is standard output.
    let csv_file = args.csv.as_deref().filter(|path| *path != Path::new("-"));
    let prints_csv = args.csv.is_some() && csv_file.is_none();
    if prints_csv && args.json {
        let error =
            "--csv - and --json would both write to standard output: name a file with --csv";
        return Err(CliError::Usage(error.to_owned()));
    }
    if let Some(path) = &args.plot {
        file::check_target("--plot", path, &["png"])?;
    }
    if let Some(path) = csv_file {
        if args.plot.as_deref() == Some(path) {
            return Err(CliError::Usage(format!(
                "--csv and --plot name the same file, {}: use two",
                path.display()
            )));
        }
        file::check_target("--csv", path, &["csv"])?;
    }
    let progress = parallel::progress_bar(seeds.count() as usize, "maps");
    let survey = Survey::measure(&spec, seeds, &args.threads, &|| progress.inc(1))?;
    progress.finish_and_clear();

    if let Some(path) = &args.plot {
        let picture = plot::draw(&survey)?;
        file::write(path, |out| picture.write(out))?;
    }
    if let Some(path) = csv_file {
        file::write(path, |mut out| table::write_csv(&survey, &mut out))?;
    }
    let done = if prints_csv {
        table::write_csv(&survey, out)
    } else if args.json {
        table::write_json(&survey, out)
    } else {
        table::write_summary(&survey, out)
    };
    done.map_err(CliError::Output)
}

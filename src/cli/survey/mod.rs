//! `undercroft survey`: measures many maps of one kind, or of several; writes a summary, CSV and a chart.
//!
//! `measure` generates and measures the maps, `column` summarizes a metric, `table` and `plot` write
//! the results. `range` and `heat` do so for two metrics against each other.

pub mod column;
mod heat;
mod measure;
mod plot;
mod range;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use self::measure::{Measures, Survey};
use self::range::RangeReport;
use super::content::ContentArg;
use super::map_args::{self, KindArgs};
use super::measure::StepsArgs;
use super::parallel::{self, ThreadArgs};
use super::{CliError, exit_status, file, seeds};
use crate::mapgen::metric::Metric;
use crate::rng::SeedRange;
use crate::search::{Axes, Variants};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft survey --generator rooms --seeds 0..1000
  undercroft survey --generator caves --param wall=40..=60 --seeds 0..100
  undercroft survey --generator rooms --seeds 0..99 --csv a.csv --plot a.png
  undercroft survey --generator scatter --seeds 0..20 --csv - | sort -t, -k2n
  undercroft survey --seeds 0..99 --range loops,longest_steps --plot c.png
  undercroft survey --seeds 0..99 --range loops,open --against rooms/80x50

The summary has one line per metric: the mean, rounded down to hundredths, the
standard deviation (sd), the minimum, the quartiles (by nearest rank, so they
occur among the values) and the maximum. `undercroft search --help` says what
each metric means. graph_loops is measured if --range names it, since it takes
longer than all others together. Maps that could not be generated are counted
with the reason. If parameters have ranges, each metric has a table with a line
for each of their values.

CSV has one row per map, in order: param_NAME for each parameter with a range,
seed, the metrics, and failure, the reason why there is no map. The results do
not depend on the number of threads.

The plot is a PNG with a histogram per metric, bright between the quartiles,
with a line at the median; or, if parameters have ranges, with the mean of each
metric as a line over their values, on a band between the quartiles.

--range shows the expressive range (Smith and Whitehead 2010) instead: how many
maps have which values of two metrics. It prints the maps with the lowest and
the highest value of each, and one of the fullest cell; of several always that
with the lowest seed. The plot is then a heat map of at most 32 x 32 cells.

--against measures a second kind of map, with the same seeds, over the same
cells: blue and orange on the plot. The overlap is the sum over all cells of the
smaller of both shares of maps: 100% if both are the same in this, 0% if no cell
has maps of both.

--json prints one object:
  kind                   text: the share code without its seed
  generation_version     number
  seeds                  text: first..=last
  maps                   number of maps generated
  failures               list of reason (text), count, first (a share code)
  metrics                list of name (text), count, mean, standard_deviation,
                         min, lower_quartile, median, upper_quartile, max
  values                 list of params (name: value), maps and metrics, for
                         each of the values of ranges; empty without any
  range                  null without --range, or an object:
    x, y                 metric (text), start, width, count: the cells along
                         each axis
    kinds                list of one or two, with
      kind, maps, failed as above; failed is a number
      lowest_x, highest_x, lowest_y, highest_y, fullest
                         share_code (text), x, y: a map; null if there is none
      fullest_maps       number of maps in the fullest cell
      cells              list of [column, row, maps], counted from 0 at the
                         lowest values; without those that have no map
    overlap_percent      number, or null without --against

"#,
    exit_status!()
);

const HEADING: &str = "Result";

/// Measure many maps of one kind, or for each value of parameters
#[derive(clap::Args)]
#[command(
    after_long_help = EXAMPLES,
    mut_arg("params", |arg| arg.help(map_args::RANGES)),
    mut_arg("like", |arg| arg.alias("seed"))
)]
pub struct Args {
    /// Range of seeds: A..B excludes B, A..=B includes it; at most 1000000 maps
    #[arg(long, value_name = "A..B", help_heading = map_args::HEADING)]
    seeds: String,

    #[command(flatten)]
    kind: KindArgs,

    #[command(flatten)]
    content: ContentArg,

    #[command(flatten)]
    steps: StepsArgs,

    /// Write one CSV row per map to this .csv file; `-` prints them instead of the summary
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    csv: Option<PathBuf>,

    /// Show the expressive range in two metrics, such as loops,longest_steps, instead of the summary
    #[arg(long, value_name = "X,Y", help_heading = HEADING)]
    range: Option<String>,

    /// Compare the expressive range with that of this share code's kind of map; the seed may be left out
    #[arg(
        long,
        value_name = "CODE",
        conflicts_with = "csv",
        help_heading = HEADING
    )]
    against: Option<String>,

    /// Write a histogram per metric, or with --range a heat map, to this .png file
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
    args.content.use_for_maps()?;
    let seeds = seeds::parse(&args.seeds, seeds::MAX_SEEDS)?;
    let kinds = args.kind.variants()?;
    check_count(&kinds, seeds)?;
    if let (Some(_), 2..) = (&args.range, kinds.count()) {
        let error = format!("it shows one kind of map, and {kinds} are several: give one value");
        return Err(CliError::option("--range", error));
    }
    // `-` is standard output.
    let csv_file = args.csv.as_deref().filter(|path| *path != Path::new("-"));
    let prints_csv = args.csv.is_some() && csv_file.is_none();
    if prints_csv && args.json {
        let error =
            "--csv - and --json would both write to standard output: name a file with --csv";
        return Err(CliError::Usage(error.to_owned()));
    }
    if prints_csv && args.range.is_some() && args.plot.is_none() {
        let error = "--csv - prints rows in place of the range: name a file with --csv, or draw the range with --plot";
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
    let axes = args.range.as_deref().map(str::parse::<Axes>).transpose();
    let axes = axes.map_err(|error| CliError::option("--range", error))?;
    let against = args.against.as_deref();
    let against = against.map(|code| map_args::read_kinds("--against", code));
    let against = against.transpose()?;
    if let Some(against) = against.as_ref().filter(|kinds| kinds.count() > 1) {
        let error = format!("{against} is several kinds of map: give one value");
        return Err(CliError::option("--against", error));
    }
    let all = [Some(kinds), against].into_iter().flatten();
    let all: Vec<Variants> = all.collect();

    let mut metrics = Metric::ALL.to_vec();
    let named = axes.iter().flat_map(|axes| [axes.x(), axes.y()]);
    metrics.extend(named.filter(|metric| !Metric::ALL.contains(metric)));
    let measures = Measures {
        metrics,
        steps: args.steps.steps(),
    };
    let count: usize = all.iter().map(Variants::count).sum();
    let progress = parallel::progress_bar(seeds.count() as usize * count, "maps");
    let measure = |kinds| {
        let done = || progress.inc(1);
        Survey::measure(kinds, seeds, &measures, &args.threads, &done)
    };
    let surveys = all.into_iter().map(measure);
    let surveys: Vec<Survey> = surveys.collect::<Result<_, _>>()?;
    progress.finish_and_clear();
    let survey = &surveys[0];
    let range = axes.and_then(|axes| RangeReport::new(axes, &surveys));

    if let Some(path) = &args.plot {
        let picture = match &range {
            Some(range) => heat::draw(range)?,
            None => plot::draw(survey)?,
        };
        file::write(path, |out| picture.write(out))?;
    }
    if let Some(path) = csv_file {
        file::write(path, |mut out| table::write_csv(survey, &mut out))?;
    }
    let done = if prints_csv {
        table::write_csv(survey, out)
    } else if args.json {
        table::write_json(survey, range.as_ref(), out)
    } else if let Some(range) = &range {
        range.write(out)
    } else {
        table::write_summary(survey, out)
    };
    done.map_err(CliError::Output)
}

/// Refuses more maps than are kept in memory.
fn check_count(kinds: &Variants, seeds: SeedRange) -> Result<(), CliError> {
    let (kinds, most) = (kinds.count() as u64, seeds::MAX_SEEDS);
    match seeds.count().saturating_mul(kinds) <= most {
        true => Ok(()),
        false => {
            let fits = most / kinds;
            let error = format!("with {kinds} kinds of map at most {fits} seeds are measured");
            Err(CliError::option("--seeds", error))
        }
    }
}

//! `undercroft measure`: prints the metrics of maps from files. The metrics are in
//! [`metric`](crate::mapgen::metric).

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::content::ContentArg;
use super::{CliError, columns, exit_status, load, wildcard};
use crate::diagnostic::escape_controls;
use crate::geom::Size;
use crate::map::Steps;
use crate::mapgen::metric::{Measurement, Metric, MetricBuffers, Metrics};

/// What the help says after the options.
fn help() -> String {
    format!(
        concat!(
            r#"Examples:
  undercroft generate --seed rooms/80x50#7 --out map.tmx
  undercroft measure map.tmx
  undercroft measure *.tmx --json
  undercroft measure map.tmx --steps eight
  undercroft generate --seed 7 | undercroft measure -

Reads what `undercroft convert` reads. The metrics are those of `undercroft
search`, whose help explains them.

--json prints a list with an object for each file: file and share_code (texts,
the latter null if no code makes this map), size, metrics as in the JSON of
`undercroft generate`, and {by_name}.

"#,
            exit_status!()
        ),
        by_name = Metric::BY_NAME.map(Metric::name).join(", "),
    )
}

/// The option for the steps that metrics count.
#[derive(clap::Args)]
pub struct StepsArgs {
    /// Count steps in farthest_steps and longest_steps in this many directions
    #[arg(long, value_name = "DIRECTIONS", value_enum, default_value_t = Directions::Four)]
    steps: Directions,
}

#[derive(Clone, Copy, ValueEnum)]
enum Directions {
    /// In the four cardinal directions
    Four,
    /// In all eight directions, but not between two diagonal walls
    Eight,
}

impl StepsArgs {
    /// The steps that were asked for.
    pub const fn steps(&self) -> Steps {
        match self.steps {
            Directions::Four => Steps::Four,
            Directions::Eight => Steps::Eight,
        }
    }
}

/// Measure maps from files
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Args {
    /// Maps, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    steps: StepsArgs,

    #[command(flatten)]
    content: ContentArg,

    /// Print JSON; --help describes its fields
    #[arg(long)]
    json: bool,
}

/// A map that was measured.
#[derive(Serialize)]
struct Measured {
    file: String,
    share_code: Option<String>,
    size: Size,
    metrics: Metrics,
    /// Those of [`Metric::BY_NAME`].
    #[serde(flatten)]
    by_name: BTreeMap<&'static str, u64>,
}

/// Measures the maps and prints the metrics.
pub fn run(mut args: Args, out: &mut impl Write) -> Result<(), CliError> {
    args.content.use_for_maps()?;
    wildcard::expand(&mut args.files)?;
    let args = &args;
    let mut all = Vec::new();
    let mut buffers = MetricBuffers::default();
    for path in &args.files {
        let loaded = load::load(path)?;
        let mut measurement =
            Measurement::new(&loaded.map, &mut buffers).with_steps(args.steps.steps());
        all.push(Measured {
            file: path.display().to_string(),
            share_code: loaded.spec.map(|spec| spec.to_string()),
            size: loaded.map.size(),
            by_name: Metric::BY_NAME
                .map(|metric| (metric.name(), measurement.get(metric)))
                .into(),
            metrics: measurement.all(),
        });
    }
    let done = match args.json {
        true => write_json(&all, out),
        false => write_table(&all, out),
    };
    done.map_err(CliError::Output)
}

fn write_json(all: &[Measured], out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, all)?;
    writeln!(out)
}

/// Prints a column for each metric, and a row for each map.
fn write_table(all: &[Measured], out: &mut impl Write) -> io::Result<()> {
    let names = Metric::NAMED.map(|metric| metric.name().to_owned());
    let header = ["file", "size"].map(str::to_owned).into_iter().chain(names);
    let row = |measured: &Measured| {
        let value = |metric: Metric| {
            let value = measured.metrics.figure(metric);
            metric.in_words(value.unwrap_or_else(|| measured.by_name[metric.name()]))
        };
        let map = [escape_controls(&measured.file), measured.size.to_string()];
        map.into_iter().chain(Metric::NAMED.map(value)).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(header.collect())
        .chain(all.iter().map(row))
        .collect();
    columns::write(out, &rows)
}

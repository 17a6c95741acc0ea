//! `undercroft measure`: prints the metrics of maps from files. The metrics are in
//! [`metric`](crate::mapgen::metric).

use std::io::{self, Write};
use std::path::PathBuf;

use super::{CliError, columns, exit_status, load};
use crate::diagnostic::escape_controls;
use crate::export::record;
use crate::geom::Size;
use crate::mapgen::metric::Metrics;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --seed rooms/80x50#7 --out map.tmx
  undercroft measure map.tmx
  undercroft measure *.tmx --json
  undercroft generate --seed 7 | undercroft measure -

Reads what `undercroft convert` reads: maps as text, JSON, TMJ and TMX. The
metrics are those of `undercroft survey`, whose help explains them.

--json prints a list with an object for each file: file and share_code (texts,
the latter null if no code makes this map), size, and metrics as in the JSON of
`undercroft generate`.

"#,
    exit_status!()
);

/// Measure maps from files
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Maps, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print JSON; --help describes its fields
    #[arg(long)]
    json: bool,
}

/// A map that was measured.
struct Measured {
    file: String,
    code: Option<String>,
    size: Size,
    metrics: Metrics,
}

/// Measures the maps and prints the metrics.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let mut all = Vec::new();
    for path in &args.files {
        let loaded = load::load(path)?;
        all.push(Measured {
            file: path.display().to_string(),
            code: loaded.spec.map(|spec| spec.to_string()),
            size: loaded.map.size(),
            metrics: Metrics::of(&loaded.map),
        });
    }
    let done = match args.json {
        true => write_json(&all, out),
        false => write_table(&all, out),
    };
    done.map_err(CliError::Output)
}

fn write_json(all: &[Measured], out: &mut impl Write) -> io::Result<()> {
    let records = all.iter().map(|measured| {
        record! {
            file: &measured.file,
            share_code: &measured.code,
            size: measured.size,
            metrics: &measured.metrics,
        }
    });
    serde_json::to_writer_pretty(&mut *out, &records.collect::<Vec<_>>())?;
    writeln!(out)
}

/// Prints a column for each metric, and a row for each map.
fn write_table(all: &[Measured], out: &mut impl Write) -> io::Result<()> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for measured in all {
        let figures = measured.metrics.figures();
        if rows.is_empty() {
            let names = figures.map(|(name, _)| name.to_owned());
            rows.push([vec!["file".into(), "size".into()], names.to_vec()].concat());
        }
        let values = figures.map(|(_, value)| value.to_string());
        let file = escape_controls(&measured.file);
        rows.push([vec![file, measured.size.to_string()], values.to_vec()].concat());
    }
    columns::write(out, &rows)
}

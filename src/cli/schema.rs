//! `undercroft schema`: prints the JSON Schema of maps.

use std::io::Write;

use super::{CliError, exit_status};
use crate::export::SCHEMA;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft schema > map.schema.json

The schema describes what `undercroft generate --format json` writes, and of
that what `undercroft convert` and `undercroft measure` read.

"#,
    exit_status!()
);

/// Print the JSON Schema of maps
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {}

/// Prints the schema.
pub fn run(_: &Args, out: &mut impl Write) -> Result<(), CliError> {
    out.write_all(SCHEMA.as_bytes()).map_err(CliError::Output)
}

//! `undercroft kept`: the maps that the player has kept in the Lab.

use std::io::Write;
use std::path::PathBuf;

use super::contact::{self, Entry};
use super::{CliError, exit_status, file, note};
use crate::mapgen::MapSpec;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft kept
  undercroft kept --sheet kept.png
  for code in $(undercroft kept --codes); do undercroft generate --seed "$code"; done

In the Lab `m` keeps a map, and Shift+m shows those that are kept and gives them
names. A line has the share code and the name, the map that was kept last first.

"#,
    exit_status!()
);

/// List the maps that you have kept in the Lab
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Print the share codes alone
    #[arg(long, conflicts_with = "sheet")]
    codes: bool,

    /// Draw the maps with their names on a sheet in this .png file
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// Read the settings in this folder instead of the platform's standard one
    #[arg(long, value_name = "DIR")]
    config_dir: Option<PathBuf>,
}

/// Lists the maps, or draws them.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(path) = &args.sheet {
        file::check_target("--sheet", path, &["png"])?;
    }
    let (kept, messages) = load(args)?;
    for message in messages {
        note::print(&message);
    }
    if kept.is_empty() {
        note::print("no map is kept: in the Lab, m keeps one");
        return Ok(());
    }
    if let Some(path) = &args.sheet {
        let count = kept.len();
        let entry = |(spec, note): (MapSpec, String)| Entry { spec, note };
        let entries: Vec<Entry> = kept.into_iter().map(entry).collect();
        return contact::write(path, "kept maps", &count.to_string(), &entries);
    }
    for (spec, name) in kept {
        let line = match (args.codes, name.as_str()) {
            (true, _) | (_, "") => spec.to_string(),
            (_, name) => format!("{spec}  {name}"),
        };
        writeln!(out, "{line}").map_err(CliError::Output)?;
    }
    Ok(())
}

#[cfg(feature = "app")]
fn load(args: &Args) -> Result<crate::app::KeptMaps, CliError> {
    let kept = crate::app::kept_maps(args.config_dir.clone());
    kept.map_err(|error| CliError::Failure(error.to_string()))
}

#[cfg(not(feature = "app"))]
fn load(_: &Args) -> Result<(Vec<(MapSpec, String)>, Vec<String>), CliError> {
    Err(super::window::no_window())
}

//! `undercroft convert`: reads a map from a file and writes it in another format.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::content::ContentArg;
use super::map_file::StyleArgs;
use super::{CliError, exit_status, load, map_file};
use crate::export::{self, Format, Options};

const HEADING: &str = "Result";

/// What the help says after the options.
fn help() -> String {
    let readers = || {
        let of = |format: &Format| Some((format.name(), format.row().reader?));
        Format::ALL.iter().filter_map(of)
    };
    let names: Vec<&str> = readers().map(|(name, _)| name).collect();
    let sections = readers().map(|(_, reader)| reader.help);
    let sections: Vec<&str> = sections.filter(|section| !section.is_empty()).collect();
    format!(
        concat!(
            r#"Examples:
  undercroft generate --seed rooms/80x50#7 --out map.tmx
  undercroft convert map.tmx --out map.ldtk
  undercroft convert map.tmx --format json > map.json
  undercroft generate --seed 7 | undercroft convert - --out map.dd2vtt

These formats are read: {names}.
What FILE holds decides, not its name.

{sections}

A share code in the file is kept only if it makes exactly the map that is read;
a map that was changed has none.

"#,
            exit_status!()
        ),
        names = names.join(", "),
        sections = sections.join("\n\n"),
    )
}

/// Write a map from a file in another format
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Args {
    /// The map, or `-` for standard input
    file: PathBuf,

    #[command(flatten)]
    content: ContentArg,

    /// Choose the output format [default: by the extension of --out, else text]
    #[arg(short, long, value_name = "FORMAT", value_enum, help_heading = HEADING)]
    format: Option<Format>,

    /// Write to this file instead of standard output, which `-` also means
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    out: Option<PathBuf>,

    #[command(flatten)]
    style: StyleArgs,
}

/// Reads the map and writes it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    args.content.use_for_maps()?;
    let target = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let format = map_file::choose_format(args.format, target)?;
    let loaded = load::load(&args.file)?;
    let options = Options {
        things: &loaded.things,
        ..map_file::options(&args.style, format, loaded.map.size())?
    };
    map_file::check_terminal(format, target)?;
    let (spec, map) = (loaded.spec.as_ref(), &loaded.map);
    map_file::write(format, target, out, |out| {
        Ok(export::write(format, spec, map, &options, out)?)
    })?;
    let lost = format.row().leaves_out(spec, map, &loaded.things);
    map_file::note_left_out(format, &lost);
    Ok(())
}

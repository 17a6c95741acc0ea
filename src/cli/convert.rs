//! `undercroft convert`: reads a map from a file and writes it in another format.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{CliError, exit_status, load, map_file, value};
use crate::export::{self, Format};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --seed rooms/80x50#7 --out map.tmx
  undercroft convert map.tmx --out map.ldtk
  undercroft convert map.tmx --format json > map.json
  undercroft generate --seed 7 | undercroft convert - --out map.dd2vtt

Maps are read as text, as the JSON that undercroft writes (of which only "tiles"
is needed), and as TMJ and TMX, the formats of the Tiled map editor. What FILE
holds decides, not its name.

A Tiled map may have any tile layers; at each place the uppermost tile counts,
and where there is none is wall. The class of a tile (or its property `name`)
says what it is: wall, floor, door-closed and so on, as in the tileset that
undercroft writes. Tiles of the class blocked are ignored. An object of the
class start marks the start, rectangles of the class room the rooms.

A share code in the file is kept only if it makes exactly the map that is read;
a map that was changed has none.

"#,
    exit_status!()
);

const HEADING: &str = "Result";

/// Write a map from a file in another format
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The map, or `-` for standard input
    file: PathBuf,

    /// Choose the output format [default: by the extension of --out, else text]
    #[arg(short, long, value_name = "FORMAT", value_enum, help_heading = HEADING)]
    format: Option<Format>,

    /// Write to this file instead of standard output, which `-` also means
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    out: Option<PathBuf>,

    /// Set the pixels per tile of a picture, 1 to 64 [default: 8; of a dd2vtt 64, less on large maps]
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<u32>(1..=64),
        help_heading = HEADING
    )]
    scale: Option<u32>,
}

/// Reads the map and writes it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let target = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let format = map_file::choose_format(args.format, target)?;
    let loaded = load::load(&args.file)?;
    let options = map_file::options(args.scale, format, loaded.map.size())?;
    map_file::check_terminal(format, target)?;
    map_file::write(format, target, out, |out| {
        let (spec, map) = (loaded.spec.as_ref(), &loaded.map);
        Ok(export::write(format, spec, map, &options, out)?)
    })
}

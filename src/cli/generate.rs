//! `undercroft generate`: one map, as text, JSON, a picture, a Tiled map or hex. Knows which format
//! goes where, not how a map is made or written.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::map_args::MapArgs;
use super::{CliError, exit_status, file, tell};
use crate::export::{self, Options};
use crate::geom::Size;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --seed 7
  undercroft generate --generator rooms --size 120x80 --param tries=60,margin=1
  undercroft generate --seed rooms/120x80/tries=60,margin=1#7 --out map.png
  undercroft generate --seed "salt and iron" --format json
  undercroft generate --seed 7 --out map.tmj
  undercroft generate --generator waves --param sample=fen
  undercroft generate --generator waves --param sample=FILE

The sample of waves may be a file: a map as text, or a PNG with a pixel a tile.

Without --seed a fresh one is drawn; standard error then says how to get the same
map again.

Text is one line a row and one character a tile, and nothing else:
  #  wall                .  floor              blank  solid nothing
  +  closed door         '  open door          @  start, on floor
  <  stairs up           >  stairs down        ^  brazier or other light
  ~  water               "  grass
Every tile but wall, blank and brazier can be walked on.

JSON is one object; positions count from 0 at the top left corner:
  generator, share_code  texts
  size                   {"width", "height"}
  seed                   text: the decimal number, which may be beyond 2^53
  generation_version     number
  params                 every parameter with its value, a number or a word
  start                  {"x", "y"}, or null
  rooms                  list of {"left", "top", "right", "bottom"}, all inclusive
  metrics                open, open_permille, rooms, corridors, dead_ends, loops and
                         choke_points: numbers;
                         farthest: the tile farthest from the start, or null, and
                         farthest_steps;
                         longest_ends: the two ends of the longest shortest path, or
                         null, and longest_steps
  tiles                  list of rows as in the text

PNG is --scale pixels a tile, one colour each below 4, and carries the share code
as its description.

Hex is for the maze generators alone: one digit a cell, the sum of the walls around it,
8 above, 4 on the right, 2 below, 1 on the left. `undercroft maze --check` reads it.

TMJ is a map for the Tiled editor and the engines that read its JSON format, version
1.10: a layer of tiles, a layer of objects (the start, the rooms), the tileset with
the properties name, walkable and opaque, and the share code among the map's
properties. Beside FILE goes undercroft-tiles.png, the image of the tiles, which all
maps in a folder share; one that is there already is kept, so that it can be painted
over.

"#,
    exit_status!()
);

const HEADING: &str = "The result";

/// Make one map and print it, or write it to a file
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    map: MapArgs,

    /// How to write the map [default: what the name of --out ends in, else text]
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = HEADING)]
    format: Option<Format>,

    /// The file to write, instead of standard output (which `-` means as well)
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    out: Option<PathBuf>,

    /// Pixels a tile of a png, 1 to 64 [default: 8]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=64),
        help_heading = HEADING
    )]
    scale: Option<u32>,
}

/// How a map is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// One character a tile
    Text,
    /// The map and all there is to know of it
    Json,
    /// A picture
    Png,
    /// A map for the Tiled editor
    Tmj,
    /// One hex digit a cell of a maze
    Hex,
}

/// Makes the map and writes it.
///
/// # Errors
/// If what was typed names no map, if the generator fails, or if the result cannot be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let target = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let format = match args.format {
        Some(given) => given.format(),
        None => target.and_then(of_file).unwrap_or(export::Format::Text),
    };
    let choice = args.map.resolve()?;
    let hex = format == export::Format::Hex;
    if hex && !choice.spec.generator().makes_cell_maze() {
        let generator = choice.spec.generator().info().name;
        return Err(CliError::NoHexForm { generator });
    }
    let options = Options {
        scale: check_scale(args.scale, format, choice.spec.size())?,
        ..Options::default()
    };
    if format == export::Format::Png && target.is_none() && io::stdout().is_terminal() {
        return Err(CliError::PngToTerminal);
    }
    if choice.fresh {
        let spec = &choice.spec;
        tell(&format!(
            "seed {}: undercroft generate --seed {spec}",
            spec.seed
        ));
    }
    let map = choice.spec.generate()?;
    let content =
        |out: &mut dyn Write| Ok(export::write(format, &choice.spec, &map, &options, out)?);
    match target {
        Some(path) => file::write(path, content)?,
        None => content(out).map_err(CliError::Output)?,
    }
    if format == export::Format::Tmj {
        write_tileset(target)?;
    }
    Ok(())
}

impl Format {
    const fn format(self) -> export::Format {
        match self {
            Self::Text => export::Format::Text,
            Self::Json => export::Format::Json,
            Self::Png => export::Format::Png,
            Self::Tmj => export::Format::Tmj,
            Self::Hex => export::Format::Hex,
        }
    }
}

/// The format that the name of a file asks for, if it asks for one.
fn of_file(path: &Path) -> Option<export::Format> {
    export::Format::from_extension(path.extension()?.to_str()?)
}

/// Writes the image that a Tiled map refers to beside the map, which was written. An image that is
/// there is kept: someone may have painted it.
fn write_tileset(map: Option<&Path>) -> Result<(), CliError> {
    // A device or a pipe has no neighbours.
    let file = map.filter(|path| path.is_file());
    let Some(file) = file else {
        tell(&format!(
            "the map refers to an image of its tiles, {}: --out FILE.tmj writes both",
            export::TILESET_NAME
        ));
        return Ok(());
    };
    let path = file.with_file_name(export::TILESET_NAME);
    if path.exists() {
        return Ok(());
    }
    file::write(&path, |out| Ok(export::tileset_png(out)?))
}

/// The scale to use for a map of `size`.
fn check_scale(given: Option<u32>, format: export::Format, size: Size) -> Result<u32, CliError> {
    if given.is_some() && format != export::Format::Png {
        return Err(CliError::ScaleOfText(format.name()));
    }
    let scale = given.unwrap_or(export::DEFAULT_SCALE);
    let fitting = export::largest_scale(size);
    if scale > fitting {
        return Err(CliError::ScaleTooLarge {
            size,
            scale,
            max: export::MAX_PICTURE_SIDE,
            fitting,
        });
    }
    Ok(scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Format;
    use crate::mapgen;

    #[test]
    fn the_largest_map_fits_a_picture_at_the_default_scale() {
        let largest = Size::new(mapgen::MAX_SIDE, mapgen::MAX_SIDE);
        let check = |scale| check_scale(scale, export::Format::Png, largest);
        assert_eq!(check(None).unwrap(), 8);
        assert!(check(Some(9)).is_err());
    }

    #[test]
    fn the_name_of_a_file_may_ask_for_a_format() {
        for (name, format) in [
            ("map.png", Some(Format::Png)),
            ("MAP.PNG", Some(Format::Png)),
            ("a.b/map.json", Some(Format::Json)),
            ("map.txt", Some(Format::Text)),
            ("map.tmj", Some(Format::Tmj)),
            ("maze.hex", Some(Format::Hex)),
            ("map", None),
            ("map.dungeon", None),
            (".png", None),
        ] {
            assert_eq!(of_file(Path::new(name)), format, "{name}");
        }
    }
}

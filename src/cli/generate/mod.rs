//! `undercroft generate`: one map, as text, JSON, a picture or hex. Knows the formats, not how a map
//! is made.

mod json;
mod png;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::map_args::MapArgs;
use super::{CliError, exit_status, file, tell};
use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::MapSpec;
use crate::maze::Maze;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generate --seed 7
  undercroft generate --generator rooms --size 120x80 --param tries=60,margin=1
  undercroft generate --seed rooms/120x80/tries=60,margin=1#7 --out map.png
  undercroft generate --seed "salt and iron" --format json

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
  metrics                open, open_permille, rooms, dead_ends, loops, farthest
                         ({"x", "y"} or null) and farthest_steps
  tiles                  list of rows as in the text

Hex is for the maze generators alone: one digit a cell, the sum of the walls around it,
8 above, 4 on the right, 2 below, 1 on the left. `undercroft maze --check` reads it.

PNG is one square of --scale pixels a tile, and carries the share code as its
description.

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
    /// One hex digit a cell of a maze
    Hex,
}

const DEFAULT_SCALE: u32 = 8;

/// Makes the map and writes it.
///
/// # Errors
/// If what was typed names no map, if the generator fails, or if the result cannot be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let target = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let format = args
        .format
        .or_else(|| target.and_then(Format::of_file))
        .unwrap_or(Format::Text);
    let choice = args.map.resolve()?;
    if format == Format::Hex && !choice.spec.generator().makes_cell_maze() {
        let generator = choice.spec.generator().info().name;
        return Err(CliError::NoHexForm { generator });
    }
    let scale = check_scale(args.scale, format, choice.spec.size())?;
    if format == Format::Png && target.is_none() && io::stdout().is_terminal() {
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
    let content = |out: &mut dyn Write| format.write(out, &choice.spec, &map, scale);
    match target {
        Some(path) => file::write(path, content),
        None => content(out).map_err(CliError::Output),
    }
}

impl Format {
    /// The format that the name of a file asks for, if it asks for one.
    fn of_file(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let formats = [
            ("txt", Self::Text),
            ("json", Self::Json),
            ("png", Self::Png),
            ("hex", Self::Hex),
        ];
        formats
            .into_iter()
            .find(|(name, _)| extension.eq_ignore_ascii_case(name))
            .map(|(_, format)| format)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Png => "png",
            Self::Hex => "hex",
        }
    }

    fn write(self, out: &mut dyn Write, spec: &MapSpec, map: &Map, scale: u32) -> io::Result<()> {
        match self {
            Self::Text => write!(out, "{map}"),
            Self::Json => json::write(out, spec, map),
            Self::Png => png::write(out, &spec.to_string(), map, scale),
            Self::Hex => match Maze::from_map(map) {
                Some(maze) => write!(out, "{maze}"),
                None => Err(io::Error::other("the map is not the maze it should be")),
            },
        }
    }
}

/// The scale to use for a map of `size`.
fn check_scale(given: Option<u32>, format: Format, size: Size) -> Result<u32, CliError> {
    if given.is_some() && format != Format::Png {
        return Err(CliError::ScaleOfText(format.name()));
    }
    let scale = given.unwrap_or(DEFAULT_SCALE);
    // At least `DEFAULT_SCALE` for the largest map there is.
    let fitting = png::MAX_SIDE / size.width.max(size.height);
    if scale > fitting {
        return Err(CliError::ScaleTooLarge {
            size,
            scale,
            max: png::MAX_SIDE,
            fitting,
        });
    }
    Ok(scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen;

    #[test]
    fn the_largest_map_fits_a_picture_at_the_default_scale() {
        let largest = Size::new(mapgen::MAX_SIDE, mapgen::MAX_SIDE);
        assert_eq!(check_scale(None, Format::Png, largest).unwrap(), 8);
        assert!(check_scale(Some(9), Format::Png, largest).is_err());
    }

    #[test]
    fn the_name_of_a_file_may_ask_for_a_format() {
        for (name, format) in [
            ("map.png", Some(Format::Png)),
            ("MAP.PNG", Some(Format::Png)),
            ("a.b/map.json", Some(Format::Json)),
            ("map.txt", Some(Format::Text)),
            ("maze.hex", Some(Format::Hex)),
            ("map", None),
            ("map.dungeon", None),
            (".png", None),
        ] {
            assert_eq!(Format::of_file(Path::new(name)), format, "{name}");
        }
    }
}

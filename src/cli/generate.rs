//! `undercroft generate`: writes one map as text, JSON, a picture, a Tiled map or hex. Chooses the
//! format and the file; generation is in [`mapgen`](crate::mapgen), the formats are in
//! [`export`](crate::export).

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::map_args::{Choice, MapArgs};
use super::{CliError, exit_status, file, value};
use crate::diagnostic::print_diagnostic;
use crate::disk;
use crate::export::{self, Format, MAX_PICTURE_SIDE, Options};
use crate::geom::Size;
use crate::map::Tile;
use crate::mapgen;

const HEADING: &str = "Result";

/// Generate a map, and print it or write it to a file
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Args {
    #[command(flatten)]
    map: MapArgs,

    /// Choose the output format [default: by the extension of --out, else text]
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = HEADING)]
    format: Option<Format>,

    /// Write to this file instead of standard output, which `-` also means. Without --format its name ends in
    /// .txt, .json, .png, .tmj or .hex, or has no ending, for text
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    out: Option<PathBuf>,

    /// Set the pixels per tile of a PNG, 1 to 64 [default: 8]
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<u32>(1..=64),
        help_heading = HEADING
    )]
    scale: Option<u32>,
}

/// What the help says after the options.
fn help() -> String {
    let mut tiles: Vec<(String, &str)> = Vec::new();
    let mut solid = Vec::new();
    for tile in Tile::ALL.iter().filter(|tile| **tile != Tile::Void) {
        let name = tile.name();
        let noun = name.strip_prefix("a ").or(name.strip_prefix("an "));
        tiles.push((tile.to_char().into(), noun.unwrap_or(name)));
        if !tile.is_walkable() {
            solid.push(tile.to_char().to_string());
        }
    }
    tiles.extend([
        ("@".into(), "start, on floor"),
        ("blank".into(), "solid rock"),
    ]);
    let rows = tiles.chunks(3).map(|row| {
        let cells = row
            .iter()
            .map(|(mark, name)| format!("  {mark}  {name:<19}"));
        cells.collect::<String>().trim_end().to_owned()
    });
    format!(
        concat!(
            r#"Examples:
  undercroft generate --seed 7
  undercroft generate --generator rooms --size 120x80 --param tries=60,margin=1
  undercroft generate --seed rooms/120x80/tries=60,margin=1#7 --out map.png
  undercroft generate --seed "salt and iron" --format json
  undercroft generate --seed 7 --out map.tmj
  undercroft generate --generator waves --param sample=fen

The sample of waves may also be a file of your own, with --param sample=FILE: a
map as text, or a PNG with one pixel per tile. FILE may be a pipe, or `-` for
standard input.

Without --seed the seed is random; standard error then shows how to make the
same map again.

Text has one line per row and one character per tile, and nothing else:
{tiles}
All of them but {solid} and blank are walkable.

JSON is one object; positions count from 0 at the top left:
  generator, share_code  texts
  size                   {{"width", "height"}}
  seed                   text: a decimal number, which may exceed 2^53
  generation_version     number
  params                 all parameters; each value is a number or a word
  start                  {{"x", "y"}}, or null
  rooms                  list of {{"left", "top", "right", "bottom"}}, inclusive
  metrics                open, open_permille, rooms, corridors, dead_ends,
                         loops, choke_points: numbers;
                         farthest, farthest_steps: the tile farthest from the
                         start, or null, and its distance;
                         longest_ends, longest_steps: the two ends of the
                         longest shortest path, or null, and its length
  tiles                  list of rows, as in the text format

A PNG has --scale pixels per tile, and the share code as its description. Below
4 pixels each tile is a single colour.

Hex is only for the maze generators: one digit per cell, the sum of the walls
around it, 8 above, 4 on the right, 2 below, 1 on the left. `undercroft maze
--check` reads it.

TMJ is the JSON format of the Tiled map editor, version 1.10, which game engines
read too: a tile layer, an object layer (start and rooms), a tileset with the
properties name, walkable and opaque, and the share code as a map property. The
tileset image, undercroft-tiles.png, is written beside FILE and shared by all
maps in the folder. An existing image is kept, so you can repaint it.

"#,
            exit_status!()
        ),
        tiles = rows.collect::<Vec<_>>().join("\n"),
        solid = solid.join(" "),
    )
}

/// Generates the map and writes it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let target = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let by_name = || target.and_then(format_for);
    let format = args.format.or_else(by_name).unwrap_or(Format::Text);
    if let Some(path) = target.filter(|_| args.format.is_none()) {
        file::check_ending("--out", path, &Format::ALL.map(Format::extension))?;
    }
    let Choice {
        spec,
        has_random_seed,
    } = args.map.resolve()?;
    if format == Format::Hex && !spec.generator().makes_cell_maze() {
        let generator = spec.generator().info().name;
        let cell_mazes = mapgen::ALL.iter().filter(|it| it.makes_cell_maze());
        let names: Vec<&str> = cell_mazes.map(|it| it.info().name).collect();
        return Err(CliError::Usage(format!(
            "{generator} makes no cell mazes, and hex is only for those; use {}",
            names.join(", ")
        )));
    }
    let options = Options {
        scale: resolve_scale(args.scale, format, spec.size())?,
        ..Options::default()
    };
    if format == Format::Png && target.is_none() && io::stdout().is_terminal() {
        let error =
            "a terminal cannot show a png: name a file with --out, or redirect standard output";
        return Err(CliError::Usage(error.to_owned()));
    }
    if has_random_seed {
        let seed = spec.seed;
        print_diagnostic(&match spec.params().sample() {
            None => format!("seed {seed}: undercroft generate --seed {spec}"),
            // No share code contains the user's own sample.
            Some(_) => format!("seed {seed}: repeat the command with --seed {seed}"),
        });
    }
    let map = spec.generate()?;
    let content = |out: &mut dyn Write| Ok(export::write(format, &spec, &map, &options, out)?);
    match target {
        Some(path) => file::write(path, content)?,
        None => content(out).map_err(CliError::Output)?,
    }
    if format == Format::Tmj {
        write_tileset(target)?;
    }
    Ok(())
}

/// The format that the extension of a file stands for, if any.
fn format_for(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

/// Writes the tileset image beside the Tiled map that uses it. Keeps an existing image: someone may
/// have repainted it.
fn write_tileset(map: Option<&Path>) -> Result<(), CliError> {
    // A device or a pipe has no folder for it.
    let is_file = |path: &&Path| matches!(disk::find_target(path), Ok(Some(_)));
    let Some(file) = map.filter(is_file) else {
        print_diagnostic(&format!(
            "the map needs the tileset image {}: --out FILE.tmj writes both",
            export::TILESET_NAME
        ));
        return Ok(());
    };
    let path = file.with_file_name(export::TILESET_NAME);
    if path.exists() {
        return Ok(());
    }
    file::write(&path, |out| Ok(export::write_tileset(out)?))
}

/// The pixels per tile for a map of `size`: `given`, or the default.
fn resolve_scale(given: Option<u32>, format: Format, size: Size) -> Result<u32, CliError> {
    if given.is_some() && format != Format::Png {
        return Err(CliError::Usage(format!(
            "--scale is only for png, and the format is {}: leave out --scale or use --format png",
            format.name()
        )));
    }
    let scale = given.unwrap_or(export::DEFAULT_SCALE);
    let fitting = export::max_scale(size);
    if scale > fitting {
        let error = format!(
            "a map of {size} at {scale} pixels per tile exceeds {MAX_PICTURE_SIDE} pixels a side: use {fitting} or less"
        );
        return Err(CliError::option("--scale", error));
    }
    Ok(scale)
}

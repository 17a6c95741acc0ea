//! `undercroft generate`: writes a map, or one for each of several seeds, in any of the formats. Chooses the format and
//! the file; generation is in [`mapgen`](crate::mapgen), the formats are in [`export`](crate::export), many maps are for
//! `series`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::map_args::{self, Choice, MapArgs};
use super::{CliError, columns, contact, exit_status, file, map_file, note, seeds, series, value};
use crate::export::{self, Format, Options};
use crate::map::Tile;
use crate::mapgen::metric::Metric;
use crate::mapgen::{Generator, MapSpec};

const HEADING: &str = "Result";

/// Generate a map or many, and print them or write them to files
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Args {
    #[command(flatten)]
    map: MapArgs,

    /// Generate a map for each seed of this range instead of one: A..B excludes B, A..=B includes it
    #[arg(long, value_name = "A..B", conflicts_with = "seed", help_heading = map_args::HEADING)]
    seeds: Option<String>,

    /// Choose the output format [default: by the extension of --out, else text]
    #[arg(short, long, value_name = "FORMAT", value_enum, help_heading = HEADING)]
    format: Option<Format>,

    /// Print JSON, like --format json
    #[arg(long, conflicts_with = "format", help_heading = HEADING)]
    json: bool,

    /// Write to this file instead of standard output, which `-` also means; `{seed}` in its name stands for the seed.
    /// Without --format its name ends in .txt, .json, .csv, .png, .tmj, .tmx, .ldtk, .dd2vtt or .hex, or has no
    /// ending, for text
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    out: Option<PathBuf>,

    /// Set the pixels per tile of a picture, 1 to 64 [default: 8; in a dd2vtt 64, or less on large maps]
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<u32>(1..=64),
        help_heading = HEADING
    )]
    scale: Option<u32>,

    /// Draw the maps of --seeds, at most 1000, with their share codes on a sheet in this .png file
    #[arg(
        long,
        value_name = "FILE",
        requires = "seeds",
        conflicts_with_all = ["format", "json", "out", "scale"],
        help_heading = HEADING
    )]
    sheet: Option<PathBuf>,
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
    let names = Metric::ALL.map(Metric::name).join(", ");
    let metrics = format!(
        "{names}: numbers, which `undercroft search --help` explains; farthest, longest_ends: \
         where farthest_steps and longest_steps lead, a position and a list of two, or null; \
         with steps in four directions: `undercroft measure` also counts diagonal ones"
    );
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
  undercroft generate --seed 7 --out map.tmx
  undercroft generate --generator caves --seeds 1..=24 --out 'caves-{{seed}}.png'
  undercroft generate --generator caves --seeds 1..=24 --sheet caves.png
  undercroft generate --generator waves --param sample=fen

The sample of waves may also be a file of your own, with --param sample=FILE: a
map as text, or a PNG with one pixel per tile. FILE may be a pipe, or `-` for
standard input.

--seeds writes a file per seed, and --sheet also prints the share codes.

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
  start, exit            {{"x", "y"}}, or null; the exit is the first stairs
                         down, or else the tile farthest from the start
  way                    the tiles at which a shortest way to the exit turns
  doors                  list of {{"x", "y", "open", "area"}}
  rooms                  list of {{"left", "top", "right", "bottom", "kind"}},
                         inclusive
  graph                  areas of the map, links between them, the number of
                         loops, and the way
{metrics}
  legend                 what each character of the tiles means
  tiles                  list of rows, as in the text format
`undercroft schema` prints its JSON Schema.

CSV has a line per row and a number per tile: void 0, wall 1, floor 2 and so on,
as in the legend of the JSON.

A PNG has --scale pixels per tile, and the share code as its description. Below
4 pixels each tile is a single colour.

TMJ and TMX are the formats of the Tiled map editor (JSON and XML), which game
engines read too; LDTK is a project of the LDtk editor. Their tiles are in files
beside FILE, undercroft-tileset.png and for Tiled .tsj or .tsx, which all maps
in the folder share. Existing ones are kept, so you can repaint them.

DD2VTT is Universal VTT: a picture for virtual tabletops, with walls, doors and
lights.

Hex is only for the maze generators: one digit per cell, the sum of the walls
around it, 8 above, 4 on the right, 2 below, 1 on the left. `undercroft maze
--check` reads it.

docs/export.md describes the formats and how game engines load them.

"#,
            exit_status!()
        ),
        metrics = columns::list(&[("metrics              ", metrics)]),
        tiles = rows.collect::<Vec<_>>().join("\n"),
        solid = solid.join(" "),
    )
}

/// Generates the map and writes it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let target = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let given = args.format.or(args.json.then_some(Format::Json));
    let format = map_file::choose_format(given, target)?;
    if let Some(seeds) = &args.seeds {
        return run_series(args, seeds, target, format, out);
    }
    let Choice {
        spec,
        has_random_seed,
    } = args.map.resolve()?;
    let options = resolve_options(args, format, &spec)?;
    map_file::check_terminal(format, target)?;
    if has_random_seed {
        let seed = spec.seed;
        note::print(&match spec.stages() {
            [_] => format!("seed {seed}: undercroft generate --seed {spec}"),
            // A shell reads `|` as a sign of its own.
            _ => format!("seed {seed}: undercroft generate --seed '{spec}'"),
        });
    }
    let map = spec.generate()?;
    let path = target.map(|path| series::file_for(path, spec.seed));
    map_file::write(format, path.as_deref(), out, |out| {
        Ok(export::write(format, &spec, &map, &options, out)?)
    })
}

/// Generates a map for each of `seeds`, the value of `--seeds`.
fn run_series(
    args: &Args,
    seeds: &str,
    target: Option<&Path>,
    format: Format,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if let Some(path) = &args.sheet {
        let seeds = seeds::parse(seeds, contact::MAX_MAPS as u64)?;
        let spec = args.map.kind().resolve(seeds.first())?;
        file::check_target("--sheet", path, &["png"])?;
        return series::write_sheet(&spec, seeds, path, out);
    }
    let seeds = seeds::parse(seeds, seeds::MAX_SEEDS)?;
    let spec = args.map.kind().resolve(seeds.first())?;
    let options = resolve_options(args, format, &spec)?;
    let path = target.ok_or_else(|| {
        let error = "--seeds: name the files, as in --out 'map-{seed}.txt', or one for a --sheet";
        CliError::Usage(error.to_owned())
    })?;
    series::check_pattern(path)?;
    file::check_writable(&series::file_for(path, spec.seed))?;
    series::write_files(&spec, seeds, path, format, &options)?;
    let files = (0..seeds.count()).map(|index| series::file_for(path, seeds.get(index)));
    let mut folder = None;
    for file in files {
        if folder.as_deref() != file.parent() {
            map_file::write_companions(format, Some(&file))?;
            folder = file.parent().map(Path::to_owned);
        }
    }
    Ok(())
}

/// The options of the format for a map like `spec`, which it must suit.
fn resolve_options(
    args: &Args,
    format: Format,
    spec: &MapSpec,
) -> Result<Options<'static>, CliError> {
    if format == Format::Hex && !spec.makes_cell_maze() {
        let generator = spec.generator().info().name;
        let cell_mazes = crate::known().all().filter(|it| it.makes_cell_maze());
        let names: Vec<&str> = cell_mazes.map(Generator::name).collect();
        return Err(CliError::Usage(format!(
            "{generator} makes no cell mazes, and hex is only for those; use {}",
            names.join(", ")
        )));
    }
    map_file::options(args.scale, format, spec.size())
}

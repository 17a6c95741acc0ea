//! `undercroft generate`: writes a map, or one for each of several seeds, in any of the formats. Chooses the format and
//! the file; generation is in [`mapgen`](crate::mapgen), the formats are in [`export`](crate::export), many maps are for
//! `series`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::content::ContentArg;
use super::map_args::{self, Choice, MapArgs};
use super::map_file::StyleArgs;
use super::{CliError, columns, contact, exit_status, file, map_file, note, seeds, series, window};
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

    #[command(flatten)]
    content: ContentArg,

    /// Generate a map for each seed of this range instead of one: A..B excludes B, A..=B includes it
    #[arg(long, value_name = "A..B", help_heading = map_args::HEADING)]
    seeds: Option<String>,

    /// Choose the output format [default: by the extension of --out, else text]
    #[arg(short, long, value_name = "FORMAT", value_enum, help_heading = HEADING)]
    format: Option<Format>,

    /// Print JSON, like --format json
    #[arg(long, conflicts_with = "format", help_heading = HEADING)]
    json: bool,

    #[arg(short, long, value_name = "FILE", help = out_help(), help_heading = HEADING)]
    out: Option<PathBuf>,

    #[command(flatten)]
    style: StyleArgs,

    /// Draw the maps of --seeds, at most 1000, with their share codes on a sheet in this .png file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["format", "json", "out", "scale", "walls"],
        help_heading = HEADING
    )]
    sheet: Option<PathBuf>,

    /// Film the making of the map, as a GIF or an animated PNG in this .gif or .png file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["format", "json", "out", "scale", "walls", "seeds"],
        help_heading = HEADING
    )]
    film: Option<PathBuf>,
}

fn out_help() -> String {
    let endings = file::list_endings(&Format::ALL.map(Format::extension));
    format!(
        "Write to this file instead of standard output, which `-` also means; `{{seed}}` in its name stands for the \
         seed. Without --format its name ends in {endings}, or has no ending, for text"
    )
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
    let sections = Format::ALL.iter().map(|format| format.row().help);
    let sections: Vec<&str> = sections.filter(|section| !section.is_empty()).collect();
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
  undercroft generate --seed caves/80x50#7 --film making.gif

The sample of waves may also be a file of your own, with --param sample=FILE: a
map as text, or a PNG with one pixel per tile. FILE may be a pipe, or `-` for
standard input.

--seeds writes a file per seed, and --sheet also prints the share codes.

Without --seed the seed is random; standard error then shows how to make the
same map again.

The characters of the tiles, in text and in JSON:
{tiles}
All of them but {solid} and blank are walkable.

{sections}

The metrics in JSON:
{metrics}

Some formats have their tiles in files beside FILE, which all maps in its folder
share. Existing ones are kept, so you can repaint them:
{companions}

docs/export.md describes the formats and how game engines load them.

"#,
            exit_status!()
        ),
        metrics = columns::list(&[("metrics              ", metrics)]),
        tiles = rows.collect::<Vec<_>>().join("\n"),
        solid = solid.join(" "),
        sections = sections.join("\n\n"),
        companions = map_file::list_companions(),
    )
}

/// Generates the map and writes it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    args.content.use_for_maps()?;
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
    if args.film.is_none() {
        map_file::check_terminal(format, target)?;
    }
    if has_random_seed {
        let seed = spec.seed;
        note::print(&match spec.stages() {
            [_] => format!("seed {seed}: undercroft generate --seed {spec}"),
            // A shell reads `|` as a sign of its own.
            _ => format!("seed {seed}: undercroft generate --seed '{spec}'"),
        });
    }
    if let Some(path) = &args.film {
        return write_film(&spec, path);
    }
    let map = spec.generate()?;
    let path = target.map(|path| series::file_for(path, spec.seed));
    map_file::write(format, path.as_deref(), out, |out| {
        Ok(export::write(format, &spec, &map, &options, out)?)
    })?;
    map_file::note_left_out(format, &map_file::left_out_of(format, &spec, &map));
    Ok(())
}

/// Films the making of the map.
fn write_film(spec: &MapSpec, path: &Path) -> Result<(), CliError> {
    file::check_target("--film", path, &["gif", "png"])?;
    let (size, quick) = (spec.size(), spec.quick_area());
    if size.area() > quick {
        let error = format!(
            "a film shows maps of up to {quick} tiles of this kind, and this one is {size}"
        );
        return Err(CliError::option("--film", error));
    }
    let film = window::film_making(spec, path)?;
    file::write(path, |out| out.write_all(&film))
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
        let spec = args.map.kind()?;
        file::check_target("--sheet", path, &["png"])?;
        return series::write_sheet(&spec, seeds, path, out);
    }
    let seeds = seeds::parse(seeds, seeds::MAX_SEEDS)?;
    let spec = args.map.kind()?;
    let options = resolve_options(args, format, &spec)?;
    let path = target.ok_or_else(|| {
        let error = "--seeds: name the files, as in --out 'map-{seed}.txt', or one for a --sheet";
        CliError::Usage(error.to_owned())
    })?;
    series::check_pattern(path)?;
    file::check_writable(&series::file_for(path, seeds.first()))?;
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
    if !format.suits(spec) {
        let generator = spec.generator().info().name;
        let cell_mazes = crate::known().all().filter(|it| it.makes_cell_maze());
        let names: Vec<&str> = cell_mazes.map(Generator::name).collect();
        return Err(CliError::Usage(format!(
            "{generator} makes no cell mazes, and {} is only for those; use {}",
            format.name(),
            names.join(", ")
        )));
    }
    map_file::options(&args.style, format, spec.size())
}

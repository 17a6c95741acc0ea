//! Where a map is written and how, for every command that writes one: its format, the pixels of a picture, the file,
//! and those beside it that it refers to.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::{CliError, file, note, value};
use crate::disk;
use crate::export::{self, Format, MAX_PICTURE_SIDE, MAX_SCALE, Options, Picture, Walls};
use crate::game;
use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::MapSpec;

/// The format that was `given`, or else that of the file to write.
///
/// # Errors
/// If the name of the file says none, or another than the given one. Any format but text and one made of text has an ending of
/// its own.
pub fn choose_format(given: Option<Format>, target: Option<&Path>) -> Result<Format, CliError> {
    let by_name = target.and_then(|path| Format::from_extension(path.extension()?.to_str()?));
    match (given, by_name, target) {
        (None, _, Some(path)) => {
            file::check_ending("--out", path, &Format::ALL.map(Format::extension))?;
        }
        (Some(given), Some(other), Some(path)) if ![given, Format::Text].contains(&other) => {
            let error = format!(
                "{} ends as a {} does, and the format is {}: leave one of them out",
                path.display(),
                other.name(),
                given.name()
            );
            return Err(CliError::option("--out", error));
        }
        _ => {}
    }
    Ok(given.or(by_name).unwrap_or(Format::Text))
}

/// The formats that are or contain a picture.
fn pictures() -> impl Iterator<Item = (&'static str, &'static Picture)> {
    let all = Format::ALL.into_iter();
    all.filter_map(|format| Some((format.name(), format.row().picture.as_ref()?)))
}

/// The help of `--scale`.
fn scale_help() -> String {
    let defaults = pictures().map(|(name, picture)| format!("of a {name} {}", picture.default));
    let defaults: Vec<String> = defaults.collect();
    format!(
        "Set the pixels per tile of a picture, 1 to {MAX_SCALE} [default: {}]",
        defaults.join("; ")
    )
}

/// The files beside the maps of each format that has any, for the help.
pub fn list_companions() -> String {
    let lines = Format::ALL.into_iter().filter_map(|format| {
        let names: Vec<&str> = format.companions().iter().map(|it| it.name()).collect();
        (!names.is_empty()).then(|| format!("  {:<6} {}", format.name(), names.join(", ")))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// How a map is written, by the options of single formats.
#[derive(clap::Args)]
#[command(next_help_heading = "Result")]
pub struct StyleArgs {
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<u32>(1..=MAX_SCALE.into()),
        help = scale_help()
    )]
    scale: Option<u32>,

    /// Choose where the walls of a dd2vtt lie [default: face]
    #[arg(long, value_name = "WHERE", value_enum)]
    walls: Option<Walls>,
}

/// The options of the format for a map of `size`.
///
/// # Errors
/// If the format has no picture or no walls, or the picture would be too large.
pub fn options(
    style: &StyleArgs,
    format: Format,
    size: Size,
) -> Result<Options<'static>, CliError> {
    let options = Options {
        scale: style.scale,
        walls: style.walls.unwrap_or_default(),
        ..Options::default()
    };
    if style.walls.is_some() && format != Format::Dd2vtt {
        let error = format!(
            "it is only for dd2vtt, and the format is {}: leave it out",
            format.name()
        );
        return Err(CliError::option("--walls", error));
    }
    let Some(scale) = style.scale else {
        return Ok(options);
    };
    if format.row().picture.is_none() {
        let names: Vec<&str> = pictures().map(|(name, _)| name).collect();
        return Err(CliError::Usage(format!(
            "--scale is only for {}, and the format is {}: leave out --scale or use --format {}",
            names.join(" and "),
            format.name(),
            names[0]
        )));
    }
    let fitting = export::max_scale(size);
    if scale > fitting {
        let error = format!(
            "a map of {size} at {scale} pixels per tile exceeds {MAX_PICTURE_SIDE} pixels a side: use {fitting} or less"
        );
        return Err(CliError::option("--scale", error));
    }
    Ok(options)
}

/// Refuses a picture that a terminal would get.
pub fn check_terminal(format: Format, target: Option<&Path>) -> Result<(), CliError> {
    if !format.row().is_binary || target.is_some() || !io::stdout().is_terminal() {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "a terminal cannot show a {}: name a file with --out, or redirect standard output",
        format.name()
    )))
}

/// What of a map that was generated a format leaves out, in words; empty if nothing.
pub fn left_out_of(format: Format, spec: &MapSpec, map: &Map) -> String {
    let things = game::things(spec, map);
    format.row().leaves_out(Some(spec), map, &things)
}

/// Says on standard error what of a map a format leaves out.
pub fn note_left_out(format: Format, lost: &str) {
    if !lost.is_empty() {
        note::print(&format!("{} leaves out {lost}", format.name()));
    }
}

/// Writes a map to its file, with the files that it refers to, or to standard output.
pub fn write(
    format: Format,
    target: Option<&Path>,
    out: &mut impl Write,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match target {
        Some(path) => file::write(path, content)?,
        None => content(out).map_err(CliError::Output)?,
    }
    write_companions(format, target)
}

/// Writes the files that a map in `format` at `map` refers to. Keeps those that exist: maps in one folder share
/// them, and someone may have repainted the image. Without a file of a map, says which are missing.
pub fn write_companions(format: Format, map: Option<&Path>) -> Result<(), CliError> {
    let companions = format.companions();
    // A device or a pipe has no folder for them.
    let is_file = |path: &&Path| matches!(disk::find_target(path), Ok(Some(_)));
    let Some(map) = map.filter(is_file) else {
        let names: Vec<&str> = companions
            .iter()
            .map(|companion| companion.name())
            .collect();
        if !names.is_empty() {
            note::print(&format!(
                "the map needs {} beside it: --out FILE.{} writes all",
                names.join(" and "),
                format.extension()
            ));
        }
        return Ok(());
    };
    for companion in companions {
        let path = map.with_file_name(companion.name());
        if !path.exists() {
            file::write(&path, |out| companion.write(out))?;
        }
    }
    Ok(())
}

//! Where a map is written and how, for every command that writes one: its format, the pixels of a picture, the file,
//! and those beside it that it refers to.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::{CliError, file, note};
use crate::disk;
use crate::export::{self, Format, MAX_PICTURE_SIDE, Options};
use crate::geom::Size;

/// The format that was `given`, or else that of the file to write.
///
/// # Errors
/// If the name of the file does not say one.
pub fn choose_format(given: Option<Format>, target: Option<&Path>) -> Result<Format, CliError> {
    if let Some(path) = target.filter(|_| given.is_none()) {
        file::check_ending("--out", path, &Format::ALL.map(Format::extension))?;
    }
    let by_name = || Format::from_extension(target?.extension()?.to_str()?);
    Ok(given.or_else(by_name).unwrap_or(Format::Text))
}

/// The options of the format for a map of `size`, with the pixels per tile that were given.
///
/// # Errors
/// If the format has no picture, or the picture would be too large.
pub fn options(
    scale: Option<u32>,
    format: Format,
    size: Size,
) -> Result<Options<'static>, CliError> {
    let options = Options {
        scale,
        ..Options::default()
    };
    let Some(scale) = scale else {
        return Ok(options);
    };
    if !format.has_picture() {
        return Err(CliError::Usage(format!(
            "--scale is only for png and dd2vtt, and the format is {}: leave out --scale or use --format png",
            format.name()
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
    if format != Format::Png || target.is_some() || !io::stdout().is_terminal() {
        return Ok(());
    }
    let error = "a terminal cannot show a png: name a file with --out, or redirect standard output";
    Err(CliError::Usage(error.to_owned()))
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

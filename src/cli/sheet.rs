//! Sheets to print: a page of puzzles and a page of solutions, as two files.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{CliError, file};
use crate::export::{Sheet, TooManyPictures};

/// The options of a sheet.
#[derive(clap::Args)]
pub struct SheetArgs {
    /// Print this many, 1 to 60, on a page of A4, and the solutions on a second; needs --out
    #[arg(
        long,
        value_name = "COUNT",
        requires = "out",
        value_parser = clap::value_parser!(u32).range(1..=60),
        help_heading = "Sheet"
    )]
    pub sheet: Option<u32>,

    /// Write the sheet to this file, whose name ends in .png or .svg; the solutions go to a file
    /// beside it, with `-solutions` in its name
    #[arg(long, value_name = "FILE", requires = "sheet", help_heading = "Sheet")]
    pub out: Option<PathBuf>,
}

/// How a sheet is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Png,
    Svg,
}

impl SheetArgs {
    /// How many are printed, and into which file; nothing if no sheet is asked for.
    pub fn wanted(&self) -> Option<(u32, &Path)> {
        Some((self.sheet?, self.out.as_deref()?))
    }
}

/// Writes the page of puzzles and that of solutions; `make` makes one of them.
pub fn write(
    path: &Path,
    make: impl Fn(bool) -> Result<Sheet, TooManyPictures>,
) -> Result<(), CliError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = extension.and_then(|extension| Format::from_str(extension, true).ok());
    let format = format.ok_or_else(|| CliError::SheetName(path.to_owned()))?;
    let (sheet, solutions) = (make(false), make(true));
    for (path, sheet) in [(path, sheet), (&beside(path), solutions)] {
        let sheet = sheet.map_err(CliError::Sheet)?;
        file::write(path, |out| match format {
            Format::Png => sheet.write_png(out),
            Format::Svg => out.write_all(sheet.to_svg().as_bytes()),
        })?;
    }
    Ok(())
}

/// The file of the solutions: `a-solutions.png` for `a.png`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-solutions.");
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

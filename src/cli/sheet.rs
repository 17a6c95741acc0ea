//! Sheets to print: a page of puzzles and a page of solutions, as two files.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{CliError, file, value};
use crate::export::{Sheet, TooManyPictures};

/// The options of a sheet.
#[derive(clap::Args)]
#[command(next_help_heading = "Sheet")]
pub struct SheetArgs {
    /// Put this many, 1 to 60, on a sheet to print: a page of A4, and a page of solutions; needs
    /// --out
    #[arg(
        long,
        value_name = "COUNT",
        requires = "out",
        value_parser = value::whole_number::<u32>(1..=60)
    )]
    sheet: Option<u32>,

    /// Write the sheet to this file, whose name ends in .png or .svg, and the solutions to a file
    /// beside it, with `-solutions` in its name
    #[arg(long, value_name = "FILE", requires = "sheet")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Png,
    Svg,
}

impl SheetArgs {
    /// The number of puzzles and the file of the sheet, if the options ask for one.
    pub fn request(&self) -> Option<(u32, &Path)> {
        self.sheet.zip(self.out.as_deref())
    }
}

/// Writes the page of puzzles to `path` and the page of solutions beside it, and prints the share codes
/// of the puzzles. `make` makes the page of puzzles, or that of solutions if its argument is true.
pub fn write(
    path: &Path,
    codes: impl IntoIterator<Item = impl Display>,
    make: impl Fn(bool) -> Result<Sheet, TooManyPictures>,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = extension.and_then(|extension| Format::from_str(extension, true).ok());
    let format = format.ok_or_else(|| file::wrong_ending("--out", path, &["png", "svg"]))?;
    let (sheet, solutions) = (make(false), make(true));
    for (path, sheet) in [(path, sheet), (&solutions_path(path), solutions)] {
        let sheet = sheet.map_err(|error| CliError::option("--sheet", error))?;
        file::write(path, |out| match format {
            Format::Png => sheet.write_png(out),
            Format::Svg => out.write_all(sheet.to_svg().as_bytes()),
        })?;
    }
    (1..)
        .zip(codes)
        .try_for_each(|(number, code)| writeln!(out, "{number} {code}"))
        .map_err(CliError::Output)
}

/// The file of the solutions: `a-solutions.png` for `a.png`.
fn solutions_path(path: &Path) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-solutions.");
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

//! Sheets to print, of boards or of mazes: what `--sheet` asks for, and the files that it makes.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::{CliError, file, note, value};
use crate::code::Target;
use crate::code::link::DEFAULT_PAGE;
use crate::export::sheet::{self, Entry, Paper, Sheet, Style};
use crate::game::Daily;
use crate::game::record::Recorded;
use crate::pack::{self, Place};
use crate::text;

/// The most boards or mazes of a sheet.
const MAX_COUNT: u32 = 60;
/// What begins the value of `--sheet` for the dailies of a week.
const WEEK: &str = "week";

/// The options of a sheet.
#[derive(clap::Args)]
#[command(next_help_heading = "Sheet")]
pub struct SheetArgs {
    /// Make a sheet to print of this: a number from 1 to 60, a pack, a week, or a code; needs --out
    ///
    /// A number makes that many, the first of them with the seed. A pack is given by its name,
    /// with /7-12 for a part of it. week/DATE has the dailies of that week, and week those of this
    /// one. A share code, an id or the code of a daily makes a sheet of one.
    #[arg(long, value_name = "WHAT")]
    sheet: Option<String>,

    /// Write the sheet to this file, whose name ends in .pdf
    ///
    /// The solutions are on the last pages.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The paper
    #[arg(long, value_name = "PAPER", value_enum, default_value_t = Paper::A4)]
    paper: Paper,

    /// Print text with at least 18 points, and larger pictures
    #[arg(long)]
    large_print: bool,

    /// The browser page that the QR codes open; "" leaves them out
    #[arg(long, value_name = "URL", default_value = DEFAULT_PAGE)]
    page: String,
}

/// What is put on a sheet.
pub enum Content {
    /// As many as this, the first with the seed of the options.
    Count(u32),
    /// What a code names.
    Code(Target),
    /// Places of a pack.
    Pack(Vec<Place>),
    /// The dailies of these days.
    Days(Vec<Daily>),
}

impl SheetArgs {
    /// What the options ask for, if its file can be written; `None` if they do not ask for a sheet. The packs have these names; `kind` is what
    /// the sheet is of, as in "board".
    pub fn content(
        &self,
        packs: &[&'static str],
        kind: &'static str,
    ) -> Option<Result<Content, CliError>> {
        let what = text::value(self.sheet.as_deref()?);
        let content = read(&what, packs, kind);
        let content = content.map_err(|error| CliError::option("--sheet", error));
        Some(content.and_then(|content| {
            file::check_target("--out", self.path(), &["pdf"])?;
            Ok(content)
        }))
    }

    /// The file to write, which goes with `--sheet`.
    fn path(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(""))
    }

    /// Writes the sheet of `entries`, and prints a line for each: its number, and its code or name.
    pub fn write(&self, entries: &[Entry], out: &mut impl Write) -> Result<(), CliError> {
        value::check_page(&self.page)?;
        let style = Style {
            paper: self.paper,
            is_large: self.large_print,
            site: Some(self.page.as_str()).filter(|page| !page.is_empty()),
        };
        let sheet = Sheet::new(entries, &style);
        let sheet = sheet.map_err(|error| CliError::option("--sheet", error))?;
        file::write(self.path(), |out| out.write_all(&sheet.to_pdf()))?;
        for (number, entry) in (1..).zip(entries) {
            let name = entry.code.as_ref().or(entry.name.as_ref());
            let name = name.map_or("", String::as_str);
            writeln!(out, "{number} {name}").map_err(CliError::Output)?;
        }
        Ok(())
    }
}

/// Reads the value of `--sheet`.
fn read(what: &str, packs: &[&'static str], kind: &'static str) -> Result<Content, String> {
    if what.starts_with(|c: char| c.is_ascii_digit() || c == '-') && !what.contains(['x', ':']) {
        let count = what.parse().ok();
        let count = count.filter(|count| (1..=MAX_COUNT).contains(count));
        let expected = || {
            let what = text::excerpt(what);
            format!("\"{what}\": use a whole number from 1 to {MAX_COUNT}")
        };
        return count.map(Content::Count).ok_or_else(expected);
    }
    let (name, rest) = match what.split_once('/') {
        Some((name, rest)) => (name, Some(rest)),
        None => (what, None),
    };
    if name.eq_ignore_ascii_case(WEEK) {
        let today = today();
        let day = rest.map_or(Ok(today), str::parse);
        let day = day.map_err(|error| error.to_string())?;
        return week(day, today).map(Content::Days);
    }
    let pack = packs
        .iter()
        .position(|pack| pack.eq_ignore_ascii_case(name));
    if let Some(pack) = pack {
        let range = rest.map_or(Some(0..pack::LENGTH), parse_range);
        let range = range.ok_or_else(|| {
            format!(
                "\"{}\": the {kind}s of {} are 1 to {}; write a part of them as {name}/7-12",
                text::excerpt(what),
                packs[pack],
                pack::LENGTH
            )
        })?;
        let places = range.map(|number| Place { pack, number });
        return Ok(Content::Pack(places.collect()));
    }
    match Target::read(what, crate::known()) {
        Ok(Target::Text(..) | Target::Number(_)) => Err(format!(
            "\"{}\" is neither a number nor a pack ({}), nor week/DATE, nor the code of a {kind}",
            text::excerpt(what),
            packs.join(", ")
        )),
        Ok(Target::Daily(code)) => {
            let begun = code.begun_by(today()).map_err(|error| error.to_string())?;
            Ok(Content::Code(Target::Daily(begun)))
        }
        Ok(target) => Ok(Content::Code(target)),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads `7` or `7-12`, which count from 1.
fn parse_range(text: &str) -> Option<Range<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last && last <= pack::LENGTH).then_some(first - 1..last)
}

fn today() -> Daily {
    Recorded::at(UNIX_EPOCH.elapsed().unwrap_or_default().as_secs()).day()
}

/// The days of a week, from Monday to Sunday, that have come.
fn week(day: Daily, today: Daily) -> Result<Vec<Daily>, String> {
    let (begun, to_come): (Vec<Daily>, Vec<Daily>) =
        sheet::week_of(day).partition(|day| *day <= today);
    if begun.is_empty() {
        return Err(format!(
            "the week of {day} is still to come: today is {today} in UTC"
        ));
    }
    if let Some(next) = to_come.first() {
        note::print(&format!(
            "the dailies from {next} on are still to come: today is {today} in UTC"
        ));
    }
    Ok(begun)
}

/// Checks that no option says what to print besides `--sheet`, unless that is a number.
pub fn check_options(content: &Content, option: Option<&str>) -> Result<(), CliError> {
    match (content, option) {
        (Content::Count(_), _) | (_, None) => Ok(()),
        (_, Some(option)) => Err(CliError::Usage(format!(
            "{option} and --sheet both say what to print: leave out {option}, or give --sheet a number"
        ))),
    }
}

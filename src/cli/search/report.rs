//! The result of a search, written as text, JSON or CSV.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::contact::{self, Entry};
use crate::cli::error::csv_error;
use crate::cli::value::{Object, varied_values};
use crate::cli::{CliError, note};
use crate::export::record;
use crate::game::counted;
use crate::map::Steps;
use crate::mapgen::MapSpec;
use crate::rng::SeedRange;
use crate::search::{Found, Match, Question};

/// What was asked, and what was found.
pub struct Report {
    pub question: Question,
    /// The seeds that were searched: ascending ranges, with other seeds between them.
    pub seeds: Vec<SeedRange>,
    pub found: Found,
}

impl Report {
    /// The maps that were found, with the values of the question's metrics.
    fn matches(&self) -> impl Iterator<Item = (MapSpec, &Match)> {
        let matches = self.found.matches.iter();
        matches.map(|found| (self.question.spec(found), found))
    }

    /// Number of maps of the question's kinds and seeds.
    fn maps(&self) -> u64 {
        let seeds = self.seeds.iter().map(|seeds| seeds.count());
        let seeds = seeds.fold(0, u64::saturating_add);
        seeds.saturating_mul(self.question.variants.count() as u64)
    }

    /// The names of the figures of a match: metrics, and then ways.
    fn names(&self) -> Vec<String> {
        let metrics = self.question.metrics().into_iter();
        let metrics = metrics.map(|metric| metric.name().to_owned());
        let ways = self.question.ways().into_iter();
        metrics.chain(ways.map(|way| way.to_string())).collect()
    }

    /// The figures of a match as people read them, in the order of [`names`](Self::names).
    fn in_words(&self, found: &Match) -> Vec<String> {
        let metrics = self.question.metrics().into_iter().zip(&found.figures);
        let metrics = metrics.map(|(metric, figure)| metric.in_words(*figure));
        let steps = found.steps.iter();
        let steps = steps.map(|steps| steps.map_or_else(|| "none".to_owned(), |it| it.to_string()));
        metrics.chain(steps).collect()
    }

    /// All but the matches.
    pub fn heading(&self) -> Heading {
        let question = &self.question;
        let ranges = self.seeds.iter().map(ToString::to_string);
        Heading {
            kind: question.variants.to_string(),
            condition: question.condition.as_ref().map(ToString::to_string),
            steps: question.steps,
            sort: question.order.map(|order| order.to_string()),
            count: question.count,
            seeds: ranges.collect::<Vec<_>>().join(SEPARATOR),
            generation_version: crate::GENERATION_VERSION,
            maps: self.maps(),
            matched: self.found.matched,
            failed: self.found.failed,
        }
    }

    /// Checks that the result has what its heading says: this number of maps, and each match once.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_whole(&self, maps: u64) -> Result<(), String> {
        let (found, expected) = (&self.found, self.maps());
        if maps != expected {
            return Err(format!(
                "its heading says {maps} maps, and its kinds and seeds make {expected}"
            ));
        }
        let mut places: Vec<_> = found
            .matches
            .iter()
            .map(|it| (it.seed, it.variant))
            .collect();
        places.sort_unstable();
        if let Some(pair) = places.windows(2).find(|pair| pair[0] == pair[1]) {
            let (seed, variant) = pair[0];
            let spec = self.question.variants.spec(variant, seed);
            return Err(format!("it lists {spec} twice"));
        }
        // A search that ended early has as many as it keeps.
        let count = self.question.count as u64;
        let expected = found.matched.map_or(count, |matched| matched.min(count));
        let listed = found.matches.len() as u64;
        match listed == expected {
            true => Ok(()),
            false => Err(format!(
                "it lists {listed} of the {expected} matches that its heading says: use the whole result"
            )),
        }
    }

    /// Prints to standard error what the list of matches leaves open.
    pub fn print_notes(&self) {
        let (found, maps) = (&self.found, self.maps());
        let kept = found.matches.len();
        match found.matched {
            Some(0) => note::print(&format!("no match among {}", counted(maps, "map"))),
            Some(matched) if io::stderr().is_terminal() => {
                note::print(&format!("{kept} of {matched} matches among {maps} maps"));
            }
            None if kept == super::MAX_COUNT => note::print(&format!(
                "the search ended after {kept} matches: narrow the condition, or use --sort"
            )),
            _ => {}
        }
        let failure = found.failed.filter(|failed| *failed > 0);
        if let Some((failed, (seed, variant))) = failure.zip(found.first_failure) {
            let spec = self.question.variants.spec(variant, seed);
            let reason = spec
                .generate()
                .map_or_else(|error| error.to_string(), |_| String::new());
            note::print(&format!(
                "{failed} of {maps} maps could not be generated, {spec} first: {reason}"
            ));
        }
    }

    /// Writes a line per match: the share code, then the name and value of each metric, in columns.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let names = self.names();
        let mut widths = vec![0; names.len()];
        for found in &self.found.matches {
            for (width, figure) in widths.iter_mut().zip(self.in_words(found)) {
                *width = figure.len().max(*width);
            }
        }
        let codes = self.matches().map(|(spec, _)| spec.to_string().len());
        let code_width = codes.max().unwrap_or(0);
        for (spec, found) in self.matches() {
            // Padding looks at the text, which a share code does not.
            write!(out, "{:code_width$}", spec.to_string())?;
            for ((name, figure), width) in names.iter().zip(self.in_words(found)).zip(&widths) {
                write!(out, "  {name} {figure:>width$}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Draws the matches on a sheet in the file at `path`, with their metrics.
    pub fn write_sheet(&self, path: &Path) -> Result<(), CliError> {
        let count = self.found.matches.len();
        if count > contact::MAX_MAPS {
            let most = contact::MAX_MAPS;
            let error = format!("--sheet: a sheet takes {most} maps, and {count} were found");
            return Err(CliError::Failure(error));
        }
        if count == 0 {
            // The notes say so.
            return Ok(());
        }
        let names = self.names();
        let entry = |(spec, found): (MapSpec, &Match)| {
            let figures = names.iter().zip(self.in_words(found));
            let figures = figures.map(|(name, figure)| format!("{name} {figure}"));
            Entry {
                spec,
                note: figures.collect::<Vec<_>>().join(", "),
            }
        };
        let entries: Vec<Entry> = self.matches().map(entry).collect();
        let heading = self.heading();
        let sort = heading.sort.map(|sort| format!("sorted by {sort}"));
        let parts = [heading.condition, sort].into_iter().flatten();
        let note = parts.collect::<Vec<_>>().join(", ");
        contact::write(path, &heading.kind, &note, &entries)
    }

    /// Writes one JSON object.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let names = self.names();
        let row = |(spec, found): (MapSpec, &Match)| {
            record! {
                share_code: spec.to_string(),
                // As text, since many JSON readers round numbers above 2^53.
                seed: spec.seed.to_string(),
                params: varied_values(&self.question.variants, found.variant),
                metrics: Object(names.iter().cloned().zip(figures(found)).collect()),
            }
        };
        #[derive(Serialize)]
        struct Document<T> {
            #[serde(flatten)]
            heading: Heading,
            matches: Vec<T>,
        }
        let document = Document {
            heading: self.heading(),
            matches: self.matches().map(row).collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }

    /// Writes CSV (RFC 4180, with plain line feeds): a header, then one row per match.
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        self.try_write_csv(out).map_err(csv_error)
    }

    fn try_write_csv(&self, out: &mut impl Write) -> csv::Result<()> {
        let mut rows = csv::Writer::from_writer(out);
        let mut header = vec!["share_code".to_owned(), "seed".to_owned()];
        let varied = self.question.variants.varied();
        header.extend(varied.map(|param| format!("param_{}", param.name)));
        header.extend(self.names());
        rows.write_record(&header)?;
        for (spec, found) in self.matches() {
            let values = self.question.variants.values(found.variant);
            let figures = figures(found);
            let figures = figures.map(|it| it.map_or_else(String::new, |it| it.to_string()));
            let mut row = vec![spec.to_string(), spec.seed.to_string()];
            row.extend(values.chain(figures));
            rows.write_record(&row)?;
        }
        Ok(rows.flush()?)
    }
}

/// The figures of a match, in the order of [`Report::names`].
fn figures(found: &Match) -> impl Iterator<Item = Option<u64>> {
    let metrics = found.figures.iter().map(|figure| Some(*figure));
    metrics.chain(found.steps.iter().copied())
}

/// Between the ranges of seeds of a result that was joined.
pub const SEPARATOR: &str = ", ";

/// The question that a result answers, and what is known of the maps besides the matches.
#[derive(Clone, Serialize, Deserialize)]
pub struct Heading {
    pub kind: String,
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// Four in results that do not say.
    #[serde(default = "four")]
    pub steps: Steps,
    pub sort: Option<String>,
    pub count: usize,
    pub seeds: String,
    pub generation_version: u32,
    pub maps: u64,
    pub matched: Option<u64>,
    pub failed: Option<u64>,
}

const fn four() -> Steps {
    Steps::Four
}

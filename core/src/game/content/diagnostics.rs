//! Errors in the content files, with file and line.

use std::fmt;

use super::kind::{DEEPEST, LevelKind};
use super::number::{self, Number};
use crate::map::prefab::{self, Format, Prefab, PrefabError};

/// One error in a content file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ContentError {
    /// Name of the file, as it was given.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be valid.
    pub reason: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// All errors in the content files; displayed one per line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ContentErrors(pub Vec<ContentError>);

impl fmt::Display for ContentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

/// Collects errors, file by file.
#[derive(Default)]
pub(super) struct Diagnostics<'a> {
    /// The file being read.
    pub file: &'a str,
    pub errors: Vec<ContentError>,
}

impl Diagnostics<'_> {
    pub fn error(&mut self, line: usize, reason: String) {
        self.errors.push(ContentError {
            file: self.file.to_owned(),
            line,
            reason,
        });
    }

    /// Tells of an id whether one of these files, each with its text, has errors and an entry of that id. It may have
    /// failed to read, and then whoever names it is not wrong.
    pub fn unread<'t, const N: usize>(
        &self,
        files: [(&str, &'t str); N],
    ) -> impl Fn(&str) -> bool + use<'t, N> {
        let has_errors = |file: &str| self.errors.iter().any(|error| error.file == file);
        let failed = files.into_iter().filter(|(file, _)| has_errors(file));
        let failed: Vec<&str> = failed.map(|(_, text)| text).collect();
        move |id| {
            let entry = format!("id: \"{id}\"");
            failed.iter().any(|text| text.contains(&entry))
        }
    }

    /// Reads the prefabs of a file whose names are ids; reports errors. An error of `mark` without words is known
    /// already.
    pub fn read_prefabs<'t, M: Clone>(
        &mut self,
        text: &'t str,
        format: &Format,
        mark: impl Fn(char, &str) -> Result<M, String>,
    ) -> Vec<Prefab<'t, M>> {
        let (prefabs, errors) = prefab::read(text, format, mark);
        for (line, reason) in errors {
            if !reason.is_empty() {
                self.error(line, reason);
            }
        }
        self.check_ids(prefabs.iter().map(|prefab| (prefab.name, prefab.line)));
        prefabs
    }

    /// The value of a prefab's key; reports an error.
    pub fn accept<T>(&mut self, value: Result<T, PrefabError>) -> Option<T> {
        value
            .map_err(|(line, reason)| self.error(line, reason))
            .ok()
    }

    /// The kind of level that a prefab is for; reports an error.
    pub fn kind_of<M>(&mut self, prefab: &Prefab<'_, M>) -> Option<LevelKind> {
        let names = LevelKind::ALL.map(|kind| format!("{kind:?}"));
        let right = format!("one of {}", names.join(", "));
        self.accept(prefab.value("kind", None, &right, |text| text.parse().ok()))
    }

    /// Whether the current file has no errors so far.
    pub fn is_clean(&self) -> bool {
        self.errors.iter().all(|error| error.file != self.file)
    }

    /// Replaces names in braces with numbers: those of the rules, and the entry's `own`. Does
    /// nothing if the rules could not be read (`numbers` is `None`).
    pub fn fill_numbers(
        &mut self,
        text: &mut String,
        line: usize,
        numbers: Option<&[Number]>,
        own: &[(&str, i64)],
    ) {
        let Some(numbers) = numbers else { return };
        let lookup = |name: &str| {
            let rules = numbers.iter().map(|number| (number.name, number.value));
            let found = own
                .iter()
                .copied()
                .chain(rules)
                .find(|(candidate, _)| *candidate == name);
            found.map(|(_, value)| value)
        };
        for name in number::fill_placeholders(text, lookup) {
            self.error(line, format!("\"{{{name}}}\" is not a number of the rules"));
        }
    }

    /// Reports an error unless `valid`.
    pub fn require(&mut self, valid: bool, line: usize, reason: impl FnOnce() -> String) {
        if !valid {
            self.error(line, reason());
        }
    }

    /// Reports a number that is out of range.
    pub fn check_range(
        &mut self,
        line: usize,
        what: &str,
        found: impl Into<i64>,
        least: i64,
        most: i64,
    ) {
        let found = found.into();
        self.require((least..=most).contains(&found), line, || {
            format!("{what} is {found}, not from {least} to {most}")
        });
    }

    /// Reports an empty text.
    pub fn check_text(&mut self, line: usize, what: &str, text: &str) {
        self.require(!text.is_empty(), line, || format!("{what} is empty"));
    }

    /// Reports ids that are empty, repeated, or contain characters other than `a-z`, `0-9` and `-`.
    pub fn check_ids<'b>(&mut self, ids: impl Iterator<Item = (&'b str, usize)>) {
        let mut known: Vec<&str> = Vec::new();
        for (id, line) in ids {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            self.require(!id.is_empty() && id.chars().all(plain), line, || {
                format!("\"{id}\" is not an id: use a-z, 0-9 and \"-\"")
            });
            self.require(!known.contains(&id), line, || {
                format!("the id \"{id}\" appears twice")
            });
            known.push(id);
        }
    }

    pub fn check_depths(&mut self, (first, last): (u8, u8), line: usize) {
        let valid = 1 <= first && first <= last && last <= DEEPEST;
        self.require(valid, line, || {
            format!("depths {first} to {last} are wrong: they go from 1 to {DEEPEST}")
        });
    }
}

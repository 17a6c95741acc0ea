//! Splits a RON list into its entries and reads each by itself, so that one mistake does not hide the
//! next.

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::DeserializeOwned;

use super::diagnostics::Diagnostics;

/// An entry that was read, with its place in the file.
pub(super) struct Entry<T> {
    pub value: T,
    /// Its first line, counted from 1.
    pub line: usize,
    /// The text of the entry, to find the line of a field.
    pub text: String,
}

impl<T> Entry<T> {
    /// The line of the field `name`; the entry's first line if it has no such field.
    pub fn line_of(&self, name: &str) -> usize {
        let field = format!("{name}:");
        let begins = |line: &str| {
            let found = line.find(&field);
            found.is_some_and(|at| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        self.line + self.text.lines().position(begins).unwrap_or(0)
    }
}

/// The most entries of a file. The embedded files have up to 80; checks compare each entry with
/// every other.
const MAX_ENTRIES: usize = 1000;

/// Reads every valid entry and reports the others. Of a list that is too long nothing is read.
pub(super) fn read<'a, T: DeserializeOwned>(
    (file, text): (&'a str, &str),
    diagnostics: &mut Diagnostics<'a>,
) -> Vec<Entry<T>> {
    diagnostics.file = file;
    let extensions = Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME;
    let options = ron::Options::default().with_default_extension(extensions);
    let mut found = Vec::new();
    let pieces = match cut(text) {
        Ok(pieces) => pieces,
        Err(error) => {
            diagnostics.error(error.span.end.line, error.code.to_string());
            return found;
        }
    };
    if pieces.is_empty() {
        diagnostics.error(1, "the list is empty".into());
    }
    if let Some((line, _)) = pieces.get(MAX_ENTRIES) {
        let count = pieces.len();
        let reason = format!("the list has {count} entries; {MAX_ENTRIES} is the limit");
        diagnostics.error(*line, reason);
        return found;
    }
    for (line, piece) in pieces {
        match options.from_str(piece) {
            Ok(value) => found.push(Entry {
                value,
                line,
                text: piece.to_owned(),
            }),
            Err(error) => {
                let within = error.span.start.line.max(1) - 1;
                diagnostics.error(line + within, error.code.to_string());
            }
        }
    }
    found
}

/// Splits a list into the texts of its entries, each with its first line.
fn cut(text: &str) -> Result<Vec<(usize, &str)>, ron::error::SpannedError> {
    let entries: Vec<&RawValue> = ron::from_str(text)?;
    let (mut last, mut line) = (0, 1);
    let place = |entry: &'_ RawValue| {
        let piece = without_remarks(entry.get_ron());
        // Each piece is a part of the text.
        let at = piece.as_ptr().addr() - text.as_ptr().addr();
        line += text[last..at].matches('\n').count();
        last = at;
        (line, &text[at..at + piece.len()])
    };
    Ok(entries.into_iter().map(place).collect())
}

/// The text without the comments before it.
fn without_remarks(text: &str) -> &str {
    let text = text.trim();
    match text
        .strip_prefix("//")
        .and_then(|remark| remark.split_once('\n'))
    {
        Some((_, rest)) => without_remarks(rest),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_where_its_entries_end() {
        let text = "// head ]\n[\n (a: \"x, ] \\\" \", b: '('),\n (\n  a: [1, 2],\n ),\n]\n";
        let pieces = cut(text).unwrap();
        let lines: Vec<usize> = pieces.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 4], "{pieces:?}");
        assert!(pieces[1].1.ends_with(')'));
    }

    #[test]
    fn a_list_that_is_none_is_refused_with_its_line() {
        let texts = [
            "",
            "\n(a: 1)",
            "[\n(a: 1),\n(b: 2\n]",
            "[\n(a: 1)\n\n",
            "[\n\"abc",
            "[]\n,",
            "[(a: 1),,]",
        ];
        let lines = texts.map(|text| cut(text).unwrap_err().span.end.line);
        assert_eq!(lines, [1, 2, 4, 4, 2, 2, 1]);
    }
}

//! Splits a RON list into its entries and parses each separately, so that one error does not hide
//! the next.

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::DeserializeOwned;

use super::diagnostics::Diagnostics;

/// A parsed entry, with its place in the file.
pub(super) struct Entry<T> {
    pub value: T,
    /// Its first line, counted from 1.
    pub line: usize,
    /// Its text, from which [`line_of`](Self::line_of) finds a field.
    pub text: String,
}

impl<T> Entry<T> {
    /// The line of the field `name`; the entry's first line if it has no such field.
    pub fn line_of(&self, name: &str) -> usize {
        self.find(name).unwrap_or(self.line)
    }

    /// The line of the field `name`, if it is there.
    pub fn find(&self, name: &str) -> Option<usize> {
        find_field(&self.text, name).map(|at| self.line_at(at))
    }

    /// The line of the field `name` of what the field `outer` holds; that of `outer` if it has none.
    pub fn line_within(&self, outer: &str, name: &str) -> usize {
        let from = find_field(&self.text, outer).unwrap_or(0);
        let found = find_field(&self.text[from..], name).unwrap_or(0);
        self.line_at(from + found)
    }

    fn line_at(&self, offset: usize) -> usize {
        self.line + self.text[..offset].matches('\n').count()
    }
}

/// Where the field `name` begins in the text of an entry.
fn find_field(text: &str, name: &str) -> Option<usize> {
    let field = format!("{name}:");
    let mut found = text.match_indices(&field).map(|(at, _)| at);
    found.find(|at| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The most entries in a file, because checks compare each entry with every other. The embedded
/// files have up to 80.
const MAX_ENTRIES: usize = 1000;

/// Reads every valid entry and reports the others. A list longer than [`MAX_ENTRIES`] is not read
/// at all.
pub(super) fn read<'a, T: DeserializeOwned>(
    (file, text): (&'a str, &str),
    diagnostics: &mut Diagnostics<'a>,
) -> Vec<Entry<T>> {
    diagnostics.file = file;
    let extensions = Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME;
    let options = ron::Options::default().with_default_extension(extensions);
    let mut found = Vec::new();
    let pieces = match split_entries(text) {
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
                let offset = error.span.start.line.max(1) - 1;
                diagnostics.error(line + offset, error.code.to_string());
            }
        }
    }
    found
}

/// Splits a list into the texts of its entries, each with the number of its first line.
fn split_entries(text: &str) -> Result<Vec<(usize, &str)>, ron::error::SpannedError> {
    let entries: Vec<&RawValue> = ron::from_str(text)?;
    let (mut last, mut line) = (0, 1);
    let locate = |entry: &'_ RawValue| {
        let piece = strip_comments(entry.get_ron());
        // Each piece is a slice of `text`.
        let at = piece.as_ptr().addr() - text.as_ptr().addr();
        line += text[last..at].matches('\n').count();
        last = at;
        (line, &text[at..at + piece.len()])
    };
    Ok(entries.into_iter().map(locate).collect())
}

/// Trims a text and removes leading line comments.
fn strip_comments(text: &str) -> &str {
    let text = text.trim();
    match text
        .strip_prefix("//")
        .and_then(|comment| comment.split_once('\n'))
    {
        Some((_, rest)) => strip_comments(rest),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_where_its_entries_end() {
        let text = "// head ]\n[\n (a: \"x, ] \\\" \", b: '('),\n (\n  a: [1, 2],\n ),\n]\n";
        let pieces = split_entries(text).unwrap();
        let lines: Vec<usize> = pieces.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 4], "{pieces:?}");
        assert!(pieces[1].1.ends_with(')'));
    }

    #[test]
    fn text_that_is_not_a_list_is_reported_with_its_line() {
        let texts = [
            "",
            "\n(a: 1)",
            "[\n(a: 1),\n(b: 2\n]",
            "[\n(a: 1)\n\n",
            "[\n\"abc",
            "[]\n,",
            "[(a: 1),,]",
        ];
        let lines = texts.map(|text| split_entries(text).unwrap_err().span.end.line);
        assert_eq!(lines, [1, 2, 4, 4, 2, 2, 1]);
    }
}

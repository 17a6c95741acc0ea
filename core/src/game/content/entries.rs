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
    /// Its text without comments and strings, in which [`line_of`](Self::line_of) finds a field.
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
                text: without_words(piece),
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

/// A RON text in which comments and what is in quotes are blank, as long as it was. Its line ends stay.
fn without_words(text: &str) -> String {
    let mut blank = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = words_at(rest);
        let (words, after) = rest.split_at(length.unwrap_or(first.len_utf8()));
        match length {
            Some(_) => blank.extend(words.bytes().map(|byte| match byte {
                b'\n' => '\n',
                _ => ' ',
            })),
            None => blank.push(first),
        }
        rest = after;
    }
    blank
}

/// The length in bytes of the comment, string or character that a RON text begins with, if it does.
fn words_at(text: &str) -> Option<usize> {
    let all = text.len();
    let past = |from: usize, end: &str| {
        text[from..]
            .find(end)
            .map_or(all, |at| from + at + end.len())
    };
    if text.starts_with("//") {
        return Some(past(0, "\n"));
    }
    if text.starts_with("/*") {
        let (mut depth, mut at) = (0, 0);
        loop {
            match &text.as_bytes()[at..] {
                [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
                [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
                [_, ..] => at += 1,
                [] => return Some(all),
            }
            if depth == 0 {
                return Some(at);
            }
        }
    }
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            return Some(past(hashes + 2, &format!("\"{}", "#".repeat(hashes))));
        }
    }
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut signs = text.char_indices().skip(1);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            _ if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_where_it_is_and_not_where_it_is_spoken_of() {
        let text = "(\n // text: one\n a: \"text: \\\" two\", /* text: /* three */ text: \n four */\n \
                    b: r#\"text: \" five\"#, c: '\"', d: '\\'', other: (text: 6),\n)";
        let entry = Entry {
            value: (),
            line: 10,
            text: without_words(text),
        };
        assert_eq!(entry.text.len(), text.len());
        assert_eq!(entry.find("text"), Some(14), "{}", entry.text);
        assert_eq!(entry.line_within("other", "text"), 14);
        assert_eq!(entry.find("four"), None);
    }

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

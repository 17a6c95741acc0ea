//! Splits a RON list into its entries and reads each by itself, so that one mistake does not hide the
//! next.

use std::iter::Peekable;
use std::str::CharIndices;

use ron::extensions::Extensions;
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
pub(super) fn read<T: DeserializeOwned>(
    text: &str,
    diagnostics: &mut Diagnostics<'_>,
) -> Vec<Entry<T>> {
    let options = ron::Options::default()
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME);
    let mut found = Vec::new();
    let pieces = match cut(text) {
        Ok(pieces) => pieces,
        Err((line, reason)) => {
            diagnostics.error(line, reason);
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

/// What is wrong with a list, and its line.
type ListError = (usize, String);

/// The characters still to be read, with their offsets.
type Rest<'a> = Peekable<CharIndices<'a>>;

/// Splits a list into the texts of its entries, each with its first line.
fn cut(text: &str) -> Result<Vec<(usize, &str)>, ListError> {
    let mut splitter = Splitter {
        text,
        line: 1,
        pieces: Vec::new(),
        open: Vec::new(),
        begin: None,
        closed: false,
    };
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let comment = c == '/' && rest.peek().is_some_and(|&(_, next)| next == '/');
        match c {
            '\n' => splitter.line += 1,
            c if c.is_whitespace() => {}
            _ if comment => while rest.next_if(|&(_, c)| c != '\n').is_some() {},
            _ => splitter.read(at, c, &mut rest)?,
        }
    }
    splitter.finish()
}

/// The state of [`cut`].
struct Splitter<'a> {
    text: &'a str,
    line: usize,
    pieces: Vec<(usize, &'a str)>,
    /// The brackets that would close what is open, each with the line it was opened on.
    open: Vec<(char, usize)>,
    /// Where the current entry begins: its offset and its line.
    begin: Option<(usize, usize)>,
    /// Whether the list itself is closed.
    closed: bool,
}

impl<'a> Splitter<'a> {
    /// Reads one character that is neither white space nor part of a comment.
    fn read(&mut self, at: usize, c: char, rest: &mut Rest<'_>) -> Result<(), ListError> {
        match c {
            '#' if self.open.is_empty() => {
                return Err((self.line, "extensions are set by the program".into()));
            }
            ',' if self.open.len() == 1 => {
                if self.begin.is_none() {
                    return Err((self.line, "a comma without an entry before it".into()));
                }
                self.end_entry(at);
            }
            _ if self.closed => {
                return Err((self.line, format!("`{c}` after the end of the list")));
            }
            '[' if self.open.is_empty() => self.open.push((']', self.line)),
            _ if self.open.is_empty() => {
                return Err((self.line, format!("a list begins with `[`, not `{c}`")));
            }
            ')' | ']' | '}' => self.close(at, c)?,
            _ => {
                self.begin.get_or_insert((at, self.line));
                self.read_entry(c, rest)?;
            }
        }
        Ok(())
    }

    /// Reads a character of an entry that closes nothing; strings and characters whole.
    fn read_entry(&mut self, c: char, rest: &mut Rest<'_>) -> Result<(), ListError> {
        match c {
            '(' => self.open.push((')', self.line)),
            '[' => self.open.push((']', self.line)),
            '{' => self.open.push(('}', self.line)),
            '"' => self.line += skip_string(rest, self.line)?,
            // A character such as '"' or '('.
            '\'' => {
                let _ = rest.next_if(|&(_, c)| c == '\\');
                let _ = rest.next();
                let _ = rest.next_if(|&(_, c)| c == '\'');
            }
            _ => {}
        }
        Ok(())
    }

    /// Closes a bracket, and with the last one the list.
    fn close(&mut self, at: usize, c: char) -> Result<(), ListError> {
        if self.open.pop().is_none_or(|(expected, _)| expected != c) {
            return Err((self.line, format!("`{c}` closes nothing that is open")));
        }
        if self.open.is_empty() {
            self.closed = true;
            self.end_entry(at);
        }
        Ok(())
    }

    /// Ends the current entry, if there is one, before the offset `at`.
    fn end_entry(&mut self, at: usize) {
        if let Some((from, line)) = self.begin.take() {
            self.pieces.push((line, &self.text[from..at]));
        }
    }

    fn finish(self) -> Result<Vec<(usize, &'a str)>, ListError> {
        match self.open.last() {
            Some((bracket, line)) => {
                let reason = format!("`{bracket}` is missing for what opens here");
                Err((*line, reason))
            }
            None if self.closed => Ok(self.pieces),
            None => Err((1, "the file is empty: a list begins with `[`".into())),
        }
    }
}

/// Skips the rest of a string; returns how many line ends it contains.
fn skip_string(rest: &mut Rest<'_>, line: usize) -> Result<usize, ListError> {
    let mut lines = 0;
    while let Some((_, c)) = rest.next() {
        match c {
            '"' => return Ok(lines),
            '\\' => {
                let _ = rest.next();
            }
            '\n' => lines += 1,
            _ => {}
        }
    }
    Err((line, "a string is not closed".into()))
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
        let line = |text: &str| cut(text).unwrap_err().0;
        assert_eq!(line(""), 1);
        assert_eq!(line("\n(a: 1)"), 2);
        assert_eq!(line("[\n(a: 1),\n(b: 2\n]"), 4);
        assert_eq!(line("[\n(a: 1)\n\n"), 1);
        assert_eq!(line("[\n\"abc\n"), 2);
        assert_eq!(line("[]\n,"), 2);
        assert_eq!(line("[(a: 1),,]"), 1);
    }
}

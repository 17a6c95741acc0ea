//! Cuts a RON list into its entries and reads each by itself, so that one mistake does not hide
//! the next. Knows nothing of what the entries are.

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::Complaints;

/// An entry that was read, and where.
pub(super) struct Entry<T> {
    pub value: T,
    /// Its first line, counted from 1.
    pub line: usize,
    /// Its text, to find the line of a field.
    pub text: String,
}

impl<T> Entry<T> {
    /// The line of the field `name`, or the first line of the entry if it has no such field.
    pub fn line_of(&self, name: &str) -> usize {
        let field = format!("{name}:");
        let begins = |line: &str| {
            let found = line.find(&field);
            found.is_some_and(|at| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        self.line + self.text.lines().position(begins).unwrap_or(0)
    }
}

/// The most entries of a file. The files of the program have up to 80; checks compare each with
/// every other.
const MOST_ENTRIES: usize = 1000;

/// Reads every entry that can be read and complains of the others. A list that is too long is not
/// read at all.
pub(super) fn read<T: DeserializeOwned>(
    text: &str,
    complaints: &mut Complaints<'_>,
) -> Vec<Entry<T>> {
    let options = ron::Options::default()
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::IMPLICIT_SOME);
    let mut found = Vec::new();
    let pieces = match cut(text) {
        Ok(pieces) => pieces,
        Err((line, reason)) => {
            complaints.error(line, reason);
            return found;
        }
    };
    if pieces.is_empty() {
        complaints.error(1, "the list is empty".into());
    }
    if let Some((line, _)) = pieces.get(MOST_ENTRIES) {
        let count = pieces.len();
        let reason = format!("the list has {count} entries; {MOST_ENTRIES} is the limit");
        complaints.error(*line, reason);
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
                complaints.error(line + within, error.code.to_string());
            }
        }
    }
    found
}

/// The entries of a list with the lines they begin on.
fn cut(text: &str) -> Result<Vec<(usize, &str)>, (usize, String)> {
    let mut pieces = Vec::new();
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut begin: Option<(usize, usize)> = None;
    let mut line = 1;
    let mut closed = false;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map(|&(_, c)| c);
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() => {}
            '/' if next == Some('/') => while rest.next_if(|&(_, c)| c != '\n').is_some() {},
            '#' if open.is_empty() => {
                return Err((line, "extensions are set by the program".into()));
            }
            ',' if open.len() == 1 => {
                let Some((from, first)) = begin.take() else {
                    return Err((line, "a comma without an entry before it".into()));
                };
                pieces.push((first, &text[from..at]));
            }
            _ if closed => return Err((line, format!("`{c}` after the end of the list"))),
            '[' if open.is_empty() => open.push((']', line)),
            _ if open.is_empty() => {
                return Err((line, format!("a list begins with `[`, not `{c}`")));
            }
            ')' | ']' | '}' => {
                let expected = open.pop();
                if expected.is_none_or(|(right, _)| right != c) {
                    return Err((line, format!("`{c}` closes nothing that is open")));
                }
                if open.is_empty() {
                    closed = true;
                    if let Some((from, first)) = begin.take() {
                        pieces.push((first, &text[from..at]));
                    }
                }
            }
            _ => {
                begin.get_or_insert((at, line));
                match c {
                    '(' => open.push((')', line)),
                    '[' => open.push((']', line)),
                    '{' => open.push(('}', line)),
                    '"' => line += string(&mut rest, line)?,
                    // A character such as '"' or '('.
                    '\'' => {
                        let escaped = rest.next_if(|&(_, c)| c == '\\').is_some();
                        let _ = rest.next();
                        if !escaped || next.is_some() {
                            let _ = rest.next_if(|&(_, c)| c == '\'');
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    match open.last() {
        Some((right, from)) => Err((*from, format!("`{right}` is missing for what opens here"))),
        None if closed => Ok(pieces),
        None => Err((1, "the file is empty: a list begins with `[`".into())),
    }
}

/// Skips the rest of a string; returns how many lines it goes on.
fn string(
    rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>,
    line: usize,
) -> Result<usize, (usize, String)> {
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

//! Text from outside, as people have it: what an editor, a chat or a web page puts around a text is
//! dropped here, and nowhere else.
//!
//! [`decode`] turns bytes into text, [`value`] reads a single value, [`lines`] the lines of a
//! document with their places, and [`document`] cleans a document for a parser of its own.
//!
//! Ignored are byte order marks, the kind of line ends, blank lines and code fences around a text,
//! common indentation, and white space (with no-break spaces), zero-width and direction marks around
//! a value or at the end of a line.

use std::borrow::Cow;
use std::char::REPLACEMENT_CHARACTER;
use std::fmt::Display;
use std::iter;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Why a text or a value is not accepted: a clause that names what is wrong, and what would be right. For errors that
/// people read and no code looks into.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(String);

impl Invalid {
    /// The error that says `reason`.
    pub fn new(reason: impl Display) -> Self {
        Self(reason.to_string())
    }
}

/// Code page 437 from 0x00 to 0xFF, with the symbols that its control codes show on a screen: the characters that
/// maps are drawn with.
pub const CP437: &str = "\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The characters of [`CP437`] that show nothing.
#[doc(hidden)]
pub const BLANK: [char; 3] = ['\0', ' ', '\u{a0}'];

/// Whether a map shows a character: it is in [`CP437`] and not blank.
#[doc(hidden)]
pub fn is_drawable(c: char) -> bool {
    !BLANK.contains(&c) && CP437.contains(c)
}

/// Bytes that are not text in UTF-8, or in UTF-16 with a byte order mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not UTF-8 text")]
pub struct NotText;

/// Decodes UTF-8, with a byte order mark or without, or UTF-16 with one. Removes the mark.
///
/// # Errors
/// [`NotText`].
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotText> {
    let Some(order) = utf16(bytes) else {
        let text = str::from_utf8(without_mark(bytes)).map_err(|_| NotText)?;
        return Ok(text.into());
    };
    let text: Result<String, _> = char::decode_utf16(units(bytes, order)).collect();
    match text {
        Ok(text) if bytes.len().is_multiple_of(2) => Ok(text.into()),
        _ => Err(NotText),
    }
}

/// As [`decode`], with U+FFFD for what is not text: a parser that names places reports it.
pub fn decode_lossy(bytes: &[u8]) -> Cow<'_, str> {
    let Some(order) = utf16(bytes) else {
        return String::from_utf8_lossy(without_mark(bytes));
    };
    let units = char::decode_utf16(units(bytes, order));
    let text = units.map(|unit| unit.unwrap_or(REPLACEMENT_CHARACTER));
    let cut = (!bytes.len().is_multiple_of(2)).then_some(REPLACEMENT_CHARACTER);
    text.chain(cut).collect::<String>().into()
}

/// Whether bytes begin with the mark of UTF-16.
#[doc(hidden)]
pub fn is_utf16(bytes: &[u8]) -> bool {
    utf16(bytes).is_some()
}

const BOM: char = '\u{feff}';

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// How UTF-16 is read, if bytes begin with its mark.
fn utf16(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The units after the mark.
fn units(bytes: &[u8], order: fn([u8; 2]) -> u16) -> impl Iterator<Item = u16> {
    let pairs = bytes.as_chunks().0.iter();
    pairs.skip(1).map(move |pair| order(*pair))
}

/// Whether a character is ignored around a value: white space, a zero-width mark or a direction mark.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            BOM | '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2064}'
                | '\u{2066}'..='\u{206f}'
        )
}

/// `text` without the [blanks](is_blank) around it.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

const FENCE: &str = "```";

/// The single value that a text holds: its lines joined, without what is ignored around each.
///
/// ```
/// use undercroft_core::text::value;
///
/// assert_eq!(value("\u{feff}```\r\n  rogue/80x50#\r\n  7\u{200b}\r\n```\r\n"), "rogue/80x50#7");
/// ```
pub fn value(text: &str) -> Cow<'_, str> {
    let trimmed = trim(text);
    if trimmed.contains(['\n', '\r']) {
        return lines(trimmed).map(|line| trim(line.text)).collect();
    }
    let fenced = trimmed.strip_prefix(FENCE);
    let fenced = fenced.and_then(|rest| rest.strip_suffix(FENCE));
    fenced.map_or(trimmed, trim).into()
}

/// A line of a document, without what is ignored around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// Its number in the whole text, counted from 1.
    pub number: usize,
    /// The column at which `text` begins, in characters, counted from 1.
    pub column: usize,
    /// The line without common indentation, and without blanks at its end.
    pub text: &'a str,
}

impl Line<'_> {
    /// The line without any blanks at its start, for formats in which they mean nothing.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let text = self.text.trim_start_matches(is_blank);
        let dropped = &self.text[..self.text.len() - text.len()];
        let column = self.column + dropped.chars().count();
        Self {
            text,
            column,
            ..self
        }
    }
}

/// The lines of a document, from the first that is not blank to the last.
///
/// ```
/// use undercroft_core::text::lines;
///
/// let text = "\n```text\r\n  BC \r\n   B\r\n```\n\n";
/// let found: Vec<_> = lines(text).map(|line| (line.number, line.column, line.text)).collect();
/// assert_eq!(found, [(3, 3, "BC"), (4, 3, " B")]);
/// ```
pub fn lines(text: &str) -> Lines<'_> {
    let mut body = Lines {
        rest: text,
        next: 1,
        indent: 0,
    };
    body.drop_blank_lines();
    let mut is_fenced = false;
    if let Some(first) = body.clone().next()
        && let Some(info) = trim(first.text).strip_prefix(FENCE)
        && !info.trim_start_matches('`').contains('`')
    {
        is_fenced = true;
        body.next();
        body.drop_blank_lines();
    }
    let (before, last) = split_last(body.rest);
    let end = last.trim_end_matches(is_blank);
    if trim(last).len() >= FENCE.len() && trim(last).bytes().all(|byte| byte == b'`') {
        body.rest = before;
        body.drop_blank_lines();
    } else if is_fenced && end.ends_with(FENCE) {
        // Typed by hand, the fence may close at the end of the last line.
        body.rest = &body.rest[..before.len() + end.trim_end_matches('`').len()];
    }
    let indents = raw_lines(body.rest).filter(|line| !trim(line).is_empty());
    body.indent = indents.map(indentation).min().unwrap_or(0);
    body
}

/// Iterator over the [`lines`] of a document.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    rest: &'a str,
    next: usize,
    indent: usize,
}

impl Lines<'_> {
    fn drop_blank_lines(&mut self) {
        while !self.rest.is_empty() {
            let (line, rest) = split_line(self.rest);
            if !trim(line).is_empty() {
                break;
            }
            (self.rest, self.next) = (rest, self.next + 1);
        }
        while !self.rest.is_empty() {
            let (before, last) = split_last(self.rest);
            if !trim(last).is_empty() {
                break;
            }
            let cut = before.strip_suffix("\r\n");
            self.rest = cut.unwrap_or_else(|| before.strip_suffix(['\n', '\r']).unwrap_or(before));
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = split_line(self.rest);
        let text = strip_indentation(line, self.indent);
        let found = Line {
            number: self.next,
            column: line[..line.len() - text.len()].chars().count() + 1,
            text: text.trim_end_matches(is_blank),
        };
        (self.rest, self.next) = (rest, self.next + 1);
        Some(found)
    }
}

/// The first line without its end, and what follows.
fn split_line(text: &str) -> (&str, &str) {
    let Some(end) = text.find(['\n', '\r']) else {
        return (text, "");
    };
    let (line, rest) = text.split_at(end);
    let rest = rest.strip_prefix("\r\n").unwrap_or(&rest[1..]);
    (line, rest)
}

/// What precedes the last line, and the last line.
fn split_last(text: &str) -> (&str, &str) {
    let start = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    text.split_at(start)
}

fn raw_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    iter::from_fn(move || {
        let (line, after) = split_line(rest?);
        rest = Some(after).filter(|after| !after.is_empty());
        Some(line)
    })
}

/// Number of white-space characters at the start of a line, among which marks do not count.
fn indentation(line: &str) -> usize {
    let blanks = line.chars().take_while(|c| is_blank(*c));
    blanks.filter(|c| c.is_whitespace()).count()
}

/// A line without `indent` white-space characters at its start, and without the marks among and after
/// them.
fn strip_indentation(line: &str, indent: usize) -> &str {
    let mut left = indent;
    line.trim_start_matches(|c: char| {
        let is_space = c.is_whitespace();
        let dropped = is_blank(c) && (!is_space || left > 0);
        left = left.saturating_sub(usize::from(is_space));
        dropped
    })
}

/// A document for a parser of its own: with LF as line ends, without fences, and without blanks other
/// than spaces and tabs around its lines. Every line stays where it was, so that the parser names the
/// right places.
pub fn document(text: &str) -> String {
    let body = lines(text);
    let mut clean = "\n".repeat(body.next - 1);
    clean.reserve(text.len());
    for line in raw_lines(body.rest) {
        let start = line.len() - line.trim_start_matches(is_blank).len();
        let (indent, rest) = line.split_at(start);
        let spaces = indent.chars().filter(|c| c.is_whitespace());
        clean.extend(spaces.map(|c| if c == '\t' { c } else { ' ' }));
        clean += rest.trim_end_matches(is_blank);
        clean.push('\n');
    }
    clean
}

/// Line and column, in bytes, of a slice of `text`, counted from 1.
#[doc(hidden)]
pub fn place(text: &str, part: &str) -> (usize, usize) {
    let before = &text[..part.as_ptr().addr() - text.as_ptr().addr()];
    let mut rest = before;
    let mut line = 1;
    while let Some(end) = rest.find(['\n', '\r']) {
        rest = &rest[end..];
        rest = rest.strip_prefix("\r\n").unwrap_or(&rest[1..]);
        line += 1;
    }
    (line, rest.len() + 1)
}

/// The normal form (NFC) in which a text is hashed, so that an accented letter is one text however it
/// is composed.
#[doc(hidden)]
pub fn normal(text: &str) -> Cow<'_, str> {
    match is_nfc(text) {
        true => text.into(),
        false => text.nfc().collect::<String>().into(),
    }
}

/// The beginning of a text for a message: at most 40 characters, on one line, with invisible ones
/// escaped.
#[doc(hidden)]
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut shown = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == MAX_CHARS {
            return shown + "...";
        }
        match c {
            ' ' => shown.push(c),
            _ if c.is_control() => shown.extend(c.escape_debug()),
            _ if is_blank(c) => shown.extend(c.escape_unicode()),
            _ => shown.push(c),
        }
    }
    shown
}

/// Adds a capital letter, and a full stop unless the text ends as a sentence or a list, or with a space: then its last
/// word is a code.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    let first: String = first.into_iter().flatten().collect();
    let stop = match text.ends_with(['.', '!', '?', ':', ' ']) {
        true => "",
        false => ".",
    };
    format!("{first}{}{stop}", letters.as_str().trim_end())
}

/// Breaks a text into lines of at most `width` characters, after a comma or a slash where possible, or
/// before a `#`. A width of 0 counts as 1.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > width {
        let may_break = |end: &usize| matches!(rest[end - 1], ',' | '/' | ' ') || rest[*end] == '#';
        let end = (1..=width).rev().find(may_break).unwrap_or(width);
        let after = rest.split_off(end);
        lines.push(rest.into_iter().collect());
        rest = after;
    }
    lines.extend((!rest.is_empty()).then(|| rest.into_iter().collect()));
    lines
}

/// Words as a sentence lists them, with `joint` before the last: `a, b and c`.
#[doc(hidden)]
pub fn list(words: &[impl AsRef<str>], joint: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {joint} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Whether a word becomes `name` by one letter changed, added, left out, or changed about with its
/// neighbour.
#[doc(hidden)]
pub fn is_near(word: &str, name: &str) -> bool {
    word.len() <= name.len() + 1 && strsim::osa_distance(&word.to_ascii_lowercase(), name) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(usize, usize, &str)> {
        let found = lines(text).map(|line| (line.number, line.column, line.text));
        found.collect()
    }

    #[test]
    fn bytes_are_decoded_by_their_mark() {
        for bytes in [
            &b"4\n2"[..],
            b"\xef\xbb\xbf4\n2",
            b"\xff\xfe4\0\n\x002\0",
            b"\xfe\xff\x004\0\n\x002",
        ] {
            assert_eq!(decode(bytes).unwrap(), "4\n2", "{bytes:?}");
            assert_eq!(value(&decode_lossy(bytes)), "42", "{bytes:?}");
        }
        for bytes in [&b"4\xff2"[..], b"\xff\xfe4", b"\xff\xfe\0\xd8"] {
            assert_eq!(decode(bytes), Err(NotText), "{bytes:?}");
            assert!(decode_lossy(bytes).contains('\u{fffd}'), "{bytes:?}");
        }
        assert_eq!(decode(b"").unwrap(), "");
    }

    #[test]
    fn lines_keep_their_places() {
        let plain = [(1, 1, "BC"), (2, 1, "B6")];
        for text in [
            "BC\nB6",
            "BC\r\nB6\r\n",
            "BC\rB6\r",
            "\u{feff}BC \nB6\t\n\n \n",
        ] {
            let texts: Vec<&str> = of(text).iter().map(|line| line.2).collect();
            assert_eq!(texts, plain.map(|line| line.2), "{text:?}");
        }
        assert_eq!(of("BC\r\nB6"), plain);
        assert_eq!(of("\n \r\n\tBC\r\t B6"), [(3, 2, "BC"), (4, 2, " B6")]);
        assert_eq!(
            of("```\n  BC\n\n  B6\n```"),
            [(2, 3, "BC"), (3, 1, ""), (4, 3, "B6")]
        );
        assert_eq!(of("```\nBC\nB6``` \n"), [(2, 1, "BC"), (3, 1, "B6")]);
        assert_eq!(of("BC\nB6```"), [(1, 1, "BC"), (2, 1, "B6```")]);
        assert_eq!(
            of("\u{200e}BC\u{a0}\n\u{a0}\u{200e}B6"),
            [(1, 2, "BC"), (2, 1, "\u{a0}\u{200e}B6")]
        );
        assert_eq!(of("a\n```\n"), [(1, 1, "a")]);
        let trimmed = lines("B\n \u{200e}B6").map(Line::trimmed).last().unwrap();
        assert_eq!((trimmed.column, trimmed.text), (3, "B6"));
        for blank in ["", "\n\n", "```", "```\n```", " \u{feff}\r\n"] {
            assert_eq!(of(blank), [], "{blank:?}");
        }
    }

    #[test]
    fn a_value_is_read_without_what_surrounds_it() {
        for text in [
            "42",
            " 42\n",
            "\u{feff}42",
            "\u{200e}42\u{200b}",
            "\u{a0}\u{202a}42\u{202c}\u{3000}",
            "```\n42\n```",
            "```text\r\n\r\n 42\r\n```\r\n",
            "```\n42```",
            "```42```",
            "\u{2066}4\u{200b}\n2\u{2069}",
        ] {
            assert_eq!(value(text), "42", "{text:?}");
        }
        assert_eq!(value("`42`"), "`42`");
        assert_eq!(value("salt\u{a0}and iron "), "salt\u{a0}and iron");
        assert_eq!(value("``````"), "");
    }

    #[test]
    fn a_document_keeps_its_lines() {
        assert_eq!(
            document("\u{feff}(\r  text: 20,\r\n)\u{a0}"),
            "(\n  text: 20,\n)\n"
        );
        assert_eq!(
            document("\n```ron\n\u{a0}\u{a0}(a: 1)\n```\n"),
            "\n\n  (a: 1)\n"
        );
        assert_eq!(document(""), "");
    }

    #[test]
    fn a_slice_is_found_by_line_and_column() {
        let text = "a\rbc\r\nd e";
        assert_eq!(place(text, &text[..1]), (1, 1));
        assert_eq!(place(text, &text[3..4]), (2, 2));
        assert_eq!(place(text, &text[8..]), (3, 3));
    }

    #[test]
    fn an_excerpt_is_short_and_visible() {
        assert_eq!(excerpt("a\u{200b}\n b"), "a\\u{200b}\\n b");
        assert_eq!(excerpt(&"x".repeat(99)), "x".repeat(40) + "...");
    }

    #[test]
    fn a_long_label_is_broken_where_its_parts_end() {
        assert_eq!(wrap("rogue/80x50#7", 20), ["rogue/80x50#7"]);
        let code = "rooms/120x80/tries=60,margin=1#18446744073709551615";
        let lines = [
            "rooms/120x80/",
            "tries=60,margin=1",
            "#1844674407370955161",
            "5",
        ];
        assert_eq!(wrap(code, 20), lines);
        assert_eq!(
            wrap("loops 4, longest_steps 231", 20),
            ["loops 4, ", "longest_steps 231"]
        );
        assert!(wrap("", 20).is_empty());
    }
}

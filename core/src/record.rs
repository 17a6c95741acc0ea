//! Recordings as text: what the recording of a run has in common with that of a board or a maze.
//!
//! A recording is text with one record per line. A record ends with `:`, its length up to there in bytes, without
//! the space before the `:`, and a checksum: the last 32 bits, as 8 hex digits, of XXH3 (64 bits) over these bytes.
//! The seed of the hash is the hash of the record before, and 0 for the first. So records can be appended, and none
//! can change, be missing or move unnoticed, but for the last ones.
//!
//! A record consists of words. A move is a word, with `*` and a number if it was made several times in a row.

use std::fmt::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::decimal::parse_digits;
use crate::text::{self, Line, Lines, excerpt};

/// The most moves of a recording that is read.
pub const MAX_MOVES: u64 = 1_000_000;

/// Why a recording cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct RecordingError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// What is wrong, and what would be valid.
    pub reason: String,
}

/// What is wrong after the part of a recording that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The first error.
    pub error: RecordingError,
    /// The moves that cannot be read, as far as they can be counted.
    pub moves: u64,
    /// Whether the text merely ends in the middle of its last record, as after a crash.
    pub is_cut: bool,
}

impl Damage {
    /// What is wrong from the first line of `rest` on. The words that can be read as an `M` are moves.
    #[doc(hidden)]
    pub fn new<'a, M: FromStr>(
        rest: impl Iterator<Item = Line<'a>> + Clone,
        error: RecordingError,
    ) -> Self {
        let is_cut = rest.clone().count() == 1 && error.reason.starts_with(CUT_SHORT);
        let moves = rest.map(|line| count_moves::<M>(line.text));
        Self {
            error,
            moves: moves.fold(0, u64::saturating_add).min(MAX_MOVES),
            is_cut,
        }
    }
}

/// The moves in a record that cannot be trusted.
#[doc(hidden)]
pub fn count_moves<M: FromStr>(line: &str) -> u64 {
    let words = line.split(' ').take_while(|word| !word.starts_with(':'));
    let counts = words.filter_map(|word| {
        let (name, count) = word.split_once('*').unwrap_or((word, "1"));
        name.parse::<M>().ok()?;
        parse_digits::<u32>(count).map(u64::from)
    });
    counts.fold(0, u64::saturating_add)
}

/// Moves in order, each with how often it was made in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub struct Moves<M>(Vec<(M, u32)>);

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Copy + PartialEq> Moves<M> {
    /// Adds moves at the end.
    pub fn add(&mut self, made: M, count: u32) {
        match self.0.last_mut() {
            Some((last, sum)) if *last == made => *sum = sum.saturating_add(count),
            _ => self.0.push((made, count)),
        }
    }

    pub fn get(&self, index: usize) -> Option<(M, u32)> {
        self.0.get(index).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (M, u32)> {
        self.0.iter().copied()
    }

    pub fn count(&self) -> u64 {
        self.0.iter().map(|(_, count)| u64::from(*count)).sum()
    }
}

impl<M> Moves<M> {
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<M: fmt::Display> fmt::Display for Moves<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (made, count) in &self.0 {
            write!(f, "{}{made}", std::mem::replace(&mut gap, " "))?;
            if *count != 1 {
                write!(f, "*{count}")?;
            }
        }
        Ok(())
    }
}

/// The hash up to a record, with which the next one is sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[doc(hidden)]
pub struct Chain(u64);

impl Chain {
    /// Appends a record to `text`.
    pub fn write(&mut self, text: &mut String, record: &str) {
        let check = self.check(record);
        let length = record.len();
        writeln!(text, "{record} :{length} {check:08x}")
            .expect("a string takes what is written to it");
    }

    /// Continues the chain by a record; returns its checksum.
    fn check(&mut self, record: &str) -> u32 {
        self.0 = xxh3_64_with_seed(record.as_bytes(), self.0);
        self.0 as u32
    }
}

/// The content of a record and its seal.
#[doc(hidden)]
pub fn split_seal(line: &str) -> Option<(&str, &str)> {
    line.rsplit_once(" :")
}

/// How the error of a record without its seal begins.
const CUT_SHORT: &str = "the record was cut short";

/// Reads a text line by line. Errors refer to a slice of the text and give its position.
#[doc(hidden)]
pub struct Reader<'a> {
    pub text: &'a str,
    pub lines: Lines<'a>,
    /// The last line that was read.
    pub line: &'a str,
    chain: Chain,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            lines: text::lines(text),
            line: text,
            chain: Chain::default(),
        }
    }

    pub fn error(&self, part: &str, reason: impl Into<String>) -> RecordingError {
        let (line, column) = text::place(self.text, part);
        RecordingError {
            line,
            column,
            reason: reason.into(),
        }
    }

    /// The empty slice at the end of a slice of the text.
    pub const fn end_of(part: &str) -> &str {
        part.split_at(part.len()).1
    }

    /// The line that comes next, with its seal; empty after the last one.
    pub fn peek(&self) -> &'a str {
        let next = self.lines.clone().next();
        next.map_or(Self::end_of(self.text), |line| line.trimmed().text)
    }

    /// Begins another recording, which has a chain of its own.
    pub fn begin_chain(&mut self) {
        self.chain = Chain::default();
    }

    /// The content of the next record, whose seal is right; `None` after the last one.
    pub fn next_record(&mut self) -> Result<Option<&'a str>, RecordingError> {
        let Some(line) = self.lines.next() else {
            return Ok(None);
        };
        self.line = line.trimmed().text;
        let Some((record, seal)) = split_seal(self.line) else {
            let reason = format!("{CUT_SHORT}: its length and checksum are missing");
            return Err(self.error(Self::end_of(self.line), reason));
        };
        let (length, check) = seal.split_once(' ').unwrap_or((seal, ""));
        if check.len() < 8 && check.bytes().all(is_hex_digit) {
            let reason = format!("{CUT_SHORT}: its checksum is incomplete");
            return Err(self.error(Self::end_of(self.line), reason));
        }
        let is_valid = check.len() == 8 && check.bytes().all(is_hex_digit);
        if !is_valid || parse_digits(length) != Some(record.len()) {
            let reason = format!(
                "the record is damaged: \"{}\" is not its length and checksum",
                excerpt(seal)
            );
            return Err(self.error(seal, reason));
        }
        if u32::from_str_radix(check, 16) != Ok(self.chain.check(record)) {
            let reason =
                "the record, or one before it, is damaged or missing: the checksum is wrong";
            return Err(self.error(check, reason));
        }
        Ok(Some(record))
    }

    pub fn number<T: FromStr>(&self, part: &str, what: &str) -> Result<T, RecordingError> {
        let wrong = || self.error(part, format!("\"{}\" is not {what}", excerpt(part)));
        parse_digits(part).ok_or_else(wrong)
    }

    pub fn digest(&self, part: &str) -> Result<u64, RecordingError> {
        let valid = part.len() == 16 && part.bytes().all(is_hex_digit);
        let digest = u64::from_str_radix(part, 16).ok().filter(|_| valid);
        digest.ok_or_else(|| {
            let shown = excerpt(part);
            let reason = format!("\"{shown}\" is not a digest: use 16 digits of 0-9 and a-f");
            self.error(part, reason)
        })
    }

    /// Reads a move and how often it was made. Adds to the number of moves so far, which is limited.
    pub fn made<M: FromStr>(
        &self,
        word: &'a str,
        so_far: &mut u64,
    ) -> Result<(M, u32), RecordingError>
    where
        M::Err: fmt::Display,
    {
        let (name, count) = match word.split_once('*') {
            Some((name, count)) => (name, self.number(count, "how often to repeat")?),
            None => (word, 1),
        };
        let made = name.parse::<M>();
        let made = made.map_err(|why| self.error(word, why.to_string()))?;
        if count == 0 {
            return Err(self.error(word, "a move is made at least once"));
        }
        *so_far += u64::from(count);
        if *so_far > MAX_MOVES {
            let reason = format!("a recording has at most {MAX_MOVES} moves");
            return Err(self.error(word, reason));
        }
        Ok((made, count))
    }
}

/// Whether a byte is a digit of a checksum or digest: `0-9` or `a-f`.
const fn is_hex_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// The longest time in a setup, in milliseconds: some 30 years.
const MAX_TIME: u64 = 1_000_000_000_000;

/// The words of a setup in their order: names, each followed by its value if it has one.
#[derive(Clone, Debug)]
pub struct Words<'a>(std::iter::Peekable<std::str::Split<'a, char>>);

impl<'a> Words<'a> {
    /// The words of a record.
    pub fn new(record: &'a str) -> Self {
        Self(record.split(' ').peekable())
    }

    /// Whether this word comes next, which is then read.
    pub fn flag(&mut self, name: &str) -> bool {
        self.0.next_if_eq(&name).is_some()
    }

    /// The value of a name that may be left out.
    pub fn optional(&mut self, name: &str) -> Option<&'a str> {
        self.flag(name).then(|| self.0.next().unwrap_or_default())
    }

    /// The value of a name, parsed.
    ///
    /// # Errors
    /// If the name does not come next, or why its value cannot be parsed.
    pub fn value<T: FromStr<Err: fmt::Display>>(&mut self, name: &str) -> Result<T, String> {
        let value = self.optional(name);
        let value = value.ok_or_else(|| format!("\"{name}\" and its value should stand here"))?;
        value.parse().map_err(|error| format!("{name}: {error}"))
    }

    /// The number after a name; 0 if it is left out.
    ///
    /// # Errors
    /// If it is no number, or too large.
    pub fn count<T: FromStr + Default>(&mut self, name: &str) -> Result<T, String> {
        self.optional(name).map_or(Ok(T::default()), |value| {
            let wrong = || {
                format!(
                    "{name}: \"{}\" is not a number, or too large",
                    excerpt(value)
                )
            };
            parse_digits(value).ok_or_else(wrong)
        })
    }

    /// The time after a name, in milliseconds; `None` if it is left out.
    ///
    /// # Errors
    /// If it is no number, or too large.
    pub fn time(&mut self, name: &str) -> Result<Option<Duration>, String> {
        let Some(value) = self.optional(name) else {
            return Ok(None);
        };
        let millis = parse_digits(value).filter(|millis| *millis <= MAX_TIME);
        let millis = millis.ok_or_else(|| {
            format!(
                "{name}: \"{}\" is not a number of milliseconds, or too large",
                excerpt(value)
            )
        })?;
        Ok(Some(Duration::from_millis(millis)))
    }

    /// Checks that no word is left.
    ///
    /// # Errors
    /// The word that is.
    pub fn end(mut self) -> Result<(), String> {
        let left = self.0.next();
        left.map_or(Ok(()), |word| {
            Err(format!("\"{}\" is unknown here", excerpt(word)))
        })
    }
}

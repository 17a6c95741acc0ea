//! Writes replays as text and reads them.

use std::fmt;
use std::str::FromStr;

use super::recording::{Checkpoint, End, Entry, FORMAT, Replay};
use super::script::{self, Word};
use crate::rng::Seed;

/// Why a replay cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "undercroft replay {FORMAT}")?;
        writeln!(f, "generation {}", self.generation)?;
        writeln!(f, "content {:016x}", self.content)?;
        writeln!(f, "seed {}", self.seed)?;
        writeln!(f, "plus {}", self.plus)?;
        let mut first = true;
        for entry in &self.entries {
            match *entry {
                Entry::Actions(action, count) => {
                    if !first {
                        write!(f, " ")?;
                    }
                    write!(f, "{}", Word(action))?;
                    if count > 1 {
                        write!(f, "*{count}")?;
                    }
                    first = false;
                }
                Entry::Checkpoint(Checkpoint { turn, digest }) => {
                    writeln!(f, " ={turn} {digest:016x}")?;
                    first = true;
                }
            }
        }
        if !first {
            writeln!(f)?;
        }
        let Checkpoint { turn, digest } = self.end;
        writeln!(f, "end {} {turn} {digest:016x}", self.outcome.name())
    }
}

/// The run as the first lines and the last line of a replay describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The New Game Plus that the run was recorded with.
    pub plus: u8,
    /// How the recording ends.
    pub end: End,
    /// Turns at the end of the recording.
    pub turns: u64,
}

impl Summary {
    /// Reads the beginning and the end of a replay's text; whatever is between them is not checked.
    ///
    /// # Errors
    /// What is wrong; in the first lines with line and column.
    pub fn read(head: &str, tail: &str) -> Result<Self, String> {
        let mut replay = read_head(&mut Reader::new(head)).map_err(|error| error.to_string())?;
        let last = tail.lines().next_back().unwrap_or_default();
        let mut reader = Reader::new(last);
        if !reader.next_line() || !last.starts_with("end ") {
            return Err(CUT_SHORT.to_owned());
        }
        // The number of the last line is not known.
        read_end(&mut reader, &mut replay).map_err(|error| error.reason)?;
        Ok(Self {
            plus: replay.plus,
            end: replay.outcome,
            turns: replay.end.turn,
        })
    }
}

/// The error for a text without its last line.
const CUT_SHORT: &str = "the replay ends without its last line, `end ...`: it was cut short";

/// Reads a text line by line and word by word, and knows the position for errors.
struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
    text: &'a str,
    column: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            lines: text.lines().enumerate(),
            line: 0,
            text: "",
            column: 0,
        }
    }

    fn error<T>(&self, reason: impl Into<String>) -> Result<T, ReplayError> {
        Err(ReplayError {
            line: self.line,
            column: self.column + 1,
            reason: reason.into(),
        })
    }

    /// Moves to the next line; returns whether there is one.
    fn next_line(&mut self) -> bool {
        match self.lines.next() {
            Some((index, text)) => {
                (self.line, self.text, self.column) = (index + 1, text, 0);
                true
            }
            None => {
                (self.line, self.text, self.column) = (self.line + 1, "", 0);
                false
            }
        }
    }

    /// The next word of this line from byte `end` on, and the byte after it; sets `column`.
    fn word(&mut self, end: usize) -> Option<(&'a str, usize)> {
        let rest = &self.text[end..];
        let start = end + (rest.len() - rest.trim_start_matches(' ').len());
        self.column = start;
        let rest = &self.text[start..];
        if rest.is_empty() {
            return None;
        }
        let length = rest.find(' ').unwrap_or(rest.len());
        Some((&rest[..length], start + length))
    }

    /// The value of a line `key value`.
    fn value(&mut self, key: &str) -> Result<&'a str, ReplayError> {
        if !self.next_line() {
            return self.error(format!(
                "the replay ends here: the line `{key} ...` is missing"
            ));
        }
        let value = self.text.strip_prefix(key);
        match value.and_then(|rest| rest.strip_prefix(' ')) {
            Some(value) => {
                self.column = key.len() + 1;
                Ok(value)
            }
            None => self.error(format!("this line should begin with `{key} `")),
        }
    }

    fn number<T: FromStr>(&self, text: &str, what: &str) -> Result<T, ReplayError> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if plain => Ok(number),
            _ => self.error(format!("`{}` is not {what}", shown(text))),
        }
    }

    fn digest(&self, text: Option<&str>) -> Result<u64, ReplayError> {
        let text = text.unwrap_or_default();
        let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let right = text.len() == 16 && text.bytes().all(plain);
        match u64::from_str_radix(text, 16) {
            Ok(digest) if right => Ok(digest),
            _ => self.error(format!(
                "`{}` is not a digest: use 16 digits of 0-9 and a-f",
                shown(text)
            )),
        }
    }
}

/// An excerpt of an invalid text, for an error.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(24).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}

impl FromStr for Replay {
    type Err = ReplayError;

    /// Reads a replay as it is displayed.
    ///
    /// # Errors
    /// The first place that is wrong, with line and column.
    fn from_str(text: &str) -> Result<Self, ReplayError> {
        let mut reader = Reader::new(text);
        let mut replay = read_head(&mut reader)?;
        loop {
            if !reader.next_line() {
                return reader.error(CUT_SHORT);
            }
            if reader.text.starts_with("end ") {
                break;
            }
            read_line(&mut reader, &mut replay.entries)?;
        }
        read_end(&mut reader, &mut replay)?;
        if reader.next_line() {
            return reader.error("nothing should follow the end");
        }
        Ok(replay)
    }
}

/// Reads the first lines; returns a replay without actions.
fn read_head(reader: &mut Reader<'_>) -> Result<Replay, ReplayError> {
    let version = match reader.value("undercroft replay") {
        Ok(version) => reader.number::<u32>(version, "the version of a replay")?,
        Err(_) => {
            return reader
                .error("this is not a replay: its first line should be `undercroft replay 1`");
        }
    };
    if version != FORMAT {
        return reader.error(format!(
            "the replay has format {version}, and this program reads format {FORMAT}"
        ));
    }
    let value = reader.value("generation")?;
    let generation = reader.number(value, "a generation version")?;
    let value = reader.value("content")?;
    let content = reader.digest(Some(value))?;
    let value = reader.value("seed")?;
    let seed = Seed(reader.number(value, "a seed: use a decimal number of 64 bits")?);
    let value = reader.value("plus")?;
    let plus = reader.number(value, "a number of New Game Plus")?;
    Ok(Replay {
        generation,
        content,
        seed,
        plus,
        entries: Vec::new(),
        end: Checkpoint { turn: 0, digest: 0 },
        outcome: End::Playing,
    })
}

/// Reads the last line, which is the reader's current one.
fn read_end(reader: &mut Reader<'_>, replay: &mut Replay) -> Result<(), ReplayError> {
    let mut words = reader.text.split(' ').skip(1);
    let name = words.next().unwrap_or_default();
    let Some(outcome) = End::ALL.into_iter().find(|end| end.name() == name) else {
        reader.column = 4;
        return reader.error(format!(
            "`{}` is not an end: use playing, died or won",
            shown(name)
        ));
    };
    replay.outcome = outcome;
    reader.column = 5 + name.len();
    replay.end.turn = reader.number(words.next().unwrap_or_default(), "a number of turns")?;
    replay.end.digest = reader.digest(words.next())?;
    match words.next() {
        Some(_) => reader.error("nothing should follow the end"),
        None => Ok(()),
    }
}

/// Reads a line of actions, and the checkpoint that may end it.
fn read_line(reader: &mut Reader<'_>, entries: &mut Vec<Entry>) -> Result<(), ReplayError> {
    let mut at = 0;
    while let Some((word, end)) = reader.word(at) {
        at = end;
        if let Some(turn) = word.strip_prefix('=') {
            let turn = reader.number(turn, "a turn")?;
            let next = reader.word(at);
            let digest = reader.digest(next.map(|(digest, _)| digest))?;
            entries.push(Entry::Checkpoint(Checkpoint { turn, digest }));
            at = next.map_or(at, |(_, end)| end);
            if reader.word(at).is_some() {
                return reader.error("a digest ends its line");
            }
            return Ok(());
        }
        let (action, count) = match word.split_once('*') {
            Some((action, count)) => (action, reader.number(count, "how often to repeat")?),
            None => (word, 1),
        };
        let Some(action) = script::read(action) else {
            return reader.error(format!("`{}` is not an action", shown(action)));
        };
        if count == 0 {
            return reader.error("an action is done at least once");
        }
        entries.push(Entry::Actions(action, count));
    }
    Ok(())
}

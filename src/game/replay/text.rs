//! Writes replays as text and reads them.

use std::fmt;
use std::str::FromStr;

use super::recording::{Checkpoint, End, Entry, FORMAT, Recorded, Replay};
use super::script::{self, Word};
use crate::decimal::parse_digits;
use crate::game::daily::{self, Daily};
use crate::game::practice::Practice;
use crate::rng::Seed;
use crate::text::{self, Line, Lines, excerpt};

/// Why a replay cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// What is wrong, and what would be valid.
    pub reason: String,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "undercroft replay {FORMAT}")?;
        writeln!(f, "generation {}", self.generation)?;
        writeln!(f, "rules {}", self.rules)?;
        writeln!(f, "content {:016x}", self.content)?;
        writeln!(f, "seed {}", self.seed)?;
        writeln!(f, "plus {}", self.plus)?;
        if let Some(day) = self.daily {
            writeln!(f, "daily {day}")?;
        }
        if let Some(mark) = self.practice.and_then(Practice::mark) {
            writeln!(f, "practice {mark}")?;
        }
        if let Some(recorded) = self.recorded {
            writeln!(f, "recorded {} {}", recorded.day(), recorded.time())?;
        }
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

/// Facts about a run from the first lines and the last line of its replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The seed of the run.
    pub seed: Seed,
    /// The New Game Plus that the run was recorded with.
    pub plus: u8,
    /// The day that the run is the daily of.
    pub daily: Option<Daily>,
    /// When the recording was put away, if it says so.
    pub recorded: Option<Recorded>,
    /// How the recording ends.
    pub end: End,
    /// Turns at the end of the recording.
    pub turns: u64,
}

impl Summary {
    /// Reads the beginning and the end of a replay's text, without checking what is between them.
    ///
    /// # Errors
    /// What is wrong; for the first lines, with line and column.
    pub fn read(head: &str, tail: &str) -> Result<Self, String> {
        let mut replay = read_head(&mut Parser::new(head)).map_err(|error| error.to_string())?;
        let last = text::lines(tail)
            .last()
            .map_or("", |line| line.trimmed().text);
        if !last.starts_with("end ") {
            return Err(CUT_SHORT.to_owned());
        }
        // The number of the last line is unknown.
        read_end(&Parser::new(last), last, &mut replay).map_err(|error| error.reason)?;
        Ok(Self {
            seed: replay.seed,
            plus: replay.plus,
            daily: replay.daily,
            recorded: replay.recorded,
            end: replay.outcome,
            turns: replay.end.turn,
        })
    }
}

/// The error for a text without its last line.
const CUT_SHORT: &str = "the replay ends without its last line, \"end ...\": it was cut short";

/// Reads a text line by line. Errors refer to a slice of the text and give its position.
struct Parser<'a> {
    text: &'a str,
    lines: Lines<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let lines = text::lines(text);
        Self { text, lines }
    }

    fn error<T>(&self, part: &str, reason: impl Into<String>) -> Result<T, ReplayError> {
        let (line, column) = text::place(self.text, part);
        Err(ReplayError {
            line,
            column,
            reason: reason.into(),
        })
    }

    /// The empty slice at the end of a slice of the text.
    const fn end_of(part: &str) -> &str {
        part.split_at(part.len()).1
    }

    fn next_line(&mut self) -> Option<&'a str> {
        self.lines.next().map(|line: Line| line.trimmed().text)
    }

    /// Reads the next line, `key value`, and returns the value.
    fn value(&mut self, key: &str) -> Result<&'a str, ReplayError> {
        let Some(line) = self.next_line() else {
            let reason = format!("the replay ends here; the line \"{key} ...\" is missing");
            return self.error(Self::end_of(self.text), reason);
        };
        let value = line.strip_prefix(key);
        match value.and_then(|rest| rest.strip_prefix(' ')) {
            Some(value) => Ok(value),
            None => self.error(line, format!("this line should begin with \"{key} \"")),
        }
    }

    /// As [`value`](Self::value), for a line that may be missing.
    fn optional_value(&mut self, key: &str) -> Option<&'a str> {
        let mut lines = self.lines.clone();
        let line = lines.next()?.trimmed().text;
        let value = line.strip_prefix(key)?.strip_prefix(' ')?;
        self.lines = lines;
        Some(value)
    }

    fn number<T: FromStr>(&self, part: &str, what: &str) -> Result<T, ReplayError> {
        match parse_digits(part) {
            Some(number) => Ok(number),
            None => self.error(part, format!("\"{}\" is not {what}", excerpt(part))),
        }
    }

    fn digest(&self, part: &str) -> Result<u64, ReplayError> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let valid = part.len() == 16 && part.bytes().all(is_hex);
        match u64::from_str_radix(part, 16) {
            Ok(digest) if valid => Ok(digest),
            _ => {
                let shown = excerpt(part);
                let reason = format!("\"{shown}\" is not a digest: use 16 digits of 0-9 and a-f");
                self.error(part, reason)
            }
        }
    }
}

impl FromStr for Replay {
    type Err = ReplayError;

    /// Parses a replay in the form in which it is displayed.
    ///
    /// # Errors
    /// The first error, with line and column.
    fn from_str(text: &str) -> Result<Self, ReplayError> {
        let mut parser = Parser::new(text);
        let mut replay = read_head(&mut parser)?;
        loop {
            let Some(line) = parser.next_line() else {
                return parser.error(Parser::end_of(text), CUT_SHORT);
            };
            if line.starts_with("end ") {
                read_end(&parser, line, &mut replay)?;
                break;
            }
            read_line(&parser, line, &mut replay.entries)?;
        }
        match parser.next_line() {
            Some(line) => parser.error(line, "nothing should follow the end"),
            None => Ok(replay),
        }
    }
}

/// Reads the first lines; returns a replay without actions.
fn read_head(parser: &mut Parser<'_>) -> Result<Replay, ReplayError> {
    let Ok(version) = parser.value("undercroft replay") else {
        let reason = format!(
            "this is not a replay; its first line should be \"undercroft replay {FORMAT}\""
        );
        return parser.error(parser.text, reason);
    };
    let found: u32 = parser.number(version, "the version of a replay")?;
    if !(1..=FORMAT).contains(&found) {
        let reason =
            format!("the replay has format {found}, and this program reads formats 1 to {FORMAT}");
        return parser.error(version, reason);
    }
    let value = parser.value("generation")?;
    let generation = parser.number(value, "a generation version")?;
    let rules = if found == 1 {
        generation
    } else {
        let value = parser.value("rules")?;
        parser.number(value, "a rules version")?
    };
    let value = parser.value("content")?;
    let content = parser.digest(value)?;
    let value = parser.value("seed")?;
    let seed = Seed(parser.number(value, "a seed: use a decimal number of 64 bits")?);
    let value = parser.value("plus")?;
    let plus = parser.number(value, "a number of New Game Plus")?;
    let daily = parser.optional_value("daily");
    let daily = daily.map(|value| read_daily(parser, value, seed, plus));
    let practice = parser.optional_value("practice").map(|value| {
        let reason = || format!("\"{}\" should be restored or reloaded", excerpt(value));
        Practice::of_mark(value).map_or_else(|| parser.error(value, reason()), Ok)
    });
    let recorded = parser.optional_value("recorded");
    let recorded = recorded.map(|value| read_recorded(parser, value));
    Ok(Replay {
        generation,
        rules,
        content,
        seed,
        plus,
        daily: daily.transpose()?,
        practice: practice.transpose()?,
        recorded: recorded.transpose()?,
        entries: Vec::new(),
        end: Checkpoint { turn: 0, digest: 0 },
        outcome: End::Playing,
    })
}

/// Reads the day of a daily, whose seed follows from it.
fn read_daily(
    parser: &Parser<'_>,
    value: &str,
    seed: Seed,
    plus: u8,
) -> Result<Daily, ReplayError> {
    let day = match value.parse::<Daily>() {
        Ok(day) => day,
        Err(error) => return parser.error(value, error.to_string()),
    };
    match daily::check_run(Some(day), seed, plus) {
        Some(day) => Ok(day),
        None => parser.error(value, format!("this is not the daily run of {day}")),
    }
}

/// Reads the date and the time at which a recording was put away.
fn read_recorded(parser: &Parser<'_>, value: &str) -> Result<Recorded, ReplayError> {
    let parse = || {
        let (day, time) = value.split_once(' ')?;
        let (hour, minute) = time.split_once(':')?;
        let [hour, minute] = [hour, minute].map(parse_digits::<u16>);
        let minute = u64::from(hour?) * 60 + u64::from(minute?);
        let recorded = Recorded::of(day.parse().ok()?, minute)?;
        (recorded.time() == time).then_some(recorded)
    };
    let reason = || {
        format!(
            "\"{}\" is not a time such as 2026-11-24 21:43",
            excerpt(value)
        )
    };
    parse().map_or_else(|| parser.error(value, reason()), Ok)
}

/// Reads the last line.
fn read_end(parser: &Parser<'_>, line: &str, replay: &mut Replay) -> Result<(), ReplayError> {
    let mut words = line.split(' ').skip(1);
    let mut next_word = || words.next().unwrap_or(Parser::end_of(line));
    let name = next_word();
    let Some(outcome) = End::ALL.into_iter().find(|end| end.name() == name) else {
        let reason = format!(
            "\"{}\" is not an end: use playing, died, won, gave-up or finished",
            excerpt(name)
        );
        return parser.error(name, reason);
    };
    replay.outcome = outcome;
    replay.end.turn = parser.number(next_word(), "a number of turns")?;
    replay.end.digest = parser.digest(next_word())?;
    match words.next() {
        Some(more) => parser.error(more, "nothing should follow the end"),
        None => Ok(()),
    }
}

/// Reads a line of actions, which may end in a checkpoint.
fn read_line(parser: &Parser<'_>, line: &str, entries: &mut Vec<Entry>) -> Result<(), ReplayError> {
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if let Some(turn) = word.strip_prefix('=') {
            let turn = parser.number(turn, "a turn")?;
            let digest = parser.digest(words.next().unwrap_or(Parser::end_of(line)))?;
            entries.push(Entry::Checkpoint(Checkpoint { turn, digest }));
            return match words.next() {
                Some(more) => parser.error(more, "a digest ends its line"),
                None => Ok(()),
            };
        }
        let (action, count) = match word.split_once('*') {
            Some((action, count)) => (action, parser.number(count, "how often to repeat")?),
            None => (word, 1),
        };
        let Some(action) = script::parse_action(action) else {
            return parser.error(word, format!("\"{}\" is not an action", excerpt(action)));
        };
        if count == 0 {
            return parser.error(word, "an action is done at least once");
        }
        entries.push(Entry::Actions(action, count));
    }
    Ok(())
}

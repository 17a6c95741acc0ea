//! Writes recordings as text and reads them.

use std::fmt;
use std::str::FromStr;

use strum::VariantArray;

use super::recording::{FORMAT, Recorded, RecordedSetup, Recording, Segment, Standing};
use crate::decimal::parse_digits;
use crate::game::daily::{self, Daily};
use crate::game::engine::Game;
use crate::game::practice::Practice;
use crate::game::world::action::Command;
use crate::game::world::state::End;
use crate::record::{Chain, Damage, Reader, RecordingError, split_seal};
use crate::rng::Seed;
use crate::text::{self, excerpt};
use crate::{GENERATION_VERSION, RULES_VERSION};

impl RecordedSetup {
    fn record(&self) -> String {
        let mut record = format!(
            "undercroft recording {FORMAT} generation {} rules {} content {:016x} seed {} plus {}",
            self.generation, self.rules, self.content, self.seed, self.plus
        );
        if self.is_training {
            record += " training";
        }
        if let Some(day) = self.daily {
            record += &format!(" daily {day}");
        }
        record
    }
}

/// A record other than the first.
#[derive(Clone, Default, Debug)]
pub(super) struct Record {
    pub practice: Option<Practice>,
    pub segment: Segment,
    pub end: Option<End>,
    pub recorded: Option<Recorded>,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segment = &self.segment;
        let mut gap = "";
        let mut word = |f: &mut fmt::Formatter<'_>, word: fmt::Arguments<'_>| {
            write!(f, "{}{word}", std::mem::replace(&mut gap, " "))
        };
        if let Some(mark) = self.practice.and_then(Practice::mark) {
            word(f, format_args!("practice {mark}"))?;
        }
        if !segment.moves.is_empty() {
            word(f, format_args!("{}", segment.moves))?;
        }
        if let Some(end) = self.end {
            word(f, format_args!("end {}", end.name()))?;
        }
        if let Some(recorded) = self.recorded {
            word(
                f,
                format_args!("recorded {} {}", recorded.day(), recorded.time()),
            )?;
        }
        if segment.millis > 0 {
            word(f, format_args!("~{}", segment.millis))?;
        }
        if let Some(digest) = segment.digest {
            word(f, format_args!("={digest:016x}"))?;
        }
        let Standing {
            turn,
            depth,
            health,
            max_health,
        } = segment.standing;
        if depth > 0 {
            word(f, format_args!("@{turn},{depth},{health},{max_health}"))?;
        }
        Ok(())
    }
}

impl Recording {
    /// Writes the recording; also returns the chain, to append to it.
    pub(super) fn write(&self) -> (String, Chain) {
        let (mut text, mut chain) = (String::new(), Chain::default());
        chain.write(&mut text, &self.setup.record());
        let mut write = |record: Record| chain.write(&mut text, &record.to_string());
        if self.practice.is_some() {
            write(Record {
                practice: self.practice,
                ..Record::default()
            });
        }
        let last = self.segments.len().saturating_sub(1);
        for (index, segment) in self.segments.iter().enumerate() {
            let end = Some(self.end).filter(|end| *end != End::Playing && index == last);
            write(Record {
                segment: segment.clone(),
                end,
                ..Record::default()
            });
        }
        if self.recorded.is_some() {
            write(Record {
                recorded: self.recorded,
                ..Record::default()
            });
        }
        (text, chain)
    }

    /// Adds what a record says.
    pub(super) fn add(&mut self, record: Record) {
        let segment = record.segment;
        if segment != Segment::default() {
            let open = self.open_segment();
            for (command, count) in segment.moves.iter() {
                open.moves.add(command, count);
            }
            open.millis = open.millis.saturating_add(segment.millis);
            open.digest = segment.digest;
            open.standing = segment.standing;
        }
        self.practice = self.practice.or(record.practice);
        self.end = record.end.unwrap_or(self.end);
        self.recorded = record.recorded.or(self.recorded);
    }

    /// Reads a recording as far as it is sound. What follows is reported as damage.
    ///
    /// # Errors
    /// If the first record cannot be read.
    pub fn read(text: &str) -> Result<(Self, Option<Damage>), RecordingError> {
        let mut reader = Reader::new(text);
        let mut recording = reader.setup()?;
        let mut moves = 0;
        loop {
            let rest = reader.lines.clone();
            match reader.record(&mut moves) {
                Ok(Some(record)) if recording.end != End::Playing && !record.is_stamp() => {
                    let error = reader.error(reader.line, "nothing should follow the end");
                    return Ok((recording, Some(Damage::new::<Command>(rest, error))));
                }
                Ok(Some(record)) => recording.add(record),
                Ok(None) => return Ok((recording, None)),
                Err(error) => return Ok((recording, Some(Damage::new::<Command>(rest, error)))),
            }
        }
    }
}

impl Record {
    /// Whether it only says when the recording was put away.
    fn is_stamp(&self) -> bool {
        self.recorded.is_some()
            && self.end.is_none()
            && self.practice.is_none()
            && self.segment == Segment::default()
    }
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write().0)
    }
}

impl FromStr for Recording {
    type Err = RecordingError;

    /// Parses a whole recording.
    ///
    /// # Errors
    /// The first error, with line and column.
    fn from_str(text: &str) -> Result<Self, RecordingError> {
        match Self::read(text)? {
            (recording, None) => Ok(recording),
            (_, Some(damage)) => Err(damage.error),
        }
    }
}

/// Facts about a run from the first record and the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The seed of the run.
    pub seed: Seed,
    /// The New Game Plus that the run was recorded with.
    pub plus: u8,
    /// The day that the run is the daily of.
    pub daily: Option<Daily>,
    /// Whether it is the training.
    pub is_training: bool,
    /// Generation version that the run was recorded with.
    pub generation: u32,
    /// Rules version that the run was recorded under.
    pub rules: u32,
    /// Digest of the content that the run was recorded with.
    pub content: u64,
    /// When the recording was put away, if it says so.
    pub recorded: Option<Recorded>,
    /// The outcome of the run.
    pub end: End,
    /// Where the run stands; `None` before its first move.
    pub standing: Option<Standing>,
}

impl Summary {
    /// The facts of a run.
    pub fn of(game: &Game) -> Self {
        Self {
            seed: game.seed(),
            plus: game.plus(),
            daily: game.daily(),
            is_training: game.is_training(),
            generation: GENERATION_VERSION,
            rules: RULES_VERSION,
            content: game.content().digest(),
            recorded: None,
            end: End::from(game.outcome()),
            standing: Some(Standing::of(game)),
        }
    }

    /// Reads the beginning and the end of a recording's text, without checking what is between them.
    /// The beginning must hold the first line.
    ///
    /// # Errors
    /// What is wrong with the first record, with line and column.
    pub fn read(head: &str, tail: &str) -> Result<Self, RecordingError> {
        let Recording { setup, .. } = Reader::new(head).setup()?;
        let mut summary = Self {
            seed: setup.seed,
            plus: setup.plus,
            daily: setup.daily,
            is_training: setup.is_training,
            generation: setup.generation,
            rules: setup.rules,
            content: setup.content,
            recorded: None,
            end: End::Playing,
            standing: None,
        };
        let lines: Vec<&str> = tail.lines().map(text::trim).collect();
        for line in lines.into_iter().rev() {
            // The first line may begin in the middle of a record, and the last one end in it.
            let Some((record, _)) = split_seal(line) else {
                continue;
            };
            let mut reader = Reader::new(record);
            let Ok(record) = reader.content(record, &mut 0) else {
                continue;
            };
            summary.recorded = summary.recorded.or(record.recorded);
            if summary.end == End::Playing {
                summary.end = record.end.unwrap_or(End::Playing);
            }
            if record.segment.standing.depth > 0 {
                summary.standing = Some(record.segment.standing);
                break;
            }
        }
        Ok(summary)
    }
}

impl<'a> Reader<'a> {
    /// Reads the first record; returns a recording without moves.
    fn setup(&mut self) -> Result<Recording, RecordingError> {
        let first = self.lines.clone().next();
        let first = first.map_or(self.text, |line| line.trimmed().text);
        self.check_format(first)?;
        let record = self.next_record()?.unwrap_or_default();
        let mut words = record.split(' ').skip(3);
        let setup = self.setup_words(&mut words, record)?;
        match words.next() {
            Some(more) => Err(self.error(more, "nothing should follow the setup")),
            None => Ok(Recording {
                setup,
                segments: Vec::new(),
                practice: None,
                end: End::Playing,
                recorded: None,
            }),
        }
    }

    /// Checks the words that tell a recording and its format.
    fn check_format(&self, line: &str) -> Result<(), RecordingError> {
        let mut words = line.split(' ');
        let (name, kind) = (words.next().unwrap_or_default(), words.next());
        let version = words.next().unwrap_or(Self::end_of(line));
        if name != "undercroft" || kind != Some("recording") {
            let reason = format!(
                "this is not a recorded run, whose first line begins with \"undercroft recording {FORMAT}\""
            );
            return Err(self.error(line, reason));
        }
        let found: u32 = self.number(version, "the version of a recording")?;
        if found != FORMAT {
            let reason =
                format!("the recording has format {found}, and this program reads format {FORMAT}");
            return Err(self.error(version, reason));
        }
        Ok(())
    }

    fn setup_words(
        &self,
        words: &mut (impl Iterator<Item = &'a str> + Clone),
        record: &'a str,
    ) -> Result<RecordedSetup, RecordingError> {
        let mut value = |key: &str| {
            let word = words.next().unwrap_or(Self::end_of(record));
            if word != key {
                return Err(self.error(word, format!("\"{key}\" and its value should stand here")));
            }
            Ok(words.next().unwrap_or(Self::end_of(record)))
        };
        let generation = self.number(value("generation")?, "a generation version")?;
        let rules = self.number(value("rules")?, "a rules version")?;
        let content = self.digest(value("content")?)?;
        let seed = value("seed")?;
        let seed = Seed(self.number(seed, "a seed: use a decimal number of 64 bits")?);
        let plus = self.number(value("plus")?, "a number of New Game Plus")?;
        let mut after = words.clone();
        let is_training = after.next() == Some("training");
        if is_training {
            *words = after;
        }
        let mut after = words.clone();
        let mut daily = None;
        if after.next() == Some("daily") {
            let day = after.next().unwrap_or(Self::end_of(record));
            daily = Some(self.daily(day, seed, plus)?);
            *words = after;
        }
        Ok(RecordedSetup {
            generation,
            rules,
            content,
            seed,
            plus,
            is_training,
            daily,
        })
    }

    /// Reads the day of a daily, whose seed follows from it.
    fn daily(&self, value: &str, seed: Seed, plus: u8) -> Result<Daily, RecordingError> {
        let day = value.parse::<Daily>();
        let day = day.map_err(|error| self.error(value, error.to_string()))?;
        let checked = daily::check_run(Some(day), seed, plus);
        checked.ok_or_else(|| self.error(value, format!("this is not the daily run of {day}")))
    }

    /// Reads the next record; `None` after the last one. Adds its moves to `moves`.
    fn record(&mut self, moves: &mut u64) -> Result<Option<Record>, RecordingError> {
        match self.next_record()? {
            Some(record) => self.content(record, moves).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the content of a record.
    fn content(&mut self, record: &'a str, moves: &mut u64) -> Result<Record, RecordingError> {
        let mut read = Record::default();
        let mut words = record.split(' ');
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or(Self::end_of(record));
            match word.split_at_checked(1) {
                _ if word == "practice" => read.practice = Some(self.practice(value())?),
                _ if word == "end" => read.end = Some(self.end(value())?),
                _ if word == "recorded" => {
                    let (day, time) = (value(), value());
                    read.recorded = Some(self.recorded(day, time)?);
                }
                Some(("~", millis)) => {
                    read.segment.millis = self.number(millis, "a number of milliseconds")?;
                }
                Some(("=", digest)) => read.segment.digest = Some(self.digest(digest)?),
                Some(("@", standing)) => read.segment.standing = self.standing(standing)?,
                _ => {
                    let (command, count) = self.made(word, moves)?;
                    read.segment.moves.add(command, count);
                }
            }
        }
        if read.segment != Segment::default() && read.segment.standing.depth == 0 {
            let reason = "the record does not say where the run stands, such as \"@64,1,24,24\"";
            return Err(self.error(Self::end_of(record), reason));
        }
        Ok(read)
    }

    fn practice(&self, mark: &str) -> Result<Practice, RecordingError> {
        let reason = || format!("\"{}\" should be restored or reloaded", excerpt(mark));
        Practice::of_mark(mark).ok_or_else(|| self.error(mark, reason()))
    }

    fn end(&self, name: &str) -> Result<End, RecordingError> {
        let found = End::VARIANTS.iter().copied().find(|end| end.name() == name);
        found.filter(|end| *end != End::Playing).ok_or_else(|| {
            let reason = format!(
                "\"{}\" is not an end: use died, won, gave-up or finished",
                excerpt(name)
            );
            self.error(name, reason)
        })
    }

    /// Reads the date and the time at which a recording was put away.
    fn recorded(&self, day: &str, time: &str) -> Result<Recorded, RecordingError> {
        let parse = || {
            let (hour, minute) = time.split_once(':')?;
            let [hour, minute] = [hour, minute].map(parse_digits::<u16>);
            let minute = u64::from(hour?) * 60 + u64::from(minute?);
            let recorded = Recorded::of(day.parse().ok()?, minute)?;
            (recorded.time() == time).then_some(recorded)
        };
        parse().ok_or_else(|| {
            let shown = excerpt(&format!("{day} {time}"));
            let reason = format!("\"{shown}\" is not a time such as 2026-11-24 21:43");
            self.error(day, reason)
        })
    }

    fn standing(&self, word: &str) -> Result<Standing, RecordingError> {
        let mut parts = word.split(',');
        let mut part = || parts.next().unwrap_or(Self::end_of(word));
        let standing = Standing {
            turn: self.number(part(), "a turn")?,
            depth: self.number(part(), "a depth")?,
            health: self.number(part(), "a number for health")?,
            max_health: self.number(part(), "a number for full health")?,
        };
        match parts.next() {
            Some(more) => Err(self.error(more, "nothing should follow the full health")),
            None => Ok(standing),
        }
    }
}

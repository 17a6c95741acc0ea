//! The messages of a run, with repeats counted.

use std::fmt;

use crate::app::stage::present::Tone;

/// Messages kept at most.
const CAPACITY: usize = 500;

/// A message; displays as its text with the number of repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// One or more sentences.
    pub text: String,
    /// Its meaning, which colours it.
    pub tone: Tone,
    /// How many times in a row it was logged, from 1.
    pub times: u32,
    /// The turn in which it was last logged.
    pub turn: u64,
    /// Its number, or that of its last repeat, among all that were logged, counted from 1.
    pub number: u64,
}

/// The messages of a run, oldest first.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Log {
    lines: Vec<Line>,
    count: u64,
}

impl Log {
    /// Adds a message. One that repeats the newest message only raises its count, and what is quiet makes way for any other.
    pub fn push(&mut self, turn: u64, text: String, tone: Tone) {
        self.count += 1;
        let line = Line {
            text,
            tone,
            times: 1,
            turn,
            number: self.count,
        };
        self.pass();
        match self.lines.last_mut() {
            Some(last) if last.text == line.text => {
                last.times += 1;
                (last.turn, last.number) = (turn, line.number);
            }
            _ => self.lines.push(line),
        }
        if self.lines.len() > CAPACITY {
            self.lines.drain(..CAPACITY / 10);
        }
    }

    /// Removes a refusal or a remark, which nothing has come of.
    pub fn pass(&mut self) {
        self.lines.pop_if(|last| last.tone == Tone::Quiet);
    }

    /// Adds a sentence to a refusal.
    pub fn append(&mut self, sentence: &str) {
        if let Some(last) = self
            .lines
            .last_mut()
            .filter(|last| last.tone == Tone::Quiet)
        {
            last.text.push(' ');
            last.text.push_str(sentence);
        }
    }

    /// Removes the newest message if it is this one, told once, for another to take its place.
    pub fn take_back(&mut self, text: &str) {
        self.lines
            .pop_if(|last| last.text == text && last.times == 1);
    }

    /// The messages that are kept, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The messages after number `heard`, and repeats of older ones.
    pub fn since(&self, heard: u64) -> &[Line] {
        let first = self.lines.partition_point(|line| line.number <= heard);
        &self.lines[first..]
    }

    /// The number of the newest message.
    pub const fn count(&self) -> u64 {
        self.count
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.times {
            ..=1 => f.write_str(&self.text),
            times => write!(f, "{} (x{times})", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_again_is_counted_and_what_is_old_goes() {
        let mut log = Log::default();
        for turn in 0..3 {
            log.push(turn, "You wait.".into(), Tone::Plain);
        }
        assert_eq!(log.lines().len(), 1);
        assert_eq!(log.lines()[0].to_string(), "You wait. (x3)");
        for text in ["There is no way.", "You have no potion."] {
            log.push(3, text.into(), Tone::Quiet);
        }
        assert_eq!(
            log.lines().len(),
            2,
            "one refusal takes the place of another"
        );
        log.append("Look for one.");
        let texts = |log: &Log, heard| -> Vec<String> {
            log.since(heard)
                .iter()
                .map(|line| line.text.clone())
                .collect()
        };
        let refusal = "You have no potion. Look for one.";
        assert_eq!(texts(&log, 0), ["You wait.", refusal]);
        assert_eq!(texts(&log, 2).len(), 2, "a repeat is new");
        assert_eq!(texts(&log, 3), [refusal]);
        assert_eq!(texts(&log, log.count()), [""; 0]);
        log.push(4, "You wait.".into(), Tone::Plain);
        assert_eq!(texts(&log, 0), ["You wait."], "and passes by");
        for turn in 0..2000 {
            log.push(turn, format!("{turn}"), Tone::Plain);
        }
        assert!(log.lines().len() <= CAPACITY);
        assert_eq!(log.lines().last().unwrap().to_string(), "1999");
    }
}

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
}

/// The messages of a run, oldest first.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Log(Vec<Line>);

impl Log {
    /// Adds a message. One that repeats the newest message only raises its count, and of refusals in a row
    /// the last one stays.
    pub fn push(&mut self, turn: u64, text: String, tone: Tone) {
        let line = Line {
            text,
            tone,
            times: 1,
            turn,
        };
        match self.0.last_mut() {
            Some(last) if last.text == line.text => {
                last.times += 1;
                last.turn = turn;
            }
            Some(last) if last.tone == Tone::Quiet && tone == Tone::Quiet => *last = line,
            _ => self.0.push(line),
        }
        if self.0.len() > CAPACITY {
            self.0.drain(..CAPACITY / 10);
        }
    }

    /// Removes the newest message if it is this one, told once, for another to take its place.
    pub fn take_back(&mut self, text: &str) {
        self.0.pop_if(|last| last.text == text && last.times == 1);
    }

    /// The messages that are kept, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.0
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
        assert_eq!(log.lines().len(), 2, "the last refusal stays");
        for turn in 0..2000 {
            log.push(turn, format!("{turn}"), Tone::Plain);
        }
        assert!(log.lines().len() <= CAPACITY);
        assert_eq!(log.lines().last().unwrap().to_string(), "1999");
    }
}

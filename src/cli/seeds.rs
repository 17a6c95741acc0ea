//! Parses ranges of seeds, written as in Rust: `A..B` excludes B, `A..=B` includes it.

use std::fmt;

use super::CliError;
use crate::rng::Seed;
use crate::text::{trim, value};

/// The maximum number of seeds in a range.
const MAX_SEEDS: u128 = 1_000_000;

/// Consecutive seeds: at least one and at most [`MAX_SEEDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeedRange {
    first: u64,
    last: u64,
}

impl SeedRange {
    /// Parses `text`, the value of `--seeds`.
    pub fn parse(text: &str) -> Result<Self, CliError> {
        let invalid = || {
            let expected = "write A..B (without B) or A..=B (with B), in decimal or 0x hex";
            let error = format!("\"{text}\" is not a range of seeds: {expected}");
            CliError::option("--seeds", error)
        };
        let range = value(text);
        let (first, end) = range.split_once("..").ok_or_else(invalid)?;
        let number = |text: &str| Seed::parse_number(trim(text)).ok_or_else(invalid);
        let first = number(first)?;
        let end = match end.strip_prefix('=') {
            Some(last) => u128::from(number(last)?) + 1,
            None => u128::from(number(end)?),
        };
        let count = end.saturating_sub(u128::from(first));
        if count == 0 {
            let error = format!("the range {text} is empty: its start must come before its end");
            return Err(CliError::option("--seeds", error));
        }
        if count > MAX_SEEDS {
            let error = format!("{text} has {count} seeds; use at most {MAX_SEEDS} at a time");
            return Err(CliError::option("--seeds", error));
        }
        Ok(Self {
            first,
            last: first + (count - 1) as u64,
        })
    }

    /// The lowest seed of the range.
    pub const fn first(self) -> Seed {
        Seed(self.first)
    }

    /// The number of seeds, from 1.
    pub const fn count(self) -> usize {
        (self.last - self.first) as usize + 1
    }

    /// The seed at `index`, from 0 and below [`count`](Self::count).
    pub const fn get(self, index: usize) -> Seed {
        Seed(self.first + index as u64)
    }
}

impl fmt::Display for SeedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (u64, usize) {
        let seeds = SeedRange::parse(text).unwrap();
        (seeds.first().0, seeds.count())
    }

    #[test]
    fn a_range_excludes_its_end_unless_told_otherwise() {
        assert_eq!(read("0..10"), (0, 10));
        assert_eq!(read("5..=10"), (5, 6));
        assert_eq!(read("0x10..0x12"), (16, 2));
        assert_eq!(read(" 1 .. 2 "), (1, 1));
        assert_eq!(read("0..1000000"), (0, 1_000_000));
        let last = SeedRange::parse("18446744073709551614..=18446744073709551615").unwrap();
        assert_eq!((last.count(), last.get(1).0), (2, u64::MAX));
        assert_eq!(SeedRange::parse("3..6").unwrap().to_string(), "3..=5");
    }

    #[test]
    fn an_invalid_range_is_refused_with_what_would_be_right() {
        for (text, needle) in [
            ("", "write A..B"),
            ("7", "write A..B"),
            ("..", "write A..B"),
            ("1..", "write A..B"),
            ("..9", "write A..B"),
            ("1...9", "write A..B"),
            ("1..==9", "write A..B"),
            ("-1..9", "write A..B"),
            ("a..b", "write A..B"),
            ("1..18446744073709551616", "write A..B"),
            ("5..5", "is empty"),
            ("9..1", "is empty"),
            ("9..=8", "is empty"),
            ("0..1000001", "has 1000001 seeds"),
            ("0..=18446744073709551615", "has 18446744073709551616 seeds"),
        ] {
            let error = SeedRange::parse(text).unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }
}

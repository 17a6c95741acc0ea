//! Ranges of seeds as they are typed, as in Rust: `A..B` leaves out B, `A..=B` does not.

use std::fmt;

use super::{CliError, value};
use crate::rng::Seed;

/// The most seeds of one range.
pub const MAX: u128 = 1_000_000;

/// Some seeds in a row, at least one and at most [`MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeds {
    first: u64,
    last: u64,
}

impl Seeds {
    /// Reads `text`, the value of `--seeds`.
    ///
    /// # Errors
    /// If it is no range, holds no seed, or too many.
    pub fn read(text: &str) -> Result<Self, CliError> {
        let form = || CliError::Seeds(text.to_owned());
        let (first, end) = text.split_once("..").ok_or_else(form)?;
        let number = |text: &str| value::number("--seeds", text.trim()).map_err(|_| form());
        let first = number(first)?;
        let end = match end.strip_prefix('=') {
            Some(last) => u128::from(number(last)?) + 1,
            None => u128::from(number(end)?),
        };
        let count = end.saturating_sub(u128::from(first));
        if count == 0 {
            return Err(CliError::NoSeeds(text.to_owned()));
        }
        if count > MAX {
            return Err(CliError::ManySeeds {
                range: text.to_owned(),
                count,
                max: MAX,
            });
        }
        Ok(Self {
            first,
            last: first + (count - 1) as u64,
        })
    }

    /// The first one.
    pub const fn first(self) -> Seed {
        Seed(self.first)
    }

    /// How many there are.
    pub const fn count(self) -> usize {
        (self.last - self.first) as usize + 1
    }

    /// The one at place `index`, from 0, below [`count`](Self::count).
    pub const fn get(self, index: usize) -> Seed {
        Seed(self.first + index as u64)
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (u64, usize) {
        let seeds = Seeds::read(text).unwrap();
        (seeds.first().0, seeds.count())
    }

    #[test]
    fn a_range_leaves_out_its_end_unless_told_otherwise() {
        assert_eq!(read("0..10"), (0, 10));
        assert_eq!(read("5..=10"), (5, 6));
        assert_eq!(read("0x10..0x12"), (16, 2));
        assert_eq!(read(" 1 .. 2 "), (1, 1));
        assert_eq!(read("0..1000000"), (0, 1_000_000));
        let last = Seeds::read("18446744073709551614..=18446744073709551615").unwrap();
        assert_eq!((last.count(), last.get(1).0), (2, u64::MAX));
        assert_eq!(Seeds::read("3..6").unwrap().to_string(), "3..=5");
    }

    #[test]
    fn what_is_no_range_is_refused_with_what_would_be_right() {
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
            ("5..5", "holds no seed"),
            ("9..1", "holds no seed"),
            ("9..=8", "holds no seed"),
            ("0..1000001", "holds 1000001 seeds"),
            (
                "0..=18446744073709551615",
                "holds 18446744073709551616 seeds",
            ),
        ] {
            let error = Seeds::read(text).unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }
}

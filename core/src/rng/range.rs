//! Ranges of consecutive seeds, written as in Rust: `A..B` excludes B, `A..=B` includes it.

use std::fmt;
use std::str::FromStr;

use super::Seed;
use crate::parts;
use crate::text::{Invalid, value};

/// Consecutive seeds, at least one and at most 10^12.
///
/// ```
/// use undercroft_core::rng::{Seed, SeedRange};
///
/// let seeds: SeedRange = "3..6".parse()?;
/// assert_eq!((seeds.first(), seeds.last(), seeds.count()), (Seed(3), Seed(5), 3));
/// assert_eq!(seeds.to_string(), "3..=5");
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeedRange {
    first: u64,
    last: u64,
}

impl SeedRange {
    /// The most seeds in a range.
    pub const MAX: u64 = 1_000_000_000_000;

    /// The range that is one seed.
    pub const fn one(seed: Seed) -> Self {
        Self {
            first: seed.0,
            last: seed.0,
        }
    }

    /// Parses a range of at most `max` seeds, which is no more than [`MAX`](Self::MAX).
    ///
    /// # Errors
    /// If the text has another form, or the range is empty or too large.
    pub fn parse(text: &str, max: u64) -> Result<Self, Invalid> {
        let invalid = || {
            Invalid::new(format!(
                "\"{text}\" is not a range of seeds: write A..B (without B) or A..=B (with B), in decimal or 0x hex of at most 64 bits"
            ))
        };
        let range = value(text);
        let (first, end, is_open) = parts::range(&range).ok_or_else(invalid)?;
        let number = |text: &str| Seed::parse_number(text).ok_or_else(invalid);
        let first = number(first)?;
        let end = match is_open {
            // A range that excludes its end may end with the last seed.
            true if is_beyond_all(end) => 1 << 64,
            true => u128::from(number(end)?),
            false => u128::from(number(end)?) + 1,
        };
        let count = end.saturating_sub(u128::from(first));
        if count == 0 {
            return Err(Invalid::new(format!(
                "the range {text} is empty: its start must come before its end"
            )));
        }
        let max = max.min(Self::MAX);
        if count > u128::from(max) {
            return Err(Invalid::new(format!(
                "{text} has {count} seeds; use at most {max} at a time"
            )));
        }
        Ok(Self {
            first,
            last: first + (count - 1) as u64,
        })
    }

    /// The lowest seed.
    pub const fn first(self) -> Seed {
        Seed(self.first)
    }

    /// The highest seed.
    pub const fn last(self) -> Seed {
        Seed(self.last)
    }

    /// The number of seeds, from 1.
    pub const fn count(self) -> u64 {
        self.last - self.first + 1
    }

    /// The seed at `index`, from 0 and below [`count`](Self::count).
    pub const fn get(self, index: u64) -> Seed {
        Seed(self.first + index)
    }

    /// Whether `seed` is one of them.
    pub const fn contains(self, seed: Seed) -> bool {
        self.first <= seed.0 && seed.0 <= self.last
    }

    /// This range and `next` as one, if `next` begins where this ends.
    pub fn joined(self, next: Self) -> Option<Self> {
        let joined = Self {
            first: self.first,
            last: next.last,
        };
        (self.last.checked_add(1) == Some(next.first)).then_some(joined)
    }
}

/// Whether a text is 2^64, decimal or `0x` hex: the number after the last seed.
fn is_beyond_all(text: &str) -> bool {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, expected) = hex.map_or((text, "18446744073709551616"), |digits| {
        (digits, "10000000000000000")
    });
    digits.trim_start_matches('0') == expected
}

impl fmt::Display for SeedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.last)
    }
}

impl FromStr for SeedRange {
    type Err = Invalid;

    /// Parses a range of at most [`MAX`](Self::MAX) seeds.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::parse(text, Self::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (u64, u64) {
        let seeds: SeedRange = text.parse().unwrap();
        (seeds.first().0, seeds.count())
    }

    #[test]
    fn a_range_excludes_its_end_unless_told_otherwise() {
        assert_eq!(read("0..10"), (0, 10));
        assert_eq!(read("5..=10"), (5, 6));
        assert_eq!(read("0x10..0x12"), (16, 2));
        assert_eq!(read(" 1 .. 2 "), (1, 1));
        assert_eq!(read("0..1000000"), (0, 1_000_000));
        let last: SeedRange = "18446744073709551614..=18446744073709551615"
            .parse()
            .unwrap();
        assert_eq!((last.count(), last.get(1).0), (2, u64::MAX));
        assert_eq!(last.joined(last), None);
        // The end that is left out may be the number after the last seed.
        for end in [
            "18446744073709551616",
            "0x10000000000000000",
            "018446744073709551616",
        ] {
            assert_eq!(
                read(&format!("18446744073709551614..{end}")),
                (u64::MAX - 1, 2),
                "{end}"
            );
        }
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
            ("1..18446744073709551617", "write A..B"),
            ("1..=18446744073709551616", "at most 64 bits"),
            ("0..18446744073709551616", "has 18446744073709551616 seeds"),
            ("5..5", "is empty"),
            ("9..1", "is empty"),
            ("9..=8", "is empty"),
            ("0..1000001", "has 1000001 seeds"),
            ("0..=18446744073709551615", "has 18446744073709551616 seeds"),
        ] {
            let error = SeedRange::parse(text, 1_000_000).unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }

    #[test]
    fn ranges_join_where_one_ends_and_the_other_begins() {
        let range = |text: &str| text.parse::<SeedRange>().unwrap();
        assert_eq!(range("3..6").joined(range("6..9")), Some(range("3..9")));
        assert_eq!(range("3..6").joined(range("7..9")), None);
        assert_eq!(range("3..6").joined(range("5..9")), None);
    }
}

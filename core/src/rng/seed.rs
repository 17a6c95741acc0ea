//! The seed of a run: what a player types, shares and sees, and the sequences derived from it. Does
//! not create fresh seeds: entropy enters outside the core.

use super::key;
use super::tag::Tag;
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The 64-bit seed that a run, a map or a board is generated from. Every value is a valid seed.
///
/// Displayed as a decimal number and serialized as a plain number.
///
/// # What a player may type
///
/// What [`text::value`] ignores around a value is dropped. The first rule that applies to the rest decides:
///
/// 1. nothing: refused, [`SeedError::Empty`];
/// 2. decimal digits of a number that fits 64 bits: that number, leading zeros or not;
/// 3. `0x` or `0X`, then hexadecimal digits of a number that fits 64 bits: that number;
/// 4. any other text: the low 64 bits of the 128-bit XXH3 hash (seed 0, default secret) of
///    `seed-text`, a zero byte and the text in UTF-8, in the normal form NFC.
///
/// So a number too large for 64 bits is text like any other, and so are `-1`, `+1`, `1_000` and a
/// bare `0x`. Upper and lower case differ; an accented letter is the same however it is composed.
///
/// [`code`](crate::code) tells seeds from share codes, ids and links.
///
/// ```
/// use undercroft_core::rng::{Seed, SeedError};
///
/// assert_eq!("42".parse(), Ok(Seed(42)));
/// assert_eq!(" 0x2A ".parse(), Ok(Seed(42)));
/// assert_eq!("salt and iron".parse(), Ok(Seed(6_686_834_804_109_255_245)));
/// assert_eq!(" \t".parse::<Seed>(), Err(SeedError::Empty));
/// assert_eq!(Seed(42).to_string(), "42");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

/// Why a text is not a seed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SeedError {
    /// The text was empty or blank.
    #[error(
        "the seed is empty; give a decimal number, a hexadecimal number such as 0x2a, or any text"
    )]
    Empty,
    /// A code has nothing after its `#`.
    #[error("the seed is empty after the \"#\"; give a number, such as 7 or 0x2a")]
    EmptyInCode,
    /// The seed of a code is not a number.
    #[error("the seed \"{text}\" of the code is not a number; as a text it is #{seed}")]
    TextInCode {
        /// The beginning of the text.
        text: String,
        /// The seed that it would be on its own.
        seed: Seed,
    },
}

impl Seed {
    /// The `n`-th seed of the sequence that this seed starts: `nth(0)` is the seed itself.
    ///
    /// The others are the low 64 bits of the keyed hash of [`Tag::SEQUENCE`], this seed and `n`, in
    /// the layout that the [module](super) documents. Takes constant time for any `n`, and
    /// neighbouring seeds start unrelated sequences.
    ///
    /// ```
    /// use undercroft_core::rng::Seed;
    ///
    /// let batch: Vec<Seed> = (0..3).map(|n| Seed(42).nth(n)).collect();
    /// assert_eq!(batch[0], Seed(42));
    /// assert_ne!(batch[1], batch[2]);
    /// ```
    #[must_use]
    pub fn nth(self, n: u64) -> Seed {
        if n == 0 {
            return self;
        }
        Seed(low(key::hash(Tag::SEQUENCE, self.0, &[n])))
    }

    /// Short seeds are below this: nine digits can be read out and noted by hand.
    pub const SHORT: u64 = 1_000_000_000;

    /// The `n`-th seed of a sequence as that of [`nth`](Self::nth), but below [`SHORT`](Self::SHORT): the remainder of
    /// its division. `short_nth(0)` is the seed itself, which may be longer.
    #[must_use]
    pub fn short_nth(self, n: u64) -> Seed {
        match n {
            0 => self,
            _ => Seed(self.nth(n).0 % Self::SHORT),
        }
    }

    /// Parses the seed of a share code: a number, so that a stray character is not another seed.
    ///
    /// # Errors
    /// [`SeedError::EmptyInCode`] or [`SeedError::TextInCode`].
    pub fn parse_in_code(text: &str) -> Result<Seed, SeedError> {
        let text = text::trim(text);
        let seed = text.parse().map_err(|_| SeedError::EmptyInCode)?;
        match Self::parse_number(text) {
            Some(_) => Ok(seed),
            None => Err(SeedError::TextInCode {
                text: text::excerpt(text),
                seed,
            }),
        }
    }

    /// The seed of a text that is no number.
    pub(super) fn of_text(text: &str) -> Seed {
        Seed(low(key::hash_text(Tag::SEED_TEXT, &text::normal(text))))
    }

    /// The number written in a text, decimal or `0x` hex; `None` if it is not a number or exceeds 64 bits.
    #[doc(hidden)]
    pub fn parse_number(text: &str) -> Option<u64> {
        let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let (digits, radix) = hex.map_or((text, 10), |digits| (digits, 16));
        // The standard parser accepts a plus sign, but the rules say that `+1` is text.
        let is_number = digits.chars().all(|digit| digit.is_digit(radix));
        is_number.then(|| u64::from_str_radix(digits, radix).ok())?
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Seed(number)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    /// Parses a seed by the rules on [`Seed`].
    ///
    /// # Errors
    ///
    /// [`SeedError::Empty`] if nothing is left of it.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let text = text::value(text);
        if text.is_empty() {
            return Err(SeedError::Empty);
        }
        let number = Self::parse_number(&text).map(Seed);
        Ok(number.unwrap_or_else(|| Self::of_text(&text)))
    }
}

fn low(hash: u128) -> u64 {
    hash as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seed(text: &str) -> Seed {
        text.parse().expect("the text is not blank")
    }

    #[test]
    fn a_decimal_and_its_hexadecimal_are_one_seed() {
        assert_eq!(Seed::from_str("0x2A"), Seed::from_str("42"));
        assert_eq!(seed("0X2a"), Seed(42));
        assert_eq!(seed("0042"), Seed(42));
        assert_eq!(seed("0x0000000000000000000002a"), Seed(42));
        assert_eq!(seed("0"), Seed(0));
        assert_eq!(seed("18446744073709551615"), Seed(u64::MAX));
        assert_eq!(seed("0xffffffffffffffff"), Seed(u64::MAX));
    }

    #[test]
    fn what_surrounds_a_seed_does_not_count() {
        assert_eq!(seed(" \t42\r\n"), Seed(42));
        assert_eq!(seed("\u{feff}42\u{200b}"), Seed(42));
        assert_eq!(seed("\u{a0}vault\u{3000}"), seed("vault"));
        assert_ne!(seed("old vault"), seed("oldvault"));
    }

    #[test]
    fn a_blank_seed_is_refused_with_what_would_be_right() {
        for blank in ["", " ", "\t\r\n", "\u{2003}"] {
            assert_eq!(blank.parse::<Seed>(), Err(SeedError::Empty));
        }
        assert_eq!(
            SeedError::Empty.to_string(),
            "the seed is empty; give a decimal number, a hexadecimal number such as 0x2a, \
             or any text"
        );
    }

    #[test]
    fn an_accented_letter_is_one_text_however_it_is_composed() {
        assert_eq!(seed("caf\u{e9}"), seed("cafe\u{301}"));
        assert_ne!(seed("caf\u{e9}"), seed("cafe"));
        assert_eq!(seed("\u{1112}\u{1161}\u{11ab}"), seed("\u{d55c}"));
    }

    #[test]
    fn the_seed_of_a_code_is_a_number() {
        assert_eq!(Seed::parse_in_code("0x10"), Ok(Seed(16)));
        assert_eq!(Seed::parse_in_code(" "), Err(SeedError::EmptyInCode));
        let error = Seed::parse_in_code("7.").unwrap_err().to_string();
        let expected = format!(
            "the seed \"7.\" of the code is not a number; as a text it is #{}",
            seed("7.")
        );
        assert_eq!(error, expected);
    }

    #[test]
    fn a_number_too_large_is_text() {
        for text in ["18446744073709551616", "0x10000000000000000"] {
            assert_eq!(Seed::parse_number(text), None);
            assert_eq!(seed(text), Seed(low(key::hash_text(Tag::SEED_TEXT, text))));
        }
    }

    #[test]
    fn what_only_resembles_a_number_is_text() {
        for text in [
            "-1", "+1", "1_000", "1.0", "0x", "0x+1", "0b1", "2a", "x2a", "٤٢",
        ] {
            assert_eq!(Seed::parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn neighbouring_sequences_have_no_seed_in_common() {
        let mut seeds: Vec<Seed> = (0..64)
            .flat_map(|start| (0..256).map(move |n| Seed(start).nth(n)))
            .collect();
        let count = seeds.len();
        assert_eq!(count, 64 * 256);
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
    }

    #[test]
    fn short_seeds_have_at_most_nine_digits_and_start_with_the_seed_itself() {
        let long = Seed(u64::MAX);
        assert_eq!(long.short_nth(0), long);
        let mut seeds: Vec<Seed> = (1..=1000).map(|n| long.short_nth(n)).collect();
        assert!(seeds.iter().all(|seed| seed.0 < Seed::SHORT));
        seeds.sort_unstable();
        seeds.dedup();
        assert!(seeds.len() > 990, "{}", seeds.len());
        assert!(seeds[100].0 < Seed::SHORT / 5 && seeds[900].0 > Seed::SHORT / 5 * 4);
    }

    #[test]
    fn a_seed_is_serialised_as_a_plain_number() {
        let json = serde_json::to_string(&Seed(u64::MAX)).expect("a number is JSON");
        assert_eq!(json, "18446744073709551615");
        let back: Seed = serde_json::from_str(&json).expect("it was a seed");
        assert_eq!(back, Seed(u64::MAX));
    }

    proptest! {
        #[test]
        fn a_seed_shown_and_typed_again_is_the_same(number: u64) {
            let shown = Seed(number).to_string();
            prop_assert_eq!(shown.parse(), Ok(Seed(number)));
            prop_assert_eq!(format!("{number:#x}").parse(), Ok(Seed(number)));
            prop_assert_eq!(format!(" 0X{number:X} ").parse(), Ok(Seed(number)));
        }

        #[test]
        fn every_text_that_is_not_blank_is_a_seed(text: String) {
            prop_assert_eq!(text.parse::<Seed>().is_err(), text::value(&text).is_empty());
        }
    }
}

//! Seeds that were typed as words, and stay so in the codes of maps.

use std::fmt;
use std::sync::Arc;

use super::{Seed, SeedError};
use crate::text;

/// Words that a seed was typed as, and that the code of a map can hold: a letter first, then letters, digits, `-`, `_`,
/// `'` and single spaces, which a code writes as `+`; at most [`MAX_WORDS`] characters. So a stray dot or bracket in
/// a code is still refused, and a number is never taken for words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedWords(Arc<str>);

/// The most characters of [`SeedWords`].
pub const MAX_WORDS: usize = 40;

impl SeedWords {
    /// What a player typed for a seed, unless a code cannot hold it.
    pub fn typed(text: &str) -> Option<Self> {
        let value = text::value(text);
        let words = text::normal(&value);
        let may_follow = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '\'');
        let is_sound = words.starts_with(char::is_alphabetic)
            && words.chars().all(may_follow)
            && !words.contains("  ")
            && words.chars().count() <= MAX_WORDS;
        is_sound.then(|| Self(words.into()))
    }

    /// Reads the seed of a map's code: a number, or words.
    ///
    /// # Errors
    /// [`SeedError::EmptyInCode`], or [`SeedError::TextInCode`] if it is neither.
    pub fn parse_in_code(text: &str) -> Result<(Seed, Option<Self>), SeedError> {
        let words = Self::typed(&text.replace('+', " "));
        let Some(words) = words.filter(|_| Seed::parse_number(text::trim(text)).is_none()) else {
            return Ok((Seed::parse_in_code(text)?, None));
        };
        Ok((words.seed(), Some(words)))
    }

    /// The seed that they stand for.
    pub fn seed(&self) -> Seed {
        Seed::of_text(&self.0)
    }

    /// The words as they were typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// As a code has them.
impl fmt::Display for SeedWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace(' ', "+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_code_are_the_seed_that_was_typed() {
        for (typed, code) in [
            ("salt and iron", "salt+and+iron"),
            (" Grütze ", "Grütze"),
            ("it's 7_b-side", "it's+7_b-side"),
            ("x", "x"),
        ] {
            let words = SeedWords::typed(typed).unwrap();
            assert_eq!(words.to_string(), code);
            assert_eq!(Ok(words.seed()), typed.parse());
            for text in [code.to_owned(), format!(" {} ", code.replace('+', " "))] {
                let read = SeedWords::parse_in_code(&text).unwrap();
                assert_eq!(
                    read,
                    (typed.parse().unwrap(), Some(words.clone())),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn what_a_code_cannot_hold_is_a_number_there_and_numbers_stay_numbers() {
        for typed in [
            "7",
            "7th",
            "-1",
            "a  b",
            "a+b",
            "a#b",
            "a~b",
            "a/b",
            "why?",
            "",
            &"a".repeat(41),
        ] {
            assert_eq!(SeedWords::typed(typed), None, "{typed}");
        }
        for (code, seed) in [("7", 7), ("0x10", 16), (" 42 ", 42)] {
            assert_eq!(SeedWords::parse_in_code(code), Ok((Seed(seed), None)));
        }
        for wrong in ["7.", "salt.", "7 nights", ""] {
            assert!(SeedWords::parse_in_code(wrong).is_err(), "{wrong}");
        }
    }
}

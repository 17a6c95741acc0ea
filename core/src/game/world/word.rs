//! The parameters of actions as parts of the words that a recording has for them.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::geom::{Dir, Pos};

/// A parameter of an action, as a part of its word.
pub(super) trait Parameter: Sized {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Takes it from the front of `rest`; `None` if it is not there.
    fn read(rest: &mut &str) -> Option<Self>;
}

/// Takes the first character of `rest`.
pub(super) fn take_char(rest: &mut &str) -> Option<char> {
    let mut chars = rest.chars();
    let taken = chars.next();
    *rest = chars.as_str();
    taken
}

fn take_number<T: FromStr>(rest: &mut &str) -> Option<T> {
    let sign = usize::from(rest.starts_with('-'));
    let digits = rest[sign..].find(|c: char| !c.is_ascii_digit());
    let (number, after) = rest.split_at(digits.map_or(rest.len(), |digits| sign + digits));
    *rest = after;
    number.parse().ok()
}

impl<T: Parameter> Parameter for Option<T> {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.map_or(Ok(()), |value| value.write(word))
    }

    fn read(rest: &mut &str) -> Option<Self> {
        let mut after = *rest;
        let value = T::read(&mut after);
        if value.is_some() {
            *rest = after;
        }
        Some(value)
    }
}

impl Parameter for Dir {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
        word.write_str(dir_name(self))
    }

    fn read(rest: &mut &str) -> Option<Self> {
        // Prefers the longest match, because `ne` also starts with `n`.
        let mut dirs = Self::ALL;
        dirs.sort_by_key(|dir| std::cmp::Reverse(dir_name(*dir).len()));
        let (dir, after) = dirs
            .into_iter()
            .find_map(|dir| Some((dir, rest.strip_prefix(dir_name(dir))?)))?;
        *rest = after;
        Some(dir)
    }
}

const fn dir_name(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "n",
        Dir::NorthEast => "ne",
        Dir::East => "e",
        Dir::SouthEast => "se",
        Dir::South => "s",
        Dir::SouthWest => "sw",
        Dir::West => "w",
        Dir::NorthWest => "nw",
    }
}

impl Parameter for Pos {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(word, "@{},{}", self.x, self.y)
    }

    fn read(rest: &mut &str) -> Option<Self> {
        *rest = rest.strip_prefix('@')?;
        let x = take_number(rest)?;
        *rest = rest.strip_prefix(',')?;
        Some(Self::new(x, take_number(rest)?))
    }
}

impl Parameter for u16 {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(word, "{self}")
    }

    fn read(rest: &mut &str) -> Option<Self> {
        take_number(rest)
    }
}

/// The sense of a turn.
impl Parameter for bool {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
        word.write_char(if self { '+' } else { '-' })
    }

    fn read(rest: &mut &str) -> Option<Self> {
        match take_char(rest)? {
            '+' => Some(true),
            '-' => Some(false),
            _ => None,
        }
    }
}

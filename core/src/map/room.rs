//! A room as its generator reports it, or as somebody named it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geom::Rect;
use crate::text::{self, Invalid};

/// A room that a generator placed, or a part of the map that somebody named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Room {
    /// Its tiles, without the walls around them. Some may be solid, such as the pillars of a
    /// prefab.
    pub area: Rect,
    /// How it came about.
    pub kind: RoomKind,
    /// What somebody calls it.
    pub name: Option<RoomName>,
}

/// How a room came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomKind {
    /// Dug as a rectangle of floor.
    Plain,
    /// Drawn by hand and set into the map.
    Prefab,
}

impl RoomKind {
    /// Its name in files that other programs read.
    #[doc(hidden)]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Prefab => "prefab",
        }
    }
}

impl Room {
    /// A plain room without a name.
    pub const fn plain(area: Rect) -> Self {
        Self::of_kind(area, RoomKind::Plain)
    }

    /// A room of a kind without a name.
    pub const fn of_kind(area: Rect, kind: RoomKind) -> Self {
        Self {
            area,
            kind,
            name: None,
        }
    }
}

/// The name of a room: 1 to 15 lowercase letters, digits and hyphens, the first a letter, such as `boss`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoomName {
    /// Followed by zeros.
    letters: [u8; Self::MAX],
}

impl RoomName {
    /// The most letters.
    pub const MAX: usize = 15;

    /// Its letters.
    pub fn as_str(&self) -> &str {
        let end = self.letters.iter().position(|letter| *letter == 0);
        str::from_utf8(&self.letters[..end.unwrap_or(Self::MAX)]).unwrap_or_default()
    }

    /// The name that comes nearest to one of an editor: in lowercase, with hyphens between words. `None` if it has no
    /// letter to begin with, or is one that only counts, such as `room 3`.
    pub fn nearest(text: &str) -> Option<Self> {
        let text = text::trim(text);
        if text
            .strip_prefix("room ")
            .is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_digit()))
        {
            return None;
        }
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut name = words.join("-").to_ascii_lowercase();
        name.truncate(Self::MAX);
        name.trim_end_matches('-').parse().ok()
    }
}

impl FromStr for RoomName {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut bytes = text.bytes();
        let is_name = text.len() <= Self::MAX
            && bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
            && bytes.all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if !is_name {
            let found = text::excerpt(text);
            return Err(Invalid::new(format_args!(
                "\"{found}\" is no name of a room: use 1 to {} lowercase letters, digits and hyphens, beginning with a letter",
                Self::MAX
            )));
        }
        let mut letters = [0; Self::MAX];
        letters[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { letters })
    }
}

impl fmt::Display for RoomName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomName({self})")
    }
}

impl Serialize for RoomName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RoomName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_back_and_one_of_an_editor_is_made_to_fit() {
        for name in ["boss", "a", "room-12", "abcdefghijklmno"] {
            assert_eq!(name.parse::<RoomName>().unwrap().as_str(), name);
        }
        for name in ["", "Boss", "2nd", "a b", "-a", "abcdefghijklmnop", "bös"] {
            assert!(name.parse::<RoomName>().is_err(), "{name}");
        }
        for (text, name) in [
            ("Boss room", Some("boss-room")),
            ("  The Hall of a King ", Some("the-hall-of-a-k")),
            ("abcdefghijklmn opq", Some("abcdefghijklmn")),
            ("room 3", None),
            ("3rd", None),
            ("", None),
        ] {
            let nearest = RoomName::nearest(text);
            assert_eq!(nearest.as_ref().map(RoomName::as_str), name, "{text}");
        }
    }
}

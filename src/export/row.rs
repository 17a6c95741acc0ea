//! What is known of a format, in one [`Row`] that the file of the format has.

use std::io::Write;

use super::read::Reader;
use super::{Companion, ExportError, Options};
use crate::game::counted;
use crate::geom::Size;
use crate::map::{Map, Thing, Tile};
use crate::mapgen::MapSpec;
use crate::text;

/// A format: its names and texts, and how it is written and read.
#[derive(Debug)]
pub struct Row {
    /// The extension of its files, without the dot.
    pub ending: &'static str,
    /// What the Lab's list calls it.
    pub label: &'static str,
    /// The key that chooses it there.
    pub key: char,
    /// The section of docs/export.md about it, or another page; empty if there is none.
    pub page: &'static str,
    /// The paragraph about it in the help of `generate`, at most 80 letters a line; empty if it has none.
    pub help: &'static str,
    /// The files that a map in this format refers to.
    pub companions: &'static [Companion],
    /// What of a map besides its tiles it keeps.
    pub keeps: &'static [Part],
    /// The picture that it is or contains.
    pub picture: Option<Picture>,
    /// Whether it is no text, and so nothing for a terminal.
    pub is_binary: bool,
    /// Whether only mazes of cells can be written.
    pub is_for_mazes: bool,
    /// Writes a map.
    pub write: Writer,
    /// How it is read; `None` if it is only written.
    pub reader: Option<Reader>,
}

/// What a map has besides its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Where the player starts.
    Start,
    /// The tile that the start stands on.
    UnderStart,
    /// The rooms with their names.
    Rooms,
    /// What lies on it.
    Things,
    /// The share code that makes it.
    Code,
}

impl Part {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Start,
        Self::UnderStart,
        Self::Rooms,
        Self::Things,
        Self::Code,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "the start",
            Self::UnderStart => "the tile under the start",
            Self::Rooms => "rooms",
            Self::Things => "things",
            Self::Code => "the share code",
        }
    }

    /// What of it a map has, in words; `None` if it has none.
    fn of(self, spec: Option<&MapSpec>, map: &Map, things: &[Thing]) -> Option<String> {
        let start = map.start.map(|start| map.tiles[start]);
        let one = |is_there: bool| is_there.then(|| self.name().to_owned());
        let several = |count: usize, what| (count > 0).then(|| counted(count as u64, what));
        match self {
            Self::Start => one(start.is_some()),
            Self::UnderStart => one(start.is_some_and(|tile| tile != Tile::Floor)),
            Self::Rooms => several(map.rooms.len(), "room"),
            Self::Things => several(things.len(), "thing"),
            Self::Code => one(spec.is_some()),
        }
    }
}

impl Row {
    /// What of a map it leaves out, in words: `9 rooms and 30 things`; empty if it keeps all, or if nobody has put
    /// anything on the map, which its share code makes again.
    pub fn leaves_out(&self, spec: Option<&MapSpec>, map: &Map, things: &[Thing]) -> String {
        if spec.is_some_and(|spec| spec.edits().is_empty()) && things.is_empty() {
            return String::new();
        }
        let lost = Part::ALL.iter().filter(|part| !self.keeps.contains(part));
        let lost = lost.filter_map(|part| part.of(spec, map, things));
        text::list(&lost.collect::<Vec<_>>(), "and")
    }
}

/// Writes a map in a format.
pub type Writer = fn(&mut dyn Write, &Export<'_>) -> Result<(), ExportError>;

/// The picture of a format.
#[derive(Debug)]
pub struct Picture {
    /// The usual width of a tile in a picture of a map of this size, in pixels.
    pub default_scale: fn(Size) -> u32,
    /// The same in words.
    pub default: &'static str,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    /// The map.
    pub map: &'a Map,
    /// What it was generated from.
    pub spec: Option<&'a MapSpec>,
    /// What lies on it.
    pub things: &'a [Thing],
    /// Where its companions lie.
    pub options: &'a Options<'a>,
    /// The width of a tile in a picture, in pixels.
    pub scale: u32,
}

impl Export<'_> {
    /// The path of a companion, relative to the map's folder.
    pub(super) fn path(&self, companion: Companion) -> String {
        match self.options.folder.trim_end_matches('/') {
            "" => companion.name().to_owned(),
            folder => format!("{folder}/{}", companion.name()),
        }
    }
}

impl Row {
    /// A format of text without anything else, for the rows to begin from.
    pub(super) const PLAIN: Self = Self {
        ending: "",
        label: "",
        key: ' ',
        page: "",
        help: "",
        companions: &[],
        keeps: &[],
        picture: None,
        is_binary: false,
        is_for_mazes: false,
        write: |_, _| Ok(()),
        reader: None,
    };
}

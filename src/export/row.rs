//! What is known of a format, in one [`Row`] that the file of the format has.

use std::io::Write;

use super::read::Reader;
use super::{Companion, ExportError, Options};
use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::MapSpec;

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
        picture: None,
        is_binary: false,
        is_for_mazes: false,
        write: |_, _| Ok(()),
        reader: None,
    };
}

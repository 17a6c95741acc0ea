//! Writing the map to a file: which formats there are, the name of the file, and the intent that
//! opens the choice. How a format looks is not its business.

use std::io::{self, Write};

use bevy::prelude::*;

use crate::app::Phase;
use crate::app::dungeon::{Dungeon, Notice};
use crate::app::intent::Intent;
use crate::app::platform::{FileError, Folders};
use crate::map::Map;
use crate::mapgen::MapSpec;

/// Writes maps into the data folder.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ExportOpen>()
        .add_message::<WriteMap>()
        .add_systems(Update, (open.in_set(Phase::Act), keep.in_set(Phase::Show)));
}

/// Whether the choice of formats is open.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportOpen(pub bool);

/// Where files go; without it nothing is written.
#[derive(Resource, Clone, Debug)]
pub struct ExportFolders(pub Folders);

/// A form that a map can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One character a tile.
    Text,
    /// Tiles, rooms and measures.
    Json,
    /// A picture.
    Png,
    /// A map for the editor Tiled.
    Tmj,
}

impl Format {
    /// Every format, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Text, Self::Json, Self::Png, Self::Tmj];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "JSON",
            Self::Png => "PNG picture",
            Self::Tmj => "Tiled map",
        }
    }

    /// How the names of its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Png => "png",
            Self::Tmj => "tmj",
        }
    }
}

/// Asks for the map in this format.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteMap(pub Format);

/// Writes `map`, made of `spec`, into `out`.
///
/// # Errors
/// If `out` cannot be written to, or if this build does not know the format.
pub fn write(format: Format, _: &MapSpec, map: &Map, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Text => write!(out, "{map}"),
        Format::Json | Format::Png | Format::Tmj => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            format!("this build does not write {} files", format.extension()),
        )),
    }
}

fn open(mut intents: MessageReader<Intent>, mut open: ResMut<ExportOpen>) {
    for intent in intents.read() {
        if *intent == Intent::Export {
            open.0 = !open.0;
        }
    }
}

fn keep(
    mut requests: MessageReader<WriteMap>,
    dungeon: Res<Dungeon>,
    folders: Option<Res<ExportFolders>>,
    mut notice: ResMut<Notice>,
) {
    for WriteMap(format) in requests.read() {
        let Some(folders) = &folders else { continue };
        notice.0 = match file(*format, &dungeon, &folders.0) {
            Ok(path) => format!("map written to {path}"),
            Err(error) => error.to_string(),
        };
    }
}

/// Writes the map to a new file and returns its path.
fn file(format: Format, dungeon: &Dungeon, folders: &Folders) -> Result<String, FileError> {
    let spec = dungeon.spec();
    let stem = format!(
        "{}-{}-{}",
        spec.generator().info().name,
        spec.size(),
        spec.seed
    );
    let path = folders.write_new("exports", &stem, format.extension(), |out| {
        write(format, spec, dungeon.map(), out)
    })?;
    Ok(path.display().to_string())
}

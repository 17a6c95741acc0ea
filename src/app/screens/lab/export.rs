//! Writing the map to a file: the action that opens the choice of formats, the name of the file, and
//! the writing, for large maps beside the frames. How a format looks is [`crate::export`]'s.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::action::LabAction;
use crate::app::dungeon::{Dungeon, is_large};
use crate::app::frame::Phase;
use crate::app::input::{Layer, Layers};
use crate::app::notice::Notice;
use crate::app::platform::{ExportFolders, FileError, Folders};
use crate::export::{self, Format, Options};
use crate::map::Map;
use crate::mapgen::MapSpec;

/// Writes maps into the data folder.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Writing>()
        .add_message::<WriteMap>()
        .add_systems(
            Update,
            (
                open.in_set(Phase::Act),
                // Before notices are shown: no frame may come after this one.
                (keep, collect).chain().in_set(Phase::Settle),
            ),
        );
}

/// Where exported maps go, within the data folder.
const FOLDER: &str = "exports";

/// Files that are being written.
#[derive(Resource, Default)]
pub(super) struct Writing(Vec<Task<Result<PathBuf, FileError>>>);

impl Writing {
    /// Whether there are any.
    pub(super) const fn is_busy(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Asks for the map in this format.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteMap(pub Format);

/// Opens or closes the choice of formats.
fn open(mut actions: MessageReader<LabAction>, mut layers: ResMut<Layers>) {
    for _ in actions
        .read()
        .filter(|action| **action == LabAction::Export)
    {
        *layers = layers.with(Layer::Dialog, !layers.is_open(Layer::Dialog));
    }
}

fn keep(
    mut requests: MessageReader<WriteMap>,
    dungeon: Res<Dungeon>,
    folders: Option<Res<ExportFolders>>,
    mut writing: ResMut<Writing>,
    mut notice: ResMut<Notice>,
) {
    for &WriteMap(format) in requests.read() {
        let Some(ExportFolders(folders)) = folders.as_deref() else {
            continue;
        };
        let spec = dungeon.spec();
        if format == Format::Hex && !spec.generator().makes_cell_maze() {
            notice.0 = export::ExportError::NoMaze.to_string();
            continue;
        }
        if is_large(dungeon.map().size()) {
            let (spec, folders) = (spec.clone(), folders.clone());
            let map: Arc<Map> = dungeon.shared_map();
            let work = async move { write(format, &spec, &map, &folders) };
            writing.0.push(AsyncComputeTaskPool::get().spawn(work));
            notice.0 = "writing the map ...".to_owned();
        } else {
            notice.0 = told(write(format, spec, dungeon.map(), folders));
        }
    }
}

fn collect(mut writing: ResMut<Writing>, mut notice: ResMut<Notice>) {
    if !writing.is_busy() {
        return;
    }
    writing.0.retain_mut(|task| match check_ready(task) {
        Some(written) => {
            notice.0 = told(written);
            false
        }
        None => true,
    });
}

fn told(written: Result<PathBuf, FileError>) -> String {
    match written {
        Ok(path) => format!("map written to {}", path.display()),
        Err(error) => error.to_string(),
    }
}

/// Writes the map to a new file and returns its path. A map for Tiled refers to an image of the
/// tiles beside it; one that is there is kept, for someone may have painted it.
fn write(
    format: Format,
    spec: &MapSpec,
    map: &Map,
    folders: &Folders,
) -> Result<PathBuf, FileError> {
    let name = spec.generator().info().name;
    let stem = format!("{name}-{}-{}", spec.size(), spec.seed);
    if format == Format::Tmj {
        folders.write_once(FOLDER, export::TILESET_NAME, |out| {
            Ok(export::tileset_png(out)?)
        })?;
    }
    folders.write_new(FOLDER, &stem, format.extension(), |out| {
        Ok(export::write(format, spec, map, &Options::default(), out)?)
    })
}

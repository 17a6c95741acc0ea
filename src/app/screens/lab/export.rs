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
use crate::app::input::{Layer, Layers, MenuAction};
use crate::app::notice::Notice;
use crate::app::platform::{ExportFolders, FileError, Folders};
use crate::app::screen::{Screen, on};
use crate::app::ui::list;
use crate::export::{self, Format, Options};
use crate::map::Map;
use crate::mapgen::MapSpec;

/// Writes maps into the data folder.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Writing>()
        .init_resource::<Cursor>()
        .add_message::<WriteMap>()
        .add_systems(
            Update,
            (
                apply_actions.run_if(on(Screen::Lab)).in_set(Phase::Act),
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

/// The format that the cursor is on, by its place among those that are offered.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cursor(pub usize);

impl list::Cursor for Cursor {
    fn on(self, line: usize) -> Self {
        Self(line)
    }
}

const CHOICES: [(char, &str, Format); 5] = [
    ('t', "Text (.txt)", Format::Text),
    ('j', "JSON (.json)", Format::Json),
    ('p', "PNG picture (.png)", Format::Png),
    ('m', "Tiled map (.tmj)", Format::Tmj),
    ('h', "Hex maze (.hex)", Format::Hex),
];

/// The formats that the map can be written in, with their letters and names.
pub(super) fn choices(dungeon: &Dungeon) -> impl Iterator<Item = (char, &'static str, Format)> {
    let is_maze = dungeon.spec().generator().makes_cell_maze();
    let choices = CHOICES.into_iter();
    choices.filter(move |(.., format)| is_maze || *format != Format::Hex)
}

/// Opens the choice of formats, or chooses one.
fn apply_actions(
    (mut actions, mut menu): (MessageReader<LabAction>, MessageReader<MenuAction>),
    (dungeon, mut cursor): (Res<Dungeon>, ResMut<Cursor>),
    mut layers: ResMut<Layers>,
    mut requests: MessageWriter<WriteMap>,
) {
    for action in menu.read() {
        if !layers.is_open(Layer::Menu) {
            continue;
        }
        let letters = choices(&dungeon).map(|(letter, ..)| letter);
        match list::asked(*action, cursor.0, letters) {
            Some(list::Asked::Cursor(line)) => cursor.0 = line,
            Some(list::Asked::Line(line)) => {
                requests.write_batch(
                    choices(&dungeon)
                        .nth(line)
                        .map(|(.., format)| WriteMap(format)),
                );
                *layers = layers.with(Layer::Menu, false);
            }
            None => {}
        }
    }
    for _ in actions
        .read()
        .filter(|action| **action == LabAction::Export)
    {
        cursor.0 = 0;
        *layers = layers.with(Layer::Menu, true);
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
            notice.0 = "Saving the map ...".to_owned();
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
        Ok(path) => format!("Saved the map as {}", path.display()),
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

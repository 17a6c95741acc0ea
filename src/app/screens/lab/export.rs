//! Writing the map to a file: the action that opens the choice of formats, the name of the file, and
//! the writing, for large maps beside the frames. How a format looks is [`crate::export`]'s.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::large::Job;
use crate::app::dungeon::{Dungeon, is_large};
use crate::app::frame::Phase;
use crate::app::input::{Layer, Layers, MenuAction};
use crate::app::notice::Notice;
use crate::app::platform::beside::Work;
use crate::app::platform::{ExportFolders, Folders, NewFile};
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
pub(super) struct Writing(Vec<Work<PathBuf>>);

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
            notice.refuse(&export::ExportError::NoMaze);
            continue;
        }
        if is_large(dungeon.map().size()) {
            let map: Arc<Map> = dungeon.shared_map();
            let [(own, to), (other, there)] = [(); 2].map(|()| (spec.clone(), folders.clone()));
            writing.0.push(Work::start(
                &Job::File(format).command(spec),
                move || write(format, &own, &to, |out| content(format, &own, &map, out)),
                Box::new(move |bytes| {
                    write(format, &other, &there, |out| {
                        io::Write::write_all(out, bytes)
                    })
                }),
            ));
            notice.0 = "Saving the map...".to_owned();
        } else {
            let map = dungeon.map();
            let written = write(format, spec, folders, |out| content(format, spec, map, out));
            notice.0 = told(written);
        }
    }
}

fn collect(mut writing: ResMut<Writing>, mut notice: ResMut<Notice>) {
    if !writing.is_busy() {
        return;
    }
    writing.0.retain_mut(|work| match work.take() {
        Some(written) => {
            notice.0 = told(written);
            false
        }
        None => true,
    });
}

fn told(written: Result<PathBuf, String>) -> String {
    written.map_or_else(
        |reason| reason,
        |path| format!("Saved the map as {}", path.display()),
    )
}

/// Writes the map that was made from `spec` to a new file, whose bytes `content` writes, and returns its path. A
/// map for Tiled refers to an image of the tiles beside it; one that is there is kept, for someone may have
/// painted it.
fn write(
    format: Format,
    spec: &MapSpec,
    folders: &Folders,
    content: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, String> {
    let name = spec.generator().info().name;
    let stem = format!("{name}-{}-{}", spec.size(), spec.seed);
    let tileset = || match format {
        Format::Tmj => folders
            .write_once(FOLDER, export::TILESET_NAME, |out| {
                Ok(export::tileset_png(out)?)
            })
            .map(drop),
        _ => Ok(()),
    };
    tileset()
        .and_then(|()| folders.write_new(FOLDER, &stem, format.extension(), content))
        .map_err(|error| error.to_string())
}

fn content(format: Format, spec: &MapSpec, map: &Map, out: &mut NewFile) -> io::Result<()> {
    Ok(export::write(format, spec, map, &Options::default(), out)?)
}

//! Exports the map to a file, in the background for large maps: the list of formats, the file's
//! name and the notices. The formats themselves are in [`crate::export`].

use std::io::{self, Write};
use std::path::PathBuf;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::action::{LabAction, SavePicture};
use super::animation::Animation;
use crate::app::dungeon::large::Job;
use crate::app::dungeon::{Dungeon, is_large, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::platform::background::Work;
use crate::app::platform::{ExportFolders, FileError, Folders, NewFile};
use crate::app::screen::Screen;
use crate::app::ui::list::Row;
use crate::app::ui::list::dialog::{AddDialog, Dialog, Opened};
use crate::export::{self, Format, Options};
use crate::map::Map;
use crate::mapgen::MapSpec;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ExportTasks>()
        .add_message::<ExportMap>()
        .add_dialog::<Formats>()
        .add_systems(
            React,
            (
                open_formats.in_set(Screen::Lab).in_set(Phase::Act),
                (export_maps, collect_exports).chain().in_set(Phase::Record),
            ),
        );
}

/// Folder for exported maps, within the data folder.
const FOLDER: &str = "exports";

/// The background tasks that write files, each with what it saves.
#[derive(Resource, Default)]
pub(super) struct ExportTasks(pub Vec<(&'static str, Work<PathBuf>)>);

/// Requests a file of the map in this format.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportMap(pub Format);

/// The list of formats.
pub(super) struct Formats;

impl Dialog for Formats {
    const SCREEN: Screen = Screen::Lab;

    fn title(world: &World) -> String {
        format!("Export {} as", map_noun(world.resource()))
    }

    fn rows(world: &World) -> Vec<Row> {
        let formats = available_formats(world.resource());
        formats
            .map(|(letter, name, _)| Row::new(letter, name))
            .collect()
    }

    fn choose(world: &mut World, line: usize) {
        let chosen = available_formats(world.resource()).nth(line);
        match chosen.map(|(.., choice)| choice) {
            Some(Choice::Map(format)) => drop(world.write_message(ExportMap(format))),
            Some(Choice::Picture(picture)) => drop(world.write_message(picture)),
            None => {}
        }
    }
}

/// What can be chosen from the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    /// The map in a format.
    Map(Format),
    /// A picture or a film of it.
    Picture(SavePicture),
}

/// The pictures of the screen, with the keys that choose them.
const PICTURES: [(char, &str, SavePicture); 2] = [
    ('s', "PNG picture as shown here (.png)", SavePicture::Shown),
    (
        'a',
        "Animated PNG of the making (.png)",
        SavePicture::Making,
    ),
];

/// Lists what suits the map, with letters and names.
fn available_formats(dungeon: &Dungeon) -> impl Iterator<Item = (char, String, Choice)> + use<> {
    let spec = dungeon.spec();
    let formats = Format::ALL.map(|format| format.suits(spec).then_some(format));
    let formats = formats.into_iter().flatten().map(|format| {
        let label = format!("{} (.{})", format.row().label, format.extension());
        (format.row().key, label, Choice::Map(format))
    });
    // A page would stand still for as long as a film takes.
    let has_film = !takes_long(spec) && !cfg!(target_family = "wasm");
    let pictures = PICTURES.into_iter();
    let pictures =
        pictures.filter(move |(.., picture)| has_film || *picture != SavePicture::Making);
    formats.chain(
        pictures.map(|(key, label, picture)| (key, label.to_owned(), Choice::Picture(picture))),
    )
}

/// Opens the list of formats.
fn open_formats(
    mut actions: MessageReader<LabAction>,
    mut formats: ResMut<Opened<Formats>>,
    mut focus: Option<ResMut<InputFocus>>,
) {
    if actions.read().any(|action| *action == LabAction::Export) {
        formats.open(&mut focus);
    }
}

/// Writes the map of each request, or starts a background task that does.
fn export_maps(
    mut requests: MessageReader<ExportMap>,
    dungeon: Res<Dungeon>,
    folders: Option<Res<ExportFolders>>,
    mut tasks: ResMut<ExportTasks>,
    mut notice: ResMut<Notice>,
    animation: Res<Animation>,
) {
    for &ExportMap(format) in requests.read() {
        let Some(ExportFolders(folders)) = folders.as_deref() else {
            notice.refuse(&FileError::NoHome);
            continue;
        };
        let spec = dungeon.spec();
        if !format.suits(spec) {
            notice.refuse(&export::ExportError::NotAMaze);
            continue;
        }
        if is_large(dungeon.map().size()) {
            let map = dungeon.shared_map();
            let (spec, folders) = (spec.clone(), folders.clone());
            let (worker_spec, worker_folders) = (spec.clone(), folders.clone());
            let work = Work::start(
                &Job::File(format).command(&spec),
                move || {
                    let content = |out: &mut _| write_format(format, &spec, &map, out);
                    write_files(format, &spec, &folders, content)
                },
                Box::new(move |bytes| {
                    let content = |out: &mut NewFile| out.write_all(bytes);
                    write_files(format, &worker_spec, &worker_folders, content)
                }),
            );
            tasks.0.push(("the map", work));
            notice.say("Saving the map...");
        } else {
            let map = dungeon.map();
            let content = |out: &mut _| write_format(format, spec, map, out);
            let what = map_noun(&animation);
            notice.say(result_notice(
                what,
                write_files(format, spec, folders, content),
            ));
        }
    }
}

fn collect_exports(mut tasks: ResMut<ExportTasks>, mut notice: ResMut<Notice>) {
    tasks.0.retain_mut(|(what, work)| match work.take() {
        Some(result) => {
            notice.say(result_notice(what, result));
            false
        }
        None => true,
    });
}

/// The exported map in words: during a playback it is not the one that is shown.
pub(super) fn map_noun(animation: &Animation) -> &'static str {
    match animation.film() {
        None => "the map",
        Some(_) => "the finished map (not this step)",
    }
}

pub(super) fn result_notice(what: &str, result: Result<PathBuf, String>) -> String {
    result.map_or_else(
        |reason| reason,
        |path| format!("Saved {what} as {}", path.display()),
    )
}

/// Creates a file for the map of `spec`, has `content` fill it and returns its path. Also writes the files that it
/// refers to; existing ones are kept, because the player may have painted them.
fn write_files(
    format: Format,
    spec: &MapSpec,
    folders: &Folders,
    content: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, String> {
    for companion in format.companions() {
        folders
            .write_once(FOLDER, companion.name(), |out| companion.write(out))
            .map_err(|error| error.to_string())?;
    }
    create_file(folders, &stem(spec), format.extension(), content)
}

/// How the names of a map's files begin.
pub(super) fn stem(spec: &MapSpec) -> String {
    let name = spec.generator().info().name;
    let seed = spec.typed_seed().replace(' ', "-");
    format!("{name}-{}-{seed}", spec.size())
}

/// Creates a file that no other has the name of, has `content` fill it and returns its path.
pub(super) fn create_file(
    folders: &Folders,
    stem: &str,
    extension: &str,
    content: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, String> {
    folders
        .write_new(FOLDER, stem, extension, content)
        .map_err(|error| error.to_string())
}

fn write_format(format: Format, spec: &MapSpec, map: &Map, out: &mut NewFile) -> io::Result<()> {
    Ok(export::write(format, spec, map, &Options::default(), out)?)
}

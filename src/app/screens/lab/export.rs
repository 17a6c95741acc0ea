//! Exports the map to a file, in the background for large maps: the list of formats, the file's
//! name and the notices. The formats themselves are in [`crate::export`].

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::action::{FilmKind, LabAction, SavePicture};
use super::animation::Animation;
use crate::app::dungeon::large::Job;
use crate::app::dungeon::{Dungeon, is_large, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::platform::background::Work;
use crate::app::platform::{ExportFolders, FileError, Folders, NewFile};
use crate::app::screen::Screen;
use crate::app::settings::{ConfigFiles, EXPORT, Value};
use crate::app::ui::list::Row;
use crate::app::ui::list::dialog::{AddDialog, Dialog, Opened};
use crate::export::{self, Format, MAX_SCALE, Options};
use crate::game;
use crate::map::Map;
use crate::mapgen::MapSpec;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ExportTasks>()
        .init_resource::<ExportTo>()
        .add_message::<ExportMap>()
        .add_message::<SetExport>()
        .add_dialog::<Formats>()
        .add_systems(
            React,
            (
                (open_formats, set_export)
                    .in_set(Screen::Lab)
                    .in_set(Phase::Act),
                (export_maps, collect_exports).chain().in_set(Phase::Record),
            ),
        );
}

/// Folder for exported maps, within the data folder.
const FOLDER: &str = "exports";

/// The background tasks that write files, each with what it saves.
#[derive(Resource, Default)]
pub(super) struct ExportTasks(pub Vec<(&'static str, Work<PathBuf>)>);

/// Where files go and how, and what was saved last.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ExportTo {
    /// The player's folder, unless it is that of the data folder.
    folder: Option<String>,
    /// The width of a tile in a picture, in pixels, unless it follows from the map.
    pub(super) scale: Option<u32>,
    last: Option<Choice>,
    /// How often the first two were set.
    pub(super) changes: u64,
}

impl ExportTo {
    /// The folder, within the data folder or with its whole path.
    pub(super) fn folder(&self) -> &str {
        self.folder.as_deref().unwrap_or(FOLDER)
    }

    /// The folder that the player has chosen; empty if none.
    pub(super) fn chosen_folder(&self) -> &str {
        self.folder.as_deref().unwrap_or_default()
    }

    fn to_ron(&self) -> String {
        format!("({:?}, {:?})", self.folder, self.scale)
    }
}

/// Parses where files go.
///
/// # Errors
/// If the value is none.
pub fn read_export(value: Value<'_>) -> Result<ExportTo, String> {
    let (folder, scale): (Option<String>, Option<u32>) = EXPORT.parse(value)?;
    let scale = scale.filter(|scale| (1..=MAX_SCALE).contains(scale));
    Ok(ExportTo {
        folder,
        scale,
        ..ExportTo::default()
    })
}

/// Sets where files go, or how large a tile is in a picture.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub(super) enum SetExport {
    /// To this folder; to that of the data folder if it is empty.
    Folder(String),
    /// In pixels; as it follows from the map with `None`.
    Scale(Option<u32>),
}

impl SetExport {
    /// The folder that was typed.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn folder(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let path = Path::new(text);
        match text.is_empty() || path.is_absolute() && path.is_dir() {
            true => Ok(Self::Folder(text.to_owned())),
            false if path.is_absolute() => Err(format!("there is no folder {text}")),
            false => Err(format!(
                "\"{text}\" is no whole path of a folder: it begins at the root, as /home/me/maps does"
            )),
        }
    }

    /// The size of a tile that was typed.
    ///
    /// # Errors
    /// If it is none.
    pub fn scale(text: &str) -> Result<Self, String> {
        match text.trim() {
            "" => Ok(Self::Scale(None)),
            text => match text.parse() {
                Ok(scale) if (1..=MAX_SCALE).contains(&scale) => Ok(Self::Scale(Some(scale))),
                _ => Err(format!(
                    "a tile has 1 to {MAX_SCALE} pixels, not \"{text}\""
                )),
            },
        }
    }
}

fn set_export(
    mut requests: MessageReader<SetExport>,
    mut to: ResMut<ExportTo>,
    files: Option<Res<ConfigFiles>>,
    mut notice: ResMut<Notice>,
) {
    for request in requests.read() {
        match request {
            SetExport::Folder(folder) => {
                to.folder = Some(folder.clone()).filter(|folder| !folder.is_empty());
            }
            SetExport::Scale(scale) => to.scale = *scale,
        }
        to.changes += 1;
        let written = files
            .as_ref()
            .map(|files| files.write(&EXPORT, &to.to_ron()));
        if let Some(Err(reason)) = written {
            notice.warn(&reason);
        }
    }
}

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
        let chosen = chosen.map(|(.., choice)| choice);
        world.resource_mut::<ExportTo>().last = chosen;
        if let Some(choice) = chosen {
            choice.request(world);
        }
    }
}

impl Choice {
    fn request(self, world: &mut World) {
        match self {
            Self::Map(format) => drop(world.write_message(ExportMap(format))),
            Self::Picture(picture) => drop(world.write_message(picture)),
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
const PICTURES: [(char, &str, SavePicture); 3] = [
    ('s', "PNG picture as shown here (.png)", SavePicture::Shown),
    (
        'a',
        "Film of the making, animated PNG (.png)",
        SavePicture::Making(FilmKind::Apng),
    ),
    (
        'f',
        "Film of the making, GIF (.gif)",
        SavePicture::Making(FilmKind::Gif),
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
    let pictures = pictures.filter(move |(.., picture)| has_film || *picture == SavePicture::Shown);
    formats.chain(
        pictures.map(|(key, label, picture)| (key, label.to_owned(), Choice::Picture(picture))),
    )
}

/// Opens the list of formats.
fn open_formats(
    mut actions: MessageReader<LabAction>,
    mut formats: ResMut<Opened<Formats>>,
    mut focus: Option<ResMut<InputFocus>>,
    (to, dungeon): (Res<ExportTo>, Res<Dungeon>),
    mut commands: Commands,
) {
    for action in actions.read() {
        let last = to.last.filter(|_| *action == LabAction::ExportAgain);
        let mut available = available_formats(&dungeon);
        match (action, last) {
            (LabAction::ExportAgain, Some(last)) if available.any(|it| it.2 == last) => {
                commands.queue(move |world: &mut World| last.request(world));
            }
            (LabAction::Export | LabAction::ExportAgain, _) => formats.open(&mut focus),
            _ => {}
        }
    }
}

/// Writes the map of each request, or starts a background task that does.
fn export_maps(
    mut requests: MessageReader<ExportMap>,
    dungeon: Res<Dungeon>,
    (folders, to): (Option<Res<ExportFolders>>, Res<ExportTo>),
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
        let scale = to.scale.filter(|_| format.row().picture.is_some());
        let scale = scale.map(|scale| scale.min(export::max_scale(spec.size())));
        let to = to.folder().to_owned();
        if is_large(dungeon.map().size()) {
            let map = dungeon.shared_map();
            let (spec, folders) = (spec.clone(), folders.clone());
            let (worker_spec, worker_folders, worker_to) =
                (spec.clone(), folders.clone(), to.clone());
            let work = Work::start(
                &Job::File(format).command(&spec),
                move || {
                    let content = |out: &mut _| write_format(format, &spec, &map, scale, out);
                    write_files(format, &spec, (&folders, &to), content)
                },
                Box::new(move |bytes| {
                    let content = |out: &mut NewFile| out.write_all(bytes);
                    write_files(format, &worker_spec, (&worker_folders, &worker_to), content)
                }),
            );
            tasks.0.push(("the map", work));
            notice.say("Saving the map...");
        } else {
            let map = dungeon.map();
            let content = |out: &mut _| write_format(format, spec, map, scale, out);
            let what = map_noun(&animation);
            let result = write_files(format, spec, (folders, &to), content);
            let lost = match result {
                Ok(_) => leaves_out(format, spec, map),
                Err(_) => String::new(),
            };
            notice.say(result_notice(what, result) + &lost);
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

/// What the format leaves out of the map, after the notice of its file.
fn leaves_out(format: Format, spec: &MapSpec, map: &Map) -> String {
    let things = game::things(spec, map);
    match format.row().leaves_out(Some(spec), map, &things) {
        lost if lost.is_empty() => String::new(),
        lost => format!(". The {} leaves out {lost}", format.row().label),
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
    (folders, to): (&Folders, &str),
    content: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, String> {
    for companion in format.companions() {
        folders
            .write_once(to, companion.name(), |out| companion.write(out))
            .map_err(|error| error.to_string())?;
    }
    create_file(folders, to, &stem(spec), format.extension(), content)
}

/// How the names of a map's files begin.
pub(super) fn stem(spec: &MapSpec) -> String {
    let name = spec.name().replace(['|', '@'], "+");
    let seed = spec.typed_seed().replace(' ', "-");
    let edited = if spec.edits().is_empty() {
        ""
    } else {
        "-edited"
    };
    format!("{name}-{}-{seed}{edited}", spec.size())
}

/// Creates a file that no other has the name of, has `content` fill it and returns its path.
pub(super) fn create_file(
    folders: &Folders,
    to: &str,
    stem: &str,
    extension: &str,
    content: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, String> {
    folders
        .write_new(to, stem, extension, content)
        .map_err(|error| error.to_string())
}

fn write_format(
    format: Format,
    spec: &MapSpec,
    map: &Map,
    scale: Option<u32>,
    out: &mut NewFile,
) -> io::Result<()> {
    let options = Options {
        scale,
        ..Options::default()
    };
    Ok(export::write(format, spec, map, &options, out)?)
}

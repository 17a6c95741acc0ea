//! Maze exchange: mazes pasted, dropped onto the window, copied and saved to files, in the
//! format of [`crate::maze`].

use std::path::Path;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::action::MazeAction;
use super::mazes::{MazeSession, Mazes};
use super::request::MazeRequest;
use crate::app::frame::React;
use crate::app::input::{CommonAction, CurrentNames};
use crate::app::notice::Notice;
use crate::app::platform::{Clipboard, ExportFolders, today};
use crate::app::puzzle::{Puzzle, PuzzleSet, Round};
use crate::app::screen::Screen;
use crate::app::share;
use crate::code::{CodeError, Target};
use crate::disk;
use crate::game::{DailyGame, counted};
use crate::maze::Maze;
use crate::mazerun::{Leg, MAX_SIDE, MazeRun, Progress};
use crate::text;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileDragAndDrop>().add_systems(
        React,
        (apply_actions, load_dropped_files)
            .chain()
            .in_set(Screen::Maze)
            .in_set(PuzzleSet::Apply),
    );
}

/// Folder for saved mazes, within the data folder.
const FOLDER: &str = "mazes";

/// Maximum size of a maze file, in bytes: enough for the largest maze, drawn, in UTF-16.
const MAX_BYTES: u64 = 16 << 20;
const _: () = assert!(MAX_BYTES > 2 * (2 * MAX_SIDE as u64 + 3) * (2 * MAX_SIDE as u64 + 1));

fn apply_actions(
    mut actions: MessageReader<MazeAction>,
    play: Res<MazeSession>,
    folders: Option<Res<ExportFolders>>,
    names: CurrentNames,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        let run = play.run();
        match (action, &folders) {
            (MazeAction::CopyProgress, _) if run.is_loaded() => {
                let copy = names.in_sentences().of(&CommonAction::Copy);
                notice.say(format!(
                    "This maze came from a file, so it has no share code. Press {copy} to copy it."
                ));
            }
            (MazeAction::CopyProgress, _) => {
                let progress = Progress {
                    run: run.clone(),
                    seconds: u32::try_from(play.time().as_secs()).unwrap_or(u32::MAX),
                };
                let steps = counted(run.steps_taken(), "step");
                let name = format!("{} with {steps}", maze_name(run));
                notice.say(share::copy(&mut clipboard, &progress.to_string(), &name));
            }
            (MazeAction::Save, Some(folders)) => {
                let maze = run.maze().to_string();
                let written = folders.0.write_new(FOLDER, &file_stem(run), "hex", |out| {
                    std::io::Write::write_all(out, maze.as_bytes())
                });
                notice.say(match written {
                    Ok(path) => format!("Saved the maze as {}", path.display()),
                    Err(error) => error.to_string(),
                });
            }
            _ => {}
        }
    }
}

/// The maze as text, and its name.
pub(super) fn copied(play: &MazeSession) -> (String, String) {
    let run = play.run();
    match run.is_loaded() {
        true => (run.maze().to_string(), maze_name(run)),
        false => {
            let code = format!("{}@:0:0", run.leg().spec());
            (code.clone(), code)
        }
    }
}

/// Requests the maze of a pasted text.
pub(super) fn open(world: &mut World, text: &str) -> Result<(), String> {
    let request = load_text(world.resource::<MazeSession>(), text)?;
    world.write_message(request);
    Ok(())
}

/// Starts the maze in each file dropped onto the window; the last one stays.
fn load_dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    play: Res<MazeSession>,
    mut requests: MessageWriter<MazeRequest>,
    mut notice: ResMut<Notice>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            match load_file(&play, path_buf) {
                Ok(request) => {
                    requests.write(request);
                }
                Err(reason) => notice.refuse(&reason),
            }
        }
    }
}

/// The error for a text that names nothing.
const NO_MAZE: &str = "the clipboard holds no maze; copy a share code such as maze-dfs/33x21#7, a maze as text, or \
                       the path of its file";

/// Loads a maze from a share code, with progress or without, a link, the path of a file, or a maze as text.
fn load_text(play: &MazeSession, text: &str) -> Result<MazeRequest, String> {
    let value = text::value(text);
    if !value.is_empty() && Path::new(&*value).is_file() {
        return load_file(play, Path::new(&*value));
    }
    match Target::paste(text, crate::known()) {
        Err(CodeError::NotACode(_)) if is_nearly_hex(text) => {
            let read = Maze::read(text).map_err(|error| error.to_string());
            read.and_then(|maze| load_maze(play, maze))
        }
        read => named(play, read),
    }
}

/// The maze of what a text names: a share code, with progress or without, a link, a seed or a maze as text.
///
/// # Errors
/// Which part is wrong, and why.
pub(super) fn named(
    play: &MazeSession,
    read: Result<Target, CodeError>,
) -> Result<MazeRequest, String> {
    match read.and_then(|target| target.begun_by(today())) {
        Ok(Target::Maze(progress)) => Ok(MazeRequest::Progress(progress)),
        Ok(Target::Daily(code)) if code.game == DailyGame::Maze => {
            Ok(MazeRequest::of_day(code.day))
        }
        Ok(Target::Race(code, solve)) if code.game == DailyGame::Maze => {
            Mazes::race(code.day, &solve)
        }
        Ok(Target::Map(spec)) if spec.makes_cell_maze() => MazeRequest::of_leg(Leg::of(&spec)),
        Ok(Target::Number(seed) | Target::Text(seed, _)) => {
            let spec = play.latest_leg().spec().with_seed(seed);
            MazeRequest::of_leg(Leg::of(&spec))
        }
        Ok(Target::Drawn(maze)) => load_maze(play, *maze),
        Ok(other) => Err(other.refusal()),
        Err(CodeError::NotACode(_) | CodeError::Nothing) => Err(NO_MAZE.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a text is a maze in hex but for some characters: then its error names them.
fn is_nearly_hex(text: &str) -> bool {
    let mut lines = text::lines(text).map(|line| line.text);
    let first = lines.next().unwrap_or_default();
    lines.next().is_some() && first.chars().all(|c| c.is_ascii_hexdigit())
}

fn load_file(play: &MazeSession, path: &Path) -> Result<MazeRequest, String> {
    let bytes = disk::read_regular(path, MAX_BYTES).map_err(|error| error.to_string())?;
    let maze = Maze::read(&text::decode_lossy(&bytes)).map_err(|error| error.to_string());
    maze.and_then(|maze| load_maze(play, maze))
        .map_err(|reason| format!("{}: {reason}", path.display()))
}

fn load_maze(play: &MazeSession, maze: Maze) -> Result<MazeRequest, String> {
    let run = play.run().leg().load(maze);
    let run = run.map_err(|error| error.to_string())?;
    Ok(MazeRequest::Run(Box::new(run)))
}

/// The maze's share code, or its size if it was loaded.
fn maze_name(run: &MazeRun) -> String {
    if run.is_loaded() {
        format!("the maze of {} cells", run.maze().size())
    } else {
        run.leg().spec().to_string()
    }
}

/// The file name without the number and the extension that saving adds; the size is in cells.
fn file_stem(run: &MazeRun) -> String {
    let size = run.maze().size();
    if run.is_loaded() {
        return format!("maze-{size}");
    }
    let spec = run.leg().spec();
    format!("{}-{size}-{}", spec.generator().info().name, spec.seed)
}

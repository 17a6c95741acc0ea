//! Mazes that come and go: pasted, dropped onto the window, copied, saved. Where they lie is the
//! platform's business, what they look like [`crate::maze`]'s.

use std::path::Path;

use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, RequestRedraw};

use super::action::MazeAction;
use super::play::Play;
use super::round::Round;
use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::{Clipboard, ExportFolders};
use crate::app::screen::{Screen, on};
use crate::disk;
use crate::game::counted;
use crate::mapgen::MapSpec;
use crate::maze::Maze;
use crate::mazerun::{Leg, MAX_SIDE, MazeRun, Progress};

/// Copies, pastes and saves.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileDragAndDrop>().add_systems(
        Update,
        (apply_actions, dropped)
            .chain()
            .run_if(on(Screen::Maze))
            .in_set(Phase::Act),
    );
}

/// Where mazes are written, within the data folder.
const FOLDER: &str = "mazes";

/// In bytes; the largest maze has less, whatever its line ends.
const LIMIT: u64 = 4 << 20;
const _: () = assert!(LIMIT > (MAX_SIDE as u64 + 2) * MAX_SIDE as u64);

/// The maze that the program was started with; the first run begins with it.
#[derive(Resource, Default)]
pub struct GivenMaze(pub Option<Maze>);

fn apply_actions(
    mut actions: MessageReader<MazeAction>,
    mut play: ResMut<Play>,
    folders: Option<Res<ExportFolders>>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        let run = play.round().map(Round::run);
        match (action, run, &folders) {
            (MazeAction::Paste, ..) => clipboard.paste(),
            (MazeAction::Copy, Some(run), _) => {
                let copied = clipboard.copy(&run.maze().to_string());
                let told = || format!("Copied {}", name(run));
                notice.0 = copied.map_or_else(|reason| reason, |()| told());
            }
            (MazeAction::CopyProgress, Some(run), _) if run.is_loaded() => {
                notice.0 = "A loaded maze has no share code: copy it as hex".to_owned();
            }
            (MazeAction::CopyProgress, Some(run), _) => {
                let time = play.round().map(Round::time).unwrap_or_default();
                let progress = Progress {
                    run: run.clone(),
                    seconds: u32::try_from(time.as_secs()).unwrap_or(u32::MAX),
                };
                let copied = clipboard.copy(&progress.to_string());
                let told = || {
                    format!(
                        "Copied {} with {}",
                        name(run),
                        counted(run.steps_taken(), "step")
                    )
                };
                notice.0 = copied.map_or_else(|reason| reason, |()| told());
            }
            (MazeAction::Save, Some(run), Some(folders)) => {
                let maze = run.maze().to_string();
                let written = folders.0.write_new(FOLDER, &stem(run), "hex", |out| {
                    std::io::Write::write_all(out, maze.as_bytes())
                });
                notice.0 = match written {
                    Ok(path) => format!("Saved the maze as {}", path.display()),
                    Err(error) => error.to_string(),
                };
            }
            _ => {}
        }
    }
    if let Some(text) = clipboard.pasted() {
        let pasted = text.and_then(|text| load(&play, &text));
        begin(pasted, &mut play, &mut notice, "Not pasted: ");
    }
}

/// Begins the maze in a file that was dropped onto the window.
fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut play: ResMut<Play>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            let loaded = load_file(&play, path_buf);
            begin(loaded, &mut play, &mut notice, "");
            redraw.write(RequestRedraw);
        }
    }
}

fn begin(loaded: Result<Round, String>, play: &mut Play, notice: &mut Notice, what: &str) {
    match loaded {
        Ok(round) => {
            notice.0 = format!("A maze of {} cells", round.run().maze().size());
            play.show(round);
        }
        Err(reason) => notice.refuse(&format!("{what}{reason}")),
    }
}

/// What `text` is: a share code, one with progress, the path of a file, or a maze in hex.
fn load(play: &Play, text: &str) -> Result<Round, String> {
    let line = text.trim();
    if Progress::is_meant(line) {
        let progress: Progress = line.parse().map_err(|error| format!("{error}"))?;
        return Ok(Round::given(progress));
    }
    if MapSpec::is_code(line) {
        let spec: MapSpec = line.parse().map_err(|error| format!("{error}"))?;
        let made = Leg::of(&spec).and_then(|leg| leg.make());
        return made.map(Round::new).map_err(|error| error.to_string());
    }
    let hex = |c: char| c.is_ascii_hexdigit();
    let is_path = line.lines().count() == 1 && !line.chars().all(hex);
    if is_path && Path::new(line).is_file() {
        return load_file(play, Path::new(line));
    }
    load_hex(play, text)
}

fn load_file(play: &Play, path: &Path) -> Result<Round, String> {
    let bytes = disk::read_regular(path, LIMIT).map_err(|error| error.to_string())?;
    // What is not text is a foreign character at its line and column.
    load_hex(play, &String::from_utf8_lossy(&bytes))
        .map_err(|reason| format!("{}: {reason}", path.display()))
}

fn load_hex(play: &Play, text: &str) -> Result<Round, String> {
    let leg = play.round().map(|round| round.run().leg());
    let leg = leg.ok_or("there is no run to continue")?;
    let run = leg.load_hex(text).map_err(|error| error.to_string())?;
    Ok(Round::new(run))
}

/// What a maze is called.
fn name(run: &MazeRun) -> String {
    if run.is_loaded() {
        format!("the maze of {} cells", run.maze().size())
    } else {
        run.leg().spec().to_string()
    }
}

/// Name of the file of a maze, but for its number: sizes are in cells.
fn stem(run: &MazeRun) -> String {
    let size = run.maze().size();
    if run.is_loaded() {
        return format!("maze-{size}");
    }
    let spec = run.leg().spec();
    format!("{}-{size}-{}", spec.generator().info().name, spec.seed)
}

//! `undercroft` without a command: chooses the screen and the map that the window opens with. The
//! window itself is in `app`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::CliError;
use super::content::ContentArg;
use super::map_args::{MapArgs, MapDefaults};
use super::value;
#[cfg(feature = "app")]
use crate::app::Begin;
use crate::code::Target;
use crate::game::DailyCode;
use crate::game::content::Content;
use crate::game::record::Recording;
use crate::geom::Size;
use crate::mapgen::MapSpec;
use crate::mazerun::{Leg, Progress};
use crate::rng::Seed;

/// The names that `--screen` accepts.
pub const SCREENS: [&str; 7] = [TITLE, "descend", MAZE, "conduit", LAB, "options", "replays"];
/// The name of the title screen.
const TITLE: &str = "title";
/// The name of the screen of Maze Run.
const MAZE: &str = "maze";
/// The name of the screen of the Lab.
const LAB: &str = "lab";
/// The name of the screen that plays a recorded run; only `undercroft replay` opens it.
const REPLAY: &str = "replay";
/// The default maze of Maze Run and of sheets: 16x10 cells.
pub const MAZE_DEFAULTS: MapDefaults = MapDefaults {
    generator: "maze-dfs",
    size: Size::new(33, 21),
};

/// The smallest size of a film, in pixels: the window's.
pub const MIN_FILM_SIZE: Size = Size::new(800, 500);
/// The largest size of a film, in pixels: every graphics device draws it.
pub const MAX_FILM_SIZE: Size = Size::new(4096, 4096);

/// The options of the window.
#[derive(clap::Args)]
#[command(
    mut_arg("generator", |arg| arg.help(
        "Name of the generator; `undercroft generators` lists them [default: rogue, in Maze Run maze-dfs]"
    )),
    mut_arg("size", |arg| arg.help(
        "Width x height, in tiles [default: 80x50, in Maze Run 33x21]"
    ))
)]
pub struct Args {
    /// Open this screen: title, descend, maze, conduit, lab, options or replays [default: maze with
    /// --maze or the code of a maze, lab with any other share code of a map or map options, conduit with the
    /// code of a board, else title]
    #[arg(long, value_name = "NAME")]
    screen: Option<String>,

    #[command(flatten)]
    map: MapArgs,

    /// Start Maze Run with the maze in this file; see `undercroft maze --help`
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "size",
        help_heading = None::<&'static str>
    )]
    maze: Option<PathBuf>,

    /// Open the Lab on the map in this file, of a format that `undercroft convert` reads; the option may be
    /// left out before the file
    #[arg(
        long = "map",
        value_name = "FILE",
        conflicts_with_all = ["seed", "like", "generator", "size", "params", "maze"],
        help_heading = None::<&'static str>
    )]
    file: Option<PathBuf>,

    #[command(flatten)]
    content: ContentArg,

    /// Print the delay from key press to picture to standard error on exit
    #[arg(long, conflicts_with = "quiet", help_heading = None::<&'static str>)]
    timings: bool,

    #[command(flatten)]
    folders: Folders,
}

/// The folders of the player's files.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "Folders")]
pub struct Folders {
    /// Keep settings in this folder instead of the platform's standard one
    #[arg(long, value_name = "DIR")]
    config_dir: Option<PathBuf>,

    /// Keep saves, replays and screenshots in this folder instead of the platform's standard one
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

impl Folders {
    /// The first option that is given.
    pub fn option(&self) -> Option<&'static str> {
        let config_dir = self.config_dir.as_ref().map(|_| "--config-dir");
        config_dir.or(self.data_dir.as_ref().map(|_| "--data-dir"))
    }
}

/// Opens the window and returns when it is closed.
pub fn run(args: Args) -> Result<(), CliError> {
    let content = args.content.load_for_maps()?;
    if let Some(path) = &args.file {
        return open_file(path, content, &args);
    }
    let target = args.map.seed().map(value::read_seed).transpose()?;
    let target = match target {
        Some(
            target @ (Target::Board(_) | Target::Maze(_) | Target::Daily(_) | Target::Race(..)),
        ) => {
            return open_puzzle(target, content, &args);
        }
        other => other,
    };
    // With a kind of map, the user asked for this map, even if its seed is random.
    let code = target.filter(|target| target.map().is_some());
    let has_kind = code.is_some() || args.map.kind_option().is_some();
    let screen = match args.screen {
        Some(name) if SCREENS.contains(&name.as_str()) => name,
        Some(name) => {
            let known = SCREENS.join(", ");
            let error = format!("unknown screen \"{name}\"; choose from {known}");
            return Err(CliError::option("--screen", error));
        }
        None if args.maze.is_some() => MAZE.to_owned(),
        None => match code {
            Some(code) => code.screen().to_owned(),
            None if has_kind => LAB.to_owned(),
            None => TITLE.to_owned(),
        },
    };
    if args.maze.is_some() && screen != MAZE {
        let error = format!(
            "the screen \"{screen}\" does not show mazes; use --screen maze or leave out --screen"
        );
        return Err(CliError::option("--maze", error));
    }
    if let Some(option) = args.map.kind_option()
        && ![LAB, MAZE].contains(&screen.as_str())
    {
        let error = format!(
            "the screen \"{screen}\" shows no such map; use --screen lab or maze, or leave out {option}"
        );
        return Err(CliError::option(option, error));
    }
    let maze = args.maze.as_deref().map(super::maze::load).transpose()?;
    let choice = if screen == MAZE {
        args.map.resolve_or(&MAZE_DEFAULTS)?
    } else {
        args.map.resolve()?
    };
    let refused = |error| CliError::option("--screen maze", error);
    let leg = (screen == MAZE).then(|| Leg::of(&choice.spec));
    let leg = leg.transpose().map_err(refused)?;
    let seed = choice.spec.seed;
    let target = match (leg, maze) {
        (Some(leg), Some(maze)) => {
            let run = leg.load(maze).map_err(refused)?;
            Some(Target::Maze(Box::new(Progress { run, seconds: 0 })))
        }
        _ if choice.has_random_seed && !has_kind => None,
        _ => Some(Target::Map(choice.spec)),
    };
    open(WindowSetup {
        screen: &screen,
        seed,
        target,
        content,
        replay: None,
        timings: args.timings,
        folders: args.folders,
    })
}

/// Opens the Lab on the map in a file.
fn open_file(path: &Path, content: &'static Content, args: &Args) -> Result<(), CliError> {
    if let Some(screen) = args.screen.as_ref().filter(|screen| *screen != LAB) {
        let error = format!("a map in a file opens in the Lab: leave out --screen {screen}");
        return Err(CliError::option("--map", error));
    }
    let loaded = super::load::load(path)?;
    let spec = loaded.into_spec();
    let spec = spec.map_err(|error| CliError::file(path, error))?;
    open(WindowSetup {
        screen: LAB,
        target: Some(Target::Map(spec)),
        timings: args.timings,
        ..WindowSetup::new(content, args.folders.clone())?
    })
}

/// Opens the window on a board, or on a maze with the steps taken.
fn open_puzzle(puzzle: Target, content: &'static Content, args: &Args) -> Result<(), CliError> {
    let shown = puzzle.screen();
    if let Some(screen) = args.screen.as_ref().filter(|screen| *screen != shown) {
        let error = format!("this code opens the screen \"{shown}\": leave out --screen {screen}");
        return Err(CliError::option("--seed", error));
    }
    let maze = args.maze.is_some().then_some("--maze");
    if let Some(option) = maze.or(args.map.kind_option()) {
        let error = format!("this code already names what to play: leave out {option}");
        return Err(CliError::option("--seed", error));
    }
    open(WindowSetup {
        screen: shown,
        target: Some(puzzle),
        timings: args.timings,
        ..WindowSetup::new(content, args.folders.clone())?
    })
}

/// Opens the window on a recorded run and returns when it is closed.
pub fn open_replay(
    replay: PathBuf,
    content: &'static Content,
    folders: Folders,
) -> Result<(), CliError> {
    open(WindowSetup {
        screen: REPLAY,
        replay: Some(replay),
        ..WindowSetup::new(content, folders)?
    })
}

/// Films a recorded run without opening a window, from the first of `turns` to the last. Returns a PNG
/// of `size`, in pixels; with `still` a single picture, this long after the last turn.
#[cfg(feature = "app")]
pub fn film(
    replay: Recording,
    content: &'static Content,
    turns: (u64, u64),
    still: Option<Duration>,
    size: Size,
) -> Result<Vec<u8>, CliError> {
    let film = crate::app::film(&crate::app::Filming {
        replay,
        content,
        turns,
        still,
        size: (size.width, size.height),
        motion: crate::app::settings::Motion::Full,
    })?;
    Ok(film)
}

/// Films the making of a map without opening a window: as a GIF or, by the name of the file, an animated PNG.
#[cfg(feature = "app")]
pub fn film_making(spec: &MapSpec, path: &Path) -> Result<Vec<u8>, CliError> {
    use crate::app::FilmKind;
    let kinds = [FilmKind::Gif, FilmKind::Apng];
    let ending = path.extension().unwrap_or_default();
    let is_it = |kind: &FilmKind| ending.eq_ignore_ascii_case(kind.ending());
    let kind = kinds.into_iter().find(is_it).unwrap_or(FilmKind::Gif);
    crate::app::film_of(spec, kind).map_err(CliError::Failure)
}

#[cfg(not(feature = "app"))]
pub fn film_making(_: &MapSpec, _: &Path) -> Result<Vec<u8>, CliError> {
    Err(no_window())
}

#[cfg(not(feature = "app"))]
pub fn film(
    _: Recording,
    _: &'static Content,
    _: (u64, u64),
    _: Option<Duration>,
    _: Size,
) -> Result<Vec<u8>, CliError> {
    Err(no_window())
}

/// Films a recorded solve of a daily without opening a window, with the ghost of another one if there is a `rival`.
/// Returns an animated PNG of `size`, in pixels.
#[cfg(feature = "app")]
pub fn film_solve(
    (code, solve): (DailyCode, String),
    rival: Option<String>,
    size: Size,
) -> Result<Vec<u8>, CliError> {
    let film = crate::app::film_solve(&crate::app::SolveFilming {
        code,
        solve,
        rival,
        size: (size.width, size.height),
        motion: crate::app::settings::Motion::Full,
    })?;
    Ok(film)
}

#[cfg(not(feature = "app"))]
pub fn film_solve(_: (DailyCode, String), _: Option<String>, _: Size) -> Result<Vec<u8>, CliError> {
    Err(no_window())
}

/// What the window opens with.
#[cfg_attr(
    not(feature = "app"),
    expect(dead_code, reason = "a build without a window opens none")
)]
struct WindowSetup<'a> {
    screen: &'a str,
    /// The seed on the title.
    seed: Seed,
    /// What the screen begins with.
    target: Option<Target>,
    content: &'static Content,
    replay: Option<PathBuf>,
    timings: bool,
    folders: Folders,
}

impl WindowSetup<'static> {
    /// The title screen with a random seed, which the other screens use too.
    fn new(content: &'static Content, folders: Folders) -> Result<Self, CliError> {
        Ok(Self {
            screen: TITLE,
            seed: MapArgs::default().resolve()?.spec.seed,
            target: None,
            content,
            replay: None,
            timings: false,
            folders,
        })
    }
}

#[cfg(feature = "app")]
fn open(setup: WindowSetup<'_>) -> Result<(), CliError> {
    let screen = crate::app::Screen::ALL
        .into_iter()
        .find(|screen| screen.name() == setup.screen)
        .unwrap_or_default();
    let timings = setup
        .timings
        .then(crate::app::platform::timings::Timings::default);
    let target = setup.target.map(|target| {
        let begun = target.begun_by(crate::app::platform::today());
        begun.map_err(|error| CliError::option("--seed", error))
    });
    let begin = target.transpose()?.map(Begin::from);
    let begin = begin.or(setup.replay.map(Begin::Replay));
    crate::app::run(crate::app::Options {
        seed: setup.seed,
        screen,
        begin: begin.unwrap_or_default(),
        content: setup.content,
        timings: timings.clone(),
        config_dir: setup.folders.config_dir,
        data_dir: setup.folders.data_dir,
    })?;
    if let Some(timings) = timings {
        crate::diagnostic::print_diagnostic(&format!("timings: {timings}"));
    }
    Ok(())
}

#[cfg(not(feature = "app"))]
fn open(_: WindowSetup<'_>) -> Result<(), CliError> {
    Err(no_window())
}

#[cfg(not(feature = "app"))]
pub(super) fn no_window() -> CliError {
    let error = "this build has no window: rebuild it with the feature \"app\"";
    CliError::Failure(error.to_owned())
}

#[cfg(all(test, feature = "app"))]
mod tests {
    use super::*;
    use crate::app::Screen;

    #[test]
    fn the_screens_are_those_of_the_window() {
        let names = Screen::ALL.map(Screen::name);
        assert!(SCREENS.iter().chain([&REPLAY]).eq(&names));
    }
}

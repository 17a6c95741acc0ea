//! `undercroft` without a command: chooses the screen and the map that the window opens with. The
//! window itself is in `app`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::CliError;
use super::content::ContentArg;
use super::map_args::{Defaults, MapArgs};
#[cfg(feature = "app")]
use crate::app::reward::Chosen;
use crate::conduit;
use crate::game::content::Content;
use crate::game::replay::Replay;
use crate::geom::Size;
use crate::mapgen::MapSpec;
use crate::maze::Maze;
use crate::mazerun::{self, Leg};

/// The names of all screens, as `--screen` accepts them.
pub const SCREENS: [&str; 8] = [
    "title", "play", MAZE, CONDUIT, "lab", "options", "replays", "replay",
];
/// The name of the screen of Maze Run.
const MAZE: &str = "maze";
/// The name of the screen of boards.
const CONDUIT: &str = "conduit";
/// The default maze of Maze Run: 16x10 cells.
pub const FIRST_MAZE: Defaults = Defaults {
    generator: "maze-dfs",
    size: Size::new(33, 21),
};

/// The options of the window.
#[derive(clap::Args)]
pub struct Args {
    /// Open this screen: title, play, maze, conduit, lab, options or replays [default: maze with
    /// --maze, lab with a share code or map options, conduit with the code of a board, else title]
    #[arg(long, value_name = "NAME")]
    screen: Option<String>,

    #[command(flatten)]
    map: MapArgs,

    /// Start Maze Run with this maze in hex form; see `undercroft maze --help`
    #[arg(long, value_name = "FILE")]
    maze: Option<PathBuf>,

    #[command(flatten)]
    content: ContentArg,

    /// Print the delay from key press to picture to standard error on exit
    #[arg(long)]
    timings: bool,

    #[command(flatten)]
    folders: Folders,
}

/// What a share code or an id names that is no map.
#[cfg_attr(
    not(feature = "app"),
    expect(dead_code, reason = "a build without a window shows none")
)]
enum Named {
    /// A board, with progress or without.
    Board(conduit::Named),
    /// A maze with the steps taken.
    Maze(Box<mazerun::Progress>),
}

impl Named {
    /// What `code` names, if it is no map.
    fn read(code: &str) -> Result<Option<Self>, CliError> {
        if conduit::Named::is_meant(code) {
            return Ok(Some(Self::Board(code.parse()?)));
        }
        if mazerun::Progress::is_meant(code) {
            return Ok(Some(Self::Maze(Box::new(code.parse()?))));
        }
        Ok(None)
    }

    /// The name of the screen that shows it.
    const fn screen(&self) -> &'static str {
        match self {
            Self::Board(_) => CONDUIT,
            Self::Maze(_) => MAZE,
        }
    }
}

/// The folders of the player's files.
#[derive(clap::Args, Clone)]
pub struct Folders {
    /// Keep settings in this folder instead of the platform's standard one
    #[arg(long, value_name = "DIR", help_heading = "Folders")]
    config_dir: Option<PathBuf>,

    /// Keep saves, replays and screenshots in this folder instead of the platform's standard one
    #[arg(long, value_name = "DIR", help_heading = "Folders")]
    data_dir: Option<PathBuf>,
}

/// Opens the window and returns when it is closed.
pub fn run(args: Args) -> Result<(), CliError> {
    if let Some(code) = args.map.seed()
        && let Some(named) = Named::read(code)?
    {
        return open_named(named, &args);
    }
    let screen = match args.screen {
        Some(name) if SCREENS.contains(&name.as_str()) => name,
        Some(name) => return Err(CliError::UnknownScreen(name)),
        None if args.maze.is_some() => MAZE.to_owned(),
        None if args.map.names_a_map() => "lab".to_owned(),
        None => "title".to_owned(),
    };
    if args.maze.is_some() && screen != MAZE {
        return Err(CliError::MazeElsewhere(screen));
    }
    let content = args.content.load()?;
    let maze = args.maze.as_deref().map(super::maze::load).transpose()?;
    let choice = if screen == MAZE {
        let choice = args.map.resolve_or(&FIRST_MAZE)?;
        let leg = Leg::of(&choice.spec).map_err(CliError::MazeRun)?;
        if let Some(maze) = &maze {
            leg.with_size(maze.size()).map_err(CliError::MazeRun)?;
        }
        choice
    } else {
        args.map.resolve()?
    };
    open(Opening {
        screen: &screen,
        // Whoever names a kind of map asks for that one.
        drawn: choice.fresh && !args.map.names_a_map(),
        spec: choice.spec,
        maze,
        content,
        named: None,
        replay: None,
        timings: args.timings,
        folders: args.folders,
    })
}

/// Opens the window on a board or a maze that a share code or an id names.
fn open_named(named: Named, args: &Args) -> Result<(), CliError> {
    let shown = named.screen();
    if let Some(screen) = args.screen.as_ref().filter(|screen| *screen != shown) {
        return Err(CliError::NamedElsewhere {
            shown,
            screen: screen.clone(),
        });
    }
    let maze = args.maze.is_some().then_some("--maze");
    if let Some(option) = maze.or(args.map.kind_given()) {
        return Err(CliError::NamedNoMap(option));
    }
    open(Opening {
        screen: shown,
        // For the other screens, which the player may open later.
        spec: MapArgs::default().resolve()?.spec,
        drawn: true,
        maze: None,
        content: args.content.load()?,
        named: Some(named),
        replay: None,
        timings: args.timings,
        folders: args.folders.clone(),
    })
}

/// Opens the window on a recorded run and returns when it is closed.
pub fn watch(replay: PathBuf, content: &'static Content, folders: Folders) -> Result<(), CliError> {
    open(Opening {
        screen: "replay",
        // For the Lab, which the player may open later.
        spec: MapArgs::default().resolve()?.spec,
        drawn: true,
        maze: None,
        content,
        named: None,
        replay: Some(replay),
        timings: false,
        folders,
    })
}

/// What is filmed, and how.
#[cfg_attr(
    not(feature = "app"),
    expect(dead_code, reason = "a build without a window makes no film")
)]
pub struct Film<'a> {
    pub replay: Replay,
    pub content: &'static Content,
    pub turns: (u64, u64),
    pub still: Option<Duration>,
    pub size: Size,
    pub out: &'a Path,
}

/// Films a recorded run without opening a window.
#[cfg(feature = "app")]
pub fn film(film: Film<'_>) -> Result<(), CliError> {
    crate::app::film(&crate::app::Filming {
        replay: film.replay,
        content: film.content,
        spec: MapArgs::default().resolve()?.spec,
        turns: film.turns,
        still: film.still,
        size: (film.size.width, film.size.height),
        motion: crate::app::settings::Motion::Full,
        out: film.out.to_owned(),
    })?;
    Ok(())
}

#[cfg(not(feature = "app"))]
pub fn film(_: Film<'_>) -> Result<(), CliError> {
    Err(CliError::NoWindow)
}

/// What the window opens with.
#[cfg_attr(
    not(feature = "app"),
    expect(dead_code, reason = "a build without a window opens none")
)]
struct Opening<'a> {
    screen: &'a str,
    spec: MapSpec,
    drawn: bool,
    maze: Option<Maze>,
    content: &'static Content,
    named: Option<Named>,
    replay: Option<PathBuf>,
    timings: bool,
    folders: Folders,
}

#[cfg(feature = "app")]
fn open(opening: Opening<'_>) -> Result<(), CliError> {
    let screen = crate::app::Screen::ALL
        .into_iter()
        .find(|one| one.name() == opening.screen)
        .unwrap_or_default();
    let timings = opening
        .timings
        .then(crate::app::platform::timings::Timings::default);
    crate::app::run(crate::app::Options {
        spec: opening.spec,
        drawn: opening.drawn,
        screen,
        maze: opening.maze,
        content: opening.content,
        chosen: match opening.named {
            None => Chosen::Nothing,
            Some(Named::Board(board)) => Chosen::Board(board),
            Some(Named::Maze(progress)) => Chosen::Maze(progress),
        },
        replay: opening.replay,
        timings: timings.clone(),
        config_dir: opening.folders.config_dir,
        data_dir: opening.folders.data_dir,
    })?;
    if let Some(timings) = timings {
        crate::diagnostic::print_diagnostic(&format!("timings: {timings}"));
    }
    Ok(())
}

#[cfg(not(feature = "app"))]
fn open(_: Opening<'_>) -> Result<(), CliError> {
    Err(CliError::NoWindow)
}

#[cfg(all(test, feature = "app"))]
mod tests {
    use super::*;
    use crate::app::Screen;

    #[test]
    fn the_screens_are_those_of_the_window() {
        assert_eq!(SCREENS, Screen::ALL.map(Screen::name));
    }
}

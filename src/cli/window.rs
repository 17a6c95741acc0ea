//! `undercroft` without a command: which screen and which map the window opens with. The window
//! itself is the shell's.

use std::path::PathBuf;

use super::CliError;
use super::map_args::MapArgs;
use crate::mapgen::MapSpec;

/// The screens that there are.
pub const SCREENS: [&str; 2] = ["title", "lab"];
/// The screens that there will be.
const FUTURE_SCREENS: [&str; 3] = ["play", "maze", "conduit"];

/// What the window opens with.
#[derive(clap::Args)]
pub struct Args {
    /// The screen to open, title or lab [default: lab if a map is named, else title]
    #[arg(long, value_name = "NAME")]
    screen: Option<String>,

    #[command(flatten)]
    map: MapArgs,

    /// Folder of the settings, instead of the platform's own
    #[arg(long, value_name = "DIR", help_heading = "Folders")]
    config_dir: Option<PathBuf>,

    /// Folder of screenshots and other data, instead of the platform's own
    #[arg(long, value_name = "DIR", help_heading = "Folders")]
    data_dir: Option<PathBuf>,
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If the screen does not exist, if the map cannot be shown, or if no window can be opened.
pub fn run(args: Args) -> Result<(), CliError> {
    let screen = match args.screen {
        Some(name) if SCREENS.contains(&name.as_str()) => name,
        Some(name) if FUTURE_SCREENS.contains(&name.as_str()) => {
            return Err(CliError::FutureScreen(name));
        }
        Some(name) => return Err(CliError::UnknownScreen(name)),
        None if args.map.names_a_map() => "lab".to_owned(),
        None => "title".to_owned(),
    };
    let spec = args.map.resolve()?.spec;
    open(&screen, spec, args.config_dir, args.data_dir)
}

#[cfg(feature = "app")]
fn open(
    screen: &str,
    spec: MapSpec,
    config_dir: Option<PathBuf>,
    data_dir: Option<PathBuf>,
) -> Result<(), CliError> {
    let screen = crate::app::Screen::ALL
        .into_iter()
        .find(|one| one.name() == screen)
        .unwrap_or_default();
    crate::app::run(crate::app::Options {
        spec,
        screen,
        config_dir,
        data_dir,
    })?;
    Ok(())
}

#[cfg(not(feature = "app"))]
fn open(_: &str, _: MapSpec, _: Option<PathBuf>, _: Option<PathBuf>) -> Result<(), CliError> {
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

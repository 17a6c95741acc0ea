//! `undercroft` without a command: which screen and which map the window opens with. The window
//! itself is the shell's.

use std::path::PathBuf;

use super::CliError;
use super::map_args::MapArgs;
use crate::mapgen::MapSpec;

/// The screen that there is.
const LAB: &str = "lab";
/// The screens that there will be.
const FUTURE_SCREENS: [&str; 4] = ["title", "play", "maze", "conduit"];

/// What the window opens with.
#[derive(clap::Args)]
pub struct Args {
    /// The screen to open; there is `lab` so far
    #[arg(long, value_name = "NAME", default_value = LAB)]
    screen: String,

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
    if args.screen != LAB {
        let known = FUTURE_SCREENS.contains(&args.screen.as_str());
        let error = if known {
            CliError::FutureScreen
        } else {
            CliError::UnknownScreen
        };
        return Err(error(args.screen));
    }
    let spec = args.map.resolve()?.spec;
    open(spec, args.config_dir, args.data_dir)
}

#[cfg(feature = "app")]
fn open(
    spec: MapSpec,
    config_dir: Option<PathBuf>,
    data_dir: Option<PathBuf>,
) -> Result<(), CliError> {
    crate::app::run(crate::app::Options {
        spec,
        config_dir,
        data_dir,
    })?;
    Ok(())
}

#[cfg(not(feature = "app"))]
fn open(_: MapSpec, _: Option<PathBuf>, _: Option<PathBuf>) -> Result<(), CliError> {
    Err(CliError::NoWindow)
}

//! Where the player's files are.

use std::path::PathBuf;

use directories::ProjectDirs;

/// The data folder that the platform has for this program, which is the window's; `None` if there is no home folder.
pub fn standard_folder() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "undercroft")?;
    Some(folders.data_dir().to_owned())
}

//! `--content`: which monsters, items, levels and rules a command plays by.

use std::path::PathBuf;

use super::{CliError, tell};
use crate::disk::{self, DiskError};
use crate::game::GameError;
use crate::game::content::Content;

/// Which content a command plays by.
#[derive(clap::Args)]
pub struct ContentArg {
    /// Folder with any of monsters.ron, items.ron, levels.ron and rules.ron, to play by instead of
    /// the program's own
    #[arg(long = "content", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ContentArg {
    /// The content, for as long as the process runs. Called once a command.
    ///
    /// # Errors
    /// If a file of the folder cannot be read or is wrong: each mistake is told, and the error counts
    /// them.
    pub fn load(&self) -> Result<&'static Content, CliError> {
        let Some(folder) = &self.folder else {
            let content = Content::embedded();
            return Ok(content.map_err(|errors| GameError::Content(errors.clone()))?);
        };
        match disk::read_content(folder) {
            // One content a process: never given back.
            Ok(content) => Ok(Box::leak(Box::new(content))),
            Err(DiskError::Content(errors)) => {
                for error in &errors.0 {
                    tell(&format!("undercroft: {error}"));
                }
                Err(CliError::WrongContent {
                    folder: folder.clone(),
                    count: errors.0.len(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }
}

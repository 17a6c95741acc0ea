//! `--content`: the folder of monsters, items, levels, rules, fixtures and rooms that a command uses.

use std::path::PathBuf;

use super::{CliError, value};
use crate::diagnostic::print_diagnostic;
use crate::disk::{self, DiskError};
use crate::game::content::Content;
use crate::game::{GameError, MOST_PLUS, Setup, counted};
use crate::rng::Seed;

/// The option that replaces the built-in content.
#[derive(clap::Args)]
pub struct ContentArg {
    /// Use the monsters.ron, items.ron, levels.ron, rules.ron, fixtures.txt and rooms.txt in this
    /// folder; the built-in files replace those that are missing
    #[arg(long = "content", value_name = "DIR", help_heading = None::<&'static str>)]
    folder: Option<PathBuf>,
}

impl ContentArg {
    /// Whether the option is given.
    pub const fn is_given(&self) -> bool {
        self.folder.is_some()
    }

    /// Has the maps of levels and set pieces be of the content, if the option is given. Call it before any code is read.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn use_for_maps(&self) -> Result<(), CliError> {
        if self.is_given() {
            self.load_for_maps()?;
        }
        Ok(())
    }

    /// As [`use_for_maps`](Self::use_for_maps), for what needs the content anyway.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_for_maps(&self) -> Result<&'static Content, CliError> {
        let content = self.load()?;
        if self.is_given() {
            crate::know_content(content);
        }
        Ok(content)
    }

    /// Loads the content and leaks it, so call this once per process.
    ///
    /// # Errors
    /// If a file cannot be read, or if the content is invalid: each mistake is printed, and the error
    /// counts them.
    pub fn load(&self) -> Result<&'static Content, CliError> {
        let Some(folder) = &self.folder else {
            let content = Content::embedded();
            return Ok(content.map_err(|errors| GameError::Content(errors.clone()))?);
        };
        match disk::read_content(folder) {
            // Loaded once and used until the process ends.
            Ok(content) => Ok(Box::leak(Box::new(content))),
            Err(DiskError::Content(errors)) => {
                for error in &errors.0 {
                    print_diagnostic(&format!("undercroft: {error}"));
                }
                Err(CliError::Failure(format!(
                    "--content: {} in {}; correct the files, or leave out --content",
                    counted(errors.0.len() as u64, "error"),
                    folder.display()
                )))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The options that set up a run, except its seed.
#[derive(clap::Args)]
pub struct SetupArgs {
    /// Set New Game Plus, the number of wins before this run: 0 to 20
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = value::whole_number::<u8>(0..=u64::from(MOST_PLUS))
    )]
    plus: u8,

    #[command(flatten)]
    content: ContentArg,
}

impl SetupArgs {
    /// The run of `seed` with these options. Loads the content, so call this once per process.
    pub fn setup(&self, seed: Seed) -> Result<Setup, CliError> {
        Ok(Setup::with_content(seed, self.content.load()?).plus(self.plus))
    }
}

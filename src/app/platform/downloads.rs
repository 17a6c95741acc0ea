//! What stands for folders in a browser page: the page's storage, by the names of [`disk`](crate::disk),
//! and for what the player exports, the browser's downloads.

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use super::{FileError, Folders, page};
use crate::disk;

/// A file that is being written.
pub type NewFile = Cursor<Vec<u8>>;

impl Folders {
    /// The page's storage, which has no folders.
    ///
    /// # Errors
    /// None.
    pub fn find(config: Option<PathBuf>, data: Option<PathBuf>) -> Result<Self, FileError> {
        Ok(Self {
            config: config.unwrap_or_default(),
            data: data.unwrap_or_default(),
        })
    }

    /// Makes sure that the browser lets the page keep anything.
    ///
    /// # Errors
    /// If it does not.
    pub fn prepare_data(&self) -> Result<(), FileError> {
        disk::probe().map_err(|source| FileError::Write {
            path: PathBuf::from("the browser's storage"),
            source,
        })
    }

    /// Hands a new file `<stem>.<extension>` to the browser, which numbers it and asks the player where it
    /// goes.
    ///
    /// # Errors
    /// If `write` or the browser fails.
    pub fn write_new(
        &self,
        _folder: &str,
        stem: &str,
        extension: &str,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        hand_over(PathBuf::from(format!("{stem}.{extension}")), write)
    }

    /// As [`write_new`](Self::write_new): nobody knows what was downloaded before.
    ///
    /// # Errors
    /// If `write` or the browser fails.
    pub fn write_once(
        &self,
        _folder: &str,
        name: &str,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        hand_over(PathBuf::from(name), write)
    }
}

fn hand_over(
    path: PathBuf,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, FileError> {
    let mut file = NewFile::default();
    let made = write(&mut file).and_then(|()| download(&path, file.get_ref()));
    match made {
        Ok(()) => Ok(path),
        Err(source) => Err(FileError::Write { path, source }),
    }
}

fn download(path: &Path, bytes: &[u8]) -> io::Result<()> {
    page::download(&path.display().to_string(), bytes)
        .ok_or_else(|| io::Error::other("the browser refused the download"))
}

//! The counterpart of folders in a browser page: files go to the page's storage, under the names of
//! [`disk`](crate::disk), and exports are offered as downloads.

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use super::{FileError, Folders, page};
use crate::disk;

/// An exported file while it is being written.
pub type NewFile = Cursor<Vec<u8>>;

impl Folders {
    /// The page's storage. Without given folders, the names of files have no prefix.
    ///
    /// # Errors
    /// None.
    pub fn find(config: Option<PathBuf>, data: Option<PathBuf>) -> Result<Self, FileError> {
        Ok(Self {
            config: config.unwrap_or_default(),
            data: data.unwrap_or_default(),
        })
    }

    /// Checks that the browser lets the page store anything.
    ///
    /// # Errors
    /// If it does not.
    pub fn prepare_data(&self) -> Result<(), FileError> {
        disk::check_storage().map_err(|source| FileError::Write {
            path: PathBuf::from("the browser's storage"),
            source,
        })
    }

    /// Offers a new file `<stem>.<extension>` as a download; the browser chooses the folder and keeps the name
    /// unique.
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
        write_download(PathBuf::from(format!("{stem}.{extension}")), write)
    }

    /// As [`write_new`](Self::write_new), because earlier downloads are not known.
    ///
    /// # Errors
    /// If `write` or the browser fails.
    pub fn write_once(
        &self,
        _folder: &str,
        name: &str,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        write_download(PathBuf::from(name), write)
    }
}

fn write_download(
    path: PathBuf,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, FileError> {
    let mut file = NewFile::default();
    match write(&mut file).and_then(|()| download(&path, file.get_ref())) {
        Ok(()) => Ok(path),
        Err(source) => Err(FileError::Write { path, source }),
    }
}

fn download(path: &Path, bytes: &[u8]) -> io::Result<()> {
    page::download(&path.display().to_string(), bytes)
        .ok_or_else(|| io::Error::other("the browser refused the download"))
}

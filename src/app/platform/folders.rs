//! The configuration and data folders of the operating system, and the files exported to the data folder.

use std::fs;
use std::io;
use std::path::PathBuf;

use directories::ProjectDirs;

use super::{FileError, Folders};
use crate::disk;

/// An exported file while it is being written.
pub type NewFile = io::BufWriter<fs::File>;

impl Folders {
    /// The given folders, or the platform's standard ones. Without a standard, a single given folder is both.
    ///
    /// # Errors
    /// [`FileError::NoHome`] if none is given and the platform has no standard.
    pub fn find(config: Option<PathBuf>, data: Option<PathBuf>) -> Result<Self, FileError> {
        let standard = ProjectDirs::from("", "", "undercroft");
        let [standard_config, standard_data] = match &standard {
            Some(folders) => {
                [folders.config_dir(), folders.data_dir()].map(|it| Some(it.to_owned()))
            }
            None => [data.clone(), config.clone()],
        };
        let found = config.or(standard_config).zip(data.or(standard_data));
        let (config, data) = found.ok_or(FileError::NoHome)?;
        Ok(Self { config, data })
    }

    /// Writes a new file `<folder>/<stem>-<number>.<extension>` in the data folder, with the first free
    /// number, and returns its path. Removes the file if writing fails.
    ///
    /// # Errors
    /// If it cannot be created, or if `write` fails.
    pub fn write_new(
        &self,
        folder: &str,
        stem: &str,
        extension: &str,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        let folder = self.create_folder(folder)?;
        for number in 1.. {
            let path = folder.join(format!("{stem}-{number:03}.{extension}"));
            match fs::File::create_new(&path) {
                Ok(file) => return write_created(path, file, write),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(unwritable(path, source)),
            }
        }
        unreachable!("there is a free number")
    }

    /// Writes the file `<folder>/<name>` in the data folder, unless it exists, and returns its path. Removes
    /// the file if writing fails.
    ///
    /// # Errors
    /// If it does not exist and cannot be created, or if `write` fails.
    pub fn write_once(
        &self,
        folder: &str,
        name: &str,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        let path = self.create_folder(folder)?.join(name);
        match fs::File::create_new(&path) {
            Ok(file) => write_created(path, file, write),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(path),
            Err(source) => Err(unwritable(path, source)),
        }
    }

    fn create_folder(&self, folder: &str) -> Result<PathBuf, FileError> {
        let path = self.data.join(folder);
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(path),
            // Whatever is in the way of the folder is in the way of a file in it.
            Err(source) => Err(FileError::Write {
                source: disk::explain(&path.join("file"), source),
                path,
            }),
        }
    }
}

/// The error for `path`, with what is in the way.
fn unwritable(path: PathBuf, source: io::Error) -> FileError {
    let source = disk::explain(&path, source);
    FileError::Write { path, source }
}

/// Writes a file that was just created; removes it if that fails.
fn write_created(
    path: PathBuf,
    file: fs::File,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, FileError> {
    let mut out = io::BufWriter::new(file);
    match write(&mut out).and_then(|()| io::Write::flush(&mut out)) {
        Ok(()) => Ok(path),
        Err(source) => {
            let _ = fs::remove_file(&path);
            Err(unwritable(path, source))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// Folders that do not exist yet, in a temporary one.
    fn folders() -> (TempDir, Folders) {
        let root = tempfile::tempdir().unwrap();
        let [config, data] = ["config", "data"].map(|name| Some(root.path().join(name)));
        let folders = Folders::find(config, data).unwrap();
        (root, folders)
    }

    #[test]
    fn a_file_that_cannot_be_written_whole_leaves_nothing() {
        let (_root, folders) = folders();
        let write = |text: &'static str| {
            folders.write_new("exports", "a", "txt", |out| {
                io::Write::write_all(out, text.as_bytes())?;
                if text.is_empty() {
                    return Err(io::Error::other("for this test"));
                }
                Ok(())
            })
        };
        let first = write("one").unwrap();
        let error = write("").unwrap_err().to_string();
        assert!(error.contains("a-002.txt: for this test"), "{error}");
        let second = write("two").unwrap();
        assert!(second.ends_with("exports/a-002.txt"), "{second:?}");
        assert_eq!(fs::read_to_string(first).unwrap(), "one");
        assert_eq!(fs::read_to_string(second).unwrap(), "two");
    }

    #[test]
    fn a_folder_that_is_a_file_is_named_as_that() {
        let (root, folders) = folders();
        fs::create_dir(root.path().join("data")).unwrap();
        let exports = root.path().join("data/exports");
        fs::write(&exports, "").unwrap();
        let error = folders.write_new("exports", "a", "txt", |_| Ok(()));
        let error = error.unwrap_err().to_string();
        let needle = format!("{} is not a folder", exports.display());
        assert!(error.contains(&needle), "{error}");
    }

    #[test]
    fn what_is_set_aside_keeps_its_text_and_takes_the_first_free_name() {
        let (root, folders) = folders();
        for (number, text) in ["one\n", "two\n"].into_iter().enumerate() {
            folders.write_config("options.ron", text).unwrap();
            let (path, kept) = folders.read_config("options.ron").unwrap().unwrap();
            assert_eq!(kept, text);
            let aside = folders.set_aside("options.ron").unwrap();
            let name = format!("config/options-unreadable-{}.ron", number + 1);
            assert!(aside.ends_with(name), "{aside:?}");
            assert_eq!(fs::read_to_string(aside).unwrap(), text);
            assert!(!path.exists());
        }
        assert!(folders.set_aside("options.ron").is_err());
        assert!(!root.path().join("config/options-unreadable-3.ron").exists());
    }

    #[test]
    fn a_missing_configuration_file_is_no_error_and_a_folder_in_its_place_is() {
        let (root, folders) = folders();
        assert!(folders.read_config("keymap.ron").unwrap().is_none());
        fs::create_dir_all(root.path().join("config/keymap.ron")).unwrap();
        let error = folders.read_config("keymap.ron").unwrap_err().to_string();
        assert!(error.contains("keymap.ron"), "{error}");
    }
}

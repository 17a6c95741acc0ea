//! The folders that the program reads and writes, and the files that it writes for the player.

use std::fs;
use std::io;
use std::path::PathBuf;

use directories::ProjectDirs;

use super::{FileError, Folders};

/// A file that is being written.
pub type NewFile = io::BufWriter<fs::File>;

impl Folders {
    /// The folders given, or else the platform's own.
    ///
    /// # Errors
    /// If one is not given and the platform has none.
    pub fn find(config: Option<PathBuf>, data: Option<PathBuf>) -> Result<Self, FileError> {
        let own = ProjectDirs::from("", "", "undercroft");
        let config = config.or_else(|| Some(own.as_ref()?.config_dir().to_owned()));
        let data = data.or_else(|| Some(own.as_ref()?.data_dir().to_owned()));
        match (config, data) {
            (Some(config), Some(data)) => Ok(Self { config, data }),
            _ => Err(FileError::NoHome),
        }
    }

    /// Makes sure that files can be written into the data folder, and makes the folder if there
    /// is none.
    ///
    /// # Errors
    /// If it cannot be made or written to.
    pub fn prepare_data(&self) -> Result<(), FileError> {
        let path = self.data.join(".writable");
        fs::create_dir_all(&self.data)
            .and_then(|()| fs::write(&path, []))
            .and_then(|()| fs::remove_file(&path))
            .map_err(|source| FileError::Write {
                path: self.data.clone(),
                source,
            })
    }

    /// Writes a new file `<folder>/<stem>-<number>.<extension>` in the data folder and returns
    /// its path. Nothing is left of it if that fails.
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
        let (path, file) = self.create_new(folder, stem, extension)?;
        fill(path, file, write)
    }

    /// Writes the file `<folder>/<name>` in the data folder, unless there is one, and returns its
    /// path. Nothing is left of it if that fails.
    ///
    /// # Errors
    /// If it is not there and cannot be created, or if `write` fails.
    pub fn write_once(
        &self,
        folder: &str,
        name: &str,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        let folder = self.make_folder(folder)?;
        let path = folder.join(name);
        match fs::File::create_new(&path) {
            Ok(file) => fill(path, file, write),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(path),
            Err(source) => Err(FileError::Write { path, source }),
        }
    }

    fn make_folder(&self, folder: &str) -> Result<PathBuf, FileError> {
        let folder = self.data.join(folder);
        match fs::create_dir_all(&folder) {
            Ok(()) => Ok(folder),
            Err(source) => Err(FileError::Write {
                path: folder,
                source,
            }),
        }
    }

    /// Takes the first free name.
    fn create_new(
        &self,
        folder: &str,
        stem: &str,
        extension: &str,
    ) -> Result<(PathBuf, fs::File), FileError> {
        let folder = self.make_folder(folder)?;
        for number in 1.. {
            let path = folder.join(format!("{stem}-{number:03}.{extension}"));
            match fs::File::create_new(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(FileError::Write { path, source }),
            }
        }
        unreachable!("there is a free number")
    }
}

/// Writes a file that was just created.
fn fill(
    path: PathBuf,
    file: fs::File,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, FileError> {
    let mut out = io::BufWriter::new(file);
    match write(&mut out).and_then(|()| io::Write::flush(&mut out)) {
        Ok(()) => Ok(path),
        Err(source) => {
            // The name was taken for this file; without its content it means nothing.
            let _ = fs::remove_file(&path);
            Err(FileError::Write { path, source })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(name: &str) -> (PathBuf, Folders) {
        let root = std::env::temp_dir().join(format!("undercroft-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let folders = Folders::find(Some(root.join("config")), Some(root.join("data"))).unwrap();
        (root, folders)
    }

    #[test]
    fn a_file_that_cannot_be_written_whole_leaves_nothing() {
        let (root, folders) = folders("whole");
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
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_data_folder_below_a_file_is_refused_by_name() {
        let (root, _) = folders("below");
        fs::create_dir_all(&root).unwrap();
        fs::write(root.join("file"), "").unwrap();
        let folders = Folders::find(Some(root.clone()), Some(root.join("file/data"))).unwrap();
        let error = folders.prepare_data().unwrap_err().to_string();
        assert!(error.contains("file/data"), "{error}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_is_set_aside_keeps_its_text_and_takes_the_first_free_name() {
        let (root, folders) = folders("aside");
        for (number, text) in ["one", "two"].into_iter().enumerate() {
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
        assert!(!root.join("config/options-unreadable-3.ron").exists());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_missing_configuration_file_is_no_error_and_a_folder_in_its_place_is() {
        let (root, folders) = folders("config");
        assert!(folders.read_config("keymap.ron").unwrap().is_none());
        fs::create_dir_all(root.join("config/keymap.ron")).unwrap();
        let error = folders.read_config("keymap.ron").unwrap_err().to_string();
        assert!(error.contains("keymap.ron"), "{error}");
        fs::remove_dir_all(root).unwrap();
    }
}

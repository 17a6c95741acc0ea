//! The configuration and data folders of the operating system, and the files exported to the data folder.

use std::fs;
use std::io;
use std::path::PathBuf;

use directories::ProjectDirs;

use super::{FileError, Folders};

/// An exported file while it is being written.
pub type NewFile = io::BufWriter<fs::File>;

impl Folders {
    /// The given folders, or the platform's standard ones.
    ///
    /// # Errors
    /// [`FileError::NoHome`] if one is not given and the platform has no standard.
    pub fn find(config: Option<PathBuf>, data: Option<PathBuf>) -> Result<Self, FileError> {
        let standard = ProjectDirs::from("", "", "undercroft");
        let config = config.or_else(|| Some(standard.as_ref()?.config_dir().to_owned()));
        let data = data.or_else(|| Some(standard.as_ref()?.data_dir().to_owned()));
        match (config, data) {
            (Some(config), Some(data)) => Ok(Self { config, data }),
            _ => Err(FileError::NoHome),
        }
    }

    /// Creates the data folder if it is missing, and checks that it is writable.
    ///
    /// # Errors
    /// If it cannot be created or written to.
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
                Err(source) => return Err(FileError::Write { path, source }),
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
            Err(source) => Err(FileError::Write { path, source }),
        }
    }

    fn create_folder(&self, folder: &str) -> Result<PathBuf, FileError> {
        let path = self.data.join(folder);
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(path),
            Err(source) => Err(FileError::Write { path, source }),
        }
    }
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
            Err(FileError::Write { path, source })
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
    fn a_data_folder_below_a_file_is_refused_by_name() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        fs::write(&file, "").unwrap();
        let folders = Folders::find(Some(root.path().into()), Some(file.join("data"))).unwrap();
        let error = folders.prepare_data().unwrap_err().to_string();
        assert!(error.contains("file/data"), "{error}");
    }

    #[test]
    fn what_is_set_aside_keeps_its_text_and_takes_the_first_free_name() {
        let (root, folders) = folders();
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

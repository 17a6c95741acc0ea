//! Files in the configuration folder: read at the start, set aside if they are invalid, and written when their
//! content changes. Knows no format.

use bevy::prelude::Resource;

use crate::app::platform::Folders;

/// The player's configuration files.
#[derive(Resource, Clone, Debug)]
pub struct ConfigFiles {
    /// `None` if nothing can be saved.
    folders: Option<Folders>,
    /// Invalid files that could not be set aside; they must not be overwritten.
    protected: Vec<&'static str>,
}

impl ConfigFiles {
    /// The files in the configuration folder of these folders.
    pub const fn new(folders: Folders) -> Self {
        Self {
            folders: Some(folders),
            protected: Vec::new(),
        }
    }

    /// No files: loading finds none, and writing does nothing. For a browser that stores nothing, which the player
    /// is told at the start.
    pub const fn nowhere() -> Self {
        Self {
            folders: None,
            protected: Vec::new(),
        }
    }

    /// Loads the file `name`, if it exists; `read` parses its text, with its path for errors. Sets aside an
    /// invalid file and adds a message for the player to `messages`.
    pub fn load<T, E: ToString>(
        &mut self,
        name: &'static str,
        messages: &mut Vec<String>,
        read: impl FnOnce(&str, &str) -> Result<T, E>,
    ) -> Option<T> {
        let folders = self.folders.as_ref()?;
        let reason = match folders.read_config(name) {
            Ok(None) => return None,
            Ok(Some((path, text))) => match read(&path.display().to_string(), &text) {
                Ok(value) => return Some(value),
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        messages.push(match folders.set_aside(name) {
            Ok(aside) => format!(
                "{reason} (the file is kept as {}; the defaults apply)",
                aside.display()
            ),
            Err(error) => {
                self.protected.push(name);
                format!("{reason} (the defaults apply, and changes are not saved: {error})")
            }
        });
        None
    }

    /// Writes the file `name` atomically.
    ///
    /// # Errors
    /// A sentence that says why it was not written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        if self.protected.contains(&name) {
            return Err(format!(
                "Not saved: {name} could be neither read nor set aside"
            ));
        }
        self.folders
            .as_ref()
            .map_or(Ok(()), |folders| folders.write_config(name, text))
            .map_err(|error| format!("Not saved: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FILE, Settings};
    use super::*;
    use std::fs;
    use std::path::PathBuf;
    use tempfile::TempDir;

    /// The configuration files in a folder that does not exist yet.
    fn files() -> (TempDir, PathBuf, ConfigFiles) {
        let root = tempfile::tempdir().unwrap();
        let [config, data] = ["config", "data"].map(|name| root.path().join(name));
        let folders = Folders::find(Some(config.clone()), Some(data)).unwrap();
        (root, config, ConfigFiles::new(folders))
    }

    fn load(files: &mut ConfigFiles) -> (Option<Settings>, Vec<String>) {
        let mut messages = Vec::new();
        let settings = files.load(FILE, &mut messages, Settings::read);
        (settings, messages)
    }

    #[test]
    fn what_is_written_is_read_and_a_missing_file_is_not_reported() {
        let (_root, _, mut files) = files();
        assert_eq!(load(&mut files), (None, Vec::new()));
        let settings = Settings {
            text: 20,
            ..Settings::default()
        };
        files.write(FILE, &settings.to_ron()).unwrap();
        assert_eq!(load(&mut files), (Some(settings), Vec::new()));
    }

    #[test]
    fn where_nothing_can_be_saved_nothing_is_reported_again() {
        let mut files = ConfigFiles::nowhere();
        assert_eq!(load(&mut files), (None, Vec::new()));
        let settings = Settings::default();
        assert_eq!(files.write(FILE, &settings.to_ron()), Ok(()));
        assert_eq!(load(&mut files), (None, Vec::new()));
    }

    #[test]
    fn every_broken_file_is_named_and_set_aside_as_it_was() {
        let (_root, config, mut files) = files();
        let broken: [&[u8]; 4] = [b"(\n text: 99)", b"(txet: 1)", b"nothing", b"\xff\xfe("];
        for (number, bytes) in broken.into_iter().enumerate() {
            fs::create_dir_all(&config).unwrap();
            fs::write(config.join(FILE), bytes).unwrap();
            let (settings, messages) = load(&mut files);
            assert_eq!(settings, None);
            let aside = format!("options-unreadable-{}.ron", number + 1);
            assert!(messages[0].contains("options.ron"), "{messages:?}");
            assert!(messages[0].contains(&aside), "{messages:?}");
            assert_eq!(fs::read(config.join(aside)).unwrap(), bytes);
            assert!(!config.join(FILE).exists());
        }
        files.write(FILE, &Settings::default().to_ron()).unwrap();
    }

    #[test]
    fn a_file_beyond_the_limit_is_set_aside_unread() {
        let (_root, config, mut files) = files();
        fs::create_dir_all(&config).unwrap();
        let file = fs::File::create(config.join(FILE)).unwrap();
        file.set_len(1 << 30).unwrap();
        let (settings, messages) = load(&mut files);
        assert_eq!(settings, None);
        assert!(
            messages[0].contains("the file exceeds the 1 MiB limit"),
            "{messages:?}"
        );
        assert!(config.join("options-unreadable-1.ron").exists());
    }

    #[test]
    fn a_file_that_cannot_be_set_aside_is_not_overwritten() {
        let (_root, config, mut files) = files();
        // A folder cannot take the place of a file.
        fs::create_dir_all(config.join(FILE)).unwrap();
        let (settings, messages) = load(&mut files);
        assert_eq!((settings, messages.len()), (None, 1));
        assert!(messages[0].contains("not saved"), "{messages:?}");
        assert!(files.write(FILE, "()").is_err());
        assert!(config.join(FILE).is_dir());
    }
}

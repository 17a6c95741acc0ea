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
    /// Whether nothing is written, which the player is told at the start.
    is_read_only: bool,
}

impl ConfigFiles {
    /// The files in the configuration folder of these folders.
    pub const fn new(folders: Folders) -> Self {
        Self {
            folders: Some(folders),
            protected: Vec::new(),
            is_read_only: false,
        }
    }

    /// The same files; writing does nothing. For a folder that cannot be written to.
    pub fn read_only(folders: Folders) -> Self {
        Self {
            is_read_only: true,
            ..Self::new(folders)
        }
    }

    /// No files: loading finds none, and writing does nothing. For a system without folders and a browser that
    /// stores nothing.
    pub const fn nowhere() -> Self {
        Self {
            folders: None,
            protected: Vec::new(),
            is_read_only: true,
        }
    }

    /// Loads the file `name`, if it exists; `read` parses its text, with its path for errors, and lists the values
    /// that do not count because they are wrong. Sets aside a file that does not read at all. Adds a message for
    /// the player to `messages`.
    pub fn load<T, E: ToString>(
        &mut self,
        name: &'static str,
        messages: &mut Vec<String>,
        read: impl FnOnce(&str, &str, &mut Vec<String>) -> Result<T, E>,
    ) -> Option<T> {
        let folders = self.folders.as_ref()?;
        let mut mistakes = Vec::new();
        let reason = match folders.read_config(name) {
            Ok(None) => return None,
            Ok(Some((path, text))) => {
                match read(&path.display().to_string(), &text, &mut mistakes) {
                    Ok(value) => {
                        messages.extend(describe_mistakes(&mistakes));
                        return Some(value);
                    }
                    Err(error) => error.to_string(),
                }
            }
            Err(error) => error.to_string(),
        };
        if self.is_read_only {
            messages.push(format!("{reason} (the defaults apply)"));
            return None;
        }
        messages.push(match folders.set_aside(name) {
            Ok(aside) => format!(
                "{reason} (the file is kept as {}; the defaults apply)",
                aside.file_name().unwrap_or_default().display()
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
        if self.is_read_only {
            return Ok(());
        }
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

/// A message of two lines at most about the values of a file that do not count; `None` if there are none.
fn describe_mistakes(mistakes: &[String]) -> Option<String> {
    let (first, more) = mistakes.split_first()?;
    let stop = if first.ends_with('?') { "" } else { "." };
    let rest = match more.len() {
        0 => "The rest of the file applies".to_owned(),
        1 => "1 more value is wrong; the rest of the file applies".to_owned(),
        count => format!("{count} more values are wrong; the rest of the file applies"),
    };
    Some(format!("{first}{stop} {rest}."))
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
        let read = files.load(FILE, &mut messages, Settings::read);
        (read.map(|file| file.settings), messages)
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
        let broken: [&[u8]; 4] = [b"(\n text: 14", b"{", b"nothing", b"\xff("];
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
    fn a_wrong_value_costs_that_value_and_the_notice_counts_the_others() {
        let (_root, config, mut files) = files();
        fs::create_dir_all(&config).unwrap();
        for (text, end) in [
            (
                "(text: 99, palette: Protan)",
                "text is 99; it goes from 12 to 28. The rest of the file applies.",
            ),
            (
                "(txet: 9, palette: Protan)",
                "did you mean \"text\"? The rest of the file applies.",
            ),
            (
                "(txet: 9, palette: Protan, volume: 11, music: 12)",
                "did you mean \"text\"? 2 more values are wrong; the rest of the file applies.",
            ),
        ] {
            fs::write(config.join(FILE), text).unwrap();
            let (settings, messages) = load(&mut files);
            let expected = Settings {
                palette: super::super::Palette::Protan,
                ..Settings::default()
            };
            assert_eq!(settings, Some(expected), "{text}");
            assert!(messages[0].ends_with(end), "{messages:?}");
            assert_eq!(messages.len(), 1);
            assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), text);
        }
    }

    #[test]
    fn in_a_folder_that_cannot_be_written_files_are_read_and_stay_as_they_are() {
        let (_root, config, mut files) = files();
        files.write(FILE, "(text: 20)").unwrap();
        let folders = files.folders.take().unwrap();
        let mut files = ConfigFiles::read_only(folders);
        let (settings, messages) = load(&mut files);
        assert_eq!(settings.map(|settings| settings.text), Some(20));
        assert_eq!((files.write(FILE, "()"), messages.len()), (Ok(()), 0));
        assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), "(text: 20)");
        fs::write(config.join(FILE), "(").unwrap();
        assert_eq!(load(&mut files).1.len(), 1);
        assert_eq!(fs::read_dir(config).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_file_is_written_and_set_aside_where_it_lies() {
        let (root, config, mut files) = files();
        let cloud = root.path().join("cloud");
        fs::create_dir_all(&config).unwrap();
        fs::create_dir_all(&cloud).unwrap();
        std::os::unix::fs::symlink(cloud.join("mine.ron"), config.join(FILE)).unwrap();
        files.write(FILE, "(text: 20)").unwrap();
        assert_eq!(load(&mut files).0.map(|settings| settings.text), Some(20));
        fs::write(cloud.join("mine.ron"), "(").unwrap();
        assert_eq!(load(&mut files).0, None);
        files.write(FILE, "()").unwrap();
        assert!(
            fs::symlink_metadata(config.join(FILE))
                .unwrap()
                .is_symlink()
        );
        let read = |name: &str| fs::read_to_string(cloud.join(name)).unwrap();
        assert_eq!(
            (read("mine-unreadable-1.ron"), read("mine.ron")),
            ("(".into(), "()".into())
        );
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

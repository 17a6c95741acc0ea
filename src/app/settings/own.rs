//! The player's own files in the configuration folder: read at the start, set aside if they do not
//! read, written whenever what they hold changes. Knows no format.

use bevy::prelude::Resource;

use crate::app::platform::Folders;

/// The files, and which of them must not be written: those that do not read and could not be set
/// aside either.
#[derive(Resource, Clone, Debug)]
pub struct OwnFiles {
    /// `None` where nothing can be kept, as the player was told.
    folders: Option<Folders>,
    untouchable: Vec<&'static str>,
}

impl OwnFiles {
    /// The files in these folders.
    pub const fn new(folders: Folders) -> Self {
        Self {
            folders: Some(folders),
            untouchable: Vec::new(),
        }
    }

    /// No files: there are none, and what is written is gone.
    pub const fn nowhere() -> Self {
        Self {
            folders: None,
            untouchable: Vec::new(),
        }
    }

    /// Reads the file `name`, if there is one; `read` makes something of its path and text. A file
    /// that does not read is set aside, and what to tell the player is added to `told`.
    pub fn load<T, E: ToString>(
        &mut self,
        name: &'static str,
        told: &mut Vec<String>,
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
        told.push(match folders.set_aside(name) {
            Ok(aside) => format!(
                "{reason} (the file is kept as {}; the defaults apply)",
                aside.display()
            ),
            Err(error) => {
                self.untouchable.push(name);
                format!("{reason} (the defaults apply, and changes are not saved: {error})")
            }
        });
        None
    }

    /// Writes the file `name`, whole or not at all.
    ///
    /// # Errors
    /// Why it was not written, as a sentence.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        if self.untouchable.contains(&name) {
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

    fn files(name: &str) -> (PathBuf, OwnFiles) {
        let root = std::env::temp_dir().join(format!("undercroft-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let folders = Folders::find(Some(root.clone()), Some(root.join("data"))).unwrap();
        (root, OwnFiles::new(folders))
    }

    fn load(files: &mut OwnFiles) -> (Option<Settings>, Vec<String>) {
        let mut told = Vec::new();
        let read = files.load(FILE, &mut told, Settings::read);
        (read, told)
    }

    #[test]
    fn what_is_written_is_read_and_a_missing_file_is_nothing_to_tell() {
        let (root, mut files) = files("own");
        assert_eq!(load(&mut files), (None, Vec::new()));
        let settings = Settings {
            text: 20,
            ..Settings::default()
        };
        files.write(FILE, &settings.written()).unwrap();
        assert_eq!(load(&mut files), (Some(settings), Vec::new()));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn where_nothing_can_be_kept_nothing_is_told_again() {
        let mut files = OwnFiles::nowhere();
        assert_eq!(load(&mut files), (None, Vec::new()));
        let settings = Settings::default();
        assert_eq!(files.write(FILE, &settings.written()), Ok(()));
        assert_eq!(load(&mut files), (None, Vec::new()));
    }

    #[test]
    fn every_broken_file_is_named_and_set_aside_as_it_was() {
        let (root, mut files) = files("own-broken");
        let broken: [&[u8]; 4] = [b"(\n text: 99)", b"(txet: 1)", b"nothing", b"\xff\xfe("];
        for (number, bytes) in broken.into_iter().enumerate() {
            fs::create_dir_all(&root).unwrap();
            fs::write(root.join(FILE), bytes).unwrap();
            let (read, told) = load(&mut files);
            assert_eq!(read, None);
            let aside = format!("options-unreadable-{}.ron", number + 1);
            assert!(told[0].contains("options.ron"), "{told:?}");
            assert!(told[0].contains(&aside), "{told:?}");
            assert_eq!(fs::read(root.join(aside)).unwrap(), bytes);
            assert!(!root.join(FILE).exists());
        }
        files.write(FILE, &Settings::default().written()).unwrap();
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_file_beyond_the_limit_is_set_aside_unread() {
        let (root, mut files) = files("own-large");
        fs::create_dir_all(&root).unwrap();
        let file = fs::File::create(root.join(FILE)).unwrap();
        file.set_len(1 << 30).unwrap();
        let (read, told) = load(&mut files);
        assert_eq!(read, None);
        assert!(
            told[0].contains("the file exceeds the 1 MiB limit"),
            "{told:?}"
        );
        assert!(root.join("options-unreadable-1.ron").exists());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_set_aside_is_not_overwritten() {
        let (root, mut files) = files("own-stuck");
        // A folder cannot take the place of a file.
        fs::create_dir_all(root.join(FILE)).unwrap();
        let (read, told) = load(&mut files);
        assert_eq!((read, told.len()), (None, 1));
        assert!(told[0].contains("not kept"), "{told:?}");
        assert!(files.write(FILE, "()").is_err());
        assert!(root.join(FILE).is_dir());
        fs::remove_dir_all(root).unwrap();
    }
}

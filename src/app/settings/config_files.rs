//! The two files in the configuration folder: read at the start, set aside if they are invalid, and written when an
//! entry changes.

use std::sync::{Mutex, PoisonError};

use bevy::prelude::Resource;
use serde::de::DeserializeOwned;

use super::document::{Document, Value};
use super::table::SETTINGS;
use crate::app::platform::Folders;

/// Held while a file is read, changed and written: systems that keep different entries of it run side by side.
static WRITING: Mutex<()> = Mutex::new(());

/// One of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConfigFile {
    /// The player's own: options and keys.
    Options,
    /// What the program remembers.
    State,
}

/// An entry of a file.
#[derive(Debug)]
pub struct Entry {
    file: ConfigFile,
    name: &'static str,
    comment: &'static str,
    /// A value, for messages.
    example: &'static str,
}

/// The player's keys.
pub const KEYS: Entry = Entry {
    file: ConfigFile::Options,
    name: "keys",
    comment: "\
Actions whose keys are not the default ones, and their keys. What is wrong has its default keys.

A key is one character as it is typed (\"h\", \"?\", \"[\"), a name (Up Down Left Right Home End PageUp
PageDown Insert Delete Enter Space Tab Esc Backspace F1 to F12) or a key of the numeric pad
(Numpad0 to Numpad9 NumpadAdd NumpadSubtract NumpadMultiply NumpadDivide NumpadDecimal
NumpadEnter). Shift+, Ctrl+ and Alt+ may stand before letters and names. Buttons of a gamepad are
PadA PadX PadY PadLB PadRB PadLT PadRT PadLS PadRS PadStart PadSelect; one that is given to an
action means that on its screens, and any other what it means by default.",
    example: "{ \"step-north\": [\"Up\", \"k\"] }",
};

/// The lessons that the player has seen.
pub const TAUGHT: Entry = Entry {
    file: ConfigFile::State,
    name: "taught",
    comment: "The lessons that you have seen. Switching lessons off and on in the Options empties it.",
    example: "[\"fight\", \"rest\"]",
};

/// The window's place.
pub const WINDOW: Entry = Entry {
    file: ConfigFile::State,
    name: "window",
    comment: "Where the window was closed; its size and place are those that it has when it is not maximized.",
    example: "(at: Some((0, 0)), size: (1280, 800), maximized: false)",
};

/// The map that the Lab showed last.
pub const LAB: Entry = Entry {
    file: ConfigFile::State,
    name: "lab",
    comment: "The map that the Lab showed last.",
    example: "\"rooms/80x50#7\"",
};

/// The maps that the player has kept in the Lab.
pub const KEPT: Entry = Entry {
    file: ConfigFile::State,
    name: "kept",
    comment: "The maps that you have kept in the Lab, with their names.",
    example: "[(\"caves/80x50#268\", \"three lakes\")]",
};

/// Where the Lab's files go, and the pixels of a tile in a picture.
pub const EXPORT: Entry = Entry {
    file: ConfigFile::State,
    name: "export",
    comment: "The folder of the files that you export in the Lab, and the pixels of a tile in a picture.",
    example: "(Some(\"/home/me/game/maps\"), Some(32))",
};

impl Entry {
    /// Parses its value.
    ///
    /// # Errors
    /// If the value has another form than it should.
    pub fn parse<T: DeserializeOwned>(&self, value: Value<'_>) -> Result<T, String> {
        ron::from_str(value.ron()).map_err(|_| self.refuse(value))
    }

    /// The value of the entry in a document, if there is one; `read` parses it, and lists what in it does not count because
    /// it is wrong. The document keeps the mistakes.
    pub fn load<T>(
        &self,
        document: &mut Document,
        read: impl FnOnce(Value<'_>, &mut Vec<String>) -> Result<T, String>,
    ) -> Option<T> {
        let mut mistakes = Vec::new();
        let loaded = read(document.value(self.name)?, &mut mistakes);
        let loaded = loaded.map_err(|mistake| mistakes.push(mistake));
        document.mistakes.append(&mut mistakes);
        loaded.ok()
    }

    /// The message that this is no value of the entry.
    pub fn refuse(&self, value: Value<'_>) -> String {
        let (name, start, example) = (self.name, value.start(), self.example);
        value.mistake(&format!("{name} is {start}; it should look like {example}"))
    }
}

impl ConfigFile {
    /// Its name in the configuration folder.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Options => "options.ron",
            Self::State => "state.ron",
        }
    }

    const fn head(self) -> &'static str {
        match self {
            Self::Options => {
                "\
The options and keys. The Options screen writes this file; it may be changed by hand as well, and what
is left out or wrong has its default. A file that does not read is set aside."
            }
            Self::State => "What the program remembers. It writes this file itself; options.ron is yours.",
        }
    }

    const fn example(self) -> &'static str {
        match self {
            Self::Options => "(text: 14, motion: Reduced)",
            Self::State => "(taught: [\"fight\", \"rest\"])",
        }
    }

    /// The names and comments of its entries, in their order.
    fn entries(self) -> Vec<(&'static str, String)> {
        let parts: &[Entry] = match self {
            Self::Options => &[KEYS],
            Self::State => &[TAUGHT, WINDOW, LAB, KEPT, EXPORT],
        };
        let settings = SETTINGS.iter().filter(|_| self == Self::Options);
        let settings = settings.map(|setting| (setting.name, setting.comment()));
        let parts = parts
            .iter()
            .map(|part| (part.name, part.comment.to_owned()));
        settings.chain(parts).collect()
    }

    /// Parses the file; `path` names it in errors.
    ///
    /// # Errors
    /// If the text is not a RON struct.
    pub fn read(self, path: &str, text: &str) -> Result<Document, String> {
        let entries = self.entries();
        let known: Vec<&str> = entries.iter().map(|(name, _)| *name).collect();
        Document::read(path, text, &known, self.example())
    }
}

/// The player's configuration files.
#[derive(Resource, Clone, Debug)]
pub struct ConfigFiles {
    /// `None` if nothing can be saved.
    folders: Option<Folders>,
    /// Whether nothing is written, which the player is told at the start.
    is_read_only: bool,
}

impl ConfigFiles {
    /// The files in the configuration folder of these folders.
    pub const fn new(folders: Folders) -> Self {
        Self {
            folders: Some(folders),
            is_read_only: false,
        }
    }

    /// The same files; writing does nothing. For a folder that cannot be written to.
    pub const fn read_only(folders: Folders) -> Self {
        Self {
            folders: Some(folders),
            is_read_only: true,
        }
    }

    /// No files: loading finds none, and writing does nothing. For a system without folders and a browser that
    /// stores nothing.
    pub const fn nowhere() -> Self {
        Self {
            folders: None,
            is_read_only: true,
        }
    }

    /// Reads a file; it is empty if it does not exist. Sets aside one that does not read at all, and adds a message for
    /// the player to `messages`.
    pub fn open(&self, file: ConfigFile, messages: &mut Vec<String>) -> Document {
        let read = |path: &str, text: &str| file.read(path, text);
        self.read(file.name(), messages, read).unwrap_or_default()
    }

    /// Reads the file `name`, if it exists. Sets aside one that does not read, and adds a message to `messages`.
    fn read<T>(
        &self,
        name: &str,
        messages: &mut Vec<String>,
        read: impl FnOnce(&str, &str) -> Result<T, String>,
    ) -> Option<T> {
        let folders = self.folders.as_ref()?;
        let reason = match folders.read_config(name) {
            Ok(None) => return None,
            Ok(Some((path, text))) => match read(&path.display().to_string(), &text) {
                Ok(value) => return Some(value),
                Err(reason) => reason,
            },
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
                format!("{reason} (the defaults apply, and changes are not saved: {error})")
            }
        });
        None
    }

    /// Writes an entry of a file and leaves the others as they are.
    ///
    /// # Errors
    /// A sentence that says why it was not written.
    pub fn write(&self, entry: &Entry, value: &str) -> Result<(), String> {
        self.write_all(entry.file, [(entry.name, value.to_owned())])
    }

    /// Writes entries of a file atomically and leaves the others as they are.
    ///
    /// # Errors
    /// A sentence that says why they were not written: among other reasons, because the file does not read now. It is
    /// then left alone.
    pub(super) fn write_all(
        &self,
        file: ConfigFile,
        entries: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<(), String> {
        let Some(folders) = self.folders.as_ref().filter(|_| !self.is_read_only) else {
            return Ok(());
        };
        let written = || {
            let _lock = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            let found = folders.read_config(file.name());
            let mut document = match found.map_err(|error| error.to_string())? {
                Some((path, text)) => file.read(&path.display().to_string(), &text)?,
                None => Document::default(),
            };
            for (name, value) in entries {
                document.set(name, value);
            }
            let text = document.to_ron(file.head(), &file.entries());
            let written = folders.write_config(file.name(), &text);
            written.map_err(|error| error.to_string())
        };
        written().map_err(|reason| format!("Not saved: {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Palette, Settings, Taught};
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};
    use tempfile::TempDir;

    const FILE: &str = "options.ron";

    /// The configuration files in a folder that does not exist yet.
    fn files() -> (TempDir, PathBuf, ConfigFiles) {
        let root = tempfile::tempdir().unwrap();
        let [config, data] = ["config", "data"].map(|name| root.path().join(name));
        let folders = Folders::find(Some(config.clone()), Some(data)).unwrap();
        (root, config, ConfigFiles::new(folders))
    }

    /// As [`files`], in a folder with these files.
    fn files_with(all: &[(&str, &str)]) -> (TempDir, PathBuf, ConfigFiles) {
        let (root, config, files) = files();
        fs::create_dir_all(&config).unwrap();
        for (name, text) in all {
            fs::write(config.join(name), text).unwrap();
        }
        (root, config, files)
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    fn load(files: &ConfigFiles) -> (Settings, Vec<String>) {
        let mut messages = Vec::new();
        let mut document = files.open(ConfigFile::Options, &mut messages);
        let settings = Settings::read(&mut document);
        messages.extend(document.describe_mistakes());
        (settings, messages)
    }

    #[test]
    fn entries_that_are_written_side_by_side_are_all_kept() {
        let (_root, _, files) = files();
        for round in 0..50 {
            std::thread::scope(|scope| {
                for entry in [&TAUGHT, &WINDOW, &LAB] {
                    let files = &files;
                    scope.spawn(move || files.write(entry, &round.to_string()).unwrap());
                }
            });
            let state = files.open(ConfigFile::State, &mut Vec::new());
            for entry in [&TAUGHT, &WINDOW, &LAB] {
                let value = state.value(entry.name).unwrap();
                assert_eq!(value.ron(), round.to_string());
            }
        }
    }

    fn load_taught(files: &ConfigFiles) -> (Option<Taught>, Vec<String>) {
        let mut messages = Vec::new();
        let mut state = files.open(ConfigFile::State, &mut messages);
        let read = |value: Value<'_>, _: &mut Vec<String>| Taught::read(value);
        let taught = TAUGHT.load(&mut state, read);
        messages.extend(state.describe_mistakes());
        (taught, messages)
    }

    fn save(files: &ConfigFiles, settings: &Settings) -> Result<(), String> {
        let entries = SETTINGS.iter();
        let entries = entries.map(|setting| (setting.name, setting.to_ron(settings)));
        files.write_all(ConfigFile::Options, entries)
    }

    fn text(text: u8) -> Settings {
        Settings {
            text: Some(text),
            ..Settings::default()
        }
    }

    #[test]
    fn what_is_written_is_read_and_a_missing_file_is_not_reported() {
        let (_root, config, files) = files();
        assert_eq!(load(&files), (Settings::default(), Vec::new()));
        save(&files, &text(20)).unwrap();
        assert_eq!(load(&files), (text(20), Vec::new()));
        let written = fs::read_to_string(config.join(FILE)).unwrap();
        assert!(
            written.contains("    // Size of text, in pixels: 12 to 28, or Auto.\n    text: 20,\n"),
            "{written}"
        );
        let motion = "    // How much is animated: Full, Reduced, None.\n    motion: Full,\n";
        assert!(written.contains(motion), "{written}");
    }

    #[test]
    fn an_entry_that_is_written_leaves_the_others_of_its_file() {
        let mine = "(theirs: 7, keys: {\n    // Mine.\n}, text: 99)";
        let (_root, config, files) = files_with(&[(FILE, mine)]);
        files.write(&LAB, "\"box/80x50#1\"").unwrap();
        files.write(&TAUGHT, "[\"rest\"]").unwrap();
        assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), mine);
        assert!(load_taught(&files).0.unwrap().has("rest"));
        let state = fs::read_to_string(config.join("state.ron")).unwrap();
        assert!(state.contains("    lab: \"box/80x50#1\",\n"), "{state}");
        save(&files, &text(20)).unwrap();
        let written = fs::read_to_string(config.join(FILE)).unwrap();
        for kept in ["theirs: 7,", "keys: {\n    // Mine.\n},", "text: 20,"] {
            assert!(written.contains(kept), "{written}");
        }
    }

    #[test]
    fn where_nothing_can_be_saved_nothing_is_reported_again() {
        let files = ConfigFiles::nowhere();
        assert_eq!(save(&files, &text(20)), Ok(()));
        assert_eq!(load(&files), (Settings::default(), Vec::new()));
    }

    #[test]
    fn every_broken_file_is_named_and_set_aside_as_it_was() {
        let (_root, config, files) = files_with(&[]);
        let broken: [&[u8]; 4] = [b"(\n text: 14", b"{", b"nothing", b"\xff("];
        for (number, bytes) in broken.into_iter().enumerate() {
            fs::write(config.join(FILE), bytes).unwrap();
            let (settings, messages) = load(&files);
            assert_eq!(settings, Settings::default());
            let aside = format!("options-unreadable-{}.ron", number + 1);
            assert!(messages[0].contains("options.ron"), "{messages:?}");
            assert!(messages[0].contains(&aside), "{messages:?}");
            assert_eq!(fs::read(config.join(aside)).unwrap(), bytes);
            assert!(!config.join(FILE).exists());
        }
        save(&files, &Settings::default()).unwrap();
    }

    #[test]
    fn a_file_that_breaks_while_the_program_runs_is_not_overwritten() {
        let (_root, config, files) = files();
        save(&files, &text(20)).unwrap();
        fs::write(config.join(FILE), "(text: 18").unwrap();
        let refused = save(&files, &text(21)).unwrap_err();
        assert!(refused.starts_with("Not saved: "), "{refused}");
        assert!(refused.contains("options.ron:1:"), "{refused}");
        assert_eq!(names(&config), [FILE]);
        assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), "(text: 18");
    }

    #[test]
    fn all_mistakes_of_a_file_are_told_in_one_message() {
        let (_root, config, files) =
            files_with(&[(FILE, "(\n\n text: 99, txet: 14, motion: Slow)")]);
        let (_, messages) = load(&files);
        let [message] = &messages[..] else {
            panic!("{messages:?}")
        };
        assert!(message.contains("options.ron:3: "), "{message}");
        let rest = "2 more values are wrong; the rest of the file applies.";
        assert!(message.ends_with(rest), "{message}");
        assert_eq!(names(&config), [FILE]);
    }

    #[test]
    fn a_wrong_entry_of_what_is_remembered_costs_only_itself() {
        let wrong = "(\n    taught: 7,\n    lab: \"box/80x50#1\",\n)";
        let (_root, config, files) = files_with(&[("state.ron", wrong)]);
        let (taught, messages) = load_taught(&files);
        assert_eq!(taught, None);
        assert!(
            messages[0].contains("state.ron:2: taught is 7; "),
            "{messages:?}"
        );
        assert_eq!(names(&config), ["state.ron"]);
        let mut state = files.open(ConfigFile::State, &mut Vec::new());
        let lab = LAB.load(&mut state, |value, _| LAB.parse::<String>(value));
        assert_eq!(lab.as_deref(), Some("box/80x50#1"));
    }

    #[test]
    fn a_wrong_value_costs_that_value_and_the_notice_counts_the_others() {
        let (_root, config, files) = files_with(&[]);
        for (text, end) in [
            (
                "(text: 99, palette: Protan)",
                "text is 99; it goes from 12 to 28, or is Auto. The rest of the file applies.",
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
            let (settings, messages) = load(&files);
            let expected = Settings {
                palette: Palette::Protan,
                ..Settings::default()
            };
            assert_eq!(settings, expected, "{text}");
            assert!(messages[0].ends_with(end), "{messages:?}");
            assert_eq!(messages.len(), 1);
            assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), text);
        }
    }

    #[test]
    fn in_a_folder_that_cannot_be_written_files_are_read_and_stay_as_they_are() {
        let (_root, config, mut files) = files_with(&[(FILE, "(text: 20)")]);
        let files = ConfigFiles::read_only(files.folders.take().unwrap());
        assert_eq!(load(&files), (text(20), Vec::new()));
        assert_eq!(save(&files, &text(21)), Ok(()));
        assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), "(text: 20)");
        fs::write(config.join(FILE), "(").unwrap();
        assert_eq!(load(&files).1.len(), 1);
        assert_eq!(names(&config), [FILE]);
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_file_is_written_and_set_aside_where_it_lies() {
        let (root, config, files) = files_with(&[]);
        let cloud = root.path().join("cloud");
        fs::create_dir_all(&cloud).unwrap();
        let link = |from: &str, to: &str| {
            std::os::unix::fs::symlink(cloud.join(to), config.join(from)).unwrap();
        };
        link(FILE, "mine.ron");
        save(&files, &text(20)).unwrap();
        assert_eq!(load(&files).0, text(20));
        fs::write(cloud.join("mine.ron"), "(").unwrap();
        assert_eq!(load(&files).0, Settings::default());
        save(&files, &text(21)).unwrap();
        let found = fs::symlink_metadata(config.join(FILE));
        assert!(found.unwrap().is_symlink());
        assert_eq!(names(&cloud), ["mine-unreadable-1.ron", "mine.ron"]);
        assert_eq!(load(&files).0, text(21));
    }

    #[test]
    fn a_file_beyond_the_limit_is_set_aside_unread() {
        let (_root, config, files) = files_with(&[]);
        let file = fs::File::create(config.join(FILE)).unwrap();
        file.set_len(1 << 30).unwrap();
        let (settings, messages) = load(&files);
        assert_eq!(settings, Settings::default());
        assert!(
            messages[0].contains("the file exceeds the 1 MiB limit"),
            "{messages:?}"
        );
        assert!(config.join("options-unreadable-1.ron").exists());
    }

    #[test]
    fn a_file_that_cannot_be_set_aside_is_not_overwritten() {
        let (_root, config, files) = files_with(&[]);
        // A folder cannot take the place of a file.
        fs::create_dir_all(config.join(FILE)).unwrap();
        let (settings, messages) = load(&files);
        assert_eq!((settings, messages.len()), (Settings::default(), 1));
        assert!(messages[0].contains("not saved"), "{messages:?}");
        assert!(save(&files, &text(20)).is_err());
        assert!(config.join(FILE).is_dir());
    }
}

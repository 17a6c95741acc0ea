//! The player's key map file: parses it against the key map, reports all errors at once, and writes it.

use std::collections::BTreeMap;

use super::{Keymap, KeymapError};
use crate::app::input::chord::Chord;
use crate::mapgen::nearest;

/// The comment at the top of the file.
const HEADER: &str = "\
// Actions whose keys are not the default ones, and their keys. The Options screen writes this file;
// you may edit it as well. A file that does not read is set aside.
//
// A key is one character as it is typed (\"h\", \"?\", \"[\"), a name (Up Down Left Right Home End PageUp
// PageDown Insert Delete Enter Space Tab Esc Backspace F1 to F12) or a key of the numeric pad
// (Numpad0 to Numpad9 NumpadAdd NumpadSubtract NumpadMultiply NumpadDivide NumpadDecimal
// NumpadEnter). Shift+, Ctrl+ and Alt+ may stand before letters and names. Buttons of a gamepad are
// PadA PadX PadY PadLB PadRB PadLT PadRT PadLS PadRS PadStart PadSelect; one that is given to an
// action means that on its screens, and any other what it means by default.
";

/// A parsed key map file. Name and text are kept for error messages.
struct KeymapFile<'a> {
    file: &'a str,
    text: &'a str,
    /// Chords by the index of the entry.
    bindings: BTreeMap<usize, Vec<Chord>>,
}

impl Keymap {
    /// A copy in which the actions listed in `text` have the keys given there instead of their current
    /// ones. `file` is the file name for error messages.
    ///
    /// # Errors
    /// If `text` is not RON. Otherwise all of its unknown actions, unknown keys and actions listed twice,
    /// or if there are none, all keys that are bound twice.
    pub fn with_overrides(&self, file: &str, text: &str) -> Result<Self, KeymapError> {
        let source = KeymapFile::read(self, file, text)?;
        let mut map = self.clone();
        for (index, chords) in &source.bindings {
            map.entries[*index].chords.clone_from(chords);
            map.entries[*index].restore_fixed();
        }
        map.yield_defaults(&source);
        let errors = map.duplicate_bindings(&source);
        if errors.is_empty() {
            Ok(map)
        } else {
            Err(KeymapError(errors))
        }
    }

    /// Removes default keys of actions marked by [`Row::yields`](crate::app::input::Row::yields) that the
    /// player has bound to something else.
    fn yield_defaults(&mut self, source: &KeymapFile) {
        for index in 0..self.entries.len() {
            let entry = &self.entries[index];
            let yields = entry.targets.iter().any(|target| target.row.yields);
            if !yields || source.bindings.contains_key(&index) {
                continue;
            }
            let is_free = |chord: &Chord| {
                !source.bindings.iter().any(|(other, chords)| {
                    chords.contains(chord) && self.entries[*other].overlaps(entry)
                })
            };
            self.entries[index].chords = entry.chords.iter().copied().filter(is_free).collect();
        }
    }

    /// Errors for chords that are bound to two actions of a screen, or twice to one.
    fn duplicate_bindings(&self, source: &KeymapFile) -> Vec<String> {
        let mut errors = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            for (at, chord) in entry.chords.iter().enumerate() {
                let again = entry.chords[..at].contains(chord).then_some(entry);
                let others = self.entries[..index]
                    .iter()
                    .filter(|other| other.overlaps(entry) && other.chords.contains(chord));
                for other in others.chain(again) {
                    let is_listed = source.bindings.contains_key(&index);
                    let listed = if is_listed { entry } else { other };
                    let key = chord.to_string();
                    errors.push(format!(
                        "{}: key \"{key}\" is bound twice, to `{}` and to `{}`",
                        source.location(listed.name, &key),
                        other.name,
                        entry.name,
                    ));
                }
            }
        }
        errors
    }

    /// The contents of the player's file: the entries whose chords are not the default ones.
    pub fn to_ron(&self) -> String {
        let mut text = format!("{HEADER}{{\n");
        for entry in &self.entries {
            if entry.chords != entry.defaults {
                let keys: Vec<String> = entry.keys().map(|key| quote(&key)).collect();
                text += &format!("    {}: [{}],\n", quote(entry.name), keys.join(", "));
            }
        }
        text + "}\n"
    }
}

/// Quotes a string as RON does.
fn quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl<'a> KeymapFile<'a> {
    fn read(map: &Keymap, file: &'a str, text: &'a str) -> Result<Self, KeymapError> {
        let bindings: RawBindings = ron::from_str(text).map_err(|error| {
            let at = error.span.start;
            KeymapError(vec![format!(
                "{file}:{}:{}: {}; a key map looks like {{ \"step-north\": [\"Up\", \"k\"] }}",
                at.line, at.col, error.code
            )])
        })?;
        let names: Vec<&str> = map.entries.iter().map(|entry| entry.name).collect();
        let mut source = Self {
            file,
            text,
            bindings: BTreeMap::new(),
        };
        let mut errors = Vec::new();
        for (action, keys) in bindings.0 {
            let Some(index) = names.iter().position(|name| *name == action) else {
                errors.push(source.unknown_action(&action, &names));
                continue;
            };
            let mut chords: Vec<Chord> = Vec::new();
            for key in keys {
                match Chord::read(&key) {
                    Some(chord) => chords.push(chord),
                    None => errors.push(source.unknown_key(names[index], &key)),
                }
            }
            if source.bindings.insert(index, chords).is_some() {
                let line = source.line_of(0, &action);
                errors.push(format!("{file}:{line}: action `{action}` is listed twice"));
            }
        }
        if errors.is_empty() {
            Ok(source)
        } else {
            Err(KeymapError(errors))
        }
    }

    fn unknown_action(&self, action: &str, names: &[&str]) -> String {
        let line = self.line_of(0, action);
        let hint = nearest(action, names.iter().copied()).map_or_else(
            || format!("there are {}", names.join(", ")),
            |name| format!("did you mean `{name}`?"),
        );
        format!(
            "{}:{line}: there is no action `{action}`; {hint}",
            self.file
        )
    }

    fn unknown_key(&self, name: &str, key: &str) -> String {
        let hint = nearest(key, Chord::names()).map_or_else(
            || "write one character, or a name like Up, Esc, F1, Numpad8, PadA".to_owned(),
            |name| format!("did you mean \"{name}\"?"),
        );
        format!(
            "{}: there is no key \"{key}\"; {hint}",
            self.location(name, key)
        )
    }

    /// `file:line` where the entry `name` lists `key`.
    fn location(&self, name: &str, key: &str) -> String {
        let action = format!("\"{name}\"");
        let from = self.text.find(&action).unwrap_or(0);
        format!("{}:{}", self.file, self.line_of(from, key))
    }

    /// The line of the first `"word"` after byte `from`, ignoring case.
    fn line_of(&self, from: usize, word: &str) -> usize {
        let quoted = format!("\"{word}\"").to_lowercase();
        let rest = self.text[from..].to_ascii_lowercase();
        let at = from + rest.find(&quoted).unwrap_or(0);
        self.text[..at].matches('\n').count() + 1
    }
}

/// The file's entries in order. A map would lose actions that are listed twice.
struct RawBindings(Vec<(String, Vec<String>)>);

impl<'de> serde::Deserialize<'de> for RawBindings {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = RawBindings;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a map of actions to lists of keys")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<RawBindings, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(RawBindings(entries))
            }
        }

        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::CommonAction;
    use crate::app::input::keymap::tests::{action_of, assert_action, chord, errors, index_of};
    use crate::app::keymap;
    use crate::app::screen::Screen;
    use crate::app::screens::descend::DescendAction;
    use crate::app::screens::lab::LabAction;

    #[test]
    fn the_players_keys_replace_the_default_ones() {
        let map = keymap()
            .with_overrides("mine.ron", r#"{ "next-map": ["Insert", "x"] }"#)
            .unwrap();
        assert_action(&map, "Insert", Screen::Lab, LabAction::NextMap);
        assert_eq!(action_of(&map, "r", Screen::Lab), None);
        for screen in Screen::ALL {
            assert_action(&map, "?", screen, CommonAction::Help);
        }
        assert_eq!(
            map.keys(&LabAction::NextMap).collect::<Vec<_>>(),
            ["Insert", "x"]
        );
    }

    #[test]
    fn a_key_map_older_than_an_action_keeps_its_keys() {
        let map = keymap()
            .with_overrides("mine.ron", r#"{ "log": ["m", "F9"] }"#)
            .unwrap();
        assert_action(&map, "m", Screen::Descend, DescendAction::Log);
        assert!(map.chords(index_of("level")).is_empty());
        assert!(map.chords(index_of("copy-link")).is_empty());
        assert_action(&keymap(), "m", Screen::Descend, DescendAction::Level);
        // A key bound on another screen leaves it alone.
        let other = keymap()
            .with_overrides("mine.ron", r#"{ "next-map": ["m"] }"#)
            .unwrap();
        assert_action(&other, "m", Screen::Descend, DescendAction::Level);
    }

    #[test]
    fn errors_name_file_and_line() {
        let unknown_key = errors("{\n  \"next-map\": [\"Sapce\"],\n}");
        assert!(
            unknown_key.contains("mine.ron:2: there is no key \"Sapce\"; did you mean \"Space\"?"),
            "{unknown_key}"
        );
        let unknown_action = errors("{\n\n  \"next-mpa\": [\"x\"],\n}");
        assert!(
            unknown_action
                .contains("mine.ron:3: there is no action `next-mpa`; did you mean `next-map`?"),
            "{unknown_action}"
        );
        let twice = errors("{\n  \"next-map\": [\"x\"],\n  \"help\": [\"X\"],\n}");
        assert!(
            twice.contains("mine.ron:3: key \"x\" is bound twice, to `next-map` and to `help`"),
            "{twice}"
        );
        let fixed = errors("{ \"back\": [\"x\"],\n \"help\": [\"Esc\"] }");
        assert!(fixed.contains("key \"Esc\" is bound twice"), "{fixed}");
        let against_default = errors("{ \"help\": [\"f\"] }");
        assert!(
            against_default.contains("to `zoom-fit` and to `help`"),
            "{against_default}"
        );
        let listed_twice = errors("{ \"help\": [\"x\"],\n \"help\": [\"z\"] }");
        assert!(listed_twice.contains("listed twice"), "{listed_twice}");
        let broken = errors("{\n \"help\": [\"x\"\n");
        assert!(
            broken.contains("mine.ron:3:") || broken.contains("mine.ron:2:"),
            "{broken}"
        );
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_map() {
        let mut map = keymap();
        assert_eq!(map.with_overrides("mine.ron", &map.to_ron()).unwrap(), map);
        assert!(!map.to_ron().contains(": ["));
        for (name, keys) in [
            ("explore", &["\"", "\\", "Ctrl+Alt+Shift+Tab"][..]),
            ("help", &["ä", "Numpad5"]),
            ("screenshot", &[]),
            ("next-map", &["r", "r", "Insert"]),
        ] {
            let keys: Vec<Chord> = keys.iter().map(|key| chord(key)).collect();
            map.bind(index_of(name), &keys);
        }
        let text = map.to_ron();
        let read = keymap().with_overrides("mine.ron", &text).unwrap();
        assert_eq!(read, map, "{text}");
        assert_eq!(
            read.chords(index_of("next-map")),
            [chord("r"), chord("Insert")]
        );
        assert!(!text.contains("descend"), "{text}");
        map.reset();
        assert_eq!(map, keymap());
        assert!((0..map.entries().len()).all(|action| map.has_default_chords(action)));
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let all = errors("{ \"hlep\": [\"x\"], \"back\": [\"Nope!\"] }");
        assert!(all.contains("hlep") && all.contains("Nope!"), "{all}");
        assert!(!all.contains('\n'));
    }
}

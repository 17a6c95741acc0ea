//! The player's own file of keys: reads it against the key map, checks it whole, and writes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Keymap, KeymapError};
use crate::app::input::chord::Chord;
use crate::mapgen::nearest;

/// What the player's own key map begins with.
const HEAD: &str = "\
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

/// One key map file as it was read: its name and text, and the chords by entry.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    bindings: BTreeMap<usize, Vec<Chord>>,
}

impl Keymap {
    /// This map, changed by the player's own: each action in `text` gets the keys given there and
    /// loses its default ones. `file` names it in errors.
    ///
    /// # Errors
    /// Everything that is wrong at once: a form that is not RON, an unknown action or key, a key
    /// bound twice.
    pub fn with_own(&self, file: &str, text: &str) -> Result<Self, KeymapError> {
        let source = Source::read(self, file, text)?;
        let mut map = self.clone();
        for (index, chords) in &source.bindings {
            map.entries[*index].chords.clone_from(chords);
        }
        map.give_way(&source);
        let wrong = map.conflicts(&source);
        if wrong.is_empty() {
            Ok(map)
        } else {
            Err(KeymapError(wrong))
        }
    }

    /// Takes default keys that are younger than the player's own key map from their actions, where it
    /// has them for others.
    fn give_way(&mut self, source: &Source) {
        for index in 0..self.entries.len() {
            let entry = &self.entries[index];
            let yields = entry.targets.iter().any(|target| target.row.yields);
            if !yields || source.bindings.contains_key(&index) {
                continue;
            }
            let is_own = |chord: &Chord| {
                let mut own = source.bindings.iter();
                own.any(|(other, chords)| {
                    chords.contains(chord) && self.entries[*other].meets(entry)
                })
            };
            let left = entry.chords.iter().copied().filter(|chord| !is_own(chord));
            self.entries[index].chords = left.collect();
        }
    }

    /// Keys that mean two things on a screen, each with its place in `source`.
    fn conflicts(&self, source: &Source) -> Vec<String> {
        let mut wrong = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            for (at, chord) in entry.chords.iter().enumerate() {
                let again = entry.chords[..at].contains(chord).then_some(entry);
                let before = self.entries[..index].iter();
                let meeting = before.filter(|other| other.meets(entry));
                let others = meeting.filter(|other| other.chords.contains(chord));
                for other in others.chain(again) {
                    let own = source.bindings.contains_key(&index);
                    let listed = if own { entry } else { other };
                    let key = chord.to_string();
                    wrong.push(format!(
                        "{}: key \"{key}\" is bound twice, to `{}` and to `{}`",
                        source.place(listed.name, &key),
                        other.name,
                        entry.name,
                    ));
                }
            }
        }
        wrong
    }

    /// The player's own key map as a file: what differs from the default one. It reads back to
    /// this key map.
    pub fn written(&self) -> String {
        let mut text = format!("{HEAD}{{\n");
        for entry in self
            .entries
            .iter()
            .filter(|entry| entry.chords != entry.first)
        {
            let chords = entry.chords.iter();
            let keys: Vec<String> = chords.map(|chord| quoted(&chord.to_string())).collect();
            // Writing into a text does not fail.
            let _ = writeln!(text, "    {}: [{}],", quoted(entry.name), keys.join(", "));
        }
        text.push_str("}\n");
        text
    }
}

/// A text as RON writes it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl<'a> Source<'a> {
    fn read(map: &Keymap, file: &'a str, text: &'a str) -> Result<Self, KeymapError> {
        let listed: Entries = ron::from_str(text).map_err(|error| {
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
        let mut wrong = Vec::new();
        for (action, keys) in listed.0 {
            let Some(index) = names.iter().position(|name| *name == action) else {
                wrong.push(source.unknown_action(&action, &names));
                continue;
            };
            let mut chords: Vec<Chord> = Vec::new();
            for key in keys {
                match Chord::read(&key) {
                    Some(chord) => chords.push(chord),
                    None => wrong.push(source.unknown_key(names[index], &key)),
                }
            }
            if source.bindings.insert(index, chords).is_some() {
                let line = source.line_of(0, &action);
                wrong.push(format!("{file}:{line}: action `{action}` is listed twice"));
            }
        }
        if wrong.is_empty() {
            Ok(source)
        } else {
            Err(KeymapError(wrong))
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
            self.place(name, key)
        )
    }

    /// File and line where the entry `name` lists `key`.
    fn place(&self, name: &str, key: &str) -> String {
        let action = format!("\"{name}\"");
        let from = self.text.find(&action).unwrap_or(0);
        format!("{}:{}", self.file, self.line_of(from, key))
    }

    /// The line of the first `"word"` after byte `from`; letters without regard to case.
    fn line_of(&self, from: usize, word: &str) -> usize {
        let quoted = format!("\"{word}\"").to_lowercase();
        let rest = self.text[from..].to_ascii_lowercase();
        let at = from + rest.find(&quoted).unwrap_or(0);
        self.text[..at].matches('\n').count() + 1
    }
}

/// The entries of a map in their order, an action that is listed twice included.
struct Entries(Vec<(String, Vec<String>)>);

impl<'de> serde::Deserialize<'de> for Entries {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Entries;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a map of actions to lists of keys")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::CommonAction;
    use crate::app::input::keymap::tests::{action, asked, assert_asks, chord, errors};
    use crate::app::keymap;
    use crate::app::screen::Screen;
    use crate::app::screens::descend::PlayAction;
    use crate::app::screens::lab::LabAction;

    #[test]
    fn the_players_own_keys_take_the_place_of_the_default_ones() {
        let map = keymap()
            .with_own("mine.ron", r#"{ "next-map": ["Insert", "x"] }"#)
            .unwrap();
        assert_asks(&map, "Insert", Screen::Lab, LabAction::NextMap);
        assert_eq!(asked(&map, "r", Screen::Lab), None);
        for screen in Screen::ALL {
            assert_asks(&map, "?", screen, CommonAction::Help);
        }
        assert_eq!(
            map.keys(&LabAction::NextMap).collect::<Vec<_>>(),
            ["Insert", "x"]
        );
    }

    #[test]
    fn a_key_map_from_before_an_action_was_there_keeps_its_keys() {
        let map = keymap()
            .with_own("mine.ron", r#"{ "log": ["m", "F9"] }"#)
            .unwrap();
        assert_asks(&map, "m", Screen::Play, PlayAction::Log);
        assert!(map.chords(action("level")).is_empty());
        assert!(map.chords(action("copy-link")).is_empty());
        assert_asks(&keymap(), "m", Screen::Play, PlayAction::Level);
        // On another screen the key is free.
        let other = keymap()
            .with_own("mine.ron", r#"{ "next-map": ["m"] }"#)
            .unwrap();
        assert_asks(&other, "m", Screen::Play, PlayAction::Level);
    }

    #[test]
    fn what_is_wrong_is_named_by_file_and_line() {
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
        assert_eq!(map.with_own("mine.ron", &map.written()).unwrap(), map);
        assert!(!map.written().contains(": ["));
        for (name, keys) in [
            ("explore", &["\"", "\\", "Ctrl+Alt+Shift+Tab"][..]),
            ("help", &["ä", "Numpad5"]),
            ("screenshot", &[]),
            ("next-map", &["r", "r", "Insert"]),
        ] {
            let keys: Vec<Chord> = keys.iter().map(|key| chord(key)).collect();
            map.bind(action(name), &keys);
        }
        let text = map.written();
        let read = keymap().with_own("mine.ron", &text).unwrap();
        assert_eq!(read, map, "{text}");
        assert_eq!(
            read.chords(action("next-map")),
            [chord("r"), chord("Insert")]
        );
        assert!(!text.contains("descend"), "{text}");
        map.reset();
        assert_eq!(map, keymap());
        assert!((0..map.entries().len()).all(|action| map.is_shipped(action)));
    }

    #[test]
    fn every_error_is_told_at_once() {
        let all = errors("{ \"hlep\": [\"x\"], \"back\": [\"Nope!\"] }");
        assert!(all.contains("hlep") && all.contains("Nope!"), "{all}");
        assert!(!all.contains('\n'));
    }
}

//! The player's keys in the options file: parses them against the key map, lists what is wrong with them, and writes them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Keymap;
use crate::app::input::chord::Chord;
use crate::app::settings::{KEYS, Value};
use crate::mapgen::nearest;

/// The parsed keys. Their text is kept for error messages.
struct KeymapFile<'a> {
    value: Value<'a>,
    /// Chords by the index of the entry.
    bindings: BTreeMap<usize, Vec<Chord>>,
}

impl Keymap {
    /// A copy in which the actions listed in `value` have the keys given there instead of their current ones. What is
    /// wrong does not count and is added to `mistakes`: unknown actions and keys, actions listed twice, and keys that
    /// are listed for two actions of the same screen. Default keys give way to those of the player.
    ///
    /// # Errors
    /// If `value` is not a map.
    pub fn with_overrides(
        &self,
        value: Value<'_>,
        mistakes: &mut Vec<String>,
    ) -> Result<Self, String> {
        let source = KeymapFile::read(self, value, mistakes)?;
        let mut map = self.clone();
        for (index, chords) in &source.bindings {
            map.entries[*index].chords.clone_from(chords);
            map.entries[*index].restore_fixed();
        }
        let own: Vec<usize> = source.bindings.keys().copied().collect();
        map.yield_defaults(&own);
        map.drop_duplicates(&source, mistakes);
        Ok(map)
    }

    /// Takes each chord that is bound to two actions of a screen from the listed one, and from the second one if
    /// both are. An action that loses all of its keys gets those of its default keys that are free.
    fn drop_duplicates(&mut self, source: &KeymapFile, mistakes: &mut Vec<String>) {
        for index in 0..self.entries.len() {
            for chord in self.entries[index].chords.clone() {
                let others: Vec<usize> = self.others_with(index, chord).collect();
                for other in others.into_iter().filter(|other| *other < index) {
                    let yields = |index: usize| {
                        source.bindings.contains_key(&index) && !self.entries[index].is_fixed(chord)
                    };
                    let loser = if yields(index) { index } else { other };
                    let [one, two] = [other, index].map(|index| self.entries[index].name);
                    let key = chord.to_string();
                    mistakes.push(source.mistake(
                        (self.entries[loser].name, &key),
                        &format!("key \"{key}\" is bound twice, to \"{one}\" and to \"{two}\""),
                    ));
                    self.entries[loser].chords.retain(|bound| *bound != chord);
                    if loser == index {
                        break;
                    }
                }
            }
        }
        for (index, chords) in &source.bindings {
            if self.entries[*index].chords.is_empty() && !chords.is_empty() {
                let mut defaults = self.entries[*index].defaults.clone();
                defaults.retain(|chord| self.others_with(*index, *chord).next().is_none());
                self.entries[*index].chords = defaults;
            }
        }
    }

    /// The other entries on the screens of entry `index` that have this chord.
    fn others_with(&self, index: usize, chord: Chord) -> impl Iterator<Item = usize> {
        let entry = &self.entries[index];
        let entries = self.entries.iter().enumerate();
        entries
            .filter(move |(other, _)| *other != index)
            .filter(move |(_, other)| other.overlaps(entry) && other.chords.contains(&chord))
            .map(|(other, _)| other)
    }

    /// The entries whose chords are not the default ones, for the player's file.
    pub fn to_ron(&self) -> String {
        let mut text = "{\n".to_owned();
        for entry in &self.entries {
            if entry.chords != entry.defaults {
                let keys: Vec<String> = entry.keys().map(|key| quote(&key)).collect();
                text += &format!("        {}: [{}],\n", quote(entry.name), keys.join(", "));
            }
        }
        text + "    }"
    }
}

/// Quotes a string as RON does.
fn quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl<'a> KeymapFile<'a> {
    fn read(map: &Keymap, value: Value<'a>, mistakes: &mut Vec<String>) -> Result<Self, String> {
        let entries = value.entries().ok_or_else(|| KEYS.refuse(value))?;
        let names: Vec<&str> = map.entries.iter().map(|entry| entry.name).collect();
        let mut source = Self {
            value,
            bindings: BTreeMap::new(),
        };
        for (action, value) in entries {
            let Some(index) = names.iter().position(|name| *name == action) else {
                let hint = nearest(&action, names.iter().copied()).map_or_else(
                    || "the Options screen lists all actions".to_owned(),
                    |name| format!("did you mean \"{name}\"?"),
                );
                let reason = format!("there is no action \"{action}\"; {hint}");
                mistakes.push(value.mistake(&reason));
                continue;
            };
            let Ok(keys) = ron::from_str::<Vec<String>>(value.ron()) else {
                let right = "write a list of keys, such as [\"Up\", \"k\"]";
                mistakes.push(value.mistake(&format!("\"{action}\" has no list of keys; {right}")));
                continue;
            };
            let mut chords: Vec<Chord> = Vec::new();
            for key in &keys {
                match Chord::read(key) {
                    Some(chord) if chords.contains(&chord) => {}
                    Some(chord) => chords.push(chord),
                    None => mistakes.push(source.unknown_key(names[index], key)),
                }
            }
            match source.bindings.entry(index) {
                Entry::Occupied(_) => {
                    let reason = "is listed twice; the first list counts";
                    mistakes.push(value.mistake(&format!("action \"{action}\" {reason}")));
                }
                Entry::Vacant(place) if !chords.is_empty() || keys.is_empty() => {
                    place.insert(chords);
                }
                Entry::Vacant(_) => {}
            }
        }
        Ok(source)
    }

    fn unknown_key(&self, name: &str, key: &str) -> String {
        let hint = nearest(key, Chord::names()).map_or_else(
            || "write one character, or a name like Up, Esc, F1, Numpad8, PadA".to_owned(),
            |name| format!("did you mean \"{name}\"?"),
        );
        self.mistake((name, key), &format!("there is no key \"{key}\"; {hint}"))
    }

    /// The message that something is wrong where the entry `name` lists `key`, in whatever case.
    fn mistake(&self, (name, key): (&str, &str), reason: &str) -> String {
        let text = self.value.ron();
        let from = text.find(&format!("\"{name}\"")).unwrap_or(0);
        let key = format!("\"{key}\"").to_ascii_lowercase();
        let at = text[from..].to_ascii_lowercase().find(&key).unwrap_or(0);
        self.value.mistake_at(from + at, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::CommonAction;
    use crate::app::input::keymap::tests::{
        action_of, assert_action, chord, errors, index_of, value,
    };
    use crate::app::keymap;
    use crate::app::screen::Screen;
    use crate::app::screens::conduit::ConduitAction;
    use crate::app::screens::descend::DescendAction;
    use crate::app::screens::lab::LabAction;
    use crate::app::screens::maze::MazeAction;
    use crate::conduit::Command;

    #[test]
    fn keys_that_a_player_bound_before_the_puzzles_shared_theirs_keep_their_meaning() {
        // These were free, or meant something else, before.
        let before = r#"{ "maze-save": ["y"], "maze-dark": ["r", "d"], "conduit-lock": ["0"], "maze-restart": ["Backspace"],
            "zoom-fit": ["z"] }"#;
        let mut mistakes = Vec::new();
        let map = keymap()
            .with_overrides(value(before), &mut mistakes)
            .unwrap();
        assert_eq!(mistakes, [] as [String; 0]);
        for (key, action) in [
            ("y", MazeAction::Save),
            ("r", MazeAction::Dark),
            ("Backspace", MazeAction::Restart),
        ] {
            assert_action(&map, key, Screen::Maze, action);
        }
        let lock = ConduitAction::here(Command::Lock);
        assert_action(&map, "0", Screen::Conduit, lock);
        assert_action(&map, "z", Screen::Maze, CommonAction::ZoomFit);
        assert_action(&map, "Ctrl+c", Screen::Maze, CommonAction::Copy);
        assert!(action_of(&map, "0", Screen::Maze).is_none());
    }

    #[test]
    fn the_players_keys_replace_the_default_ones() {
        let map = keymap()
            .with_overrides(value(r#"{ "next-map": ["Insert", "x"] }"#), &mut Vec::new())
            .unwrap();
        assert_action(&map, "Insert", Screen::Lab, LabAction::NextMap);
        assert_eq!(action_of(&map, "r", Screen::Lab), None);
        for screen in Screen::ALL {
            assert_action(&map, "?", screen, CommonAction::Help);
        }
        assert_eq!(
            map.keys(&LabAction::NextMap, None).collect::<Vec<_>>(),
            ["Insert", "x"]
        );
    }

    #[test]
    fn a_key_map_older_than_an_action_keeps_its_keys() {
        let map = keymap()
            .with_overrides(value(r#"{ "log": ["m", "F9"] }"#), &mut Vec::new())
            .unwrap();
        assert_action(&map, "m", Screen::Descend, DescendAction::Log);
        assert!(map.chords(index_of("level")).is_empty());
        assert!(map.chords(index_of("copy-link")).is_empty());
        assert_action(&keymap(), "m", Screen::Descend, DescendAction::Level);
        // A key bound on another screen leaves it alone.
        let other = keymap()
            .with_overrides(value(r#"{ "next-map": ["m"] }"#), &mut Vec::new())
            .unwrap();
        assert_action(&other, "m", Screen::Descend, DescendAction::Level);
    }

    #[test]
    fn a_new_default_key_gives_way_to_what_the_player_has_bound_it_to() {
        // Keys from before there was an action on Tab: the player rests with it.
        let map = read(r#"{ "rest": ["Tab"], "next-target": ["F9"] }"#);
        assert_action(&map, "Tab", Screen::Descend, DescendAction::Rest);
        assert!(map.chords(index_of("fight")).is_empty(), "it takes none");
        // Nor does an old action keep a key that the player gave to another, but one that is free.
        let map = read(r#"{ "rest": ["s"], "help": ["f", "F1"] }"#);
        assert_action(&map, "s", Screen::Descend, DescendAction::Rest);
        assert!(map.chords(index_of("search")).is_empty());
        assert_action(&map, "f", Screen::Lab, CommonAction::Help);
        assert_eq!(map.chords(index_of("rest")), [chord("s")]);
        let map = read(r#"{ "search": ["z"] }"#);
        assert_eq!(map.chords(index_of("rest")), [chord("Shift+z")]);
        // What is written of it reads back the same.
        assert_eq!(read(&map.to_ron()), map);
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
            unknown_action.contains(
                "mine.ron:3: there is no action \"next-mpa\"; did you mean \"next-map\"?"
            ),
            "{unknown_action}"
        );
        let twice = errors("{\n  \"next-map\": [\"x\"],\n  \"help\": [\"X\"],\n}");
        assert!(
            twice.contains("mine.ron:3: key \"x\" is bound twice, to \"next-map\" and to \"help\""),
            "{twice}"
        );
        let fixed = errors("{ \"back\": [\"x\"],\n \"help\": [\"Esc\"] }");
        assert!(fixed.contains("key \"Esc\" is bound twice"), "{fixed}");
        let listed_twice = errors("{ \"help\": [\"x\"],\n \"help\": [\"z\"] }");
        assert!(listed_twice.contains("listed twice"), "{listed_twice}");
        for no_map in ["[]", "(help: 3)", "help"] {
            let refused = keymap().with_overrides(value(no_map), &mut Vec::new());
            let reason = refused.unwrap_err();
            let expected =
                format!("mine.ron:1: keys is {no_map}; it should look like {{ \"step-north\"");
            assert!(reason.starts_with(&expected), "{reason}");
        }
    }

    #[test]
    fn a_mistake_costs_one_key_and_no_action_loses_its_last() {
        let good = "\"next-map\": [\"Insert\"]";
        for (wrong, action, keys) in [
            ("\"hlep\": [\"x\"]", "help", "? F1"),
            ("\"help\": [\"Sapce\", \"F8\"]", "help", "F8"),
            ("\"help\": [\"Sapce\"]", "help", "? F1"),
            ("\"help\": \"F8\"", "help", "? F1"),
            ("\"help\": [\"F8\"], \"help\": [\"F7\"]", "help", "F8"),
            // A key that the file gives to another action.
            ("\"help\": [\"Insert\"]", "help", "? F1"),
            (
                "\"help\": [\"Esc\", \"F8\"], \"back\": [\"F7\"]",
                "back",
                "Esc F7",
            ),
        ] {
            let text = format!("{{\n  {wrong},\n  {good},\n}}");
            let mut mistakes = Vec::new();
            let map = keymap()
                .with_overrides(value(&text), &mut mistakes)
                .unwrap();
            assert_eq!(mistakes.len(), 1, "{mistakes:?}");
            assert!(mistakes[0].starts_with("mine.ron:"), "{mistakes:?}");
            assert!(mistakes[0].len() < 120, "{mistakes:?}");
            let keys_of = |name: &str| {
                let chords = map.chords(index_of(name)).iter();
                chords.map(Chord::to_string).collect::<Vec<_>>().join(" ")
            };
            assert_eq!(keys_of(action), keys, "{wrong}");
            assert_eq!(keys_of("next-map"), "Insert", "{wrong}");
        }
        // A list that is empty on purpose stays empty.
        assert!(read("{ \"help\": [] }").chords(index_of("help")).is_empty());
    }

    fn read(text: &str) -> Keymap {
        let mut mistakes = Vec::new();
        let map = keymap().with_overrides(value(text), &mut mistakes);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        map.unwrap()
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_map() {
        let mut map = keymap();
        assert_eq!(read(&map.to_ron()), map);
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
        let read = read(&text);
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

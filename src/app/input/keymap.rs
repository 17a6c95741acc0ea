//! The key map: which chord asks for which intent, from RON, checked whole.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::chord::Chord;
use super::intent::{Intent, Named};
use crate::app::screen::Screen;
use crate::geom::Dir;
use crate::mapgen::nearest;

/// The map that comes with the program.
pub const DEFAULT: &str = include_str!("../../../assets/keymap.ron");

/// Name of a key map in messages and of the player's own in the configuration folder.
pub const FILE: &str = "keymap.ron";

/// What the player's own key map begins with.
const HEAD: &str = "\
// Actions whose keys are not the first ones, and their keys. The Options screen writes this file;
// it may be changed by hand as well. A file that does not read is set aside.
";

/// Which chord asks for which intent. Actions are numbered as in [`Intent::all`].
#[derive(bevy::prelude::Resource, Clone, Debug)]
pub struct Keymap {
    /// What a chord asks for: one intent a screen.
    named: BTreeMap<Chord, Vec<&'static Named>>,
    /// The chords of each action, in the order of the file.
    chords: Vec<Vec<Chord>>,
    /// The chords that each action has at first.
    shipped: Arc<Vec<Vec<Chord>>>,
}

impl PartialEq for Keymap {
    fn eq(&self, other: &Self) -> bool {
        self.chords == other.chords
    }
}

impl Eq for Keymap {}

/// A key that an action would take from another: the key, and the other action.
pub type Rival = (Chord, usize);

/// Everything that is wrong with a key map, a line each: file, line, what, and what would be
/// right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct KeymapError(pub Vec<String>);

/// One key map file as it was read: its name and text, and the chords by entry of
/// [`Intent::all`].
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    bindings: BTreeMap<usize, Vec<Chord>>,
}

impl Keymap {
    /// The default map.
    ///
    /// # Errors
    /// Never, as long as the shipped file is sound, which a test checks.
    pub fn shipped() -> Result<Self, KeymapError> {
        Self::merge(&[Source::read(FILE, DEFAULT)?])
    }

    /// The default map, changed by the player's own: each action in `text` gets the keys given
    /// there and loses its default ones. `file` names it in errors.
    ///
    /// # Errors
    /// Everything that is wrong at once: a form that is not RON, an unknown action or key, a key
    /// bound twice.
    pub fn with_own(file: &str, text: &str) -> Result<Self, KeymapError> {
        Self::merge(&[Source::read(FILE, DEFAULT)?, Source::read(file, text)?])
    }

    /// The intent that `chord` asks for on `screen`. Whatever is bound, arrows, Enter and Esc work
    /// the Options, and an Esc that is bound to nothing leads back: nobody is locked out.
    pub fn intent(&self, chord: Chord, screen: Screen) -> Option<Intent> {
        let named = || {
            let mut named = self.named.get(&chord)?.iter();
            named.find(|named| named.is_on(screen))
        };
        let fixed =
            || fixed(chord).filter(|asked| screen == Screen::Options || *asked == Intent::Back);
        if screen == Screen::Options {
            return fixed().or_else(|| named().map(|named| named.intent));
        }
        named().map(|named| named.intent).or_else(fixed)
    }

    /// The chords that ask for `intent`, as people read them.
    pub fn keys(&self, intent: Intent) -> impl Iterator<Item = String> {
        let index = Intent::all().position(|named| named.intent == intent);
        index
            .into_iter()
            .flat_map(|index| self.chords[index].iter().map(Chord::to_string))
    }

    /// The chords of an action, in their order.
    pub fn chords(&self, action: usize) -> &[Chord] {
        self.chords.get(action).map_or(&[], Vec::as_slice)
    }

    /// The chords that an action has at first.
    pub fn first_chords(&self, action: usize) -> &[Chord] {
        self.shipped.get(action).map_or(&[], Vec::as_slice)
    }

    /// Whether an action has the keys that it has at first.
    pub fn is_shipped(&self, action: usize) -> bool {
        self.chords(action) == self.first_chords(action)
    }

    /// What an action would take from others if it had these chords: a chord may ask for one
    /// thing on each screen.
    pub fn rivals(&self, action: usize, chords: &[Chord]) -> Vec<Rival> {
        let Some(named) = Intent::all().nth(action) else {
            return Vec::new();
        };
        let others = |chord: Chord| {
            Intent::all().enumerate().filter(move |(other, theirs)| {
                *other != action && theirs.meets(named) && self.chords(*other).contains(&chord)
            })
        };
        chords
            .iter()
            .flat_map(|chord| others(*chord).map(|(other, _)| (*chord, other)))
            .collect()
    }

    /// Gives an action these chords and no others, and takes them from its rivals.
    pub fn bind(&mut self, action: usize, chords: &[Chord]) {
        for (chord, rival) in self.rivals(action, chords) {
            self.chords[rival].retain(|theirs| *theirs != chord);
        }
        if let Some(own) = self.chords.get_mut(action) {
            own.clear();
            for chord in chords {
                if !own.contains(chord) {
                    own.push(*chord);
                }
            }
        }
        self.name();
    }

    /// Gives every action the keys that it has at first.
    pub fn reset(&mut self) {
        self.chords.clone_from(&self.shipped);
        self.name();
    }

    /// The player's own key map as a file: what differs from the shipped one. It reads back to
    /// this key map.
    pub fn written(&self) -> String {
        let mut text = format!("{HEAD}{{\n");
        for (action, named) in Intent::all().enumerate() {
            if self.is_shipped(action) {
                continue;
            }
            let keys: Vec<String> = self
                .chords(action)
                .iter()
                .map(|chord| quoted(&chord.to_string()))
                .collect();
            // Writing into a text does not fail.
            let _ = writeln!(text, "    {}: [{}],", quoted(named.name), keys.join(", "));
        }
        text.push_str("}\n");
        text
    }

    /// Works out what each chord asks for.
    fn name(&mut self) {
        self.named.clear();
        for (named, chords) in Intent::all().zip(&self.chords) {
            for chord in chords {
                self.named.entry(*chord).or_default().push(named);
            }
        }
    }

    fn merge(sources: &[Source]) -> Result<Self, KeymapError> {
        let mut bound: BTreeMap<Chord, Vec<&'static Named>> = BTreeMap::new();
        let mut chords = Vec::new();
        let mut wrong = Vec::new();
        for (index, named) in Intent::all().enumerate() {
            let source = sources
                .iter()
                .rev()
                .find(|source| source.bindings.contains_key(&index));
            chords.push(source.map_or_else(Vec::new, |source| source.bindings[&index].clone()));
            let Some(source) = source else {
                wrong.push(format!("{FILE}: no keys for `{}`", named.name));
                continue;
            };
            for chord in &source.bindings[&index] {
                let others = bound.entry(*chord).or_default();
                if let Some(other) = others.iter().find(|other| other.meets(named)) {
                    let key = chord.to_string();
                    wrong.push(format!(
                        "{}: key \"{key}\" is bound twice, to `{}` and to `{}`",
                        source.place(named, &key),
                        other.name,
                        named.name,
                    ));
                }
                others.push(named);
            }
        }
        if !wrong.is_empty() {
            return Err(KeymapError(wrong));
        }
        let first = sources.first().map(|source| &source.bindings);
        let shipped = (0..chords.len())
            .map(|index| first.and_then(|first| first.get(&index)).cloned())
            .map(Option::unwrap_or_default)
            .collect();
        Ok(Self {
            named: bound,
            chords,
            shipped: Arc::new(shipped),
        })
    }
}

/// What some keys ask for whatever is bound, where that is needed.
fn fixed(chord: Chord) -> Option<Intent> {
    const FIXED: [(&str, Intent); 6] = [
        ("Up", Intent::Cursor(Dir::North)),
        ("Down", Intent::Cursor(Dir::South)),
        ("Left", Intent::Cursor(Dir::West)),
        ("Right", Intent::Cursor(Dir::East)),
        ("Enter", Intent::Choose),
        ("Esc", Intent::Back),
    ];
    FIXED
        .into_iter()
        .find(|(key, _)| chord.is(key))
        .map(|(_, asked)| asked)
}

/// A text as RON writes it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl<'a> Source<'a> {
    fn read(file: &'a str, text: &'a str) -> Result<Self, KeymapError> {
        let listed: Entries = ron::from_str(text).map_err(|error| {
            let at = error.span.start;
            KeymapError(vec![format!(
                "{file}:{}:{}: {}; a key map looks like {{ \"step-north\": [\"Up\", \"k\"] }}",
                at.line, at.col, error.code
            )])
        })?;
        let mut source = Self {
            file,
            text,
            bindings: BTreeMap::new(),
        };
        let mut wrong = Vec::new();
        for (action, keys) in listed.0 {
            let found = Intent::all()
                .enumerate()
                .find(|(_, named)| named.name == action);
            let Some((index, named)) = found else {
                wrong.push(source.unknown_action(&action));
                continue;
            };
            let mut chords = Vec::new();
            for key in keys {
                match Chord::read(&key) {
                    Some(chord) => chords.push(chord),
                    None => wrong.push(source.unknown_key(named, &key)),
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

    fn unknown_action(&self, action: &str) -> String {
        let line = self.line_of(0, action);
        let hint = nearest(action, Intent::all().map(|named| named.name));
        let hint = hint.map_or_else(
            || {
                let names: Vec<&str> = Intent::all().map(|named| named.name).collect();
                format!("there are {}", names.join(", "))
            },
            |name| format!("did you mean `{name}`?"),
        );
        format!(
            "{}:{line}: there is no action `{action}`; {hint}",
            self.file
        )
    }

    fn unknown_key(&self, named: &Named, key: &str) -> String {
        let hint = nearest(key, Chord::names()).map_or_else(
            || "write one character, or a name like Up, Esc, F1, Numpad8".to_owned(),
            |name| format!("did you mean \"{name}\"?"),
        );
        format!(
            "{}: there is no key \"{key}\"; {hint}",
            self.place(named, key)
        )
    }

    /// File and line where the entry of `named` lists `key`.
    fn place(&self, named: &Named, key: &str) -> String {
        let action = format!("\"{}\"", named.name);
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

    fn errors(text: &str) -> String {
        Keymap::with_own("mine.ron", text).unwrap_err().to_string()
    }

    #[test]
    fn the_shipped_map_binds_every_intent() {
        let map = Keymap::shipped().unwrap();
        for named in Intent::all() {
            assert!(map.keys(named.intent).next().is_some(), "{}", named.name);
        }
        let north = Some(Intent::Step(Dir::North));
        for key in ["Up", "k", "Numpad8"] {
            assert_eq!(map.intent(Chord::read(key).unwrap(), Screen::Lab), north);
        }
    }

    #[test]
    fn the_players_own_keys_take_the_place_of_the_default_ones() {
        let map = Keymap::with_own("mine.ron", r#"{ "next-map": ["Insert", "x"] }"#).unwrap();
        assert_eq!(
            map.intent(Chord::read("Insert").unwrap(), Screen::Lab),
            Some(Intent::NextMap)
        );
        assert_eq!(map.intent(Chord::read("r").unwrap(), Screen::Lab), None);
        for screen in Screen::ALL {
            let help = map.intent(Chord::read("?").unwrap(), screen);
            assert_eq!(help, Some(Intent::Help));
        }
        assert_eq!(
            map.keys(Intent::NextMap).collect::<Vec<_>>(),
            ["Insert", "x"]
        );
    }

    #[test]
    fn one_key_may_ask_for_one_thing_on_each_screen() {
        let map = Keymap::shipped().unwrap();
        let up = Chord::read("Up").unwrap();
        assert_eq!(map.intent(up, Screen::Lab), Some(Intent::Step(Dir::North)));
        assert_eq!(
            map.intent(up, Screen::Title),
            Some(Intent::Cursor(Dir::North))
        );
        let error = errors("{ \"choose\": [\"?\"] }");
        assert!(error.contains("to `choose` and to `help`"), "{error}");
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

    fn action(name: &str) -> usize {
        Intent::all().position(|named| named.name == name).unwrap()
    }

    fn chord(key: &str) -> Chord {
        Chord::read(key).unwrap()
    }

    #[test]
    fn a_key_is_taken_from_those_whose_screens_meet_and_from_no_others() {
        let mut map = Keymap::shipped().unwrap();
        let (explore, search) = (action("explore"), action("search"));
        let wanted = [chord("s")];
        // Maze Run's own "s" is on another screen.
        assert_eq!(map.rivals(explore, &wanted), [(chord("s"), search)]);
        map.bind(explore, &wanted);
        assert_eq!(map.chords(explore), wanted);
        assert!(map.chords(search).is_empty());
        assert_eq!(
            map.intent(chord("s"), Screen::Play),
            Some(Intent::all().nth(explore).unwrap().intent)
        );
        assert_eq!(map.intent(chord("x"), Screen::Play), None);
        assert!(map.intent(chord("s"), Screen::Maze).is_some());
        assert!(map.rivals(explore, &wanted).is_empty());
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_map() {
        let mut map = Keymap::shipped().unwrap();
        assert_eq!(Keymap::with_own("mine.ron", &map.written()).unwrap(), map);
        assert!(!map.written().contains('['));
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
        let read = Keymap::with_own("mine.ron", &text).unwrap();
        assert_eq!(read, map, "{text}");
        assert_eq!(
            read.chords(action("next-map")),
            [chord("r"), chord("Insert")]
        );
        assert!(!text.contains("descend"), "{text}");
        map.reset();
        assert_eq!(map, Keymap::shipped().unwrap());
        assert!((0..Intent::all().count()).all(|action| map.is_shipped(action)));
    }

    #[test]
    fn whatever_is_bound_the_options_are_worked_by_arrows_and_esc_leads_back() {
        let mut map = Keymap::shipped().unwrap();
        for action in 0..Intent::all().count() {
            map.bind(action, &[]);
        }
        map.bind(action("help"), &[chord("Up")]);
        for (key, asked) in [
            ("Up", Intent::Cursor(Dir::North)),
            ("Left", Intent::Cursor(Dir::West)),
            ("Enter", Intent::Choose),
            ("Esc", Intent::Back),
        ] {
            assert_eq!(map.intent(chord(key), Screen::Options), Some(asked));
        }
        for screen in Screen::ALL {
            assert_eq!(map.intent(chord("Esc"), screen), Some(Intent::Back));
        }
        assert_eq!(map.intent(chord("Up"), Screen::Lab), Some(Intent::Help));
        assert_eq!(map.intent(chord("Left"), Screen::Lab), None);
        map.bind(action("help"), &[chord("Esc")]);
        assert_eq!(map.intent(chord("Esc"), Screen::Lab), Some(Intent::Help));
    }

    #[test]
    fn every_error_is_told_at_once() {
        let all = errors("{ \"hlep\": [\"x\"], \"back\": [\"Nope!\"] }");
        assert!(all.contains("hlep") && all.contains("Nope!"), "{all}");
        assert!(!all.contains('\n'));
    }
}

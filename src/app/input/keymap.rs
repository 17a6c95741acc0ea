//! The key map: which actions there are, and which chord asks for which.

mod own;
mod pad;

use std::cmp::Reverse;

use bevy::prelude::Resource;

use super::action::{Action, AnyAction, Group, Row};
use super::chord::Chord;
use super::layers::{Layer, Layers};
use super::shared::MenuAction;
use crate::app::screen::Screen;

/// Name of the player's own key map in the configuration folder.
pub const FILE: &str = "keymap.ron";

/// An action that keys can be bound to. Several screens may have one of the same name.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in a key map.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    /// The screens on which it can be asked for, in the order of [`Screen::ALL`].
    pub screens: Vec<Screen>,
    targets: Vec<Target>,
    chords: Vec<Chord>,
    first: Vec<Chord>,
}

/// An action of one screen, or of several, with its row.
#[derive(Clone, Copy, Debug)]
struct Target {
    action: &'static dyn AnyAction,
    row: &'static Row,
    /// Its table, and its row there. What screens share is in the first tables.
    number: (Reverse<usize>, usize),
}

impl Entry {
    /// Whether it can be asked for on `screen`.
    pub fn is_on(&self, screen: Screen) -> bool {
        self.screens.contains(&screen)
    }

    /// What it is about.
    pub fn group(&self) -> Group {
        let first = self.targets.first();
        first.map_or(Group::Act, |target| target.row.group)
    }

    /// Its chords, as people read them.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.chords.iter().map(Chord::to_string)
    }

    /// Whether it can be asked for on every screen.
    pub fn is_everywhere(&self) -> bool {
        self.screens.len() == Screen::ALL.len()
    }

    /// Where it is listed: by its screens in their order, what many screens share before what they
    /// have alone, and what is for all of them last.
    fn place(&self) -> (bool, Option<usize>, Reverse<usize>) {
        let first = Screen::ALL.iter().position(|screen| self.is_on(*screen));
        (self.is_everywhere(), first, Reverse(self.screens.len()))
    }

    /// Whether there is a screen on which both can be asked for.
    fn meets(&self, other: &Self) -> bool {
        self.screens.iter().any(|screen| other.is_on(*screen))
    }

    /// Where it is in the list of keys of a screen; `None` if it cannot be asked for there.
    fn number_on(&self, screen: Screen) -> Option<(Reverse<usize>, usize)> {
        let target = self.target(|row| row.screens.contains(&screen))?;
        Some(target.number)
    }

    fn target(&self, matches: impl Fn(&Row) -> bool) -> Option<Target> {
        let mut targets = self.targets.iter().copied();
        targets.find(|target| matches(target.row))
    }
}

/// Which chord asks for which action. Entries are numbered in the order in which they are listed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Keymap {
    entries: Vec<Entry>,
    /// Actions that a pad alone asks for.
    unnamed: Vec<Target>,
    /// Number of tables.
    tables: usize,
}

impl PartialEq for Keymap {
    fn eq(&self, other: &Self) -> bool {
        let own = self.entries.iter().map(|entry| (entry.name, &entry.chords));
        own.eq(other
            .entries
            .iter()
            .map(|entry| (entry.name, &entry.chords)))
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

impl Keymap {
    /// Adds the actions of a table with their default keys. A name that another table has given
    /// keys keeps them.
    pub fn register<A: Action>(&mut self) {
        for (index, (action, row)) in A::TABLE.iter().enumerate() {
            let number = (Reverse(self.tables), index);
            let target = Target {
                action,
                row,
                number,
            };
            if row.name.is_empty() {
                self.unnamed.push(target);
            } else if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name == row.name)
            {
                entry.targets.push(target);
                let both = |screen: &Screen| entry.is_on(*screen) || row.screens.contains(screen);
                entry.screens = Screen::ALL.into_iter().filter(both).collect();
            } else {
                let keys: Vec<Chord> = row.keys.split(' ').filter_map(Chord::read).collect();
                let on_row = |screen: &Screen| row.screens.contains(screen);
                self.entries.push(Entry {
                    name: row.name,
                    meaning: row.meaning,
                    screens: Screen::ALL.into_iter().filter(on_row).collect(),
                    targets: vec![target],
                    chords: keys.clone(),
                    first: keys,
                });
            }
        }
        self.tables += 1;
        self.entries.sort_by_key(Entry::place);
    }

    /// What can be asked for on `screen`, as its list of keys has it: what it has of its own, in the
    /// order of its table, before what it shares with others.
    pub fn entries_on(&self, screen: Screen) -> Vec<&Entry> {
        let on_screen = |entry: &&Entry| entry.is_on(screen);
        let mut entries: Vec<&Entry> = self.entries.iter().filter(on_screen).collect();
        entries.sort_by_key(|entry| entry.number_on(screen));
        entries
    }

    /// The actions that keys can be bound to, in the order in which they are listed.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a key asks for on `screen`, with these layers open. Whatever is bound, arrows, Enter
    /// and Esc work the Options, and an Esc that is bound to nothing leads back: nobody is locked
    /// out.
    pub(super) fn action(
        &self,
        (chord, repeat): (Chord, bool),
        screen: Screen,
        layers: Layers,
    ) -> Option<Box<dyn AnyAction>> {
        if layers.keys() == Some(Layer::Menu) {
            let reads_help = layers.is_open(Layer::Help);
            let target = self.bound(chord, |row| row.in_menus && (row.anywhere || !reads_help));
            let typed = chord.typed().or(chord.is("Backspace").then_some('\u{8}'));
            // A letter or a digit is typed, whatever it is bound to.
            let asks = |typed: &char| target.is_some() && !typed.is_alphanumeric() || reads_help;
            if let Some(typed) = typed.filter(|typed| !asks(typed)) {
                // The key that opened a menu may still be held: it chooses nothing there.
                let meant = !repeat || typed == '\u{8}';
                return meant.then(|| MenuAction::Typed(typed).boxed());
            }
            let target = target?;
            return (!repeat || target.row.repeats).then(|| target.action.boxed());
        }
        let on_screen = |row: &Row| row.screens.contains(&screen);
        let bound = || self.bound(chord, on_screen);
        let fixed = || {
            let (_, name) = FIXED.into_iter().find(|(key, _)| chord.is(key))?;
            let named = self.entries.iter().find(|entry| entry.name == name)?;
            let holds = screen == Screen::Options || name == "back";
            named.target(on_screen).filter(|_| holds)
        };
        let target = if screen == Screen::Options {
            fixed().or_else(bound)
        } else {
            bound().or_else(fixed)
        };
        let target = target.filter(|target| !repeat || target.row.repeats)?;
        Some(target.action.boxed())
    }

    fn bound(&self, chord: Chord, matches: impl Fn(&Row) -> bool) -> Option<Target> {
        let entries = self.entries.iter();
        let mut entries = entries.filter(|entry| entry.chords.contains(&chord));
        entries.find_map(|entry| entry.target(&matches))
    }

    /// The chords that ask for `action`, as people read them.
    pub fn keys(&self, action: &dyn AnyAction) -> impl Iterator<Item = String> {
        let is_it = |entry: &&Entry| entry.targets.iter().any(|target| target.action == action);
        let entry = self.entries.iter().find(is_it);
        entry.into_iter().flat_map(Entry::keys)
    }

    /// The first of them, or nothing.
    pub fn key(&self, action: &dyn AnyAction) -> String {
        self.keys(action).next().unwrap_or_default()
    }

    /// The chords of an action, in their order.
    pub fn chords(&self, action: usize) -> &[Chord] {
        self.entries.get(action).map_or(&[], |entry| &entry.chords)
    }

    /// The default chords of an action.
    pub fn first_chords(&self, action: usize) -> &[Chord] {
        self.entries.get(action).map_or(&[], |entry| &entry.first)
    }

    /// Whether an action has its default keys.
    pub fn is_shipped(&self, action: usize) -> bool {
        self.chords(action) == self.first_chords(action)
    }

    /// What an action would take from others if it had these chords: a chord may ask for one
    /// thing on each screen.
    pub fn rivals(&self, action: usize, chords: &[Chord]) -> Vec<Rival> {
        let Some(entry) = self.entries.get(action) else {
            return Vec::new();
        };
        let others = |chord: Chord| {
            self.entries
                .iter()
                .enumerate()
                .filter(move |(index, other)| {
                    *index != action && other.meets(entry) && other.chords.contains(&chord)
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
            self.entries[rival].chords.retain(|theirs| *theirs != chord);
        }
        if let Some(entry) = self.entries.get_mut(action) {
            entry.chords.clear();
            for chord in chords {
                if !entry.chords.contains(chord) {
                    entry.chords.push(*chord);
                }
            }
        }
    }

    /// Gives every action its default keys.
    pub fn reset(&mut self) {
        for entry in &mut self.entries {
            entry.chords.clone_from(&entry.first);
        }
    }
}

/// What some keys ask for whatever is bound, where that is needed.
const FIXED: [(&str, &str); 6] = [
    ("Up", "cursor-up"),
    ("Down", "cursor-down"),
    ("Left", "cursor-left"),
    ("Right", "cursor-right"),
    ("Enter", "choose"),
    ("Esc", "back"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::{CommonAction, Step};
    use crate::app::keymap;
    use crate::app::screens::descend::PlayAction;
    use crate::app::screens::maze::MazeAction;
    use crate::geom::Dir;

    pub fn errors(text: &str) -> String {
        keymap().with_own("mine.ron", text).unwrap_err().to_string()
    }

    /// What a key asks for while nothing is open.
    pub fn asked(map: &Keymap, key: &str, screen: Screen) -> Option<Box<dyn AnyAction>> {
        map.action((chord(key), false), screen, Layers::default())
    }

    #[track_caller]
    pub fn assert_asks(map: &Keymap, key: &str, screen: Screen, action: impl Action) {
        let asked = asked(map, key, screen);
        assert_eq!(asked.as_deref(), Some(&action as &dyn AnyAction), "{key}");
    }

    #[test]
    fn every_action_has_default_keys_and_no_key_means_two_things() {
        let map = keymap();
        assert!(map.entries().len() > 130, "{}", map.entries().len());
        for entry in map.entries() {
            assert!(!entry.chords.is_empty(), "{}", entry.name);
            for Target { row, .. } in &entry.targets {
                let keys = row.keys.split(' ').map(Chord::read);
                let keys: Option<Vec<Chord>> = keys.collect();
                assert_eq!(keys.as_ref(), Some(&entry.first), "{}", entry.name);
                assert_eq!(row.meaning, entry.meaning, "{}", entry.name);
            }
        }
        // Which also says that no key is bound twice.
        assert_eq!(map.with_own("mine.ron", "{}").unwrap(), map);
        for key in ["Up", "k", "Numpad8"] {
            assert_asks(&map, key, Screen::Lab, Step(Dir::North));
        }
    }

    #[test]
    fn one_key_may_ask_for_one_thing_on_each_screen() {
        let map = keymap();
        assert_asks(&map, "Up", Screen::Lab, Step(Dir::North));
        assert_asks(&map, "Up", Screen::Play, PlayAction::Step(Dir::North));
        assert_asks(&map, "Up", Screen::Title, MenuAction::Cursor(Dir::North));
        let error = errors("{ \"choose\": [\"?\"] }");
        assert!(error.contains("to `choose` and to `help`"), "{error}");
    }

    #[test]
    fn a_menu_is_worked_by_the_cursor_and_all_else_is_typed() {
        let map = keymap();
        let menu = Layers::default().with(Layer::Menu, true);
        for (key, action) in [
            ("Up", &MenuAction::Cursor(Dir::North) as &dyn AnyAction),
            ("Enter", &MenuAction::Choose),
            ("Esc", &CommonAction::Back),
            ("F11", &CommonAction::Fullscreen),
            ("?", &CommonAction::Help),
            ("F1", &CommonAction::Help),
        ] {
            let asked = map.action((chord(key), false), Screen::Play, menu);
            assert_eq!(asked.as_deref(), Some(action), "{key}");
        }
        for (key, typed) in [
            ("x", "Typed('x')"),
            ("Shift+x", "Typed('X')"),
            ("!", "Typed('!')"),
        ] {
            let asked = map.action((chord(key), false), Screen::Play, menu).unwrap();
            assert_eq!(format!("{asked:?}"), typed);
        }
        let nothing = |key: &str, layers: Layers| {
            let asked = map.action((chord(key), false), Screen::Play, layers);
            assert_eq!(asked, None, "{key}");
        };
        for key in ["F2", "PageUp", "Tab"] {
            nothing(key, menu);
        }
        // Help over the menu is closed by its own keys, and all others do nothing.
        let help = menu.with(Layer::Help, true);
        for key in ["a", "Up", "Enter", "Backspace"] {
            nothing(key, help);
        }
        for key in ["?", "Esc"] {
            assert!(
                map.action((chord(key), false), Screen::Play, help)
                    .is_some()
            );
        }
    }

    pub fn action(name: &str) -> usize {
        keymap()
            .entries()
            .iter()
            .position(|entry| entry.name == name)
            .unwrap()
    }

    pub fn chord(key: &str) -> Chord {
        Chord::read(key).unwrap()
    }

    #[test]
    fn a_key_is_taken_from_those_whose_screens_meet_and_from_no_others() {
        let mut map = keymap();
        let (explore, search) = (action("explore"), action("search"));
        let wanted = [chord("s")];
        // Maze Run's own "s" is on another screen.
        assert_eq!(map.rivals(explore, &wanted), [(chord("s"), search)]);
        map.bind(explore, &wanted);
        assert_eq!(map.chords(explore), wanted);
        assert!(map.chords(search).is_empty());
        assert_asks(&map, "s", Screen::Play, PlayAction::Explore);
        assert_eq!(asked(&map, "x", Screen::Play), None);
        assert_asks(&map, "s", Screen::Maze, MazeAction::Solution);
        assert!(map.rivals(explore, &wanted).is_empty());
    }

    #[test]
    fn whatever_is_bound_the_options_are_worked_by_arrows_and_esc_leads_back() {
        let mut map = keymap();
        for action in 0..map.entries().len() {
            map.bind(action, &[]);
        }
        map.bind(action("help"), &[chord("Up")]);
        use crate::app::screens::options::OptionsAction;
        assert_asks(
            &map,
            "Up",
            Screen::Options,
            OptionsAction::Cursor(Dir::North),
        );
        assert_asks(
            &map,
            "Left",
            Screen::Options,
            OptionsAction::Cursor(Dir::West),
        );
        assert_asks(&map, "Enter", Screen::Options, OptionsAction::Choose);
        for screen in Screen::ALL {
            assert_asks(&map, "Esc", screen, CommonAction::Back);
        }
        assert_asks(&map, "Up", Screen::Lab, CommonAction::Help);
        assert_eq!(asked(&map, "Left", Screen::Lab), None);
        map.bind(action("help"), &[chord("Esc")]);
        assert_asks(&map, "Esc", Screen::Lab, CommonAction::Help);
    }
}

//! The key map: all actions, and the chords that are bound to each.

mod file;
mod pad;

use std::cmp::Reverse;

use bevy::prelude::Resource;

use super::action::{Action, AnyAction, Group, Row};
use super::chord::Chord;
use super::layers::{Layer, Layers};
use super::shared::{ANSWERS, CommonAction, MenuAction, ScrollHelp};
use crate::app::screen::Screen;
use crate::app::settings::Controls;

/// The actions of one name, which share their keys: an action may exist on several screens.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The action's id in key map files.
    pub name: &'static str,
    /// What the action does, in a few words.
    pub meaning: &'static str,
    /// The screens where it is available, in the order of [`Screen::ALL`].
    pub screens: Vec<Screen>,
    targets: Vec<Target>,
    chords: Vec<Chord>,
    defaults: Vec<Chord>,
    /// The default chords with all controls, in the order of [`Controls::ALL`].
    all_defaults: [Vec<Chord>; Controls::ALL.len()],
}

/// An action and its row in the table.
#[derive(Clone, Copy, Debug)]
struct Target {
    action: &'static dyn AnyAction,
    row: &'static Row,
    /// The indices of its table and row. Later tables come first, because the first ones hold what screens
    /// share.
    position: (Reverse<usize>, usize),
}

impl Target {
    /// Whether it is a step of the player or of a cursor.
    fn is_step(self) -> bool {
        self.row.group == Group::Move && self.row.repeats
    }
}

impl Entry {
    /// Whether it is available on `screen`.
    pub fn is_on(&self, screen: Screen) -> bool {
        self.screens.contains(&screen)
    }

    /// Whether it has an effect in menus, where letters choose lines.
    pub fn is_in_menus(&self) -> bool {
        self.targets.iter().any(|target| target.row.in_menus)
    }

    /// Whether a newcomer needs it.
    pub fn is_first(&self) -> bool {
        self.targets.iter().any(|target| target.row.is_first)
    }

    /// Its group in the key list.
    pub fn group(&self) -> Group {
        let first = self.targets.first();
        first.map_or(Group::Act, |target| target.row.group)
    }

    /// The names of its chords.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.chords.iter().map(Chord::to_string)
    }

    /// The names of its chords for a list: those of the keypad only if it has no others.
    pub fn listed_keys(&self) -> impl Iterator<Item = String> {
        let has_others = self.chords.iter().any(|chord| !chord.is_of_keypad());
        let listed = self.chords.iter();
        let listed = listed.filter(move |chord| !(has_others && chord.is_of_keypad()));
        listed.map(Chord::to_string)
    }

    /// Whether it has no place in the key list of `screen` while these layers are open: it is never for what is watched there.
    pub fn is_off(&self, screen: Screen, layers: Layers) -> bool {
        let target = self.target(|row| row.screens.contains(&screen));
        layers.is_open(Layer::Playback) && target.is_some_and(|target| !target.row.holds(layers))
    }

    /// Whether it is available on every screen.
    pub fn is_everywhere(&self) -> bool {
        self.screens.len() == Screen::ALL.len()
    }

    /// Sorts by first screen, with entries of more screens before those of fewer, and entries of all
    /// screens last.
    fn sort_key(&self) -> (bool, Option<usize>, Reverse<usize>) {
        let first = Screen::ALL.iter().position(|screen| self.is_on(*screen));
        (self.is_everywhere(), first, Reverse(self.screens.len()))
    }

    /// Whether both are available at the same time, so that a key can mean only one of them.
    fn overlaps(&self, other: &Self) -> bool {
        let times = |entry: &Self| entry.targets.first().and_then(|one| one.row.when);
        let apart = times(self).zip(times(other));
        apart.is_none_or(|(one, other)| one.0 != other.0 || one.1 == other.1)
            && self.screens.iter().any(|screen| other.is_on(*screen))
    }

    /// Its position in the key list of a screen; `None` if it is not available there.
    fn position_on(&self, screen: Screen) -> Option<(Reverse<usize>, usize)> {
        let target = self.target(|row| row.screens.contains(&screen))?;
        Some(target.position)
    }

    /// Whether the chord is Esc and the action Back: it cannot be removed, so that players can always leave.
    pub fn is_fixed(&self, chord: Chord) -> bool {
        self.name == "back" && chord.is("Esc")
    }

    /// Adds the fixed chord if it is missing.
    fn restore_fixed(&mut self) {
        let mut defaults = self.defaults.iter().copied();
        let fixed = defaults.find(|chord| self.is_fixed(*chord));
        let missing = fixed.filter(|chord| !self.chords.contains(chord));
        if let Some(chord) = missing {
            self.chords.insert(0, chord);
        }
    }

    fn target(&self, matches: impl Fn(&Row) -> bool) -> Option<Target> {
        let mut targets = self.targets.iter().copied();
        targets.find(|target| matches(target.row))
    }
}

/// The chords of every action. Methods identify an action by the index of its entry in
/// [`entries`](Self::entries).
#[derive(Resource, Clone, Debug, Default)]
pub struct Keymap {
    entries: Vec<Entry>,
    /// Actions without a name, which only gamepad buttons send.
    pad_only: Vec<Target>,
    /// Number of registered tables.
    tables: usize,
    controls: Controls,
}

impl PartialEq for Keymap {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.entries.iter().zip(&other.entries);
        self.entries.len() == other.entries.len()
            && pairs.all(|(one, other)| (one.name, &one.chords) == (other.name, &other.chords))
    }
}

impl Eq for Keymap {}

/// A chord that is already bound, and the index of the entry it is bound to.
pub type KeyConflict = (Chord, usize);

impl Keymap {
    /// Adds the actions of a table with their default keys. An action whose name is already registered
    /// shares the keys of that name.
    pub fn register<A: Action>(&mut self) {
        for (index, (action, row)) in A::TABLE.iter().enumerate() {
            let position = (Reverse(self.tables), index);
            let target = Target {
                action,
                row,
                position,
            };
            if row.name.is_empty() {
                self.pad_only.push(target);
                continue;
            }
            let known = self.entries.iter().position(|entry| entry.name == row.name);
            let index = known.unwrap_or_else(|| {
                let all = [row.keys, row.net_keys];
                let all = all.map(|keys| keys.split(' ').filter_map(Chord::read).collect());
                let keys: &Vec<Chord> = &all[self.controls as usize];
                self.entries.push(Entry {
                    name: row.name,
                    meaning: row.meaning,
                    screens: Vec::new(),
                    targets: Vec::new(),
                    chords: keys.clone(),
                    defaults: keys.clone(),
                    all_defaults: all,
                });
                self.entries.len() - 1
            });
            let entry = &mut self.entries[index];
            entry.targets.push(target);
            let is_on = |screen: &Screen| entry.is_on(*screen) || row.screens.contains(screen);
            entry.screens = Screen::ALL.into_iter().filter(is_on).collect();
        }
        self.tables += 1;
        self.entries.sort_by_key(Entry::sort_key);
    }

    /// The controls whose chords are the default ones.
    pub const fn controls(&self) -> Controls {
        self.controls
    }

    /// Gives each action the default chords of these controls, if it has those of the controls before. They give way
    /// to the player's own.
    pub fn set_controls(&mut self, controls: Controls) {
        if std::mem::replace(&mut self.controls, controls) == controls {
            return;
        }
        let mut own = Vec::new();
        for (index, entry) in self.entries.iter_mut().enumerate() {
            let is_own = entry.chords != entry.defaults;
            entry
                .defaults
                .clone_from(&entry.all_defaults[controls as usize]);
            match is_own {
                true => own.push(index),
                false => entry.chords.clone_from(&entry.defaults),
            }
        }
        self.yield_defaults(&own);
    }

    /// Removes the default chords that one of these entries has, whose chords are the player's: an action may be newer
    /// than the player's keys, and never takes one of them. A chord that is fixed stays.
    fn yield_defaults(&mut self, own: &[usize]) {
        for index in (0..self.entries.len()).filter(|index| !own.contains(index)) {
            let entry = &self.entries[index];
            let is_free = |chord: &Chord| {
                let mut own = own.iter().map(|index| &self.entries[*index]);
                entry.is_fixed(*chord)
                    || !own.any(|other| other.chords.contains(chord) && other.overlaps(entry))
            };
            self.entries[index].chords = entry.chords.iter().copied().filter(is_free).collect();
        }
    }

    /// The entries available on `screen` in the order of its key list: the screen's own actions in table
    /// order, then shared ones.
    pub fn entries_on(&self, screen: Screen) -> Vec<&Entry> {
        let on_screen = |entry: &&Entry| entry.is_on(screen);
        let mut entries: Vec<&Entry> = self.entries.iter().filter(on_screen).collect();
        entries.sort_by_key(|entry| entry.position_on(screen));
        entries
    }

    /// All entries, in the order of the key settings.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The action of a key on `screen`, with these layers open. Whatever the bindings, arrows and Enter
    /// work in the Options, so that players cannot lock themselves out.
    pub(super) fn action(
        &self,
        (chord, repeat): (Chord, bool),
        screen: Screen,
        layers: Layers,
    ) -> Option<Box<dyn AnyAction>> {
        let screen = layers.key_screen(screen);
        let on_screen = |row: &Row| row.screens.contains(&screen) && row.holds(layers);
        let bound = || self.find_bound(chord, on_screen);
        let fixed = || {
            let (_, name) = FIXED_KEYS.into_iter().find(|(key, _)| chord.is(key))?;
            let named = self.entries.iter().find(|entry| entry.name == name)?;
            named.target(on_screen)
        };
        let target = if layers.keys() == Some(Layer::Help) {
            let target = self.find_bound(chord, |row| row.anywhere);
            if target.is_none() {
                let (_, action) = HELP_KEYS.into_iter().find(|(key, _)| chord.is(key))?;
                return (!repeat || !action.is_common()).then(|| action.boxed());
            }
            target
        } else if layers.keys() == Some(Layer::Menu) {
            let target = self.find_bound(chord, |row| row.in_menus);
            let others = [("Backspace", '\u{8}'), ("Tab", '\t')];
            let other = others.into_iter().find(|(key, _)| chord.is(key));
            let typed = chord.typed().or(other.map(|(_, typed)| typed));
            // Letters and digits are typed even if they are bound.
            let is_bound = |typed: &char| target.is_some() && !typed.is_alphanumeric();
            if let Some(typed) = typed.filter(|typed| !is_bound(typed)) {
                // The key that opened a menu may still be held, and must not choose a line there.
                let is_meant = !repeat || typed == '\u{8}';
                return is_meant.then(|| MenuAction::Typed(typed).boxed());
            }
            target
        } else if layers.keys() == Some(Layer::Question) {
            let typed = chord.typed();
            let is_letter = |letter: char| typed.is_some_and(|it| it.eq_ignore_ascii_case(&letter));
            let answer = ANSWERS.into_iter().find(|(letter, _)| is_letter(*letter));
            // A key that may still be held answers nothing.
            if let Some((_, is_yes)) = answer {
                let letter = self.answer_letter(is_yes, Some(screen));
                let action = match letter.is_uppercase() && typed != Some(letter) {
                    true => MenuAction::MarkYes,
                    false => MenuAction::Answer(is_yes),
                };
                return (!repeat).then(|| action.boxed());
            }
            let (enter, choose) = (chord.is("Enter"), MenuAction::Choose);
            let fixed = || self.find_action(&choose).filter(|_| enter);
            let target = self.find_bound(chord, |row| row.in_menus).or_else(fixed);
            // What asks for something else takes the question back.
            if target.is_none() && bound().is_some() {
                return (!repeat).then(|| MenuAction::Answer(false).boxed());
            }
            target
        } else if screen == Screen::Options {
            fixed().or_else(bound)
        } else {
            bound()
        };
        let target = target.filter(|target| !repeat || target.row.repeats)?;
        Some(target.action.boxed())
    }

    /// The letter that answers a question on `screen`.
    pub fn answer_letter(&self, is_yes: bool, screen: Option<Screen>) -> char {
        let [(yes, _), (no, _)] = ANSWERS;
        let on_screen = |row: &Row| screen.is_some_and(|screen| row.screens.contains(&screen));
        let step = || self.find_bound(Chord::read(&yes.to_string())?, on_screen);
        match is_yes {
            true if step().is_some_and(Target::is_step) => yes.to_ascii_uppercase(),
            true => yes,
            false => no,
        }
    }

    /// What the first key of an entry would do now, if it is for the entry: a menu may take it for itself.
    pub fn action_of(
        &self,
        entry: &Entry,
        screen: Screen,
        layers: Layers,
    ) -> Option<Box<dyn AnyAction>> {
        let action = self.action((*entry.chords.first()?, false), screen, layers)?;
        let mut targets = entry.targets.iter();
        targets
            .any(|target| *target.action == *action)
            .then_some(action)
    }

    fn find_action(&self, action: &dyn AnyAction) -> Option<Target> {
        let mut targets = self.entries.iter().flat_map(|entry| &entry.targets);
        targets.find(|target| target.action == action).copied()
    }

    /// The target of a chord, among the rows that match.
    fn find_bound(&self, chord: Chord, matches: impl Fn(&Row) -> bool) -> Option<Target> {
        let entries = self.entries.iter();
        let mut entries = entries.filter(|entry| entry.chords.contains(&chord));
        entries.find_map(|entry| entry.target(&matches))
    }

    /// Whether any action has this chord.
    pub(super) fn is_bound(&self, chord: Chord) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| entry.chords.contains(&chord))
    }

    /// The entry of `action` on `screen`, or else its first one.
    fn entry_of(&self, action: &dyn AnyAction, screen: Option<Screen>) -> Option<&Entry> {
        let find = |is_here: &dyn Fn(&Row) -> bool| {
            let is_it = |target: &Target| target.action == action && is_here(target.row);
            let mut entries = self.entries.iter();
            entries.find(|entry| entry.targets.iter().any(is_it))
        };
        let here = screen.and_then(|screen| find(&|row| row.screens.contains(&screen)));
        here.or_else(|| find(&|_| true))
    }

    /// The names of the chords bound to `action` on `screen`.
    pub fn keys(
        &self,
        action: &dyn AnyAction,
        screen: Option<Screen>,
    ) -> impl Iterator<Item = String> {
        let entry = self.entry_of(action, screen);
        entry.into_iter().flat_map(Entry::keys)
    }

    /// What `action` does, in a few words; `None` if it has no name.
    pub fn meaning(&self, action: &dyn AnyAction, screen: Option<Screen>) -> Option<&'static str> {
        Some(self.entry_of(action, screen)?.meaning)
    }

    /// The name of the first chord bound to `action` on `screen`; empty if there is none.
    pub fn key(&self, action: &dyn AnyAction, screen: Option<Screen>) -> String {
        self.keys(action, screen).next().unwrap_or_default()
    }

    /// The chords bound to the entry with this index.
    pub fn chords(&self, index: usize) -> &[Chord] {
        self.entries.get(index).map_or(&[], |entry| &entry.chords)
    }

    /// The default chords of an entry.
    pub fn default_chords(&self, index: usize) -> &[Chord] {
        self.entries.get(index).map_or(&[], |entry| &entry.defaults)
    }

    /// Whether an entry has its default chords.
    pub fn has_default_chords(&self, index: usize) -> bool {
        self.chords(index) == self.default_chords(index)
    }

    /// The bindings that an entry would take from others if it got these chords: on each screen a chord
    /// has one action.
    pub fn conflicts(&self, index: usize, chords: &[Chord]) -> Vec<KeyConflict> {
        let mut conflicts = Vec::new();
        let Some(entry) = self.entries.get(index) else {
            return conflicts;
        };
        for chord in chords {
            for (other_index, other) in self.entries.iter().enumerate() {
                if other_index != index && other.overlaps(entry) && other.chords.contains(chord) {
                    conflicts.push((*chord, other_index));
                }
            }
        }
        conflicts
    }

    /// Binds exactly these chords to an entry, besides a fixed one, and takes them from the entries they
    /// conflict with.
    pub fn bind(&mut self, index: usize, chords: &[Chord]) {
        for (chord, other) in self.conflicts(index, chords) {
            self.entries[other].chords.retain(|bound| *bound != chord);
        }
        if let Some(entry) = self.entries.get_mut(index) {
            entry.chords.clear();
            for chord in chords {
                if !entry.chords.contains(chord) {
                    entry.chords.push(*chord);
                }
            }
            entry.restore_fixed();
        }
    }

    /// Restores the default chords of every entry.
    pub fn reset(&mut self) {
        for entry in &mut self.entries {
            entry.chords.clone_from(&entry.defaults);
        }
    }
}

/// Keys that work in the Options whatever the bindings, and the names of their actions.
const FIXED_KEYS: [(&str, &str); 5] = [
    ("Up", "cursor-up"),
    ("Down", "cursor-down"),
    ("Left", "cursor-left"),
    ("Right", "cursor-right"),
    ("Enter", "choose"),
];

/// What keys do while the key list is open, besides those bound to closing it. All others do nothing.
const HELP_KEYS: [(&str, &dyn AnyAction); 7] = [
    ("Esc", &CommonAction::Back),
    ("Enter", &CommonAction::Back),
    ("NumpadEnter", &CommonAction::Back),
    ("Up", &ScrollHelp::LINE_UP),
    ("Down", &ScrollHelp::LINE_DOWN),
    ("PageUp", &ScrollHelp::PAGE_UP),
    ("PageDown", &ScrollHelp::PAGE_DOWN),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Step;
    use crate::app::keymap;
    use crate::app::screens::conduit::ConduitAction;
    use crate::app::screens::descend::DescendAction;
    use crate::app::screens::maze::MazeAction;
    use crate::app::settings::Value;
    use crate::conduit::{Command, Move};
    use crate::geom::Dir;

    pub fn value(text: &str) -> Value<'_> {
        Value::whole("mine.ron", text, "").unwrap()
    }

    pub fn errors(text: &str) -> String {
        let mut mistakes = Vec::new();
        let map = keymap().with_overrides(value(text), &mut mistakes);
        assert!(map.is_ok() && !mistakes.is_empty());
        mistakes.join("; ")
    }

    /// The action of a key while no layer is open.
    pub fn action_of(map: &Keymap, key: &str, screen: Screen) -> Option<Box<dyn AnyAction>> {
        map.action((chord(key), false), screen, Layers::default())
    }

    #[track_caller]
    pub fn assert_action(map: &Keymap, key: &str, screen: Screen, action: impl Action) {
        let found = action_of(map, key, screen);
        assert_eq!(found.as_deref(), Some(&action as &dyn AnyAction), "{key}");
    }

    #[test]
    fn the_controls_of_net_are_its_keys_and_give_way_to_the_players() {
        let own = r#"{ "conduit-pin": ["d"], "conduit-turn-half": ["g"] }"#;
        let mut mistakes = Vec::new();
        let mut map = keymap().with_overrides(value(own), &mut mistakes).unwrap();
        let before = map.clone();
        map.set_controls(Controls::Net);
        let here = ConduitAction::here;
        for (key, action) in [
            ("a", here(Command::CounterClockwise)),
            ("s", here(Command::Lock)),
            ("l", here(Command::Lock)),
            ("x", ConduitAction::board(Move::Solve)),
            ("d", ConduitAction::board(Move::Pin)),
            ("g", here(Command::Half)),
            ("Enter", here(Command::Clockwise)),
        ] {
            assert_action(&map, key, Screen::Conduit, action);
        }
        assert_action(&map, "s", Screen::Maze, MazeAction::Solution);
        map.set_controls(Controls::Undercroft);
        assert_eq!(map, before);
        assert_eq!(
            map.to_ron(),
            before.to_ron(),
            "the file has the player's keys alone"
        );
        let mut plain = keymap();
        plain.set_controls(Controls::Net);
        assert_action(&plain, "d", Screen::Conduit, here(Command::Clockwise));
        assert_action(&plain, "f", Screen::Conduit, here(Command::Half));
        let mut mistakes = Vec::new();
        let same = plain.with_overrides(value("{}"), &mut mistakes);
        assert_eq!(
            (same.unwrap(), mistakes),
            (plain, Vec::new()),
            "no key means two things"
        );
    }

    #[test]
    fn the_puzzles_have_the_same_keys() {
        let map = keymap();
        for (key, maze, board) in [
            ("u", MazeAction::Undo, ConduitAction::board(Move::Undo)),
            ("Ctrl+r", MazeAction::Redo, ConduitAction::board(Move::Redo)),
            ("n", MazeAction::Skip, ConduitAction::New),
            (
                "r",
                MazeAction::Restart,
                ConduitAction::board(Move::Restart),
            ),
            (
                "Shift+y",
                MazeAction::CopyProgress,
                ConduitAction::CopyProgress,
            ),
            ("Shift+s", MazeAction::Share, ConduitAction::Share),
            ("s", MazeAction::Solution, ConduitAction::board(Move::Solve)),
            ("3", MazeAction::Size(2), ConduitAction::Size(2)),
            ("Tab", MazeAction::EnterPanel, ConduitAction::EnterPanel),
        ] {
            assert_action(&map, key, Screen::Maze, maze);
            assert_action(&map, key, Screen::Conduit, board);
        }
        for screen in [Screen::Maze, Screen::Conduit] {
            assert_action(&map, "0", screen, CommonAction::ZoomFit);
            assert_action(&map, "y", screen, CommonAction::Copy);
            assert_action(&map, "t", screen, CommonAction::Lessons);
        }
    }

    #[test]
    fn an_action_is_named_by_its_key_on_the_screen() {
        let map = keymap();
        let key = |screen| map.key(&CommonAction::Copy, Some(screen));
        assert_eq!([Screen::Lab, Screen::Maze].map(key), ["c", "y"]);
        let help = map.key(&CommonAction::ZoomFit, Some(Screen::Title));
        assert_eq!(help, "0");
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
                assert_eq!(keys.as_ref(), Some(&entry.defaults), "{}", entry.name);
                assert_eq!(row.meaning, entry.meaning, "{}", entry.name);
            }
        }
        // This also checks that no key is bound twice.
        let mut mistakes = Vec::new();
        let same = map.with_overrides(value("{}"), &mut mistakes);
        assert_eq!((same.unwrap(), mistakes), (map.clone(), Vec::new()));
        for key in ["Up", "k", "Numpad8"] {
            assert_action(&map, key, Screen::Lab, Step(Dir::North));
        }
    }

    #[test]
    fn one_key_may_ask_for_one_thing_on_each_screen() {
        let map = keymap();
        assert_action(&map, "Up", Screen::Lab, Step(Dir::North));
        assert_action(&map, "Up", Screen::Descend, DescendAction::Step(Dir::North));
        assert_action(&map, "Up", Screen::Title, MenuAction::Cursor(Dir::North));
        let error = errors("{ \"choose\": [\"?\"], \"help\": [\"?\"] }");
        assert!(error.contains("to \"choose\" and to \"help\""), "{error}");
    }

    #[test]
    fn a_menu_takes_cursor_keys_and_everything_else_is_typed() {
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
            let found = map.action((chord(key), false), Screen::Descend, menu);
            assert_eq!(found.as_deref(), Some(action), "{key}");
        }
        for (key, typed) in [
            ("x", "Typed('x')"),
            ("Shift+x", "Typed('X')"),
            ("!", "Typed('!')"),
            ("Tab", "Typed('\\t')"),
        ] {
            let found = map
                .action((chord(key), false), Screen::Descend, menu)
                .unwrap();
            assert_eq!(format!("{found:?}"), typed);
        }
        let nothing = |key: &str, layers: Layers| {
            let found = map.action((chord(key), false), Screen::Descend, layers);
            assert_eq!(found, None, "{key}");
        };
        for key in ["F2", "PageUp"] {
            nothing(key, menu);
        }
    }

    #[test]
    fn a_question_is_answered_by_its_letters_and_by_what_is_marked_and_by_no_step() {
        let question = Layers::default().with(Layer::Question, true);
        let mut map = keymap();
        let answer =
            |map: &Keymap, key: &str, screen| map.action((chord(key), false), screen, question);
        let in_menus = |map: &Keymap, key: &str| {
            map.find_bound(chord(key), |row| row.in_menus || row.anywhere)
                .is_some()
        };
        let yes = &MenuAction::Answer(true) as &dyn AnyAction;
        for screen in Screen::ALL {
            let is_step = [Screen::Descend, Screen::Lab].contains(&screen);
            let letter = map.answer_letter(true, Some(screen));
            assert_eq!(letter, if is_step { 'Y' } else { 'y' }, "{screen:?}");
            for (key, action) in [
                ("y", if is_step { &MenuAction::MarkYes } else { yes }),
                ("Shift+y", yes),
                ("n", &MenuAction::Answer(false)),
                ("Enter", &MenuAction::Choose),
                ("Up", &MenuAction::Cursor(Dir::North)),
                ("Esc", &CommonAction::Back),
                ("F1", &CommonAction::Help),
            ] {
                let found = answer(&map, key, screen).unwrap();
                assert_eq!(format!("{found:?}"), format!("{action:?}"), "{key}");
            }
            let keys = map.entries().iter().flat_map(Entry::keys);
            for key in keys.filter(|key| !["y", "Shift+y", "?"].contains(&key.as_str())) {
                let is_bound = map
                    .action((chord(&key), false), screen, Layers::default())
                    .is_some();
                let found = answer(&map, &key, screen);
                let withdraws =
                    found.as_deref() == Some(&MenuAction::Answer(false) as &dyn AnyAction);
                assert!(
                    !is_bound || withdraws || in_menus(&map, &key),
                    "{key} on {screen:?}: {found:?}"
                );
            }
            for key in ["y", "Shift+y", "n"] {
                assert_eq!(map.action((chord(key), true), screen, question), None);
            }
        }
        // Whoever takes other steps answers with the letter, and Enter answers whatever it means.
        map.bind(index_of("step-north-west"), &[chord("Home")]);
        map.bind(index_of("choose"), &[]);
        assert_eq!(answer(&map, "y", Screen::Descend).as_deref(), Some(yes));
        let choose = answer(&map, "Enter", Screen::Descend);
        assert_eq!(
            choose.as_deref(),
            Some(&MenuAction::Choose as &dyn AnyAction)
        );
    }

    #[test]
    fn while_the_key_list_is_open_keys_only_close_and_scroll_it() {
        let map = keymap();
        let layers = [Layer::Menu, Layer::Board, Layer::Aim, Layer::Control];
        let layers = layers.map(|layer| Layers::default().with(layer, true));
        let allowed = [
            ("?", &CommonAction::Help as &dyn AnyAction),
            ("F1", &CommonAction::Help),
            ("Esc", &CommonAction::Back),
            ("Enter", &CommonAction::Back),
            ("NumpadEnter", &CommonAction::Back),
            ("Up", &ScrollHelp::LINE_UP),
            ("Down", &ScrollHelp::LINE_DOWN),
            ("PageUp", &ScrollHelp::PAGE_UP),
            ("PageDown", &ScrollHelp::PAGE_DOWN),
        ];
        let bound = map.entries().iter().flat_map(Entry::keys);
        let keys: Vec<String> = bound.chain(["Backspace".to_owned()]).collect();
        for layers in layers.into_iter().chain([Layers::default()]) {
            let layers = layers.with(Layer::Help, true);
            for screen in Screen::ALL {
                for key in &keys {
                    let found = map.action((chord(key), false), screen, layers);
                    let wanted = allowed.iter().find(|(allowed, _)| allowed == key);
                    let wanted = wanted.map(|(_, action)| *action);
                    assert_eq!(found.as_deref(), wanted, "{key} on {screen:?}");
                }
                let held = |key| map.action((chord(key), true), screen, layers);
                assert_eq!(
                    held("Enter"),
                    None,
                    "the key that opened it may still be down"
                );
                assert!(held("Down").is_some());
            }
        }
    }

    pub fn index_of(name: &str) -> usize {
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
    fn binding_a_key_takes_it_only_from_actions_of_the_same_screens() {
        let mut map = keymap();
        let (explore, search) = (index_of("explore"), index_of("search"));
        let wanted = [chord("s")];
        // Maze Run's own "s" is on another screen.
        assert_eq!(map.conflicts(explore, &wanted), [(chord("s"), search)]);
        map.bind(explore, &wanted);
        assert_eq!(map.chords(explore), wanted);
        assert!(map.chords(search).is_empty());
        assert_action(&map, "s", Screen::Descend, DescendAction::Explore);
        assert_eq!(action_of(&map, "x", Screen::Descend), None);
        assert_action(&map, "s", Screen::Maze, MazeAction::Solution);
        assert!(map.conflicts(explore, &wanted).is_empty());
    }

    #[test]
    fn arrows_work_in_the_options_and_esc_always_goes_back() {
        let mut map = keymap();
        for action in 0..map.entries().len() {
            map.bind(action, &[]);
        }
        map.bind(index_of("help"), &[chord("Up")]);
        use crate::app::screens::options::OptionsAction;
        assert_action(
            &map,
            "Up",
            Screen::Options,
            OptionsAction::Cursor(Dir::North),
        );
        assert_action(
            &map,
            "Left",
            Screen::Options,
            OptionsAction::Cursor(Dir::West),
        );
        assert_action(&map, "Enter", Screen::Options, OptionsAction::Choose);
        for screen in Screen::ALL {
            assert_action(&map, "Esc", screen, CommonAction::Back);
        }
        assert_action(&map, "Up", Screen::Lab, CommonAction::Help);
        assert_eq!(action_of(&map, "Left", Screen::Lab), None);
        // Esc stays named.
        for keys in [&[][..], &["F7"]] {
            let keys: Vec<Chord> = keys.iter().map(|key| chord(key)).collect();
            map.bind(index_of("back"), &keys);
            assert_eq!(map.key(&CommonAction::Back, None), "Esc");
        }
    }
}

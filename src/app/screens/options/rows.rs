//! The rows of the Options screen: the settings, the buttons below them, then every action that keys
//! can be bound to, grouped by the screens on which it is available.

use crate::app::input::Keymap;
use crate::app::platform::IS_PAGE;
use crate::app::screen::Screen;
use crate::app::settings::{SETTINGS, Setting};

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A setting and its value.
    Setting(&'static Setting),
    /// The button that resets the keys of all actions.
    AllKeys,
    /// The button that exports the data of a browser page.
    Export,
    /// The button that imports exported data.
    Import,
    /// An action and its keys, by its index in [`Keymap::entries`].
    Action(usize),
}

/// The rows between the settings and the actions. Only a browser page has rows for its data: on the
/// desktop the player can copy the files.
const BUTTON_ROWS: &[Row] = if IS_PAGE {
    &[Row::AllKeys, Row::Export, Row::Import]
} else {
    &[Row::AllKeys]
};

/// A section of the list: the actions of a screen, or those of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The name of the screen.
    pub heading: &'static str,
    /// Index of the section's first row.
    pub first_row: usize,
}

/// All rows of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionRows {
    /// The rows, in display order.
    pub rows: Vec<Row>,
    /// The sections of the actions, in display order.
    pub sections: Vec<Section>,
}

impl OptionRows {
    /// Lists all settings, buttons and actions.
    pub fn new(keymap: &Keymap) -> Self {
        let settings = SETTINGS.iter().filter(|setting| !setting.label.is_empty());
        let settings = settings.map(Row::Setting);
        let mut list = Self {
            rows: settings.chain(BUTTON_ROWS.iter().copied()).collect(),
            sections: Vec::new(),
        };
        let headings: Vec<&str> = keymap
            .entries()
            .iter()
            .map(|entry| heading_of(&entry.screens))
            .collect();
        for heading in titles(&Screen::ALL).into_iter().chain([SEVERAL, EVERY]) {
            let first_row = list.rows.len();
            let actions = (0..headings.len()).filter(|action| headings[*action] == heading);
            list.rows.extend(actions.map(Row::Action));
            if list.rows.len() > first_row {
                list.sections.push(Section { heading, first_row });
            }
        }
        list
    }

    /// The first row after `row`, and around, in which a text occurs: in the name of a setting or an action, or as a key.
    pub fn find(&self, text: &str, row: usize, keymap: &Keymap) -> Option<usize> {
        let wanted = text.trim().to_lowercase();
        let has = |part: &str| part.to_lowercase().contains(&wanted);
        let fits = |row: &Row| match row {
            Row::Setting(setting) => has(setting.label),
            Row::Action(action) => keymap.entries().get(*action).is_some_and(|entry| {
                has(entry.meaning) || entry.keys().any(|key| key.to_lowercase() == wanted)
            }),
            Row::AllKeys | Row::Export | Row::Import => false,
        };
        let count = self.rows.len();
        let mut rows = (row + 1..row + 1 + count).map(|row| row % count);
        rows.find(|row| !wanted.is_empty() && fits(&self.rows[*row]))
    }

    /// The row at `index`, or the last row if `index` is out of range.
    pub fn row(&self, index: usize) -> Row {
        let row = self.rows.get(index).or(self.rows.last());
        row.copied().unwrap_or(Row::AllKeys)
    }

    /// The first row of the section after the one that contains `row`, or of the one before; wraps
    /// around. The settings count as the first section.
    pub fn adjacent_section(&self, row: usize, is_forward: bool) -> usize {
        let sections = self.sections.iter().map(|section| section.first_row);
        let starts: Vec<usize> = std::iter::once(0).chain(sections).collect();
        let current = starts.iter().filter(|start| **start <= row).count() - 1;
        let step = if is_forward { 1 } else { starts.len() - 1 };
        starts[(current + step) % starts.len()]
    }
}

const SEVERAL: &str = "Several screens";
const EVERY: &str = "Every screen";

/// The heading of an action that is available on `screens`.
fn heading_of(screens: &[Screen]) -> &'static str {
    match titles(screens)[..] {
        _ if screens.len() == Screen::ALL.len() => EVERY,
        [title] => title,
        _ => SEVERAL,
    }
}

/// The titles of `screens`, each once: the list of replays and their playback have the same.
fn titles(screens: &[Screen]) -> Vec<&'static str> {
    let mut titles: Vec<&str> = screens.iter().map(|screen| screen.title()).collect();
    titles.dedup();
    titles
}

/// The names of `screens` as the title shows them, or "Every screen".
pub fn describe_screens(screens: &[Screen]) -> String {
    if screens.len() == Screen::ALL.len() {
        return EVERY.to_owned();
    }
    titles(screens).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;

    #[test]
    fn every_action_is_listed_once_in_the_part_of_its_screens() {
        let keymap = keymap();
        let list = OptionRows::new(&keymap);
        let mut actions: Vec<usize> = Vec::new();
        for (index, row) in list.rows.iter().enumerate() {
            let Row::Action(action) = *row else { continue };
            actions.push(action);
            let section = list
                .sections
                .iter()
                .rfind(|section| section.first_row <= index)
                .unwrap();
            let screens = &keymap.entries()[action].screens;
            assert_eq!(section.heading, heading_of(screens));
        }
        actions.sort_unstable();
        assert!(actions.into_iter().eq(0..keymap.entries().len()));
        assert_eq!(list.sections.last().unwrap().heading, "Every screen");
    }

    #[test]
    fn every_heading_stands_once() {
        let sections = OptionRows::new(&keymap()).sections;
        let mut headings: Vec<&str> = sections.iter().map(|one| one.heading).collect();
        assert!(headings.contains(&"Descend") && headings.contains(&SEVERAL));
        headings.sort_unstable();
        assert!(
            headings.windows(2).all(|pair| pair[0] != pair[1]),
            "{headings:?}"
        );
    }

    #[test]
    fn a_search_finds_settings_actions_and_keys_one_after_another() {
        let keymap = keymap();
        let list = OptionRows::new(&keymap);
        let found = |text: &str, row| list.find(text, row, &keymap);
        let meaning = |row: Option<usize>| match list.row(row.unwrap()) {
            Row::Action(action) => keymap.entries()[action].meaning,
            Row::Setting(setting) => setting.label,
            other => panic!("{other:?}"),
        };
        assert_eq!(meaning(found("PALETTE", 5)), "Palette");
        let first = found("undo", 0).unwrap();
        assert!(meaning(Some(first)).to_lowercase().contains("undo"));
        let second = found("undo", first).unwrap();
        assert_ne!(first, second);
        assert!(
            keymap
                .entries()
                .iter()
                .any(|entry| entry.keys().any(|key| key == "F11"))
        );
        assert_eq!(meaning(found("f11", 0)), "Toggle full screen");
        assert_eq!(found("no such thing", 0), None);
        assert_eq!(found(" ", 0), None);
    }

    #[test]
    fn parts_are_gone_through_in_both_directions_and_around() {
        let list = OptionRows::new(&keymap());
        let mut row = 2;
        let mut back = Vec::new();
        for _ in 0..=list.sections.len() {
            let next = list.adjacent_section(row, true);
            back.push(list.adjacent_section(next, false));
            row = next;
        }
        assert_eq!(row, 0, "around");
        assert_eq!(back[0], 0);
        assert_eq!(back[1], list.sections[0].first_row);
        assert_eq!(
            list.adjacent_section(0, false),
            list.sections.last().unwrap().first_row
        );
    }
}

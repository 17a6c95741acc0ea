//! The rows of the Options screen: the settings, the buttons below them, then every action that keys
//! can be bound to, grouped by the screens on which it is available. Also what changing a setting does.

use strum::{EnumCount, VariantArray};

use crate::app::input::Keymap;
use crate::app::platform::IS_PAGE;
use crate::app::screen::Screen;
use crate::app::settings::{BoardLook, Motion, Palette, Settings};

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A setting and its value.
    Setting(Setting),
    /// The button that resets the keys of all actions.
    AllKeys,
    /// The button that exports the data of a browser page.
    Export,
    /// The button that imports exported data.
    Import,
    /// An action and its keys, by its index in [`Keymap::entries`].
    Action(usize),
}

/// A setting on the Options screen. Declared in display order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, VariantArray)]
pub enum Setting {
    /// Text size.
    Text,
    /// Colours, including palettes for colour-blind players.
    Palette,
    /// How much is animated.
    Motion,
    /// Whether the window fills the screen.
    Fullscreen,
    /// Volume of sound effects.
    Volume,
    /// Volume of the background sound of levels.
    Ambience,
    /// Volume of the title theme.
    Music,
    /// Whether each step of a long action is shown.
    Watch,
    /// Whether lessons are given.
    Teach,
    /// Whether unseen sounds are described in words.
    Captions,
    /// Whether the map uses only characters, without drawings.
    Plain,
    /// The look of Conduit boards.
    Board,
}

impl Setting {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// The label at the left of the row.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Palette => "Palette",
            Self::Motion => "Motion",
            Self::Fullscreen => "Screen",
            Self::Volume => "Volume",
            Self::Ambience => "Ambience",
            Self::Music => "Music",
            Self::Watch => "Steps",
            Self::Teach => "Lessons",
            Self::Captions => "Captions",
            Self::Plain => "Glyphs",
            Self::Board => "Board",
        }
    }

    /// A short description of the setting or of its current value.
    pub const fn describe(self, settings: &Settings) -> &'static str {
        match self {
            Self::Text => "12 to 28, limited by the window",
            Self::Palette => match settings.palette {
                Palette::Standard => "The original colours",
                Palette::HighContrast => "Bright text on dark backgrounds",
                Palette::Protan => "For reduced sensitivity to red",
                Palette::Deutan => "For reduced sensitivity to green",
                Palette::Tritan => "For reduced sensitivity to blue",
            },
            Self::Motion => match settings.motion {
                Motion::Full => "All animations, also when idle",
                Motion::Reduced => "Moves are animated, nothing else",
                Motion::None => "No animations",
            },
            Self::Fullscreen if settings.fullscreen => "Fill the whole screen",
            Self::Fullscreen => "Play in a window",
            Self::Volume => "Sound effects; 0 is silent",
            Self::Ambience => "Background sounds; 0 is silent",
            Self::Music => "Title music; 0 is silent",
            Self::Watch if settings.watch => "Show each step of long actions",
            Self::Watch => "Jump to the end of long actions",
            Self::Teach if settings.teach => "Explain what is new",
            Self::Teach => "Turn on to see all lessons again",
            Self::Captions if settings.captions => "Describe unseen sounds in words",
            Self::Captions => "Do not describe sounds in words",
            Self::Plain if settings.plain => "Use characters only, no drawings",
            Self::Plain => "Draw walls, ground and furnishings",
            Self::Board => match settings.board {
                BoardLook::Auto => "Conduit: rich if there is a GPU",
                BoardLook::Rich => "Conduit: stone, glass and light",
                BoardLook::Flat => "Conduit: plain and bright",
            },
        }
    }

    /// The current value as text.
    pub fn value(self, settings: &Settings) -> String {
        let level = |level: u8| format!("{level} of {}", Settings::MAX_VOLUME);
        let on_off = |is_on: bool| if is_on { "on" } else { "off" };
        let name = match self {
            Self::Text => return format!("{} px", settings.text),
            Self::Volume => return level(settings.volume),
            Self::Ambience => return level(settings.ambience),
            Self::Music => return level(settings.music),
            Self::Palette => match settings.palette {
                Palette::Standard => "standard",
                Palette::HighContrast => "high contrast",
                Palette::Protan => "protan",
                Palette::Deutan => "deutan",
                Palette::Tritan => "tritan",
            },
            Self::Motion => match settings.motion {
                Motion::Full => "full",
                Motion::Reduced => "reduced",
                Motion::None => "none",
            },
            Self::Board => match settings.board {
                BoardLook::Auto => "auto",
                BoardLook::Rich => "rich",
                BoardLook::Flat => "flat",
            },
            Self::Fullscreen if settings.fullscreen => "full screen",
            Self::Fullscreen => "window",
            Self::Plain if settings.plain => "plain",
            Self::Plain => "drawn",
            Self::Watch if settings.watch => "shown",
            Self::Watch => "skipped",
            Self::Teach => on_off(settings.teach),
            Self::Captions => on_off(settings.captions),
        };
        name.to_owned()
    }

    /// Selects the next value, or the previous one. At the end of the values, `wraps` continues at the
    /// other end.
    pub fn change(self, settings: &mut Settings, is_forward: bool, wraps: bool) {
        let step = |index: usize, count: usize| match (is_forward, wraps) {
            (true, true) => (index + 1) % count,
            (true, false) => (index + 1).min(count - 1),
            (false, true) => (index + count - 1) % count,
            (false, false) => index.saturating_sub(1),
        };
        let volumes = Vec::from_iter(0..=Settings::MAX_VOLUME);
        let switch = [false, true];
        match self {
            Self::Text => step_value(
                &mut settings.text,
                &Vec::from_iter(Settings::TEXT_SIZES),
                step,
            ),
            Self::Palette => step_value(&mut settings.palette, &Palette::ALL, step),
            Self::Motion => step_value(&mut settings.motion, &Motion::ALL, step),
            Self::Fullscreen => step_value(&mut settings.fullscreen, &switch, step),
            Self::Volume => step_value(&mut settings.volume, &volumes, step),
            Self::Ambience => step_value(&mut settings.ambience, &volumes, step),
            Self::Music => step_value(&mut settings.music, &volumes, step),
            Self::Watch => step_value(&mut settings.watch, &switch, step),
            Self::Teach => step_value(&mut settings.teach, &switch, step),
            Self::Captions => step_value(&mut settings.captions, &switch, step),
            Self::Plain => step_value(&mut settings.plain, &switch, step),
            Self::Board => step_value(&mut settings.board, &BoardLook::ALL, step),
        }
    }

    /// Resets the setting to its default, by going through its values.
    pub fn reset(self, settings: &mut Settings) {
        let default = self.value(&Settings::default());
        while self.value(settings) != default {
            self.change(settings, true, true);
        }
    }
}

/// Replaces `value` with another one of `all`; `step` computes its index from the current index and the
/// number of values.
fn step_value<T: PartialEq + Copy>(
    value: &mut T,
    all: &[T],
    step: impl FnOnce(usize, usize) -> usize,
) {
    let index = all.iter().position(|one| one == value).unwrap_or(0);
    *value = all[step(index, all.len())];
}

/// The rows between the settings and the actions. Only a browser page has rows for its data: on the
/// desktop the player can copy the files.
const BUTTON_ROWS: &[Row] = if IS_PAGE {
    &[Row::AllKeys, Row::Export, Row::Import]
} else {
    &[Row::AllKeys]
};

/// A section of the list: the actions whose screens have the same names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The names of the screens.
    pub heading: String,
    /// Index of the section's first row.
    pub first_row: usize,
}

/// All rows of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct List {
    /// The rows, in display order.
    pub rows: Vec<Row>,
    /// The sections of the actions, in display order.
    pub sections: Vec<Section>,
}

impl List {
    /// Lists all settings, buttons and actions.
    pub fn new(keymap: &Keymap) -> Self {
        let settings = Setting::ALL.iter().map(|setting| Row::Setting(*setting));
        let mut list = Self {
            rows: settings.chain(BUTTON_ROWS.iter().copied()).collect(),
            sections: Vec::new(),
        };
        let names = keymap.entries().iter();
        let names: Vec<String> = names
            .map(|entry| describe_screens(&entry.screens))
            .collect();
        for heading in &names {
            if list
                .sections
                .iter()
                .any(|section| section.heading == *heading)
            {
                continue;
            }
            list.sections.push(Section {
                heading: heading.clone(),
                first_row: list.rows.len(),
            });
            let actions = (0..names.len()).filter(|action| names[*action] == *heading);
            list.rows.extend(actions.map(Row::Action));
        }
        list
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

/// The names of `screens` as the title shows them, or "Every screen".
pub fn describe_screens(screens: &[Screen]) -> String {
    if screens.len() == Screen::ALL.len() {
        return "Every screen".to_owned();
    }
    let mut titles: Vec<&str> = screens.iter().map(|screen| title(*screen)).collect();
    titles.dedup();
    titles.join(", ")
}

const fn title(screen: Screen) -> &'static str {
    match screen {
        Screen::Title => "Title",
        Screen::Descend => "Descend",
        Screen::Lab => "Map Lab",
        Screen::Maze => "Maze Run",
        Screen::Conduit => "Conduit",
        Screen::Options => "Options",
        Screen::Replays | Screen::Replay => "Replays",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;

    #[test]
    fn every_action_is_listed_once_in_the_part_of_its_screens() {
        let keymap = keymap();
        let list = List::new(&keymap);
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
            assert_eq!(section.heading, describe_screens(screens));
        }
        actions.sort_unstable();
        assert!(actions.into_iter().eq(0..keymap.entries().len()));
        assert_eq!(list.sections.last().unwrap().heading, "Every screen");
    }

    #[test]
    fn every_value_is_described_and_every_heading_stands_once() {
        use Setting::{Ambience, Music, Text, Volume};
        let by_number = [Text, Volume, Ambience, Music];
        let others = Setting::ALL.iter().filter(|one| !by_number.contains(one));
        for setting in others {
            let mut settings = Settings::default();
            let mut described = vec![setting.describe(&settings)];
            loop {
                setting.change(&mut settings, true, true);
                if settings == Settings::default() {
                    break;
                }
                let description = setting.describe(&settings);
                assert!(!described.contains(&description), "{description}");
                described.push(description);
            }
            assert!(described.len() > 1, "{}", setting.name());
        }
        let sections = List::new(&keymap()).sections;
        let mut headings: Vec<&str> = sections.iter().map(|one| &*one.heading).collect();
        headings.sort_unstable();
        assert!(
            headings.windows(2).all(|pair| pair[0] != pair[1]),
            "{headings:?}"
        );
    }

    #[test]
    fn parts_are_gone_through_in_both_directions_and_around() {
        let list = List::new(&keymap());
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

    #[test]
    fn a_setting_stops_at_its_ends_by_arrows_and_goes_around_by_enter() {
        let mut settings = Settings::default();
        for _ in 0..40 {
            Setting::Text.change(&mut settings, true, false);
        }
        assert_eq!(Setting::Text.value(&settings), "28 px");
        Setting::Text.change(&mut settings, true, true);
        assert_eq!(settings.text, 12);
        for setting in Setting::ALL {
            let before = settings.clone();
            setting.change(&mut settings, true, true);
            assert_ne!(settings, before);
            setting.change(&mut settings, false, true);
            assert_eq!(settings, before);
            setting.reset(&mut settings);
        }
        assert_eq!(settings, Settings::default());
    }
}

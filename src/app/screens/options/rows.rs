//! What there is to choose: the settings, then every action that keys can be bound to, by the
//! screens on which it can be asked for.

use crate::app::input::{Entry, Keymap};
use crate::app::platform::IS_PAGE;
use crate::app::screen::Screen;
use crate::app::settings::{BoardLook, Motion, Palette, Settings};

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A setting.
    Setting(Setting),
    /// Gives every action its default keys.
    AllKeys,
    /// Hands out all that a browser page keeps.
    Export,
    /// Takes it in again.
    Import,
    /// An action, by its number in [`Keymap::entries`].
    Action(usize),
}

/// A setting that is changed here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Size of text.
    Text,
    /// How colours are shown.
    Palette,
    /// Whether anything moves by itself.
    Motion,
    /// Whether the window fills the screen.
    Fullscreen,
    /// How loud sounds are.
    Volume,
    /// How loud the sound of a level is.
    Ambience,
    /// How loud the theme is.
    Music,
    /// Whether each step of a long action is shown.
    Watch,
    /// Whether lessons are told.
    Teach,
    /// Whether sounds that are not seen are told in words.
    Captions,
    /// Whether the map has characters of the font alone.
    Plain,
    /// How boards of Conduit are drawn.
    Board,
}

impl Setting {
    /// All of them, in their order.
    pub const ALL: &[Self] = &[
        Self::Text,
        Self::Palette,
        Self::Motion,
        Self::Fullscreen,
        Self::Volume,
        Self::Ambience,
        Self::Music,
        Self::Watch,
        Self::Teach,
        Self::Captions,
        Self::Plain,
        Self::Board,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Palette => "Palette",
            Self::Motion => "Motion",
            Self::Fullscreen => "Screen",
            Self::Volume => "Volume",
            Self::Ambience => "Ambience",
            Self::Music => "Music",
            Self::Watch => "Watch",
            Self::Teach => "Lessons",
            Self::Captions => "Captions",
            Self::Plain => "Glyphs",
            Self::Board => "Board",
        }
    }

    /// What its value does, in a few words.
    pub const fn about(self, settings: &Settings) -> &'static str {
        match self {
            Self::Text => "12 to 28 pixels, if the window has room",
            Self::Palette => match settings.palette {
                Palette::Standard => "The original colours",
                Palette::HighContrast => "Bright text on dark backgrounds",
                Palette::Protan => "For reduced sensitivity to red",
                Palette::Deutan => "For reduced sensitivity to green",
                Palette::Tritan => "For reduced sensitivity to blue",
            },
            Self::Motion => match settings.motion {
                Motion::Full => "Everything is animated, even while nothing happens",
                Motion::Reduced => "Only what happens is animated",
                Motion::None => "No animations",
            },
            Self::Fullscreen => "Windowed or full screen",
            Self::Volume => "Effects; 0 is silent",
            Self::Ambience => "Sound of levels; 0 is silent",
            Self::Music => "Theme; 0 is silent",
            Self::Watch => "Show each step of long actions",
            Self::Teach => "Turn off and on to see them again",
            Self::Captions => "Describe unseen sounds in words",
            Self::Plain => "Plain: characters alone, no drawings",
            Self::Board => match settings.board {
                BoardLook::Auto => "Conduit: plain without a GPU",
                BoardLook::Rich => "Conduit: stone, glass and light",
                BoardLook::Flat => "Conduit: plain and bright",
            },
        }
    }

    /// Its value in words.
    pub fn value(self, settings: &Settings) -> String {
        match self {
            Self::Text => format!("{} px", settings.text),
            Self::Palette => match settings.palette {
                Palette::Standard => "standard",
                Palette::HighContrast => "high contrast",
                Palette::Protan => "protan",
                Palette::Deutan => "deutan",
                Palette::Tritan => "tritan",
            }
            .to_owned(),
            Self::Motion => match settings.motion {
                Motion::Full => "full",
                Motion::Reduced => "reduced",
                Motion::None => "none",
            }
            .to_owned(),
            Self::Fullscreen => if settings.fullscreen {
                "full screen"
            } else {
                "window"
            }
            .to_owned(),
            Self::Volume => format!("{} of {}", settings.volume, Settings::MAX_VOLUME),
            Self::Ambience => format!("{} of {}", settings.ambience, Settings::MAX_VOLUME),
            Self::Music => format!("{} of {}", settings.music, Settings::MAX_VOLUME),
            Self::Watch => if settings.watch { "on" } else { "off" }.to_owned(),
            Self::Teach => if settings.teach { "on" } else { "off" }.to_owned(),
            Self::Captions => if settings.captions { "on" } else { "off" }.to_owned(),
            Self::Plain => if settings.plain { "plain" } else { "drawn" }.to_owned(),
            Self::Board => match settings.board {
                BoardLook::Auto => "auto",
                BoardLook::Rich => "rich",
                BoardLook::Flat => "flat",
            }
            .to_owned(),
        }
    }

    /// Goes to the next value, or the one before; past the last `around` leads to the first.
    pub fn change(self, settings: &mut Settings, on: bool, around: bool) {
        let step = |at: usize, count: usize| match (on, around) {
            (true, true) => (at + 1) % count,
            (true, false) => (at + 1).min(count - 1),
            (false, true) => (at + count - 1) % count,
            (false, false) => at.saturating_sub(1),
        };
        match self {
            Self::Text => {
                let (least, most) = (*Settings::TEXT_SIZES.start(), *Settings::TEXT_SIZES.end());
                let at = usize::from(settings.text.clamp(least, most) - least);
                settings.text = least + step(at, usize::from(most - least) + 1) as u8;
            }
            Self::Palette => {
                let all = Palette::ALL;
                let at = all.iter().position(|one| *one == settings.palette);
                settings.palette = all[step(at.unwrap_or(0), all.len())];
            }
            Self::Motion => {
                let all = Motion::ALL;
                let at = all.iter().position(|one| *one == settings.motion);
                settings.motion = all[step(at.unwrap_or(0), all.len())];
            }
            Self::Board => {
                let all = BoardLook::ALL;
                let at = all.iter().position(|one| *one == settings.board);
                settings.board = all[step(at.unwrap_or(0), all.len())];
            }
            Self::Fullscreen => {
                settings.fullscreen = step(usize::from(settings.fullscreen), 2) == 1;
            }
            Self::Watch => settings.watch = step(usize::from(settings.watch), 2) == 1,
            Self::Teach => settings.teach = step(usize::from(settings.teach), 2) == 1,
            Self::Captions => settings.captions = step(usize::from(settings.captions), 2) == 1,
            Self::Plain => settings.plain = step(usize::from(settings.plain), 2) == 1,
            Self::Volume | Self::Ambience | Self::Music => {
                let volume = match self {
                    Self::Volume => &mut settings.volume,
                    Self::Ambience => &mut settings.ambience,
                    _ => &mut settings.music,
                };
                let count = usize::from(Settings::MAX_VOLUME) + 1;
                *volume = step(usize::from(*volume), count) as u8;
            }
        }
    }

    /// Gives it its default.
    pub fn reset(self, settings: &mut Settings) {
        let first = Settings::default();
        match self {
            Self::Text => settings.text = first.text,
            Self::Palette => settings.palette = first.palette,
            Self::Motion => settings.motion = first.motion,
            Self::Fullscreen => settings.fullscreen = first.fullscreen,
            Self::Volume => settings.volume = first.volume,
            Self::Ambience => settings.ambience = first.ambience,
            Self::Music => settings.music = first.music,
            Self::Watch => settings.watch = first.watch,
            Self::Teach => settings.teach = first.teach,
            Self::Captions => settings.captions = first.captions,
            Self::Plain => settings.plain = first.plain,
            Self::Board => settings.board = first.board,
        }
    }
}

/// The rows between the settings and the actions. The files of a program for the desktop are in folders.
const ROWS: &[Row] = if IS_PAGE {
    &[Row::AllKeys, Row::Export, Row::Import]
} else {
    &[Row::AllKeys]
};

/// A part of the list: the actions of the same screens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The screens in words.
    pub heading: String,
    /// Its first row.
    pub first: usize,
}

/// The list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct List {
    /// All rows, in their order.
    pub rows: Vec<Row>,
    /// The parts that the actions are in.
    pub parts: Vec<Part>,
}

impl List {
    /// The list of all that can be chosen.
    pub fn new(keymap: &Keymap) -> Self {
        let settings = Setting::ALL.iter().map(|setting| Row::Setting(*setting));
        let mut list = Self {
            rows: settings.chain(ROWS.iter().copied()).collect(),
            parts: Vec::new(),
        };
        let mut screens: Vec<&[Screen]> = Vec::new();
        for entry in keymap.entries() {
            if !screens.contains(&&*entry.screens) {
                screens.push(&entry.screens);
            }
        }
        for screens in screens {
            list.parts.push(Part {
                heading: places(screens),
                first: list.rows.len(),
            });
            let actions = keymap.entries().iter().enumerate();
            let of_part = actions.filter(|(_, entry)| entry.screens == screens);
            list.rows
                .extend(of_part.map(|(action, _)| Row::Action(action)));
        }
        list
    }

    /// The row at `index`; the last one if there is none.
    pub fn row(&self, index: usize) -> Row {
        let row = self.rows.get(index).or(self.rows.last());
        row.copied().unwrap_or(Row::AllKeys)
    }

    /// The row at which the next part begins, or the one before.
    pub fn part_from(&self, row: usize, on: bool) -> usize {
        let parts = self.parts.iter().map(|part| part.first);
        let starts: Vec<usize> = std::iter::once(0).chain(parts).collect();
        let here = starts.iter().filter(|start| **start <= row).count() - 1;
        let step = if on { 1 } else { starts.len() - 1 };
        starts[(here + step) % starts.len()]
    }
}

/// Where an action can be asked for, in words.
pub fn place_of(entry: &Entry) -> String {
    places(&entry.screens)
}

fn places(screens: &[Screen]) -> String {
    if screens.len() == Screen::ALL.len() {
        return "Every screen".to_owned();
    }
    let words: Vec<&str> = screens.iter().map(|screen| word(*screen)).collect();
    words.join(", ")
}

/// A screen as the title names it.
const fn word(screen: Screen) -> &'static str {
    match screen {
        Screen::Title => "Title",
        Screen::Play => "Descend",
        Screen::Lab => "Map Lab",
        Screen::Maze => "Maze Run",
        Screen::Conduit => "Conduit",
        Screen::Options => "Options",
        Screen::Replays => "Replays",
        Screen::Replay => "Replay",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;

    #[test]
    fn every_action_is_listed_once_in_the_part_of_its_screens() {
        let list = List::new(&keymap());
        let mut actions: Vec<usize> = Vec::new();
        for (index, row) in list.rows.iter().enumerate() {
            let Row::Action(action) = *row else { continue };
            actions.push(action);
            let part = list.parts.iter().rfind(|part| part.first <= index).unwrap();
            assert_eq!(part.heading, place_of(&keymap().entries()[action]));
        }
        actions.sort_unstable();
        assert!(actions.into_iter().eq(0..keymap().entries().len()));
        assert_eq!(list.parts.last().unwrap().heading, "Every screen");
    }

    #[test]
    fn parts_are_gone_through_in_both_directions_and_around() {
        let list = List::new(&keymap());
        let mut row = 2;
        let mut back = Vec::new();
        for _ in 0..=list.parts.len() {
            let next = list.part_from(row, true);
            back.push(list.part_from(next, false));
            row = next;
        }
        assert_eq!(row, 0, "around");
        assert_eq!(back[0], 0);
        assert_eq!(back[1], list.parts[0].first);
        assert_eq!(list.part_from(0, false), list.parts.last().unwrap().first);
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

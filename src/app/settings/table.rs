//! [`SETTINGS`]: how each of the player's options is called, read, checked, written and shown.

use std::ops::RangeInclusive;

use super::document::Document;
use super::{BoardLook, Controls, Motion, Palette, Settings};
use crate::code::link::{DEFAULT_PAGE, is_address};
use crate::mapgen::nearest;

type Get<T> = fn(&Settings) -> T;
type Set<T> = fn(&mut Settings, T);

/// An option of the player: a field of [`Settings`].
#[derive(Debug)]
pub struct Setting {
    /// Its name in the options file.
    pub name: &'static str,
    /// Its name on the Options screen; empty for those that only the file has.
    pub label: &'static str,
    /// What it is, for the comment in the file, which lists the values as well.
    about: &'static str,
    kind: Kind,
}

/// The values of a setting, and the access to the current one.
#[derive(Debug)]
enum Kind {
    /// A number, the text that shows it, and what its row on the Options screen says.
    Number(
        RangeInclusive<u8>,
        fn(u8) -> String,
        &'static str,
        Get<u8>,
        Set<u8>,
    ),
    /// A size in pixels, or none for the one that fits the window, and what its row says.
    Size(
        RangeInclusive<u8>,
        &'static str,
        Get<Option<u8>>,
        Set<Option<u8>>,
    ),
    /// One of these, numbered from 0. A flag is off or on.
    Choice(&'static [Choice], Get<u8>, Set<u8>),
    /// The address of a page, or nothing.
    Address(for<'a> fn(&'a Settings) -> &'a str, Set<String>),
}

/// A value of a setting.
#[derive(Debug)]
struct Choice {
    /// Its name in the file.
    name: &'static str,
    /// Its name on the Options screen.
    shown: &'static str,
    /// What the row of the setting says while it has this value.
    about: &'static str,
}

const fn choice(name: &'static str, shown: &'static str, about: &'static str) -> Choice {
    Choice { name, shown, about }
}

fn volume(level: u8) -> String {
    format!("{level} of {}", Settings::MAX_VOLUME)
}

const VOLUMES: RangeInclusive<u8> = 0..=Settings::MAX_VOLUME;

/// In the order of the variants, as are the other choices.
const PALETTES: &[Choice; Palette::ALL.len()] = &[
    choice("Standard", "standard", "The original colours"),
    choice(
        "HighContrast",
        "high contrast",
        "Bright text on dark backgrounds",
    ),
    choice("Protan", "protan", "For reduced sensitivity to red"),
    choice("Deutan", "deutan", "For reduced sensitivity to green"),
    choice("Tritan", "tritan", "For reduced sensitivity to blue"),
];

const MOTIONS: &[Choice; Motion::ALL.len()] = &[
    choice("Full", "full", "All animations, also when idle"),
    choice("Reduced", "reduced", "Moves are animated, nothing else"),
    choice("None", "none", "No animations"),
];

const LOOKS: &[Choice; BoardLook::ALL.len()] = &[
    choice("Auto", "auto", "Conduit: rich if there is a GPU"),
    choice("Rich", "rich", "Conduit: stone, glass and light"),
    choice("Flat", "flat", "Conduit: plain and bright"),
];

const CONTROLS: &[Choice; Controls::ALL.len()] = &[
    choice("Undercroft", "Undercroft", "Conduit: left click clockwise"),
    choice("Net", "Net", "Conduit: keys and clicks of Net"),
];

macro_rules! number {
    ($field:ident, $range:expr, $show:expr, $about:expr) => {
        Kind::Number(
            $range,
            $show,
            $about,
            |from| from.$field,
            |to, value| to.$field = value,
        )
    };
}

macro_rules! choice {
    ($field:ident, $choices:expr, $of:ty) => {
        Kind::Choice(
            $choices,
            |from| from.$field as u8,
            |to, value| to.$field = <$of>::ALL[usize::from(value)],
        )
    };
}

/// A flag, with what the screen shows and says while it is off, and while it is on.
macro_rules! flag {
    ($field:ident, $off:literal: $about_off:literal, $on:literal: $about_on:literal) => {
        Kind::Choice(
            const {
                &[
                    choice("false", $off, $about_off),
                    choice("true", $on, $about_on),
                ]
            },
            |from| u8::from(from.$field),
            |to, value| to.$field = value != 0,
        )
    };
}

const fn setting(
    name: &'static str,
    label: &'static str,
    about: &'static str,
    kind: Kind,
) -> Setting {
    Setting {
        name,
        label,
        about,
        kind,
    }
}

/// All options, in the order of the file and of the Options screen. What follows from a row: its entry in the file with
/// its comment, the check of its value, and its row on the screen.
#[rustfmt::skip]
pub static SETTINGS: &[Setting] = &[
    setting("text", "Text", "Size of text, in pixels",
        Kind::Size(Settings::TEXT_SIZES, "12 to 28, or by the window's size", |from| from.text, |to, value| to.text = value)),
    setting("palette", "Palette", "The colours",
        choice!(palette, PALETTES, Palette)),
    setting("motion", "Motion", "How much is animated",
        choice!(motion, MOTIONS, Motion)),
    setting("fullscreen", "Screen", "Whether the window fills the screen",
        flag!(fullscreen, "window": "Play in a window", "full screen": "Fill the whole screen")),
    setting("volume", "Volume", "How loud sounds are",
        number!(volume, VOLUMES, volume, "Sound effects; 0 is silent")),
    setting("ambience", "Ambience", "How loud the sound of a level is",
        number!(ambience, VOLUMES, volume, "Background sounds; 0 is silent")),
    setting("music", "Music", "How loud the theme is",
        number!(music, VOLUMES, volume, "Title music; 0 is silent")),
    setting("watch", "Steps", "Whether each step of a long action is shown",
        flag!(watch, "skipped": "Jump to the end of long actions", "shown": "Show each step of long actions")),
    setting("teach", "Lessons", "Whether lessons appear when you first meet something",
        flag!(teach, "off": "Turn on to see all lessons again", "on": "Explain what is new")),
    setting("captions", "Captions", "Whether sounds from out of sight are described in words",
        flag!(captions, "off": "Do not describe sounds in words", "on": "Describe unseen sounds in words")),
    setting("plain", "Glyphs", "Whether the map has characters of the font alone, and no drawings",
        flag!(plain, "drawn": "Draw walls, ground and furnishings", "plain": "Use characters only, no drawings")),
    setting("board", "Board", "How boards of Conduit are drawn",
        choice!(board, LOOKS, BoardLook)),
    setting("light_walls", "Walls", "Whether the walls of Maze Run are light and its floor dark",
        flag!(light_walls, "dark": "Maze Run: dark walls, pale floor", "light": "Maze Run: pale walls, dark floor")),
    setting("controls", "Controls", "The keys and clicks of Conduit: its own, or those of Simon Tatham's Net",
        choice!(controls, CONTROLS, Controls)),
    setting("lit", "Maps", "Whether the Lab shows maps with light, and not as plans",
        flag!(lit, "plans": "The Lab: flat colours, to judge layout", "lit": "The Lab: stone and light")),
    setting("page", "", "The address of the browser page that links lead to. Without one, F9 copies codes",
        Kind::Address(|from| &from.page, |to, value| to.page = value)),
];

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Setting {}

impl Setting {
    /// The current one of its choices; `None` for numbers and texts.
    fn choice(&self, settings: &Settings) -> Option<&'static Choice> {
        match &self.kind {
            Kind::Choice(choices, get, _) => choices.get(usize::from(get(settings))),
            _ => None,
        }
    }

    /// The current value as text.
    pub fn value(&self, settings: &Settings) -> String {
        match &self.kind {
            Kind::Number(_, show, _, get, _) => show(get(settings)),
            Kind::Size(_, _, get, _) => match get(settings) {
                Some(size) => format!("{size} px"),
                None => AUTO.to_lowercase(),
            },
            _ => self
                .choice(settings)
                .map_or("", |choice| choice.shown)
                .to_owned(),
        }
    }

    /// A short description of the setting or of its current value.
    pub fn describe(&self, settings: &Settings) -> &'static str {
        match &self.kind {
            Kind::Number(_, _, about, ..) | Kind::Size(_, about, ..) => about,
            _ => self.choice(settings).map_or("", |choice| choice.about),
        }
    }

    /// Selects the next value, or the previous one. At the end of the values, `wraps` continues at the other end. A size that
    /// is found automatically stands after `auto`, the size that it is.
    pub fn change(&self, settings: &mut Settings, auto: u8, is_forward: bool, wraps: bool) {
        let next = |value: u8, first: u8, last: u8| match is_forward {
            true if value < last => value + 1,
            false if value > first => value - 1,
            _ if !wraps => value,
            true => first,
            false => last,
        };
        match &self.kind {
            Kind::Number(range, _, _, get, set) => {
                let value = next(get(settings), *range.start(), *range.end());
                set(settings, value);
            }
            Kind::Size(range, _, get, set) => {
                let place = auto.clamp(*range.start(), *range.end()) + 1;
                let here = get(settings).map_or(place, |size| size + u8::from(size >= place));
                let there = next(here, *range.start(), range.end() + 1);
                let size = (there != place).then(|| there - u8::from(there > place));
                set(settings, size);
            }
            Kind::Choice(choices, get, set) => {
                let value = next(get(settings), 0, choices.len() as u8 - 1);
                set(settings, value);
            }
            Kind::Address(..) => {}
        }
    }

    /// Resets it to its default.
    pub fn reset(&self, settings: &mut Settings) {
        // Every default can be read.
        let _ = self.read(&self.to_ron(&Settings::default()), settings);
    }

    /// Its comment in the file.
    pub(super) fn comment(&self) -> String {
        let about = self.about;
        match &self.kind {
            Kind::Number(range, ..) => format!("{about}: {} to {}.", range.start(), range.end()),
            Kind::Size(range, ..) => {
                format!("{about}: {} to {}, or {AUTO}.", range.start(), range.end())
            }
            Kind::Choice(choices, ..) => format!("{about}: {}.", names(choices).join(", ")),
            Kind::Address(..) => format!("{about}."),
        }
    }

    /// The current value as the file has it.
    pub(super) fn to_ron(&self, settings: &Settings) -> String {
        match &self.kind {
            Kind::Number(_, _, _, get, _) => get(settings).to_string(),
            Kind::Size(_, _, get, _) => get(settings).map_or(AUTO.to_owned(), |it| it.to_string()),
            Kind::Address(get, _) => format!("{:?}", get(settings)),
            Kind::Choice(..) => self
                .choice(settings)
                .map_or("", |choice| choice.name)
                .to_owned(),
        }
    }

    /// Sets it to a value of the file.
    ///
    /// # Errors
    /// What would be right.
    fn read(&self, ron: &str, settings: &mut Settings) -> Result<(), String> {
        match &self.kind {
            Kind::Number(range, _, _, _, set) => set(settings, read_number(ron, range)?),
            Kind::Size(_, _, _, set) if ron == AUTO => set(settings, None),
            Kind::Size(range, _, _, set) => {
                let or_auto = |wrong| format!("{wrong}, or is {AUTO}");
                let size = read_number(ron, range).map_err(or_auto)?;
                set(settings, Some(size));
            }
            Kind::Choice(choices, _, set) => {
                let names = names(choices);
                let place = names.iter().position(|name| *name == ron);
                let wrong = || match nearest(ron.trim_matches('"'), names.iter().copied()) {
                    Some(name) => format!("did you mean {name}?"),
                    None => format!("choose from {}", names.join(", ")),
                };
                set(settings, place.ok_or_else(wrong)? as u8);
            }
            Kind::Address(_, set) => {
                let given: String =
                    ron::from_str(ron).map_err(|_| "it should be a text in quotes")?;
                if !is_address(&given) {
                    return Err(format!(
                        "it is the address of a page, such as {DEFAULT_PAGE}"
                    ));
                }
                set(settings, given);
            }
        }
        Ok(())
    }
}

/// The word for a size that fits the window.
const AUTO: &str = "Auto";

fn read_number(ron: &str, range: &RangeInclusive<u8>) -> Result<u8, String> {
    let given: i64 = ron::from_str(ron).map_err(|_| "it should be a whole number")?;
    let number = u8::try_from(given).ok();
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| format!("it goes from {} to {}", range.start(), range.end()))
}

fn names(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}

impl Settings {
    /// The settings in the options file. One that is missing has its default; so has one that is wrong, which becomes a
    /// mistake of the document.
    pub fn read(document: &mut Document) -> Self {
        let mut settings = Self::default();
        for setting in SETTINGS {
            let value = document.value(setting.name);
            let wrong = value.and_then(|value| setting.read(value.ron(), &mut settings).err());
            if let Some(right) = wrong {
                document.reject(setting.name, &right);
            }
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::super::ConfigFile;
    use super::*;

    /// The settings in `text`, and what is wrong with it.
    fn read(text: &str) -> (Settings, Document) {
        let mut document = ConfigFile::Options.read("mine.ron", text).unwrap();
        (Settings::read(&mut document), document)
    }

    fn listed() -> impl Iterator<Item = &'static Setting> {
        SETTINGS.iter().filter(|setting| !setting.label.is_empty())
    }

    #[test]
    fn every_value_of_every_setting_is_written_and_read_back() {
        let mut count = 0;
        for setting in listed() {
            let mut settings = Settings::default();
            loop {
                let text = format!("({}: {})", setting.name, setting.to_ron(&settings));
                let (read, document) = read(&text);
                assert_eq!(read, settings, "{text}");
                assert_eq!(document.mistakes, [""; 0], "{text}");
                setting.change(&mut settings, 20, true, true);
                count += 1;
                if settings == Settings::default() {
                    break;
                }
            }
        }
        assert_eq!(count, 18 + 5 + 3 + 3 * 11 + 3 + 8 * 2);
        let (settings, _) = read("(page: \"https://example.org/a/\")");
        assert_eq!(settings.page, "https://example.org/a/");
        let page = SETTINGS.iter().find(|one| one.label.is_empty()).unwrap();
        assert_eq!(page.to_ron(&settings), "\"https://example.org/a/\"");
    }

    #[test]
    fn a_choice_has_the_name_of_its_variant() {
        assert_eq!(names(PALETTES), Palette::ALL.map(|one| format!("{one:?}")));
        assert_eq!(names(MOTIONS), Motion::ALL.map(|one| format!("{one:?}")));
        assert_eq!(names(LOOKS), BoardLook::ALL.map(|one| format!("{one:?}")));
    }

    #[test]
    fn every_option_and_what_it_may_be_is_in_the_page_about_options() {
        let page = include_str!("../../../docs/options.md");
        for setting in listed() {
            let row = format!("| {} | ", setting.label.to_lowercase());
            let row = page.lines().find(|line| line.starts_with(&row));
            let row = row.unwrap_or_else(|| panic!("{} is not in docs/options.md", setting.name));
            if let Kind::Choice(choices, ..) = &setting.kind {
                for choice in *choices {
                    let value = format!("`{}`", choice.shown);
                    assert!(row.contains(&value), "{row}: {value} is missing");
                }
            }
        }
        assert!(page.contains("`page`"));
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        assert_eq!(read("()").0, Settings::default());
        let (settings, _) = read("( // large\n text: 20 // larger\n )");
        assert_eq!(
            (settings.text, settings.palette),
            (Some(20), Palette::Standard)
        );
    }

    #[test]
    fn a_file_sets_motion_only_if_it_says_something_valid_about_it() {
        for (text, sets_motion) in [
            ("()", false),
            ("(text: 28)", false),
            ("(motion: Slow)", false),
            ("(motion: Full)", true),
        ] {
            assert_eq!(read(text).1.has("motion"), sets_motion, "{text}");
        }
    }

    #[test]
    fn a_wrong_value_is_named_by_file_and_line_and_costs_no_other() {
        for (wrong, message) in [
            ("text: 40", "text is 40; it goes from 12 to 28, or is Auto"),
            ("text: 11", "text is 11; it goes from 12 to 28, or is Auto"),
            (
                "text: -9999999999",
                "text is -9999999999; it goes from 12 to 28, or is Auto",
            ),
            ("volume: -1", "volume is -1; it goes from 0 to 10"),
            ("music: 300", "music is 300; it goes from 0 to 10"),
            (
                "text: 14.5",
                "text is 14.5; it should be a whole number, or is Auto",
            ),
            (
                "text: auto",
                "text is auto; it should be a whole number, or is Auto",
            ),
            (
                "ambience: (\n1)",
                "ambience is (; it should be a whole number",
            ),
            ("motion: Reducd", "motion is Reducd; did you mean Reduced?"),
            ("motion: \"Full\"", "motion is \"Full\"; did you mean Full?"),
            (
                "motion: Quick",
                "motion is Quick; choose from Full, Reduced, None",
            ),
            ("board: 2", "board is 2; choose from Auto, Rich, Flat"),
            (
                "fullscreen: yes",
                "fullscreen is yes; choose from false, true",
            ),
            ("teach: 1", "teach is 1; choose from false, true"),
            ("page: 7", "page is 7; it should be a text in quotes"),
            (
                "page: \"here\"",
                "page is \"here\"; it is the address of a page, such as https://example.org/undercroft/",
            ),
            (
                "txet: 14",
                "there is no \"txet\" here; did you mean \"text\"?",
            ),
            (
                "watch: false",
                "\"watch\" stands here twice; the first value counts",
            ),
        ] {
            let text = format!("(\n  palette: Deutan, watch: true,\n  {wrong},\n  plain: true)");
            let (settings, document) = read(&text);
            let expected = Settings {
                palette: Palette::Deutan,
                watch: true,
                plain: true,
                ..Settings::default()
            };
            assert_eq!(settings, expected, "{wrong}");
            assert_eq!(document.mistakes, [format!("mine.ron:3: {message}")]);
        }
    }

    #[test]
    fn a_setting_stops_at_its_ends_by_arrows_and_goes_around_by_enter() {
        let mut settings = Settings::default();
        let text = &SETTINGS[0];
        for _ in 0..40 {
            text.change(&mut settings, 20, true, false);
        }
        assert_eq!(text.value(&settings), "28 px");
        text.change(&mut settings, 20, true, true);
        text.change(&mut settings, 20, false, false);
        assert_eq!(text.value(&settings), "12 px");
        // What is found automatically is left for the next larger or smaller size.
        for (from, is_forward, to) in [
            (None, true, "21 px"),
            (None, false, "20 px"),
            (Some(20), true, "auto"),
            (Some(21), false, "auto"),
        ] {
            settings.text = from;
            text.change(&mut settings, 20, is_forward, false);
            assert_eq!(text.value(&settings), to);
        }
        for setting in listed() {
            let before = settings.clone();
            setting.change(&mut settings, 20, true, true);
            assert_ne!(settings, before);
            setting.change(&mut settings, 20, false, true);
            assert_eq!(settings, before);
        }
    }

    #[test]
    fn every_setting_is_reset_to_its_default() {
        let text = "(page: \"https://example.org\", keys: {})";
        let (mut settings, _) = read(text);
        for setting in listed() {
            setting.change(&mut settings, 20, true, true);
        }
        for setting in SETTINGS {
            let before = settings.clone();
            setting.reset(&mut settings);
            assert_ne!(settings, before, "{}", setting.name);
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn every_choice_is_described() {
        for setting in listed() {
            let mut settings = Settings::default();
            let mut described = vec![setting.describe(&settings)];
            if matches!(setting.kind, Kind::Number(..) | Kind::Size(..)) {
                continue;
            }
            loop {
                setting.change(&mut settings, 20, true, true);
                if settings == Settings::default() {
                    break;
                }
                let description = setting.describe(&settings);
                assert!(!described.contains(&description), "{description}");
                described.push(description);
            }
            assert!(described.len() > 1, "{}", setting.name);
        }
    }
}

//! The options file: RON. A wrong value costs that value, and a file that is no RON is refused as a whole, both
//! with the line and what would be right.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use ron::value::RawValue;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Settings;
use crate::mapgen::nearest;

/// Name of the file in the configuration folder.
pub const FILE: &str = "options.ron";

/// The first lines of the file.
const HEAD: &str = "\
// The options. The Options screen writes this file; it may be changed by hand as well, and what is
// left out or wrong has its default. A file that does not read is set aside.
";

/// Why a settings file does not read: its file and line, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(pub String);

/// What an options file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsFile {
    /// The settings; those that the file leaves out have their defaults.
    pub settings: Settings,
    /// Whether the file sets [`Settings::motion`]. If not, its default depends on the renderer.
    pub sets_motion: bool,
}

impl Settings {
    /// Parses settings; `file` names the text in errors. A wrong value has its default and is added to `mistakes`:
    /// an unknown field or word, or a number out of range.
    ///
    /// # Errors
    /// Invalid RON.
    pub fn read(
        file: &str,
        text: &str,
        mistakes: &mut Vec<String>,
    ) -> Result<SettingsFile, SettingsError> {
        const EXAMPLE: &str = "options look like (text: 14, motion: Reduced)";
        let Entries::<false>(entries) = parse_ron(file, text, EXAMPLE)?;
        let mut good = BTreeMap::new();
        for (name, value) in entries {
            let field = format!("{name}: {}", value.trim());
            match ron::from_str::<Self>(&format!("({field})")) {
                Ok(_) => drop(good.insert(name, field)),
                Err(error) => {
                    let line = line_of(text, value);
                    let mistake = describe_mistake(&name, value, &error.code);
                    mistakes.push(format!("{file}:{line}: {mistake}"));
                }
            }
        }
        let sets_motion = good.contains_key("motion");
        let fields: Vec<String> = good.into_values().collect();
        let settings = parse_ron(file, &format!("({})", fields.join(", ")), EXAMPLE)?;
        Ok(SettingsFile {
            settings,
            sets_motion,
        })
    }

    /// The content of the file; [`Settings::read`] reads it back.
    pub fn to_ron(&self) -> String {
        let Self {
            text,
            palette,
            motion,
            fullscreen,
            volume,
            ambience,
            music,
            watch,
            teach,
            captions,
            plain,
            board,
            page,
        } = self;
        format!(
            "{HEAD}(
    // Size of text, in pixels: 12 to 28.
    text: {text},
    // Standard, HighContrast, Protan, Deutan or Tritan.
    palette: {palette:?},
    // Full, Reduced or None.
    motion: {motion:?},
    // Whether the window fills the screen.
    fullscreen: {fullscreen},
    // How loud sounds are: 0 to 10.
    volume: {volume},
    // How loud the sound of a level is: 0 to 10.
    ambience: {ambience},
    // How loud the theme is: 0 to 10.
    music: {music},
    // Whether each step of a long action is shown.
    watch: {watch},
    // Whether lessons appear when you first meet something.
    teach: {teach},
    // Whether sounds from out of sight are described in words.
    captions: {captions},
    // Whether the map has characters of the font alone, and no drawings.
    plain: {plain},
    // How boards of Conduit are drawn: Auto, Rich or Flat.
    board: {board:?},
    // The address of the browser page that links lead to. Without one, F9 copies codes.
    page: {page:?},
)
"
        )
    }
}

/// What is wrong with a field of the options.
fn describe_mistake(name: &str, value: &RawValue, error: &ron::Error) -> String {
    let value = value.trim().get_ron();
    match error {
        ron::Error::NoSuchStructField { expected, .. } => {
            format!("there is no option \"{name}\"; {}", hint(name, expected))
        }
        ron::Error::NoSuchEnumVariant { expected, .. } => {
            format!("{name} is {value}; {}", hint(value, expected))
        }
        // Says the field and the value.
        ron::Error::Message(reason) => reason.clone(),
        error => {
            let right = match error {
                ron::Error::ExpectedBoolean => "true or false",
                ron::Error::ExpectedInteger => "a whole number",
                ron::Error::ExpectedString => "a text in quotes",
                _ => "something else; the Options screen writes this file",
            };
            let start: String = value.chars().take(30).collect();
            format!("{name} is {start}; it should be {right}")
        }
    }
}

fn hint(given: &str, known: &[&str]) -> String {
    match nearest(given, known.iter().copied()) {
        Some(name) => format!("did you mean \"{name}\"?"),
        None => format!("choose from {}", known.join(", ")),
    }
}

/// The fields of a RON struct, or the entries of a RON map, in order, each with its value as it is written.
pub(in crate::app) struct Entries<'a, const IS_MAP: bool>(pub Vec<(String, &'a RawValue)>);

impl<'de, const IS_MAP: bool> Deserialize<'de> for Entries<'de, IS_MAP> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;

        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("names with values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }

        let entries = match IS_MAP {
            true => deserializer.deserialize_map(EntriesVisitor),
            false => deserializer.deserialize_struct("Settings", &[], EntriesVisitor),
        };
        entries.map(Self)
    }
}

/// The line of a value in the text that it was read from.
pub(in crate::app) fn line_of(text: &str, value: &RawValue) -> usize {
    let at = value.trim().get_ron().as_ptr().addr();
    let before = text.get(..at.saturating_sub(text.as_ptr().addr()));
    before.unwrap_or_default().matches('\n').count() + 1
}

/// Parses RON; `file` names the text in errors, which end with `example`.
pub(in crate::app) fn parse_ron<'a, T: Deserialize<'a>>(
    file: &str,
    text: &'a str,
    example: &str,
) -> Result<T, SettingsError> {
    ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        let (line, column, reason) = (at.line, at.col, error.code);
        SettingsError(format!("{file}:{line}:{column}: {reason}; {example}"))
    })
}

// Each field has its own function, because errors name the field.

pub(super) fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_in_range(deserializer, "text", Settings::TEXT_SIZES)
}

pub(super) fn read_volume<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_in_range(deserializer, "volume", 0..=Settings::MAX_VOLUME)
}

pub(super) fn read_ambience<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_in_range(deserializer, "ambience", 0..=Settings::MAX_VOLUME)
}

pub(super) fn read_music<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_in_range(deserializer, "music", 0..=Settings::MAX_VOLUME)
}

pub(super) fn read_page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let given = String::deserialize(deserializer)?;
    let is_address = given.starts_with("https://") || given.starts_with("http://");
    if given.is_empty() || is_address && given.chars().all(|c| c.is_ascii_graphic() && c != '#') {
        return Ok(given);
    }
    Err(D::Error::custom(format!(
        "page is \"{given}\"; it is the address of a page, such as https://example.org/undercroft/"
    )))
}

fn read_in_range<'de, D: Deserializer<'de>>(
    deserializer: D,
    name: &str,
    range: RangeInclusive<u8>,
) -> Result<u8, D::Error> {
    let given = i64::deserialize(deserializer)?;
    u8::try_from(given)
        .ok()
        .filter(|value| range.contains(value))
        .ok_or_else(|| {
            let (min, max) = (range.start(), range.end());
            D::Error::custom(format!("{name} is {given}; it goes from {min} to {max}"))
        })
}

#[cfg(test)]
mod tests {
    use super::super::{BoardLook, Motion, Palette};
    use super::*;

    /// The settings in `text`, and what is wrong with it.
    fn read(text: &str) -> (SettingsFile, Vec<String>) {
        let mut mistakes = Vec::new();
        let file = Settings::read("mine.ron", text, &mut mistakes).unwrap();
        (file, mistakes)
    }

    fn settings(text: &str) -> Settings {
        let (file, mistakes) = read(text);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        file.settings
    }

    #[test]
    fn what_is_written_reads_back() {
        for palette in Palette::ALL {
            for (text, motion) in [
                (12, Motion::Full),
                (20, Motion::Reduced),
                (28, Motion::None),
            ] {
                let settings = Settings {
                    text,
                    palette,
                    motion,
                    fullscreen: motion == Motion::Full,
                    volume: (text - 12).min(Settings::MAX_VOLUME),
                    ambience: (28 - text).min(Settings::MAX_VOLUME),
                    music: (30 - text).min(Settings::MAX_VOLUME),
                    watch: motion == Motion::Full,
                    teach: motion == Motion::Full,
                    captions: motion == Motion::Reduced,
                    plain: motion == Motion::None,
                    board: BoardLook::Flat,
                    page: format!("https://example.org/{text}/"),
                };
                assert_eq!(super::tests::settings(&settings.to_ron()), settings);
            }
        }
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let written = Settings::default().to_ron();
        assert_eq!(settings(&written), Settings::default());
        assert_eq!(settings("()"), Settings::default());
        let read = settings("( // large\n text: 20 // larger\n )");
        assert_eq!((read.text, read.palette), (20, Palette::Standard));
    }

    #[test]
    fn a_file_sets_motion_only_if_it_says_something_valid_about_it() {
        for (text, sets_motion) in [
            ("()", false),
            ("(text: 28)", false),
            ("(motion: Slow)", false),
            ("(motion: Full)", true),
        ] {
            assert_eq!(read(text).0.sets_motion, sets_motion, "{text}");
        }
        assert!(read(&Settings::default().to_ron()).0.sets_motion);
    }

    #[test]
    fn a_wrong_value_is_named_by_file_and_line_and_costs_no_other() {
        for (wrong, message) in [
            ("text: 40", "text is 40; it goes from 12 to 28"),
            ("text: 11", "text is 11; it goes from 12 to 28"),
            ("volume: -1", "volume is -1; it goes from 0 to 10"),
            ("volume: 300", "volume is 300; it goes from 0 to 10"),
            (
                "text: \"14\"",
                "text is \"14\"; it should be a whole number",
            ),
            (
                "motion: Reducd",
                "motion is Reducd; did you mean \"Reduced\"?",
            ),
            (
                "motion: Quick",
                "motion is Quick; choose from Full, Reduced, None",
            ),
            (
                "txet: 14",
                "there is no option \"txet\"; did you mean \"text\"?",
            ),
            (
                "fullscreen: yes",
                "fullscreen is yes; it should be true or false",
            ),
            (
                "page: \"here\"",
                "page is \"here\"; it is the address of a page, such as https://example.org/undercroft/",
            ),
        ] {
            let (file, mistakes) = read(&format!(
                "(\n  palette: Deutan,\n  {wrong},\n  watch: true)"
            ));
            let expected = Settings {
                palette: Palette::Deutan,
                watch: true,
                ..Settings::default()
            };
            assert_eq!(file.settings, expected, "{wrong}");
            assert_eq!(mistakes, [format!("mine.ron:3: {message}")], "{wrong}");
        }
    }

    #[test]
    fn a_text_that_is_no_ron_is_refused_with_what_would_be_right() {
        for text in ["(text: 14", "text = 14", "", "(text 14)", "[14]"] {
            let message = Settings::read("mine.ron", text, &mut Vec::new());
            let message = message.unwrap_err().to_string();
            assert!(message.starts_with("mine.ron:1:"), "{text:?}: {message}");
            assert!(
                message.contains("options look like (text: 14,"),
                "{message}"
            );
            assert!(!message.contains('\n'), "{message}");
        }
    }
}

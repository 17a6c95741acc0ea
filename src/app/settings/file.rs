//! The options file: RON. A file with any mistake is refused as a whole, with the line and what would be right.

use std::ops::RangeInclusive;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use super::Settings;

/// Name of the file in the configuration folder.
pub const FILE: &str = "options.ron";

/// The first lines of the file.
const HEAD: &str = "\
// The options. The Options screen writes this file; it may be changed by hand as well, and what is
// left out has its default. A file that does not read is set aside.
";

/// The first mistake in a settings file: its file and line, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(pub String);

impl Settings {
    /// Parses settings; `file` names the text in errors.
    ///
    /// # Errors
    /// The first mistake: invalid RON, an unknown field or value, or a number out of range.
    pub fn read(file: &str, text: &str) -> Result<Self, SettingsError> {
        let example = "options look like (text: 14, palette: HighContrast, motion: Reduced, fullscreen: false, \
                       volume: 7, ambience: 5, music: 5, watch: false, teach: true, captions: false, \
                       plain: false, board: Auto, page: \"https://example.org/\")";
        parse_ron(file, text, example)
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

/// Parses RON; `file` names the text in errors, which end with `example`.
pub(super) fn parse_ron<T: DeserializeOwned>(
    file: &str,
    text: &str,
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
        "page is `{given}`; it is the address of a page, such as https://example.org/undercroft/"
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

    fn error(text: &str) -> String {
        Settings::read("mine.ron", text).unwrap_err().to_string()
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
                let read = Settings::read("mine.ron", &settings.to_ron());
                assert_eq!(read, Ok(settings));
            }
        }
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let written = Settings::default().to_ron();
        assert_eq!(
            Settings::read("mine.ron", &written),
            Ok(Settings::default())
        );
        assert_eq!(Settings::read("mine.ron", "()"), Ok(Settings::default()));
        let read = Settings::read("mine.ron", "( // large\n text: 20 )").unwrap();
        assert_eq!((read.text, read.palette), (20, Palette::Standard));
    }

    #[test]
    fn what_is_wrong_is_named_by_file_and_line_with_what_would_be_right() {
        for (text, place, needle) in [
            (
                "(\n  text: 40,\n)",
                "mine.ron:2:",
                "text is 40; it goes from 12 to 28",
            ),
            ("(\n  text: 11,\n)", "mine.ron:2:", "it goes from 12 to 28"),
            (
                "(\n\n  volume: -1)",
                "mine.ron:3:",
                "volume is -1; it goes from 0 to 10",
            ),
            (
                "(\n  volume: 300,\n)",
                "mine.ron:2:",
                "it goes from 0 to 10",
            ),
            ("(\n  palette: Gaudy,\n)", "mine.ron:2:", "`HighContrast`"),
            ("(\n  motion: Some,\n)", "mine.ron:2:", "`Reduced`"),
            ("(\n  txet: 14,\n)", "mine.ron:2:", "`text`"),
            ("(page: \"here\")", "mine.ron:1:", "page is `here`"),
            (
                "(text: \"14\")",
                "mine.ron:1:",
                "options look like (text: 14,",
            ),
            ("(text: 14", "mine.ron:1:", "options look like (text: 14,"),
            ("text = 14", "mine.ron:1:", "options look like (text: 14,"),
            ("", "mine.ron:1:", "options look like (text: 14,"),
        ] {
            let message = error(text);
            assert!(message.starts_with(place), "{text:?}: {message}");
            assert!(message.contains(needle), "{text:?}: {message}");
            assert!(!message.contains('\n'), "{message}");
        }
    }
}

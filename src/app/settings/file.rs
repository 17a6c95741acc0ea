//! Settings as a file: RON, read whole or refused with file, line and what would be right.

use std::ops::RangeInclusive;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::Settings;

/// Name of the file in the configuration folder.
pub const FILE: &str = "options.ron";

/// What the file begins with.
const HEAD: &str = "\
// The options. The Options screen writes this file; it may be changed by hand as well, and what is
// left out has its default. A file that does not read is set aside.
";

/// What is wrong with a file of settings: file, line, what, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(pub String);

impl Settings {
    /// Reads settings; `file` names the text in errors.
    ///
    /// # Errors
    /// The first thing that is wrong: a form that is not RON, an unknown field or word, a number
    /// out of its range.
    pub fn read(file: &str, text: &str) -> Result<Self, SettingsError> {
        ron::from_str(text).map_err(|error| {
            let at = error.span.start;
            SettingsError(format!(
                "{file}:{}:{}: {}; options look like (text: 14, palette: HighContrast, motion: \
                 Reduced, fullscreen: false, volume: 7, ambience: 5, music: 5, \
                 watch: false, teach: true, captions: false, plain: false, board: Auto, \
                 page: \"https://example.org/\")",
                at.line, at.col, error.code
            ))
        })
    }

    /// The file, which reads back to these settings.
    pub fn written(&self) -> String {
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
    // Full or Reduced.
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
    // Whether a line is told at the first of each thing.
    teach: {teach},
    // Whether sounds that are not seen are told in words.
    captions: {captions},
    // Whether the map has characters of the font alone, and no drawings.
    plain: {plain},
    // How boards of Conduit are drawn: Auto, Rich or Flat.
    board: {board:?},
    // The address of the browser page that links lead to.
    page: {page:?},
)
"
        )
    }
}

/// Reads the size of text.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, "text", Settings::TEXT)
}

/// Reads the volume.
pub(super) fn volume<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, "volume", 0..=Settings::LOUDEST)
}

/// Reads the volume of levels.
pub(super) fn ambience<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, "ambience", 0..=Settings::LOUDEST)
}

/// Reads the volume of the theme.
pub(super) fn music<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    within(deserializer, "music", 0..=Settings::LOUDEST)
}

/// Reads the address of the page.
pub(super) fn page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let given = String::deserialize(deserializer)?;
    let is_address = given.starts_with("https://") || given.starts_with("http://");
    if is_address && given.chars().all(|c| c.is_ascii_graphic() && c != '#') {
        return Ok(given);
    }
    Err(D::Error::custom(format!(
        "page is `{given}`; it is the address of a page, such as https://example.org/undercroft/"
    )))
}

fn within<'de, D: Deserializer<'de>>(
    deserializer: D,
    name: &str,
    range: RangeInclusive<u8>,
) -> Result<u8, D::Error> {
    let given = i64::deserialize(deserializer)?;
    u8::try_from(given)
        .ok()
        .filter(|value| range.contains(value))
        .ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            D::Error::custom(format!("{name} is {given}; it goes from {least} to {most}"))
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
                    volume: (text - 12).min(Settings::LOUDEST),
                    ambience: (28 - text).min(Settings::LOUDEST),
                    music: (30 - text).min(Settings::LOUDEST),
                    watch: motion == Motion::Full,
                    teach: motion == Motion::Full,
                    captions: motion == Motion::Reduced,
                    plain: motion == Motion::None,
                    board: BoardLook::Flat,
                    page: format!("https://example.org/{text}/"),
                };
                let read = Settings::read("mine.ron", &settings.written());
                assert_eq!(read, Ok(settings));
            }
        }
    }

    #[test]
    fn what_is_left_out_has_its_default() {
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
            (
                "(text: \"14\")",
                "mine.ron:1:",
                "options look like (text: 14,",
            ),
            ("(text: 14", "mine.ron:1:", "options look like (text: 14,"),
            ("text = 14", "mine.ron:1:", "options look like (text: 14,"),
            ("", "mine.ron:1:", "options look like (text: 14,"),
        ] {
            let said = error(text);
            assert!(said.starts_with(place), "{text:?}: {said}");
            assert!(said.contains(needle), "{text:?}: {said}");
            assert!(!said.contains('\n'), "{said}");
        }
    }
}

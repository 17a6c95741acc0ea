//! Prefabs: drawings of parts of a map in a text file, each with a name, keys and a legend.
//!
//! ```text
//! // Lines that begin with two slashes are ignored, and so are blank ones.
//! name: dovecote
//! weight: 4
//! legend: ! = find
//! .....
//! .###.
//! ..!#.
//! ```
//!
//! A prefab begins with its name. Its keys are those of its [`Format`]. Its rows, all equally long, consist
//! of the characters of tiles, `_`, which leaves a tile as it is, and the characters of its legend.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Tile;
use crate::geom::{Grid, Pos, Size};
use crate::text;

/// What a character of a drawing stands for; `M` is what a legend can give to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Drawn<M> {
    /// The tile stays as it is.
    Keep,
    /// This tile.
    Tile(Tile),
    /// Something on a tile of its own choice.
    Mark(M),
}

/// What the prefabs of a file consist of.
pub(crate) struct Format {
    /// The keys besides `name` and `legend`.
    pub keys: &'static [&'static str],
    /// Those of the keys that a prefab can have several lines of.
    pub repeated: &'static [&'static str],
    /// The characters of drawings besides those of the legend: of tiles, and `_` where tiles can stay as
    /// they are.
    pub characters: &'static str,
    /// The least and the greatest size of a drawing.
    pub sizes: [Size; 2],
}

/// A prefab as its file gives it.
#[derive(Clone, Debug)]
pub(crate) struct Prefab<'a, M> {
    /// Its name.
    pub name: &'a str,
    /// The line of its name.
    pub line: usize,
    /// The drawing.
    pub drawing: Grid<Drawn<M>>,
    /// By key, its line and value.
    keys: BTreeMap<&'a str, (usize, &'a str)>,
    /// The lines of the keys that can have several: line, key and value.
    repeated: Vec<(usize, &'a str, &'a str)>,
    /// By character, its line and meaning.
    legend: BTreeMap<char, (usize, M)>,
    /// Lines and texts of the drawing.
    rows: Vec<(usize, &'a str)>,
    is_right: bool,
}

/// What is wrong in a line, counted from 1, and what would be right.
pub(crate) type PrefabError = (usize, String);

/// The most prefabs in a file, because their names are compared with each other.
const MAX_PREFABS: usize = 1000;

/// Reads every prefab of a file that is right, and reports all that is wrong. `mark` reads what a legend
/// gives to a character, or says what it could give.
pub(crate) fn read<'a, M: Clone>(
    text: &'a str,
    format: &Format,
    mark: impl Fn(char, &str) -> Result<M, String>,
) -> (Vec<Prefab<'a, M>>, Vec<PrefabError>) {
    let (mut prefabs, mut errors): (Vec<Prefab<'_, M>>, Vec<PrefabError>) = Default::default();
    for text::Line { number, text, .. } in text::lines(text) {
        if text.is_empty() || text.trim_start().starts_with("//") {
            continue;
        }
        let is_key = |key: &str| !key.is_empty() && key.bytes().all(|c| c.is_ascii_lowercase());
        let key = text.split_once(':').filter(|(key, _)| is_key(key));
        if let Some(("name", name)) = key {
            if prefabs.len() == MAX_PREFABS {
                let reason = format!("the file has more than {MAX_PREFABS} prefabs, the limit");
                return (prefabs, vec![(number, reason)]);
            }
            prefabs.push(Prefab::new(name.trim(), number));
            continue;
        }
        let Some(prefab) = prefabs.last_mut() else {
            let reason = "this belongs to no prefab: write a name above it, such as \"name: nave\"";
            return (prefabs, vec![(number, reason.to_owned())]);
        };
        let read = match key {
            None => prefab.add_row(number, text),
            Some((key, value)) => prefab.add_key(number, (key, value.trim()), format, &mark),
        };
        if let Err(reason) = read {
            prefab.is_right = false;
            errors.push((number, reason));
        }
    }
    prefabs.retain_mut(|prefab| prefab.is_right && prefab.draw(format, &mut errors));
    (prefabs, errors)
}

impl<'a, M: Clone> Prefab<'a, M> {
    fn new(name: &'a str, line: usize) -> Self {
        Self {
            name,
            line,
            drawing: Grid::new(0, 0, Drawn::Keep),
            keys: BTreeMap::new(),
            repeated: Vec::new(),
            legend: BTreeMap::new(),
            rows: Vec::new(),
            is_right: true,
        }
    }

    /// Whether it has a line for a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    fn add_key(
        &mut self,
        line: usize,
        (key, value): (&'a str, &'a str),
        format: &Format,
        mark: impl Fn(char, &str) -> Result<M, String>,
    ) -> Result<(), String> {
        let name = self.name;
        if !self.rows.is_empty() {
            return Err(format!(
                "\"{key}\" comes after the drawing of \"{name}\": write it above the drawing, or begin \
                 another prefab with its name"
            ));
        }
        let repeated = if key == "legend" {
            let (c, meaning) = read_legend(value, mark)?;
            let earlier = self.legend.insert(c, (line, meaning));
            earlier.map(|_| format!("{c:?}"))
        } else if format.repeated.contains(&key) {
            self.repeated.push((line, key, value));
            None
        } else if format.keys.contains(&key) {
            let earlier = self.keys.insert(key, (line, value));
            earlier.map(|_| format!("\"{key}\""))
        } else {
            let keys = format.keys.join(", ");
            return Err(format!(
                "\"{key}\" is not a key; use name, {keys} or legend"
            ));
        };
        repeated.map_or(Ok(()), |what| {
            Err(format!("\"{name}\" has a second line for {what}"))
        })
    }

    fn add_row(&mut self, line: usize, row: &'a str) -> Result<(), String> {
        if row.contains(char::is_whitespace) {
            return Err(format!(
                "\"{}\" is neither a row nor a key: a row has no spaces (\"_\" leaves a tile as it is), and \
                 a colon follows a key",
                text::excerpt(row)
            ));
        }
        self.rows.push((line, row));
        Ok(())
    }

    /// Reads the rows; returns whether they are right.
    fn draw(&mut self, format: &Format, errors: &mut Vec<PrefabError>) -> bool {
        let (name, before) = (self.name, errors.len());
        let width = self.rows.first().map_or(0, |(_, row)| row.chars().count());
        let size = Size::new(width as u32, self.rows.len() as u32);
        let [least, most] = format.sizes;
        if size.width.clamp(least.width, most.width) != size.width
            || size.height.clamp(least.height, most.height) != size.height
        {
            let reason = format!("the drawing of \"{name}\" is {size}, not from {least} to {most}");
            errors.push((self.line, reason));
            return false;
        }
        self.drawing = Grid::new(size.width, size.height, Drawn::Keep);
        for (y, &(line, row)) in (0..).zip(&self.rows) {
            let length = row.chars().count();
            if length != width {
                let reason =
                    format!("the row has {length} characters, and the first of \"{name}\" {width}");
                errors.push((line, reason));
                continue;
            }
            for (x, c) in (0..).zip(row.chars()) {
                self.drawing[Pos::new(x, y)] = match self.legend.get(&c) {
                    Some((_, mark)) => Drawn::Mark(mark.clone()),
                    None if format.characters.contains(c) => {
                        Tile::from_char(c).map_or(Drawn::Keep, Drawn::Tile)
                    }
                    None => {
                        let reason = format!(
                            "column {}: {c:?} is neither one of {} nor in a legend of \"{name}\"",
                            x + 1,
                            format.characters
                        );
                        errors.push((line, reason));
                        break;
                    }
                };
            }
        }
        for (c, (line, _)) in &self.legend {
            if !self.rows.iter().any(|(_, row)| row.contains(*c)) {
                errors.push((*line, format!("{c:?} is not in the drawing of \"{name}\"")));
            }
        }
        errors.len() == before
    }
}

/// Reads the value of a legend, such as `! = find`.
fn read_legend<M>(
    value: &str,
    mark: impl Fn(char, &str) -> Result<M, String>,
) -> Result<(char, M), String> {
    let form = "a legend is a character, \"=\" and what it stands for";
    let (c, meaning) = value.split_once('=').ok_or(form)?;
    let mut characters = c.trim().chars();
    let (Some(c), None) = (characters.next(), characters.next()) else {
        return Err(form.to_owned());
    };
    if "_:".contains(c) || Tile::from_char(c).is_some() {
        return Err(format!(
            "{c:?} means something already: choose another character"
        ));
    }
    Ok((c, mark(c, meaning.trim())?))
}

impl<M> Prefab<'_, M> {
    /// The lines of the keys that can have several, in their order: line, key and value.
    pub fn repeated(&self) -> &[(usize, &str, &str)] {
        &self.repeated
    }

    /// What the legend gives, with its lines, in ascending order of the characters.
    pub fn legend(&self) -> impl Iterator<Item = (usize, &M)> {
        self.legend.values().map(|(line, mark)| (*line, mark))
    }

    /// The line of a key; that of the name if it is missing.
    pub fn line_of(&self, key: &str) -> usize {
        self.keys.get(key).map_or(self.line, |(line, _)| *line)
    }

    /// The value of a key as `parse` reads it; `default` if it is missing. `right` says what would be right.
    pub fn value<T>(
        &self,
        key: &str,
        default: Option<T>,
        right: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, PrefabError> {
        let Some(&(line, value)) = self.keys.get(key) else {
            let reason = || format!("\"{}\" has no \"{key}\": write {right}", self.name);
            return default.ok_or_else(|| (self.line, reason()));
        };
        parse(value).ok_or_else(|| (line, format!("{key} is \"{value}\": write {right}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format {
        keys: &["kind", "weight"],
        repeated: &["on"],
        characters: "#.~_",
        sizes: [Size::new(1, 1), Size::new(5, 3)],
    };

    fn read_all(text: &str) -> (Vec<Prefab<'_, u8>>, Vec<PrefabError>) {
        read(text, &FORMAT, |_, meaning| {
            meaning.parse().map_err(|_| "write a number".to_owned())
        })
    }

    fn errors(text: &str) -> Vec<(usize, String)> {
        read_all(text).1
    }

    #[test]
    fn a_file_is_read_without_comments_and_blank_lines() {
        let text = "// Two.\n\nname: well\nweight: 4\nlegend: ! = 7\n#!\n\n// the second row\n_~\nname: cell\n.\n";
        let (prefabs, errors) = read_all(text);
        assert_eq!(errors, []);
        let [well, cell] = &prefabs[..] else {
            panic!("{prefabs:?}")
        };
        assert_eq!(
            (well.name, well.line, cell.name, cell.line),
            ("well", 3, "cell", 10)
        );
        assert_eq!(
            well.drawing
                .iter()
                .map(|(_, drawn)| *drawn)
                .collect::<Vec<_>>(),
            [
                Drawn::Tile(Tile::Wall),
                Drawn::Mark(7),
                Drawn::Keep,
                Drawn::Tile(Tile::Water)
            ]
        );
        assert_eq!((well.line_of("weight"), well.line_of("kind")), (4, 3));
        let weight = |prefab: &Prefab<'_, u8>, default| {
            prefab.value("weight", default, "a number", |text| text.parse().ok())
        };
        assert_eq!(weight(well, None), Ok(4));
        assert_eq!(weight(cell, Some(10)), Ok(10));
        let missing = "\"cell\" has no \"weight\": write a number";
        assert_eq!(weight(cell, None), Err((10, missing.into())));
    }

    #[test]
    fn every_error_is_reported_with_its_line_and_says_what_would_be_right() {
        for (text, line, part) in [
            (
                "kind: Halls\n",
                1,
                "write a name above it, such as \"name: nave\"",
            ),
            (
                "name: a\nheight: 3\n.\n",
                2,
                "use name, kind, weight or legend",
            ),
            (
                "name: a\nkind: 1\nkind: 1\n.\n",
                3,
                "a second line for \"kind\"",
            ),
            ("name: a\n.\nkind: 1\n", 3, "after the drawing of \"a\""),
            ("name: a\nkind Halls\n", 2, "a colon follows a key"),
            ("name: a\n. .\n", 2, "\"_\" leaves a tile as it is"),
            (
                "name: a\n...\n..\n",
                3,
                "the row has 2 characters, and the first of \"a\" 3",
            ),
            (
                "name: a\n..\n.x\n",
                3,
                "column 2: 'x' is neither one of #.~_ nor in a legend",
            ),
            ("name: a\n", 1, "0x0, not from 1x1 to 5x3"),
            ("name: a\n......\n", 1, "6x1, not from 1x1 to 5x3"),
            (
                "name: a\nlegend: find\n.\n",
                2,
                "a character, \"=\" and what",
            ),
            (
                "name: a\nlegend: ab = 1\n.\n",
                2,
                "a character, \"=\" and what",
            ),
            ("name: a\nlegend: # = 1\n#\n", 2, "choose another character"),
            ("name: a\nlegend: x = y\nx\n", 2, "write a number"),
            (
                "name: a\nlegend: x = 1\n.\n",
                2,
                "'x' is not in the drawing of \"a\"",
            ),
            (
                "name: a\nlegend: x = 1\nlegend: x = 2\nx\n",
                3,
                "a second line for 'x'",
            ),
        ] {
            let found = errors(text);
            let is_found = |(at, reason): &PrefabError| *at == line && reason.contains(part);
            assert!(found.iter().any(is_found), "{text}: {found:?}");
        }
        let several = "name: a\n.x\nname: b\n..\n.\nname: c\n.\n";
        let (prefabs, found) = read_all(several);
        assert_eq!(
            found.iter().map(|(line, _)| *line).collect::<Vec<_>>(),
            [2, 5]
        );
        assert_eq!(prefabs.len(), 1);
        let many = "name: a\n.\n".repeat(MAX_PREFABS + 1);
        assert!(errors(&many)[0].1.contains("more than 1000"));
    }
}

//! The text of a configuration file: a RON struct whose entries are read, checked and replaced one by one.

use ron::value::RawValue;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::mapgen::nearest;

/// The entries of a configuration file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Document {
    /// The file, as messages name it.
    file: String,
    entries: Vec<Entry>,
    /// What is wrong with the file, each with its line and what would be right. Wrong entries do not count.
    pub mistakes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    name: String,
    /// The line on which the value begins.
    line: usize,
    ron: String,
}

/// A value in a file, and where it stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value<'a> {
    file: &'a str,
    line: usize,
    ron: &'a str,
}

impl Document {
    /// Parses a file; `file` names it in errors, which end with `example`. An entry whose name is not in `known` is
    /// a mistake, and so is one whose name stands there twice.
    ///
    /// # Errors
    /// If the text is not a RON struct.
    pub fn read(file: &str, text: &str, known: &[&str], example: &str) -> Result<Self, String> {
        let Entries::<false>(values) = parse(file, text, example)?;
        let mut document = Self {
            file: file.to_owned(),
            ..Self::default()
        };
        for (name, value) in values {
            let value = Value::within(file, (1, text), value);
            if document.has(&name) {
                let reason = format!("\"{name}\" stands here twice; the first value counts");
                document.mistakes.push(value.mistake(&reason));
                continue;
            }
            if !known.contains(&name.as_str()) {
                let hint = match nearest(&name, known.iter().copied()) {
                    Some(name) => format!("did you mean \"{name}\"?"),
                    None => format!("choose from {}", known.join(", ")),
                };
                let reason = format!("there is no \"{name}\" here; {hint}");
                document.mistakes.push(value.mistake(&reason));
            }
            document.entries.push(Entry {
                name,
                line: value.line,
                ron: value.ron.to_owned(),
            });
        }
        Ok(document)
    }

    /// Whether the file has an entry whose value is right, as far as that has been read.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The message about [`mistakes`](Self::mistakes), if there are any.
    pub fn describe_mistakes(&self) -> Option<String> {
        describe_mistakes(&self.mistakes)
    }

    /// The value of an entry, if the file has it.
    pub fn value(&self, name: &str) -> Option<Value<'_>> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        Some(Value {
            file: &self.file,
            line: entry.line,
            ron: &entry.ron,
        })
    }

    /// Removes the entry `name`, whose value is wrong; `right` says what would be right.
    pub(super) fn reject(&mut self, name: &str, right: &str) {
        if let Some(value) = self.value(name) {
            let mistake = value.mistake(&format!("{name} is {}; {right}", value.start()));
            self.mistakes.push(mistake);
        }
        self.entries.retain(|entry| entry.name != name);
    }

    /// Replaces the value of an entry, or adds it.
    pub(super) fn set(&mut self, name: &str, ron: String) {
        match self.entries.iter_mut().find(|entry| entry.name == name) {
            Some(entry) => entry.ron = ron,
            None => self.entries.push(Entry {
                name: name.to_owned(),
                line: 0,
                ron,
            }),
        }
    }

    /// The text of the file, with `head` above the entries. The `known` ones, each with its comment, come first;
    /// others follow as they are.
    pub(super) fn to_ron(&self, head: &str, known: &[(&str, String)]) -> String {
        let place = |entry: &&Entry| known.iter().position(|(name, _)| *name == entry.name);
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by_key(|entry| place(entry).unwrap_or(known.len()));
        let mut text = format!("{}(\n", comment(head, ""));
        for entry in entries {
            if let Some((_, about)) = place(&entry).map(|place| &known[place]) {
                text += &comment(about, "    ");
            }
            text += &format!("    {}: {},\n", entry.name, entry.ron);
        }
        text + ")\n"
    }
}

/// The lines of a text as comments.
fn comment(text: &str, indent: &str) -> String {
    let lines = text.lines().map(|line| format!("{indent}// {line}"));
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

impl<'a> Value<'a> {
    /// A text that is a single value; errors end with `example`.
    ///
    /// # Errors
    /// If the text is not RON.
    pub fn whole(file: &'a str, text: &'a str, example: &str) -> Result<Self, String> {
        let value = parse(file, text, example)?;
        Ok(Self::within(file, (1, text), value))
    }

    /// A value in `text`, which begins on this line of the file.
    fn within(file: &'a str, (line, text): (usize, &'a str), value: &'a RawValue) -> Self {
        let ron = value.trim().get_ron();
        let start = ron.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let before = text.get(..start).unwrap_or_default();
        Self {
            file,
            line: line + before.matches('\n').count(),
            ron,
        }
    }

    /// The value as it is written.
    pub const fn ron(self) -> &'a str {
        self.ron
    }

    /// Its beginning, for messages.
    pub fn start(self) -> String {
        let line = self.ron.lines().next().unwrap_or_default();
        line.chars().take(30).collect()
    }

    /// The message that this value is wrong, with its place.
    pub fn mistake(self, reason: &str) -> String {
        self.mistake_at(0, reason)
    }

    /// The message that something is wrong at a byte of the value.
    pub fn mistake_at(self, byte: usize, reason: &str) -> String {
        let before = self.ron.get(..byte).unwrap_or_default();
        let line = self.line + before.matches('\n').count();
        format!("{}:{line}: {reason}", self.file)
    }

    /// The entries of a RON map whose keys are strings; `None` if it is something else.
    pub fn entries(self) -> Option<Vec<(String, Self)>> {
        let Entries::<true>(entries) = ron::from_str(self.ron).ok()?;
        let within = |value| Self::within(self.file, (self.line, self.ron), value);
        let entries = entries.into_iter();
        Some(entries.map(|(name, value)| (name, within(value))).collect())
    }
}

/// The fields of a RON struct, or the entries of a RON map, in order, each with its value as it is written.
struct Entries<'a, const IS_MAP: bool>(Vec<(String, &'a RawValue)>);

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

/// Parses RON; `file` names the text in errors, which end with `example`.
fn parse<'a, T: Deserialize<'a>>(file: &str, text: &'a str, example: &str) -> Result<T, String> {
    ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        let (line, column, reason) = (at.line, at.col, error.code);
        format!("{file}:{line}:{column}: {reason}; it should look like {example}")
    })
}

/// A message of two lines at most about the values of a file that do not count; `None` if there are none.
fn describe_mistakes(mistakes: &[String]) -> Option<String> {
    let (first, more) = mistakes.split_first()?;
    let stop = if first.ends_with('?') { "" } else { "." };
    let rest = match more.len() {
        0 => "The rest of the file applies".to_owned(),
        1 => "1 more value is wrong; the rest of the file applies".to_owned(),
        count => format!("{count} more values are wrong; the rest of the file applies"),
    };
    Some(format!("{first}{stop} {rest}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Document, String> {
        Document::read("mine.ron", text, &["text", "keys"], "(text: 14)")
    }

    #[test]
    fn a_text_that_is_no_ron_is_refused_with_what_would_be_right() {
        for text in [
            "(text: 14",
            "text = 14",
            "",
            "(text 14)",
            "[14]",
            "(text: 14) 2",
        ] {
            let message = read(text).unwrap_err();
            assert!(message.starts_with("mine.ron:1:"), "{text:?}: {message}");
            assert!(
                message.ends_with("; it should look like (text: 14)"),
                "{message}"
            );
            assert!(!message.contains('\n'), "{message}");
        }
        let message = read("(\n  text: 14,\n  keys: { \"a\" [] },\n)").unwrap_err();
        assert!(message.starts_with("mine.ron:3:"), "{message}");
    }

    #[test]
    fn a_value_knows_its_line_and_so_does_what_is_in_it() {
        let text = "(\n  text:\n // Size.\n 14,\n  keys: {\n \"a\": [],\n\n \"b\": 7 },\n)";
        let document = read(text).unwrap();
        let value = |name| document.value(name).unwrap();
        assert_eq!((value("text").line, value("text").ron), (4, "14"));
        let keys = value("keys").entries().unwrap();
        let lines: Vec<_> = keys
            .iter()
            .map(|(name, value)| (&**name, value.line))
            .collect();
        assert_eq!(lines, [("a", 6), ("b", 8)]);
        assert_eq!(value("keys").mistake_at(10, "no"), "mine.ron:6: no");
    }

    #[test]
    fn one_entry_is_replaced_and_all_others_stay() {
        let text = "(keys: {\n // Mine.\n}, theirs: Some(\"(\"), text: 14, text: 15)";
        let mut document = read(text).unwrap();
        assert_eq!(document.mistakes.len(), 2, "{:?}", document.mistakes);
        document.set("text", "20".to_owned());
        let known = [
            ("text", "Size.".to_owned()),
            ("keys", "Keys.\n\nAll.".to_owned()),
        ];
        let text = document.to_ron("My file.", &known);
        let expected = "\
// My file.
(
    // Size.
    text: 20,
    // Keys.
    //
    // All.
    keys: {
 // Mine.
},
    theirs: Some(\"(\"),
)
";
        assert_eq!(text, expected);
        let mut again = read(&text).unwrap();
        assert_eq!(again.mistakes.len(), 1, "{:?}", again.mistakes);
        again.set("keys", "{}".to_owned());
        assert_eq!(again.value("text").unwrap().ron(), "20");
    }
}

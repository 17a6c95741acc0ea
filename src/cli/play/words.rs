//! What the player types: commands by their names, abbreviations and near misses, places and counts.

use crate::geom::{Dir, Pos, Size};
use crate::text::excerpt;

/// A command of a game.
pub struct Command {
    /// Its name, which may have several words, and other names for it.
    pub names: &'static [&'static str],
    /// What may follow the name, as it is shown in the help; empty if nothing does.
    pub takes: &'static str,
    /// What it does, as the help says.
    pub about: &'static str,
}

impl Command {
    /// A command that takes nothing.
    pub const fn new(names: &'static [&'static str], about: &'static str) -> Self {
        Self::taking(names, "", about)
    }

    /// A command that takes something.
    pub const fn taking(
        names: &'static [&'static str],
        takes: &'static str,
        about: &'static str,
    ) -> Self {
        Self {
            names,
            takes,
            about,
        }
    }

    /// Its first name.
    pub const fn name(&self) -> &'static str {
        self.names[0]
    }

    /// The line about it in the help.
    pub fn help(&self) -> String {
        let takes = if self.takes.is_empty() { "" } else { " " };
        let others = match &self.names[1..] {
            [] => String::new(),
            others => format!(" (also: {})", others.join(", ")),
        };
        format!(
            "{}{takes}{}: {}{others}.",
            self.name(),
            self.takes,
            self.about
        )
    }
}

/// Finds the command that a line begins with, by its whole name or an abbreviation that fits no other. Returns its
/// first name and the rest of the line.
///
/// # Errors
/// What was not understood, and the names that come near.
pub fn find<'a>(
    commands: &[&'static [Command]],
    line: &'a str,
) -> Result<(&'static str, Vec<&'a str>), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let all = || {
        let names =
            |command: &'static Command| command.names.iter().map(|name| (command.name(), *name));
        commands
            .iter()
            .copied()
            .flatten()
            .flat_map(names)
            .map(|(command, name)| {
                let parts: Vec<&str> = name.split(' ').collect();
                (command, parts)
            })
    };
    let rest = |count: usize| words[count.min(words.len())..].to_vec();
    // The whole name: the longest wins.
    let whole =
        all().filter(|(_, parts)| lower.len() >= parts.len() && lower[..parts.len()] == parts[..]);
    if let Some((command, parts)) = whole.max_by_key(|(_, parts)| parts.len()) {
        return Ok((command, rest(parts.len())));
    }
    let begins = |parts: &[&str]| {
        let mut pairs = lower.iter().zip(parts);
        pairs.all(|(word, part)| part.starts_with(word.as_str()))
    };
    // An abbreviation of the whole name, or else of its beginning.
    for is_covered in [true, false] {
        let mut found: Vec<(&'static str, usize)> = Vec::new();
        let fitting = all().filter(|(_, parts)| (parts.len() <= lower.len()) == is_covered);
        for (command, parts) in fitting.filter(|(_, parts)| begins(parts)) {
            if !found.iter().any(|(known, _)| *known == command) {
                found.push((command, parts.len()));
            }
        }
        let most = found.iter().map(|(_, count)| *count).max();
        if is_covered {
            found.retain(|(_, count)| Some(*count) == most);
        }
        match &found[..] {
            [] => {}
            [(command, count)] => {
                return Ok((*command, rest(*count)));
            }
            several => {
                let names: Vec<&str> = several.iter().map(|(name, _)| *name).collect();
                return Err(format!(
                    "\"{}\" could be {}: type more of it",
                    excerpt(line.trim()),
                    list(&names, "or")
                ));
            }
        }
    }
    let first = lower.first().map_or("", String::as_str);
    let distance = |name: &str| {
        let head = name.split(' ').next().unwrap_or(name);
        strsim::osa_distance(head, first).min(strsim::osa_distance(name, &lower.join(" ")))
    };
    let near = all().map(|(command, parts)| (distance(&parts.join(" ")), command));
    let limit = 1 + first.chars().count() / 4;
    let mut near: Vec<(usize, &str)> = near.filter(|(distance, _)| *distance <= limit).collect();
    near.sort_unstable();
    near.dedup_by_key(|(_, command)| *command);
    let mut names: Vec<&str> = Vec::new();
    for (_, name) in near {
        if !names.contains(&name) && names.len() < 3 {
            names.push(name);
        }
    }
    let hint = match &names[..] {
        [] => "\"help\" lists the commands".to_owned(),
        names => format!(
            "did you mean {}? \"help\" lists the commands",
            list(names, "or")
        ),
    };
    Err(format!(
        "there is no command \"{}\"; {hint}",
        excerpt(line.trim())
    ))
}

/// Joins words by commas, and the last by `conjunction`.
pub fn list(words: &[&str], conjunction: &str) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => words.concat(),
    }
}

/// Runs of letters and runs of digits in a text, in lower case; everything else separates them, but for the sign of a
/// number.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut last = None;
    let text = text.to_lowercase();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_sign = letter == '-' && last != Some(true);
        let kind = match letter {
            _ if is_sign && letters.peek().is_some_and(char::is_ascii_digit) => Some(true),
            _ if letter.is_ascii_digit() => Some(true),
            _ if letter.is_alphabetic() => Some(false),
            _ => None,
        };
        match (kind, found.last_mut()) {
            (Some(_), Some(token)) if kind == last => token.push(letter),
            (Some(_), _) => found.push(letter.to_string()),
            (None, _) => {}
        }
        last = kind;
    }
    found
}

/// Reads a place of a board or maze: `3 4`, `r3c4` or `row 3, column 4`, the row first unless they are named. `None`
/// if the text has not the form of a place.
///
/// # Errors
/// If there is no such place.
pub fn read_place(text: &str, size: Size) -> Option<Result<Pos, String>> {
    let tokens = tokens(text);
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let is_row = |word: &str| ["r", "row"].contains(&word);
    let is_column = |word: &str| ["c", "col", "column"].contains(&word);
    let is_number = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (row, column) = match words[..] {
        [row, column] if is_number(row) && is_number(column) => (row, column),
        [r, row, c, column] if is_row(r) && is_column(c) => (row, column),
        [c, column, r, row] if is_row(r) && is_column(c) => (row, column),
        _ => return None,
    };
    if !is_number(row) || !is_number(column) {
        return None;
    }
    let number = |text: &str, most: u32| {
        let number = text.parse::<i32>().ok();
        number.filter(|number| (1..=most as i32).contains(number))
    };
    let Size { width, height } = size;
    let place = number(row, height).zip(number(column, width));
    let place = place.map(|(row, column)| Pos::new(column - 1, row - 1));
    Some(place.ok_or_else(|| {
        format!(
            "there is no row {row}, column {column}: rows are 1 to {height}, columns 1 to {width}"
        )
    }))
}

/// Reads how often to do something: nothing is once.
///
/// # Errors
/// If it is no number, or more than `most`.
pub fn read_count(words: &[&str], most: u32) -> Result<u32, String> {
    match words {
        [] => Ok(1),
        [word] => {
            let number = word.parse::<u32>().ok();
            let number = number.filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("\"{}\" is not a number from 1 to {most}", excerpt(word)))
        }
        [_, more, ..] => Err(unexpected(more)),
    }
}

/// Refuses what follows a command that takes nothing.
///
/// # Errors
/// If something follows.
pub fn expect_end(words: &[&str]) -> Result<(), String> {
    match words.first() {
        None => Ok(()),
        Some(word) => Err(unexpected(word)),
    }
}

/// The error for what a command does not take.
pub fn unexpected(word: &str) -> String {
    format!(
        "\"{}\" is not expected here; \"help\" says what each command takes",
        excerpt(word)
    )
}

/// The side that a word names; also the keys that walk in the window.
pub fn read_side(word: &str) -> Option<Dir> {
    match word.to_lowercase().as_str() {
        "up" | "u" | "north" => Some(Dir::North),
        "right" | "r" | "east" => Some(Dir::East),
        "down" | "d" | "south" => Some(Dir::South),
        "left" | "l" | "west" => Some(Dir::West),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMANDS: &[Command] = &[
        Command::new(&["undo", "u"], "undoes"),
        Command::new(&["unlock"], "unlocks"),
        Command::new(&["turn", "t"], "turns"),
        Command::new(&["turn back"], "turns back"),
        Command::new(&["next dark"], "goes on"),
        Command::new(&["what is here", "look"], "tells"),
    ];

    #[test]
    fn a_command_is_found_by_its_name_and_by_what_is_enough_of_it() {
        let name = |line| find(&[COMMANDS], line).map(|(name, _)| name);
        for (line, expected) in [
            ("undo", "undo"),
            ("U", "undo"),
            ("und", "undo"),
            ("tu", "turn"),
            ("next", "next dark"),
            ("n d", "next dark"),
            ("what", "what is here"),
            ("  What  Is here ", "what is here"),
        ] {
            assert_eq!(name(line), Ok(expected), "{line}");
        }
        assert_eq!(find(&[COMMANDS], "turn 3 4"), Ok(("turn", vec!["3", "4"])));
        let refusal = |line| find(&[COMMANDS], line).unwrap_err();
        assert_eq!(
            refusal("un"),
            "\"un\" could be undo or unlock: type more of it"
        );
        assert!(
            refusal("trun").contains("did you mean turn"),
            "{}",
            refusal("trun")
        );
        assert!(refusal("xyzzy").contains("\"help\" lists the commands"));
    }

    #[test]
    fn a_place_is_read_in_each_of_its_forms() {
        let size = Size::new(5, 4);
        let at = Some(Ok(Pos::new(4, 2)));
        for text in [
            "3 5",
            "3,5",
            "3-5",
            "r3c5",
            "R3 C5",
            "row 3, column 5",
            "column 5 row 3",
            "row 3 col 5",
        ] {
            assert_eq!(read_place(text, size), at, "{text}");
        }
        for text in ["", "3", "row 3", "up 3", "3 5 7", "r3c"] {
            assert_eq!(read_place(text, size), None, "{text}");
        }
        for text in [
            "5 1",
            "0 1",
            "1 6",
            "99999999999 1",
            "-3 5",
            "3 -5",
            "r-3c5",
        ] {
            assert!(read_place(text, size).unwrap().is_err(), "{text}");
        }
    }
}

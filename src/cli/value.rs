//! Parses the values of options.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{CliError, note};
use crate::code::Target;
use crate::code::link::{DEFAULT_PAGE, is_address};
use crate::conduit::Named;
use crate::geom::Size;
use crate::rng::Seed;
use crate::search::Variants;
use crate::text;

/// The short options, with those that take a value first.
const SHORT_OPTIONS: [char; 7] = ['f', 'g', 'o', 's', 'h', 'q', 'V'];
const WITH_VALUE: usize = 4;

/// Joins `--size -1x5` to `--size=-1x5`, so that the parser does not mistake the value for an option
/// and the error names the value. Does not join a value that begins with `--` or like a short option: in
/// `--seed --size 80x24`, which a script with an empty variable writes, the seed is missing.
pub fn join_dashed(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        let text = arg.to_str().unwrap_or_default();
        let is_value = text.strip_prefix('-').is_some_and(|rest| {
            let first = rest.chars().next();
            first.is_some_and(|c| c != '-' && !SHORT_OPTIONS.contains(&c))
        });
        let option = joined.last_mut().filter(|option| {
            let option = option.to_str().unwrap_or_default();
            match option.strip_prefix("--") {
                Some(name) => !name.is_empty() && !name.contains('='),
                None => SHORT_OPTIONS[..WITH_VALUE]
                    .iter()
                    .any(|c| option.strip_prefix('-') == Some(c.encode_utf8(&mut [0; 4]))),
            }
        });
        match option {
            Some(option) if is_value => {
                option.push("=");
                option.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// Checks the value of `--page`: the address of a browser page, or nothing.
pub fn check_page(value: &str) -> Result<(), CliError> {
    if is_address(value) {
        return Ok(());
    }
    let shown = text::excerpt(value);
    let error = format!("\"{shown}\" is not the address of a page, such as {DEFAULT_PAGE}");
    Err(CliError::option("--page", error))
}

/// Parses `value` of `option` as an unsigned 64-bit number, decimal or `0x` hex.
pub fn parse_number(option: &'static str, value: &str) -> Result<u64, CliError> {
    Seed::parse_number(&text::value(value)).ok_or_else(|| {
        let expected = "write decimal or 0x hex, at most 64 bits";
        CliError::option(option, format!("\"{value}\" is not a number: {expected}"))
    })
}

/// Parses the value of `--size`; `default` without one.
pub fn parse_size(value: Option<&str>, default: Size) -> Result<Size, CliError> {
    let Some(value) = value else {
        return Ok(default);
    };
    value.parse().map_err(|_| {
        let shown = text::excerpt(value);
        let error = format!("\"{shown}\" is not a size; write columns x rows, as in {default}");
        CliError::option("--size", error)
    })
}

/// A parser of whole numbers in `range` for the options of a command.
pub fn whole_number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text::value(text)
            .parse()
            .ok()
            .filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        let (min, max) = (range.start(), range.end());
        number.ok_or_else(|| format!("use a whole number from {min} to {max}"))
    }
}

/// Reads what `--seed` names. Says so if what looks like a number is a text.
pub fn read_seed(text: &str) -> Result<Target, CliError> {
    let target =
        Target::read(text, crate::known()).map_err(|error| CliError::option("--seed", error))?;
    if let Target::Text(seed, _) = &target
        && looks_like_number(&text::value(text))
    {
        let text = text::excerpt(text);
        note::print(&format!(
            "--seed: \"{text}\" is no decimal or 0x hex number of at most 64 bits, so it is a text, seed {seed}"
        ));
    }
    Ok(target)
}

/// Whether someone may have meant a number: -7, 1e5, 1_000 or one that is too large.
fn looks_like_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None => (digits, 10),
    };
    let is_part = |c: char| c.is_digit(radix) || matches!(c, 'e' | 'E' | '+' | '_' | '.' | ',');
    digits.starts_with(|c: char| c.is_digit(radix)) && digits.chars().all(is_part)
}

/// Parses a seed. Refuses what names something else: as text it would be a valid seed.
pub fn parse_seed(text: &str) -> Result<Seed, CliError> {
    let target = read_seed(text)?;
    target.seed().ok_or_else(|| not_a_seed(text, &target))
}

/// The error for what names something else than a command takes.
pub fn not_a_seed(text: &str, target: &Target) -> CliError {
    let (kind, command) = kind_and_command(target);
    let text = text::excerpt(&text::value(text));
    CliError::option(
        "--seed",
        format!("\"{text}\" is the {kind}, not a seed: give it to undercroft {command}"),
    )
}

/// The error for what names something else than the value of `option` should.
pub fn unwanted(option: &str, target: &Target) -> CliError {
    let (kind, command) = kind_and_command(target);
    CliError::option(
        option,
        format!("this is the {kind}: give it to undercroft {command}"),
    )
}

/// What names something, and the command that takes it.
const fn kind_and_command(target: &Target) -> (&'static str, &'static str) {
    match target {
        Target::Board(Named::Spec(_)) => ("share code of a board", "conduit --seed"),
        Target::Board(_) => ("id of a board", "conduit --solve"),
        Target::Daily(_) | Target::Race(..) => ("code of a daily", "--seed"),
        Target::Drawn(_) => ("text of a maze", "maze --check"),
        Target::Replay(_) => ("link to a recorded run", "replay, as a file"),
        _ => ("share code of a map", "generate --seed"),
    }
}

/// The error for an option that sets what a share code sets already; `subject` is `map` or `board`.
pub fn code_conflict(option: &str, subject: &str, code: impl Display, seed: Seed) -> CliError {
    CliError::Usage(format!(
        "{option} and the share code {code} both set the {subject}: leave out {option}, or give only the seed, --seed {seed}"
    ))
}

/// Names with values, serialized as an object in their order.
pub struct Object<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The parameters that vary, with their values for kind number `kind`: numbers, or else words.
pub fn varied_values(kinds: &Variants, kind: usize) -> Object<Value> {
    let values = kinds.values(kind).map(|value| match value.parse::<i32>() {
        Ok(number) => number.into(),
        Err(_) => value.into(),
    });
    let names = kinds.varied().map(|param| param.name.to_owned());
    Object(names.zip(values).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_meant_as_a_number_is_told_from_other_texts() {
        for text in [
            "-7",
            "+7",
            "1e5",
            "1_000",
            "1,000",
            "7.5",
            "18446744073709551616",
            "-0x1F",
        ] {
            assert!(looks_like_number(text), "{text}");
        }
        for text in [
            "",
            "-",
            "e5",
            "0x",
            "salt",
            "2026-11-24",
            "3 rings",
            "7th",
            "0xsalt",
            "-x",
        ] {
            assert!(!looks_like_number(text), "{text}");
        }
    }

    #[test]
    fn a_value_with_a_dash_is_joined_and_an_option_is_not() {
        let join = |args: &str| {
            let words = args.split(' ').map(OsString::from);
            join_dashed(words).join(" ".as_ref()).into_string().unwrap()
        };
        assert_eq!(join("u generate --size -1x5"), "u generate --size=-1x5");
        assert_eq!(join("u simulate --games -1"), "u simulate --games=-1");
        assert_eq!(join("u --seed -7 --param -a=1"), "u --seed=-7 --param=-a=1");
        assert_eq!(join("u generate -s -7 -q"), "u generate -s=-7 -q");
        for unchanged in [
            "u generate --seed --size 80x24",
            "u --seed 7 -h",
            "u generate --out -",
            "u replay -1",
            "u replay -- -1",
            "u --seed=7 -1",
            "u survey --json -q",
            "u generate --json -omap.json",
            "u generate -q -1",
            "u generate -s -o a.txt",
        ] {
            assert_eq!(join(unchanged), unchanged);
        }
    }
}

//! Numbers of the rules by name, and texts that refer to them in braces.

use std::fmt::Write as _;

/// A number of the rules that no content sets: a constant beside its rule, which `numbers!` declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed {
    group: &'static str,
    constant: &'static str,
    about: &'static str,
    /// The number.
    pub value: i64,
}

impl Fixed {
    pub(crate) const fn new(
        group: &'static str,
        constant: &'static str,
        about: &'static str,
        value: i64,
    ) -> Self {
        Self {
            group,
            constant,
            about,
            value,
        }
    }

    /// Its group and what it is called there, such as `hazard.bell`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.group, self.constant.to_ascii_lowercase())
    }

    /// What it means, with its unit: the documentation of the constant.
    pub fn meaning(&self) -> String {
        let about = self.about.trim().trim_end_matches('.');
        let (first, rest) = about.split_at(1);
        first.to_ascii_lowercase() + rest
    }
}

/// Declares constants that are numbers of the rules, and `NUMBERS`, which lists them: by the group that comes first, each
/// with its documentation.
macro_rules! numbers {
    ($group:literal: $($(#[doc = $about:literal])+ $vis:vis const $NAME:ident: $type:ty = $value:expr;)+) => {
        $($(#[doc = $about])+ $vis const $NAME: $type = $value;)+

        /// Those of the numbers of the rules that are declared here.
        pub(in crate::game) const NUMBERS: &[Fixed] = &[$(
            Fixed::new($group, stringify!($NAME), concat!($($about),+), $NAME as i64)
        ),+];
    };
}
pub(crate) use numbers;

/// A number of the rules, as documentation and texts name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Group and field, such as `combat.miss`.
    pub name: &'static str,
    /// The number as the content sets it.
    pub value: i64,
    /// Minimum and maximum value.
    pub range: (i64, i64),
    /// What it means, with its unit.
    pub meaning: &'static str,
}

/// Replaces each `{name}` in a text with the number of that name, each `{name unit}` with the number and the word for
/// what it counts, and each `{name:times}` with a number in per cent as a multiple; removes unknown placeholders and
/// returns them.
pub(in crate::game) fn fill_placeholders(
    text: &mut String,
    lookup: impl Fn(&str) -> Option<i64>,
) -> Vec<String> {
    let mut filled = String::with_capacity(text.len());
    let mut unknown = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let (placeholder, after, closed) = match after.split_once('}') {
            Some((placeholder, after)) => (placeholder, after, true),
            None => (after, "", false),
        };
        filled.push_str(before);
        let (name, unit) = placeholder.split_once(' ').unwrap_or((placeholder, ""));
        let (name, write): (&str, fn(i64) -> String) = match name.split_once(":times") {
            Some((name, "")) => (name, multiple),
            _ => (name, |number| number.to_string()),
        };
        match lookup(name).filter(|_| closed) {
            Some(number) => {
                filled.push_str(&write(number));
                if !unit.is_empty() {
                    let s = if number == 1 { "" } else { "s" };
                    write!(filled, " {unit}{s}").expect("a string takes any text");
                }
            }
            None => unknown.push(placeholder.to_owned()),
        }
        rest = after;
    }
    filled.push_str(rest);
    *text = filled;
    unknown
}

/// A share in per cent as a multiple: half, twice, 1.5 times.
fn multiple(percent: i64) -> String {
    match percent {
        50 => "half".to_owned(),
        200 => "twice".to_owned(),
        _ => {
            let number = format!("{}.{:02}", percent / 100, percent % 100);
            format!(
                "{} times",
                number.trim_end_matches('0').trim_end_matches('.')
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cent_become_multiples() {
        let fill = |percent: i64| {
            let mut text = "{a.b:times} as far".to_owned();
            let unknown = fill_placeholders(&mut text, |name| (name == "a.b").then_some(percent));
            assert_eq!(unknown, [""; 0]);
            text
        };
        assert_eq!(fill(50), "half as far");
        assert_eq!(fill(200), "twice as far");
        assert_eq!(fill(150), "1.5 times as far");
        assert_eq!(fill(300), "3 times as far");
    }

    #[test]
    fn names_in_braces_become_numbers_and_unknown_ones_are_returned() {
        let fill = |text: &str| {
            let mut text = text.to_owned();
            let unknown = fill_placeholders(&mut text, |name| (name == "a.b").then_some(7));
            (text, unknown)
        };
        assert_eq!(fill("{a.b} of {a.b}."), ("7 of 7.".into(), vec![]));
        assert_eq!(fill("plain"), ("plain".into(), vec![]));
        assert_eq!(fill("x {c} y").1, ["c"]);
        assert_eq!(fill("{c:times}").1, ["c:times"]);
        assert_eq!(fill("{a.b:often}").1, ["a.b:often"]);
        assert_eq!(fill("open {a.b").1, ["a.b"]);
        assert_eq!(fill("open {").1, [""]);
        assert_eq!(fill("{a.b turn}."), ("7 turns.".into(), vec![]));
    }
}

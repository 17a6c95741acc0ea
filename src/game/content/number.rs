//! Numbers of the rules by name, and texts that refer to them in braces.

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

/// Replaces each `{name}` in a text with the number of that name; removes unknown placeholders and
/// returns their names.
pub(super) fn fill_placeholders(
    text: &mut String,
    lookup: impl Fn(&str) -> Option<i64>,
) -> Vec<String> {
    let mut filled = String::with_capacity(text.len());
    let mut unknown = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after, closed) = match after.split_once('}') {
            Some((name, after)) => (name, after, true),
            None => (after, "", false),
        };
        filled.push_str(before);
        match lookup(name).filter(|_| closed) {
            Some(number) => filled.push_str(&number.to_string()),
            None => unknown.push(name.to_owned()),
        }
        rest = after;
    }
    filled.push_str(rest);
    *text = filled;
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(fill("open {a.b").1, ["a.b"]);
        assert_eq!(fill("open {").1, [""]);
    }
}

//! Parses the values of options.

use std::ffi::OsString;

use super::CliError;

/// The options whose value may begin with `-` without being a number.
const DASHED: [&str; 4] = ["--seed", "--seeds", "--size", "--param"];

/// Joins `--size -1x5` to `--size=-1x5`, so that the parser does not mistake the value for an option
/// and the error names the value. Does not join a value that begins with `--`: in
/// `--seed --size 80x24`, which a script with an empty variable writes, the seed is missing.
pub fn join_dashed(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        let text = arg.to_str().unwrap_or_default();
        match joined.last_mut() {
            Some(option)
                if text.starts_with('-')
                    && !text.starts_with("--")
                    && DASHED.iter().any(|dashed| *option == *dashed) =>
            {
                option.push("=");
                option.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// Parses `value` of `option` as an unsigned 64-bit number, decimal or `0x` hex.
pub fn number(option: &'static str, value: &str) -> Result<u64, CliError> {
    let hex = value
        .strip_prefix("0x")
        .or_else(|| value.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((value, 10), |digits| (digits, 16));
    // The standard parser would accept a plus sign.
    digits
        .chars()
        .all(|c| c.is_digit(radix))
        .then(|| u64::from_str_radix(digits, radix).ok())
        .flatten()
        .ok_or_else(|| CliError::Number {
            option,
            value: value.to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_with_a_dash_is_joined_and_an_option_is_not() {
        let join = |args: &str| {
            let words = args.split(' ').map(OsString::from);
            join_dashed(words).join(" ".as_ref()).into_string().unwrap()
        };
        assert_eq!(join("u generate --size -1x5"), "u generate --size=-1x5");
        assert_eq!(join("u --seed -7 --param -a=1"), "u --seed=-7 --param=-a=1");
        for as_it_is in [
            "u generate --seed --size 80x24",
            "u --seed 7 -h",
            "u generate --out -",
        ] {
            assert_eq!(join(as_it_is), as_it_is);
        }
    }
}

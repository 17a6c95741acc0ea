//! Numbers in saved texts and share codes: decimal digits alone, so that each has one spelling but for
//! leading zeros.

use std::str::FromStr;

/// Parses decimal digits; `None` if there are none, if there is a sign or any other character, or if the
/// number is too large for `T`. (`u32::from_str` accepts a leading `+`.)
#[doc(hidden)]
pub fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_decimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decimal_digits_that_fit_the_type_are_a_number() {
        for (text, number) in [("0", 0), ("007", 7), ("255", 255)] {
            assert_eq!(parse_digits::<u8>(text), Some(number), "{text}");
        }
        for text in ["", "+7", "-7", " 7", "7.0", "0x7", "seven", "٧", "256"] {
            assert_eq!(parse_digits::<u8>(text), None, "{text}");
        }
    }
}

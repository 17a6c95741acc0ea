//! Prints diagnostics to standard error.

use std::io::{self, Write};

/// Prints one line to standard error.
pub fn print_diagnostic(message: &str) {
    let line = escaped(message) + "\n";
    // There is nowhere to report that standard error is closed.
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Escapes control characters, which could move the cursor: the message may quote an argument or a library's
/// error.
fn escaped(message: &str) -> String {
    let mut line = String::with_capacity(message.len() + 1);
    for c in message.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_without_control_characters() {
        let line = escaped("no `\u{1b}[2J\n` here, naïve");
        assert_eq!(line, "no `\\u{1b}[2J\\n` here, naïve");
    }
}

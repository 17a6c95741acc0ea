//! Lines on standard error, for whoever runs the program from a terminal.

use std::io::{self, Write};

/// Prints one line to standard error.
pub fn print_diagnostic(message: &str) {
    let line = escaped(message) + "\n";
    // There is nowhere to report that standard error is closed.
    let _ = io::stderr().write_all(line.as_bytes());
}

/// The message with control characters escaped, which could move the cursor: it may quote an
/// argument, or what a library said.
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
        let line = escaped("no `\u{1b}[2J\n` here, für wahr");
        assert_eq!(line, "no `\\u{1b}[2J\\n` here, für wahr");
    }
}

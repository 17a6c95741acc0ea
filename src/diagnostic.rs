//! Prints diagnostics to standard error.

use std::io::{self, Write};

/// Prints one line to standard error.
pub fn print_diagnostic(message: &str) {
    let line = escape_controls(message) + "\n";
    // If standard error is closed, there is nowhere to report it.
    let _ = io::stderr().write_all(line.as_bytes());
}

/// As [`print_diagnostic`], for the reason why the program ends.
pub fn print_failure(message: &str) {
    print_last(&(escape_controls(message) + "\n"));
}

/// Prints the last lines of a program that fails. Where it has no console, as the program that a click opens on Windows
/// has none, the editor shows them.
pub fn print_last(lines: &str) {
    // If standard error is closed, there is nowhere to report it.
    let _ = io::stderr().write_all(lines.as_bytes());
    #[cfg(windows)]
    {
        use std::os::windows::io::AsRawHandle;
        if io::stderr().as_raw_handle().is_null() {
            let path = std::env::temp_dir().join("undercroft-error.txt");
            let written = std::fs::write(&path, lines.replace('\n', "\r\n"));
            let _ = written.and_then(|()| std::process::Command::new("notepad").arg(path).spawn());
        }
    }
}

/// Escapes control characters, which could move the cursor: the message may quote an argument or a library's
/// error.
pub fn escape_controls(message: &str) -> String {
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
        let line = escape_controls("no \"\u{1b}[2J\n\" here, naïve");
        assert_eq!(line, "no \"\\u{1b}[2J\\n\" here, naïve");
    }
}

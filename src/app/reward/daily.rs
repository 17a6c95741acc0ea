//! Results on the clipboard. [`crate::profile::daily`] has the dailies and the lines of results.

use crate::app::platform::Clipboard;

pub use crate::profile::daily::{board, daily_line, maze};

/// Copies a result to the clipboard; returns the message for the player.
pub fn copy_result(result: &str, clipboard: &mut Clipboard) -> String {
    match clipboard.copy(result) {
        Ok(()) => match result.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("Copied: {}...", &result[..end]),
            None => format!("Copied: {result}"),
        },
        Err(reason) => format!("{reason}; the result is: {result}"),
    }
}

/// The longest line that the message repeats, in characters. One with a recorded solve is longer.
const MAX_SHOWN: usize = 160;

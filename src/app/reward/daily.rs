//! Results on the clipboard. [`crate::profile::daily`] has the dailies and the lines of results.

pub use crate::profile::daily::{board, daily_line, maze};

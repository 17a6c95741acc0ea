//! What commands need that work on all cores: the threads, and a bar that shows how far they are.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::CliError;

/// So many threads, or one a core.
///
/// # Errors
/// [`CliError::Threads`].
pub fn threads(threads: Option<usize>) -> Result<ThreadPool, CliError> {
    // Zero stands for the number of cores.
    let threads = threads.unwrap_or(0);
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| CliError::Threads {
            threads,
            reason: error.to_string(),
        })
}

/// A bar on standard error if someone is there to see it; `things` are what is counted.
pub fn progress(count: usize, things: &str) -> ProgressBar {
    let target = if io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let template = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} to go");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(count as u64), target).with_style(style)
}

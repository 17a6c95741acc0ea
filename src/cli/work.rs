//! Threads and progress bars for the commands that use all cores.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::CliError;

#[derive(clap::Args)]
pub struct Threads {
    /// Use this many threads [default: one per core]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    pub threads: Option<u16>,
}

impl Threads {
    /// Starts so many threads, or one per core.
    pub fn start(&self) -> Result<ThreadPool, CliError> {
        // Zero stands for the number of cores.
        let threads = self.threads.unwrap_or(0).into();
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| CliError::Threads {
                threads,
                reason: error.to_string(),
            })
    }
}

/// A progress bar on standard error, hidden unless that is a terminal; `things` names what is
/// counted, in the plural.
pub fn progress_bar(count: usize, things: &str) -> ProgressBar {
    let target = if io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let template = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(count as u64), target).with_style(style)
}

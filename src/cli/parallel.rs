//! Runs many jobs on all cores, and shows their progress.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{CliError, note, value};

/// The option that sets the number of threads.
#[derive(clap::Args, Default)]
pub struct ThreadArgs {
    /// Use this many threads, 1 to 1024 [default: one per core]
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<u16>(1..=1024),
        help_heading = None::<&'static str>
    )]
    pub threads: Option<u16>,
}

impl ThreadArgs {
    /// Starts the threads.
    pub fn start_pool(&self) -> Result<ThreadPool, CliError> {
        // Zero stands for the number of cores.
        let threads = self.threads.unwrap_or(0).into();
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| CliError::Failure(format!("cannot start {threads} threads: {error}")))
    }
}

/// Calls `make` with each index from 0 to `count` - 1 on the threads of `pool`, and `take` with the
/// results on this thread, in order. `make` also gets a scratch value to reuse from call to call. Holds
/// at most `batch` results at a time.
///
/// # Errors
/// The first error of `take`.
pub fn for_each_in_order<S: Default, T: Send>(
    pool: &ThreadPool,
    count: usize,
    batch: usize,
    make: impl Fn(&mut S, usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let take = |result| match take(result) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    };
    match for_each_until(pool, count, batch, make, take) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// As [`for_each_in_order`], until `take` breaks.
pub fn for_each_until<S: Default, T: Send, B>(
    pool: &ThreadPool,
    count: usize,
    batch: usize,
    make: impl Fn(&mut S, usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for start in (0..count).step_by(batch) {
        let indices = start..count.min(start + batch);
        let jobs = indices.into_par_iter().map_init(S::default, &make);
        let results: Vec<T> = pool.install(|| jobs.collect());
        results.into_iter().try_for_each(&mut take)?;
    }
    ControlFlow::Continue(())
}

/// A progress bar on standard error, hidden with `--quiet` and unless that is a terminal; `things` names what is
/// counted, in the plural.
pub fn progress_bar(count: usize, things: &str) -> ProgressBar {
    let target = if io::stderr().is_terminal() && !note::is_quiet() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let template = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(count as u64), target).with_style(style)
}

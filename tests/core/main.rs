//! Tests of the core, of saves on disk and of the command line, in one program.
#![cfg_attr(
    windows,
    allow(
        unused_imports,
        dead_code,
        reason = "tests with a shell script are for other systems"
    )
)]

mod alloc;
mod bots;
mod catalogue;
mod codes;
mod conduit;
mod game;
mod golden;
mod graph;
mod layers;
mod mapgen;
mod maze;
mod maze_run;
mod reader;
mod rng;
mod rules;
mod runs;
mod saves;
mod scatter;
mod search;
mod sight;
mod sweep;
#[path = "../shared/trial.rs"]
mod trial;
mod ways;

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod disk;
#[cfg(feature = "cli")]
mod export;
#[cfg(all(feature = "cli", unix))]
mod gallery;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "cli")]
mod simulate;

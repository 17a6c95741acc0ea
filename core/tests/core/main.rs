//! Tests of the core but for the rules of the roguelike, which are in `../game`.

mod alloc;
mod bots;
#[path = "../shared/catalogue.rs"]
mod catalogue;
mod codes;
mod conduit;
#[path = "../shared/golden.rs"]
mod golden;
mod golden_files;
mod graph;
mod mapgen;
mod maze;
mod maze_run;
mod reader;
mod rng;
mod runs;
mod saves;
mod scatter;
#[path = "../shared/sealed.rs"]
mod sealed;
mod search;
mod sight;
mod sweep;
mod tables;
#[path = "../shared/trial.rs"]
mod trial;
mod ways;

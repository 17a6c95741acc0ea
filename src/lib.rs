//! Undercroft: a seeded glyph roguelike, and the workbench its dungeons are made on.
//!
//! # The layers
//!
//! | module | owns |
//! | --- | --- |
//! | [`geom`] | positions, directions, rectangles, row-major grids |
//! | [`rng`] | seeds, keyed streams, every kind of draw |
//! | [`map`] | tiles, maps, the rule of a step, distances, field of view, the text form |
//! | [`maze`] | mazes of cells and walls, their algorithms, searches and hex form |
//! | [`mapgen`] | generators with their parameters, share codes, metrics |
//! | [`mazerun`] | Maze Run: mazes one after another, walked from end to end |
//! | [`conduit`] | the rotating-network puzzle: boards, their making and solving, play |
//! | [`game`] | the roguelike: rules without a window, saves, replays |
//! | [`bot`] | players that are programs |
//! | `disk` | features `cli`, `app`: saves and replays as files |
//! | `entropy` | features `cli`, `app`: seeds from the operating system |
//! | `export` | feature `export`: maps as text, JSON, pictures and Tiled maps |
//! | `app` | feature `app`: the window, Bevy's plugins |
//! | `cli` | feature `cli`: the command line |
//!
//! A module may use those above it, never those below. All but the last five are the core: no
//! Bevy, no files, no clock, no threads, no floats in anything that decides an outcome.
//!
//! # The promise
//!
//! The same seed and parameters give the same map on every machine, operating system, pointer
//! width and build profile, as long as [`GENERATION_VERSION`] stays the same.
//!
//! # A map in three lines
//!
//! ```
//! use undercroft::mapgen::MapSpec;
//!
//! let spec: MapSpec = "rogue/80x50#7".parse()?;
//! let map = spec.generate()?;
//! println!("{map}");
//! # assert_eq!(map.size(), spec.size());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Speed comes from layout.
#![forbid(unsafe_code)]
// The library prints nothing: the command line does, through a writer it is given.
#![warn(clippy::print_stdout, clippy::print_stderr)]
// `expect` names the invariant that it rests on; `unwrap` does not.
#![warn(clippy::unwrap_used)]

// Floats may round differently from one platform to the next, and nothing here may differ.
#[deny(clippy::float_arithmetic)]
pub mod bot;
#[deny(clippy::float_arithmetic)]
pub mod conduit;
#[deny(clippy::float_arithmetic)]
pub mod game;
#[deny(clippy::float_arithmetic)]
pub mod geom;
#[deny(clippy::float_arithmetic)]
pub mod map;
#[deny(clippy::float_arithmetic)]
pub mod mapgen;
#[deny(clippy::float_arithmetic)]
pub mod maze;
#[deny(clippy::float_arithmetic)]
pub mod mazerun;
#[deny(clippy::float_arithmetic)]
pub mod rng;

#[cfg(any(feature = "app", feature = "cli"))]
pub mod disk;

#[cfg(any(feature = "app", feature = "cli"))]
pub mod entropy;

#[cfg(feature = "export")]
pub mod export;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "app")]
pub mod app;

/// Version of everything that is made from a seed. It changes whenever any seed gives another
/// map, run or board than before.
pub const GENERATION_VERSION: u32 = 2;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

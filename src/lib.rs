//! Undercroft: a seeded glyph roguelike, and tools to generate and study its dungeons.
//!
//! # The layers
//!
//! The core is the crate `undercroft-core`, whose modules are here under the same paths: [`rng`], [`map`], [`mapgen`],
//! [`maze`], [`conduit`], [`game`], [`bot`] and what these need. Above it:
//!
//! | module | owns |
//! | --- | --- |
//! | `known` | the generators of this program |
//! | `font` | features `cli`, `app`: the font |
//! | `disk` | features `cli`, `app`: saves and replays as files |
//! | `entropy` | features `cli`, `app`: random seeds from the operating system |
//! | `diagnostic` | features `cli`, `app`: lines on standard error |
//! | `profile` | features `cli`, `app`: boards and mazes in play, saved runs, records, dailies |
//! | `export` | feature `export`: maps in formats that other programs read, and from files |
//! | `app` | feature `app`: the window, made of Bevy plugins |
//! | `cli` | feature `cli`: the command line |
//!
//! A module may use those above it and the core, never those below.
//!
//! # Determinism
//!
//! The same seed and parameters give the same map on every machine, operating system, pointer
//! width and build profile, as long as [`GENERATION_VERSION`] stays the same. The same actions on it
//! lead to the same run as long as [`RULES_VERSION`] does, too.
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

#![forbid(unsafe_code)]
// The library prints nothing. The command line prints through writers.
#![warn(clippy::print_stdout, clippy::print_stderr)]
// `expect` states the invariant it relies on; `unwrap` does not.
#![warn(clippy::unwrap_used)]

pub use undercroft_core::{
    GENERATION_VERSION, RULES_VERSION, bot, code, conduit, game, geom, map, mapgen, maze, mazerun,
    pack, record, rng, seal, search, text,
};
#[cfg(any(feature = "app", feature = "cli"))]
use undercroft_core::{decimal, listed, packed};

mod known;

#[cfg(feature = "cli")]
use known::know_content;
pub use known::{know, known};

#[cfg(any(feature = "app", feature = "cli"))]
pub mod disk;

#[cfg(any(feature = "app", feature = "cli"))]
mod entropy;

#[cfg(any(feature = "app", feature = "cli"))]
mod font;

#[cfg(any(feature = "app", feature = "cli"))]
pub mod diagnostic;

#[cfg(any(feature = "app", feature = "cli"))]
pub mod profile;

#[cfg(feature = "export")]
pub mod export;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "app")]
pub mod app;

/// Runs the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/own-generator.md")]
pub struct OwnGenerator;

//! Undercroft: a seeded glyph roguelike, and tools to generate and study its dungeons.
//!
//! # The layers
//!
//! | module | owns |
//! | --- | --- |
//! | `decimal` | numbers written as decimal digits |
//! | `font` | features `cli`, `app`: the font |
//! | [`text`] | text from outside: encodings, line ends, what is ignored around a value |
//! | [`geom`] | positions, directions, rectangles, row-major grids |
//! | [`rng`] | seeds, keyed random streams, bounded draws |
//! | [`record`] | recordings as text: sealed records of words |
//! | [`seal`] | the envelope of saved bytes: magic, length, checksum |
//! | [`map`] | tiles, maps, the rule for steps, distances, field of view, the text format |
//! | `packed` | bytes and tiles as a word of a share code |
//! | [`maze`] | cell mazes: algorithms, searches and the hex format |
//! | [`mapgen`] | generators with their parameters, share codes, metrics |
//! | [`search`] | searches for maps by conditions on their metrics |
//! | [`mazerun`] | Maze Run: a series of mazes to solve |
//! | [`conduit`] | the rotating-network puzzle: boards, generator, solver, play |
//! | [`pack`] | boards and mazes in order of difficulty |
//! | [`game`] | the roguelike: rules, saves, replays |
//! | [`code`] | what a text names: seeds, share codes, ids, links |
//! | [`bot`] | computer players |
//! | `disk` | features `cli`, `app`: saves and replays as files |
//! | `entropy` | features `cli`, `app`: random seeds from the operating system |
//! | `diagnostic` | features `cli`, `app`: lines on standard error |
//! | `profile` | features `cli`, `app`: boards and mazes in play, saved runs, records, dailies |
//! | `export` | feature `export`: maps in formats that other programs read, and from files |
//! | `app` | feature `app`: the window, made of Bevy plugins |
//! | `cli` | feature `cli`: the command line |
//!
//! A module may use those above it, never those below. All but the last seven are the core: no
//! Bevy, no files, no clock, no threads, and no floats in anything that decides an outcome.
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

// Fast code here needs good data layout, not `unsafe`.
#![forbid(unsafe_code)]
// The library prints nothing. The command line prints through writers.
#![warn(clippy::print_stdout, clippy::print_stderr)]
// `expect` states the invariant it relies on; `unwrap` does not.
#![warn(clippy::unwrap_used)]

/// The variants of an enum as an array, from the list that its derive makes.
const fn listed<T: Copy, const N: usize>(variants: &[T]) -> [T; N] {
    *variants
        .first_chunk()
        .expect("an enum has as many variants as are counted")
}

// Float results may differ between platforms, and nothing here may.
#[deny(clippy::float_arithmetic)]
pub mod bot;
#[deny(clippy::float_arithmetic)]
pub mod code;
#[deny(clippy::float_arithmetic)]
pub mod conduit;
#[deny(clippy::float_arithmetic)]
mod decimal;
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
pub mod pack;
#[deny(clippy::float_arithmetic)]
mod packed;
#[deny(clippy::float_arithmetic)]
pub mod record;
#[deny(clippy::float_arithmetic)]
pub mod rng;
#[deny(clippy::float_arithmetic)]
pub mod seal;
#[deny(clippy::float_arithmetic)]
pub mod search;
#[deny(clippy::float_arithmetic)]
pub mod text;

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

/// Version of everything generated from a seed, but for the levels of the game: maps, mazes and boards.
/// Increases whenever something that a seed gave before is given differently. New generators and
/// parameters leave it.
pub const GENERATION_VERSION: u32 = 7;

/// Version of the rules of play: of the levels of the game, and of everything that the actions of a run lead to.
/// Increases whenever a seed gives other levels or an action has another outcome than before, or the state of a run is
/// laid out differently. Up to version 7 it was the same number as [`GENERATION_VERSION`].
pub const RULES_VERSION: u32 = 12;

/// Runs the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/own-generator.md")]
pub struct OwnGenerator;

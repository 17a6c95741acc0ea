//! The core of Undercroft: everything that decides an outcome. The crate `undercroft` adds the window, the command line and
//! files, and re-exports what is here under the same paths.
//!
//! # The layers
//!
//! | module | owns |
//! | --- | --- |
//! | `decimal` | numbers written as decimal digits |
//! | [`text`] | text from outside: encodings, line ends, what is ignored around a value |
//! | `parts` | share codes and ranges taken apart, before it is known what they name |
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
//!
//! A module may use those above it, never those below. There are no files, no clock, no threads, and no floats in anything
//! that decides an outcome.
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
//! use undercroft_core::mapgen::MapSpec;
//!
//! let spec: MapSpec = "rogue/80x50#7".parse()?;
//! let map = spec.generate()?;
//! println!("{map}");
//! # assert_eq!(map.size(), spec.size());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Fast code here needs good data layout, not `unsafe`.
#![forbid(unsafe_code)]
// The library prints nothing.
#![warn(clippy::print_stdout, clippy::print_stderr)]
// `expect` states the invariant it relies on; `unwrap` does not.
#![warn(clippy::unwrap_used)]
// Float results may differ between platforms, and nothing here may.
#![deny(clippy::float_arithmetic)]

/// The variants of an enum as an array, from the list that its derive makes.
#[doc(hidden)]
pub const fn listed<T: Copy, const N: usize>(variants: &[T]) -> [T; N] {
    *variants
        .first_chunk()
        .expect("an enum has as many variants as are counted")
}

pub mod bot;
pub mod code;
pub mod conduit;
#[doc(hidden)]
pub mod decimal;
pub mod game;
pub mod geom;
pub mod map;
pub mod mapgen;
pub mod maze;
pub mod mazerun;
pub mod pack;
#[doc(hidden)]
pub mod packed;
mod parts;
pub mod record;
pub mod rng;
pub mod seal;
pub mod search;
pub mod text;

/// Version of everything generated from a seed, but for the levels of the game: maps, mazes and boards.
/// Every change of what a seed gives raises it. New generators and parameters leave it.
pub const GENERATION_VERSION: u32 = 8;

/// Version of the rules of play: of the levels of the game, and of everything that the actions of a run lead to.
/// Every change of the levels that a seed gives, of the outcome of an action or of the layout of a run's state raises it.
pub const RULES_VERSION: u32 = 15;

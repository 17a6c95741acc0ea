//! Randomness that decides outcomes: seeds, streams of draws, and the keys that identify a stream.
//! Nothing is asked of the operating system: a fresh seed comes from outside the core, and everything
//! else follows from it.
//!
//! # The promise
//!
//! The same seed, tag and keys give the same draws on every machine, operating system, pointer
//! width and build profile. Golden vectors under `core/tests/golden/` check this for each operation,
//! down to the number of words it draws.
//!
//! # No generator is shared
//!
//! Each use of randomness makes its own [`Stream`], identified by a [`Tag`], the run's [`Seed`] and
//! the integers that distinguish this use from others (depth, turn, actor, blow number). So an
//! additional draw in one place never shifts the draws in another, and places may draw in any
//! order.
//!
//! ```
//! use undercroft_core::rng::{Seed, Streams, Tag};
//!
//! let streams = Streams::new(Seed(7));
//! let depth = 3;
//! let mut stream = streams.stream(Tag::MAPGEN, &[depth]);
//! let width = stream.range(3, 9);
//! assert!((3..=9).contains(&width));
//!
//! // Made again from the same keys, the stream starts again; another depth is another stream.
//! assert_eq!(streams.stream(Tag::MAPGEN, &[depth]).range(3, 9), width);
//! assert_ne!(streams.stream(Tag::MAPGEN, &[depth]), streams.stream(Tag::MAPGEN, &[depth + 1]));
//! ```
//!
//! # The published hash
//!
//! A stream starts from the 128-bit XXH3 hash (seed 0, default secret) of this message:
//!
//! | bytes | content |
//! | --- | --- |
//! | 1 to 31 | the tag's name: `a`-`z` and `-` |
//! | 1 | zero |
//! | 8 | the seed, little-endian |
//! | 8 for each key | the keys in order, little-endian |
//!
//! The low 64 bits are the `state` and the high 64 bits the `stream` of [`Stream::new`]. No name
//! contains a zero byte and every number has the same width, so the message is unambiguous: its
//! length gives the number of keys, and no two lists of keys give the same message. `[]`, `[0]` and
//! `[0, 0]` are three streams.
//!
//! [`Seed::nth`] and [`Stream::split`] hash messages of the same shape, and the text of a seed is
//! hashed after a tag of its own, as each of them documents. `GENERATION_VERSION` is not part of
//! any message: it states that results have changed, it does not change them.

mod key;
mod range;
mod seed;
mod stream;
mod streams;
mod tag;
mod words;

pub use range::SeedRange;
pub use seed::{Seed, SeedError};
pub use stream::Stream;
pub use streams::Streams;
pub use tag::Tag;
pub use words::{MAX_WORDS, SeedWords};

//! The streams of one seed. Code that needs randomness receives a `Streams` and names the stream
//! that it wants; it never receives a generator that other code draws from too.

use super::{Seed, Stream, Tag};

/// All keyed streams of one seed. Holds only the seed, so it is cheap to copy.
///
/// ```
/// use undercroft_core::rng::{Seed, Stream, Streams, Tag};
///
/// let streams = Streams::new(Seed(42));
/// assert_eq!(streams.stream(Tag::MAPGEN, &[1]), Stream::keyed(Tag::MAPGEN, Seed(42), &[1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Streams {
    seed: Seed,
}

impl Streams {
    /// The streams of `seed`.
    #[inline]
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }

    /// The seed of all these streams.
    #[inline]
    pub const fn seed(self) -> Seed {
        self.seed
    }

    /// The stream of this tag and these keys, from its start: see [`Stream::keyed`].
    #[inline]
    pub fn stream(self, tag: Tag, keys: &[u64]) -> Stream {
        Stream::keyed(tag, self.seed, keys)
    }
}

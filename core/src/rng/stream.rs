//! The generator and every kind of draw that decides an outcome. The draws are implemented here and
//! checked by golden vectors, because the samplers in libraries change between releases; only the
//! generator's step and its output function come from a library.

use super::key;
use super::seed::Seed;
use super::tag::Tag;
use rand::{Rng, TryRng};
use rand_pcg::Pcg32;
use std::convert::Infallible;

/// A generator: PCG-XSH-RR 64/32, with a period of 2^64 words for each of its 2^63 increments.
///
/// Every draw takes words of 32 bits from one sequence:
///
/// | draw | words |
/// | --- | --- |
/// | [`next_u32`](Self::next_u32), [`coin`](Self::coin) | 1 |
/// | [`next_u64`](Self::next_u64) | 2 |
/// | [`below`](Self::below), [`range`](Self::range), [`chance`](Self::chance), [`one_in`](Self::one_in) | 1, and 1 more for each word rejected |
/// | [`below_u64`](Self::below_u64) | 2, and 2 more for each pair rejected |
/// | [`pick`](Self::pick), [`weighted`](Self::weighted) | as `below`, or as `below_u64` for a length or a sum past `u32::MAX` |
/// | [`shuffle`](Self::shuffle) | as a `pick` for each element but the first |
///
/// If there is nothing to choose from, nothing is drawn; if there is one candidate, words are drawn
/// as for several. Rejections are rare: the probability is below `bound / 2^32`, and never more
/// than one half.
///
/// A stream is `Clone` but not `Copy`, so that drawing twice from the same place in the sequence is
/// always visible in the code:
///
/// ```compile_fail,E0382
/// # use undercroft_core::rng::Stream;
/// let first = Stream::new(42, 54);
/// let second = first;
/// let third = first;
/// ```
///
/// It also implements rand's `TryRng` (and with it `Rng`), so that libraries can draw from it. What
/// a library makes of the words may change between its versions, so outcomes that must be stable
/// use the methods here.
///
/// Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
/// Algorithms for Random Number Generation", 2014.
///
/// ```
/// use undercroft_core::rng::Stream;
///
/// let mut stream = Stream::new(42, 54);
/// assert_eq!(stream.next_u32(), 0xa15c_02b7);
/// assert_eq!(stream.next_u32(), 0x7b47_f409);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream(Pcg32);

impl Stream {
    /// The generator that `pcg32_srandom(state, stream)` of the reference implementation makes.
    ///
    /// The increment is `2 * stream + 1`, so the top bit of `stream` does not count.
    #[inline]
    #[must_use]
    pub fn new(state: u64, stream: u64) -> Self {
        Self(Pcg32::new(state, stream))
    }

    /// The stream identified by a tag, a seed and keys, from its start.
    ///
    /// The keys distinguish this use of the tag from others: depth, turn, actor, blow number. Their
    /// number and order matter. Allocates nothing. The hash is described in the [module's
    /// documentation](super).
    ///
    /// ```
    /// use undercroft_core::rng::{Seed, Stream, Tag};
    ///
    /// let stream = Stream::keyed(Tag::MAPGEN, Seed(42), &[3]);
    /// assert_eq!(stream, Stream::keyed(Tag::MAPGEN, Seed(42), &[3]));
    /// assert_ne!(stream, Stream::keyed(Tag::MAPGEN, Seed(42), &[4]));
    /// assert_ne!(stream, Stream::keyed(Tag::COSMETIC, Seed(42), &[3]));
    /// ```
    #[inline]
    #[must_use]
    pub fn keyed(tag: Tag, seed: Seed, keys: &[u64]) -> Self {
        let hash = key::hash(tag, seed.0, keys);
        Self::new(hash as u64, (hash >> 64) as u64)
    }

    /// The next word: any `u32`, all equally likely.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Any `u64`, all equally likely: two words, of which the first is the low half.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let low = self.next_u32();
        let high = self.next_u32();
        (u64::from(high) << 32) | u64::from(low)
    }

    /// A number in `0..bound`, all exactly equally likely; 0 and nothing drawn if `bound` is 0.
    ///
    /// Source: D. Lemire, "Fast Random Integer Generation in an Interval", 2019, with rejection.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let product = self.scaled(bound);
        // Computing the remainder takes a division; a rejection is only possible below the bound.
        if (product as u32) < bound {
            return self.below_rejecting(bound, product);
        }
        (product >> 32) as u32
    }

    /// Completes `below` for a first product that may have to be rejected.
    ///
    /// The words whose product has a low half under `2^32 mod bound` are exactly the surplus ones,
    /// which would give some results more than their equal share.
    #[cold]
    fn below_rejecting(&mut self, bound: u32, mut product: u64) -> u32 {
        let surplus = bound.wrapping_neg() % bound;
        while (product as u32) < surplus {
            product = self.scaled(bound);
        }
        (product >> 32) as u32
    }

    /// The next word times the bound: the high half is a result, the low half decides about
    /// rejection.
    #[inline]
    fn scaled(&mut self, bound: u32) -> u64 {
        u64::from(self.next_u32()) * u64::from(bound)
    }

    /// A number in `0..bound`, all exactly equally likely; 0 and nothing drawn if `bound` is 0.
    ///
    /// The same method as [`below`](Self::below) on pairs of words. For the same bound the two give
    /// different numbers, so which of them is called affects outcomes.
    #[inline]
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let mut product = self.scaled_u64(bound);
        if (product as u64) < bound {
            let surplus = bound.wrapping_neg() % bound;
            while (product as u64) < surplus {
                product = self.scaled_u64(bound);
            }
        }
        (product >> 64) as u64
    }

    #[inline]
    fn scaled_u64(&mut self, bound: u64) -> u128 {
        u128::from(self.next_u64()) * u128::from(bound)
    }

    /// A number from `low` to `high`, both included, all exactly equally likely.
    ///
    /// Every pair with `low <= high` works, including the whole range of `i32`. If `low > high`, it
    /// panics in builds with debug assertions, and otherwise returns `low` without drawing.
    #[inline]
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        debug_assert!(low <= high, "no number is from {low} to {high}");
        if low > high {
            return low;
        }
        let offset = match high.abs_diff(low).checked_add(1) {
            Some(count) => self.below(count),
            None => self.next_u32(),
        };
        low.wrapping_add_unsigned(offset)
    }

    /// True one time in two: the top bit of one word.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.next_u32() >> 31 == 1
    }

    /// True with a probability of exactly `numerator / denominator`.
    ///
    /// Always true if the numerator is at least the denominator. If the denominator is 0, false
    /// without drawing.
    ///
    /// ```
    /// use undercroft_core::rng::Stream;
    ///
    /// let mut stream = Stream::new(42, 54);
    /// assert!(stream.chance(3, 3));
    /// assert!(!stream.chance(0, 3));
    /// ```
    #[inline]
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        denominator != 0 && self.below(denominator) < numerator
    }

    /// True with a probability of exactly one in `count`; `one_in(2)` is a [`coin`](Self::coin). If
    /// `count` is 0, false without drawing.
    #[inline]
    pub fn one_in(&mut self, count: u32) -> bool {
        count != 0 && self.below(count) == count - 1
    }

    /// One of the items, all exactly equally likely; `None` and nothing drawn if there are none.
    ///
    /// ```
    /// use undercroft_core::rng::Stream;
    ///
    /// let mut stream = Stream::new(42, 54);
    /// assert!(stream.pick(&["rat", "bat"]).is_some());
    /// assert_eq!(stream.pick::<&str>(&[]), None);
    /// ```
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.within(items.len() as u64);
        items.get(index as usize)
    }

    /// Shuffles the items; all orders are exactly equally likely.
    ///
    /// Fisher-Yates shuffle from the end: for each index from the last down to the second, draws an
    /// index up to and including it and swaps the two. With 21 items or more there are more orders
    /// than a stream has states, so each stream can reach only some of them.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.within(last as u64 + 1);
            items.swap(last, other as usize);
        }
    }

    /// An index, each with a probability of exactly its weight over the sum of the weights.
    ///
    /// `None`, and nothing drawn, if the sum is 0. Draws one number below the sum, which the
    /// weights divide among themselves in their order. Takes two passes over the weights. The sum
    /// is exact for up to 2^32 weights.
    ///
    /// ```
    /// use undercroft_core::rng::Stream;
    ///
    /// let mut stream = Stream::new(42, 54);
    /// assert_eq!(stream.weighted(&[0, 5, 0]), Some(1));
    /// assert_eq!(stream.weighted(&[0, 0]), None);
    /// ```
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let sum = weights
            .iter()
            .fold(0u64, |sum, &weight| sum.saturating_add(u64::from(weight)));
        let mut rest = self.within(sum);
        for (index, &weight) in weights.iter().enumerate() {
            let weight = u64::from(weight);
            if rest < weight {
                return Some(index);
            }
            rest -= weight;
        }
        // Only reached if the sum is 0: otherwise the draw is below the sum.
        None
    }

    /// Splits the generator into two, unrelated to each other and to the draws of this one.
    ///
    /// Each child starts from the keyed hash of [`Tag::SPLIT`], this stream's state in the place
    /// of the seed, and the keys `increment` and 1 for the first child, 2 for the second. The low
    /// two bits of the child's `stream` are then set to those of the parent's plus the same 1 or
    /// 2, so the three increments differ whatever the hash: neither child equals the parent, nor
    /// the other. All increments are odd, as any stream's are.
    #[must_use = "the stream is used up by splitting it"]
    pub fn split(self) -> (Stream, Stream) {
        (self.child(1), self.child(2))
    }

    fn child(&self, ordinal: u64) -> Stream {
        let keys = [self.increment(), ordinal];
        let hash = key::hash(Tag::SPLIT, self.0.state(), &keys);
        let sibling = self.0.stream().wrapping_add(ordinal) & 0b11;
        Stream::new(hash as u64, ((hash >> 64) as u64 & !0b11) | sibling)
    }

    /// A draw below a length or a sum, which takes one word if that is enough.
    ///
    /// Which draw is made depends only on the value and not on the width of `usize`, so the outcome
    /// is the same on every machine.
    #[inline]
    fn within(&mut self, bound: u64) -> u64 {
        match u32::try_from(bound) {
            Ok(bound) => u64::from(self.below(bound)),
            Err(_) => self.below_u64(bound),
        }
    }

    /// The number added at each step: twice `stream` plus one, so odd.
    fn increment(&self) -> u64 {
        (self.0.stream() << 1) | 1
    }
}

/// Infallible, which makes `Stream` an `Rng` as well.
impl TryRng for Stream {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_u32())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_u64())
    }

    /// Fills with words in little-endian order; the unused bytes of the last word are dropped.
    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stream() -> Stream {
        Stream::new(42, 54)
    }

    /// Any state with any increment, without the mixing that `new` does.
    fn any_stream() -> impl Strategy<Value = Stream> {
        (any::<u64>(), any::<u64>())
            .prop_map(|(state, stream)| Stream(Pcg32::from_state(state, stream)))
    }

    /// How many words `draw` takes, found by advancing a second stream until it catches up.
    fn words(draw: impl FnOnce(&mut Stream)) -> usize {
        let mut drawn = stream();
        draw(&mut drawn);
        let mut walked = stream();
        (0..1000)
            .find(|_| {
                let here = walked == drawn;
                walked.next_u32();
                here
            })
            .expect("a draw takes few words")
    }

    #[test]
    fn draws_take_the_documented_number_of_words() {
        assert_eq!(words(|s| _ = s.next_u32()), 1);
        assert_eq!(words(|s| _ = s.next_u64()), 2);
        assert_eq!(words(|s| _ = s.coin()), 1);
        assert_eq!(words(|s| _ = s.below(6)), 1);
        assert_eq!(words(|s| _ = s.below(1)), 1);
        assert_eq!(words(|s| _ = s.below_u64(6)), 2);
        assert_eq!(words(|s| _ = s.range(i32::MIN, i32::MAX)), 1);
        assert_eq!(words(|s| _ = s.range(5, 5)), 1);
        assert_eq!(words(|s| _ = s.chance(7, 7)), 1);
        assert_eq!(words(|s| _ = s.one_in(7)), 1);
        assert_eq!(words(|s| _ = s.one_in(0)), 0);
        assert_eq!(words(|s| _ = s.pick(&[1, 2, 3])), 1);
        assert_eq!(words(|s| s.shuffle(&mut [0; 10])), 9);
        assert_eq!(words(|s| _ = s.weighted(&[1, 2, 3])), 1);
        assert_eq!(words(|s| _ = s.weighted(&[u32::MAX, 1])), 2);
    }

    #[test]
    fn with_nothing_to_choose_from_nothing_is_drawn() {
        assert_eq!(words(|s| assert_eq!(s.below(0), 0)), 0);
        assert_eq!(words(|s| assert_eq!(s.below_u64(0), 0)), 0);
        assert_eq!(words(|s| assert!(!s.chance(1, 0))), 0);
        assert_eq!(words(|s| assert_eq!(s.pick::<u8>(&[]), None)), 0);
        assert_eq!(words(|s| assert_eq!(s.weighted(&[]), None)), 0);
        assert_eq!(words(|s| assert_eq!(s.weighted(&[0, 0]), None)), 0);
        assert_eq!(words(|s| s.shuffle::<u8>(&mut [])), 0);
        assert_eq!(words(|s| s.shuffle(&mut [7])), 0);
    }

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "no number is from 4 to 3")]
    fn a_range_the_wrong_way_round_is_caught_while_developing() {
        stream().range(4, 3);
    }

    #[cfg(not(debug_assertions))]
    #[test]
    fn a_range_the_wrong_way_round_is_its_low_end_in_release() {
        assert_eq!(words(|s| assert_eq!(s.range(4, 3), 4)), 0);
    }

    proptest! {
        /// The definition of the method in wide arithmetic, without its shortcuts.
        #[test]
        fn a_bounded_draw_is_the_first_word_that_is_not_surplus(
            mut drawn in any_stream(),
            bound in 1u32..,
        ) {
            let mut raw = drawn.clone();
            let surplus = (1u64 << 32) % u64::from(bound);
            let result = loop {
                let product = u64::from(raw.next_u32()) * u64::from(bound);
                if product % (1 << 32) >= surplus {
                    break product / (1 << 32);
                }
            };
            prop_assert_eq!(u64::from(drawn.below(bound)), result);
            prop_assert_eq!(drawn, raw);
        }

        #[test]
        fn a_long_bounded_draw_is_the_first_pair_that_is_not_surplus(
            mut drawn in any_stream(),
            bound in 1u64..,
        ) {
            let mut raw = drawn.clone();
            let wide = u128::from(bound);
            let surplus = (1u128 << 64) % wide;
            let result = loop {
                let product = u128::from(raw.next_u64()) * wide;
                if product % (1 << 64) >= surplus {
                    break product / (1 << 64);
                }
            };
            prop_assert_eq!(u128::from(drawn.below_u64(bound)), result);
            prop_assert_eq!(drawn, raw);
        }

        #[test]
        fn a_split_makes_two_new_streams_with_odd_increments(parent in any_stream()) {
            let (first, second) = parent.clone().split();
            prop_assert_ne!(&first, &parent);
            prop_assert_ne!(&second, &parent);
            prop_assert_ne!(&first, &second);
            // The increments alone tell the three apart, so no hash can bring them together.
            prop_assert_ne!(first.increment(), parent.increment());
            prop_assert_ne!(second.increment(), parent.increment());
            prop_assert_ne!(first.increment(), second.increment());
            for child in [first, second] {
                prop_assert_eq!(child.increment() % 2, 1);
            }
        }

        #[test]
        fn a_split_depends_on_state_and_increment(one in any_stream(), other in any_stream()) {
            prop_assume!(one != other);
            prop_assert_ne!(one.split(), other.split());
        }
    }
}

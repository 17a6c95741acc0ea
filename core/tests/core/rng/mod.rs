//! The draws as other code sees them: known answers, golden vectors for each operation, evenness,
//! and the properties that the rest of the game relies on.

mod apart;
mod even;
mod golden;

use proptest::prelude::*;
use undercroft_core::rng::{Seed, Stream, Streams, Tag};

fn stream() -> Stream {
    Stream::new(42, 54)
}

fn any_stream() -> impl Strategy<Value = Stream> {
    (any::<u64>(), any::<u64>()).prop_map(|(state, stream)| Stream::new(state, stream))
}

fn any_key() -> impl Strategy<Value = (Tag, u64, Vec<u64>)> {
    // Small numbers too, as those are the seeds, depths and turns that occur.
    let number = || prop_oneof![0..4u64, any::<u64>()];
    (
        proptest::sample::select(Tag::ALL),
        number(),
        proptest::collection::vec(number(), 0..12),
    )
}

proptest! {
    #[test]
    fn bounded_draws_stay_below_their_bound(
        mut stream in any_stream(),
        bound in prop_oneof![1..10u32, 1u32..],
        bound_u64 in prop_oneof![1..10u64, 1u64..],
    ) {
        for _ in 0..20 {
            prop_assert!(stream.below(bound) < bound);
            prop_assert!(stream.below_u64(bound_u64) < bound_u64);
        }
    }

    #[test]
    fn a_range_stays_between_its_ends(
        mut stream in any_stream(),
        one in prop_oneof![-9..9i32, any::<i32>(), Just(i32::MIN)],
        other in prop_oneof![-9..9i32, any::<i32>(), Just(i32::MAX)],
    ) {
        let (low, high) = (one.min(other), one.max(other));
        for _ in 0..20 {
            let drawn = stream.range(low, high);
            prop_assert!((low..=high).contains(&drawn), "{} {} {}", low, drawn, high);
        }
    }

    #[test]
    fn a_chance_is_certain_at_either_end(
        mut stream in any_stream(),
        denominator in 1u32..,
        more: u32,
    ) {
        prop_assert!(!stream.chance(0, denominator));
        prop_assert!(stream.chance(denominator, denominator));
        prop_assert!(stream.chance(denominator.saturating_add(more), denominator));
    }

    #[test]
    fn a_pick_is_one_of_the_items(
        mut stream in any_stream(),
        items in proptest::collection::vec(any::<u16>(), 0..50),
    ) {
        match stream.pick(&items) {
            Some(item) => prop_assert!(items.contains(item)),
            None => prop_assert!(items.is_empty()),
        }
    }

    #[test]
    fn a_shuffle_keeps_all_items(
        mut stream in any_stream(),
        items in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let mut shuffled = items.clone();
        stream.shuffle(&mut shuffled);
        let mut expected = items;
        expected.sort_unstable();
        shuffled.sort_unstable();
        prop_assert_eq!(shuffled, expected);
    }

    #[test]
    fn a_weighted_choice_has_weight(
        mut stream in any_stream(),
        weights in proptest::collection::vec(prop_oneof![Just(0), 0..5u32, any::<u32>()], 0..20),
    ) {
        match stream.weighted(&weights) {
            Some(index) => prop_assert!(weights[index] > 0),
            None => prop_assert!(weights.iter().all(|&weight| weight == 0)),
        }
    }

    #[test]
    fn streams_differ_by_tag_and_seed_and_keys(one in any_key(), other in any_key()) {
        let stream = |(tag, seed, keys): &(Tag, u64, Vec<u64>)| {
            Stream::keyed(*tag, Seed(*seed), keys)
        };
        prop_assert_eq!(stream(&one), stream(&one));
        prop_assume!(one != other);
        prop_assert_ne!(stream(&one), stream(&other));
    }

    #[test]
    fn streams_differ_by_any_single_key(
        (tag, seed, keys) in any_key(),
        at: prop::sample::Index,
        change in 1u64..,
    ) {
        prop_assume!(!keys.is_empty());
        let mut changed = keys.clone();
        let at = at.index(keys.len());
        changed[at] = changed[at].wrapping_add(change);
        prop_assert_ne!(
            Stream::keyed(tag, Seed(seed), &keys),
            Stream::keyed(tag, Seed(seed), &changed)
        );
        prop_assert_ne!(
            Stream::keyed(tag, Seed(seed), &keys),
            Stream::keyed(tag, Seed(seed.wrapping_add(change)), &keys)
        );
    }

    #[test]
    fn a_seed_saved_and_restored_starts_the_same_streams(number: u64) {
        let saved = serde_json::to_string(&Seed(number)).expect("a number is JSON");
        let restored: Seed = serde_json::from_str(&saved).expect("it was a seed");
        prop_assert_eq!(
            Streams::new(restored).stream(Tag::MAPGEN, &[1]),
            Streams::new(Seed(number)).stream(Tag::MAPGEN, &[1])
        );
    }
}

//! Streams that must have nothing to do with one another: split, keyed, drawn by a library.

use undercroft_core::rng::{Seed, Stream, Streams, Tag};

use super::stream;

// Independence of whole streams.

/// The bits in which two streams agree, less the half that chance gives, in standard deviations,
/// worst of all shifts of up to 32 words either way.
fn worst_agreement(one: &Stream, other: &Stream) -> f64 {
    const WORDS: usize = 4096;
    const SHIFT: usize = 32;
    let words = |stream: &Stream| -> Vec<u32> {
        let mut stream = stream.clone();
        (0..WORDS + SHIFT).map(|_| stream.next_u32()).collect()
    };
    let (one, other) = (words(one), words(other));
    let agreement = |one: &[u32], other: &[u32]| {
        let pairs = one.iter().zip(other).take(WORDS);
        let agree: u32 = pairs.map(|(a, b)| (a ^ b).count_zeros()).sum();
        let mean = (WORDS * 16) as f64;
        // A sum of 32 * WORDS fair bits has a variance of a quarter of that.
        (f64::from(agree) - mean).abs() / ((WORDS * 8) as f64).sqrt()
    };
    (0..=SHIFT)
        .flat_map(|shift| {
            [
                agreement(&one[shift..], &other),
                agreement(&one, &other[shift..]),
            ]
        })
        .fold(0.0, f64::max)
}

/// A normal variable leaves six standard deviations once in 5e8 times, and the tests below look
/// at about 2,000 shifts; a repeated or shifted stream would lie hundreds out.
const AGREEMENT: f64 = 6.0;

#[test]
fn streams_that_are_the_same_or_shifted_are_found_out() {
    let one = stream();
    let mut shifted = one.clone();
    for _ in 0..5 {
        shifted.next_u32();
    }
    assert!(worst_agreement(&one, &one.clone()) > 300.0);
    assert!(worst_agreement(&one, &shifted) > 300.0);
    assert!(worst_agreement(&shifted, &one) > 300.0);
}

#[test]
fn split_streams_are_not_correlated_with_each_other_or_their_parent() {
    for state in 0..8 {
        let parent = Stream::new(state, 54);
        let (first, second) = parent.clone().split();
        assert!(worst_agreement(&first, &second) < AGREEMENT);
        assert!(worst_agreement(&parent, &first) < AGREEMENT);
        assert!(worst_agreement(&parent, &second) < AGREEMENT);
    }
}

#[test]
fn streams_keyed_by_neighbouring_depths_are_not_correlated() {
    let streams = Streams::new(Seed(42));
    for depth in 0..8 {
        let one = streams.stream(Tag::MAPGEN, &[depth]);
        let next = streams.stream(Tag::MAPGEN, &[depth + 1]);
        assert!(worst_agreement(&one, &next) < AGREEMENT);
    }
}

#[test]
fn a_tree_of_splits_has_no_stream_twice() {
    let mut tree = vec![stream()];
    let mut leaves = tree.clone();
    for _ in 0..10 {
        leaves = leaves
            .into_iter()
            .flat_map(|parent| {
                let (first, second) = parent.split();
                [first, second]
            })
            .collect();
        tree.extend(leaves.iter().cloned());
    }
    let mut starts: Vec<[u64; 2]> = tree
        .into_iter()
        .map(|mut stream| {
            let low = stream.next_u64();
            let high = stream.next_u64();
            [low, high]
        })
        .collect();
    assert_eq!(starts.len(), (1 << 11) - 1);
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts.len(), (1 << 11) - 1);
}

// Keys.

#[test]
fn a_stream_keyed_by_another_depth_differs() {
    let streams = Streams::new(Seed(42));
    assert_ne!(
        streams.stream(Tag::MAPGEN, &[1]),
        streams.stream(Tag::MAPGEN, &[2])
    );
}

#[test]
fn the_number_and_the_order_of_keys_count() {
    let streams = Streams::new(Seed(0));
    let lists: [&[u64]; 8] = [&[], &[0], &[0, 0], &[1], &[1, 0], &[0, 1], &[0; 8], &[0; 9]];
    for (at, one) in lists.iter().enumerate() {
        for other in &lists[..at] {
            assert_ne!(
                streams.stream(Tag::MAPGEN, one),
                streams.stream(Tag::MAPGEN, other),
                "{one:?} {other:?}"
            );
        }
    }
}

#[test]
fn a_key_does_not_stand_in_for_the_seed() {
    assert_ne!(
        Stream::keyed(Tag::MAPGEN, Seed(1), &[2]),
        Stream::keyed(Tag::MAPGEN, Seed(2), &[1])
    );
}

#[test]
fn a_library_draws_the_same_words() {
    fn library(rng: &mut impl rand::Rng) -> (u32, u64, [u8; 6]) {
        let short = rng.next_u32();
        let long = rng.next_u64();
        let mut bytes = [0; 6];
        rng.fill_bytes(&mut bytes);
        (short, long, bytes)
    }
    let mut ours = stream();
    let mut theirs = stream();
    let (short, long, bytes) = library(&mut theirs);
    assert_eq!(short, ours.next_u32());
    assert_eq!(long, ours.next_u64());
    assert_eq!(bytes[..4], ours.next_u32().to_le_bytes());
    assert_eq!(bytes[4..], ours.next_u32().to_le_bytes()[..2]);
    assert_eq!(theirs, ours);
}

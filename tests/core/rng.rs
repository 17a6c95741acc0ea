//! The draws as other code sees them: known answers, golden vectors for each operation, evenness,
//! and the properties that the rest of the game relies on.

use proptest::prelude::*;
use std::fmt::{Debug, Write as _};
use std::path::{Path, PathBuf};
use undercroft::rng::{Seed, Stream, Streams, Tag};

fn stream() -> Stream {
    Stream::new(42, 54)
}

fn golden_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

// Golden vectors.

#[test]
fn the_raw_words_are_the_known_answers() {
    let text = read(&golden_path("pcg32-42-54.txt"));
    let mut stream = stream();
    let mut count = 0;
    for known in text.lines() {
        let drawn = format!("{:08x}", stream.next_u32());
        assert_eq!(drawn, known, "word {count}");
        count += 1;
    }
    assert_eq!(count, 64);
}

/// Set `UPDATE_GOLDEN=1` to write the file anew, which also fails the run.
#[test]
fn every_operation_gives_its_golden_values() {
    let path = golden_path("rng.txt");
    let ours = golden();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        std::fs::write(&path, ours).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        panic!("{} was written anew; run again without", path.display());
    }
    let golden = read(&path);
    for (number, (ours, golden)) in ours.lines().zip(golden.lines()).enumerate() {
        assert_eq!(ours, golden, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(ours.lines().count(), golden.lines().count());
}

/// Eight results of a draw from a fresh stream, then the next word, which tells how many were
/// taken.
fn eight<T: Debug>(out: &mut String, what: &str, mut draw: impl FnMut(&mut Stream) -> T) {
    let mut stream = stream();
    let results: Vec<T> = (0..8).map(|_| draw(&mut stream)).collect();
    line(out, what, &results, stream);
}

fn line<T: Debug>(out: &mut String, what: &str, results: &[T], mut after: Stream) {
    let then = after.next_u32();
    writeln!(out, "{what} = {results:?} then {then:08x}").expect("a string takes all");
}

fn golden() -> String {
    let mut out = String::from("# Results from Stream::new(42, 54), \"then\" the next word.\n");
    golden_draws(&mut out);
    golden_choices(&mut out);
    golden_streams(&mut out);
    golden_seeds(&mut out);
    out
}

fn golden_draws(out: &mut String) {
    eight(out, "next_u32", Stream::next_u32);
    eight(out, "next_u64", Stream::next_u64);
    for bound in BOUNDS {
        eight(out, &format!("below {bound}"), |s| s.below(bound));
    }
    for bound in BOUNDS_U64 {
        eight(out, &format!("below_u64 {bound}"), |s| s.below_u64(bound));
    }
    for (low, high) in RANGES {
        eight(out, &format!("range {low} {high}"), |s| s.range(low, high));
    }
    eight(out, "coin", Stream::coin);
    for (numerator, denominator) in [
        (1, 3),
        (2, 2),
        (0, 5),
        (1, 0),
        (7, 4),
        (3_000_000_000, 4_000_000_000),
    ] {
        let what = format!("chance {numerator} {denominator}");
        eight(out, &what, |s| s.chance(numerator, denominator));
    }
    let mut bytes = [0; 11];
    let mut filled = stream();
    rand::Rng::fill_bytes(&mut filled, &mut bytes);
    line(out, "fill_bytes 11", &bytes, filled);
}

const BOUNDS: [u32; 13] = [
    0,
    1,
    2,
    6,
    7,
    10,
    100,
    1_000_003,
    1 << 31,
    (1 << 31) + 1,
    3 << 30,
    u32::MAX - 1,
    u32::MAX,
];

const BOUNDS_U64: [u64; 9] = [
    0,
    1,
    7,
    u32::MAX as u64,
    1 << 32,
    (1 << 32) + 1,
    (1 << 63) + 1,
    3 << 62,
    u64::MAX,
];

const RANGES: [(i32, i32); 7] = [
    (1, 100),
    (-3, 3),
    (0, 0),
    (i32::MAX, i32::MAX),
    (i32::MIN, -1),
    (i32::MIN, i32::MAX - 1),
    (i32::MIN, i32::MAX),
];

fn golden_choices(out: &mut String) {
    let letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    eight(out, "pick a..=g", |s| s.pick(&letters).copied());
    eight(out, "pick nothing", |s| s.pick::<u8>(&[]).copied());
    for length in [0, 1, 2, 3, 10, 52] {
        let mut stream = stream();
        let mut items: Vec<u32> = (0..length).collect();
        stream.shuffle(&mut items);
        line(out, &format!("shuffle {length}"), &items, stream);
    }
    for weights in WEIGHTS {
        eight(out, &format!("weighted {weights:?}"), |s| {
            s.weighted(weights)
        });
    }
}

const WEIGHTS: [&[u32]; 6] = [
    &[1, 2, 3, 0, 4],
    &[0, 0, 9],
    &[u32::MAX],
    &[u32::MAX, 1],
    &[0, u32::MAX, u32::MAX, 0, u32::MAX],
    &[0, 0],
];

/// Not `Tag::ALL`: a tag added there changes no outcome, so it leaves the golden file alone.
const TAGS: [Tag; 5] = [
    Tag::MAPGEN,
    Tag::SEQUENCE,
    Tag::SEED_TEXT,
    Tag::SPLIT,
    Tag::COSMETIC,
];

fn golden_streams(out: &mut String) {
    let four = |out: &mut String, what: &str, mut stream: Stream| {
        let words: Vec<u32> = (0..4).map(|_| stream.next_u32()).collect();
        line(out, what, &words, stream);
    };
    let (first, second) = stream().split();
    four(out, "split first", first.clone());
    four(out, "split second", second.clone());
    four(out, "split first second", first.split().1);
    four(out, "split second first", second.split().0);
    for tag in TAGS {
        for seed in [Seed(0), Seed(42), Seed(u64::MAX)] {
            for keys in [&[][..], &[0], &[0, 0], &[3, 1417, 12, 2], &[u64::MAX; 8]] {
                let stream = Stream::keyed(tag, seed, keys);
                four(out, &format!("keyed {tag} {seed} {keys:?}"), stream);
            }
        }
    }
    // Either side of every length at which the hash changes its method.
    for count in [8, 9, 13, 14, 15, 27, 28, 29, 100] {
        let keys: Vec<u64> = (1..=count).collect();
        let stream = Stream::keyed(Tag::MAPGEN, Seed(42), &keys);
        four(out, &format!("keyed mapgen 42 1..={count}"), stream);
    }
}

fn golden_seeds(out: &mut String) {
    let long = "catacomb ".repeat(40);
    for text in [
        "42",
        "0x2A",
        "18446744073709551615",
        "18446744073709551616",
        "-1",
        "0x",
        "Undercroft",
        "undercroft",
        "  undercroft\t",
        "Zwölf Grüfte",
        "地下墓所",
        &long,
    ] {
        let seed: Seed = text.parse().expect("the text is not blank");
        writeln!(out, "seed {text:?} = {seed}").expect("a string takes all");
    }
    for start in [0, 1, 42, u64::MAX] {
        for n in [0, 1, 2, 1_000_000, u64::MAX] {
            let seed = Seed(start).nth(n);
            writeln!(out, "nth {start} {n} = {seed}").expect("a string takes all");
        }
    }
}

// Evenness: chi-square tests.

/// The quantiles 0.0001 and 0.9999 of the chi-square distribution, for the degrees of freedom that
/// occur below; computed from the regularised incomplete gamma function.
///
/// The seeds are fixed, so a test passes always or never, and the critical values decide only how
/// unlucky an honest generator may be: two tests in ten thousand would refuse one. At that price
/// the samples below still show a fault of a few parts in a hundred, as
/// `the_multiply_without_rejection_is_refused` shows. A value under the lower quantile is refused
/// as well, for results more even than chance makes them.
fn quantiles(freedom: usize) -> (f64, f64) {
    match freedom {
        1 => (1.57e-8, 15.137),
        2 => (2.0e-4, 18.421),
        3 => (0.005_215, 21.108),
        5 => (0.082_18, 25.745),
        6 => (0.172_4, 27.856),
        9 => (0.660_8, 33.720),
        15 => (2.408, 44.263),
        19 => (3.968, 50.796),
        23 => (5.749, 57.075),
        35 => (11.996, 74.926),
        99 => (54.987, 160.056),
        119 => (69.968, 185.086),
        255 => (179.429, 347.654),
        _ => panic!("look up the quantiles for {freedom} degrees of freedom"),
    }
}

/// Pearson's statistic for counts against shares in proportion to `weights`, and its degrees of
/// freedom. A cell without weight must be empty and is not counted.
fn chi_square(counts: &[u64], weights: &[u64]) -> (f64, usize) {
    assert_eq!(counts.len(), weights.len());
    let total = counts.iter().sum::<u64>() as f64;
    let whole = weights.iter().sum::<u64>() as f64;
    let mut statistic = 0.0;
    let mut cells = 0;
    for (&count, &weight) in counts.iter().zip(weights) {
        if weight == 0 {
            assert_eq!(count, 0, "a result without weight was drawn");
            continue;
        }
        let expected = total * weight as f64 / whole;
        assert!(
            expected >= 20.0,
            "the sample is too small: {expected} a cell"
        );
        statistic += (count as f64 - expected).powi(2) / expected;
        cells += 1;
    }
    (statistic, cells - 1)
}

#[track_caller]
fn assert_shares(what: &str, counts: &[u64], weights: &[u64]) {
    let (statistic, freedom) = chi_square(counts, weights);
    let (low, high) = quantiles(freedom);
    assert!(
        (low..high).contains(&statistic),
        "{what}: chi-square {statistic} is outside {low}..{high} for {counts:?}"
    );
}

#[track_caller]
fn assert_even(what: &str, counts: &[u64]) {
    assert_shares(what, counts, &vec![1; counts.len()]);
}

fn tally(cells: usize, draws: usize, mut draw: impl FnMut() -> usize) -> Vec<u64> {
    let mut counts = vec![0; cells];
    for _ in 0..draws {
        counts[draw()] += 1;
    }
    counts
}

/// Which of `cells` equal parts of `0..bound` the value lies in.
fn part(value: u64, bound: u128, cells: u64) -> usize {
    (u128::from(value) * u128::from(cells) / bound) as usize
}

#[test]
fn words_are_even_at_both_ends_and_in_pairs() {
    let mut s = Stream::new(1, 1);
    assert_even(
        "high bits",
        &tally(256, 100_000, || (s.next_u32() >> 24) as usize),
    );
    assert_even(
        "low bits",
        &tally(256, 100_000, || (s.next_u32() & 0xff) as usize),
    );
    let pairs = tally(256, 100_000, || {
        let first = s.next_u32() >> 28;
        let second = s.next_u32() >> 28;
        (first * 16 + second) as usize
    });
    assert_even("pairs", &pairs);
    assert_even(
        "long words",
        &tally(256, 100_000, || (s.next_u64() >> 56) as usize),
    );
}

#[test]
fn small_bounded_draws_are_even() {
    for bound in [2, 3, 6, 7, 10, 20, 100] {
        let mut s = Stream::new(2, u64::from(bound));
        let counts = tally(bound as usize, 100_000, || s.below(bound) as usize);
        assert_even(&format!("below {bound}"), &counts);
        let counts = tally(bound as usize, 100_000, || {
            s.below_u64(u64::from(bound)) as usize
        });
        assert_even(&format!("below_u64 {bound}"), &counts);
    }
}

#[test]
fn successive_bounded_draws_are_independent() {
    let mut s = Stream::new(3, 3);
    let mut last = s.below(6);
    let counts = tally(36, 100_000, || {
        let next = s.below(6);
        let pair = last * 6 + next;
        last = next;
        pair as usize
    });
    assert_even("pairs below 6", &counts);
}

#[test]
fn large_bounded_draws_are_even_in_size_and_in_remainder() {
    for bound in [(1 << 31) + 1, 3 << 30, 3_000_000_019, u32::MAX] {
        let mut s = Stream::new(4, u64::from(bound));
        let whole = u128::from(bound);
        let sizes = tally(100, 100_000, || part(s.below(bound).into(), whole, 100));
        assert_even(&format!("size below {bound}"), &sizes);
        let remainders = tally(3, 100_000, || (s.below(bound) % 3) as usize);
        assert_even(&format!("remainder below {bound}"), &remainders);
    }
    for bound in [(1 << 32) + 1, (1 << 63) + 1, 3 << 62, u64::MAX] {
        let mut s = Stream::new(5, bound);
        let sizes = tally(100, 100_000, || {
            part(s.below_u64(bound), u128::from(bound), 100)
        });
        assert_even(&format!("size below_u64 {bound}"), &sizes);
        let remainders = tally(3, 100_000, || (s.below_u64(bound) % 3) as usize);
        assert_even(&format!("remainder below_u64 {bound}"), &remainders);
    }
}

/// With this bound each word in four makes one result in three twice as likely, which the test
/// above would see at once.
#[test]
fn the_multiply_without_rejection_is_refused() {
    let bound = 3u64 << 30;
    let mut s = Stream::new(4, bound);
    let remainders = tally(3, 100_000, || {
        let scaled = (u64::from(s.next_u32()) * bound) >> 32;
        (scaled % 3) as usize
    });
    let (statistic, freedom) = chi_square(&remainders, &[1, 1, 1]);
    assert!(statistic > 100.0 * quantiles(freedom).1, "{remainders:?}");
}

#[test]
fn ranges_are_even() {
    let mut s = Stream::new(6, 6);
    let counts = tally(7, 100_000, || (s.range(-3, 3) + 3) as usize);
    assert_even("range -3 3", &counts);
    for (low, high) in [
        (i32::MIN, i32::MAX),
        (i32::MIN, 1_000_000_000),
        (-2_000_000_000, 7),
    ] {
        let count = i64::from(high) - i64::from(low) + 1;
        let counts = tally(100, 100_000, || {
            let offset = i64::from(s.range(low, high)) - i64::from(low);
            part(offset as u64, count as u128, 100)
        });
        assert_even(&format!("range {low} {high}"), &counts);
    }
}

#[test]
fn coins_are_even_alone_and_in_fours() {
    let mut s = Stream::new(7, 7);
    assert_even("coin", &tally(2, 100_000, || usize::from(s.coin())));
    let fours = tally(16, 100_000, || {
        (0..4).fold(0, |bits, _| bits * 2 + usize::from(s.coin()))
    });
    assert_even("four coins", &fours);
}

#[test]
fn chances_have_their_odds() {
    for (numerator, denominator) in [
        (1, 2),
        (1, 3),
        (5, 8),
        (99, 100),
        (1, 1000),
        (2_000_000_000, 3_000_000_000),
        (1 << 31, u32::MAX),
    ] {
        let mut s = Stream::new(8, u64::from(denominator));
        let counts = tally(2, 200_000, || usize::from(s.chance(numerator, denominator)));
        let odds = [u64::from(denominator - numerator), u64::from(numerator)];
        assert_shares(&format!("chance {numerator} {denominator}"), &counts, &odds);
    }
}

#[test]
fn picks_are_even() {
    let mut s = Stream::new(9, 9);
    for length in [2, 3, 7, 20] {
        let items: Vec<usize> = (0..length).collect();
        let counts = tally(length, 100_000, || {
            *s.pick(&items).expect("there are items")
        });
        assert_even(&format!("pick of {length}"), &counts);
    }
}

#[test]
fn shuffles_reach_every_order_evenly() {
    let mut s = Stream::new(10, 10);
    for (length, orders) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
        let counts = tally(orders, 100_000, || {
            let mut items: Vec<usize> = (0..length).collect();
            s.shuffle(&mut items);
            rank(&items)
        });
        assert_even(&format!("shuffle of {length}"), &counts);
    }
}

/// The place of an order among all orders of its items, by the alphabet.
fn rank(items: &[usize]) -> usize {
    let mut rank = 0;
    for (at, item) in items.iter().enumerate() {
        let smaller = items[at + 1..].iter().filter(|other| *other < item).count();
        rank = rank * (items.len() - at) + smaller;
    }
    rank
}

#[test]
fn a_shuffle_takes_each_item_to_each_place_evenly() {
    let mut s = Stream::new(11, 11);
    let mut counts = vec![0; 100];
    for _ in 0..10_000 {
        let mut items: Vec<usize> = (0..10).collect();
        s.shuffle(&mut items);
        for (place, item) in items.into_iter().enumerate() {
            counts[place * 10 + item] += 1;
        }
    }
    for row in counts.chunks(10) {
        assert_even("items at a place", row);
    }
}

#[test]
fn weighted_choices_have_their_shares() {
    let mut s = Stream::new(12, 12);
    for weights in [
        &[1, 2, 3, 0, 4][..],
        &[5, 0],
        &[1; 20],
        &[0, 1, 0, 1],
        &[u32::MAX, u32::MAX, u32::MAX],
        &[u32::MAX, 1 << 31, 1 << 30, 0, 1 << 30],
    ] {
        let counts = tally(weights.len(), 100_000, || {
            s.weighted(weights).expect("the sum is not 0")
        });
        let shares: Vec<u64> = weights.iter().map(|&weight| weight.into()).collect();
        if shares.iter().filter(|&&share| share > 0).count() == 1 {
            assert_eq!(counts, [100_000, 0], "a sole candidate is always chosen");
        } else {
            assert_shares(&format!("weighted {weights:?}"), &counts, &shares);
        }
    }
}

#[test]
fn first_draws_of_neighbouring_keys_are_even_and_independent() {
    let streams = Streams::new(Seed(13));
    let first = |keys: &[u64]| streams.stream(Tag::MAPGEN, keys).next_u32() >> 28;
    let mut key = 0;
    let counts = tally(256, 100_000, || {
        key += 1;
        (first(&[key]) * 16 + first(&[key + 1])) as usize
    });
    assert_even("one key and the next", &counts);
    let mut key = 0;
    let counts = tally(256, 100_000, || {
        key += 1;
        (first(&[3, key, 7, 0]) * 16 + first(&[3, key, 8, 0])) as usize
    });
    assert_even("the last key but one", &counts);
}

#[test]
fn first_draws_of_neighbouring_seeds_are_even_and_independent() {
    let first = |seed| Stream::keyed(Tag::MAPGEN, Seed(seed), &[1]).next_u32() >> 28;
    let mut seed = 0;
    let counts = tally(256, 100_000, || {
        seed += 1;
        (first(seed) * 16 + first(seed + 1)) as usize
    });
    assert_even("one seed and the next", &counts);
}

#[test]
fn first_draws_of_one_seed_under_two_tags_are_independent() {
    let mut seed = 0;
    let counts = tally(256, 100_000, || {
        seed += 1;
        let streams = Streams::new(Seed(seed));
        let one = streams.stream(Tag::MAPGEN, &[]).next_u32() >> 28;
        let other = streams.stream(Tag::COSMETIC, &[]).next_u32() >> 28;
        (one * 16 + other) as usize
    });
    assert_even("two tags", &counts);
}

#[test]
fn the_seeds_of_a_sequence_are_even_at_both_ends() {
    let mut n = 0;
    let counts = tally(256, 100_000, || {
        n += 1;
        (Seed(42).nth(n).0 >> 56) as usize
    });
    assert_even("high bits", &counts);
    let mut n = 0;
    let counts = tally(256, 100_000, || {
        n += 1;
        (Seed(42).nth(n).0 & 0xff) as usize
    });
    assert_even("low bits", &counts);
}

#[test]
fn the_first_draws_of_parent_and_children_are_independent() {
    let mut families = (0..).map(|state| {
        let mut parent = Stream::new(state, 0);
        let (mut first, mut second) = parent.clone().split();
        let parent = parent.next_u32() >> 28;
        let first = first.next_u32() >> 28;
        let second = second.next_u32() >> 28;
        (parent, first, second)
    });
    let families: Vec<(u32, u32, u32)> = families.by_ref().take(100_000).collect();
    let mut counts = [[0; 256]; 3];
    for (parent, first, second) in families {
        counts[0][(parent * 16 + first) as usize] += 1;
        counts[1][(parent * 16 + second) as usize] += 1;
        counts[2][(first * 16 + second) as usize] += 1;
    }
    for (what, counts) in ["parent, first", "parent, second", "first, second"]
        .iter()
        .zip(&counts)
    {
        assert_even(what, counts);
    }
}

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

// Properties.

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
    fn a_stream_saved_and_restored_goes_on_where_it_was(
        mut stream in any_stream(),
        drawn in 0..50,
    ) {
        for _ in 0..drawn {
            stream.next_u32();
        }
        let saved = serde_json::to_string(&stream).expect("two numbers are JSON");
        let mut restored: Stream = serde_json::from_str(&saved).expect("it was a stream");
        prop_assert_eq!(&restored, &stream);
        for _ in 0..50 {
            prop_assert_eq!(restored.next_u32(), stream.next_u32());
        }
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

#[test]
fn every_module_of_the_core_denies_arithmetic_with_floats() {
    let text = include_str!("../../src/lib.rs");
    let lines: Vec<&str> = text.lines().collect();
    let mut core = 0;
    for pair in lines.windows(2) {
        if let Some(module) = pair[1].strip_prefix("pub mod ")
            && !pair[0].starts_with("#[cfg")
        {
            assert_eq!(pair[0], "#[deny(clippy::float_arithmetic)]", "{module}");
            core += 1;
        }
    }
    assert_eq!(core, 11, "modules of the core");
}

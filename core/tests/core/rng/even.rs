//! Evenness of the draws: chi-square tests.

use undercroft_core::rng::{Seed, Stream, Streams, Tag};

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

//! Known answers, and the golden vectors of each operation.

use std::fmt::{Debug, Write as _};

use undercroft_core::rng::{Seed, Stream, Tag};

use super::stream;

#[test]
fn the_raw_words_are_the_known_answers() {
    let text = include_str!("../../golden/pcg32-42-54.txt");
    let mut stream = stream();
    let mut count = 0;
    for known in text.lines() {
        let drawn = format!("{:08x}", stream.next_u32());
        assert_eq!(drawn, known, "word {count}");
        count += 1;
    }
    assert_eq!(count, 64);
}

#[test]
fn every_operation_gives_its_golden_values() {
    crate::golden::compare(crate::golden::Version::Generation, "rng.txt", &golden()).unwrap();
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

//! Many maps of each generator that makes whole levels: every one sound, and the same to the byte
//! when it is made again in another order.

use undercroft_core::map::Map;
use undercroft_core::mapgen::{Buffers, MapSpec};
use undercroft_core::rng::Seed;

use crate::trial;

/// How many maps of a generator are made.
fn count() -> u64 {
    trial::amount(10_000, 100_000)
}

fn spec(generator: &str, seed: u64) -> MapSpec {
    let spec: MapSpec = format!("{generator}/80x24#{seed}").parse().unwrap();
    assert_eq!(spec.seed, Seed(seed));
    spec
}

fn sweep(generator: &str) {
    let mut texts = Vec::new();
    for seed in 1..=count() {
        let spec = spec(generator, seed);
        let map = spec.generate().unwrap();
        let text = map.to_string();
        assert_eq!(text.matches('@').count(), 1, "{spec}\n{text}");
        let start = map.start.unwrap();
        assert!(map.is_walkable(start), "{spec}\n{text}");
        assert!(map.is_connected(), "{spec}\n{text}");
        let rows: Vec<&str> = text.split_terminator('\n').collect();
        assert_eq!(rows.len(), 24, "{spec}\n{text}");
        assert!(rows.iter().all(|row| row.len() == 80), "{spec}\n{text}");
        texts.push(text);
    }
    // Backwards and in memory that is used again, so that nothing can be left of the map before.
    let (mut map, mut buffers) = (Map::default(), Buffers::default());
    for (seed, text) in (1..=count()).rev().zip(texts.iter().rev()) {
        let spec = spec(generator, seed);
        spec.generate_into(&mut map, &mut buffers).unwrap();
        assert!(
            map.to_string() == *text,
            "{spec} is not the same again\n{text}\n{map}"
        );
    }
    texts.sort_unstable();
    texts.dedup();
    assert!(
        texts.len() as u64 > count() / 1000 * 999,
        "only {} of the maps differ",
        texts.len()
    );
}

#[test]
fn maps_of_rogue_are_whole_and_the_same_again() {
    sweep("rogue");
}

#[test]
fn maps_of_rooms_are_whole_and_the_same_again() {
    sweep("rooms");
}

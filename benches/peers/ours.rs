//! Our rows in the tables of the peer benchmarks: put in place of its `src/ours.rs` by the
//! harness, which gives the helpers used here and this library as the crate `ours`.
#![allow(dead_code, reason = "the harness calls `run` only when it measures a section of ours")]

use std::hint::black_box;

use ours::map::Map;
use ours::mapgen::{Buffers, MapSpec};
use ours::rng::Stream;

use crate::common::{Grid, Stats, bench, row};

/// The name of our rows.
pub const PEER: &str = "ours";

/// `peers ours DIR [SECTION]`
pub fn run(_dir: &str, section: &str) {
    let sections = [("gen", generators as fn()), ("rng", draws)];
    for (name, measure) in sections {
        if section == "all" || section == name {
            measure();
        }
    }
}

/// Maps with a new seed each: the buffers are kept, the result is copied into the harness's grid
/// as for every peer.
fn generators() {
    for (width, height, batch, checked) in [(80, 50, 200, 20), (512, 512, 20, 3)] {
        for name in ["rooms", "rogue", "scatter", "caves", "bsp", "drunkard", "vaults"] {
            let spec: MapSpec = format!("{name}/{width}x{height}#0").parse().expect("every one accepts these sizes");
            let buffers = std::cell::RefCell::new((Map::default(), Buffers::default()));
            crate::gen::measure(PEER, name, width, height, batch, checked, "buffers kept", |seed| {
                let (map, buffers) = &mut *buffers.borrow_mut();
                spec.with_seed(ours::rng::Seed(seed)).generate_into(map, buffers).expect("30 tries place a room");
                Grid {
                    w: width,
                    h: height,
                    floor: map.tiles.as_slice().iter().map(|tile| tile.is_walkable()).collect(),
                }
            });
        }
    }
    smoothing();
}

/// One smoothing round of `caves` at 512x512: a fortieth of what 40 rounds more take. By then the
/// cave changes little, so that what follows the rounds is the same work for both.
fn smoothing() {
    let spec = |rounds: u32| -> MapSpec { format!("caves/512x512/rounds={rounds}#0").parse().expect("it is a share code") };
    let (few, many) = (spec(10), spec(50));
    let (mut map, mut buffers) = (Map::default(), Buffers::default());
    let mut time = |spec: &MapSpec| {
        bench(20, || {
            for seed in 1..=20 {
                spec.with_seed(ours::rng::Seed(seed)).generate_into(&mut map, &mut buffers).expect("caves always succeed");
            }
        })
    };
    let (few, many) = (time(&few), time(&many));
    let round = |more: f64, less: f64| (more - less) / 40.0;
    let stats = Stats {
        ns: round(many.ns, few.ns),
        lo: round(many.lo, few.hi),
        hi: round(many.hi, few.lo),
        reps: many.reps,
    };
    row("gen", PEER, "caves (1 smoothing round)", "512x512", &stats, 20, 512 * 512, "a 40th of 40 rounds more");
}

/// Draws, accumulated so that none is optimised away.
fn draws() {
    const COUNT: u64 = 50_000_000;
    let mut stream = Stream::new(42, 54);
    let first = [stream.next_u32(), stream.next_u32(), stream.next_u32()];
    let check = if first == [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330] { "matches published pcg32(42,54)" } else { "MISMATCH with pcg32(42,54)" };
    let stats = bench(COUNT, || {
        let mut sum = 0;
        for _ in 0..COUNT {
            sum ^= stream.next_u32();
        }
        black_box(sum);
    });
    row("rng", PEER, "Stream next_u32", "50M draws", &stats, COUNT as usize, 0, check);
    let stats = bench(COUNT, || {
        let mut sum = 0;
        for _ in 0..COUNT {
            sum ^= stream.below(black_box(20));
        }
        black_box(sum);
    });
    row("rng", PEER, "Stream below 20", "50M draws", &stats, COUNT as usize, 0, "");
}

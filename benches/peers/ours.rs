//! Our rows in the tables of the peer benchmarks: put in place of its `src/ours.rs` by the
//! harness, which gives the helpers used here and this library as the crate `ours`.
#![allow(dead_code, reason = "the harness calls `run` only when it measures a section of ours")]

use std::hint::black_box;

use ours::conduit::{Answer, Maker, Puzzle, Rules, TRIES};
use ours::geom::Size;
use ours::map::Map;
use ours::mapgen::{Buffers, MapSpec};
use ours::rng::{Seed, Stream};

use crate::common::{Grid, bench, row};

/// The name of our rows.
pub const PEER: &str = "ours";

/// `peers ours DIR [SECTION]`
pub fn run(_dir: &str, section: &str) {
    let sections = [("gen", generators as fn()), ("netwalk", boards), ("rng", draws)];
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
        for name in ["rooms", "rogue", "scatter"] {
            let spec: MapSpec = format!("{name}/{width}x{height}#0").parse().expect("every one accepts these sizes");
            let buffers = std::cell::RefCell::new((Map::default(), Buffers::default()));
            crate::gen::measure(PEER, name, width, height, batch, checked, "buffers kept", |seed| {
                let (map, buffers) = &mut *buffers.borrow_mut();
                spec.with_seed(Seed(seed)).generate_into(map, buffers).expect("30 tries place a room");
                Grid {
                    w: width,
                    h: height,
                    floor: map.tiles.as_slice().iter().map(|tile| tile.is_walkable()).collect(),
                }
            });
        }
    }
}

/// Boards with one solution, a new seed each, in the same memory: with a source of one tile as
/// the peer's boards have it, and with the wellspring of two tiles of the game.
fn boards() {
    for (side, batch, checked) in [(5, 4000, 60), (11, 1500, 40), (25, 250, 10), (51, 24, 3)] {
        for (what, single) in [("boards, one-tile source", true), ("boards, two-tile wellspring", false)] {
            let rules = Rules { single, ..Rules::default() };
            let size = Size::new(side, side);
            let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
            let mut make = |seed, puzzle: &mut Puzzle| {
                maker.make_sized(size, rules, 0, Seed(seed), puzzle).expect("the size is accepted");
            };
            let mut seed = 1_000_000;
            let stats = bench(batch, || {
                for _ in 0..batch {
                    seed += 1;
                    make(seed, &mut puzzle);
                    black_box(&puzzle);
                }
            });
            let (mut trees, mut unique) = (0, 0);
            for seed in 0..checked {
                make(seed, &mut puzzle);
                trees += u64::from(puzzle.solved().is_solved() && !puzzle.start().is_solved());
                unique += u64::from(puzzle.start().answer(TRIES) == Answer::One(puzzle.solved()));
            }
            let check = format!("solution a tree of all tiles, start unsolved {trees}/{checked}, exactly one solution (complete search) {unique}/{checked}");
            row("netwalk", PEER, what, &format!("{side}x{side}"), &stats, batch as usize, size.area() as u64, &check);
        }
    }
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

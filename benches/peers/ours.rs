//! Our rows in the tables of the peer benchmarks: put in place of its `src/ours.rs` by the
//! harness, which gives the helpers used here and this library as the crate `ours`.
#![allow(dead_code, reason = "the harness calls `run` only when it measures a section of ours")]

use std::hint::black_box;

use ours::geom::{Pos, Size};
use ours::map::fov::{Sight, UNLIMITED};
use ours::map::{Map, TileSet};
use ours::mapgen::{Buffers, MapSpec};
use ours::rng::Stream;

use crate::common::{Grid, bench, row};
use crate::inputs::points;

/// The name of our rows.
pub const PEER: &str = "ours";

/// `peers ours DIR [SECTION]`
pub fn run(dir: &str, section: &str) {
    let sections = [("gen", generators as fn(&str)), ("rng", draws), ("fov", sight)];
    for (name, measure) in sections {
        if section == "all" || section == name {
            measure(dir);
        }
    }
}

/// Maps with a new seed each: the buffers are kept, the result is copied into the harness's grid
/// as for every peer.
fn generators(_dir: &str) {
    for (width, height, batch, checked) in [(80, 50, 200, 20), (512, 512, 20, 3)] {
        for name in ["rooms", "rogue", "scatter"] {
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
}

/// Draws, accumulated so that none is optimised away.
fn draws(_dir: &str) {
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

/// Fields of view, left as a set of tiles.
fn sight(dir: &str) {
    struct Seen {
        sight: Sight,
        seen: TileSet,
    }
    impl crate::fov::Fov for Seen {
        fn fov(&mut self, x: i32, y: i32, r: Option<u32>) {
            self.sight.look(Pos::new(x, y), r.unwrap_or(UNLIMITED), &mut self.seen);
        }
        fn sees(&self, i: usize) -> bool {
            let width = self.seen.size().width as usize;
            self.seen.contains(Pos::new((i % width) as i32, (i / width) as i32))
        }
    }
    for map in ["rooms80x50", "pillars200", "empty200"] {
        let grid = Grid::load(dir, map);
        let mut sight = Sight::default();
        sight.reset(Size::new(grid.w as u32, grid.h as u32), |pos| !grid.at(pos.x, pos.y));
        let mut seen = Seen { sight, seen: TileSet::default() };
        let origins = points(dir, map, "origins");
        crate::fov::measure(PEER, "fov, symmetric shadowcasting", map, &grid, &origins, &mut seen);
    }
}
